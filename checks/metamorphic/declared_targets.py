"""Declared targets: what a standard action directly affects is what its card declares (A1)."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from basebash import FACTIONS, Answer, Game, Question, State
from basebash.engine import ACTION, HAND, NEWCOMER, Allowance, Card, Event, Minions, Printed, Resolving
from basebash.engine.data.terms import AFFECTS, PLAY_CARDS, Who
from basebash.engine.data.values import Act
from basebash.engine.rules import plays, protection, zones
from basebash.engine.rules.context import Rules
from basebash.engine.rules.turn import FREE_ACTION
from basebash.invariants import Builder
from checks.metamorphic.lockstep import MOST_ANSWERS, Difference

MOST_ACTIONS = 8  # plays that a player gets in the turn


def play(seed: int) -> int:
    """Play actions in a random position; return the number of answers."""
    return play_actions(seed, sorted(FACTIONS))


def play_card(printed: Printed, seed: int) -> int:
    """Play an action, and others, in a random position with its faction."""
    others = [name for name in sorted(FACTIONS) if name != printed.faction.name]
    State(2, f"factions {seed}").shuffle_plain(order := list(range(len(others))))
    return play_actions(seed, [printed.faction.name, *(others[i] for i in order[:7])], printed)


def play_actions(seed: int, factions: list[str], wanted: Printed | None = None) -> int:
    """Play actions in a random position with some of these factions, starting with the wanted one."""
    chance = State(2, f"targets {seed}")
    game = position(seed, chance, factions, wanted)
    until = game.state.turn + 1
    with watched() as watch:
        while not game.is_over and game.state.turn < until and game.answers_given < MOST_ANSWERS:
            game.answer(answer(game, chance, wanted))
    if watch.problems:
        raise Difference("; ".join(watch.problems))
    return game.answers_given


def position(seed: int, chance: State, factions: list[str], wanted: Printed | None) -> Game:
    """Return a random position in which a player has many standard actions to play."""
    game = Builder(seed, factions).build()
    state = game.state
    owners = [state.owner[i] for i, printed in enumerate(state.printed) if printed is wanted]
    state.turn_player = state.seat = player = owners[0] if owners else state.turn_player
    held = game.rules.cards([*state.hands[player], *state.decks[player], *state.discards[player]])
    actions = [card for card in held if card.is_standard]
    chance.shuffle_plain(order := list(range(len(actions))))
    order.sort(key=lambda i: actions[i].printed is not wanted)
    for card in [actions[i] for i in order[:MOST_ACTIONS]]:
        zones.take(game.rules, card)
        zones.put(game.rules, card, HAND, player)
    state.phase = PLAY_CARDS
    state.plays = [FREE_ACTION, *(Allowance(ACTION) for _ in range(MOST_ACTIONS))]
    return Game.from_position(game.setup, state)


def answer(game: Game, chance: State, wanted: Printed | None) -> Sequence[int]:
    """Return a random answer: among the plays of a turn, that of an action if possible, the wanted one first."""
    question = game.question
    if question.kind != "main":
        return question.random_answer(chance)
    plays_of = [(i, game.rules.card(item[1])) for i, item in enumerate(question.items) if item[0] == "play"]
    found = [i for i, card in plays_of if card.printed is wanted] or [i for i, card in plays_of if card.is_standard]
    return [found[chance.random(len(found))]] if found else question.random_answer(chance)


class Watch:
    """Records what was affected without a declaration."""

    def __init__(self) -> None:
        self.declared: dict[Resolving, list[Card]] = {}  # the declaration when the ability started
        self.boosted: dict[Resolving, list[Card]] = {}
        self.problems: list[str] = []

    def begin(self, play: Resolving) -> None:
        """An ability starts."""
        if play.event.target is None:
            self.declared[play] = reach(play.card)
            self.boosted[play] = boosted(play.card)

    def affect(self, source: Card, cards: list[Card], how: str) -> None:
        """An action is about to do something to cards."""
        play = source.resolving
        if play is None or play not in self.declared:
            return
        copied = [card for card, _, _ in play.event.copied_at]  # anything else is not a direct effect (K13)
        now = [*self.declared[play], *reach(source), *copied]
        for card in cards:
            is_new = card.entered > play.began and any(brings(ability.targets) for ability in abilities(source))
            if card.is_minion and card not in now and not is_new:
                self.problems.append(f"{source.name} does not declare that it affects {card.name} ({how})")

    def increase(self, event: Event, minions: list[Card]) -> None:
        """An action has directly increased the power of minions."""
        for play, before in self.boosted.items():
            if play.event is event:
                now = [*before, *boosted(play.card)]
                strange = [minion.name for minion in minions if minion not in now]
                if strange:
                    self.problems.append(f"{play.card.name} does not declare that it boosts {strange}")


def abilities(card: Card) -> list[Printed]:
    """Return the printed cards whose ability an action may have: its own, or one that it copies."""
    found = [card.printed, *card.copies]
    for ability in found:  # a copied ability may be a copy itself
        found += [model.printed for model in ability.models(card) if model.printed not in found]
    return found


def reach(card: Card) -> list[Card]:
    """Return the minions that an action declares to affect."""
    found: list[Card] = []
    for ability in abilities(card):
        found += [*ability.targets(card), *ability.boosts(card)]
        if type(ability).prey_of is not Printed.prey_of:
            found += [prey for hunter in ability.hunters(card) for prey in ability.prey_of(card, hunter)]
    return found


def boosted(card: Card) -> list[Card]:
    """Return the minions whose power an action declares to increase."""
    return [minion for ability in abilities(card) for minion in ability.boosts(card)]


def brings(targets: Minions) -> bool:
    """Whether an action declares that it affects a minion that it brings into play."""
    return targets is NEWCOMER or any(brings(other) for other in targets.more)


@contextmanager
def watched() -> Iterator[Watch]:
    """During the block, compare what standard actions affect with what they declare."""
    watch = Watch()
    resolution, affected, increase = plays._resolution, protection.affected, Event.increase  # noqa: SLF001

    def watched_resolution(
        game: Rules, play: Resolving, special_base: Card | None, answers: tuple[str, Any] | None
    ) -> Coroutine[Question, Answer, Any] | None:
        watch.begin(play)
        return resolution(game, play, special_base, answers)

    async def watched_affected(
        game: Rules,
        act: Act,
        cards: list[Card],
        credit: Mapping[Card, Who] | None = None,
        *,
        also: Sequence[Card] = (),
    ) -> list[Card]:
        if act.direct and act.how in AFFECTS[game.edition]:
            watch.affect(act.source, [card for card in cards if card.in_play], act.how)
        return await affected(game, act, cards, credit, also=also)

    def watched_increase(event: Event, minions: list[Card]) -> None:
        watch.increase(event, minions)
        increase(event, minions)

    plays._resolution, protection.affected = watched_resolution, watched_affected  # noqa: SLF001
    Event.increase = watched_increase  # type: ignore[method-assign,assignment]
    try:
        yield watch
    finally:
        plays._resolution, protection.affected = resolution, affected  # noqa: SLF001
        Event.increase = increase  # type: ignore[method-assign]
