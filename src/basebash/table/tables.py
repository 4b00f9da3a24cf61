"""A table: who sits where, the game on it, and who looks on. All of it happens on the event loop.

Whatever changes a table holds its lock, writes to the store first, and then tells everyone.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from basebash import Answer, Game, Question, Setup, State
from basebash.table import messages, sight
from basebash.table.guard import Bucket
from basebash.table.messages import ErrorCode, Level, SeatKind, TableRequest
from basebash.table.metrics import log
from basebash.table.play import Given, Play, make_setup
from basebash.table.players import LONGEST_TURN, SEARCHING, end_of_circle
from basebash.table.store import Move, MoveTaken, NotWritten, Row, Status, Stored

if TYPE_CHECKING:
    from basebash.table.hall import Hall

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hera")
_RETRY = 5.0  # seconds until a bot tries again when the database failed
_REMEMBERED = 64  # so many moves back, an answer that comes a second time is recognised
_MOVES = 20_000  # after so many nothing is taken back any more; a long game has a tenth of it
_CHAT_SHOWN = 100  # so many lines are shown to who comes
_CHAT_KEPT = 5_000
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
    """A seat as it is stored. `home`: it was the creator's from the start, on the creator's device."""

    kind: SeatKind
    name: str
    level: Level = "normal"
    hash: str | None = None
    home: bool = False
    resigned: bool = False


class UndoRequest(Struct):
    """A seat wants so many answers left, and waits for the consent of others."""

    seat: int
    keep: int
    waiting: list[int]


def new_token() -> str:
    """A secret for a seat."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """What is stored of a token. Tokens are long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean(name: str) -> str:
    r"""A name or a chat line without what cannot be seen, and with single spaces.

    >>> clean(" Ada\n\u202e  B ")
    'Ada B'
    """
    return " ".join("".join(c if c.isprintable() or c == _JOINER else " " for c in name).split())


class Client:
    """A connection at a table. `seat` is whose token it showed; `wake` is set when there is something to send."""

    def __init__(self, seat: int | None, since: int | None) -> None:
        self.seat = seat
        self.wake = asyncio.Event()
        self.letters: deque[Struct] = deque()
        self.is_gone = False
        self.wants_state = False
        self.log_known = since or 0
        self.is_new = True
        self.breath = Bucket(0.5, 10)  # for talking

    def tell(self, letter: Struct) -> None:
        """Sends a message as soon as the connection takes it."""
        if len(self.letters) < 100:
            self.letters.append(letter)
            self.wake.set()

    def send_away(self) -> None:
        """Ends the connection, so that the client connects again."""
        self.is_gone = True
        self.wake.set()

    def show(self) -> None:
        """Sends the state as soon as the connection takes it; a state that was not sent yet is skipped."""
        self.wants_state = True
        self.wake.set()


