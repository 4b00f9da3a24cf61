"""Seat rotation: seats must not matter, only who sits next to whom."""

from __future__ import annotations

from basebash import Game, Setup, State
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import player_from_json, player_to_json
from basebash.invariants import Builder
from checks.metamorphic.lockstep import OF_PLAYERS, Lockstep, Seating


def play(seed: int) -> int:
    """Play a random position, and the same one with everyone moved some seats clockwise."""
    chance = State(2, f"rotation {seed}")
    game = Builder(seed).build()
    by = 1 + chance.random(game.players - 1)
    return Lockstep(game, rotated(game, by), seating(game.players, by)).play(chance)


def seating(players: int, by: int) -> Seating:
    """Map each player to a seat this many places on; nobody stays nobody."""
    return lambda player: (player + by) % players if player >= 0 else player


def rotated(game: Game, by: int) -> Game:
    """Return the position with everyone moved some seats; it must not have effects or a past."""
    state = game.state.copy()
    players = game.players
    seat = seating(players, by)
    state.owner = tuple(map(seat, state.owner))
    state.controller = [player_from_json(seat(player_to_json(player))) for player in state.controller]
    state.where = [
        seat(where) if zone in OF_PLAYERS else where for where, zone in zip(state.where, state.zone, strict=True)
    ]
    state.known = [sum((known >> player & 1) << seat(player) for player in range(players)) for known in state.known]
    came_from = [(player - by) % players for player in range(players)]
    state.hands = [state.hands[player] for player in came_from]
    state.decks = [state.decks[player] for player in came_from]
    state.discards = [state.discards[player] for player in came_from]
    state.factions = [state.factions[player] for player in came_from]
    state.vp = [state.vp[player] for player in came_from]
    state.turn_player, state.seat, state.first_player = map(seat, (state.turn_player, state.seat, state.first_player))
    if state.rare_zones is not None:
        _rotate_rare_zones(state.rare_zones, came_from)
    return Game.from_position(_rotated_setup(game.setup, came_from, seat), state)


def _rotate_rare_zones(rare: RareZones, came_from: list[int]) -> None:
    rare.beside = [rare.beside[player] for player in came_from]
    rare.stasis = [rare.stasis[player] for player in came_from]


def _rotated_setup(setup: Setup, came_from: list[int], seat: Seating) -> Setup:
    assert not isinstance(setup.factions, str)
    assert setup.first_player is not None
    return Setup(
        factions=[setup.factions[player] for player in came_from],
        names=[setup.names[player] for player in came_from],
        edition=setup.edition,
        seed=setup.seed,
        titans=setup.titans,
        first_player=seat(setup.first_player),
    )
