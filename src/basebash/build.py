"""Whether the engine runs compiled (`make fast`), and that what was compiled is what is written."""

from __future__ import annotations

import sysconfig
from pathlib import Path

SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")


def compiled_modules(folder: Path) -> list[Path]:
    """The compiled modules of this Python in a folder.

    `ImportError` if the source of one has changed since: nobody should look for the effect of a change in vain. What
    was installed from a wheel does not change, and its files are as old as the order in which they were unpacked.
    """
    libraries = sorted(folder.glob(f"*{SUFFIX}"))
    is_installed = "site-packages" in folder.parts or "dist-packages" in folder.parts
    for library in () if is_installed else libraries:
        source = folder / library.name.replace(SUFFIX, ".py")
        if source.exists() and source.stat().st_mtime > library.stat().st_mtime:
            raise ImportError(
                f"{source.name} has changed since it was compiled: run `make fast` again, or `make pure` to go without."
            )
    return libraries


_HERE = Path(__file__).parent
IS_COMPILED = bool(compiled_modules(_HERE / "engine"))
for _set in sorted((_HERE / "cards").iterdir()):
    compiled_modules(_set)
