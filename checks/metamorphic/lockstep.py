"""Plays two games side by side with the same answers, up to the first difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, ClassVar, NamedTuple, NoReturn

from basebash import Answer, Game, Option, Question, State
from basebash.engine import BESIDE, STASIS, Card
from basebash.engine.data.terms import (
    ASIDE,
    BARRED,
    CONTROL,
    DECK,
    DISCARD,
    HAND,
    LAID,
    NO_ACTIONS,
    NOTED,
    player_to_json,
)

MOST_ANSWERS = 250
OF_PLAYERS = frozenset({HAND, DECK, DISCARD, BESIDE, STASIS})  # zones whose `where` is a seat

Seating = Callable[[int], int]
Key = tuple[Any, ...]
"""The properties that identify an option."""


class Difference(AssertionError):
    """Two games that must be equal differ."""


class Explained(Exception):
    """Two games differ in a way that the rules allow."""


def same_seat(player: int) -> int:
    """Every player keeps their seat."""
    return player


@contextmanager
def chance_of_sets() -> Iterator[None]:
    """During the block, shuffles and random picks depend on which cards there are, not on their order."""
    shuffle, sample = State.shuffle_plain, State.sample

    def shuffle_set(state: State, cards: list[int]) -> None:
        cards.sort()
        Random(f"{state.key.hex()} {state.turn} {cards}").shuffle(cards)

    def sample_set(state: State, cards: Sequence[Card], count: int) -> list[Card]:
        by_id = {card.id: card for card in cards}
        ids = sorted(by_id)
        state.shuffle_plain(ids)
        return [by_id[i] for i in ids[:count]]

    State.shuffle_plain = shuffle_set  # type: ignore[method-assign,assignment]
    State.sample = sample_set  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        State.shuffle_plain, State.sample = shuffle, sample  # type: ignore[method-assign]


class Lockstep:
    """Plays two games side by side. `seat` maps a player's seat in the left game to the one in the right game."""

    ignored: ClassVar[frozenset[str]] = frozenset()  # parts of the picture that may differ

    def __init__(self, left: Game, right: Game, seat: Seating = same_seat) -> None:
        self.left = left
        self.right = right
        self.seat = seat
        self.answers: list[str] = []

    def play(self, chance: State, turns: int = 2) -> int:
        """Play some turns; return the number of answers, or raise `Difference`."""
        until = self.left.state.turn + turns
        while self.goes_on() and self.left.state.turn < until and len(self.answers) < MOST_ANSWERS:
            question = self.left.question
            answer = self.pick(question, chance)
            mapped = self._mapped(question, answer)
            picked = ", ".join(question.options[i].text for i in answer) or "pass"
            self.answers.append(f"player {question.player}: {question.prompt} -> {picked}")
            self.left.answer(answer)
            self.right.answer(mapped)
        return len(self.answers)

    def pick(self, question: Question, chance: State) -> Answer:
        """Return the answer to give in the left game."""
        return question.random_answer(chance)

    def goes_on(self) -> bool:
        """Compare the games; return whether there is a question to answer in both."""
        mine, theirs = picture(self.left, self.seat), picture(self.right, same_seat)
        for part, value in mine.items():
            if part not in self.ignored and value != theirs[part]:
                self.fail(f"{part}: {_first_difference(value, theirs[part])}")
        return not self.left.is_over

    def _mapped(self, question: Question, answer: Answer) -> Answer:
        """Return the same answer in the right game, whose options may be in another order."""
        options = self._options(question)
        keys = [self._key(option, self.seat) for option in options]
        theirs = [self._key(option, same_seat) for option in self.right.question.options]
        if sorted(keys) != sorted(theirs):
            self.fail(f"options: {_first_difference(sorted(keys), sorted(theirs))}")
        indices = [option.index for option in options]
        return _places(keys, theirs, tuple(indices.index(i) for i in answer))

    def _options(self, question: Question) -> list[Option]:
        """Return the options of the left game that the right one has too."""
        return question.options

    def _key(self, option: Option, seat: Seating) -> Key:
        value = -1 if option.kind == "card" else option.value
        return (option.kind, option.card, option.target, seat(option.player), value, option.using, option.text)

    def fail(self, what: str) -> NoReturn:
        """Raise `Difference` with the last answers."""
        raise Difference(
            "\n  ".join([what, f"edition {self.left.rules.edition}", *self.answers[-8:], *self.answers[:1]])
        )


class Given(NamedTuple):
    """An answer of the left game: its question, and the keys of its options."""

    signature: tuple[Any, ...]
    keys: list[Key]
    answer: Answer

    def asks_like(self, other: Given) -> bool:
        """Whether both may be declined and ask the same player for the same card, even if about something else."""
        mine, theirs = self.signature, other.signature
        return mine[:3] == theirs[:3] and mine[4] == theirs[4] == 0


