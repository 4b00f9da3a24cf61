"""The tree of a search: answers, what was found out about them, and the budget."""

from __future__ import annotations

from collections.abc import Callable

from basebash.bots.bot import Ask
from basebash.bots.moves import Signature
from basebash.engine import Answer, Question


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


class Child:
    """An answer in the tree and what was found out about it."""

    __slots__ = ("answer", "found", "kept", "kept_total", "node", "prior", "text")

    def __init__(self, answer: Answer, prior: float, text: str) -> None:
        self.answer = answer  # as it was given when the child was made: for the root
        self.prior = prior  # how it looks at the end of the turn
        self.text = text
        self.found: list[tuple[int, list[float]]] = []  # the number of the copy, and everybody's chances there
        self.kept = 0  # how often it was tried in earlier searches of this turn
        self.kept_total = 0.0  # and what was found there
        self.node: Node | None = None

    @property
    def visits(self) -> int:
        """How often it was tried."""
        return self.kept + len(self.found)


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


def keep(node: Node, me: int) -> None:
    """What was found in a tree becomes what was found earlier."""
    for child in node.children.values():
        child.kept_total += sum([values[me] for _, values in child.found])
        child.kept += len(child.found)
        child.found = []
        if child.node is not None:
            keep(child.node, me)


def line_from(child: Child) -> str:
    """The child's answer and what was then tried most."""
    texts = [child.text]
    while child.node is not None and child.node.visits:
        child = max(child.node.children.values(), key=visits_of)
        texts.append(child.text)
    return ", ".join(texts)


def visits_of(child: Child) -> int:
    return child.visits


def tries_of(child: Child) -> int:
    return len(child.found)
