"""What a bot would do, and why, at a question of a game: runs in a worker.

A bot gets copies with all that the player cannot know dealt anew, so neither hint nor analysis tells a hidden card.
"""

from __future__ import annotations

from basebash import Answer, Game
from basebash.bots import Ask, Thought, ask, make_bot
from basebash.bots.evaluate import chances
from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.games.replay_cache import LOCK, read, steps_of
from basebash.server.messages import AnalysisMoment, BotMove

MOVES = 3  # that are told
_DEALS = 12  # that chances are averaged over


def advise(save: str, seconds: float, seed: int) -> bytes:
    """What a searching bot would do at the open question of a saved game, best first, as JSON. Runs in a worker."""
    return messages.encode(_moves(Game.load(save), seconds, seed))


def look_into(text: str, table: str, step: int, seconds: float, seed: int) -> bytes:
    """A past moment of a game: everybody's chances, and what a bot would have done there. Runs in a worker."""
    origin, given = read(text)
    with LOCK:
        game = steps_of(table, origin, given).at(step)
    if game.is_over:
        return messages.encode(AnalysisMoment(step, game.state.turn, -1, _end(game), []))
    player = game.question.player
    moves = _moves(game, seconds, seed, given[step] if step < len(given) else None)
    return messages.encode(AnalysisMoment(step, game.state.turn, player, _chances(game, player, seed), moves))


def turns(text: str, table: str, seat: int) -> list[int]:
    """The steps at which each turn's first decision in Play Cards was, and the end. Runs in a worker.

    Of a game under way, the steps at which it was a seat's own (-1 for a game that is over).
    """
    origin, given = read(text)
    with LOCK:
        game = steps_of(table, origin, given).at(0)
    found: dict[int, int] = {}
    for step, answer in enumerate(given):
        if game.question.kind == "main" and seat in (-1, game.question.player):
            found.setdefault(game.state.turn, step)
        game.answer(answer)
    return [*found.values(), len(given)] if seat < 0 else list(found.values())


def _end(game: Game) -> list[float]:
    return game.result


def _chances(game: Game, player: int, seed: int) -> list[float]:
    """Everybody's chance to win as the player who decides can judge it, the mean over several deals."""
    deals = [deal for i in range(_DEALS) if (deal := visibility.deal_anew(game, player, seed + i)) is not None]
    told = [chances(deal) for deal in deals]
    if not told:
        return [1 / game.players] * game.players
    return [round(sum(column) / len(told), 4) for column in zip(*told, strict=True)]


def _moves(game: Game, seconds: float, seed: int, played: Answer | None = None) -> list[BotMove]:
    """The bot's best moves, and the one that was played, if it was considered."""
    question = game.question
    if not question.items:
        return []
    bot = make_bot(f"search@{seconds:.2f}s", seed)
    ask(bot, game)
    reasons = visibility.preview(game, question.player)
    asked = Ask.of(question)
    chosen = None if played is None else _thought_of(asked, bot.thoughts, played)
    told = []
    for rank, thought in enumerate(bot.thoughts):
        if rank < MOVES or thought is chosen:
            told.append(_move(asked, thought, reasons, is_played=thought is chosen))
    if played is not None and told and chosen is None:
        text = asked.text_of(played)
        told.append(BotMove(list(played), text, [text], None, 0, _why(played, reasons), played=True))
    return told


def _thought_of(asked: Ask, thoughts: list[Thought], played: Answer) -> Thought | None:
    """The thought about what was played, or about the same with another copy of the card in hand."""
    exact = next((thought for thought in thoughts if thought.answer == played), None)
    said = _said(asked, played)
    return exact or next((thought for thought in thoughts if _said(asked, thought.answer) == said), None)


def _said(asked: Ask, answer: Answer) -> list[tuple[str, int, int]]:
    options = [asked.options[pick] for pick in answer]
    return [(option.text, option.target, option.using) for option in options]


def _why(answer: Answer, reasons: dict[str, messages.OptionPreview]) -> str:
    reason = reasons.get(str(answer[0])) if len(answer) == 1 else None
    return "" if reason is None else reason.text


def _move(asked: Ask, thought: Thought, reasons: dict[str, messages.OptionPreview], *, is_played: bool) -> BotMove:
    line = thought.text.split(", ")
    return BotMove(
        list(thought.answer),
        asked.text_of(thought.answer),
        line,
        round(min(1.0, max(0.0, thought.value)), 4) if thought.tries else None,
        thought.tries,
        _why(thought.answer, reasons),
        played=is_played,
    )
