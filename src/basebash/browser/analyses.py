"""Analyses in the browser's database."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from basebash.browser.records import Change
from basebash.browser.store import PageStore
from basebash.server.storage.rows import StoredAnalysis, StoredMoment


class PageAnalyses:
    """Analyses and their moments; the methods are those of `AnalysisStore`."""

    def __init__(self, store: PageStore) -> None:
        self._store = store

    async def find(self, table: str, seat: int) -> StoredAnalysis | None:
        """Return an analysis; None if nobody has asked for it."""
        for key, text in await self._store.read("analysis", table, seat):
            if key[2] == seat:
                return msgspec.json.decode(text, type=StoredAnalysis)
        return None

    async def running(self) -> Sequence[tuple[str, int]]:
        """Return the tables and seats of all running analyses."""
        found = await self._store.read("analysis")
        return [(key[1], key[2]) for key, text in found if _decode(text).state == "running"]

    async def start(self, table: str, seat: int, owner: str, limit: int) -> bool:
        """Start or continue an analysis; False if the owner has `limit` running ones already."""
        found = await self._store.read("analysis")
        running = [analysis for _, text in found if (analysis := _decode(text)).state == "running"]
        if sum(analysis.owner == owner for analysis in running) >= limit:
            return False
        known = await self.find(table, seat)
        await self._put(table, seat, StoredAnalysis("running", 0 if known is None else known.steps, owner))
        return True

    async def change(self, table: str, seat: int, **values: int | str) -> None:
        """Change the state or the number of steps of an analysis, if it is running."""
        known = await self.find(table, seat)
        if known is not None and known.state == "running":
            await self._put(table, seat, msgspec.structs.replace(known, **values))

    async def moments(self, table: str, last: int) -> Sequence[StoredMoment]:
        """Return the moments of a table up to a step, in order."""
        found = await self._store.read("moment", table)
        return [msgspec.json.decode(text, type=StoredMoment) for key, text in found if key[2] <= last]

    async def keep(self, table: str, seat: int, moment: StoredMoment) -> bool:
        """Store a moment; False if the analysis is no longer running."""
        known = await self.find(table, seat)
        if known is None or known.state != "running":
            return False
        text = msgspec.json.encode(moment).decode()
        await self._store.write([Change("put", ("moment", table, moment.step), text)])
        return True

    async def _put(self, table: str, seat: int, analysis: StoredAnalysis) -> None:
        text = msgspec.json.encode(analysis).decode()
        await self._store.write([Change("put", ("analysis", table, seat), text)])


def _decode(text: str) -> StoredAnalysis:
    return msgspec.json.decode(text, type=StoredAnalysis)
