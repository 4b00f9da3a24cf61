"""What can go wrong while a step of a scenario is tried."""

from __future__ import annotations

from basebash.scenario.files import ScenarioError


class Refused(Exception):
    """What a step asks for is not legal now."""


class WrongTurn(Exception):
    """The pool did not work out this way; there may be another."""

    def __init__(self, message: str, *, asked: bool = False) -> None:
        super().__init__(message)
        self.asked = asked  # something was asked; what the pool holds is not among its answers


class NotOffered(ScenarioError):
    """The pool holds what none of the decisions of a step offers, if there are any."""

    def __init__(self, problem: WrongTurn, line: int) -> None:
        super().__init__(str(problem), line)
        self.asked = problem.asked
