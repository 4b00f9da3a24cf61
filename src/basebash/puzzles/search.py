"""The exhaustive search of a turn: every line of answers, and which of them come out best.

Lines that reach the same position by another order are followed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from basebash import Answer, Game, Question, State
from basebash.bots.greedy import position_key
from basebash.bots.moves import single_answers
from basebash.puzzles.turns import ME, is_turn_over, is_won, lead_gained, let_rivals_answer, step_text

WON: Final = 1000
"""The score of a turn that wins the game; one that loses it scores as much less than nothing."""
MOST_SEVERAL: Final = 60
"""How many answers a question about several cards may have."""
IDLE: Final = frozenset({"End Play Cards", "Nothing"})

Done = frozenset[str]
"""What is done in a line, without its order: texts of answers, numbered if they come more than once."""


class TooMany(Exception):
    """There are more lines than the search may look at."""


class NotUnique(Exception):
    """Several turns are as good."""


class Ending:
    """A line of answers to the end of the turn: what it scores, what each player gains, and what is done in it."""

    __slots__ = ("answers", "done", "gained", "score")

    def __init__(self, score: int, gained: tuple[int, ...], answers: tuple[Answer, ...], done: Done) -> None:
        self.score = score
        self.gained = gained
        self.answers = answers
        self.done = done


def answers_to(question: Question) -> list[Answer]:
    """Return all answers to a question, equal plays once; `TooMany` if there are more than a search can follow."""
    if question.high <= 1:
        return single_answers(question)
    if question.count_answers() > MOST_SEVERAL:
        raise TooMany
    return list(question.legal_answers())


class Search:
    """Finds every end of the turn from a position at the player's question. The position itself is not changed."""

    def __init__(
        self,
        start: Game,
        most: int,
        *,
        key: Callable[[Game], object] = position_key,
        slack: int = 1,
        known: int | None = None,
        fewest: int = 0,
    ) -> None:
        """Search at most this number of answers. `key` tells positions apart.

        Ends that score up to `slack` less than the best so far are kept with what is done in them. `known` is a score
        that can be reached: the search gives up with `NotUnique` once the ends that reach it, or little less, have
        fewer than `fewest` things done in common.
        """
        self.endings: list[Ending] = []
        self.nodes = 0
        self.best = -2 * WON if known is None else known
        self._common: Done | None = None
        self._fewest = fewest
        self._most = most
        self._key = key
        self._slack = slack
        self._before = list(start.state.vp)
        self._seen: set[object] = set()
        self._line: list[tuple[Question, Answer]] = []
        game = start.clone()
        let_rivals_answer(game)
        self._follow(game)
        game.release()

    def near_best(self) -> list[Ending]:
        """Return the ends that score best, and those that score little less."""
        return [one for one in self.endings if one.score >= self.best - self._slack]

    def _follow(self, game: Game) -> None:
        if is_turn_over(game):
            self._note(game)
            return
        position = self._key(game)
        if position in self._seen:
            return
        self._seen.add(position)
        question = game.question
        for answer in answers_to(question):
            self.nodes += 1
            if self.nodes > self._most:
                raise TooMany
            copy = game.clone()
            copy.answer(answer)
            let_rivals_answer(copy)
            self._line.append((question, answer))
            self._follow(copy)
            self._line.pop()
            copy.release()

    def _note(self, game: Game) -> None:
        score = score_of(game, self._before)
        if score > self.best:
            self.best = score
            self._common = None
            for one in self.near_best():
                self._compare(one.done)
        gained = tuple(now - then for now, then in zip(game.state.vp, self._before, strict=True))
        if score < self.best - self._slack:
            self.endings.append(Ending(score, gained, (), frozenset()))
            return
        done = done_in(self._line)
        self.endings.append(Ending(score, gained, tuple(answer for _, answer in self._line), done))
        self._compare(done)
        if self._fewest and self._common is not None and len(self._common) < self._fewest:
            raise NotUnique

    def _compare(self, done: Done) -> None:
        self._common = done if self._common is None else self._common & done


def score_of(game: Game, before: list[int]) -> int:
    """Return what the end of a turn scores. `before`: everybody's VP at its start."""
    if game.is_over:
        return WON if is_won(game) else -WON
    return lead_gained(game, before)


def done_in(line: list[tuple[Question, Answer]]) -> Done:
    """Return what is done in a line, without its order and without answers that do nothing."""
    counted = Counter(step_text(question, answer) for question, answer in line)
    return frozenset(
        text if number == 0 else f"{text} ({number + 1})"
        for text, times in counted.items()
        if text not in IDLE
        for number in range(times)
    )


class Sample:
    """Turns with random answers: the best score, how many ends come near it, and what is done in all of those."""

    def __init__(self, start: Game) -> None:
        self.best = -2 * WON
        self.turns = 0
        self._lines = 0.0
        self._start = start
        self._before = list(start.state.vp)
        self._hand = frozenset(start.state.hands[ME])
        self._near: list[tuple[int, Done, frozenset[int]]] = []

    def add(self, count: int, chance: State) -> None:
        """Play this number of turns."""
        for _ in range(count):
            game = self._start.clone()
            let_rivals_answer(game)
            line: list[tuple[Question, Answer]] = []
            lines = 1.0
            while not is_turn_over(game):
                question = game.question
                answer = question.random_answer(chance)
                line.append((question, answer))
                lines *= question.count_answers()
                game.answer(answer)
                let_rivals_answer(game)
            self.turns += 1
            self._lines += lines
            score = score_of(game, self._before)
            if score >= self.best - 1:
                if score > self.best:
                    self.best = score
                    self._near = [one for one in self._near if one[0] >= score - 1]
                self._near.append((score, done_in(line), self._used_in(line)))
            game.release()

    @property
    def share(self) -> float:
        """Return the share of turns that come near the best."""
        return len(self._near) / max(1, self.turns)

    @property
    def lines(self) -> float:
        """Return an estimate of how many lines the turn has: the mean of the products of all choices (Knuth, 1975)."""
        return self._lines / max(1, self.turns)

    def common(self) -> Done:
        """Return what is done in all turns that come near the best."""
        return frozenset.intersection(*(done for _, done, _ in self._near))

    def used(self) -> list[frozenset[int]]:
        """Return the cards in hand that each of the best turns picks."""
        return [cards for score, _, cards in self._near if score == self.best]

    def _used_in(self, line: list[tuple[Question, Answer]]) -> frozenset[int]:
        return self._hand & {question.options[i].card for question, answer in line for i in answer}


def least(endings: list[Ending]) -> list[Done]:
    """Return what is done in these lines, without those that only add something to another."""
    found = {one.done for one in endings}
    return [one for one in found if not any(other < one for other in found)]


def exact_key(game: Game) -> object:
    """Return a key that is equal only for the same state at the same question: slower, and never wrong."""
    return game.digest()
