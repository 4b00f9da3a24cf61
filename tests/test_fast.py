"""`make play` compiles the engine in the background, for the next start."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import fast
from tools.fast import SUFFIX, Background

ROOT = Path(__file__).parent.parent
PATIENCE = 600  # seconds: what compiles in the background gets what others leave of the machine

# Stands for the compiler: what it makes says what it was made from.
COMPILER = f"""
import time
from pathlib import Path
SOURCE = Path(__file__).parent.parent / "src"
time.sleep(float((SOURCE / "slow").read_text()) if (SOURCE / "slow").exists() else 0)
for module in SOURCE.rglob("*.py"):
    module.with_suffix("{SUFFIX}").write_text("made from " + module.read_text())
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Background]:
    """A small one, on a machine that can compile."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "rules.py").write_text("RULES = 1\n")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "__init__.py").touch()
    (tmp_path / "tools" / "compile.py").write_text(COMPILER)
    shutil.copy(ROOT / "tools" / "fast.py", tmp_path / "tools")
    monkeypatch.setattr(fast, "can_compile", lambda: True)
    background = Background(tmp_path)
    yield background
    if background.running is not None:
        background.running.wait(timeout=PATIENCE)


def wait_for(path: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, f"{path.name} did not come"
        time.sleep(0.05)


def libraries(checkout: Background) -> dict[str, str]:
    return {path.name: path.read_text() for path in checkout.source.rglob(f"*{SUFFIX}")}


def finish(checkout: Background) -> None:
    """Wait until the compilation has ended."""
    wait_for(checkout.done)
    if checkout.running is not None:
        checkout.running.wait(timeout=PATIENCE)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with checkout._alone() as alone:
            if alone:
                return
        time.sleep(0.05)
    pytest.fail("it did not end")


def test_the_next_start_plays_what_was_compiled(checkout: Background) -> None:
    checkout.take_over()
    assert checkout.start()
    finish(checkout)
    assert libraries(checkout) == {}  # nothing changes under those who play
    checkout.take_over()
    assert libraries(checkout) == {f"rules{SUFFIX}": "made from RULES = 1\n"}
    assert not checkout.done.exists()
    assert not checkout.start()  # there is nothing left to do


def test_modules_compiled_from_another_source_are_discarded(checkout: Background) -> None:
    assert checkout.start()
    finish(checkout)
    (checkout.source / "rules.py").write_text("RULES = 2\n")
    checkout.take_over()
    assert libraries(checkout) == {}
    assert checkout.start()
    finish(checkout)
    checkout.take_over()
    assert libraries(checkout) == {f"rules{SUFFIX}": "made from RULES = 2\n"}


def test_a_changed_source_plays_plain_until_it_is_compiled_again(checkout: Background) -> None:
    library = checkout.source / f"rules{SUFFIX}"
    library.write_text("old")
    os.utime(library, (1, 1))
    checkout.take_over()
    assert libraries(checkout) == {}
    assert checkout.start()
    finish(checkout)


def test_nobody_compiles_twice_at_a_time(checkout: Background) -> None:
    (checkout.source / "slow").write_text("8")
    assert checkout.start()
    wait_for(checkout.work / "src")
    assert not checkout.start()
    checkout.take_over()
    assert checkout.work.exists()
    finish(checkout)


def test_the_plain_engine_stays_if_it_was_chosen(checkout: Background) -> None:
    checkout.plain.parent.mkdir()
    checkout.plain.touch()
    assert not checkout.start()


def test_without_a_compiler_nothing_happens(checkout: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("CC", "no-such-compiler")
    assert not fast.can_compile()
    assert not checkout.start()
    assert not checkout.work.exists()


def test_ctrl_c_ends_what_is_played_and_not_the_compiling(checkout: Background) -> None:
    (checkout.source / "slow").write_text("1.5")
    program = f"""
import signal, time
from pathlib import Path
from tools import fast
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
fast.can_compile = lambda: True
background = fast.Background(Path({str(checkout.root)!r}))
assert background.start()
print("started", flush=True)
time.sleep(600)
"""
    player = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert player.stdout is not None
    assert player.stdout.readline() == b"started\n"
    os.killpg(player.pid, signal.SIGINT)  # as a terminal does
    player.wait(timeout=PATIENCE)
    player.stdout.close()
    finish(checkout)
    checkout.take_over()
    assert libraries(checkout)


def test_a_compiling_that_was_killed_leaves_nothing_in_the_way(checkout: Background) -> None:
    (checkout.source / "slow").write_text("60")
    assert checkout.start()
    wait_for(checkout.work / "src")
    assert checkout.running is not None
    os.killpg(checkout.running.pid, signal.SIGKILL)
    checkout.running.wait(timeout=PATIENCE)
    (checkout.source / "slow").unlink()
    checkout.take_over()
    assert libraries(checkout) == {}
    assert checkout.start()
    finish(checkout)
    checkout.take_over()
    assert libraries(checkout)
