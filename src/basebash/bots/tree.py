"""The search tree: answers, the values found for them, and the budget."""

from __future__ import annotations

from collections.abc import Callable

from basebash.bots.bot import Ask
from basebash.bots.moves import Signature
from basebash.engine import Answer, Question


class Budget:
    """A limit in seconds by a clock, or in iterations."""

    def __init__(self, seconds: float, iterations: int, clock: Callable[[], float]) -> None:
        self.iterations = iterations
        self.clock = clock
        self.start = clock()
        self.seconds = seconds

    def is_over(self, part: float = 1.0) -> bool:
        """Whether this share of the time is used up; a budget in iterations never is within an iteration."""
        return self.seconds > 0.0 and self.clock() - self.start >= part * self.seconds

    def is_spent(self, done: int) -> bool:
        """Whether no further iteration may start."""
        return self.is_over() if self.seconds > 0.0 else done >= self.iterations


class Child:
    """An answer in the tree and the values found for it."""

    __slots__ = ("answer", "found", "kept", "kept_total", "node", "prior", "text")

    def __init__(self, answer: Answer, prior: float, text: str) -> None:
        self.answer = answer  # as given when the child was created; used at the root
        self.prior = prior  # the evaluation at the end of the turn
        self.text = text
        self.found: list[tuple[int, list[float]]] = []  # the number of the copy, and everybody's chances there
        self.kept = 0  # number of tries in earlier searches of this turn
        self.kept_total = 0.0  # the sum of their values
        self.node: Node | None = None

    @property
    def visits(self) -> int:
        """Number of tries."""
        return self.kept + len(self.found)


class Node:
    """A question in the tree, shared by all copies that reach it."""

    __slots__ = ("children", "player", "prompt", "visits")

    def __init__(self) -> None:
        self.children: dict[Signature, Child] = {}
        self.visits = 0
        self.player = -1
        self.prompt = ""

    def is_about(self, question: Question | Ask) -> bool:
        """Whether this node is of this question; a new node is assigned to it."""
        if self.player < 0:
            self.player, self.prompt = question.player, question.prompt
        return self.player == question.player and self.prompt == question.prompt


def keep(node: Node, me: int) -> None:
    """Move the values found in a tree to those of earlier searches."""
    for child in node.children.values():
        child.kept_total += sum([values[me] for _, values in child.found])
        child.kept += len(child.found)
        child.found = []
        if child.node is not None:
            keep(child.node, me)


def line_from(child: Child) -> str:
    """Describe the child's answer and the most tried continuation."""
    texts = [child.text]
    while child.node is not None and child.node.visits:
        child = max(child.node.children.values(), key=visits_of)
        texts.append(child.text)
    return ", ".join(texts)


def visits_of(child: Child) -> int:
    return child.visits


def tries_of(child: Child) -> int:
    return len(child.found)
