"""A table: who sits where, the game on it, and who looks on. All of it happens on the event loop.

Whatever changes a table holds its lock, writes to the store first, and then tells everyone. Several processes may have
the same table in memory: each hears of what the others write and takes it over (`hear`, `catch_up`).
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from basebash import Answer, BasebashError, Game, Question, Setup, State
from basebash.bots import end_of_circle
from basebash.engine.data.terms import PLAY_CARDS
from basebash.server import messages
from basebash.server.games import rules_version, visibility
from basebash.server.games.results import Result, pack, result_of, unpack
from basebash.server.games.seated_game import Given, Play, make_setup, read_position
from basebash.server.http.middleware.security import Bucket
from basebash.server.logs import log
from basebash.server.messages import ErrorCode, Level, SeatKind, TableRequest
from basebash.server.processes.workers import LONGEST_TURN, SEARCHING
from basebash.server.storage.store import Damaged, Move, MoveTaken, NotWritten, Row, Status, Stored, chain, check_moves
from basebash.server.tokens import hash_token, new_token

if TYPE_CHECKING:
    from basebash.server.processes.bus import Word
    from basebash.server.tables.registry import Hall

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hera")
_RETRY = 5.0  # seconds until a bot tries again when the database failed
_TAKE_OVER = 2.0  # seconds between looks whether the process whose bot it is has died
_REMEMBERED = 16  # so many moves back, an answer that comes a second time is recognised
_MOVES = 20_000  # after so many nothing is taken back any more; a long game has a tenth of it
_CHAT_SHOWN = 100  # so many lines are shown to who comes
_CHAT_KEPT = 5_000
_DEVICES = 8  # more than one, from which one seat is played
_LETTERS = 100  # that wait for one client
_JOINER = "\u200d"  # makes one emoji of several
_CHANCE = secrets.SystemRandom()


class Refused(Exception):
    """Something that a client asked for is not done; the message says what to do."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def refused_of(error: Refused | NotWritten) -> Refused:
    """What a client is told."""
    if isinstance(error, Refused):
        return error
    return Refused("busy", "The database does not answer, so nothing was done. Try again later.")


