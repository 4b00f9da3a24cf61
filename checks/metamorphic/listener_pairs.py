"""All pairs of listeners: two abilities that respond to the same event, in one position.

For every two abilities with the same hook there are positions in which both cards can respond, and the current player
can trigger them. They are played with every invariant checked, and then again from other seats and with cards in
another order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from inspect import iscoroutinefunction
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from basebash import CARDS, Game, State
from basebash.engine import Action, Base, Printed
from basebash.engine.data.terms import MADNESS, ON_NOTHING
from basebash.engine.vocabulary.ability import HOOKS, Ability
from basebash.invariants import check_position
from checks.metamorphic.lockstep import Difference, Explained, Lockstep, Unordered, chance_of_sets
from checks.metamorphic.seat_rotation import rotated, seating
from checks.metamorphic.stage import Stage, eager
from checks.metamorphic.standing_order import reordered

# Hooks about the card itself, or about no event.
ALONE = frozenset(
    "on_play talent use may_use looted collects offer_used offer_taken discard_opened took_both swaps_talent "
    "from_stasis on_stasis on_uncovered after_this_uncovered may_turn would_replace would_intercept would_join "
    "after_replaced this_leaves after_this_left after_this_discarded after_this_destroyed host_leaves "
    "instead_of_played".split()
)
TRIES = 8
MOST_ANSWERS = 60


class Pair(NamedTuple):
    """Two printed cards, by their numbers, whose abilities share a hook."""

    hook: str
    one: int
    other: int

    def __str__(self) -> str:
        return f"{self.hook}: {CARDS[self.one].name} and {CARDS[self.other].name}"


@cache
def all_pairs() -> list[Pair]:
    """Return every pair of abilities that share a hook, each with itself included, in shuffled order."""
    pairs = [
        Pair(hook, one.number, other.number)
        for hook in HOOKS
        if hook not in ALONE
        for one, other in combinations_with_replacement([card for card in CARDS if _can_respond(card, hook)], 2)
        if one is not other or not isinstance(one, Base)
    ]
    order = list(range(len(pairs)))
    State(2, "pairs of listeners").shuffle_plain(order)
    return [pairs[i] for i in order]


def _can_respond(card: Printed, hook: str) -> bool:
    if hook not in card.hooks or card.seat == MADNESS:
        return False
    return hook in card.listens_from or not isinstance(card, Action) or card.plays_on != ON_NOTHING


def play(seed: int) -> tuple[int, str]:
    """Play the pair with this number; return the number of answers, and the pair if both responded."""
    pairs = all_pairs()
    pair = pairs[seed % len(pairs)]
    answers = 0
    for number in range(TRIES):
        chance = State(2, f"pair {seed} {number}")
        stage = Stage(pair.hook, (CARDS[pair.one], CARDS[pair.other]), chance)
        game = stage.build()
        with recorded(pair) as responded:
            answers += play_checked(game, chance, responded, stage.focus)
        if responded.both:
            try:
                play_in_other_ways(game, chance, stage.focus)
            except Difference as difference:
                raise Difference(f"{pair}: {difference}") from None
            return answers, str(pair)
    return answers, ""


def coverage(responded: dict[int, bool]) -> list[str]:
    """Return lines of a report: how many of the pairs with these numbers responded, in total and by hook."""
    pairs = all_pairs()
    tried = {seed % len(pairs): False for seed in responded}
    for seed, both in responded.items():
        tried[seed % len(pairs)] |= both
    by_hook: dict[str, list[bool]] = {}
    for number, both in tried.items():
        by_hook.setdefault(pairs[number].hook, []).append(both)
    lines = [f"{sum(tried.values()):17} pairs of listeners responded, of {len(tried)} tried and {len(pairs)} in all"]
    lines += [f"{sum(both):17} of {len(both):4} {hook}" for hook, both in sorted(by_hook.items())]
    return lines


def play_checked(game: Game, chance: State, responded: Responses, focus: set[int]) -> int:
    """Play on until both abilities have responded, checking every invariant; return the number of answers."""
    game = Game.from_position(game.setup, game.state)
    until = game.state.turn + 1
    while not game.is_over and game.state.turn <= until and game.answers_given < MOST_ANSWERS:
        check_position(game)
        if game.question.kind == "main":
            if responded.both:
                break
            responded.forget()
        game.answer(eager(game.question, chance, focus))
    return game.answers_given


def play_in_other_ways(game: Game, chance: State, focus: set[int]) -> None:
    """Play the same position from other seats, and with cards in another order."""
    by = 1 + chance.random(game.players - 1)
    left = Game.from_position(game.setup, game.state)
    rotation = Lockstep(left, rotated(left, by), seating(game.players, by))
    rotation.pick = lambda question, chance: eager(question, chance, focus)  # type: ignore[method-assign]
    rotation.play(chance, turns=1)
    with chance_of_sets(), suppress(Explained):
        left = Game.from_position(game.setup, game.state)
        order = Unordered(left, reordered(left, chance))
        order.pick = lambda question, chance: eager(question, chance, focus)  # type: ignore[method-assign]
        order.play(chance, turns=1)


class Responses:
    """Records which of two abilities have responded since the last quiet point."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.cards: dict[int, set[int]] = {}
        self.both = False

    def note(self, number: int, card: int) -> None:
        """The ability of a card has responded."""
        self.cards.setdefault(number, set()).add(card)
        one, other = self.pair.one, self.pair.other
        if one == other:
            self.both |= len(self.cards[one]) > 1
        else:
            self.both |= one in self.cards and other in self.cards

    def forget(self) -> None:
        """The triggers have been resolved."""
        self.cards = {}


@contextmanager
def recorded(pair: Pair) -> Iterator[Responses]:
    """During the block, record when the abilities of a pair respond to an event or change a default answer."""
    responses = Responses(pair)
    abilities = [CARDS[number] for number in {pair.one, pair.other}]
    for ability in abilities:
        setattr(ability, pair.hook, _noting(ability, pair.hook, responses))
    try:
        yield responses
    finally:
        for ability in abilities:
            delattr(ability, pair.hook)


def _noting(ability: Printed, hook: str, responses: Responses) -> Callable[..., Any]:
    method = getattr(ability, hook)

    async def happens(me: Any, *about: Any) -> Any:
        responses.note(ability.number, me.id)
        return await method(me, *about)

    def answers(me: Any, *about: Any) -> Any:
        answer = method(me, *about)
        if answer:
            responses.note(ability.number, me.id)
        return answer

    return happens if iscoroutinefunction(getattr(Ability, hook)) else answers
