"""The bots that try answers on copies: greedy, which plans its turn, and search."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from threading import Lock
from typing import Protocol

from basebash.bots.bot import Ask, Bot, Copies, Thought
from basebash.bots.greedy import Line, lines_of_turn, release_lines
from basebash.bots.search import NoCopy, Search
from basebash.bots.tree import Budget, Child, Node
from basebash.engine import Answer, Game, View

EFFECTS = 8  # answers at a decision that greedy follows through what they ask
COLLECT_AFTER = 50_000  # new objects
LONGEST_TURN = 60  # answers of one player in a turn before the turn is ended quickly


class _RareCollections:
    """A context in which Python's garbage collector runs less often.

    Thinking makes and drops clones by the thousand, almost all of which are freed without it; looking for the others
    every few hundred objects took a seventh of the time.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._usual = (0, 0, 0)

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._usual = gc.get_threshold()
                if 0 < self._usual[0] < COLLECT_AFTER:  # 0: it is switched off
                    gc.set_threshold(COLLECT_AFTER, *self._usual[1:])
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                gc.set_threshold(*self._usual)


rare_collections = _RareCollections()


class ThinkingBot(Bot):
    """A bot that tries answers on copies, except where the answer is obvious."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._turn = -1
        self._answers = 0

    def obvious(self, view: View, question: Ask) -> Answer | None:
        """Return the answer if it is obvious or nothing is known to base it on; otherwise None."""
        answer = self._obvious(view, question)
        if answer is not None:
            self.thoughts = [Thought(answer, question.text_of(answer), 0.0, 0)]
        return answer

    def _obvious(self, view: View, question: Ask) -> Answer | None:
        if view.data["phase"] in ("setup", "opening"):
            # A hand without minions is always worth redrawing. In a draft, no faction is preferred.
            exchanges = question.kind == "yes" and bool(question.options)
            return (0,) if exchanges else question.random_answer(self.chance)
        if view.data["turn"] != self._turn:
            self._turn, self._answers = view.data["turn"], 0
        self._answers += 1
        if self._answers > LONGEST_TURN:
            # Some combinations of cards can be repeated for ever.
            if question.kind == "main":
                return (len(question.options) - 1,)
            if question.can_decline:
                return ()
        return None


class GreedyBot(ThinkingBot):
    """Takes the turn that leaves it best off by the evaluation, before the others move."""

    def __init__(self, seed: int = 0, width: int = 4) -> None:
        super().__init__(seed)
        self.width = width

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return the first answer of the best line."""
        obvious = self.obvious(view, question)
        if obvious is not None:
            return obvious
        game = copies.deal_for(question, self.chance.getrandbits(32))
        if game is None:
            return question.random_answer(self.chance)
        with rare_collections:
            lines = self.plan(game, question.player)
            self.thoughts = [line.thought() for line in lines[:10]]
            answer = lines[0].first
            release_lines(lines)
        return answer

    def plan(self, game: Game, player: int) -> list[Line]:
        """Return ways to finish the turn from the question of a copy, best first."""
        return lines_of_turn(game, player, self.chance, self.width, effects=EFFECTS)


class Searching(Protocol):
    """The search for one answer; see `basebash.bots.search.Search`."""

    def adopt(self, node: Node) -> None: ...

    def run(self) -> None: ...

    def thoughts(self) -> list[Thought]: ...

    def best(self) -> Child: ...


class SearchBot(ThinkingBot):
    """Search for a number of seconds or iterations per answer."""

    def __init__(
        self,
        seed: int = 0,
        *,
        seconds: float = 0.0,
        iterations: int = 200,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(seed)
        self.seconds = seconds
        self.iterations = iterations
        self.clock = clock
        self._kept: tuple[int, Node] | None = None

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return the answer that did best."""
        budget = Budget(self.seconds, self.iterations, self.clock)
        obvious = self.obvious(view, question)
        if obvious is not None:
            return obvious
        search = self.new_search(question, copies, budget)
        turn: int = view.data["turn"]
        try:
            if self._kept is not None and self._kept[0] == turn:
                search.adopt(self._kept[1])
            with rare_collections:
                search.run()
        except NoCopy:
            return question.random_answer(self.chance)
        self.thoughts = search.thoughts()
        below = search.best().node
        self._kept = None if below is None else (turn, below)
        return self.thoughts[0].answer

    def new_search(self, question: Ask, copies: Copies, budget: Budget) -> Searching:
        """Return the search for one answer."""
        return Search(question, copies, self.chance, budget)