class Seat(Struct):
    """A seat as it is stored. `home`: it was the creator's from the start, on the creator's device.

    `stand_in`: a bot plays until its person is back. `more`: hashes of the tokens of the person's other devices.
    """

    kind: SeatKind
    name: str
    level: Level = "normal"
    hash: str | None = None
    home: bool = False
    resigned: bool = False
    stand_in: bool = False
    more: list[str] = []

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot answers now."""
        return self.kind == "bot" or self.stand_in


class UndoRequest(Struct):
    """A seat wants so many answers left, and waits for the consent of others. `way`: an undo, or to settle a halt."""

    seat: int
    keep: int
    waiting: list[int]
    way: Literal["undo", "go_on", "keep"] = "undo"


def clean(name: str) -> str:
    r"""A name or a chat line without what cannot be seen, and with single spaces.

    >>> clean(" Ada\n\u202e  B ")
    'Ada B'
    """
    return " ".join("".join(c if c.isprintable() or c == _JOINER else " " for c in name).split())


class Client:
    """A connection at a table. `seat` is whose token it showed; `wake` is called when there is something to send."""

    __slots__ = ("breath", "is_gone", "is_new", "letters", "log_known", "seat", "wake", "wants_state")

    def __init__(self, seat: int | None, since: int | None) -> None:
        self.seat = seat
        self.wake: Callable[[], None] = _nobody_sends_yet
        self.letters: list[bytes] = []
        self.is_gone = False
        self.wants_state = False
        self.log_known = since or 0
        self.is_new = True
        self.breath: Bucket | None = None  # for talking

    def tell(self, letter: Struct | bytes) -> None:
        """Sends a message as soon as the connection takes it."""
        if len(self.letters) < _LETTERS:
            self.letters.append(letter if isinstance(letter, bytes) else messages.encode(letter))
            self.wake()

    def send_away(self) -> None:
        """Ends the connection, so that the client connects again."""
        self.is_gone = True
        self.wake()

    def show(self) -> None:
        """Sends the state as soon as the connection takes it; a state that was not sent yet is skipped."""
        self.wants_state = True
        self.wake()

    def may_talk(self) -> bool:
        """Whether it has not said too much lately."""
        if self.breath is None:
            self.breath = Bucket(0.5, 10)
        return self.breath.take()


def _nobody_sends_yet() -> None:
    """What comes before the connection is ready is sent when it is."""


class Table:
    """One table. There are thousands, hence the slots."""

    __slots__ = (
        "_absence", "_asked_at", "_bases", "_bot", "_bot_answers", "_checksum", "_elsewhere", "_gone", "_last",
        "_late", "_least", "_nudged_at", "_preview", "_preview_for", "_preview_work", "_said", "_timer",
        "_touched_at", "_undo", "_views", "_votes", "_wants", "_was_undone", "clients", "created", "hall", "halted",
        "id", "idle_since", "is_mine", "listed", "lock", "maker", "moves", "name", "play", "position", "rematch_id",
        "request", "result", "rules", "seats", "status", "version", "wins",
    )  # fmt: skip

    def __init__(self, hall: Hall, row: Row, position: bytes | None = None) -> None:
        self.hall = hall
        self.position = position  # where the game is to begin, if not at the beginning
        self.id = row.id
        self.name = row.name
        self.listed = row.listed
        self.status: Status = row.status
        self.request = msgspec.json.decode(row.options, type=TableRequest)
        self.seats = msgspec.json.decode(row.seats, type=list[Seat])
        self.rematch_id = row.rematch
        self.created = row.created
        self.maker = row.maker or row.id
        self.rules = row.rules
        self.version = row.version
        self.halted: messages.HaltedView | None = None
        self.result: Result | None = None
        self.is_mine = not hall.store.is_shared  # whether its bots and clocks are this process's
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.play: Play | None = None
        self.moves = 0  # how many are written down
        self.idle_since = time.monotonic()
        self._checksum: str | None = None
        self._elsewhere: dict[str, tuple[list[int], int]] = {}  # who is at the table at other processes
        self._late: int | None = None
        self._last: list[tuple[int, int, Answer]] = []  # the last answers: number, seat, picks
        self._undo: UndoRequest | None = None
        self._preview: bytes | None = None
        self._preview_work: asyncio.Task[None] | None = None
        self._preview_for: set[Client] = set()
        self._said: list[messages.ChatLine] = []  # the last lines
        self._was_undone = False
        self.wins: list[int] = msgspec.json.decode(row.wins or "[]") or [0] * len(self.seats)
        self._gone = dict.fromkeys(range(len(self.seats)), time.monotonic())  # who is not here, and since when
        self._wants: set[int] = set()  # the seats that asked for a rematch
        self._votes: dict[int, set[int]] = {}  # for a bot in the place of a seat: the seats that said yes
        self._nudged_at: dict[int, float] = {}
        self._absence: asyncio.TimerHandle | None = None
        self._views: dict[int | None, msgspec.Raw] = {}
        self._bases: list[dict[str, Any]] | None = None  # as everybody sees them
        self._asked_at = 0.0
        self._least = 0.0  # how long an answer takes at least where haste could tell
        self._bot: asyncio.Task[None] | None = None
        self._bot_answers: dict[tuple[int, int], int] = {}  # by turn and seat
        self._timer: asyncio.TimerHandle | None = None
        self._touched_at = time.monotonic()

    # ------------------------------------------------------------------------------------------- coming and going
    def seat_of(self, token: str | None) -> int | None:
        """The seat that a token belongs to; None without a token."""
        if token is None:
            return None
        hashed = hash_token(token)
        for number, seat in enumerate(self.seats):
            known = [*seat.more, seat.hash] if seat.hash is not None else seat.more
            if any(hmac.compare_digest(one, hashed) for one in known):
                return number
        raise Refused("bad_token", "This token belongs to no seat at this table. Watch without one, or join.")

    def enter(self, token: str | None, since: int | None) -> Client:
        """Somebody comes to the table, to a seat or to watch."""
        seat = self.seat_of(token)
        if seat is None and self.spectators >= self.hall.settings.watchers_per_table:
            raise Refused("too_many", "There are too many spectators. Come back later.")
        client = Client(seat, None if self._was_undone else since)
        self.clients.add(client)
        self._note_presence()
        if seat is not None and self.seats[seat].stand_in:
            self.hall.spawn(self._come_back(seat))  # type: ignore[unused-awaitable]  # the hall keeps it
        self._tell_everyone()
        self.say_here()
        return client

    async def admit(self, token: str | None, since: int | None) -> Client:
        """Somebody comes, perhaps sooner than the news that they took a seat at another process."""
        try:
            return self.enter(token, since)
        except Refused as refused:
            if refused.code != "bad_token" or not self.hall.store.is_shared:
                raise
            await self.catch_up()
            return self.enter(token, since)

    def leave(self, client: Client) -> None:
        """The connection is gone."""
        self.clients.discard(client)
        self.idle_since = time.monotonic()
        self._note_presence()
        self._tell_everyone()
        self.say_here()

    @property
    def spectators(self) -> int:
        """How many watch."""
        here = sum(client.seat is None for client in self.clients)
        return here + sum(spectators for _, spectators in self._elsewhere.values())

    @property
    def is_idle(self) -> bool:
        """Whether it can leave the memory: nobody is here and nothing of ours is under way."""
        is_under_way = self.is_mine and (self._bot or self._timer or self._absence)
        return not (self.clients or self.lock.locked() or is_under_way)

    def close(self) -> None:
        """Ends what is under way."""
        for timer in (self._timer, self._absence):
            if timer is not None:
                timer.cancel()
        for task in (self._bot, self._preview_work):
            if task is not None:
                task.cancel()

    def viewer(self, seat: int | None) -> int | None:
        """Through whose eyes somebody sees. Who resigned sees what spectators see."""
        return None if seat is None or self.seats[seat].resigned else seat

    async def join(self, name: str) -> messages.Joined:
        """Somebody takes an open seat."""
        async with self.lock:
            token = new_token()
            while True:
                free = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
                if not free or self.status != "open":
                    raise Refused("full", "No seat is open at this table. You can watch.")
                hashed = hash_token(token)
                taken = msgspec.structs.replace(
                    self.seats[free[0]], kind="person", name=clean(name) or "Guest", hash=hashed
                )
                try:
                    if len(free) == 1 and not self.request.waits:
                        await self._start({free[0]: taken})
                    else:
                        await self._save_seats({free[0]: taken})
                except MoveTaken:  # somebody took a seat elsewhere: look again
                    await self._catch_up()
                else:
                    break
            self._tell_everyone()
            return messages.Joined(self.id, free[0], token)

    async def add_device(self, seats: list[int]) -> list[messages.SeatToken]:
        """Tokens for another device of the person who has these seats."""
        async with self.lock:
            while True:
                tokens = {seat: new_token() for seat in seats}
                changes = {
                    seat: msgspec.structs.replace(
                        self.seats[seat], more=[*self.seats[seat].more, hash_token(token)][-_DEVICES:]
                    )
                    for seat, token in tokens.items()
                }
                try:
                    await self._save_seats(changes)
                except MoveTaken:
                    await self._catch_up()
                else:
                    return [messages.SeatToken(seat, token) for seat, token in tokens.items()]

    async def start(self, client: Client) -> None:
        """The creator starts; bots take the open seats."""
        async with self.lock:
            if self.status != "open":
                raise Refused("already_started", "The game has started.")
            if client.seat is None or not self.seats[client.seat].home:
                raise Refused("not_allowed", "Only who made the table can start before all seats are taken.")
            names = [name for name in BOT_NAMES if name not in [seat.name for seat in self.seats]]
            try:
                await self._start(
                    {
                        number: msgspec.structs.replace(seat, kind="bot", name=names.pop(0))
                        for number, seat in enumerate(self.seats)
                        if seat.kind == "open"
                    }
                )
            except MoveTaken:
                await self._catch_up()
                raise Refused("busy", "The table has just changed. Try again.") from None

    async def change(self, client: Client, settings: messages.TableSettings) -> None:
        """The creator changes what is to be played."""
        async with self.lock:
            if self.status != "open":
                raise Refused("already_started", "The game has started.")
            if client.seat is None or not self.seats[client.seat].home:
                raise Refused("not_allowed", "Only who made the table can change what is played.")
            sits = any(seat.kind == "person" and not seat.home for seat in self.seats)
            if settings.hints and not self.request.hints and sits:
                raise Refused("not_allowed", "Who sits here has agreed to a game without hints.")
            fields = {**msgspec.structs.asdict(settings), "name": clean(settings.name) or self.name}
            request = TableRequest(seats=self.request.seats, **fields)
            try:
                make_setup(request, [seat.name for seat in self.seats], 0)
            except BasebashError as error:
                raise Refused("bad_request", str(error)) from None
            try:
                await self._save_seats(
                    {}, options=messages.encode(request).decode(), name=request.name, listed=request.listed
                )
            except MoveTaken:
                await self._catch_up()
                raise Refused("busy", "The table has just changed. Try again.") from None
            self.request, self.name, self.listed = request, request.name, request.listed
            self._tell_everyone()
        await self.start_if_full()

    async def start_if_full(self) -> None:
        """Starts if no seat is open."""
        async with self.lock:
            is_full = all(seat.kind != "open" for seat in self.seats)
            if self.status == "open" and is_full and not self.request.waits:
                try:
                    await self._start({})
                except MoveTaken:
                    await self._catch_up()

    async def _save_seats(self, changes: dict[int, Seat], **more: Any) -> None:
        """Writes down who sits where; `MoveTaken` if somebody else has done so since."""
        seats = [changes.get(number, seat) for number, seat in enumerate(self.seats)]
        values = {"seats": msgspec.json.encode(seats).decode(), **more}
        await self.hall.store.update(self.id, version=self.version, **values)
        self.version += 1
        self.seats = seats

    async def _start(self, changes: dict[int, Seat]) -> None:
        """The game starts, with the last seats taken; both are written down together."""
        names = [changes.get(number, seat).name for number, seat in enumerate(self.seats)]
        seed, sealed = self.hall.seal(self.id)
        setup = make_setup(self.request, names, seed, drawn=seed != sealed)
        stored = msgspec.json.encode({**setup.to_json(), "seed": sealed}).decode()
        await self._save_seats(changes, setup=stored, status="playing", rules=rules_version.digest())
        self.status = "playing"
        self.rules = rules_version.digest()
        self.play = Play(setup, None if self.position is None else read_position(self.position))
        self.position = None
        self.hall.metrics.games_started.inc()
        log.info("game started", table=self.id, seats=[seat.kind for seat in self.seats])
        await self._changed()

    # ------------------------------------------------------------------------------------------- restoring
    async def restore(self, stored: Stored) -> None:
        """Goes on where the store says it was; `Damaged` if that cannot be."""
        row, moves = stored.row, stored.moves
        self._said = stored.said
        if row.setup is None:
            return
        check_moves(self.id, moves)
        if stored.result is not None:
            self.result = unpack(stored.result)
        self.position = None
        play, fits, of, fault = await asyncio.to_thread(self._replay, row.setup, stored.position, moves)
        self.play = play
        self.moves = len(moves)
        self._checksum = moves[-1].checksum if moves else None
        for move in moves[-_REMEMBERED:]:
            self._remember(move)
        self._was_undone = any(move.kind == "undo" for move in moves)
        if fault is None and self.result is not None and sorted(play.game.standings) != sorted(self.result.standings):
            fault = ValueError("The game ends otherwise.")
        if fault is None:
            if self.status in ("kept", "waits"):
                self.status = "over" if play.game.is_over else "playing"
        elif self.rules == rules_version.digest() and fits == of - 1 and moves[-1].kind == "answer":
            # The server was killed between an answer on which the engine failed and its being taken back.
            log.error("the engine failed", table=self.id, fault=repr(fault))
            await self._write("undo", -1, (fits,))
        else:
            log.error("answers do not fit these rules", table=self.id, fits=fits, of=of, fault=repr(fault))
            self.hall.metrics.games_halted.inc()
            settled = {"kept": "keep", "waits": "older"}.get(self.status)
            self.halted = messages.HaltedView(fits, of, self.rules, settled)  # type: ignore[arg-type]  # one of them
        if self.status == "playing":
            await self._changed()

    def _replay(self, setup: str, position: bytes | None, moves: list[Move]) -> tuple[Play, int, int, Exception | None]:
        """The game as far as it fits these rules, how many answers do, of how many, and what is wrong with the next."""
        data = msgspec.json.decode(setup)
        data["seed"] = self.hall.vault.open(self.id, data["seed"])
        given: list[Given] = []
        for move in moves:
            if move.kind == "answer":
                given.append((move.seat, move.picks, move.meaning))
            else:
                del given[move.picks[0] :]
        start = None if position is None else read_position(position)
        play, fault = Play.replayed(Setup.from_json(data), given, start)
        return play, len(play.seats), len(given), fault

    async def settle(self, client: Client, way: Literal["go_on", "keep", "older"]) -> None:
        """A player says what is to become of a game that does not fit these rules."""
        async with self.lock:
            seat = self._active_seat(client)
            if self.halted is None or self.result is not None:
                raise Refused("not_allowed", "The game fits these rules; there is nothing to settle.")
            if way == "older":
                await self.hall.store.update(self.id, status="waits")
                self.status, self.halted.settled = "waits", "older"
                log.warning("older rules are asked for", table=self.id, rules=self.rules)
                self._tell_everyone()
                return
            await self._ask_for(UndoRequest(seat, self.halted.fits, self._consenters(seat), way))

    # ------------------------------------------------------------------------------------------- other processes
    def say_here(self) -> None:
        """Tells the other processes who is at the table here."""
        if self.hall.store.is_shared:
            seats = sorted({client.seat for client in self.clients if client.seat is not None})
            watching = sum(client.seat is None for client in self.clients)
            self.hall.announce("here", self.id, seats=seats, spectators=watching)

    def forget_process(self, origin: str) -> None:
        """Another process is gone, and with it who was at the table there."""
        if self._elsewhere.pop(origin, None) is not None:
            self._note_presence()
            self._tell_everyone()

    async def hear(self, word: Word) -> None:
        """Another process has done something at this table."""
        if word.kind == "here":
            self._elsewhere[word.origin] = (word.seats, word.spectators)
            self._note_presence()
            self._tell_everyone()
        elif word.kind == "vote":
            self._votes[word.number] = set(word.seats)
            self._tell_everyone()
        elif word.kind == "wants":
            self._wants |= set(word.seats)
            self._tell_everyone()
        elif word.kind == "who":
            if self.clients:
                self.say_here()
        elif word.kind == "undo":
            if word.number > self.moves:  # it is about an answer that has not been heard of yet
                await self.catch_up()
            self._undo = None if word.undo is None else msgspec.convert(word.undo, UndoRequest)
            self._tell_everyone()
        elif word.kind != "move":
            await self.catch_up()
        elif word.number >= self.moves:
            async with self.lock:
                if word.move is not None and self._is_next(word.move):
                    await self._apply(word.move)
                    await self._changed(is_ours=False)
                elif word.number >= self.moves:
                    await self._catch_up()

    def _is_next(self, move: Move) -> bool:
        """Whether this move follows right on those that are known here."""
        is_playing = self.play is not None and self.halted is None
        return is_playing and move.number == self.moves and chain(self.id, self._checksum, move) == move

    async def catch_up(self) -> None:
        """Takes over what other processes have written down."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        said = self._said[-1].number + 1 if self._said else 0
        try:
            stored = await self.hall.store.load(self.id, self.moves, said)
            if stored is None or self.halted is not None:
                self.hall.forget(self)
                return
            await self._take_over(stored)
        except (msgspec.MsgspecError, Damaged):
            log.exception("a damaged table", table=self.id)
            self.hall.forget(self)
            return
        for line in stored.said:
            self._keep_line(line)
            for client in self.clients:
                client.tell(line)

    async def _take_over(self, stored: Stored) -> None:
        row = stored.row
        seats = msgspec.json.decode(row.seats, type=list[Seat])
        asked = self._asked_kind()
        is_new = self.play is None and row.setup is not None
        for client in self.clients:  # a guest who left before the start
            if client.seat is not None and seats[client.seat].kind == "open":
                client.seat = None
        self.seats, self.version, self.rematch_id, self.rules = seats, row.version, row.rematch, row.rules
        self.request = msgspec.json.decode(row.options, type=TableRequest)
        self.name, self.listed = row.name, row.listed
        if row.status != "over" or self.status == "open":
            self.status = row.status
        if is_new:
            assert row.setup is not None
            self.play, *_ = await asyncio.to_thread(self._replay, row.setup, stored.position, [])
            self.position = None
        check_moves(self.id, stored.moves, self.moves, self._checksum)
        for move in stored.moves:
            await self._apply(move)
        if is_new or stored.moves or asked != self._asked_kind():
            await self._changed(is_ours=False)
        else:
            self._tell_everyone()

    def _asked_kind(self) -> bool | None:
        """Whether a bot is asked; None if nobody is."""
        if self.play is None or self.play.game.is_over:
            return None
        return self.seats[self.play.game.question.player].is_played_by_bot

    async def _apply(self, move: Move) -> None:
        """A move that another process has written down."""
        assert self.play is not None
        if move.kind == "answer":
            try:
                self.play.give(move.seat, move.picks)
            except Exception:  # noqa: BLE001  # the other process takes it back, and says so
                log.exception("the engine failed", table=self.id, move=move.number)
            if self._undo is not None and self._undo.seat == move.seat:
                self._undo = None
        else:
            self._put(await asyncio.to_thread(self.play.back_to, move.picks[0]))
        self.moves += 1
        self._checksum = move.checksum
        self._remember(move)

    def _put(self, play: Play) -> None:
        """The game after an undo."""
        self.play = play
        known = len(play.game.entries)
        for client in self.clients:
            client.log_known = min(client.log_known, known)
        self._undo = None
        self._was_undone = True

    # ------------------------------------------------------------------------------------------- answering
    def game(self) -> Game:
        """The game; `Refused` before it starts."""
        if self.play is None:
            raise Refused("not_started", "The game has not started yet.")
        return self.play.game

    async def answer(self, client: Client, message: messages.Answer) -> None:
        """A person answers."""
        picks = tuple(message.picks)
        async with self.lock:
            game = self.game()
            seat = self._active_seat(client)
            if message.number != self.moves:
                if self._is_known(message.number, seat, picks):
                    client.show()
                    return
                raise Refused("stale", "The game has moved on; look at the question that is open now.")
            if self.halted is not None:
                raise Refused("halted", "The game was played by other rules; say first what is to become of it.")
            if game.is_over:
                raise Refused("over", "The game is over.")
            question = game.question
            if question.player != seat:
                raise Refused("not_asked", "You are not asked at the moment.")
            if not question.is_legal(picks):
                raise Refused(
                    "illegal",
                    f"Pick {question.low} to {question.high} different options, 0 to {len(question.items) - 1}.",
                )
            if visibility.is_paced(question) and not (picks and question.can_decline):
                # A player who plays something has told that it can be played; all others wait.
                pace = self.hall.pace
                if question.items:
                    pace.note(max(self._least, time.monotonic() - self._asked_at))
                await self._pause(self._least if question.items else max(self._least, pace.draw()))
            await self._give(seat, picks)

    def _active_seat(self, client: Client) -> int:
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can do that.")
        if self.seats[client.seat].resigned:
            raise Refused("not_your_seat", "You have resigned; a bot plays for you.")
        return client.seat

    def _is_known(self, number: int, seat: int, picks: Answer) -> bool:
        return (number, seat, picks) in self._last

    def _remember(self, move: Move) -> None:
        if move.kind == "answer":
            self._last.append((move.number, move.seat, move.picks))
        while self._last and self._last[0][0] <= move.number - _REMEMBERED:
            del self._last[0]

    async def _give(self, seat: int, picks: Answer) -> None:
        """Writes an answer down, gives it, and tells everyone."""
        assert self.play is not None
        await self._write("answer", seat, picks, rules_version.meaning(self.play.game, picks))
        try:
            self.play.give(seat, picks)
        except Exception as error:
            # A fault of a card must not cost people their game: the answer is taken back.
            log.exception("the engine failed", table=self.id, move=self.moves)
            self.hall.metrics.engine_faults.inc()
            try:
                await self._take_back(-1, len(self.play.seats))
            except Refused:
                self.hall.forget(self)  # the store knows better where it stands
                raise
            raise Refused("illegal", "This choice ran into a fault of the program. Please report it.") from error
        if self._undo is not None and self._undo.seat == seat:
            self._undo = None
        self.hall.metrics.answers.inc()
        await self._changed()

    async def _write(
        self, kind: Literal["answer", "undo"], seat: int, picks: Answer, meaning: int | None = None
    ) -> None:
        move = chain(self.id, self._checksum, Move(self.moves, kind, seat, picks, meaning))
        try:
            await self.hall.store.append(self.id, move)
        except MoveTaken:
            # Another server writes at this table: what it wrote counts.
            if self.hall.store.is_shared:
                await self._catch_up()
                raise Refused("stale", "The game has moved on; look at the question that is open now.") from None
            self.hall.forget(self)
            raise Refused("stale", "The table has moved on elsewhere; connect again.") from None
        except NotWritten:
            raise Refused("busy", "The answer could not be written down and does not count. Try again.") from None
        self.moves += 1
        self._checksum = move.checksum
        self._remember(move)

    async def _changed(self, *, is_ours: bool = True) -> None:
        """The game has moved on: whose turn is it now? `is_ours`: this process has moved it."""
        assert self.play is not None
        self.close()
        self._bot = self._timer = self._absence = self._preview = self._preview_work = self._late = None
        self._preview_for.clear()
        self._views.clear()
        self._bases = None
        self._asked_at = time.monotonic()
        game = self.play.game
        settings = self.hall.settings
        self._least = settings.window_pause * _CHANCE.uniform(1, 2)
        if game.is_over:
            if self.status != "over":
                self.status = "over"
                if is_ours:
                    await self._note_the_end(game)
        else:
            seat = self.seats[game.question.player]
            if seat.is_played_by_bot:
                self._bot = self.hall.spawn(self._play_bot(seat.level, self.moves))
            elif self.request.clock is not None:
                self._start_clock(self.request.clock)
            self._watch_absence()
        if self._asked_at - self._touched_at > settings.idle_seconds:
            self._touched_at = self._asked_at
            await self._note()
        self._tell_everyone()

    async def _note_the_end(self, game: Game) -> None:
        """Writes down how it ended, as facts that stay, and the seed, which is no secret any more."""
        self.result = await asyncio.to_thread(result_of, game)
        setup = msgspec.json.encode(game.setup.to_json()).decode()
        await self._note(status="over", setup=setup, result=pack(self.result))
        if game.start is None:  # a game that began in the middle tells nothing of how well somebody plays
            try:
                await self.hall.people.note_end(self.id, self.name, self.seats, self.result)
            except (NotWritten, MoveTaken):
                log.warning("not noted for its people", table=self.id)
        self.hall.metrics.games_over.inc()
        log.info("game over", table=self.id, answers=self.moves)

    async def _note(self, **values: Any) -> None:
        """Writes down what also follows from the answers: should that fail, nothing is lost."""
        try:
            await self.hall.store.update(self.id, **values)
        except (NotWritten, MoveTaken):
            log.warning("not noted", table=self.id)

    async def _pause(self, seconds: float) -> None:
        """Waits until the question has been open for so long."""
        left = self._asked_at + seconds - time.monotonic()
        if left > 0:
            await asyncio.sleep(left)

    # ------------------------------------------------------------------------------------------- bots and clocks
    async def _play_bot(self, level: Level, moves: int) -> None:
        """A bot answers the open question."""
        assert self.play is not None
        game = self.play.game
        settings = self.hall.settings
        await self._own()
        turn = (game.state.turn, game.question.player)
        now = {known: count for known, count in self._bot_answers.items() if known[0] == turn[0]}
        self._bot_answers = {**now, turn: now.get(turn, 0) + 1}
        if self._bot_answers[turn] > LONGEST_TURN:
            picks = end_of_circle(game.question)
        else:
            picks = await self.hall.players.choose(
                game, level, owner=self.maker, is_watched=self.is_watched, say_late=self._say_late
            )
        pause = settings.hard_pause if level in SEARCHING else settings.bot_pause
        await self._pause(max(pause, self._least) if visibility.is_paced(game.question) else pause)
        async with self.lock:
            if self.moves == moves and self.play.game is game and not game.is_over:
                self._bot = None  # it is not cancelled by the change it makes
                await self._give_or_decline(game.question, picks)

    async def _own(self) -> None:
        """Waits until bots and clocks of this table are this process's: another may have them, until it dies."""
        while not await self.hall.claim(self):
            await asyncio.sleep(_TAKE_OVER)

    @property
    def is_watched(self) -> bool:
        """Whether anybody is at the table, here or elsewhere."""
        return bool(self.clients) or any(seats or watching for seats, watching in self._elsewhere.values())

    def _say_late(self) -> None:
        """The bot that is asked waits for its turn to think: say so."""
        if self.play is not None and not self.play.game.is_over:
            self._late = self.play.game.question.player
            self.hall.metrics.bots_late.inc()
            self._tell_everyone()

    async def _give_or_decline(self, question: Question, picks: Answer) -> None:
        """Gives a bot's answer; should the engine fail on it, some other answer, so that the game goes on."""
        chance = State(2, secrets.randbits(62))
        for _ in range(20):
            try:
                await self._give(question.player, picks)
            except Refused as refused:
                if refused.code == "busy":
                    log.warning("a bot's answer was not written down", table=self.id)
                    self._timer = asyncio.get_running_loop().call_later(_RETRY, self._try_again)
                if refused.code != "illegal" or self.play is None or self.play.game.is_over:
                    return
                question = self.play.game.question
                picks = question.random_answer(chance)
            else:
                return

    def _try_again(self) -> None:
        async def work() -> None:
            async with self.lock:
                await self._changed()

        self.hall.spawn(work())  # type: ignore[unused-awaitable]  # the hall keeps it

    def _start_clock(self, seconds: float) -> None:
        moves = self.moves
        run_out = self._run_out
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self.hall.spawn(run_out(moves)))

    async def _run_out(self, moves: int) -> None:
        """The clock has run out: a bot answers for the person, once."""
        assert self.play is not None
        game = self.play.game
        while self.moves == moves and not await self.hall.claim(self):
            await asyncio.sleep(_TAKE_OVER)
        if self.moves != moves or game.is_over:
            return
        picks = await self.hall.players.choose(game, "easy", owner=self.maker)
        async with self.lock:
            if self.moves == moves and self.play.game is game:
                self._timer = None
                await self._give_or_decline(game.question, picks)

    # ------------------------------------------------------------------------------------------- absent players
    def _present(self) -> set[int]:
        """The seats whose persons are here, at whatever process."""
        seats = {client.seat for client in self.clients if client.seat is not None}
        return seats.union(*(there for there, _ in self._elsewhere.values()))

    def _note_presence(self) -> None:
        present = self._present()
        now = time.monotonic()
        self._gone = {seat: self._gone.get(seat, now) for seat in range(len(self.seats)) if seat not in present}
        for seat in present:
            self._votes.pop(seat, None)
        self._watch_absence()

    def away(self, seat: int) -> float | None:
        """For how many seconds the person of a seat has not been here."""
        if self.seats[seat].kind != "person" or seat not in self._gone:
            return None
        return time.monotonic() - self._gone[seat]

    def _watch_absence(self) -> None:
        """If this table has a time for it, a bot will play for who is asked and away."""
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None
        longest = self.request.absent
        if longest is None or self.halted is not None or self._asked_kind() is not False:
            return
        seat = self.game().question.player
        away = self.away(seat)
        if away is not None:
            call = asyncio.get_running_loop().call_later
            self._absence = call(max(0.0, longest - away), lambda: self.hall.spawn(self._stop_waiting_for(seat)))

    async def _stop_waiting_for(self, seat: int) -> None:
        await self._own()
        async with self.lock:
            self._absence = None
            if self.away(seat) is not None and self._asked_kind() is False and self.game().question.player == seat:
                await self._set_stand_in(seat, yes=True)

    async def stand_in(self, client: Client, seat: int, *, yes: bool) -> None:
        """A person says whether a bot may play for a seat: their own, or that of somebody who is away."""
        async with self.lock:
            game, mine = self.game(), self._active_seat(client)
            if game.is_over or self.halted is not None:
                raise Refused("over", "Nothing is being played.")
            if seat >= len(self.seats) or self.seats[seat].kind != "person":
                raise Refused("not_allowed", "No person sits there.")
            if seat == mine:
                if self.seats[seat].stand_in != yes:
                    await self._set_stand_in(seat, yes=yes)
                return
            away = self.away(seat)
            if away is None or away < self.hall.settings.away_seconds:
                raise Refused("not_allowed", "They are here, or were a moment ago.")
            votes = self._votes.setdefault(seat, set())
            (votes.add if yes else votes.discard)(mine)
            self.hall.announce("vote", self.id, number=seat, seats=sorted(votes))
            if len(votes) >= self._votes_needed(seat):
                await self._set_stand_in(seat, yes=True)
            else:
                self._tell_everyone()

    def _votes_needed(self, seat: int) -> int:
        """Most of the other people who are here."""
        here = self._present()
        others = [n for n, other in enumerate(self.seats) if n != seat and n in here and other.kind == "person"]
        return len(others) // 2 + 1

    async def _set_stand_in(self, seat: int, *, yes: bool) -> None:
        await self._change_seat(seat, msgspec.structs.replace(self.seats[seat], stand_in=yes))
        self._votes.pop(seat, None)
        name = self.seats[seat].name
        await self._add_line(seat, f"A bot plays for {name}." if yes else f"{name} plays again.", "notice")
        if self.game().question.player == seat:
            await self._changed()
        else:
            self._tell_everyone()

    async def _come_back(self, seat: int) -> None:
        """The person is here again: the bot goes."""
        async with self.lock:
            if self.seats[seat].stand_in and self.play is not None and not self.play.game.is_over:
                await self._set_stand_in(seat, yes=False)

    async def nudge(self, client: Client, seat: int) -> None:
        """Everybody waits for somebody: they are told, once in a while."""
        mine = self._active_seat(client)
        asked = None if self.play is None or self.play.game.is_over else self.play.game.question.player
        if seat != asked or seat == mine or self.seats[seat].is_played_by_bot:
            raise Refused("not_allowed", "Nobody waits for them.")
        now = time.monotonic()
        if now - self._nudged_at.get(seat, -1e9) < self.hall.settings.away_seconds:
            raise Refused("too_fast", "They have just been nudged.")
        self._nudged_at[seat] = now
        await self._add_line(seat, f"{self.seats[mine].name} waits for {self.seats[seat].name}.", "nudge")

    # ------------------------------------------------------------------------------------------- undo
    async def undo(self, client: Client) -> None:
        """A person wants their last answer back."""
        async with self.lock:
            game = self.game()
            assert self.play is not None
            seat = self._active_seat(client)
            if game.is_over:
                raise Refused("over", "The game is over; nothing can be taken back.")
            if self.halted is not None:
                raise Refused("halted", "The game was played by other rules; say first what is to become of it.")
            keep = self.play.undo_point(seat)
            if keep is None:
                raise Refused("nothing_to_undo", "You have given no answer yet.")
            if self.moves >= _MOVES:
                raise Refused("too_many", "There have been too many moves at this table; play on.")
            await self._ask_for(UndoRequest(seat, keep, [] if self.play.is_undo_free(seat) else self._consenters(seat)))

    async def _ask_for(self, request: UndoRequest) -> None:
        """Others must agree to it; if nobody has to, it is done."""
        self._undo = request
        await self._do_if_agreed()

    def _tell_undo(self) -> None:
        undo = None if self._undo is None else msgspec.to_builtins(self._undo)
        self.hall.announce("undo", self.id, number=self.moves, undo=undo)
        self._tell_everyone()

    def _consenters(self, seat: int) -> list[int]:
        """Whose consent an undo needs. Bots consent, and so does who shares the device."""
        return [
            number
            for number, other in enumerate(self.seats)
            if number != seat
            and other.kind == "person"
            and not other.stand_in
            and not (other.home and self.seats[seat].home)
        ]

    async def consent(self, client: Client, yes: bool) -> None:
        """A person agrees to an undo, or does not."""
        async with self.lock:
            seat = self._active_seat(client)
            if self._undo is None or seat not in self._undo.waiting:
                raise Refused("no_undo_asked", "Nobody waits for your consent.")
            if not yes:
                self._undo = None
                self._tell_undo()
                return
            self._undo.waiting.remove(seat)
            await self._do_if_agreed()

    async def _do_if_agreed(self) -> None:
        undo = self._undo
        if undo is None or undo.waiting:
            self._tell_undo()
        elif undo.way == "keep":
            await self.hall.store.update(self.id, status="kept")
            self.status, self._undo = "kept", None
            if self.halted is not None:
                self.halted.settled = "keep"
            self._tell_everyone()
        else:
            await self._take_back(undo.seat, undo.keep)

    async def _take_back(self, seat: int, keep: int) -> None:
        assert self.play is not None
        play = await asyncio.to_thread(self.play.back_to, keep)
        await self._write("undo", seat, (keep,))
        self._put(play)
        self.hall.metrics.undos.inc()
        if self.halted is not None:
            self.halted, self.status, self.rules = None, "playing", rules_version.digest()
            await self._note(status="playing", rules=self.rules)
        await self._changed()

    # ------------------------------------------------------------------------------------------- resigning, rematch
    async def resign(self, client: Client) -> None:
        """A person gives up; a bot plays on. Before the start, the seat is open again."""
        async with self.lock:
            seat = self._active_seat(client)
            now = self.seats[seat]
            if self.status == "over":
                raise Refused("over", "The game is over.")
            if self.status == "open":
                if now.home:
                    raise Refused("not_started", "The game has not started yet; just leave.")
                await self._change_seat(seat, Seat("open", ""))
                for other in self.clients:
                    other.seat = None if other.seat == seat else other.seat
                self._tell_everyone()
                return
            await self._change_seat(seat, msgspec.structs.replace(now, kind="bot", resigned=True))
            log.info("resigned", table=self.id, seat=seat)
            if self._undo is not None:
                self._undo.waiting = [other for other in self._undo.waiting if other != seat]
                if self._undo.seat == seat:
                    self._undo = None
                elif not self._undo.waiting:
                    await self._do_if_agreed()
                    return
            if self.halted is None and self.game().question.player == seat:
                await self._changed()
            else:
                self._tell_everyone()

    async def _change_seat(self, number: int, seat: Seat) -> None:
        try:
            await self._save_seats({number: seat})
        except MoveTaken:
            await self._catch_up()
            raise Refused("busy", "The table has just changed. Try again.") from None

    async def rematch(self, client: Client, factions: Literal["again", "same", "other"] = "again") -> None:
        """The same players again at a new table, where the same tokens count."""
        async with self.lock:
            if client.seat is None:
                raise Refused("not_your_seat", "You are watching; only players can do that.")
            if self.status != "over" or self.play is None:
                raise Refused("not_over", "The game is not over yet.")
            self._wants.add(client.seat)
            self.hall.announce("wants", self.id, seats=[client.seat])
            if self.rematch_id is None:
                seats = [
                    msgspec.structs.replace(
                        seat, kind="person" if seat.resigned else seat.kind, resigned=False, stand_in=False
                    )
                    for seat in self.seats
                ]
                table = await self.hall.add(
                    self._request_of_rematch(factions),
                    seats,
                    self.name,
                    self.maker,
                    listed=self.listed,
                    wins=[] if self.series() is None else self._wins_now(),
                    people_of=self.id,
                )
                try:
                    await self.hall.store.update(self.id, version=self.version, rematch=table.id)
                    self.version += 1
                    self.rematch_id = table.id
                except MoveTaken:  # somebody was quicker elsewhere
                    await self._catch_up()
            self._tell_everyone()

    def _request_of_rematch(self, factions: Literal["again", "same", "other"]) -> TableRequest:
        """What is played next. Who starts goes round."""
        assert self.play is not None
        game = self.play.game
        request = msgspec.structs.replace(
            self.request, waits=factions == "other", first=(game.state.first_player + 1) % len(self.seats)
        )
        if factions == "same":
            request = msgspec.structs.replace(request, factions=[list(names) for names in game.state.factions])
        elif factions == "other" and not isinstance(request.factions, str):
            request = msgspec.structs.replace(request, factions="random")
        return request

    def _wins_now(self) -> list[int]:
        """How many games of the series each seat has won, with this one if it is over; none after a decided one."""
        series = self.series()
        if series is None or series.decided:
            return [0] * len(self.seats)
        return series.wins

    def series(self) -> messages.SeriesView | None:
        """How the series stands, if one is played."""
        if self.request.series == 1:
            return None
        wins = list(self.wins)
        over = self.over()
        if over is not None and len(over.winners) == 1:  # a win that is shared counts for nobody
            wins[over.winner] += 1
        needed = self.request.series // 2 + 1
        return messages.SeriesView(self.request.series, sum(self.wins) + 1, wins, max(wins) >= needed)

    # ------------------------------------------------------------------------------------------- telling
    async def chat(self, client: Client, text: str) -> None:
        """A word from a player to everyone; it is kept for who comes later."""
        if not self.request.talk:
            raise Refused("not_allowed", "Only phrases are said at this table.")
        await self._say(client, clean(text), "talk")

    async def phrase(self, client: Client, phrase: messages.PhraseName) -> None:
        """A quick phrase from a player."""
        await self._say(client, messages.PHRASES[phrase], "phrase")

    async def _say(self, client: Client, text: str, kind: Literal["talk", "phrase"]) -> None:
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can talk at the table.")
        if not client.may_talk():
            raise Refused("too_fast", "You talk very much; wait a moment.")
        if self._said and self._said[-1].number + 1 >= _CHAT_KEPT:
            raise Refused("too_many", "Enough has been said at this table.")
        if not await self._add_line(client.seat, text, kind):
            raise Refused("busy", "This could not be written down. Say it again.")

    async def _add_line(self, seat: int, text: str, kind: Literal["talk", "phrase", "notice", "nudge"]) -> bool:
        """Writes a line down and tells everyone; False if that failed."""
        number = self._said[-1].number + 1 if self._said else 0
        now = self.hall.store.clock.now()
        line = messages.ChatLine(number, seat, self.seats[seat].name, text, now, kind)
        self._keep_line(line)
        try:
            await self.hall.store.say(self.id, line)
        except (MoveTaken, NotWritten) as error:
            self._said.remove(line)
            if isinstance(error, MoveTaken) and self.hall.store.is_shared and not self.lock.locked():
                await self.catch_up()
            return False
        for other in self.clients:
            other.tell(line)
        return True

    def _keep_line(self, line: messages.ChatLine) -> None:
        self._said.append(line)
        del self._said[:-_CHAT_SHOWN]

    def explain(self, client: Client, message: messages.Explain) -> None:
        """Why a number is what it is."""
        explanation = visibility.explain(self.game(), message)
        if explanation is None:
            raise Refused("not_in_play", "Ask about a minion or a base in play, and for a total name the player.")
        client.tell(explanation)

    def preview(self, client: Client, number: int) -> None:
        """Tells, as soon as it is known, what the options of a player's open question lead to."""
        game = self.game()
        seat = self._active_seat(client)
        if number != self.moves:
            raise Refused("stale", "The game has moved on; look at the question that is open now.")
        if game.is_over or game.question.player != seat:
            raise Refused("not_asked", "You are not asked at the moment.")
        if self._preview is not None:
            client.tell(self._preview)
            return
        self._preview_for.add(client)
        if self._preview_work is None:
            self._preview_work = self.hall.spawn(self._work_out_preview(game, seat, number))

    async def _work_out_preview(self, game: Game, seat: int, number: int) -> None:
        told = await self.hall.players.preview(game, seat, number, self.maker)
        if number == self.moves:
            self._preview = told
            for client in self._preview_for:
                client.tell(self._preview)

    def may_have_hints(self, seat: int | None) -> bool:
        """Whether a seat may ask what a bot would do: all the others are bots, or all agreed by sitting down here."""
        others = [other for number, other in enumerate(self.seats) if number != seat]
        return seat is not None and (self.request.hints or all(other.kind == "bot" for other in others))

    def hint(self, client: Client, number: int) -> None:
        """Tells, as soon as it is known, what a bot would do at a player's open question."""
        game = self.game()
        seat = self._active_seat(client)
        if not self.may_have_hints(seat):
            raise Refused("not_allowed", "Hints are not part of this game: other people play in it.")
        if number != self.moves:
            raise Refused("stale", "The game has moved on; look at the question that is open now.")
        if game.is_over or game.question.player != seat:
            raise Refused("not_asked", "You are not asked at the moment.")
        if not client.may_talk():
            raise Refused("too_fast", "You ask very much; wait a moment.")
        self.hall.spawn(self._work_out_hint(client, game, number))  # type: ignore[unused-awaitable]  # the hall keeps it

    async def _work_out_hint(self, client: Client, game: Game, number: int) -> None:
        moves = await self.hall.players.advise(game, owner=self.maker)
        if number == self.moves:
            client.tell(messages.Hint(number, moves))

    def _tell_everyone(self) -> None:
        for client in self.clients:
            client.show()

    def state_for(self, client: Client) -> bytes:
        """The state as one client may see it, encoded."""
        viewer = self.viewer(client.seat)
        if self.halted is not None and self.result is not None:
            return self._state_of_facts(client, self.result)
        lines: list[dict[str, Any]] = []
        events: list[messages.GameEvent] = []
        known = 0
        if self.play is not None:
            game = self.play.game
            entries = game.entries
            known = min(client.log_known, len(entries))
            told = game.log_for(viewer, since=known)
            lines = [line.to_json() for line in told]
            if not client.is_new:
                events = [visibility.event(line, entry) for line, entry in zip(told, entries[known:], strict=True)]
            client.log_known = len(entries)
        data = self._frame(client.seat, viewer)
        data["chat"] = list(self._said) if client.is_new else []
        client.is_new = False
        data["view"] = self._view(viewer)
        data["log"] = lines
        data["log_from"] = known
        data["events"] = events
        told_all = messages.encode(data)
        if not any(other.wants_state for other in self.clients):
            self._views.clear()  # whoever comes later gets a new one
            self._bases = None
        return told_all

    def _state_of_facts(self, client: Client, result: Result) -> bytes:
        """The end of a game that later rules would play otherwise: as it was written down."""
        known = min(client.log_known, len(result.log))
        client.log_known = len(result.log)
        data = self._frame(client.seat, None)
        data.update(
            chat=list(self._said) if client.is_new else [],
            view=result.view,
            log=result.log[known:],
            log_from=known,
            events=[],
        )
        client.is_new = False
        return messages.encode(data)

    def _view(self, viewer: int | None) -> msgspec.Raw | None:
        if self.play is None:
            return None
        found = self._views.get(viewer)
        if found is None:
            seen = visibility.view(self.play.game, viewer, self._bases)
            self._bases = seen["bases"]
            found = self._views[viewer] = msgspec.Raw(messages.encode(seen))
        return found

    def _frame(self, seat: int | None, viewer: int | None) -> dict[str, Any]:
        """The state but for the view and the log."""
        present = self._present()
        game = None if self.play is None else self.play.game
        undo = self._undo
        return {
            "type": "state",
            "table": self.id,
            "name": self.name,
            "you": viewer,
            "creator": seat is not None and self.seats[seat].home,
            "started": game is not None,
            "answers": self.moves,
            "question_id": f"{self.id}-{self.moves}",
            "hints": self.may_have_hints(viewer),
            "played_on": game is not None and game.start is not None,
            "undo": {
                "free": viewer is not None
                and self.play is not None
                and self.halted is None
                and self.play.is_undo_free(viewer),
                "asked_by": None if undo is None else undo.seat,
                "waiting_for": [] if undo is None else undo.waiting,
                "way": "undo" if undo is None else undo.way,
                "keep": None if undo is None else undo.keep,
            },
            "seats": [
                messages.SeatView(
                    seat.name if game is None else game.setup.names[number],
                    seat.kind,
                    seat.level if seat.kind == "bot" else None,
                    number in present,
                    seat.resigned,
                    [] if game is None else game.state.factions[number],
                    None if (away := self.away(number)) is None else int(away),
                    seat.stand_in,
                    sorted(self._votes.get(number, ())),
                )
                for number, seat in enumerate(self.seats)
            ],
            "spectators": self.spectators,
            "over": self.over(),
            "clock": self._clock(),
            "late": self._late,
            "halted": self.halted,
            "settings": _settings_of(self.request) if self.status == "open" else None,
            "series": self.series(),
            "talk": self.request.talk,
            "away_after": int(self.hall.settings.away_seconds),
        }

    def frame_of_replay(self) -> dict[str, Any]:
        """The state of a finished game but for the view and the log, as somebody who only looks on sees it."""
        return {**self._frame(None, None), "clock": None, "chat": []}

    def over(self) -> messages.OverView | None:
        """How it ended, if it did."""
        replay = f"/api/tables/{self.id}/replay"
        if self.halted is not None and self.result is not None:
            facts = self.result
            return messages.OverView(
                facts.winner, facts.winners, facts.standings, replay, self.rematch_id, sorted(self._wants)
            )
        if self.play is None or not self.play.game.is_over:
            return None
        game = self.play.game
        winners = game.winners
        return messages.OverView(winners[0], winners, game.standings, replay, self.rematch_id, sorted(self._wants))

    def _clock(self) -> messages.ClockView | None:
        clock = self.request.clock
        if clock is None or self.play is None or self.play.game.is_over or self._timer is None:
            return None
        left = max(0.0, self._asked_at + clock - time.monotonic())
        return messages.ClockView(self.play.game.question.player, round(left, 1))

    def entry(self) -> messages.TableEntry:
        """What the lobby shows."""
        entry = entry_of(
            self.id, self.name, self.status, self.seats, self.request, self.listed, self.spectators, self.created
        )
        if self.play is not None and not self.play.game.is_over and self.halted is None:
            state = self.play.game.state
            entry.asked, entry.turn, entry.vp = self.play.game.question.player, state.turn, list(state.vp)
            # Only by what everybody sees: what exactly is asked may tell a card.
            if state.scoring >= 0:
                entry.wants = "score"
            elif entry.asked != state.turn_player or state.phase != PLAY_CARDS:
                entry.wants = "answer"
            entry.seconds_left = self._left(entry.asked)
        return entry

    def _left(self, seat: int) -> int | None:
        """How many seconds are left to who is asked, until the clock or, if they are away, a bot answers."""
        clock, away = self._clock(), self.away(seat)
        limits = [] if clock is None else [clock.seconds_left]
        if self.request.absent is not None and away is not None and not self.seats[seat].stand_in:
            limits.append(max(0.0, self.request.absent - away))
        return round(min(limits)) if limits else None


def _settings_of(request: TableRequest) -> messages.TableSettings:
    fields = messages.TableSettings.__struct_fields__
    return messages.TableSettings(**{field: getattr(request, field) for field in fields})


def entry_of(
    table: str,
    name: str,
    status: Status,
    seats: list[Seat],
    request: TableRequest,
    listed: bool,
    spectators: int,
    created: float,
) -> messages.TableEntry:
    """What the lobby shows of a table."""
    return messages.TableEntry(
        table,
        name,
        [messages.SeatEntry(seat.name, seat.kind, seat.kind != "open") for seat in seats],
        request.edition,
        request.target_vp,
        status != "open",
        status in ("over", "kept"),
        listed,
        spectators,
        created,
        request.factions if request.factions in ("random", "draft") else "chosen",
        hints=request.hints,
    )
