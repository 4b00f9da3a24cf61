"""Search: information-set Monte Carlo tree search over copies dealt anew.

Each iteration goes down a tree of answers in one such copy, plays on to the start of the searcher's next turn with
quick answers, and asks the evaluation for everybody's chances there; each player in the tree takes what is best for
themselves (max-n). What keeps it to the point with few iterations:

- The tree is planted with the best turns that a beam finds, so that answers which need each other are tried
  together; how many answers of a node are tried grows with its visits, the most promising first.
- Answers are told apart by what they say, not by their number, so that one node serves all copies.
- All children of a node are tried on the same copies in the same order: their difference is less a matter of luck.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import log, sqrt
from random import Random

from basebash.bots.bot import Ask, Copies, Thought
from basebash.bots.evaluate import chances
from basebash.bots.greedy import Line, ThinkingBot, instinct, lines_of_turn
from basebash.bots.moves import Signature, answer_with, best_several, is_single, signature, single_answers, text_of
from basebash.engine import Answer, Game, Question, View

EXPLORE = 0.6  # how much is tried beside the best so far, in standard deviations of what is found
UNSURE = 0.6  # how much an answer tried little must look better, likewise
CLEAR = 1.2  # a lead that ends the search early, likewise
TRUST = 6  # how many visits a prior counts for
LATE_COMER = 0.02  # what an answer that no planted line starts with is held back by
WIDTH = 6
PLANS = 30  # lines of the beam that are planted
LONGEST_PLAYOUT = 80  # answers
RIPE = 6  # visits after which a line of play gets a node of its own


class NoCopy(Exception):
    """No copy could be dealt that is at the question."""


class Budget:
    """Seconds by a clock, or iterations."""

    def __init__(self, seconds: float, iterations: int, clock: Callable[[], float]) -> None:
        self.iterations = iterations
        self.clock = clock
        self.start = clock()
        self.seconds = seconds

    def is_over(self, part: float = 1.0) -> bool:
        """Whether this part of the seconds is over; iterations never are in the middle of one."""
        return self.seconds > 0.0 and self.clock() - self.start >= part * self.seconds

    def is_spent(self, done: int) -> bool:
        """Whether no other iteration may start."""
        return self.is_over() if self.seconds > 0.0 else done >= self.iterations


class Spread:
    """How far apart the values lie that iterations find (Welford's running variance)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        """Another value."""
        self.count += 1
        off = value - self.mean
        self.mean += off / self.count
        self.squares += off * (value - self.mean)

    @property
    def deviation(self) -> float:
        """Their standard deviation."""
        return sqrt(self.squares / (self.count - 1)) if self.count > 4 else 0.1


class Child:
    """An answer in the tree and what was found out about it."""

    __slots__ = ("answer", "deals", "node", "prior", "text", "total", "visits")

    def __init__(self, answer: Answer, prior: float, text: str, players: int) -> None:
        self.answer = answer  # as it was given when the child was made: for the root
        self.prior = prior
        self.text = text
        self.visits = 0
        self.deals = 0  # how many copies of this search it was tried on, at the root
        self.total = [0.0] * players
        self.node: Node | None = None

    def mean(self, player: int) -> float:
        """What it was worth to a player so far."""
        return self.total[player] / self.visits if self.visits else self.prior

    def estimate(self, player: int, drift: float) -> float:
        """What it is worth to a player by all that is known: the prior counts like some visits."""
        return (self.total[player] + TRUST * (self.prior + drift)) / (self.visits + TRUST)


class Node:
    """A question in the tree, as far as it is the same in all copies."""

    __slots__ = ("children", "player", "prompt", "visits")

    def __init__(self) -> None:
        self.children: dict[Signature, Child] = {}
        self.visits = 0
        self.player = -1
        self.prompt = ""

    def is_about(self, question: Question | Ask) -> bool:
        """Whether it is a node of this question; a new node becomes one."""
        if self.player < 0:
            self.player, self.prompt = question.player, question.prompt
        return self.player == question.player and self.prompt == question.prompt


class SearchBot(ThinkingBot):
    """Searches for so many seconds or iterations an answer."""

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
        """The answer that did best."""
        budget = Budget(self.seconds, self.iterations, self.clock)
        obvious = self.obvious(view, question)
        if obvious is not None:
            return obvious
        search = Search(question, copies, self.chance, budget)
        turn: int = view.data["turn"]
        try:
            if self._kept is not None and self._kept[0] == turn:
                search.adopt(self._kept[1])
            search.run()
        except NoCopy:
            return question.random_answer(self.chance)
        self.thoughts = search.thoughts()
        below = search.best().node
        self._kept = None if below is None else (turn, below)
        return self.thoughts[0].answer


class Search:
    """The search for one answer."""

    def __init__(self, question: Ask, copies: Copies, chance: Random, budget: Budget) -> None:
        self.me = question.player
        self.copies = copies
        self.chance = chance
        self.budget = budget
        self.seed = chance.getrandbits(48)
        self.deals: list[Game] = []
        self.root = Node()
        self.done = 0
        self.question = question
        self.spread = Spread()  # of the values found
        self.drift = Spread()  # of the values found against the priors: they look at different moments

    def deal(self, number: int) -> Game:
        """The copy of this number, to be changed."""
        while len(self.deals) <= number:
            game = self.copies.deal_for(self.question, self.seed + len(self.deals))
            if game is None:
                raise NoCopy
            self.deals.append(game)
        return self.deals[number].clone()

    def run(self) -> None:
        """Searches until the budget is spent or the matter is clear."""
        self._plant()
        while not self.budget.is_spent(self.done) and not self._is_clear():
            self._iterate()
            self.done += 1

    def adopt(self, node: Node) -> None:
        """Goes on with a part of the last search's tree, if it is about the same question."""
        if not node.is_about(self.question):
            return
        question = self.deal(0).question
        for key, child in node.children.items():
            answer = answer_with(question, key)
            if answer is None:
                return
            child.answer = answer
            child.deals = 0
        self.root = node

    def best(self) -> Child:
        """The answer that did best."""
        return min(self.root.children.values(), key=self._rank)

    def thoughts(self) -> list[Thought]:
        """The answers that were considered, best first."""
        ranked = sorted(self.root.children.values(), key=self._rank)
        return [Thought(child.answer, _line(child), child.mean(self.me), child.visits) for child in ranked[:12]]

    def _rank(self, child: Child) -> float:
        if not child.visits:
            return 2.0 - child.prior
        # What was tried little must look better by more.
        return UNSURE * self.spread.deviation / sqrt(child.visits) - child.estimate(self.me, self.drift.mean)

    def _is_clear(self) -> bool:
        """Whether more search would hardly change the answer."""
        children = self.root.children.values()
        if len(children) == 1:
            return True
        if self.done < 64 or self.done % 16:
            return False
        means = sorted((child.mean(self.me) for child in children if child.visits >= 3), reverse=True)
        return len(means) > 1 and means[0] - means[1] > CLEAR * self.spread.deviation

    # ------------------------------------------------------------------------------------------- growing
    def _plant(self) -> None:
        """The best turns that a beam finds in the first copies become the first lines of the tree."""
        for number, part in ((0, 0.25), (1, 0.4)):
            lines = lines_of_turn(
                self.deal(number), self.me, self.chance, WIDTH, is_late=partial(self.budget.is_over, part)
            )
            for line in lines[:PLANS]:
                self._plant_line(line)
            if self.budget.is_over(part):
                return
        self._add_children(self.root, self.deal(0))

    def _plant_line(self, line: Line) -> None:
        node = self.root
        for step in line.steps:
            if not node.is_about(step.question):
                return
            child = node.children.get(step.signature)
            if child is None:
                child = Child(step.answer, line.value, step.text, line.game.players)
                node.children[step.signature] = child
            child.prior = max(child.prior, line.value)
            if child.node is None:
                child.node = Node()
            node = child.node

    def _add_children(self, node: Node, game: Game) -> dict[Signature, Answer]:
        """The answers of a node that can be given here; those not seen before get their prior."""
        question = game.question
        player = question.player

        def value(answer: Answer) -> float:
            twin = game.clone()
            twin.answer(answer)
            return chances(twin)[player]

        if is_single(question):
            here = {signature(question, answer): answer for answer in single_answers(question)}
            for key, answer in here.items():
                if key not in node.children:
                    prior = value(answer) - LATE_COMER if node.children else value(answer)
                    node.children[key] = Child(answer, prior, text_of(question, answer), game.players)
            return here
        if not node.children:
            for prior, answer in best_several(question, value, self.chance, 16)[:5]:
                key = signature(question, answer)
                node.children[key] = Child(answer, prior, text_of(question, answer), game.players)
        found = {key: answer_with(question, key) for key in node.children}
        return {key: answer for key, answer in found.items() if answer is not None}

    # ------------------------------------------------------------------------------------------- one iteration
    def _iterate(self) -> None:
        path: list[Child] = []
        node: Node | None = self.root
        first = self._select(self.root, list(self.root.children), self.me)
        picked = self.root.children[first]
        game = self.deal(picked.deals)
        start = game.state.turn
        while node is not None and not self._is_far(game, start):
            question = game.question
            if node is self.root:
                child = picked
                answer = child.answer
            else:
                here = self._add_children(node, game) if node.is_about(question) else {}
                if not here:
                    break
                key = self._select(node, list(here), question.player)
                child = node.children[key]
                answer = here[key]
            node.visits += 1
            path.append(child)
            game.answer(answer)
            if child.node is None and child.visits >= RIPE:
                child.node = Node()
            node = child.node
        if not self._play_on(game, start):
            return
        values = chances(game)
        self.spread.add(values[self.me])
        self.drift.add(values[self.me] - path[0].prior)
        path[0].deals += 1
        for child in path:
            child.visits += 1
            for player, value in enumerate(values):
                child.total[player] += value

    def _select(self, node: Node, keys: list[Signature], player: int) -> Signature:
        """One of the most promising children: as many are looked at as the visits allow."""
        children = sorted([(-node.children[key].prior, n, key) for n, key in enumerate(keys)])
        visits = node.visits + 1
        # Below the root a planted line is followed first, so that its start is judged by its best continuation.
        wide = max(4, int(1.5 * sqrt(visits))) if node is self.root else 1 + int(0.5 * sqrt(visits))
        explore = EXPLORE * self.spread.deviation
        best, most = children[0][2], -1e9
        for _, _, key in children[:wide]:
            child = node.children[key]
            if not child.visits:
                return key
            known = child.estimate(player, self.drift.mean) if player == self.me else child.mean(player)
            score = known + explore * sqrt(log(visits) / child.visits)
            if score > most:
                best, most = key, score
        return best

    def _is_far(self, game: Game, start: int) -> bool:
        """Whether it has come to the searcher's next turn, or the end."""
        if game.is_over:
            return True
        state = game.state
        gone = state.turn - start
        return gone > 0 and game.question.kind == "main" and (state.turn_player == self.me or gone >= game.players)

    def _play_on(self, game: Game, start: int) -> bool:
        """Quick answers up to the searcher's next turn; False if the time is over before."""
        for _ in range(LONGEST_PLAYOUT):
            if self._is_far(game, start):
                break
            if self.budget.is_over():
                return False
            game.answer(instinct(game, self.chance))
        return True


def _line(child: Child) -> str:
    """The child's answer and what was then tried most."""
    texts = [child.text]
    while child.node is not None and child.node.visits:
        child = max(child.node.children.values(), key=_visits)
        texts.append(child.text)
    return ", ".join(texts)


def _visits(child: Child) -> int:
    return child.visits
