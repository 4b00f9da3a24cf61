"""Taking seats, changing the settings, and starting the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from basebash import BasebashError
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games import rules_version
from basebash.server.games.factions import may_repeat, pool_of
from basebash.server.games.positions import read_position
from basebash.server.games.seated_game import SeatedGame
from basebash.server.games.setup import make_setup
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.moderation import TableModeration
from basebash.server.host.storage import TableStore
from basebash.server.logs import log
from basebash.server.messages import TableRequest
from basebash.server.storage.errors import WriteConflict
from basebash.server.tables.audience import Audience
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.pack_trials import PackTrials
from basebash.server.tables.seats import BOT_NAMES, Seat, clean_text, collections_of, without_unfit_picks
from basebash.server.tokens import new_token, seat_key

_MAX_DEVICES = 8  # besides the first, from which one seat is played
_JUST_CHANGED = "The table has just changed. Try again."


class Seating:
    """Who sits where at one table. `make_seed` returns a game's seed, and the form in which it is stored."""

    __slots__ = ("_audience", "_core", "_make_seed", "_metrics", "_moderation", "_store", "_trials")

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        store: TableStore,
        metrics: TableMetrics,
        moderation: TableModeration,
        make_seed: Callable[[str], tuple[Any, Any]],
        trials: PackTrials,
    ) -> None:
        self._core = core
        self._audience = audience
        self._store = store
        self._metrics = metrics
        self._moderation = moderation
        self._make_seed = make_seed
        self._trials = trials

    async def join(self, name: str, device: str = "", collection: Sequence[str] = ()) -> messages.Joined:
        """Give somebody an open seat; the game starts if nothing else is missing.

        `device`: from which they join. `collection`: the sets that they have.
        """
        self._moderation.check_names(name)
        core = self._core
        async with core.lock:
            token = new_token()
            while True:
                free = [number for number, seat in enumerate(core.seats) if seat.kind == "open"]
                if not free or core.status != "open":
                    raise Refused("full", "No seat is open at this table. You can watch.")
                taken = msgspec.structs.replace(
                    core.seats[free[0]],
                    kind="person",
                    name=clean_text(name) or "Guest",
                    hash=seat_key(token, device),
                    collection=list(collection),
                )
                try:
                    if self._is_ready({free[0]: taken}):
                        await self._start({free[0]: taken})
                    else:
                        await self.save_seats({free[0]: taken})
                except WriteConflict:  # somebody has taken a seat at another process: look again
                    await core.catch_up()
                else:
                    break
            self._audience.show_state()
            return messages.Joined(core.id, free[0], token)

    async def add_device(self, seats: list[int], device: str) -> list[messages.SeatToken]:
        """Return tokens for a device of the person who has these seats."""
        core = self._core
        async with core.lock:
            while True:
                tokens = {seat: new_token() for seat in seats}
                changes = {seat: _with_device(core.seats[seat], token, device) for seat, token in tokens.items()}
                try:
                    await self.save_seats(changes)
                except WriteConflict:
                    await core.catch_up()
                else:
                    return [messages.SeatToken(seat, token) for seat, token in tokens.items()]

    async def start(self, client: Client) -> None:
        """Start at the creator's request; bots take the open seats."""
        core = self._core
        async with core.lock:
            self._check_creator(client, "Only the table's creator can start before every seat is taken.")
            names = [name for name in BOT_NAMES if name not in [seat.name for seat in core.seats]]
            try:
                await self._start(
                    {
                        number: msgspec.structs.replace(seat, kind="bot", name=names.pop(0))
                        for number, seat in enumerate(core.seats)
                        if seat.kind == "open"
                    }
                )
            except WriteConflict:
                await core.catch_up()
                raise Refused("busy", _JUST_CHANGED) from None
            except BasebashError as error:  # the collections have too little in common
                raise Refused("bad_request", str(error)) from None

    async def change_settings(self, client: Client, settings: messages.TableSettings) -> None:
        """Change what is going to be played, at the creator's request."""
        core = self._core
        async with core.lock:
            self._check_creator(client, "Only the table's creator can change the settings.")
            has_guests = any(seat.kind == "person" and not seat.is_creators for seat in core.seats)
            if settings.hints and not core.request.hints and has_guests:
                raise Refused("not_allowed", "The players here have agreed to a game without hints.")
            self._moderation.check_names(settings.name)
            fields = {**msgspec.structs.asdict(settings), "name": clean_text(settings.name) or core.name}
            request = TableRequest(seats=core.request.seats, **fields)
            try:
                seats = without_unfit_picks(request, core.seats)
                make_setup(request, [seat.name for seat in seats], 0, collections=collections_of(seats))
            except BasebashError as error:
                raise Refused("bad_request", str(error)) from None
            try:
                await self.save_seats(
                    dict(enumerate(seats)),
                    options=messages.encode(request).decode(),
                    name=request.name,
                    listed=request.listed,
                )
            except WriteConflict:
                await core.catch_up()
                raise Refused("busy", _JUST_CHANGED) from None
            core.request = request
            core.set_entry(request.name, listed=request.listed)
            self._audience.show_state()
        await self.start_if_full()

    def _check_creator(self, client: Client, message: str) -> None:
        if self._core.status != "open":
            raise Refused("already_started", "The game has started.")
        if client.seat is None or not self._core.seats[client.seat].is_creators:
            raise Refused("not_allowed", message)

    def _is_ready(self, changes: dict[int, Seat]) -> bool:
        """Whether the game can start by itself once these seats have changed.

        Every seat is taken, every person has picked where players choose, and there are factions for all.
        """
        request = self._core.request
        seats = [changes.get(number, seat) for number, seat in enumerate(self._core.seats)]
        if request.waits or any(seat.kind == "open" for seat in seats):
            return False
        if request.factions == "choose" and any(seat.kind == "person" and not seat.has_picked for seat in seats):
            return False
        needed = 2 if may_repeat(request) else 2 * len(seats)
        return not isinstance(request.factions, str) or len(pool_of(request, collections_of(seats))) >= needed

    async def start_if_full(self) -> None:
        """Start if nothing is missing."""
        core = self._core
        async with core.lock:
            if core.status == "open" and self._is_ready({}):
                try:
                    await self._start({})
                except WriteConflict:
                    await core.catch_up()

    async def _start(self, changes: dict[int, Seat]) -> None:
        """Start the game with the last seats taken; both are written together."""
        core = self._core
        seats = [changes.get(number, seat) for number, seat in enumerate(core.seats)]
        seed, stored_seed = self._make_seed(core.id)
        setup = make_setup(
            core.request,
            [seat.name for seat in seats],
            seed,
            picks=[seat.picks for seat in seats],
            collections=collections_of(seats),
            drawn=seed != stored_seed,
        )
        position = None if core.position is None else read_position(core.position)
        await self._trials.try_start(setup, position)
        stored = msgspec.json.encode({**setup.to_json(), "seed": stored_seed}).decode()
        rules = rules_version.digest(setup)
        await self.save_seats(changes, setup=stored, status="playing", rules=rules)
        core.status = "playing"
        core.rules = rules
        core.play = SeatedGame(setup, position)
        core.position = None
        self._metrics.games_started.inc()
        log.info("game started", table=core.id, seats=[seat.kind for seat in core.seats])
        await core.advance()

    async def save_seats(self, changes: dict[int, Seat], **more: Any) -> None:
        """Write who sits where; `WriteConflict` if another process has changed the row."""
        core = self._core
        seats = [changes.get(number, seat) for number, seat in enumerate(core.seats)]
        values = {"seats": msgspec.json.encode(seats).decode(), **more}
        await self._store.update(core.id, version=core.version, **values)
        core.version += 1
        core.seats = seats

    async def change_seat(self, number: int, seat: Seat) -> None:
        """Write one seat; `Refused` if another process has changed the row."""
        await self.change_seats({number: seat})

    async def change_seats(self, changes: dict[int, Seat]) -> None:
        """Write seats; `Refused` if another process has changed the row."""
        try:
            await self.save_seats(changes)
        except WriteConflict:
            await self._core.catch_up()
            raise Refused("busy", _JUST_CHANGED) from None


def _with_device(seat: Seat, token: str, device: str) -> Seat:
    return msgspec.structs.replace(seat, device_keys=[*seat.device_keys, seat_key(token, device)][-_MAX_DEVICES:])
