"""What a bot would do at a question of a game, and why. Runs in a worker.

Bots get copies in which everything that the player cannot know is dealt again, so neither hints nor analyses reveal
hidden cards.
"""

from __future__ import annotations

from basebash import Answer, Game
from basebash.bots import Ask, Thought, ask, make_bot
from basebash.bots.evaluate import chances
from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.games.replay_cache import LOCK, decode_game, replayed_game
from basebash.server.messages import AnalysisMoment, BotMove, OptionPreview

MAX_MOVES = 3  # that are shown, besides the one that was played
_DEALS = 12  # over which chances are averaged


def advise(save: str, seconds: float, seed: int) -> bytes:
    """Return what a searching bot would do at the open question of a saved game, best first, as JSON."""
    game = Game.load(save)
    return messages.encode(_moves(game, visibility.preview(game.clone(), game.question.player), seconds, seed))


def analyse_moment(text: str, table: str, step: int, seconds: float, seed: int) -> bytes:
    """Return everybody's chances at a past moment of a game, and what a bot would have done there, as JSON."""
    origin, answers = decode_game(text)
    with LOCK:
        game = replayed_game(table, origin, answers).at(step)
    if game.is_over:
        return messages.encode(AnalysisMoment(step, game.state.turn, -1, game.result, []))
    player = game.question.player
    outcomes = visibility.preview(game.clone(), player, for_others=True)
    moves = _moves(game, outcomes, seconds, seed, answers[step] if step < len(answers) else None)
    return messages.encode(AnalysisMoment(step, game.state.turn, player, _chances(game, player, seed), moves))


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
    game: Game, outcomes: dict[str, OptionPreview], seconds: float, seed: int, played: Answer | None = None
) -> list[BotMove]:
    """Return the bot's best moves, and the one that was played."""
    question = game.question
    if not question.items:
        return []
    bot = make_bot(f"search@{seconds:.2f}s", seed)
    ask(bot, game)
    asked = Ask.of(question)
    chosen = None if played is None else _thought_of(asked, bot.thoughts, played)
    moves = []
    for rank, thought in enumerate(bot.thoughts):
        if rank < MAX_MOVES or thought is chosen:
            moves.append(_move(asked, thought, outcomes, is_played=thought is chosen))
    if played is not None and moves and chosen is None:
        text = asked.text_of(played)
        outcome = _outcome_of(played, outcomes)
        moves.append(BotMove(list(played), text, [text], None, 0, outcome.text, played=True, totals=outcome.totals))
    return moves


def _thought_of(asked: Ask, thoughts: list[Thought], played: Answer) -> Thought | None:
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
    line = thought.text.split(", ")
    outcome = _outcome_of(thought.answer, outcomes)
    return BotMove(
        list(thought.answer),
        asked.text_of(thought.answer),
        line,
        round(min(1.0, max(0.0, thought.value)), 4) if thought.tries else None,
        thought.tries,
        outcome.text,
        played=is_played,
        totals=outcome.totals,
    )
