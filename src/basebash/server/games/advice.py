"""What a bot would do at a question of a game, and why. Runs in a worker.

Bots get copies in which everything that the player cannot know is dealt again, so neither hints nor analyses reveal
hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from basebash import Answer, Game
from basebash.bots import Ask, Thought, ask
from basebash.bots.evaluate import chances
from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.games.adviser import Adviser, Judgment
from basebash.server.games.replay_cache import LOCK, decode_game, replayed_game
from basebash.server.messages import AnalysisMoment, BotMove, OptionPreview

_DEALS = 12  # over which chances are averaged


def advise(save: str, rollouts: int, seed: int) -> bytes:
    """Return what a searching bot would do at the open question of a saved game, best first, as JSON."""
    game = Game.load(save)
    moves, _ = _moves(game, visibility.preview(game.clone(), game.question.player), rollouts, seed)
    return messages.encode(moves)


def analyse_moment(text: str, table: str, step: int, rollouts: int, seed: int) -> bytes:
    """Return everybody's chances at a past moment of a game, and what a bot would have done there, as JSON."""
    origin, answers = decode_game(text)
    with LOCK:
        game = replayed_game(table, origin, answers).at(step)
    if game.is_over:
        return messages.encode(AnalysisMoment(step, game.state.turn, -1, game.result, []))
    player = game.question.player
    outcomes = visibility.preview(game.clone(), player, for_others=True)
    moves, chances = _moves(game, outcomes, rollouts, seed, answers[step] if step < len(answers) else None)
    return messages.encode(AnalysisMoment(step, game.state.turn, player, chances, moves))


def first_decisions(text: str, table: str, seat: int) -> list[int]:
    """Return the steps of each turn's first decision in Play Cards, and of the end.

    `seat`: only this seat's own turns, without the end; -1 for a game that is over.
    """
    origin, answers = decode_game(text)
    with LOCK:
        game = replayed_game(table, origin, answers).at(0)
    found: dict[int, int] = {}
    for step, answer in enumerate(answers):
        if game.question.kind == "main" and seat in (-1, game.question.player):
            found.setdefault(game.state.turn, step)
        game.answer(answer)
    return [*found.values(), len(answers)] if seat < 0 else list(found.values())


def _chances(game: Game, player: int, seed: int) -> list[float]:
    """Return everybody's chance to win as the deciding player can judge it: the mean over several deals."""
    deals = [deal for i in range(_DEALS) if (deal := visibility.redeal(game, player, seed + i)) is not None]
    found = [chances(deal) for deal in deals]
    if not found:
        return [1 / game.players] * game.players
    return [round(sum(column) / len(found), 4) for column in zip(*found, strict=True)]


def _moves(
    game: Game, outcomes: dict[str, OptionPreview], rollouts: int, seed: int, played: Answer | None = None
) -> tuple[list[BotMove], list[float]]:
    """Return the bot's best moves with the one that was played, and everybody's chances after the best."""
    question = game.question
    if not question.items:
        return [], _chances(game, question.player, seed)
    bot = Adviser(seed, rollouts, played)
    ask(bot, game)
    asked = Ask.of(question)
    thoughts = bot.judgments or bot.thoughts  # what is obvious is not judged
    chosen = None if played is None else _thought_of(asked, thoughts, played)
    moves = [_move(asked, thought, outcomes, is_played=thought is chosen) for thought in thoughts]
    if played is not None and moves and chosen is None:
        text = asked.text_of(played)
        outcome = _outcome_of(played, outcomes)
        moves.append(BotMove(list(played), text, [text], None, 0, outcome.text, played=True, totals=outcome.totals))
    best = bot.judgments[0].chances if bot.judgments else []
    return moves, [round(chance, 4) for chance in best] or _chances(game, question.player, seed)


def _thought_of(asked: Ask, thoughts: Sequence[Thought], played: Answer) -> Thought | None:
    """Return the bot's thought about what was played, or about the same with another copy of the card."""
    exact = next((thought for thought in thoughts if thought.answer == played), None)
    said = _said(asked, played)
    return exact or next((thought for thought in thoughts if _said(asked, thought.answer) == said), None)


def _said(asked: Ask, answer: Answer) -> list[tuple[str, int, int]]:
    options = [asked.options[pick] for pick in answer]
    return [(option.text, option.target, option.using) for option in options]


def _outcome_of(answer: Answer, outcomes: dict[str, OptionPreview]) -> OptionPreview:
    """Return what an answer leads to at once; without text if that is unknown."""
    return outcomes.get(str(answer[0]), OptionPreview("")) if len(answer) == 1 else OptionPreview("")


def _move(asked: Ask, thought: Thought, outcomes: dict[str, OptionPreview], *, is_played: bool) -> BotMove:
    outcome = _outcome_of(thought.answer, outcomes)
    judgment = thought if isinstance(thought, Judgment) and thought.tries else None
    return BotMove(
        list(thought.answer),
        asked.text_of(thought.answer),
        thought.text.split(", "),
        None if judgment is None else round(judgment.value, 4),
        thought.tries,
        outcome.text,
        played=is_played,
        totals=outcome.totals,
        error=None if judgment is None else round(judgment.error, 4),
    )