class Table:
    """One table."""

    def __init__(self, hall: Hall, row: Row) -> None:
        self.hall = hall
        self.id = row.id
        self.name = row.name
        self.listed = row.listed
        self.status: Status = row.status
        self.request = msgspec.json.decode(row.options, type=TableRequest)
        self.seats = msgspec.json.decode(row.seats, type=list[Seat])
        self.rematch_id = row.rematch
        self.created = row.created
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.play: Play | None = None
        self.moves = 0  # how many are written down
        self.idle_since = time.monotonic()
        self._last: deque[Move] = deque(maxlen=_REMEMBERED)
        self._undo: UndoRequest | None = None
        self._preview: messages.Preview | None = None
        self._preview_work: asyncio.Task[None] | None = None
        self._preview_for: set[Client] = set()
        self._said: deque[messages.ChatLine] = deque(maxlen=_CHAT_SHOWN)
        self._was_undone = False
        self._views: dict[int | None, msgspec.Raw] = {}
        self._asked_at = 0.0
        self._least = 0.0  # how long an answer takes at least where haste could tell
        self._bot: asyncio.Task[None] | None = None
        self._bot_answers: Counter[tuple[int, int]] = Counter()  # by turn and seat
        self._timer: asyncio.TimerHandle | None = None
        self._touched_at = time.monotonic()

    # ------------------------------------------------------------------------------------------- coming and going
    def seat_of(self, token: str | None) -> int | None:
        """The seat that a token belongs to; None without a token."""
        if token is None:
            return None
        hashed = hash_token(token)
        for number, seat in enumerate(self.seats):
            if seat.hash is not None and hmac.compare_digest(seat.hash, hashed):
                return number
        raise Refused("bad_token", "This token belongs to no seat at this table. Watch without one, or join.")

    def enter(self, token: str | None, since: int | None) -> Client:
        """Somebody comes to the table, to a seat or to watch."""
        seat = self.seat_of(token)
        if seat is None and self.spectators >= self.hall.settings.watchers_per_table:
            raise Refused("too_many", "There are too many spectators. Come back later.")
        client = Client(seat, None if self._was_undone else since)
        self.clients.add(client)
        self._tell_everyone()
        return client

    def leave(self, client: Client) -> None:
        """The connection is gone."""
        self.clients.discard(client)
        self.idle_since = time.monotonic()
        self._tell_everyone()

    @property
    def spectators(self) -> int:
        """How many watch."""
        return sum(client.seat is None for client in self.clients)

    @property
    def is_idle(self) -> bool:
        """Whether it can leave the memory: nobody is here and nothing is under way."""
        return not (self.clients or self.lock.locked() or self._bot or self._timer)

    def close(self) -> None:
        """Ends what is under way."""
        if self._timer is not None:
            self._timer.cancel()
        for task in (self._bot, self._preview_work):
            if task is not None:
                task.cancel()

    def viewer(self, seat: int | None) -> int | None:
        """Through whose eyes somebody sees. Who resigned sees what spectators see."""
        return None if seat is None or self.seats[seat].resigned else seat

    async def join(self, name: str) -> messages.Joined:
        """Somebody takes an open seat."""
        async with self.lock:
            free = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
            if not free or self.status != "open":
                raise Refused("full", "No seat is open at this table. You can watch.")
            token = new_token()
            seat = self.seats[free[0]]
            taken = msgspec.structs.replace(seat, kind="person", name=clean(name) or "Guest", hash=hash_token(token))
            if len(free) == 1:
                await self._start({free[0]: taken})
            else:
                await self._save_seats({free[0]: taken})
            self._tell_everyone()
            return messages.Joined(self.id, free[0], token)

    async def start(self, client: Client) -> None:
        """The creator starts; bots take the open seats."""
        async with self.lock:
            if self.status != "open":
                raise Refused("already_started", "The game has started.")
            if client.seat is None or not self.seats[client.seat].home:
                raise Refused("not_allowed", "Only who made the table can start before all seats are taken.")
            names = [name for name in BOT_NAMES if name not in [seat.name for seat in self.seats]]
            await self._start(
                {
                    number: msgspec.structs.replace(seat, kind="bot", name=names.pop(0))
                    for number, seat in enumerate(self.seats)
                    if seat.kind == "open"
                }
            )

    async def start_if_full(self) -> None:
        """Starts if no seat is open."""
        async with self.lock:
            if self.status == "open" and all(seat.kind != "open" for seat in self.seats):
                await self._start({})

    async def _save_seats(self, changes: dict[int, Seat], **more: Any) -> None:
        seats = [changes.get(number, seat) for number, seat in enumerate(self.seats)]
        await self.hall.store.update(self.id, seats=msgspec.json.encode(seats).decode(), **more)
        self.seats = seats

    async def _start(self, changes: dict[int, Seat]) -> None:
        """The game starts, with the last seats taken; both are written down together."""
        names = [changes.get(number, seat).name for number, seat in enumerate(self.seats)]
        setup = make_setup(self.request, names, self.hall.make_seed())
        await self._save_seats(changes, setup=msgspec.json.encode(setup.to_json()).decode(), status="playing")
        self.status = "playing"
        self.play = Play(setup)
        self.hall.metrics.counts["games_started"] += 1
        log.info("game started", extra={"data": {"table": self.id, "seats": [seat.kind for seat in self.seats]}})
        await self._changed()

    # ------------------------------------------------------------------------------------------- restoring
    async def restore(self, stored: Stored) -> None:
        """Goes on where the store says it was."""
        row, moves = stored.row, stored.moves
        self._said.extend(stored.said)
        if row.setup is None:
            return
        given: list[Given] = []
        for move in moves:
            if move.kind == "answer":
                given.append((move.seat, move.picks))
            else:
                self._was_undone = True
                del given[move.picks[0] :]
        setup = Setup.from_json(msgspec.json.decode(row.setup))
        play, fault = await asyncio.to_thread(Play.replayed, setup, given)
        self.play = play
        self.moves = len(moves)
        self._last.extend(moves[-_REMEMBERED:])
        if fault is not None:
            log.error("answers no longer fit", extra={"data": {"table": self.id, "fault": repr(fault)}})
            await self._write("undo", -1, (len(play.seats),))
        if self.status == "playing":
            await self._changed()

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
            if sight.is_paced(question) and not (picks and question.can_decline):
                await self._pause(self._least)  # a player who plays something has told that it can be played
            await self._give(seat, picks)

    def _active_seat(self, client: Client) -> int:
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can do that.")
        if self.seats[client.seat].resigned:
            raise Refused("not_your_seat", "You have resigned; a bot plays for you.")
        return client.seat

    def _is_known(self, number: int, seat: int, picks: Answer) -> bool:
        wanted = Move(number, "answer", seat, picks)
        return any(move == wanted for move in self._last)

    async def _give(self, seat: int, picks: Answer) -> None:
        """Writes an answer down, gives it, and tells everyone."""
        assert self.play is not None
        await self._write("answer", seat, picks)
        try:
            self.play.give(seat, picks)
        except Exception as error:
            # A fault of a card must not cost people their game: the answer is taken back.
            log.exception("the engine failed", extra={"data": {"table": self.id, "move": self.moves}})
            self.hall.metrics.counts["engine_faults"] += 1
            try:
                await self._take_back(-1, len(self.play.seats))
            except Refused:
                self.hall.forget(self)  # the store knows better where it stands
                raise
            raise Refused("illegal", "This choice ran into a fault of the program. Please report it.") from error
        if self._undo is not None and self._undo.seat == seat:
            self._undo = None
        self.hall.metrics.counts["answers"] += 1
        await self._changed()

    async def _write(self, kind: str, seat: int, picks: Answer) -> None:
        move = Move(self.moves, "undo" if kind == "undo" else "answer", seat, picks)
        try:
            await self.hall.store.append(self.id, move)
        except MoveTaken:
            # Another server writes at this table: what it wrote counts.
            self.hall.forget(self)
            raise Refused("stale", "The table has moved on elsewhere; connect again.") from None
        except NotWritten:
            raise Refused("busy", "The answer could not be written down and does not count. Try again.") from None
        self.moves += 1
        self._last.append(move)

    async def _changed(self) -> None:
        """The game has moved on: whose turn is it now?"""
        assert self.play is not None
        self.close()
        self._bot = self._timer = self._preview = self._preview_work = None
        self._preview_for.clear()
        self._views.clear()
        self._asked_at = time.monotonic()
        game = self.play.game
        settings = self.hall.settings
        self._least = settings.window_pause * _CHANCE.uniform(1, 2)
        if game.is_over:
            if self.status != "over":
                self.status = "over"
                await self._note(status="over")
                self.hall.metrics.counts["games_over"] += 1
                log.info("game over", extra={"data": {"table": self.id, "answers": self.moves}})
        else:
            seat = self.seats[game.question.player]
            if seat.kind == "bot":
                self._bot = self.hall.spawn(self._play_bot(seat.level, self.moves))
            elif self.request.clock is not None:
                run_out = self._run_out
                moves = self.moves
                self._timer = asyncio.get_running_loop().call_later(
                    self.request.clock, lambda: self.hall.spawn(run_out(moves))
                )
        if self._asked_at - self._touched_at > settings.idle_seconds:
            self._touched_at = self._asked_at
            await self._note()
        self._tell_everyone()

    async def _note(self, **values: Any) -> None:
        """Writes down what also follows from the answers: should that fail, nothing is lost."""
        try:
            await self.hall.store.update(self.id, **values)
        except NotWritten:
            log.warning("not noted", extra={"data": {"table": self.id}})

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
        self._bot_answers[game.state.turn, game.question.player] += 1
        if self._bot_answers[game.state.turn, game.question.player] > LONGEST_TURN:
            picks = end_of_circle(game.question)
        else:
            picks = await self.hall.players.choose(game.clone(), level, is_watched=bool(self.clients))
        pause = settings.hard_pause if level in SEARCHING else settings.bot_pause
        await self._pause(max(pause, self._least) if sight.is_paced(game.question) else pause)
        async with self.lock:
            if self.moves == moves and self.play.game is game and not game.is_over:
                self._bot = None  # it is not cancelled by the change it makes
                await self._give_or_decline(game.question, picks)

    async def _give_or_decline(self, question: Question, picks: Answer) -> None:
        """Gives a bot's answer; should the engine fail on it, some other answer, so that the game goes on."""
        chance = State(2, secrets.randbits(62))
        for _ in range(20):
            try:
                await self._give(question.player, picks)
            except Refused as refused:
                if refused.code == "busy":
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

    async def _run_out(self, moves: int) -> None:
        """The clock has run out: a bot answers for the person, once."""
        assert self.play is not None
        game = self.play.game
        if self.moves != moves or game.is_over:
            return
        picks = await self.hall.players.choose(game.clone(), "easy")
        async with self.lock:
            if self.moves == moves and self.play.game is game:
                self._timer = None
                await self._give_or_decline(game.question, picks)

    # ------------------------------------------------------------------------------------------- undo
    async def undo(self, client: Client) -> None:
        """A person wants their last answer back."""
        async with self.lock:
            game = self.game()
            assert self.play is not None
            seat = self._active_seat(client)
            if game.is_over:
                raise Refused("over", "The game is over; nothing can be taken back.")
            keep = self.play.undo_point(seat)
            if keep is None:
                raise Refused("nothing_to_undo", "You have given no answer yet.")
            if self.moves >= _MOVES:
                raise Refused("too_many", "There have been too many moves at this table; play on.")
            waiting = [] if self.play.is_undo_free(seat) else self._consenters(seat)
            if waiting:
                self._undo = UndoRequest(seat, keep, waiting)
                self._tell_everyone()
            else:
                await self._take_back(seat, keep)

    def _consenters(self, seat: int) -> list[int]:
        """Whose consent an undo needs. Bots consent, and so does who shares the device."""
        return [
            number
            for number, other in enumerate(self.seats)
            if number != seat and other.kind == "person" and not (other.home and self.seats[seat].home)
        ]

    async def consent(self, client: Client, yes: bool) -> None:
        """A person agrees to an undo, or does not."""
        async with self.lock:
            seat = self._active_seat(client)
            if self._undo is None or seat not in self._undo.waiting:
                raise Refused("no_undo_asked", "Nobody waits for your consent.")
            if not yes:
                self._undo = None
                self._tell_everyone()
                return
            self._undo.waiting.remove(seat)
            await self._undo_if_agreed()

    async def _undo_if_agreed(self) -> None:
        if self._undo is not None and not self._undo.waiting:
            await self._take_back(self._undo.seat, self._undo.keep)
        else:
            self._tell_everyone()

    async def _take_back(self, seat: int, keep: int) -> None:
        assert self.play is not None
        given = self.play.given[:keep]
        play, _ = await asyncio.to_thread(Play.replayed, self.play.game.setup, given)
        await self._write("undo", seat, (keep,))
        self.play = play
        known = len(play.game.entries)
        for client in self.clients:
            client.log_known = min(client.log_known, known)
        self._undo = None
        self._was_undone = True
        self.hall.metrics.counts["undos"] += 1
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
                await self._save_seats({seat: Seat("open", "")})
                for other in self.clients:
                    other.seat = None if other.seat == seat else other.seat
                self._tell_everyone()
                return
            await self._save_seats({seat: msgspec.structs.replace(now, kind="bot", resigned=True)})
            log.info("resigned", extra={"data": {"table": self.id, "seat": seat}})
            if self._undo is not None:
                self._undo.waiting = [other for other in self._undo.waiting if other != seat]
                if self._undo.seat == seat:
                    self._undo = None
                elif not self._undo.waiting:
                    await self._undo_if_agreed()
                    return
            if self.game().question.player == seat:
                await self._changed()
            else:
                self._tell_everyone()

    async def rematch(self, client: Client) -> None:
        """The same players again at a new table, where the same tokens count."""
        async with self.lock:
            if client.seat is None:
                raise Refused("not_your_seat", "You are watching; only players can do that.")
            if self.status != "over":
                raise Refused("not_over", "The game is not over yet.")
            if self.rematch_id is None:
                seats = [
                    msgspec.structs.replace(seat, kind="person", resigned=False) if seat.resigned else seat
                    for seat in self.seats
                ]
                table = await self.hall.add(self.request, seats, self.name, listed=self.listed)
                await self.hall.store.update(self.id, rematch=table.id)
                self.rematch_id = table.id
            self._tell_everyone()

    # ------------------------------------------------------------------------------------------- telling
    async def chat(self, client: Client, text: str) -> None:
        """A word from a player to everyone; it is kept for who comes later."""
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can talk at the table.")
        if not client.breath.take():
            raise Refused("too_fast", "You talk very much; wait a moment.")
        number = self._said[-1].number + 1 if self._said else 0
        if number >= _CHAT_KEPT:
            raise Refused("too_many", "Enough has been said at this table.")
        line = messages.ChatLine(number, client.seat, self.seats[client.seat].name, clean(text), time.time())
        self._said.append(line)
        try:
            await self.hall.store.say(self.id, line)
        except (MoveTaken, NotWritten):
            self._said.remove(line)
            raise Refused("busy", "This could not be written down. Say it again.") from None
        for other in self.clients:
            other.tell(line)

    def explain(self, client: Client, message: messages.Explain) -> None:
        """Why a number is what it is."""
        explanation = sight.explain(self.game(), message)
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
        options = await self.hall.players.preview(game, seat)
        if number == self.moves:
            self._preview = messages.Preview(number, options)
            for client in self._preview_for:
                client.tell(self._preview)

    def _tell_everyone(self) -> None:
        for client in self.clients:
            client.show()

    def state_for(self, client: Client) -> bytes:
        """The state as one client may see it, encoded."""
        viewer = self.viewer(client.seat)
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
                events = [sight.event(line, entry) for line, entry in zip(told, entries[known:], strict=True)]
            client.log_known = len(entries)
        data = self._frame(client.seat, viewer)
        data["chat"] = list(self._said) if client.is_new else []
        client.is_new = False
        data["view"] = self._view(viewer)
        data["log"] = lines
        data["log_from"] = known
        data["events"] = events
        return messages.encode(data)

    def _view(self, viewer: int | None) -> msgspec.Raw | None:
        if self.play is None:
            return None
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = msgspec.Raw(messages.encode(sight.view(self.play.game, viewer)))
        return found

    def _frame(self, seat: int | None, viewer: int | None) -> dict[str, Any]:
        """The state but for the view and the log."""
        present = {client.seat for client in self.clients}
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
            "undo": {
                "free": viewer is not None and self.play is not None and self.play.is_undo_free(viewer),
                "asked_by": None if undo is None else undo.seat,
                "waiting_for": [] if undo is None else undo.waiting,
            },
            "seats": [
                messages.SeatView(
                    seat.name if game is None else game.setup.names[number],
                    seat.kind,
                    seat.level if seat.kind == "bot" else None,
                    number in present,
                    seat.resigned,
                    [] if game is None else game.state.factions[number],
                )
                for number, seat in enumerate(self.seats)
            ],
            "spectators": self.spectators,
            "over": self.over(),
            "clock": self._clock(),
        }

    def frame_of_replay(self) -> dict[str, Any]:
        """The state of a finished game but for the view and the log, as somebody who only looks on sees it."""
        return {**self._frame(None, None), "clock": None, "chat": []}

    def over(self) -> messages.OverView | None:
        """How it ended, if it did."""
        if self.play is None or not self.play.game.is_over:
            return None
        game = self.play.game
        winner = game.winner
        assert winner is not None
        return messages.OverView(winner, game.standings, f"/api/tables/{self.id}/replay", self.rematch_id)

    def _clock(self) -> messages.ClockView | None:
        clock = self.request.clock
        if clock is None or self.play is None or self.play.game.is_over or self._timer is None:
            return None
        left = max(0.0, self._asked_at + clock - time.monotonic())
        return messages.ClockView(self.play.game.question.player, round(left, 1))

    def entry(self) -> messages.TableEntry:
        """What the lobby shows."""
        return entry_of(
            self.id, self.name, self.status, self.seats, self.request, self.listed, self.spectators, self.created
        )


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
        status == "over",
        listed,
        spectators,
        created,
        request.factions if request.factions in ("random", "draft") else "chosen",
    )
