"""Bots: they see a view and a question, may search determinised copies, and answer. See `docs/bots.md`."""

from basebash.bots.bot import Ask, Bot, Copies, FunctionBot, RandomBot, Thought, ask, end_of_circle, play
from basebash.bots.levels import EasyBot
from basebash.bots.names import bot_names, make_bot
from basebash.bots.thinking import GreedyBot, SearchBot

__all__ = [
    "Ask",
    "Bot",
    "Copies",
    "EasyBot",
    "FunctionBot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "Thought",
    "ask",
    "bot_names",
    "end_of_circle",
    "make_bot",
    "play",
]