class Unordered(Lockstep):
    """Plays two games in which questions of one resolution may come in another order.

    They are compared where nothing is in the middle of resolving.
    """

    def play(self, chance: State, turns: int = 2) -> int:
        """Play some turns; return the number of answers, or raise `Difference`."""
        until = self.left.state.turn + turns
        while not is_quiet(self.left) or (
            self.goes_on() and self.left.state.turn < until and len(self.answers) < MOST_ANSWERS
        ):
            given: list[Given] = []
            while not given or not is_quiet(self.left):
                question = self.left.question
                answer = self.pick(question, chance)
                picked = ", ".join(question.options[i].text for i in answer) or "pass"
                self.answers.append(f"player {question.player}: {question.prompt} -> {picked}")
                given.append(self._given(question, self.seat, answer))
                self.left.answer(answer)
            self._follow(given)
        return len(self.answers)

    def _follow(self, given: list[Given]) -> None:
        """Give the right game the same answers, in the order in which it asks."""
        left = given[:]
        while len(left) == len(given) or not is_quiet(self.right):
            asked = self._given(self.right.question, same_seat, ())
            found = next((one for one in left if one.signature == asked.signature), None)
            if found is None:
                self._explain(asked, given)
                self.fail(f"asked only on the right: {asked.signature}, on the left: {[one.signature for one in left]}")
            left.remove(found)
            self.right.answer(_places(found.keys, asked.keys, found.answer))
        for one in left:
            self._explain(one, [other for other in given if other is not one])
            self.fail(f"asked only on the left: {one.signature}")

    def _explain(self, asked: Given, given: list[Given]) -> None:
        """Of equal triggers nobody is asked which comes first (P6), even if the first one to be used comes last."""
        kind, options = asked.signature[1], asked.keys
        printed = self.left.state.printed
        limited = [key[1] for key in options if kind == "order" and key[1] >= 0 and printed[key[1]].once]
        was_offered = any(other.signature[2] in limited and other.signature[4] == 0 for other in given)
        if was_offered or any(asked.asks_like(other) for other in given):
            raise Explained("an ability with one use this turn is offered for several cards, one after the other (P6)")

    def _given(self, question: Question, seat: Seating, answer: Answer) -> Given:
        keys = [self._key(option, seat) for option in question.options]
        kind, low, high = question.kind, question.low, question.high
        short = sorted(map(_short, keys))
        return Given((seat(question.player), kind, question.source, question.prompt, low, high, short), keys, answer)


def _short(key: Key) -> Key:
    """Return a key without what may differ: what a trigger is about, and which of several equal rights is spent.

    Any one of several cards that left together may represent all of them; of rights that fit equally the first is
    offered (pitfall 17).
    """
    kind, card, target, player, value, using, _ = key
    if kind == "trigger":
        return (kind, card, -1, player, value, using, "")
    return (kind, card, target, player, value, -1, "") if kind == "play" else key


def is_quiet(game: Game) -> bool:
    """Whether nothing is in the middle of resolving."""
    return game.is_over or game.question.kind == "main"


def _places(mine: list[Key], theirs: list[Key], answer: Answer) -> Answer:
    """Return the indices in another list of the same options."""
    free = list(range(len(theirs)))
    mapped: list[int] = [-1] * len(mine)
    for same in (lambda key: key, _short):
        for i, key in enumerate(mine):
            found = [j for j in free if same(theirs[j]) == same(key)] if mapped[i] < 0 else []
            if found:
                mapped[i] = found[0]
                free.remove(found[0])
    return tuple(mapped[i] for i in answer)


def picture(game: Game, seat: Seating) -> dict[str, Any]:
    """Return everything visible of a game, with players' things where `seat` puts them, and sets without an order."""
    state = game.state
    players = range(game.players)
    seats = sorted(players, key=seat)

    def seated(column: list[Any]) -> list[Any]:
        return [column[player] for player in seats]

    question = None if game.is_over else game.question
    return {
        "turn": (state.turn, state.phase, seat(state.turn_player), seat(state.seat), state.scoring),
        "extra turns": [seat(player) for player in state.extra_turns],
        "winners": sorted(seat(player) for player in state.winners),
        "question": question and (seat(question.player), question.kind, question.prompt, question.low, question.high),
        "source": question and question.source,
        "VP": seated(state.vp),
        "bases": sorted(state.bases),
        "cards": [_card(state, i, seat) for i in range(len(state.printed))],
        "powers": {minion.id: (minion.name, minion.power) for minion in game.rules.minions()},
        "totals": {
            base.id: (base.name, base.breakpoint, *(base.total(player) for player in seats))
            for base in game.rules.bases
        },
        "hands": seated([sorted(hand) for hand in state.hands]),
        "decks": seated(state.decks),
        "base deck": state.base_deck,
        "effects": sorted(_effect(effect, seat) for effect in state.effects),
        # Without the arrival of the minion that an action must affect: arrivals follow the order of the cards.
        "plays": sorted(repr(right.to_json()[:-1]) for right in state.plays),
    }


def _card(state: State, i: int, seat: Seating) -> tuple[Any, ...]:
    where = -1 if state.zone[i] == ASIDE else state.where[i]
    known = sum(1 << seat(player) for player in range(len(state.vp)) if state.known[i] >> player & 1)
    return (
        state.printed[i].name,
        state.zone[i],
        seat(where) if state.zone[i] in OF_PLAYERS else where,
        seat(player_to_json(state.controller[i])),
        state.counters[i],
        known,
    )


def _effect(effect: Any, seat: Seating) -> tuple[int, ...]:
    """Return an effect without what only its own card can interpret."""
    kind, target, amount = effect.kind, effect.target, effect.amount
    if kind in (NO_ACTIONS, BARRED):
        target = seat(target)
    elif kind == CONTROL:
        amount = seat(amount)
    elif kind in (NOTED, LAID):
        amount = 0
    if kind == NOTED:
        target = 0
    return (kind, target, amount, effect.until, seat(player_to_json(effect.player)), effect.source, effect.turn)


def _first_difference(mine: Any, theirs: Any) -> str:
    if isinstance(mine, dict):
        mine, theirs = list(mine.items()), list(theirs.items())
    if isinstance(mine, list):
        for one, other in zip(mine, theirs, strict=False):
            if one != other:
                return f"{one} is {other}"
        return f"{mine[len(theirs) :]} is missing, {theirs[len(mine) :]} is too much"
    return f"{mine} is {theirs}"
