"""Random games and positions with a pack's factions, in which everything that must always hold is checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from basebash.authoring.budget import Endless, Watcher
from basebash.authoring.findings import Finding, finding_of
from basebash.engine import FACTIONS, Game, State
from basebash.engine.data.terms import EDITIONS
from basebash.engine.vocabulary.printed import PACKS
from basebash.invariants import play_game, play_position
from basebash.packs import Pack
from basebash.packs.places import describe_error, place_of_error

POSITIONS_PER_GAME = 3
_TABLE = 8  # factions from which a position is dealt


def play_trials(pack: Pack, games: int, watcher: Watcher, progress: Callable[[int], object]) -> Finding | None:
    """Play this many games and three times as many positions, until something breaks: what, and where."""
    official = sorted(name for name, faction in FACTIONS.items() if faction.set_name not in PACKS)
    for number in range(trials(games)):
        subject = pack.factions[number % len(pack.factions)].name
        State(2, f"table {number}").shuffle_plain(order := list(range(len(official))))
        names = [subject, *[official[i] for i in order]]
        trial = _game(names, number) if number < games else _position(names[:_TABLE], number)
        finding = _try(pack.folder, trial, watcher)
        if finding is not None:
            return finding
        progress(number + 1)
    return None


def trials(games: int) -> int:
    """How many games and positions `play_trials` plays."""
    return games * (1 + POSITIONS_PER_GAME)


class Trial:
    """A game or position to play, and how an error names it."""

    def __init__(self, name: str, play: Callable[[], object]) -> None:
        self.name = name
        self.play = play


def _game(names: list[str], seed: int) -> Trial:
    players = 2 + seed % 3
    pairs = [(names[2 * player], names[2 * player + 1]) for player in range(players)]
    edition = EDITIONS[seed // 3 % len(EDITIONS)]

    def play() -> None:
        play_game(Game(factions=pairs, edition=edition, seed=seed), seed)

    return Trial(f"a random game ({' + '.join(pairs[0])}, {players} players, edition {edition}, seed {seed})", play)


def _position(names: list[str], seed: int) -> Trial:
    return Trial(f"a random position (seed {seed})", lambda: play_position(seed, names))


def _try(folder: Path, trial: Trial, watcher: Watcher) -> Finding | None:
    try:
        with watcher.watching():
            trial.play()
    except Endless:
        file, line = watcher.place
        return Finding(file, line, f"This runs for ever, in {trial.name}.")
    except Exception as error:  # noqa: BLE001  # whatever a card does wrong is what we are looking for
        what = str(error) if isinstance(error, AssertionError) else describe_error(error)
        if where := place_of_error(folder, error):
            return finding_of(folder, f"{where}{what}, in {trial.name}.")
        file, line = watcher.deed
        return Finding(file, line, f"After this line ran: {what}, in {trial.name}.")
    return None
