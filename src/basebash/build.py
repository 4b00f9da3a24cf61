"""Whether the engine and the cards run compiled (`make fast`), and that what was compiled is what is written."""

from __future__ import annotations

import sysconfig
from pathlib import Path

SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")


def compiled_modules(folder: Path) -> list[Path]:
    """The compiled modules of this Python in a folder and the folders below it.

    `ImportError` if the source of one has changed since: a change without effect would be confusing. What
    was installed from a wheel does not change, and its files are as old as the order in which they were unpacked.
    """
    libraries = sorted(folder.rglob(f"*{SUFFIX}"))
    is_installed = "site-packages" in folder.parts or "dist-packages" in folder.parts
    for library in () if is_installed else libraries:
        source = library.with_name(library.name.replace(SUFFIX, ".py"))
        if source.exists() and source.stat().st_mtime > library.stat().st_mtime:
            raise ImportError(
                f"{source.name} has changed since it was compiled: run `make fast` again, or `make pure` to go without."
            )
    return libraries


def engine_of(folder: Path) -> str:
    """Which engine the package in this folder plays with, in words."""
    if not compiled_modules(folder / "engine"):
        return "plain engine"
    for beside in ("bots", "envs", "lab"):
        compiled_modules(folder / beside)
    written = compiled = 0
    for cards in (folder / "cards").iterdir():
        names = {library.name.removesuffix(SUFFIX) for library in compiled_modules(cards)}
        modules = {module.stem for module in cards.glob("*.py")} - {"__init__"}
        written += len(modules)
        compiled += len(modules & names)
    if not compiled:
        return "compiled engine"
    return "compiled engine and cards" if compiled == written else "compiled engine and some of the cards"


ENGINE = engine_of(Path(__file__).parent)
IS_COMPILED = ENGINE != "plain engine"
