"""What a link to a page says where it is shared: title, description and picture (Open Graph)."""

from __future__ import annotations

import contextlib
import html
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from basebash import BasebashError
from basebash.server.games.results import Result, unpack
from basebash.server.host.moderation import TableModeration
from basebash.server.messages import LeagueRules, TableRequest
from basebash.server.puzzles.puzzles import puzzles
from basebash.server.storage.schema import LEAGUES, MEMBERS, RESULTS, TABLES
from basebash.server.storage.store import Store
from basebash.server.tables.seats import Seat, factions_shown

KINDS = ("t", "replay", "story", "puzzles", "leagues")
"""What the addresses of pages with a preview start with."""


class LinkPreview(Struct, frozen=True):
    """What is shown of a page. `factions` decide the colours of the picture, `large` is written big there."""

    title: str
    description: str
    large: str
    small: str
    factions: tuple[str, ...] = ()


class LinkPreviews:
    """Describes pages. Everything is read from the database, without replaying a game."""

    def __init__(self, store: Store, moderation: TableModeration) -> None:
        self._store = store
        self._moderation = moderation

    async def find(self, path: str) -> LinkPreview | None:
        """Return the preview of a page; None if there is nothing to say about it."""
        kind, _, name = path.strip("/").partition("/")
        name = name.split("/")[0][:60]
        if kind not in KINDS or not name or self._moderation.is_hidden(name) or self._moderation.is_closed(name):
            return None
        if kind == "puzzles":
            return _puzzle(name) if name in puzzles() else None
        read = _league if kind == "leagues" else _table
        row = await self._store.do(lambda connection: read(connection, name), writes=False)
        with contextlib.suppress(msgspec.MsgspecError, BasebashError, LookupError, ValueError):
            return None if row is None else _describe_league(row) if kind == "leagues" else _describe_table(row, kind)
        return None  # the page itself says that it is damaged


def _table(connection: sa.Connection, name: str) -> Any:
    query = (
        sa.select(TABLES.c.name, TABLES.c.status, TABLES.c.seats, TABLES.c.options, RESULTS.c.data)
        .outerjoin(RESULTS, RESULTS.c.table_id == TABLES.c.id)
        .where(TABLES.c.id == name)
    )
    return connection.execute(query).first()


def _describe_table(row: Any, kind: str) -> LinkPreview:
    seats = msgspec.json.decode(row.seats, type=list[Seat])
    if row.data is not None and row.status == "over":
        return _result(unpack(row.data), kind)
    request = msgspec.json.decode(row.options, type=TableRequest)
    names = [seat.name for seat in seats if seat.kind != "open"]
    free = len(seats) - len(names)
    factions = tuple(faction for at in range(len(seats)) for faction in factions_shown(request, seats, at, None))
    title = row.name or " vs ".join(names) or "A table"
    if row.status == "open" and free:
        said = f"{free} {'seat' if free == 1 else 'seats'} free: sit down and play."
    else:
        said = "Watch the game." if row.status == "playing" else "The game is about to start."
    return LinkPreview(f"Basebash: {title}", f"{', '.join(names)}. {said}", title, said, factions)


def _result(result: Result, kind: str) -> LinkPreview:
    points = " : ".join(str(vp) for _, vp in result.standings)
    winners = [result.names[player] for player in result.winners]
    title = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} {points}"
    factions = result.factions[result.winner]
    decks = "; ".join(f"{name}: {' + '.join(own)}" for name, own in zip(result.names, result.factions, strict=True))
    said = {"story": "The story of the game.", "replay": "Step through the game."}.get(kind, "The game is over.")
    return LinkPreview(f"Basebash: {title}", f"{decks}. {said}", title, " + ".join(factions), tuple(factions))


def _league(connection: sa.Connection, name: str) -> Any:
    count = sa.select(sa.func.count()).where(MEMBERS.c.league_id == name).scalar_subquery()
    return connection.execute(sa.select(LEAGUES, count.label("members")).where(LEAGUES.c.id == name)).first()


def _describe_league(row: Any) -> LinkPreview:
    kind = {"swiss": "Swiss", "round_robin": "round robin"}[msgspec.json.decode(row.options, type=LeagueRules).kind]
    state = {"open": "Open to join.", "playing": f"Round {row.round} of {row.rounds}.", "over": "It is over."}
    said = f"A {kind} league, {row.members} {'member' if row.members == 1 else 'members'}. {state[row.status]}"
    title = row.name or "A league"
    return LinkPreview(f"Basebash: {title}", said, title, said)


@cache
def _puzzle(name: str) -> LinkPreview:
    entry = puzzles()[name].entry()
    said = "Win this turn." if entry.goal == "win" else "Stop the others."
    description = f"{said} You play {' and '.join(entry.factions)}."
    return LinkPreview(f"Basebash puzzle: {entry.title}", description, entry.title, said, tuple(entry.factions))


def with_preview(page: str, preview: LinkPreview, origin: str, path: str) -> str:
    """Return the page of the browser client with what sites that show links look for."""
    tags: Sequence[tuple[str, str, str]] = (
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Basebash"),
        ("property", "og:title", preview.title),
        ("property", "og:description", preview.description),
        ("property", "og:url", f"{origin}/{path}"),
        ("property", "og:image", f"{origin}/api/pictures/{path}.png"),
        ("property", "og:image:width", "1200"),
        ("property", "og:image:height", "630"),
        ("name", "twitter:card", "summary_large_image"),
    )
    lines = [f'<meta {kind}="{name}" content="{html.escape(content)}" />' for kind, name, content in tags]
    return page.replace("</head>", "    ".join(["", *(f"{line}\n" for line in lines)]) + "  </head>", 1)
