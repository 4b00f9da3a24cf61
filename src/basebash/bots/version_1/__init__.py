"""Version 1 of `easy`, `greedy` and `hard`, frozen as opponents to measure later versions against.

Evaluation, beam and search are copies of November 2026. They are never improved and never compiled, and share only
the modules that say which answers exist (`moves`) and hold a tree (`tree`). `tests/bots/test_versions.py` checks their
answers on recorded positions. To freeze another version, copy the modules that a change would affect into a package
beside this one.
"""

from __future__ import annotations

from basebash.bots.bot import Ask, Copies, Thought
from basebash.bots.greedy import Line
from basebash.bots.thinking import GreedyBot, SearchBot, ThinkingBot
from basebash.bots.tree import Budget
from basebash.bots.version_1.greedy import lines_of_turn, reply
from basebash.bots.version_1.search import Search
from basebash.engine import Answer, Game, View


class FirstEasyBot(ThinkingBot):
    """`easy` in version 1: it considers only some of its options, and only one step ahead."""

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return the best of a few answers."""
        obvious = self.obvious(view, question)
        if obvious is not None:
            return obvious
        game = copies.deal_for(question, self.chance.getrandbits(32))
        if game is None:
            return question.random_answer(self.chance)
        answer = reply(game, self.chance, max(2, len(question.options) // 2))
        self.thoughts = [Thought(answer, question.text_of(answer), 0.0)]
        return answer


class FirstGreedyBot(GreedyBot):
    """`greedy` in version 1."""

    def plan(self, game: Game, player: int) -> list[Line]:
        """Return ways to finish the turn, best first."""
        return lines_of_turn(game, player, self.chance, self.width)


class FirstSearchBot(SearchBot):
    """`search` and `hard` in version 1."""

    def new_search(self, question: Ask, copies: Copies, budget: Budget) -> Search:
        """Return the search for one answer."""
        return Search(question, copies, self.chance, budget)
