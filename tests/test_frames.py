"""Numbers change only inside frames, where listeners are notified."""

import pytest

from basebash.engine.rules import power, triggers
from basebash.engine.rules.context import Rules
from basebash.invariants import play_position

# Their powers depend on hands, turns, duels, the base deck and what was done this turn.
FACTIONS = [
    *("Ancient Incas", "Cowboys", "Dinosaurs", "Ghosts", "Mermaids", "Pearl and the Images", "Robots", "Samurai"),
    *("Sheep", "Wraithrustlers"),
]


class Watchman:
    """Compares the power of every minion when the outermost frame opens with what it was when the last one closed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: tuple[Rules, int, dict[int, tuple[int, int]]] | None = None
        self.unheard: list[str] = []
        open_frame, pop_frame, run_apart = triggers.open_frame, triggers._pop_frame, triggers.run_apart

        def opens(game: Rules) -> None:
            self.compare(game)
            open_frame(game)

        def pops(game: Rules) -> object:
            frame = pop_frame(game)
            self.remember(game)
            return frame

        async def apart(game: Rules, ability: object) -> None:
            self.seen = None  # what grew before waits in the outer frame
            await run_apart(game, ability)  # type: ignore[arg-type]
            self.seen = None

        monkeypatch.setattr(triggers, "open_frame", opens)
        monkeypatch.setattr(triggers, "_pop_frame", pops)
        monkeypatch.setattr(triggers, "run_apart", apart)

    def remember(self, game: Rules) -> None:
        """Note what every minion's power is when nothing resolves."""
        if not game.frames:
            powers = {minion.id: (minion.entered, power.power(game, minion)) for minion in game.minions()}
            self.seen = game, game.state.turn, powers

    def compare(self, game: Rules) -> None:
        """Report minions that have grown since."""
        if game.frames or self.seen is None or self.seen[0] is not game:
            return
        for minion in game.minions():
            arrival, before = self.seen[2].get(minion.id, (-1, 0))
            if arrival == minion.entered and power.power(game, minion) > before:
                self.unheard.append(f"{minion.name} grew from {before} to {minion.power} in turn {game.state.turn}")


def test_no_minion_grows_outside_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """In random positions: when cards leave hands, turns pass, bases come and duels are fought."""
    watchman = Watchman(monkeypatch)
    for seed in range(150):
        watchman.seen = None
        play_position(seed, FACTIONS)
    assert watchman.unheard == []
