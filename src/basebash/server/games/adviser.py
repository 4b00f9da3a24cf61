"""The search behind hints and analyses: it tries what it names often enough to say how far its judgment may be off."""

from __future__ import annotations

from random import Random

from basebash import Answer
from basebash.bots.bot import Ask, Copies, Thought
from basebash.bots.moves import signature
from basebash.bots.search import Search
from basebash.bots.thinking import SearchBot
from basebash.bots.tree import Budget, Child, line_from

NAMED = 3  # moves, besides the one that was played
_SHARE = 8  # one part in so many of all rollouts is the least for each move that is named


class Judgment(Thought):
    """A line with everybody's chances to win after it, and the standard error of the player's own."""

    __slots__ = ("chances", "error")

    def __init__(self, child: Child, value: float, error: float, chances: list[float]) -> None:
        super().__init__(child.answer, line_from(child), value, child.visits)
        self.error = error
        self.chances = chances


def shared_chances(player: int, own: float, sums: list[float]) -> list[float]:
    """Return everybody's chances if the player's is `own`: the others share the rest as they do in the rollouts.

    >>> shared_chances(0, 0.5, [2.0, 3.0, 1.0])
    [0.5, 0.375, 0.125]
    >>> shared_chances(0, 0.75, [4.0, 0.0, 0.0])  # the player has won every rollout
    [0.75, 0.125, 0.125]
    """
    weights = [0.0 if other == player else total for other, total in enumerate(sums)]
    if not any(weights):
        weights = [float(other != player) for other in range(len(sums))]
    rest = sum(weights) or 1.0
    return [own if other == player else (1.0 - own) * weight / rest for other, weight in enumerate(weights)]


class Adviser(SearchBot):
    """A bot that searches for a number of rollouts, not for a time, and also judges the move that was played."""

    def __init__(self, seed: int, rollouts: int, played: Answer | None = None) -> None:
        super().__init__(seed, iterations=rollouts)
        self.played = played
        self.judgments: list[Judgment] = []

    def new_search(self, question: Ask, copies: Copies, budget: Budget) -> _Judging:
        """Return the search for one answer."""
        return _Judging(self, question, copies, self.chance, budget)


class _Judging(Search):
    def __init__(self, adviser: Adviser, question: Ask, copies: Copies, chance: Random, budget: Budget) -> None:
        super().__init__(question, copies, chance, budget)
        self._adviser = adviser

    def run(self) -> None:
        """Search, then try again what is to be named and was tried too little."""
        super().run()
        named = self._ranked()[:NAMED]
        played = self._played()
        if played is not None and played not in named:
            named.append(played)
        for child in named:
            for _ in range(self.budget.iterations // _SHARE - len(child.found)):
                self._iterate(child)
        self._weigh()
        named.sort(key=self._estimate, reverse=True)
        self._adviser.judgments = [self._judgment(child) for child in named]

    def thoughts(self) -> list[Thought]:
        """Return what is named, best first."""
        return list(self._adviser.judgments)

    def _played(self) -> Child | None:
        """Return the answer that was played, or the same with another copy of a card."""
        answer = self._adviser.played
        if answer is None:
            return None
        question = self.deal(0).question
        return self.root.children.get(signature(question, answer))

    def _judgment(self, child: Child) -> Judgment:
        own = min(1.0, max(0.0, self._estimate(child)))
        found = [values for _, values in self._followed(child).found]
        sums = [sum(column) for column in zip(*found, strict=True)]
        return Judgment(child, own, self._error(child), shared_chances(self.me, own, sums))
