"""The turn of a puzzle: the first player answers, rivals pass, and at its end the goal is reached or not.

Rivals decline whatever they are asked, or take the first options.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from basebash import Answer, Game, Question

ME: Final = 0
GoalKind = Literal["win", "stop", "gain"]
Outcome = Literal["solved", "failed"]


@dataclass(frozen=True)
class Goal:
    """What must be true once the turn is over.

    win: the game is won. stop: no rival has gained VP. gain: the player has gained at least `target` VP more than the
    rival who gained most.
    """

    kind: GoalKind
    target: int = 0


def lead_gained(game: Game, before: list[int]) -> int:
    """Return how many VP more the player has gained than the rival who gained most. `before`: everybody's VP."""
    gained = [now - then for now, then in zip(game.state.vp, before, strict=True)]
    return gained[ME] - max(gained[ME + 1 :])


def is_won(game: Game) -> bool:
    """Return whether the game is over and the player has won it."""
    return game.is_over and game.winner == ME


def outcome(game: Game, goal: Goal, before: list[int]) -> Outcome | None:
    """Return whether the goal was reached; None while the turn goes on. `before`: everybody's VP at its start."""
    if not is_turn_over(game):
        return None
    if goal.kind == "win":
        return "solved" if is_won(game) else "failed"
    if game.is_over and not is_won(game):
        return "failed"
    if goal.kind == "stop":
        others = range(ME + 1, game.players)
        return "solved" if all(game.state.vp[player] <= before[player] for player in others) else "failed"
    return "solved" if lead_gained(game, before) >= goal.target else "failed"


def is_turn_over(game: Game) -> bool:
    """Return whether the player's turn, or the game, is over."""
    return game.is_over or game.state.turn_player != ME


def reply(question: Question) -> Answer:
    """Return a rival's answer."""
    return tuple(range(question.low))


def let_rivals_answer(game: Game) -> None:
    """Play on until the player is asked, or the turn is over."""
    while not is_turn_over(game) and game.question.player != ME:
        game.answer(reply(game.question))


def step_text(question: Question, answer: Answer) -> str:
    """Return an answer in words; cards in play with the base they are at, so that equal ones can be told apart."""
    options = [question.options[i] for i in answer]
    return " + ".join(option.text + _place(question, option.card, option.kind) for option in options) or "Nothing"


def _place(question: Question, card: int, kind: str) -> str:
    rules = question.game
    if kind != "card" or card < 0:
        return ""
    base = rules.card(card).base
    return f" at {base.name}" if base is not None and base.id != card else ""
