"""A game with the seats that gave its answers, and what an undo needs to know about them."""

from __future__ import annotations

from collections.abc import Iterable

from basebash import Answer, Game, Setup, State
from basebash.server.games import rules_version, visibility

Given = tuple[int, Answer, int | None]
"""Who answered, what, and what it meant (`rules_version.meaning`), if that was stored."""


class Misfit(Exception):
    """An answer does not mean what it meant when it was given."""


class SeatedGame:
    """The game at a table. `seats` has the seat that gave each answer."""

    def __init__(self, setup: Setup, start: State | None = None) -> None:
        """Start a game; with `start` from a position, with the randomness of the set-up's seed."""
        if start is None:
            fields = {field: getattr(setup, field) for field in Setup.__slots__}
            self.game = Game(len(setup.names), **fields, log=True)
        else:
            state = start.copy()
            state.reseed(setup.seed)
            self.game = Game.from_position(setup, state, log=True)
        self.seats: list[int] = []
        # What was known before each answer since another seat answered: only those can be taken back freely.
        self._before: list[visibility.Knowledge] = []

    @staticmethod
    def replayed(
        setup: Setup, given: Iterable[Given], start: State | None = None
    ) -> tuple[SeatedGame, Exception | None]:
        """Return the game after these answers; if one does not fit, the game before it, and the reason."""
        play = SeatedGame(setup, start)
        for seat, picks, meaning in given:
            try:
                if meaning is not None and play.meaning(seat, picks) != meaning:
                    return play, Misfit(f"Answer {len(play.seats)} means something else now.")
                play.give(seat, picks)
            except Exception as error:  # noqa: BLE001  # a bug in a card must not cost people their game
                return SeatedGame.replayed(setup, play.given, start)[0], error
        return play, None

    def back_to(self, keep: int) -> SeatedGame:
        """Return the game as it was after `keep` answers."""
        return SeatedGame.replayed(self.game.setup, self.given[:keep], self.game.start)[0]

    def meaning(self, seat: int, picks: Answer) -> int | None:
        """Return what an answer to the open question means; None if the seat may not give it."""
        if self.game.is_over or self.game.question.player != seat or not self.game.question.is_legal(picks):
            return None
        return rules_version.meaning(self.game, picks)

    def give(self, seat: int, picks: Answer) -> None:
        """Answer the open question for a seat."""
        before = visibility.knowledge(self.game)
        self.game.answer(picks)
        if self.seats and self.seats[-1] != seat:
            self._before.clear()
        self._before.append(before)
        self.seats.append(seat)

    @property
    def given(self) -> list[Given]:
        """All answers so far."""
        return [(*given, None) for given in zip(self.seats, self.game.history[: len(self.seats)], strict=True)]

    def undo_point(self, seat: int) -> int | None:
        """Return how many answers remain if the seat takes its last one back; None if it has given none."""
        for number in range(len(self.seats) - 1, -1, -1):
            if self.seats[number] == seat:
                return number
        return None

    def is_undo_free(self, seat: int) -> bool:
        """Whether nobody else answered since the seat's last answer, and nothing hidden was revealed by it."""
        if not self.seats or self.seats[-1] != seat or not self._before or self.game.is_over:
            return False
        return not visibility.was_something_revealed(self._before[-1], visibility.knowledge(self.game), seat)
