"""The HTTP part: tables, cards, replays, and the pages of the browser client."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
from collections.abc import Awaitable, Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from basebash import CARDS, FACTIONS, Printed, __version__
from basebash.engine import Base
from basebash.engine.data.terms import (
    EDITIONS,
    HAND,
    KIND_NAMES,
    MINION,
    NO_WINDOW,
    ON_BASE,
    ON_MINION,
    ON_YOUR_MINION,
)
from basebash.server import messages
from basebash.server.http.middleware.security import Doors, Rates, client_of, is_origin_welcome
from basebash.server.messages import ErrorCode, PuzzleEntry, PuzzleList, Refusal
from basebash.server.people.people import Owner
from basebash.server.puzzles.puzzles import Puzzle, puzzles, try_it
from basebash.server.review.play_on import play_on
from basebash.server.review.replays import Replays
from basebash.server.storage.store import NotWritten
from basebash.server.tables.registry import Hall
from basebash.server.tables.table import Refused, clean, refused_of

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

STATIC = Path(__file__).parents[1] / "static"
# What the addresses of the browser client begin with.
_PAGES = {"", "t", "me", "p", "replay", "story", "puzzles", "cards", "rules", "learn", "about"}
_PACKED = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Files that are sent in fewer bytes, and what they are."""
_PLAYED_ON = {ON_BASE: "base", ON_MINION: "minion", ON_YOUR_MINION: "your minion"}
_STATUS: dict[ErrorCode, int] = {
    "no_table": 404,
    "damaged": 410,
    "halted": 409,
    "not_found": 404,
    "bad_token": 401,
    "not_allowed": 403,
    "too_many": 429,
    "too_fast": 429,
    "too_big": 413,
    "busy": 503,
    "full": 409,
    "not_over": 409,
    "not_started": 409,
}
_TROUBLES = {
    "away": "The database does not answer.",
    "full": "The database answers, but nothing can be written: the disk is full. Games can be looked at only.",
}
_NO_CLIENT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Basebash</title><h1>Basebash</h1>"
    "<p>The server runs, but the browser client has not been built. Run <code>make web</code> and reload.</p>"
)


