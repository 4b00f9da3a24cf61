"""Puzzles."""

from __future__ import annotations

import contextlib
import gzip
from functools import cache

import msgspec
from msgspec.structs import replace

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.people import Owners, PuzzleAttempts
from basebash.server.host.workers import Workers
from basebash.server.http.exchange import Request, Response
from basebash.server.http.responses import accepts, bearer_token, client_address, json_response
from basebash.server.messages import PuzzleEntry, PuzzleList
from basebash.server.puzzles.puzzles import Puzzle, puzzles, try_puzzle
from basebash.server.storage.errors import DatabaseUnavailable


class PuzzleHandlers:
    """The handlers for puzzles. They work without the database."""

    def __init__(self, workers: Workers, attempts: PuzzleAttempts, accounts: Owners) -> None:
        self._workers = workers
        self._attempts = attempts
        self._accounts = accounts

    async def show_all(self, request: Request) -> Response:
        """Return all puzzles."""
        shares = await self._shares()
        found = messages.encode(PuzzleList([replace(entry, share=shares.get(entry.id)) for entry in _entries()]))
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        if not accepts(request, "gzip"):
            return json_response(found, headers=headers)
        return json_response(gzip.compress(found, 5, mtime=0), headers={**headers, "Content-Encoding": "gzip"})

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
        with contextlib.suppress(DatabaseUnavailable):
            owner = await self._accounts.owner(bearer_token(request))
            if owner is not None:
                await self._attempts.note(owner, puzzle.id, solved=result == "solved" and not body.helped)
        return json_response({**fields, "share": (await self._shares()).get(puzzle.id)})

    async def help(self, request: Request) -> messages.PuzzleHelp:
        """Return a hint and the solution."""
        puzzle = _puzzle(request)
        return messages.PuzzleHelp(puzzle.hint, puzzle.line)

    async def _shares(self) -> dict[str, int]:
        with contextlib.suppress(DatabaseUnavailable):
            return await self._attempts.shares()
        return {}


def _puzzle(request: Request) -> Puzzle:
    found = puzzles().get(request.path_params["puzzle"])
    if found is None:
        raise Refused("not_found", "There is no such puzzle.")
    return found


@cache
def _entries() -> list[PuzzleEntry]:
    return [puzzle.entry() for puzzle in puzzles().values()]
