"""Opening the table of a game whose players were paired elsewhere: in a league, or in the queue.

The id of the table is decided and stored before. So whichever process opens it, and however often, there is one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from basebash.server.messages import TableRequest
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import PLAYS
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.seats import Seat


async def open_for(
    store: Store,
    registry: TableRegistry,
    table: str,
    request: TableRequest,
    seats: Sequence[Seat],
    people: Mapping[int, str],
    name: str = "",
    maker: str = "",
) -> bool:
    """Open a table at which people sit already, on all their devices; False if there is such a table already.

    `people`: who has which seat.
    """
    now = store.clock.now()
    sits = [{"table_id": table, "seat": seat, "person_id": person, "since": now} for seat, person in people.items()]
    if sits:
        with contextlib.suppress(WriteConflict):
            await store.do(lambda connection: connection.execute(sa.insert(PLAYS), sits))
    with contextlib.suppress(WriteConflict):
        await registry.open_table(request, list(seats), name, maker[:16], listed=request.listed, table_id=table)
        return True
    return False