class Api:
    """The handlers."""

    def __init__(self, hall: Hall, doors: Doors, static: Path) -> None:
        self._hall = hall
        self._doors = doors
        self._static = static
        self._replays = Replays()
        self._coach = hall.coach
        self._rates = Rates()
        self._rates.allow("requests", hall.settings.requests_per_second, hall.settings.requests_at_once)
        most = hall.settings.people_per_client_an_hour
        for what in ("codes", "people"):
            self._rates.allow(what, most / 3600, most)
        self._lobby: tuple[float, bytes] = (-1.0, b"")

    def routes(self) -> list[Route]:
        """All routes, the pages last."""
        return [
            self._route("/api/catalogue", self.catalogue),
            self._route("/api/tables", self.tables),
            self._route("/api/tables", self.create, "POST"),
            self._route("/api/tables/{table}", self.table),
            self._route("/api/tables/{table}/join", self.join, "POST"),
            self._route("/api/tables/{table}/replay", self.replay, cost=self._hall.settings.replay_cost),
            self._route("/api/tables/{table}/save", self.save, cost=self._hall.settings.save_cost),
            self._route("/api/tables/{table}/story", self.story, cost=self._hall.settings.save_cost),
            self._route("/api/tables/{table}/analysis", self.analysis),
            self._route("/api/tables/{table}/analysis", self.analyse, "POST", cost=self._hall.settings.save_cost),
            self._route("/api/tables/{table}/analysis", self.stop_analysis, "DELETE"),
            self._route("/api/tables/{table}/advice", self.advice, cost=self._hall.settings.save_cost),
            self._route("/api/tables/{table}/play-on", self.play_on, "POST", cost=self._hall.settings.save_cost),
            self._route("/api/me", self.meet, "POST"),
            self._route("/api/me", self.me),
            self._route("/api/me", self.change_me, "PUT"),
            self._route("/api/me", self.delete_me, "DELETE"),
            self._route("/api/me/games", self.my_games),
            self._route("/api/me/code", self.code, "POST"),
            self._route("/api/me/device", self.device, "POST"),
            self._route("/api/me/seats/{table}", self.my_seats, "POST"),
            self._route("/api/people/{person}", self.person),
            self._route("/api/puzzles", self.puzzles),
            self._route("/api/puzzles/{puzzle}", self.try_puzzle, "POST", cost=self._hall.settings.replay_cost),
            self._route("/api/puzzles/{puzzle}/help", self.puzzle_help),
            self._route("/healthz", self.health),
            self._route("/metrics", self.metrics),
            self._route("/openapi.json", self.openapi),
            self._route("/{path:path}", self.page),
        ]

    def _route(self, path: str, handler: Handler, method: str = "GET", cost: int = 1) -> Route:
        async def endpoint(request: Request) -> Response:
            try:
                await self._check(request, path, method, cost)
                return await handler(request)
            except (Refused, NotWritten) as error:
                refused = refused_of(error)
                self._hall.metrics.refuse(refused.code)
                return _json(Refusal(refused.code, refused.message), _STATUS.get(refused.code, 400))
            except ClientDisconnect:
                return Response(status_code=400)

        return Route(path, endpoint, methods=[method])

    async def _check(self, request: Request, path: str, method: str, cost: int) -> None:
        if method != "GET" and not is_origin_welcome(request.headers, self._hall.settings):
            raise Refused("not_allowed", "Another site's page may not do this.")
        if path.startswith("/api/") and not await self._rates.take("requests", _address(request), cost):
            raise Refused("too_fast", "Too many requests; wait a moment.")

    # ------------------------------------------------------------------------------------------- tables
    async def create(self, request: Request) -> Response:
        body = await self._body(request, messages.TableRequest)
        owner = await self._hall.people.owner(_token(request))
        return _json(await self._hall.create(body, _address(request), owner), 201)

    async def tables(self, _: Request) -> Response:
        now = asyncio.get_running_loop().time()
        if now - self._lobby[0] > 1.0:
            self._lobby = (now, messages.encode(await self._hall.lobby()))
        return _json_bytes(self._lobby[1])

    async def table(self, request: Request) -> Response:
        return _json((await self._hall.get(_table_id(request))).entry())

    async def join(self, request: Request) -> Response:
        body = await self._body(request, messages.JoinRequest)
        owner = await self._hall.people.owner(_token(request))
        joined = await (await self._hall.get(_table_id(request))).join(body.name)
        if owner is not None:
            await self._hall.people.sit(owner, joined.table, joined.seat)
        return _json(joined)

    async def replay(self, request: Request) -> Response:
        table = await self._hall.get(_table_id(request))
        step = request.query_params.get("step")
        if step is not None and not (step.isdecimal() and len(step) < 7):
            raise Refused("bad_request", "Say step=0 or more.")
        eyes = request.query_params.get("as")
        wanted = None if step is None else int(step)
        return _json_bytes(await self._replays.at(table, wanted, eyes, _token(request), _address(request)))

    async def save(self, request: Request) -> Response:
        table = await self._hall.get(_table_id(request))
        text = await self._replays.save(table, _token(request), _address(request))
        name = f'attachment; filename="basebash-{table.id}.json"'
        return Response(
            text, media_type="application/json", headers={"Content-Disposition": name, "Cache-Control": "no-store"}
        )

    async def story(self, request: Request) -> Response:
        table = await self._hall.get(_table_id(request))
        return _json_bytes(await self._replays.story(table, _address(request)))

    async def analysis(self, request: Request) -> Response:
        return _json(await self._coach.get(await self._hall.get(_table_id(request)), _token(request)))

    async def analyse(self, request: Request) -> Response:
        table = await self._hall.get(_table_id(request))
        return _json(await self._coach.start(table, _token(request), _address(request)))

    async def stop_analysis(self, request: Request) -> Response:
        table = await self._hall.get(_table_id(request))
        return _json(await self._coach.stop(table, _token(request), _address(request)))

    async def advice(self, request: Request) -> Response:
        table = await self._hall.get(_table_id(request))
        step = request.query_params.get("step", "")
        if not (step.isdecimal() and len(step) < 7):
            raise Refused("bad_request", "Say step=0 or more.")
        return _json_bytes(await self._coach.moment(table, _token(request), int(step), _address(request)))

    async def play_on(self, request: Request) -> Response:
        body = await self._body(request, messages.PlayOn)
        owner = await self._hall.people.owner(_token(request))
        table = await self._hall.get(_table_id(request))
        return _json(await play_on(table, body, _address(request), owner), 201)

    async def puzzles(self, _: Request) -> Response:
        shares = await self._shares()
        return _json(PuzzleList([replace(entry, share=shares.get(entry.id)) for entry in _puzzle_entries()]))

    async def try_puzzle(self, request: Request) -> Response:
        puzzle = _puzzle(request)
        body = await self._body(request, messages.PuzzleRequest)
        found = await self._hall.players.readers.do(
            try_it, lambda: messages.encode(body.answers).decode(), puzzle.id, owner=_address(request)
        )
        if not found:
            raise Refused("illegal", "One of these answers is none in this puzzle. Start over.")
        told = msgspec.json.decode(found, type=dict[str, msgspec.Raw])
        result = msgspec.json.decode(told["result"])
        if result is None:
            return _json_bytes(found)
        with contextlib.suppress(NotWritten):  # a puzzle needs no database
            owner = await self._hall.people.owner(_token(request))
            if owner is not None:
                await self._hall.tries.note(owner, puzzle.id, solved=result == "solved" and not body.helped)
        return _json({**told, "share": (await self._shares()).get(puzzle.id)})

    async def _shares(self) -> dict[str, int]:
        with contextlib.suppress(NotWritten):
            return await self._hall.tries.shares()
        return {}

    async def puzzle_help(self, request: Request) -> Response:
        puzzle = _puzzle(request)
        return _json(messages.PuzzleHelp(puzzle.hint, puzzle.line))

    # ------------------------------------------------------------------------------------------- people
    async def _owner(self, request: Request) -> Owner:
        owner = await self._hall.people.owner(_token(request))
        if owner is None:
            raise Refused("bad_token", "Nobody is known on this device. Begin anew, or type a code of another device.")
        return owner

    async def meet(self, request: Request) -> Response:
        body = await self._body(request, messages.PersonRequest)
        if not await self._rates.take("people", _address(request)):
            raise Refused("too_many", "Many people began here within an hour. Try again later.")
        return _json(await self._hall.people.create(clean(body.name) or "Player"), 201)

    async def me(self, request: Request) -> Response:
        owner = await self._owner(request)
        people = self._hall.people
        page = await people.page(owner)
        tables = []
        for table, seat in await people.open_tables(owner):
            with contextlib.suppress(Refused):  # damaged, or just removed
                tables.append(messages.MyTable(seat, (await self._hall.get(table)).entry()))
        games = await people.games(owner)
        return _json(
            messages.Me(
                page.id, page.name, page.played, page.ratings, page.factions, owner.public, owner.created, tables, games
            )
        )

    async def change_me(self, request: Request) -> Response:
        owner = await self._owner(request)
        body = await self._body(request, messages.PersonRequest)
        await self._hall.people.change(owner, clean(body.name) or owner.name, public=body.public)
        return _json({})

    async def delete_me(self, request: Request) -> Response:
        owner = await self._owner(request)
        body = await self._body(request, messages.Goodbye)
        if body.name.strip() != owner.name:
            raise Refused("bad_request", "Type the name as it stands on your page.")
        await self._hall.delete_person(owner)
        return _json({})

    async def my_games(self, request: Request) -> Response:
        owner = await self._owner(request)
        skip = request.query_params.get("skip", "0")
        if not (skip.isdecimal() and len(skip) < 7):
            raise Refused("bad_request", "Say skip=0 or more.")
        return _json(messages.Games(await self._hall.people.games(owner, int(skip))))

    async def code(self, request: Request) -> Response:
        return _json(await self._hall.people.make_code(await self._owner(request)))

    async def device(self, request: Request) -> Response:
        body = await self._body(request, messages.DeviceRequest)
        if not await self._rates.take("codes", _address(request)):
            raise Refused("too_many", "Too many codes were tried. Try again later.")
        device = await self._hall.people.use_code(body.code)
        if device is None:
            raise Refused("not_found", "This code is not good, or not any more. Make a new one on the other device.")
        return _json(device)

    async def my_seats(self, request: Request) -> Response:
        owner = await self._owner(request)
        table = await self._hall.get(_table_id(request))
        seats = await self._hall.people.seats_of(owner, table.id)
        if not seats:
            raise Refused("not_your_seat", "You have no seat at this table.")
        return _json(messages.MySeats(table.id, table.name, await table.add_device(seats)))

    async def person(self, request: Request) -> Response:
        owner = await self._hall.people.public(str(request.path_params["person"])[:16])
        if owner is None:
            raise Refused("not_found", "There is no such page, or its owner does not show it.")
        return _json(await self._hall.people.page(owner))

    async def _body(self, request: Request, kind: type[T]) -> T:
        try:
            raw = await asyncio.wait_for(self._read(request), self._hall.settings.hello_seconds)
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused("bad_request", f"The request cannot be read: {error}.") from None
        except TimeoutError:
            raise Refused("bad_request", "The request came too slowly.") from None

    async def _read(self, request: Request) -> bytes:
        raw = b""
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > self._hall.settings.message_bytes:
                raise Refused("too_big", "The request is too big.")
        return raw

    # ------------------------------------------------------------------------------------------- the rest
    async def catalogue(self, request: Request) -> Response:
        body = catalogue_json()
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304)
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if _takes_gzip(request):
            return _json_bytes(_packed_catalogue(), headers={**headers, "Content-Encoding": "gzip"})
        return _json_bytes(body, headers=headers)

    async def health(self, _: Request) -> Response:
        trouble = await self._hall.store.check()
        if trouble:
            return _json({"status": trouble, "code": "busy", "message": _TROUBLES[trouble]}, 503)
        return _json({"status": "ok", "version": __version__})

    async def metrics(self, _: Request) -> Response:
        self.look()
        return PlainTextResponse(await asyncio.to_thread(self._hall.metrics.render))

    def look(self) -> None:
        """Notes how things are now."""
        hall = self._hall
        hall.metrics.look(tables=len(hall.tables), connections=self._doors.count, bots_waiting=hall.players.waiting)

    async def keep_looking(self) -> None:
        """Notes it every few seconds: other processes of this machine tell it too."""
        while True:
            self.look()
            await asyncio.sleep(2)

    async def openapi(self, _: Request) -> Response:
        return _json(describe())

    async def page(self, request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith("api/"):
            raise Refused("not_found", "There is nothing here; /openapi.json says what there is.")
        file = self._file(path)
        if file is not None:
            immutable = path.startswith("assets/")
            cached = "public, max-age=31536000, immutable" if immutable else "no-cache"
            headers = {"Cache-Control": cached, "Vary": "Accept-Encoding"}
            if file.suffix in _PACKED and _takes_gzip(request):
                kind = _PACKED[file.suffix]
                body = await asyncio.to_thread(_pack, file, file.stat().st_mtime_ns)
                return Response(body, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
            return FileResponse(file, headers=headers, media_type=_PACKED.get(file.suffix))
        index = self._static / "index.html"
        if not index.is_file():
            return HTMLResponse(_NO_CLIENT)
        status = 200 if path.split("/")[0] in _PAGES else 404
        return FileResponse(index, status, headers={"Cache-Control": "no-cache"})

    def _file(self, path: str) -> Path | None:
        """A file of the browser client, and nothing outside its folder."""
        root = self._static.resolve()
        try:
            file = (root / path).resolve()
            return file if path and file.is_relative_to(root) and file.is_file() else None
        except (OSError, ValueError):
            return None


def _takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


@lru_cache(maxsize=200)
def _pack(file: Path, _: int) -> bytes:
    """A file in fewer bytes; packed once, until it changes."""
    return gzip.compress(file.read_bytes(), 6, mtime=0)


@cache
def _packed_catalogue() -> bytes:
    return gzip.compress(catalogue_json(), 6, mtime=0)


def _address(request: Request) -> str:
    return client_of(request.client.host if request.client else "")


def _token(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def _table_id(request: Request) -> str:
    return str(request.path_params["table"])[:40]


def _puzzle(request: Request) -> Puzzle:
    found = puzzles().get(request.path_params["puzzle"])
    if found is None:
        raise Refused("not_found", "There is no such puzzle.")
    return found


@cache
def _puzzle_entries() -> list[PuzzleEntry]:
    return [puzzle.entry() for puzzle in puzzles().values()]


def _json(data: Any, status: int = 200) -> Response:
    return _json_bytes(messages.encode(data), status)


def _json_bytes(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(body, status, headers or {"Cache-Control": "no-store"}, "application/json")


# ----------------------------------------------------------------------------------------------- card data
@cache
def catalogue_json() -> bytes:
    """All factions and cards."""
    keys = _catalogue_keys()
    return messages.encode(
        messages.Catalogue(
            version=__version__,
            factions=[
                messages.FactionEntry(
                    faction.name,
                    faction.set_name,
                    faction.intro,
                    faction.words,
                    [keys[card.key] for card in faction.cards],
                    [keys[base.key] for base in faction.bases],
                    [keys[titan.key] for titan in faction.titans],
                )
                for faction in FACTIONS.values()
            ],
            cards={keys[card.key]: _card(card, keys[card.key]) for card in CARDS},
            sets=list(dict.fromkeys(faction.set_name for faction in FACTIONS.values())),
            editions=list(EDITIONS),
            levels=list(messages.LEVELS),
        )
    )


def _catalogue_keys() -> dict[str, str]:
    """How each printed card, by its key, is looked up: by its name, which reprints and some bases have to share."""
    found: dict[str, str] = {}
    for card in sorted(CARDS, key=lambda card: isinstance(card, Base)):
        key = card.name
        if key in found.values():
            key = f"{card.name} ({'base' if isinstance(card, Base) else card.faction.name})"
        found[card.key] = key
    return found


def _card(card: Printed, key: str) -> messages.CardEntry:
    base = card if isinstance(card, Base) else None
    kind: Any = KIND_NAMES[card.kind]
    played_on: Any = _PLAYED_ON.get(card.plays_on, "") if card.kind != MINION and base is None else ""
    return messages.CardEntry(
        key=key,
        name=card.name,
        kind=kind,
        power=card.power,
        copies=card.copies,
        text=card.text,
        rulings=list(card.rulings),
        faction=card.faction.name,
        set=card.faction.set_name,
        plays_on=played_on,
        breakpoint=0 if base is None else base.breakpoint,
        vp=[] if base is None else list(base.vp),
        talent="talent" in card.hooks,
        special=card.window != NO_WINDOW or HAND in sum(card.afar.values(), ()) or "Special:" in card.text,
        ongoing=bool(played_on) or "Ongoing:" in card.text,
    )


# ----------------------------------------------------------------------------------------------- OpenAPI
def describe() -> dict[str, Any]:
    """The HTTP part in OpenAPI's words."""
    bodies = (
        messages.TableRequest,
        messages.Created,
        messages.TableList,
        messages.TableEntry,
        messages.JoinRequest,
        messages.Joined,
        messages.Catalogue,
        messages.Replay,
        messages.Story,
        messages.Analysis,
        messages.AnalysisMoment,
        messages.PersonRequest,
        messages.Device,
        messages.DeviceRequest,
        messages.DeviceCode,
        messages.Goodbye,
        messages.MySeats,
        messages.Me,
        messages.Person,
        messages.Games,
        messages.PuzzleList,
        messages.PuzzleRequest,
        messages.PuzzleTry,
        messages.PuzzleHelp,
        Refusal,
    )
    refs, components = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    schema = dict(zip(bodies, refs, strict=True))

    def content(body: Any) -> dict[str, Any]:
        return {"application/json": {"schema": schema[body]}}

    def operation(summary: str, answer: Any, *, status: str = "200", takes: Any = None, **more: Any) -> dict[str, Any]:
        ok: dict[str, Any] = {"description": summary}
        if answer is not None:
            ok["content"] = content(answer)
        told: dict[str, Any] = {
            "summary": summary,
            "responses": {status: ok, "default": {"description": "Refused", "content": content(Refusal)}},
            **more,
        }
        if takes is not None:
            told["requestBody"] = {"required": True, "content": content(takes)}
        return told

    table = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
    step = {"name": "step", "in": "query", "schema": {"type": "integer", "minimum": 0}}
    skip = {"name": "skip", "in": "query", "schema": {"type": "integer", "minimum": 0}}
    person = {"name": "person", "in": "path", "required": True, "schema": {"type": "string"}}
    bearer = {"type": "http", "scheme": "bearer"}
    mine: list[dict[str, list[str]]] = [{"device": []}]
    eyes = {"name": "as", "in": "query", "schema": {"type": "string"}, "description": "A seat, or all."}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Basebash", "version": __version__, "description": "The WebSocket: docs/protocol.md."},
        "paths": {
            "/api/catalogue": {"get": operation("All factions and cards", messages.Catalogue)},
            "/api/tables": {
                "get": operation("The lobby", messages.TableList),
                "post": operation("A new table", messages.Created, status="201", takes=messages.TableRequest),
            },
            "/api/tables/{table}": {"get": operation("One table", messages.TableEntry, parameters=[table])},
            "/api/tables/{table}/join": {
                "post": operation("Take a seat", messages.Joined, takes=messages.JoinRequest, parameters=[table])
            },
            "/api/tables/{table}/replay": {
                "get": operation(
                    "A game after so many answers: finished, or as the token's seat or a spectator sees it",
                    messages.Replay,
                    parameters=[table, step, eyes],
                    security=[{}, {"seat": []}],
                )
            },
            "/api/tables/{table}/story": {
                "get": operation("How a finished game came about", messages.Story, parameters=[table])
            },
            "/api/tables/{table}/analysis": {
                "get": operation("How far the analysis of a finished game is", messages.Analysis, parameters=[table]),
                "post": operation("Analyse, or go on with it", messages.Analysis, parameters=[table]),
                "delete": operation("Stop; what was found stays", messages.Analysis, parameters=[table]),
            },
            "/api/tables/{table}/advice": {
                "get": operation(
                    "What a bot would have done at a step of a finished game",
                    messages.AnalysisMoment,
                    parameters=[table, step],
                )
            },
            "/api/tables/{table}/save": {
                "get": operation("A save file", None, parameters=[table], security=[{}, {"seat": []}])
            },
            "/api/me": {
                "post": operation("Begin", messages.Device, status="201", takes=messages.PersonRequest),
                "get": operation("My page", messages.Me, security=mine),
                "put": operation("Another name, or who may look", None, takes=messages.PersonRequest, security=mine),
                "delete": operation("Delete my data", None, takes=messages.Goodbye, security=mine),
            },
            "/api/me/games": {"get": operation("My games", messages.Games, parameters=[skip], security=mine)},
            "/api/me/code": {"post": operation("A code for another device", messages.DeviceCode, security=mine)},
            "/api/me/device": {"post": operation("Use a code", messages.Device, takes=messages.DeviceRequest)},
            "/api/me/seats/{table}": {
                "post": operation("My seats, for this device", messages.MySeats, parameters=[table], security=mine)
            },
            "/api/people/{person}": {
                "get": operation("A page that its owner shows", messages.Person, parameters=[person])
            },
            "/api/puzzles": {"get": operation("All puzzles", messages.PuzzleList)},
            "/api/puzzles/{puzzle}": {
                "post": operation(
                    "A puzzle's position after the answers of a try",
                    messages.PuzzleTry,
                    takes=messages.PuzzleRequest,
                    parameters=[{**table, "name": "puzzle"}],
                )
            },
            "/api/puzzles/{puzzle}/help": {
                "get": operation(
                    "What leads on, and the solution", messages.PuzzleHelp, parameters=[{**table, "name": "puzzle"}]
                )
            },
            "/healthz": {"get": operation("Whether the server and its database answer", None)},
            "/metrics": {"get": operation("Counters as Prometheus reads them", None)},
        },
        "components": {"schemas": components, "securitySchemes": {"seat": bearer, "device": bearer}},
    }
