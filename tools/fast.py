"""Compiles the engine in the background of `make play`, so that the next start plays faster.

A copy of the source is compiled (`tools.compile`) at low priority. Running processes are unaffected: the next start
installs the result if the source is still the same. Ctrl-C in the terminal does not reach it. However it ends, it
leaves only its own folder, which the next one clears.
"""

from __future__ import annotations

import contextlib
import filecmp
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl

SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
ROOMY = 3 * 1024 * 1024  # KiB of free memory needed to compile without disturbing anybody


def can_compile() -> bool:
    """Whether there is a C compiler, Python's headers, and memory to spare."""
    return (
        shutil.which(os.environ.get("CC", "cc")) is not None
        and (Path(sysconfig.get_path("include")) / "Python.h").exists()
        and free_memory() >= ROOMY
    )


def free_memory() -> int:
    """Return the KiB of available memory; plenty where the system does not say."""
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("MemAvailable:")).split()[1])
    return ROOMY


def stay_in_the_background() -> None:
    """Give this process and its children low priority."""
    os.nice(19)
    if hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class Background:
    """The background compilation of one checkout."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.source = root / "src"
        self.work = root / "build" / "fast"
        self.done = self.work / "done"  # written last
        self.lock = root / "build" / "fast.lock"
        self.plain = root / "build" / "plain"  # `make pure`
        self.log = root / "build" / "fast.log"
        self.running: subprocess.Popen[bytes] | None = None

    # ------------------------------------------------------------------------------------------- at a start
    def take_over(self) -> None:
        """Install or remove compiled modules at a start: install if ready, remove if the source has changed."""
        with self._alone() as alone:
            if not alone:
                return
            if self.done.exists():
                if self._is_same_source():
                    self.remove()
                    for made in sorted((self.work / "src").rglob(f"*{SUFFIX}")):
                        made.replace(self.source / made.relative_to(self.work / "src"))
                self._clear()
            elif any(self._is_stale(library) for library in self._libraries()):
                self.remove()

    def start(self) -> bool:
        """Start compiling if it is useful and possible; return whether it was started."""
        if self.plain.exists() or self._libraries() or not can_compile():
            return False
        with self._alone() as alone:
            if not alone:
                return False
        with self.log.open("w") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "tools.fast"],
                cwd=self.root,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        return True

    def remove(self) -> None:
        """Go back to the plain engine."""
        for library in self._libraries():
            library.unlink()

    def _clear(self) -> None:
        """Remove the copy; the compiler's cache stays."""
        self.done.unlink(missing_ok=True)
        for folder in ("src", "tools"):
            shutil.rmtree(self.work / folder, ignore_errors=True)

    def _libraries(self) -> list[Path]:
        return list(self.source.rglob(f"*{SUFFIX}"))

    def _is_stale(self, library: Path) -> bool:
        source = library.with_name(library.name.removesuffix(SUFFIX) + ".py")
        return source.exists() and source.stat().st_mtime > library.stat().st_mtime

    def _is_same_source(self) -> bool:
        """Whether the compiled source is the current one."""
        copies = sorted((self.work / "src").rglob("*.py"))
        return bool(copies) and all(
            (now := self.source / copy.relative_to(self.work / "src")).exists()
            and filecmp.cmp(copy, now, shallow=False)
            for copy in copies
        )

    @contextlib.contextmanager
    def _alone(self) -> Iterator[bool]:
        """Lock this checkout during the block, so that nobody else compiles; yield whether it worked.

        Windows has no such locks, so nothing is compiled there.
        """
        if sys.platform == "win32":
            yield False
            return
        self.lock.parent.mkdir(exist_ok=True)
        with self.lock.open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield False
            else:
                yield True

    # ------------------------------------------------------------------------------------------- in the background
    def compile(self) -> None:
        """Compile a copy and leave it for the next start."""
        with self._alone() as alone:
            if not alone:
                return
            self._clear()
            left_out = shutil.ignore_patterns("*.so", "static", "__pycache__")
            for folder in ("src", "tools"):
                shutil.copytree(self.root / folder, self.work / folder, ignore=left_out)
            if importlib.util.find_spec("mypyc") is None:
                lock = self.root / "requirements-fast.lock"
                pip = [sys.executable, "-m", "pip", "install", "-qq", "--require-hashes", "-r", str(lock)]
                subprocess.run(pip, check=True)  # noqa: S603  # a command of our own
            subprocess.run([sys.executable, "-m", "tools.compile"], check=True, cwd=self.work)
            self.done.touch()


if __name__ == "__main__":
    stay_in_the_background()
    Background(Path.cwd()).compile()
