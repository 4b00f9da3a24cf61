"""Silence: a card whose abilities are cancelled, or always declined, plays like one without abilities."""

from __future__ import annotations

import re
from functools import cache
from inspect import iscoroutinefunction

from basebash import CARDS, Answer, Game, Option, Question, State
from basebash.engine import Action, Minion, Printed
from basebash.engine.data.terms import CANCELLED, COPIED, WHILE_IN_PLAY
from basebash.engine.data.values import Effect
from basebash.engine.vocabulary.ability import Ability
from basebash.invariants import Builder
from checks.metamorphic.blanks import blank, speaking_cards, with_printed, with_spare
from checks.metamorphic.copies import Followed
from checks.metamorphic.lockstep import Explained
from checks.metamorphic.stage import Stage, eager

PARTLY_OPTIONAL = ("Goblin Recruiters",)  # only one half of its text can be declined


class Silenced(Followed):
    """Plays two games as long as a card stays in play and has only what is printed on it."""

    def goes_on(self) -> bool:
        """Compare the games; return whether there is a question to answer."""
        for state in (self.left.state, self.right.state):
            if self.card in state.on or any(e.kind == COPIED and e.target == self.card for e in state.effects):
                raise Explained("what a cancelled card is lent, or copies, is cancelled too (C12)")
        return super().goes_on()


def play_cancelled(seed: int) -> int:
    """Compare a card whose abilities are cancelled with one that has none."""
    chance = State(2, f"silence {seed}")
    game = Builder(seed).build()
    cards = [i for i in speaking_cards(game.state) if i not in game.state.on]
    if not cards:
        return 0
    card = cards[chance.random(len(cards))]
    printed = game.state.printed[card]
    silent = game.state.copy()
    you = silent.controller[card]
    silent.effects.append(Effect(CANCELLED, card, 0, WHILE_IN_PLAY, you, card, silent.turn))
    bare = with_printed(game.state, card, blank(printed))
    games = Silenced(Game.from_position(game.setup, silent), Game.from_position(game.setup, bare), card)
    games.answers.append(f"{printed.name} is cancelled on the left")
    return games.play(chance)


@cache
def optional_cards() -> list[Printed]:
    """Return the cards whose texts let their controller decline everything they do in play."""
    return [card for card in CARDS if _is_optional(card)]


def _is_optional(card: Printed) -> bool:
    happening = all(iscoroutinefunction(getattr(Ability, hook)) or hook.startswith("would_") for hook in card.hooks)
    if not isinstance(card, Minion | Action) or not card.indexed or not happening:
        return False
    if {"talent", "use"} & set(card.hooks) or card.name in PARTLY_OPTIONAL:
        return False
    ongoing = re.search(r"(?:Ongoing|Special): (.*)", card.text)
    sentences = re.split(r"(?<=[.]) ", ongoing.group(1)) if ongoing is not None else [""]
    return all("may" in sentence or (i and sentence.startswith("If ")) for i, sentence in enumerate(sentences))


class Declined(Followed):
    """Plays two games; in the left one a card's abilities are declined whenever they are offered."""

    def goes_on(self) -> bool:
        """Decline what is offered, and compare the games; return whether there is a question to answer."""
        while not self.left.is_over:
            question = self.left.question
            ours = [option.index for option in question.options if option.card == self.card]
            if question.kind == "order" and ours and not self._is_ordered(self.right):
                self.left.answer(ours[0])  # it is ordered first, and then does nothing
            elif question.low == 0 and (
                self._is_own(question) or (question.kind == "special" and len(ours) == len(question.options))
            ):
                self.left.answer()
            else:
                break
        number = self.left.state.printed[self.card].number
        if any(effect.kind == COPIED and effect.amount == number for effect in self.left.state.effects):
            raise Explained("another card copies the ability, and does not decline it")
        if any(right.source == self.card for right in self.left.state.plays):
            raise Explained("an extra play that is declined is kept for later in the turn (E7)")
        return super().goes_on()

    def _is_own(self, question: Question) -> bool:
        """Whether an ability of the card asks, not another's that lets the card do something (Mystic Transference)."""
        if question.source != self.card or self.right.is_over:
            return question.source == self.card
        other = self.right.question
        return (other.source, other.prompt) != (question.source, question.prompt)

    def _is_ordered(self, game: Game) -> bool:
        """Whether the question is when the card's turn comes, not about an ability of it (You Are Here)."""
        if game.is_over or game.question.kind != "order":
            return False
        return any(option.card == self.card for option in game.question.options)

    def pick(self, question: Question, chance: State) -> Answer:
        """Return an answer that uses no ability of the card."""
        answer = eager(question, chance)
        while question.kind == "special" and any(question.options[i].card == self.card for i in answer):
            answer = eager(question, chance)
        return answer

    def _options(self, question: Question) -> list[Option]:
        return [option for option in question.options if question.kind != "special" or option.card != self.card]


def play_declined(seed: int) -> int:
    """Compare a card whose abilities are always declined with one that has none."""
    chance = State(2, f"decline {seed}")
    printed = optional_cards()[seed % len(optional_cards())]
    hooks = [hook for hook in printed.indexed if not hook.startswith("would_")]
    start = Stage(hooks[chance.random(len(hooks))], (printed,), chance).build()
    cards = [i for i in speaking_cards(start.state) if start.state.printed[i] is printed]
    own = with_spare(start.state, cards[-1])
    bare = with_printed(own, cards[-1], blank(printed))
    games = Declined(Game.from_position(start.setup, own), Game.from_position(start.setup, bare), cards[-1])
    games.answers.append(f"{printed.name} is declined on the left")
    return games.play(chance)
