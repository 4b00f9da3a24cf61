"""Standing order: the order in which cards came to a base must not matter, except where the rules ask for an order."""

from __future__ import annotations

from basebash import Game, State
from basebash.invariants import Builder
from checks.metamorphic.lockstep import Unordered, chance_of_sets


def play(seed: int) -> int:
    """Play a random position, and the same one with the cards in play in another order."""
    chance = State(2, f"order {seed}")
    game = Builder(seed).build()
    with chance_of_sets():
        return Unordered(game, reordered(game, chance)).play(chance)


def reordered(game: Game, chance: State) -> Game:
    """Return the position with the cards on each host, and all arrivals in play, in another order.

    Cards with the same name keep their order: of equal triggers nobody is asked which comes first (P6).
    """
    state = game.state.copy()
    for cards in state.on.values():
        mixed = cards[:]
        chance.shuffle_plain(mixed)
        cards[:] = _with_equals_in_order(state, mixed, cards)
    in_play = sorted((i for cards in state.on.values() for i in cards), key=state.entered.__getitem__)
    arrivals = [state.entered[i] for i in in_play]
    mixed = in_play[:]
    chance.shuffle_plain(mixed)
    for i, arrival in zip(_with_equals_in_order(state, mixed, in_play), arrivals, strict=True):
        state.entered[i] = arrival
    return Game.from_position(game.setup, state)


def _with_equals_in_order(state: State, mixed: list[int], original: list[int]) -> list[int]:
    """Return the shuffled cards, with those of the same name in their old order."""
    names = [state.printed[i] for i in mixed]
    of_name = {printed: [i for i in original if state.printed[i] is printed] for printed in names}
    return [of_name[printed].pop(0) for printed in names]
