"""A game with the seats that gave its answers, and what an undo needs to know about them."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from basebash import FACTIONS, Answer, BadSetup, Game, Setup, State, find_faction
from basebash.engine.vocabulary.printed import BY_KEY
from basebash.server import messages
from basebash.server.games import rules_version, visibility
from basebash.server.messages import TableRequest

Given = tuple[int, Answer, int | None]
"""Who answered, what, and what it meant (`rules.meaning`), if that was written down."""


class Misfit(Exception):
    """An answer does not mean what it meant when it was given."""


def make_setup(request: TableRequest, names: list[str], seed: Any, *, drawn: bool = False) -> Setup:
    """The set-up of a table; `BasebashError` says what is wrong with it. Seats without factions get random ones.

    `drawn`: random factions are drawn now and not by the game's chance, so that they stay the same when others come.
    """
    factions: Any = request.factions
    if drawn and factions == "random":
        factions = [None] * len(names)
    if not isinstance(factions, str):
        wanted = [None if pair is None else [find_faction(name).name for name in pair] for pair in factions]
        taken = {name for pair in wanted for name in pair or ()}
        banned = {find_faction(name).name for name in request.banned}
        left = [name for name in FACTIONS if name not in banned and (request.duplicates or name not in taken)]
        filled = []
        for pair in wanted:
            if pair is None and len(left) < 2:
                raise BadSetup("There are not enough factions left for all seats: allow duplicates.")
            filled.append(pair or secrets.SystemRandom().sample(left, 2))
            left = [name for name in left if request.duplicates or name not in filled[-1]]
        factions_now: str | list[list[str]] = filled
    else:
        factions_now = factions
    return Setup(
        len(names),
        factions=factions_now,
        edition=request.edition,
        seed=seed,
        names=distinct(names),
        duplicates=request.duplicates,
        target_vp=request.target_vp,
        titans=request.titans,
        first_player=request.first if request.first is None or request.first < len(names) else None,
        banned=request.banned,
        bans=request.bans,
        ask_everyone=True,
    )


def distinct(names: Iterable[str]) -> list[str]:
    """The names, with a number where one stands twice.

    >>> distinct(["Ada", "Bo", "Ada"])
    ['Ada', 'Bo', 'Ada 2']
    """
    told: list[str] = []
    for name in names:
        new, number = name, 1
        while new in told:
            number += 1
            new = f"{name} {number}"
        told.append(new)
    return told


def write_position(state: State) -> bytes:
    """A position as it is stored: without its chance, which is the new table's."""
    copy = state.copy()
    copy.reseed(0)
    return zlib.compress(messages.encode(copy.to_json()))


def read_position(data: bytes) -> State:
    """The position that `write_position` wrote; `BasebashError` or `msgspec.MsgspecError` if it is damaged."""
    try:
        return State.from_json(msgspec.json.decode(zlib.decompress(data)), BY_KEY)
    except zlib.error as error:
        raise msgspec.DecodeError(str(error)) from None


def origin_of(game: Game) -> dict[str, Any]:
    """What a game began from, as JSON data: its set-up, and the position if it began in the middle."""
    return {**game.setup.to_json(), "start": None if game.start is None else game.start.to_json()}


def begin(origin: dict[str, Any]) -> Play:
    """The game that `origin_of` told of, at its beginning."""
    start = origin.get("start")
    return Play(Setup.from_json(origin), None if start is None else State.from_json(start, BY_KEY))


class Play:
    """The game at a table. `seats` has who gave each of its answers."""

    def __init__(self, setup: Setup, start: State | None = None) -> None:
        """A new game; `start`: from this position on, with the chance of the set-up's seed."""
        if start is None:
            fields = {field: getattr(setup, field) for field in Setup.__slots__}
            self.game = Game(len(setup.names), **fields, log=True)
        else:
            state = start.copy()
            state.reseed(setup.seed)
            self.game = Game.from_position(setup, state, log=True)
        self.seats: list[int] = []
        # What was known before each of the last answers of one seat: only those can be taken back freely.
        self._before: list[visibility.Knowledge] = []

    @staticmethod
    def replayed(setup: Setup, given: Iterable[Given], start: State | None = None) -> tuple[Play, Exception | None]:
        """The game after these answers; should one not fit, the game before it, and what is wrong."""
        play = Play(setup, start)
        for seat, picks, meaning in given:
            try:
                if meaning is not None and play.meaning(seat, picks) != meaning:
                    return play, Misfit(f"Answer {len(play.seats)} means something else now.")
                play.give(seat, picks)
            except Exception as error:  # noqa: BLE001  # a fault of a card must not cost people their game
                return Play.replayed(setup, play.given, start)[0], error
        return play, None

    def back_to(self, keep: int) -> Play:
        """The game as it was after so many answers."""
        return Play.replayed(self.game.setup, self.given[:keep], self.game.start)[0]

    def meaning(self, seat: int, picks: Answer) -> int | None:
        """What an answer to the open question means; None if it is none of the seat's."""
        if self.game.is_over or self.game.question.player != seat or not self.game.question.is_legal(picks):
            return None
        return rules_version.meaning(self.game, picks)

    def give(self, seat: int, picks: Answer) -> None:
        """Answers the open question for a seat."""
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
        """How many answers would be left if the seat took its last one back; None if it has given none."""
        for number in range(len(self.seats) - 1, -1, -1):
            if self.seats[number] == seat:
                return number
        return None

    def is_undo_free(self, seat: int) -> bool:
        """Whether nobody else answered since the seat's last answer, and nothing hidden was revealed by it."""
        if not self.seats or self.seats[-1] != seat or not self._before or self.game.is_over:
            return False
        return not visibility.was_something_revealed(self._before[-1], visibility.knowledge(self.game), seat)
