"""The state that the parts of a table share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from basebash import Game
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games.results import Result
from basebash.server.games.seated_game import SeatedGame
from basebash.server.messages import TableRequest
from basebash.server.storage.rows import Row, Status
from basebash.server.tables.client import Client
from basebash.server.tables.seats import Seat
from basebash.server.tables.takeback_request import TakebackRequest
from basebash.server.tokens import opens


class TableCore:
    """A table as it is stored, and the game on it. Whoever changes it holds `lock`.

    `answer_lock` is held while a person's answer is handled, including the delay before it counts; it is always
    taken before `lock`. `is_owned`: this process runs the table's bots and clocks. `is_hidden`: operators have hidden
    its name and chat. `position`: where the game is to start, if not at the beginning. `due` and `due_seat`: in a game
    over days, by when which seat must answer, and `vacations`: until when which seats are on vacation.
    """

    __slots__ = (
        "advance", "answer_lock", "catch_up", "checksum", "created", "due", "due_seat", "halted",
        "id", "is_hidden", "is_owned", "listed",
        "lock", "maker", "move_count", "name", "play", "position", "rematch_id", "request", "result", "rules", "seats",
        "status", "takeback", "unload", "vacations", "version", "was_undone", "wins",
    )  # fmt: skip

    # Set by the table: move on after a change (with the lock), read what other processes wrote (with the lock), and
    # drop the table from memory.
    advance: Callable[..., Awaitable[None]]
    catch_up: Callable[[], Awaitable[None]]
    unload: Callable[[], None]

    def __init__(self, row: Row, position: bytes | None, *, is_owned: bool) -> None:
        self.id = row.id
        self.is_hidden = False
        self.set_entry(row.name, listed=row.listed)
        self.status: Status = row.status
        self.request = msgspec.json.decode(row.options, type=TableRequest)
        self.seats = msgspec.json.decode(row.seats, type=list[Seat])
        self.rematch_id = row.rematch
        self.created = row.created
        self.due = row.due
        self.due_seat = row.due_seat
        self.maker = row.maker or row.id
        self.rules = row.rules
        self.version = row.version
        self.wins: list[int] = msgspec.json.decode(row.wins or "[]") or [0] * len(self.seats)
        self.position = position
        self.is_owned = is_owned
        self.halted: messages.HaltedView | None = None
        self.result: Result | None = None
        self.play: SeatedGame | None = None
        self.move_count = 0
        self.checksum: str | None = None
        self.takeback: TakebackRequest | None = None
        self.was_undone = False
        self.vacations: dict[int, float] = {}
        self.lock = asyncio.Lock()
        self.answer_lock = asyncio.Lock()

    def set_entry(self, name: str, *, listed: bool) -> None:
        """Set the name, and whether the lobby lists the table; neither shows if the table is hidden."""
        self.name = "" if self.is_hidden else name
        self.listed = listed and not self.is_hidden

    def hide(self) -> None:
        """Show neither the name nor the chat from now on."""
        self.is_hidden = True
        self.set_entry("", listed=False)

    def started_game(self) -> Game:
        """Return the game; `Refused` before it starts, and if it cannot be replayed."""
        return self.started_play().game

    def started_play(self) -> SeatedGame:
        """Return the game with its seats; `Refused` as in `started_game`."""
        if self.play is None:
            if self.halted is not None:
                raise Refused("halted", self.halted.reason or "The game cannot be replayed.")
            raise Refused("not_started", "The game has not started yet.")
        return self.play

    @property
    def asked_seat(self) -> int | None:
        """The seat that is asked; None before the start and after the end."""
        if self.play is None or self.play.game.is_over:
            return None
        return self.play.game.question.player

    @property
    def is_bot_asked(self) -> bool | None:
        """Whether a bot is asked; None if nobody is."""
        seat = self.asked_seat
        return None if seat is None else self.seats[seat].is_played_by_bot

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a token belongs to; None without a token."""
        if token is None:
            return None
        for number, seat in enumerate(self.seats):
            if any(opens(key, token) for key in seat.keys):
                return number
        raise Refused("bad_token", "This token belongs to no seat at this table. Watch without one, or join.")

    def active_seat(self, client: Client) -> int:
        """Return the seat for which a client may act; `Refused` for spectators and players who resigned."""
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can do that.")
        if self.seats[client.seat].resigned:
            raise Refused("not_your_seat", "You have resigned; a bot plays for you.")
        return client.seat

    def viewer(self, seat: int | None) -> int | None:
        """Return whose view a seat gets. A player who resigned sees what spectators see."""
        return None if seat is None or self.seats[seat].resigned else seat

    def may_have_hints(self, seat: int | None) -> bool:
        """Whether a seat may ask what a bot would do: all others are bots, or everybody agreed by joining."""
        others = [other for number, other in enumerate(self.seats) if number != seat]
        return seat is not None and (self.request.hints or all(other.kind == "bot" for other in others))

    def check_not_halted(self) -> None:
        """Refuse to play on while the players have not settled what becomes of a halted game."""
        if self.halted is not None:
            message = "The game was played with other rules; settle first what becomes of it."
            raise Refused("halted", self.halted.reason or message)

    def end_by_fault(self, fault: str) -> None:
        """End the game because a card of a pack has failed."""
        answers = len(self.started_play().seats)
        self.status = "kept"
        self.halted = messages.HaltedView(answers, answers, self.rules, "keep", fault)
        self.takeback = None

    @property
    def stored_end(self) -> Result | None:
        """The stored result, where it is shown instead of the game, because that cannot be replayed to its end."""
        if self.halted is None or self.result is None or (self.result.fault and self.play is not None):
            return None
        return self.result
