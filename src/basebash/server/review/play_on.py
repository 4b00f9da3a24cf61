"""Playing on from a moment of a finished game: a new table against bots.

The player gets what their seat knew then. All else is dealt anew and chance is another, so that the old game, which
lies open, tells nothing of what comes.
"""

from __future__ import annotations

import secrets

from basebash.server.games.replay_cache import LOCK, read, steps_of, text_of
from basebash.server.games.seated_game import write_position
from basebash.server.messages import PlayedOn, PlayOn, SeatRequest, TableRequest
from basebash.server.people.people import Owner
from basebash.server.tables.table import Refused, Table


def deal_on(text: str, table: str, step: int, seat: int, seed: int) -> tuple[int, int, bytes] | None:
    """The last decision in Play Cards up to a step: its step, its turn, and the position as it is stored.

    None if there is none yet. Runs in a worker.
    """
    origin, given = read(text)
    with LOCK:
        steps = steps_of(table, origin, given)
        for at in range(step, -1, -1):
            game = steps.at(at)
            if not game.is_over and game.question.kind == "main":
                start = game.determinised(seat, seed).start
                assert start is not None
                return at, game.state.turn, write_position(start)
    return None


async def play_on(table: Table, wish: PlayOn, client: str, owner: Owner | None) -> PlayedOn:
    """The new table. Raises `Refused` where there is nothing to play on from."""
    game, hall = table.game(), table.hall
    if table.halted is not None:
        raise Refused("halted", "The game was played by other rules; they would be needed to play on from it.")
    if not game.is_over:
        raise Refused("not_over", "One can play on from a game once it is over.")
    if wish.seat >= game.players or wish.step > len(game.history):
        message = f"Say step=0 to step={len(game.history)} and seat=0 to seat={game.players - 1}."
        raise Refused("bad_request", message)
    seed = secrets.randbits(256) if hall.make_seed is None else hall.make_seed()
    found = await hall.players.readers.do(
        deal_on, lambda: text_of(game), table.id, wish.step, wish.seat, seed, owner=client
    )
    if found is None:
        raise Refused("bad_request", "Nobody had played a card there yet: choose a later moment.")
    step, turn, position = found
    setup = game.setup
    request = TableRequest(
        name=f"Played on from turn {turn}",
        seats=[
            SeatRequest("me", name=wish.name) if seat == wish.seat else SeatRequest("bot", level=wish.level)
            for seat in range(game.players)
        ],
        factions=[list(pair) for pair in game.state.factions],
        edition=setup.edition,
        target_vp=setup.target_vp,
        duplicates=setup.duplicates,
        titans=setup.titans,
        banned=list(setup.banned),
    )
    made = await hall.create(request, client, owner, position)
    return PlayedOn(made.table, made.seat, made.token, made.seats, step)
