"""Playing on from a moment of a finished game: a new table against bots.

The player knows what their seat knew then. Everything else is dealt again with new randomness, so that the old game,
which everybody can see, reveals nothing about the new one.
"""

from __future__ import annotations

import secrets

from basebash.server.errors import Refused
from basebash.server.games.positions import write_position
from basebash.server.games.replay_cache import LOCK, decode_game, encode_game, replayed_game
from basebash.server.host.people import Owner
from basebash.server.host.workers import Workers
from basebash.server.messages import PlayedOn, PlayOn, SeatRequest, TableRequest
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.table import Table


def deal_position(text: str, table: str, step: int, seat: int, seed: int) -> tuple[int, int, bytes] | None:
    """Return the last decision in Play Cards up to a step: its step, its turn, and the position as it is stored.

    None if there is none yet. Runs in a worker.
    """
    origin, answers = decode_game(text)
    with LOCK:
        replayed = replayed_game(table, origin, answers)
        for at in range(step, -1, -1):
            game = replayed.at(at)
            if not game.is_over and game.question.kind == "main":
                start = game.determinised(seat, seed).start
                assert start is not None
                return at, game.state.turn, write_position(start)
    return None


async def play_on(
    registry: TableRegistry, workers: Workers, table: Table, wish: PlayOn, client: str, owner: Owner | None
) -> PlayedOn:
    """Create the new table; `Refused` if there is nothing to play on from."""
    game = table.core.started_game()
    if table.core.halted is not None:
        raise Refused("halted", "The game was played with other rules, which would be needed to play on from it.")
    if not game.is_over:
        raise Refused("not_over", "You can play on from a game once it is over.")
    if wish.seat >= game.players or wish.step > len(game.history):
        message = f"step must be 0 to {len(game.history)}, and seat 0 to {game.players - 1}."
        raise Refused("bad_request", message)
    seed = secrets.randbits(256) if registry.fixed_seeds is None else registry.fixed_seeds()
    found = await workers.replays_of(game).run(
        deal_position, lambda: encode_game(game), table.id, wish.step, wish.seat, seed, owner=client
    )
    if found is None:
        raise Refused("bad_request", "Nobody had played a card yet: choose a later moment.")
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
    made = await registry.create(request, client, owner, position)
    return PlayedOn(made.table, made.seat, made.token, made.seats, step)
