"""Paired games: two that differ only in what one player cannot know look the same to that player."""

from __future__ import annotations

from typing import Any

import pytest

from basebash import Game, Option, State
from basebash.engine import copies
from basebash.engine.data.terms import DECK
from basebash.server.games import visibility


def look(option: Option) -> Any:
    """Return an option without its index."""
    return {**option.to_json(), "index": 0}


class Truths:
    """Two games that differ only in what one player cannot know, in which everybody openly does the same."""

    def __init__(self, game: Game, observer: int, played: Option, seed: int) -> None:
        start = game.clone()
        if game.question.player != observer and played.card >= 0:
            start.state.known[played.card] = game.rules.everyone  # it is played in both
        start.reseed(seed)
        self.observer = observer
        self.one = start.clone()
        self.other = start.determinised(observer, seed)
        self.other.state.base_deck = self.one.state.base_deck[:]
        if self.one.state.rare_zones is not None and self.other.state.rare_zones is not None:
            self.other.state.rare_zones.supply = self.one.state.rare_zones.copy().supply
        self.other.reseed(seed)
        for truth in (self.one, self.other):
            copies.forget_past(truth)
            truth.rules._log = []
        self.chance = State(2, seed)
        self.asked: list[str] = []

    def answer(self, one: Option | None, other: Option | None) -> None:
        self.asked.append(self.one.question.prompt)
        self.one.answer(one)
        self.other.answer(other)

    def answer_alike(self) -> bool:
        """Give the open question the same visible answer in both games; False if there is none."""
        mine, theirs = self.one.question, self.other.question
        if mine.low == theirs.low == 0 and (self.chance.random(2) or not mine.items or not theirs.items):
            self.answer(None, None)
            return True
        looks = [look(option) for option in mine.options]
        both = [
            (a, b)
            for a in mine.options
            for b in theirs.options
            if look(a) == look(b)
            and looks.count(look(a)) == 1  # two options that look the same may do different things
        ]
        if mine.low > 1 or theirs.low > 1 or not both:
            return False
        self.answer(*both[self.chance.random(len(both))])
        return True

    def frame(self, game: Game) -> Any:
        """Return everything that the observer gets, and who is asked."""
        waiting = None if game.is_over else (game.question.player, game.question.kind, game.question.prompt)
        lines = [line.to_json() for line in game.log_for(self.observer)]
        return visibility.view(game, self.observer), lines, waiting

    def shown(self, game: Game) -> Any:
        """Return the cards that were revealed, in order: once these differ, the games may differ."""
        log = game.log_for(self.observer)
        asked = None if game.is_over else game.question
        searched = [  # searching a deck shows what is not in it, and so reveals hands
            option.card
            for option in (asked.options if asked is not None and asked.player == self.observer else ())
            if option.card >= 0 and game.state.zone[option.card] == DECK
        ]
        return (
            searched,
            [part["card"] for line in log for part in line.parts if isinstance(part, dict) and "card" in part],
            [(len(game.state.hands[player]), len(game.state.decks[player])) for player in range(game.players)],
        )

    def compare(self) -> int:
        """Play while both look the same and return the number of steps; fail if they differ with no card revealed."""
        for step in range(1, 60):
            if self.shown(self.one) != self.shown(self.other):
                return step
            assert self.frame(self.one) == self.frame(self.other), self.asked
            if self.one.is_over or not self.one.rules.since or not self.answer_alike():
                return step
        return step


@pytest.mark.parametrize("seed", range(9))
def test_games_that_look_the_same_keep_looking_the_same(seed: int) -> None:
    game = Game(2 + seed % 2, seed=seed, edition=(2019, 2016, 2013)[seed % 3], ask_everyone=True)
    chance = State(2, seed)
    compared = secret = 0
    while not game.is_over and game.answers_given < 300:
        question = game.question
        answer = question.random_answer(chance)
        if question.kind == "main":
            answer = (
                chance.random(max(1, len(question.items) - 1)),
            )  # "end" is the last option, and only taken if it is the only one
            for observer in range(game.players):
                truths = Truths(game, observer, question.options[answer[0]], chance.random(1 << 60))
                same = [o for o in question.options if look(o) == look(question.options[answer[0]])]
                twin = [o for o in truths.other.question.options if look(o) == look(same[0])]
                truths.answer(same[0], twin[0])
                compared += truths.compare()
        secret += visibility.is_paced(question)
        game.answer(answer)
    assert compared > 100
    assert secret
