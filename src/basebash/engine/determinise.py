"""Determinise a game: redeal everything that an observer cannot know, consistent with what they know.

At a quiet point, unknown cards trade places. In the middle of an effect the answers since the last quiet point are
given again in the new deal, by their meaning: a card picked in the open is picked again, wherever it is listed now, and
a card the observer has not seen becomes another such card. If that does not fit the new cards, they are dealt again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine import copies
from basebash.engine.data.state import State
from basebash.engine.data.terms import ASIDE, BASE_DECK, DECK, HAND, MADNESS, SUPPLY, UNDER, player_to_json
from basebash.engine.errors import NotNow

if TYPE_CHECKING:
    from basebash.engine.game import Game
    from basebash.engine.question import Answer, Option, Question

_HIDDEN: Final = (DECK, HAND, BASE_DECK, UNDER, SUPPLY, ASIDE)
_DEALS: Final = 120  # tries to find a deal that fits in the middle of an effect

Sign = tuple[str, int, int, int, int, int, str]
"""The meaning of an option, wherever it is listed."""


def deal(game: Game, observer: int, seed: int) -> Game:
    """See `Game.determinised`."""
    quiet = copies.keep_quiet(game)
    chance = State(2, seed)
    if game._is_at_rest:
        twin = copies.twin(game, redeal(quiet, hidden_cards(quiet, quiet, observer), chance), [])
        twin.rules._hint = None
        twin.reseed(chance.random(1 << 62))
    else:
        twin = _deal_in_the_middle(game, quiet, observer, chance)
        twin.reseed(chance.random(1 << 62), mixes=True)
    copies.forget_past(twin)
    return twin


def _deal_in_the_middle(game: Game, quiet: State, observer: int, chance: State) -> Game:
    """Return a copy redealt at the last quiet point, in which the observer has seen the same since."""
    now = game.state
    if len(quiet.known) != len(now.known):
        raise NotNow("The cards were dealt since the last quiet point. Ask again at the next question.")
    hidden = hidden_cards(quiet, now, observer)
    bit = 1 << observer
    was_chance = quiet.drawn != now.drawn or quiet.key != now.key
    # If the observer saw cards before they were shuffled and drawn, the same randomness would deal the same again.
    reveals = was_chance and any(
        not now.known[i] & bit and i not in quiet.hands[player]
        for player, hand in enumerate(now.hands)
        for i in hand
        if player != observer
    )
    steps = _steps(game, quiet)
    for attempt in range(_DEALS):
        dealt = redeal(quiet, hidden, chance)
        if not was_chance or reveals or attempt < _DEALS // 2:
            dealt.reseed(chance.random(1 << 62))
        try:
            twin = copies.twin(game, dealt, [])
            twin.rules.keeps_quiet = True  # its history is still that of the true game
            for step in steps:
                if twin.is_over:
                    break
                twin._take(step.answer_in(twin.question, observer, hidden, chance))
            if _looks_the_same(game, twin, observer):
                return twin
        except (Misfit, IndexError, AssertionError, ValueError, KeyError):
            continue
    raise NotNow("No deal of the hidden cards fits this question. Ask again at the next one.")


def _steps(game: Game, quiet: State) -> list[Step]:
    """The questions and answers since the last quiet point."""
    if not game.rules.since:
        return []
    truth = copies.twin(game, quiet, [])
    steps: list[Step] = []
    for answer in game.rules.since:
        steps.append(Step(truth.question, answer))
        truth._take(answer)
    return steps


def _looks_the_same(game: Game, twin: Game, observer: int) -> bool:
    if game.is_over or twin.is_over:
        return game.is_over and twin.is_over
    mine, theirs = game.question, twin.question
    if mine.player != theirs.player or mine.kind != theirs.kind or mine.prompt != theirs.prompt:
        return False
    return game.view(observer, gains=False).data == twin.view(observer, gains=False).data


class Misfit(Exception):
    """The answers cannot have been given in this deal."""


class Step:
    """A question that was answered since the last quiet point, and its answer."""

    __slots__ = ("answer", "kind", "player", "prompt", "signs")

    def __init__(self, question: Question, answer: Answer) -> None:
        self.player = question.player
        self.kind = question.kind
        self.prompt = question.prompt
        self.signs = [sign(option) for option in question.options]
        self.answer = answer

    def answer_in(self, question: Question, observer: int, hidden: list[bool], chance: State) -> Answer:
        """Return the same answer to the question of another deal; raise `Misfit` if it is another question or has none.

        The observer saw their own options, so these must be the same.
        """
        if question.player != self.player or question.kind != self.kind or question.prompt != self.prompt:
            raise Misfit
        signs = [sign(option) for option in question.options]
        if self.player == observer:
            if signs != self.signs:
                raise Misfit
            return self.answer
        unseen = [i for i, (_, card, *_rest) in enumerate(signs) if card >= 0 and hidden[card]]
        chance.shuffle_plain(unseen)
        picked: list[int] = []
        for i in self.answer:
            wanted = self.signs[i]
            if wanted[1] >= 0 and hidden[wanted[1]]:
                unseen = [j for j in unseen if j not in picked and signs[j][0] == wanted[0]]
                if not unseen:
                    raise Misfit
                picked.append(unseen[0])
            elif wanted in signs:
                picked.append(signs.index(wanted))
            else:
                raise Misfit
        if self.kind != "arrange":
            picked.sort()
        answer = tuple(picked)
        if not question.is_legal(answer):
            raise Misfit
        return answer


def sign(option: Option) -> Sign:
    """Return the meaning of an option."""
    return option.kind, option.card, option.target, option.player, option.value, option.using, option.name


def hidden_cards(state: State, now: State, observer: int) -> list[bool]:
    """Return for each card whether the observer knows it neither in `state` nor `now`, a few answers later."""
    bit = 1 << observer
    hidden = [
        not (before | after) & bit and zone in _HIDDEN
        for before, after, zone in zip(state.known, now.known, now.zone, strict=True)
    ]
    for hand in (state.hands[observer], now.hands[observer]):
        for i in hand:
            hidden[i] = False
    return hidden


def redeal(state: State, hidden: list[bool], chance: State) -> State:
    """Return the state with all hidden cards dealt again.

    First the hidden places of each deck are mixed, then hidden cards of the same owner change places between decks,
    hands, supplies and face-down places; so every place keeps its owner's cards, and what is known stays. A Madness
    card goes with those of its holder, and an unknown treasure in a hand could be any that is left.
    """
    new = state.copy()
    decks = [*new.decks, new.base_deck]
    piles = [*new.decks, *new.hands]
    if new.rare_zones is not None:
        supplies = [new.rare_zones.supply[seat] for seat in sorted(new.rare_zones.supply)]
        decks += supplies
        piles += [*supplies, *(new.rare_zones.under[place] for place in sorted(new.rare_zones.under))]
    for deck in decks:
        _mix(new, deck, [p for p, i in enumerate(deck) if hidden[i]], chance)
    slots: dict[int, list[tuple[list[int], int]]] = {}
    for pile in piles:
        for place, i in enumerate(pile):
            if hidden[i]:
                whose = player_to_json(new.controller[i]) if new.owner[i] == MADNESS else new.owner[i]
                slots.setdefault(whose, []).append((pile, place))
    for owner in sorted(slots):
        owned = slots[owner]
        cards = [pile[place] for pile, place in owned]
        about = [
            (new.zone[i], new.where[i], new.controller[i], new.known[i], new.counters[i], new.entered[i]) for i in cards
        ]
        memos = [new.memo.pop(i, 0) for i in cards]
        cards.sort()
        chance.shuffle_plain(cards)
        for (pile, place), i, columns, memo in zip(owned, cards, about, memos, strict=True):
            pile[place] = i
            if memo:
                new.memo[i] = memo
            (
                new.zone[i],
                new.where[i],
                new.controller[i],
                new.known[i],
                new.counters[i],
                new.entered[i],
            ) = columns
    return new


def _mix(state: State, deck: list[int], places: list[int], chance: State) -> None:
    """Shuffle the cards at these places of a deck among themselves; players who know a place still do."""
    cards = sorted(deck[p] for p in places)  # an order that reveals nothing about the true one
    known = [state.known[deck[p]] for p in places]
    chance.shuffle_plain(cards)
    for place, i, seen in zip(places, cards, known, strict=True):
        deck[place] = i
        state.known[i] = seen


def mix_unknown(state: State, seed: int) -> None:
    """Shuffle the cards of each deck that nobody knows among their places."""
    chance = State(2, seed)
    decks = [*state.decks, state.base_deck]
    if state.rare_zones is not None:
        decks += [state.rare_zones.supply[seat] for seat in sorted(state.rare_zones.supply)]
    for deck in decks:
        _mix(state, deck, [p for p, i in enumerate(deck) if not state.known[i]], chance)
