"""Puzzles."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.people import Owners, PuzzleAttempts, PuzzleFigures
from basebash.server.host.workers import Workers
from basebash.server.http.exchange import Request, Response
from basebash.server.http.responses import accepts, bearer_token, client_address, json_response
from basebash.server.messages import PuzzleEntry, PuzzleList, PuzzleRating, RatedTry
from basebash.server.puzzles.puzzles import Puzzle, puzzles, try_puzzle
from basebash.server.puzzles.ratings import rate
from basebash.server.storage.errors import DatabaseUnavailable

_NO_FIGURES = PuzzleFigures()
_NOTHING_KNOWN: Mapping[str, PuzzleFigures] = {}


class _Listed(NamedTuple):
    """The list as it was sent last, plain and compressed: it is the same for everybody."""

    figures: Mapping[str, PuzzleFigures]
    plain: bytes
    packed: bytes


class PuzzleHandlers:
    """The handlers for puzzles. They work without the database."""

    def __init__(self, workers: Workers, attempts: PuzzleAttempts, accounts: Owners) -> None:
        self._workers = workers
        self._attempts = attempts
        self._accounts = accounts
        self._listed: _Listed | None = None

    async def show_all(self, request: Request) -> Response:
        """Return all puzzles."""
        figures = await self._figures()
        if self._listed is None or self._listed.figures is not figures:
            found = messages.encode(PuzzleList([_entry_with(entry, figures.get(entry.id)) for entry in _entries()]))
            self._listed = _Listed(figures, found, gzip.compress(found, 5, mtime=0))
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        if not accepts(request, "gzip"):
            return json_response(self._listed.plain, headers=headers)
        return json_response(self._listed.packed, headers={**headers, "Content-Encoding": "gzip"})

    async def attempt(self, request: Request, body: messages.PuzzleRequest) -> Response:
        """Return the position after the answers of an attempt."""
        puzzle = _puzzle(request)
        found = await self._workers.replays.run(
            try_puzzle, lambda: messages.encode(body.answers).decode(), puzzle.id, owner=client_address(request)
        )
        if not found:
            raise Refused("illegal", "One of these answers is not legal in this puzzle. Start over.")
        fields = msgspec.json.decode(found, type=dict[str, msgspec.Raw])
        result = msgspec.json.decode(fields["result"])
        if result is None:
            return json_response(found)
        solved = result == "solved" and not body.helped
        rated = None
        with contextlib.suppress(DatabaseUnavailable):
            owner = await self._accounts.owner(bearer_token(request))
            if owner is not None:
                rated = await self._attempts.note(owner, puzzle.id, puzzle.first_rating, solved=solved)
            elif body.rating is not None:
                rated = await self._rated(puzzle, body.rating, solved=solved)
        figures = (await self._figures()).get(puzzle.id, _NO_FIGURES)
        return json_response({**fields, "share": figures.share, "rated": rated})

    async def help(self, request: Request) -> messages.PuzzleHelp:
        """Return a hint and the solution."""
        puzzle = _puzzle(request)
        return messages.PuzzleHelp(puzzle.hint, puzzle.line)

    async def _rated(self, puzzle: Puzzle, own: PuzzleRating, *, solved: bool) -> RatedTry:
        """Rate somebody whose device keeps their rating. The puzzle's stays: nobody knows how often they have tried."""
        rating = (await self._figures()).get(puzzle.id, _NO_FIGURES).rating
        against = puzzle.first_rating if rating is None else replace(puzzle.first_rating, value=float(rating))
        after, _ = rate(own, against, solved=solved)
        return RatedTry(own, after, round(against.value))

    async def _figures(self) -> Mapping[str, PuzzleFigures]:
        with contextlib.suppress(DatabaseUnavailable):
            return await self._attempts.figures()
        return _NOTHING_KNOWN


def _puzzle(request: Request) -> Puzzle:
    found = puzzles().get(request.path_params["puzzle"])
    if found is None:
        raise Refused("not_found", "There is no such puzzle.")
    return found


def _entry_with(entry: PuzzleEntry, figures: PuzzleFigures | None) -> PuzzleEntry:
    if figures is None:
        return entry
    return replace(entry, share=figures.share, rating=entry.rating if figures.rating is None else figures.rating)


@cache
def _entries() -> list[PuzzleEntry]:
    return [puzzle.entry() for puzzle in puzzles().values()]
