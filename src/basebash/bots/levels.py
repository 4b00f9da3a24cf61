"""Bots that play like people: mostly good turns, now and then one that only looked as good.

They judge their options like `greedy` and pick one the more often the better it looks, so that a mistake is one that a
person could make too. Nothing is overlooked on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp
from random import Random

from basebash.bots.bot import Ask, Copies, Thought
from basebash.bots.evaluate import chances
from basebash.bots.greedy import Line, lines_of_turn, release_lines, worth_of
from basebash.bots.moves import best_several, is_single, single_answers
from basebash.bots.thinking import EFFECTS, GreedyBot, ThinkingBot, rare_collections
from basebash.engine import MINION, Answer, Game, State, View

EASY = 0.03  # temperatures, in chances to win
NORMAL = 0.01
MOST_LOST = 0.15  # an answer that costs more than this is a gift, not a mistake
ADAPTS = 0.4  # how much the temperature of an adaptive bot rises with its lead
AIM = 0.9  # the chance to win from which it is ahead, in equal shares: 45 % with two players
MOST_TRIED = 24  # answers that an easy bot compares
MOST_PICKS = 8  # the same at a question about several cards

Taste = Callable[[State, Game, int], float]


def pick(values: list[float], temperature: float, chance: Random) -> int:
    """Return the place of one of these values, of high ones more often.

    A value that is lower than the best by the temperature is picked 0.37 times as often; at 0 the best one is picked.

    >>> pick([0.1, 0.5, 0.4], 0.0, Random(1))
    1
    """
    best = max(values)
    if temperature <= 0.0:
        return values.index(best)
    weights = [exp((value - best) / temperature) if best - value <= MOST_LOST else 0.0 for value in values]
    return chance.choices(range(len(values)), weights)[0]


class EasyBot(ThinkingBot):
    """Looks at every option, but only one step ahead, and does not always take the best."""

    def __init__(self, seed: int = 0, *, temperature: float = EASY) -> None:
        super().__init__(seed)
        self.temperature = temperature

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return one of the better answers."""
        obvious = self.obvious(view, question)
        if obvious is not None:
            return obvious
        game = copies.deal_for(question, self.chance.getrandbits(32))
        if game is None:
            return question.random_answer(self.chance)
        with rare_collections:
            found = self._values(game)
        game.release()
        answer = found[pick([value for value, _ in found], self.temperature, self.chance)][1]
        self.thoughts = [Thought(answer, question.text_of(answer), 0.0)]
        return answer

    def _values(self, game: Game) -> list[tuple[float, Answer]]:
        question = game.question
        value = partial(worth_of, game)
        if not is_single(question):
            return best_several(question, value, self.chance, MOST_PICKS)
        answers = single_answers(question)
        if len(answers) > MOST_TRIED:
            answers = self.chance.sample(answers, MOST_TRIED)
        return [(value(answer), answer) for answer in answers]


class HumanBot(GreedyBot):
    """Plans its turn and makes plausible mistakes; `taste` says what it likes besides winning."""

    def __init__(self, seed: int = 0, *, temperature: float = NORMAL, taste: Taste | None = None) -> None:
        super().__init__(seed)
        self.temperature = temperature
        self.taste = taste

    def plan(self, game: Game, player: int) -> list[Line]:
        """Return ways to finish the turn from the question of a copy: the one to follow, then the others."""
        before = game.state.copy()
        best: dict[Answer, Line] = {}
        others: list[Line] = []
        for line in lines_of_turn(game, player, self.chance, self.width, effects=EFFECTS):
            if best.setdefault(line.first, line) is not line:
                others.append(line)
        release_lines(others)
        lines = list(best.values())
        taste = self.taste
        values = [line.value + (taste(before, line.game, player) if taste else 0.0) for line in lines]
        chosen = pick(values, self.temperature, self.chance)
        return [lines[chosen], *lines[:chosen], *lines[chosen + 1 :]]


class AdaptiveBot(ThinkingBot):
    """Plays like `greedy` while it is behind, and like `easy` while it is ahead, worse the further it is."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._best = GreedyBot(seed)
        self._easy = EasyBot(seed)

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return the answer of one of the two bots."""
        game = copies.deal_for(question, self.chance.getrandbits(32))
        lead = chances(game)[question.player] - AIM / game.players if game is not None else 0.0
        self._easy.temperature = EASY + ADAPTS * max(0.0, lead)
        bot = self._easy if lead > 0.0 else self._best
        answer = bot.choose(view, question, copies)
        self.thoughts = bot.thoughts
        return answer


# ----------------------------------------------------------------------------------------------- styles
def likes_company(before: State, after: Game, me: int) -> float:
    """Return what having many minions in play is worth to a builder."""
    return 0.008 * (_minions(after.state, me) - _minions(before, me))


def likes_trouble(before: State, after: Game, me: int) -> float:
    """Return what fewer minions of others are worth to a brawler."""
    others = [player for player in range(after.players) if player != me]
    return 0.015 * sum([_minions(before, player) - _minions(after.state, player) for player in others])


def likes_cards(before: State, after: Game, me: int) -> float:
    """Return what cards in hand are worth to a collector."""
    return 0.012 * (len(after.state.hands[me]) - len(before.hands[me]))


def _minions(state: State, player: int) -> int:
    """Return how many minions a player controls."""
    controller, printed = state.controller, state.printed
    return sum([controller[i] == player and printed[i].kind == MINION for cards in state.on.values() for i in cards])


STYLES: dict[str, Taste] = {"builder": likes_company, "brawler": likes_trouble, "collector": likes_cards}
"""What the bots with a style like besides winning."""
