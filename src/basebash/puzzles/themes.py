"""What a puzzle is about, by rule: read from its solution and from the other ends of the turn."""

from __future__ import annotations

from typing import Final, Literal

from basebash import Answer, Game
from basebash.engine import MINION, PLAY_CARDS
from basebash.engine.data.terms import PLAY, TITAN
from basebash.puzzles.search import Ending
from basebash.puzzles.turns import ME, Goal, is_turn_over, let_rivals_answer

Theme = Literal["win", "deny", "combo", "titan", "sacrifice"]
THEMES: Final = ("win", "deny", "combo", "titan", "sacrifice")
COMBO: Final = 3
"""How many plays, talents and specials a combo has at least."""


def themes_of(start: Game, goal: Goal, solution: tuple[Answer, ...], endings: list[Ending]) -> list[Theme]:
    """Return the themes of a puzzle.

    win: the turn wins the game. deny: a rival gains nothing who would otherwise gain something, or gains less than
    after another turn that brings the player as much. combo: it takes three plays, talents or specials. titan: one of
    them is of a titan. sacrifice: a minion of the player leaves play before bases score.
    """
    plays, has_titan, has_loss = _walk(start, solution)
    found: list[Theme] = []
    if goal.kind == "win":
        found.append("win")
    elif goal.kind == "stop" or _denies(endings):
        found.append("deny")
    if plays >= COMBO:
        found.append("combo")
    if has_titan:
        found.append("titan")
    if has_loss:
        found.append("sacrifice")
    return found


def _denies(endings: list[Ending]) -> bool:
    """Return whether another turn brings the player as much, but a rival more."""
    best = max(endings, key=_score)
    return any(one.gained[ME] >= best.gained[ME] and max(one.gained[1:]) > max(best.gained[1:]) for one in endings)


def _score(one: Ending) -> int:
    return one.score


def _walk(start: Game, solution: tuple[Answer, ...]) -> tuple[int, bool, bool]:
    """Return how many plays the solution has, whether one is of a titan, and whether the player loses a minion."""
    game = start.clone()
    let_rivals_answer(game)
    plays = 0
    has_titan = has_loss = False
    for answer in solution:
        question = game.question
        for option in (question.options[i] for i in answer):
            is_play = option.kind in ("play", "talent", "use", "special")
            plays += is_play
            has_titan = has_titan or (is_play and bool(game.state.printed[option.card].kind & TITAN))
        mine = _minions(game) if game.state.phase == PLAY_CARDS else []
        game.answer(answer)
        let_rivals_answer(game)
        if mine and not is_turn_over(game) and game.state.phase == PLAY_CARDS:
            has_loss = has_loss or any(game.state.zone[card] != PLAY for card in mine)
    return plays, has_titan, has_loss


def _minions(game: Game) -> list[int]:
    """Return the player's minions in play."""
    state = game.state
    return [
        card
        for cards in state.on.values()
        for card in cards
        if state.printed[card].kind & MINION and state.controller[card] == ME
    ]
