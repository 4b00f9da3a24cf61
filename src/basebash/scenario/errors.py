"""Errors while a step of a scenario is tried."""

from __future__ import annotations

from basebash.scenario.files import ScenarioError


class Refused(Exception):
    """The action of a step is not legal now."""


class WrongTurn(Exception):
    """This way of using the pool failed; there may be another."""

    def __init__(self, message: str, *, asked: bool = False) -> None:
        super().__init__(message)
        self.asked = asked  # there was a question, but no entry of the pool is among its answers


class NotOffered(ScenarioError):
    """The pool has an entry that none of a step's decisions offers."""

    def __init__(self, problem: WrongTurn, line: int) -> None:
        super().__init__(str(problem), line)
        self.asked = problem.asked
