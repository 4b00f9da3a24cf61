"""Checking and testing a pack in a process of its own, in which its code has limits of time and memory."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from basebash.authoring.checking import check_pack, open_pack
from basebash.authoring.findings import Finding
from basebash.authoring.limits import USUAL, Limits, impose
from basebash.packs.places import python_files
from basebash.scenario import Outcome

Send = Callable[[Any], object]


def check_limited(
    path: Path, games: int, progress: Callable[[int], object] = abs, limits: Limits = USUAL
) -> tuple[str, list[Finding]]:
    """Check a pack as `check_pack` does, within limits: what it contains in words, and everything that is wrong."""
    summary, findings = "", list[Finding]()
    for found in _run(_check, path, games, limits=limits):
        match found:
            case int():
                progress(found)
            case str():
                summary = found
            case _:
                findings = found
    return summary, findings


def run_tests_limited(path: Path, limits: Limits = USUAL) -> Iterator[Outcome | list[Finding]]:
    """Run the scenarios of a pack within limits: yield each outcome, and in the end what is wrong besides."""
    return _run(_test, path, limits=limits)


def _check(send: Send, path: Path, games: int) -> None:
    opened, findings = check_pack(path, games, send)
    if opened is not None:
        names = ", ".join(f"{faction.name} ({len(faction.deck)} cards)" for faction in opened.pack.factions)
        send(f"{opened.pack.manifest.label}: {names}")
    send(findings)


def _test(send: Send, path: Path) -> None:
    opened = open_pack(path)
    if isinstance(opened, list):
        send(opened)
        return
    failed = False
    for outcome in opened.run_scenarios():
        failed |= not outcome.passed
        send(outcome)
    send(opened.wrong_numbers() or ([] if failed else opened.untested()))


# ----------------------------------------------------------------------------------------------- the process
def _run(job: Callable[..., None], path: Path, *arguments: object, limits: Limits) -> Iterator[Any]:
    """Run a job in a new process: yield what it sends, and why it was ended if it was."""
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    with TemporaryDirectory() as folder, receiver:
        report = Path(folder, "report.txt")
        process = context.Process(target=_work, args=(sender, limits, report, job, path, *arguments), daemon=True)
        process.start()
        sender.close()
        try:
            with suppress(EOFError):
                while True:
                    yield receiver.recv()
            process.join()
        finally:
            process.kill()
            process.join()
        if process.exitcode:
            yield [_ended(path, limits, process.exitcode, report.read_text(encoding="ascii", errors="replace"))]


def _work(
    sender: Connection, limits: Limits, report: Path, job: Callable[..., None], path: Path, *arguments: object
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one, which ends it
    with report.open("w", encoding="ascii") as file:
        impose(limits, file)
        job(sender.send, path, *arguments)


def _ended(path: Path, limits: Limits, code: int, report: str) -> Finding:
    """Why a process was ended, and the line of the pack that was running: its report names the innermost call first."""
    if code == -getattr(signal, "SIGPROF", 0):
        why = f"This runs for ever: it was ended after {limits.seconds:g} seconds of processor time."
    else:
        why = (
            f"{signal.Signals(-code).name} ended Python here." if code < 0 else "The check failed: see the error above."
        )
    files = {str(file).encode("ascii", "backslashreplace").decode(): file for file in python_files(path.resolve())}
    for name, line in re.findall(r'File "(.*)", line (\d+) in ', report):
        if name in files:
            return Finding(str(files[name]), int(line), why)
    return Finding(str(path), 1, why)
