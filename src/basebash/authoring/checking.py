"""Checking a whole pack: its manifest and files, its code, its cards, its scenarios, and random games with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from basebash.authoring.abilities import PackClass, check_classes, classes_of
from basebash.authoring.budget import Endless, Watcher
from basebash.authoring.coverage import pointless, run_scenarios, untested
from basebash.authoring.factions import check_factions
from basebash.authoring.findings import Finding
from basebash.authoring.opening import LoadedPack, read_and_load
from basebash.authoring.trials import play_trials
from basebash.scenario import Outcome


class OpenPack:
    """A pack that was loaded to be checked or tested."""

    def __init__(self, loaded: LoadedPack) -> None:
        self.pack = loaded.pack
        self.watcher = Watcher(loaded.pack.folder)
        self.classes: list[PackClass] = classes_of(loaded.sources)

    def run_scenarios(self) -> Iterator[Outcome]:
        """Run its scenarios."""
        return run_scenarios(self.pack, self.watcher)

    def wrong_numbers(self) -> list[Finding]:
        """The hooks that have returned no number where one is needed."""
        return [Finding(file, line, message) for (file, line), message in sorted(self.watcher.wrong.items())]

    def untested(self) -> list[Finding]:
        """The cards and hooks that the scenarios, which were run before, did not reach, and those that test nothing."""
        return sorted([*pointless(self.pack), *untested(self.pack, self.classes, self.watcher)])


def open_pack(path: Path) -> OpenPack | list[Finding]:
    """Load the pack in a folder, or say why it cannot be loaded."""
    loaded = read_and_load(path)
    return loaded if isinstance(loaded, list) else OpenPack(loaded)


def check_pack(
    path: Path, games: int, progress: Callable[[int], object] = abs
) -> tuple[OpenPack | None, list[Finding]]:
    """The loaded pack (None if it cannot be loaded) and everything that is wrong with it.

    `games` random games and three times as many random positions are played once nothing else is wrong; `progress` is
    called with the number done so far.
    """
    opened = open_pack(path)
    if isinstance(opened, list):
        return None, opened
    try:
        with opened.watcher.watching():  # what a card says of itself may be code too: a property
            findings = {*check_factions(opened.pack), *check_classes(opened.classes, opened.pack)}
    except Endless:
        return opened, [Finding(*opened.watcher.place, "This runs for ever when the cards are read.")]
    if not findings:
        failed = [outcome for outcome in opened.run_scenarios() if not outcome.passed]
        findings |= set(opened.wrong_numbers()) or {_failed(outcome) for outcome in failed}
        findings |= set() if findings else set(opened.untested())
    if not findings:
        broken = play_trials(opened.pack, games, opened.watcher, progress)
        findings |= set(opened.wrong_numbers()) or (set() if broken is None else {broken})
    return opened, sorted(findings)


def _failed(outcome: Outcome) -> Finding:
    return Finding(str(outcome.path), outcome.line, f"The scenario {outcome.title!r} fails: {outcome.message}")
