"""All pairs of listeners: two abilities that respond to the same thing, in one position.

For every two abilities with the same moment there are positions in which both cards are where they speak, and the
player whose turn it is has the means to set them off. They are played with every invariant checked, and then again from
other seats and in another standing order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from inspect import iscoroutinefunction
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from basebash import CARDS, Answer, Game, Question, State
from basebash.engine import Action, Base, Minion, Monster, Printed, Titan
from basebash.engine.data.side import Side
from basebash.engine.data.terms import (
    BESIDE,
    DISCARD,
    END_TURN,
    HAND,
    MADNESS,
    MONSTERS,
    NOBODY,
    ON_BASE,
    ON_NOTHING,
    PLAY,
    PLAY_CARDS,
    SCORE_BASES,
    START_TURN,
    STASIS,
)
from basebash.engine.rules.turn import FREE_ACTION, FREE_MINION
from basebash.engine.vocabulary.ability import HOOKS, Ability
from checks.metamorphic.lockstep import Lockstep, Unordered, chance_of_sets
from checks.metamorphic.seat_rotation import rotated, seating
from checks.metamorphic.standing_order import reordered
from checks.metamorphic.stimuli import STIMULI
from checks.random_positions import Builder, check_position

# Moments of the card itself, or of no event.
ALONE = frozenset(
    "on_play talent use may_use looted collects offer_used offer_taken discard_opened took_both swaps_talent "
    "from_stasis on_stasis on_uncovered after_this_uncovered may_turn would_replace would_intercept would_join "
    "after_replaced this_leaves after_this_left after_this_discarded after_this_destroyed host_leaves "
    "instead_of_played".split()
)
AT_SCORING = frozenset(
    "before_scoring when_scoring after_scoring award_bonus treasures_bonus forbids_specials "
    "forbids_special_abilities forbids_scoring counted_power_of counted_bonus adds_nothing".split()
)
TRIES = 6
MOST_ANSWERS = 60


class Pair(NamedTuple):
    """Two printed cards, by their numbers, whose abilities have a moment in common."""

    hook: str
    one: int
    other: int

    def __str__(self) -> str:
        return f"{self.hook}: {CARDS[self.one].name} and {CARDS[self.other].name}"


@cache
def all_pairs() -> list[Pair]:
    """Every pair of abilities with a moment in common, one with itself included, in a mixed order."""
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
    return hook in card.afar or not isinstance(card, Action) or card.plays_on != ON_NOTHING


def play(seed: int) -> tuple[int, str]:
    """Plays the pair of this number; gives back the number of answers, and the pair if both responded."""
    pairs = all_pairs()
    pair = pairs[seed % len(pairs)]
    answers = 0
    for number in range(TRIES):
        chance = State(2, f"pair {seed} {number}")
        game = PairBuilder(pair, chance).build()
        with recorded(pair) as responded:
            answers += play_checked(game, chance, responded)
        if responded.both:
            play_in_other_ways(game, chance)
            return answers, str(pair)
    return answers, ""


def play_checked(game: Game, chance: State, responded: Responses) -> int:
    """Plays on until both abilities have responded to something, checking every invariant; the number of answers."""
    game = Game.from_position(game.setup, game.state)
    until = game.state.turn + 1
    while not game.is_over and game.state.turn <= until and game.answers_given < MOST_ANSWERS:
        check_position(game)
        if game.question.kind == "main":
            if responded.both:
                break
            responded.forget()
        game.answer(eager(game.question, chance))
    return game.answers_given


def play_in_other_ways(game: Game, chance: State) -> None:
    """The same position from other seats, and in another standing order."""
    by = 1 + chance.random(game.players - 1)
    left = Game.from_position(game.setup, game.state)
    Eager(left, rotated(left, by), seating(game.players, by)).play(chance, turns=1)
    with chance_of_sets():
        left = Game.from_position(game.setup, game.state)
        EagerUnordered(left, reordered(left, chance)).play(chance, turns=1)


def eager(question: Question, chance: State) -> Answer:
    """An answer that sets something off, if there is one and chance will have it."""
    if question.kind == "main" and chance.random(4):
        made_up = [option.index for option in question.options if option.name in STIMULI]
        plays = made_up or [option.index for option in question.options if option.kind == "play"]
        if plays:
            return (plays[chance.random(len(plays))],)
    return question.random_answer(chance)


class Eager(Lockstep):
    """Plays two games in which much is set off."""

    def pick(self, question: Question, chance: State) -> Answer:
        """The answer to give in the left game."""
        return eager(question, chance)


class EagerUnordered(Unordered):
    """... and questions of one resolution may come in another order."""

    def pick(self, question: Question, chance: State) -> Answer:
        """The answer to give in the left game."""
        return eager(question, chance)


class Responses:
    """Which of two abilities have responded since the last quiet point."""

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
        """What was set off is over."""
        self.cards = {}


@contextmanager
def recorded(pair: Pair) -> Iterator[Responses]:
    """Notes meanwhile when the abilities of a pair respond: something happens, or an answer is not the usual one."""
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


class PairBuilder:
    """Lays out a position in which two abilities can respond."""

    def __init__(self, pair: Pair, chance: State) -> None:
        self.pair = pair
        self.chance = chance
        game = Builder(chance.random(1 << 30)).build()
        self.setup = game.setup
        self.everyone = game.rules.everyone
        self.state = game.state.copy()
        self.side = self.state.side = self.state.side or Side(game.players)

    def build(self) -> Game:
        """The position, as a game that starts there."""
        state, chance = self.state, self.chance
        players = len(state.vp)
        you = chance.random(players)
        they = you if chance.random(2) else chance.random(players)
        here = state.bases[chance.random(len(state.bases))]
        printed = CARDS[self.pair.one], CARDS[self.pair.other]
        for card in printed:  # what speaks of the base where it is
            if isinstance(card, Base):
                here = self._base(card)
        if not any(state.printed[i].kind == 1 for i in state.on.get(here, ())):
            self._in_play(_a_minion(), here, you)
        for card, player in zip(printed, (you, they), strict=True):
            self._place(card, here, player)
        self._set_the_stage(here, you if chance.random(2) else chance.random(players))
        return Game.from_position(self.setup, state)

    def _place(self, card: Printed, here: int, player: int) -> None:
        """A card goes where it speaks."""
        if isinstance(card, Base):
            return
        places = [zone for zone in card.afar.get(self.pair.hook, ()) if zone in (HAND, DISCARD, BESIDE, STASIS)]
        if places and (self.pair.hook not in card.indexed or not self.chance.random(2)):
            self._out_of_play(card, places[self.chance.random(len(places))], player)
        elif isinstance(card, Action) and card.plays_on != ON_BASE:
            hosts = [i for i in self.state.on.get(here, ()) if isinstance(self.state.printed[i], Minion)]
            host = hosts[-1 - self.chance.random(min(2, len(hosts)))]
            theirs = self.state.controller[host]
            self._in_play(card, host, player if theirs is NOBODY or self.chance.random(2) else theirs)
        else:
            self._in_play(card, here, player)

    def _in_play(self, card: Printed, host: int, player: int) -> None:
        state = self.state
        if isinstance(card, Titan):
            for i, printed in enumerate(state.printed):
                if isinstance(printed, Titan) and state.zone[i] == PLAY and state.controller[i] == player:
                    return
        i = state.add_card(card, card.seat or player, PLAY, host)
        state.serial += 1
        state.entered[i] = state.dawn = state.serial
        state.controller[i] = NOBODY if card.seat == MONSTERS else player
        state.known[i] = self.everyone
        state.on.setdefault(host, []).append(i)

    def _out_of_play(self, card: Printed, zone: int, player: int) -> None:
        state = self.state
        i = state.add_card(card, card.seat or player, zone, player)
        state.controller[i] = player
        if zone == HAND:
            state.hands[player].append(i)
            state.known[i] = 1 << player
            return
        state.known[i] = self.everyone
        if zone == DISCARD:
            state.discards[player].append(i)
        else:
            self.side.pile(zone, player).append(i)

    def _base(self, card: Printed) -> int:
        state = self.state
        i = state.add_card(card, NOBODY, PLAY)
        state.serial += 1
        state.entered[i] = state.dawn = state.serial
        state.known[i] = self.everyone
        state.bases.append(i)
        return i

    def _set_the_stage(self, here: int, player: int) -> None:
        """The phase in which it happens, the cards that set it off, and a base that is ready to score."""
        state, hook = self.state, self.pair.hook
        state.turn_player = state.seat = player
        state.plays = []
        state.phase = PLAY_CARDS
        if hook in ("start_of_turn", "end_of_turn"):
            state.phase = START_TURN if hook == "start_of_turn" else END_TURN
        elif hook in AT_SCORING:
            state.phase = SCORE_BASES
            strong = [i for i in state.on[here] if isinstance(state.printed[i], Minion)]
            state.counters[strong[self.chance.random(len(strong))]] += 30
        else:
            state.plays = [FREE_MINION, FREE_ACTION, FREE_ACTION, FREE_ACTION]
            names = list(STIMULI)
            for _ in range(4):
                self._out_of_play(STIMULI[names[self.chance.random(len(names))]](), HAND, player)


def _a_minion() -> Printed:
    return next(card for card in CARDS if isinstance(card, Minion) and not isinstance(card, Monster) and not card.hooks)
