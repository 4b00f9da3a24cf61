"""Bots by name: built in, from other packages (entry point group `basebash.bots`), or `module:function`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from basebash.bots.bot import Bot, FunctionBot, RandomBot
from basebash.bots.levels import STYLES, AdaptiveBot, EasyBot, HumanBot
from basebash.bots.thinking import GreedyBot, SearchBot
from basebash.bots.version_1 import FirstEasyBot, FirstGreedyBot, FirstSearchBot
from basebash.engine import BasebashError, UnknownName

HARD_SECONDS = 1.0
ENTRY_POINTS = "basebash.bots"

BUILT_IN: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": HumanBot,
    "adaptive": AdaptiveBot,
    **{name: partial(HumanBot, taste=taste) for name, taste in STYLES.items()},
    "greedy": GreedyBot,
    "hard": lambda seed: SearchBot(seed, seconds=HARD_SECONDS),
    "search": lambda seed: SearchBot(seed, iterations=200),
    "easy-1": FirstEasyBot,
    "greedy-1": FirstGreedyBot,
    "hard-1": lambda seed: FirstSearchBot(seed, seconds=HARD_SECONDS),
    "search-1": lambda seed: FirstSearchBot(seed, iterations=200),
}
"""The built-in bots; easy, normal, hard and adaptive are the levels offered to people.

Those ending in -1 are frozen: they keep playing as version 1 did, to measure later versions against.
"""
MODELS = "model:"
SEARCHES: dict[str, type[SearchBot]] = {"search": SearchBot, "search-1": FirstSearchBot}


def bot_names() -> list[str]:
    """Return the names that `make_bot` knows."""
    return [*BUILT_IN, *sorted(found.name for found in entry_points(group=ENTRY_POINTS))]


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make the bot of this name; it is deterministic for a seed unless its budget is in seconds.

    A name is built in ("random", "greedy", "search", "easy", "normal", "hard", "adaptive"; "builder", "brawler",
    "collector"; "easy-1", "greedy-1", "search-1", "hard-1"), a trained model ("model:attention"), an entry
    point of another package, or "module:function". A search takes a budget per answer after an @: "search@500"
    iterations, "search@0.5s".

    >>> make_bot("random", seed=3)  # doctest: +ELLIPSIS
    <basebash.bots.bot.RandomBot object at ...>
    >>> make_bot("gredy")
    Traceback (most recent call last):
    basebash.engine.errors.UnknownName: ...
    """
    if name in BUILT_IN:
        return BUILT_IN[name](seed)
    kind, at, budget = name.partition("@")
    if at and kind in SEARCHES:
        return _search(name, SEARCHES[kind], budget, seed)
    for found in entry_points(group=ENTRY_POINTS, name=name):
        return _from_object(found.load(), name, seed)
    if name.startswith(MODELS):
        return _model(name.removeprefix(MODELS), seed)
    if ":" in name:
        module, _, attribute = name.partition(":")
        try:
            return _from_object(getattr(importlib.import_module(module), attribute), name, seed)
        except (ImportError, AttributeError) as error:
            raise BasebashError(f"The bot {name} cannot be loaded: {error}.") from None
    raise UnknownName("bot", name, bot_names())


def _search(name: str, bot: type[SearchBot], budget: str, seed: int) -> Bot:
    try:
        if budget.endswith("s"):
            return bot(seed, seconds=float(budget[:-1]))
        return bot(seed, iterations=int(budget))
    except ValueError:
        raise BasebashError(f'"{name}": give iterations ("search@500") or seconds ("search@0.5s").') from None


def _model(name: str, seed: int) -> Bot:
    """Return the bot of a trained model. The environments, whose arrays it reads, are imported only here."""
    try:
        models = importlib.import_module("basebash.envs.models")
    except ModuleNotFoundError as error:
        raise BasebashError(f"Models need {error.name}: pip install {error.name}.") from None
    bot: Bot = models.load(name, seed)
    return bot


def _from_object(found: Any, name: str, seed: int) -> Bot:
    if isinstance(found, type) and issubclass(found, Bot):
        return found(seed)
    if isinstance(found, Bot):
        return found
    if callable(found):
        return FunctionBot(found, seed)
    raise BasebashError(
        f"{name} is not a bot: it must be a subclass of Bot or a function of view, question and copies."
    )
