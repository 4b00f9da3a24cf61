"""The spaces that PettingZoo and Gymnasium share, and their handling of illegal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces

from basebash.engine import BadSetup, IllegalAnswer
from basebash.envs.actions import Actions
from basebash.envs.episode import Episode
from basebash.envs.formats import Format

Illegal = Literal["random", "raise"]
Factions = str | Sequence[Sequence[str]]
Arrays = dict[str, np.ndarray[Any, Any]]


def observation_space(actions: Actions, seen: Format) -> spaces.Dict:
    """Return the space of `basebash.envs.observe.Seen.arrays` in a format."""
    bounds = seen.bounds(actions).items()
    return spaces.Dict({name: spaces.Box(low, high, shape, kind) for name, (low, high, shape, kind) in bounds})


def checked(illegal: Illegal) -> Illegal:
    """Validate the setting for illegal actions."""
    if illegal not in get_args(Illegal):
        raise BadSetup(f'Illegal actions are replaced ("random") or raise ("raise"), not "{illegal}".')
    return illegal


def legal_or_drawn(table: Episode, action: int, illegal: Illegal, chance: np.random.Generator) -> tuple[int, bool]:
    """Return the action if it is legal, else a random legal one or `IllegalAnswer`; and whether it was illegal."""
    legal = table.legal()
    if action in legal:
        return action, True
    if illegal == "raise":
        raise IllegalAnswer(f"Action {action} ({_words(table, action)}) is not legal here: see the action mask.")
    return legal[int(chance.integers(len(legal)))], False


def _words(table: Episode, action: int) -> str:
    return table.actions.describe(action) if 0 <= action < table.actions.size else "no such action"


def rewards(before: Sequence[int], table: Episode, vp_reward: float) -> list[float]:
    """Return each seat's reward for the change from these VP to the current ones.

    It is the result of a finished game, plus `vp_reward` for each VP gained above the others' average.
    """
    result = table.returns() if table.is_over else [0.0] * len(before)
    if vp_reward:
        gains = [now - then for then, now in zip(before, table.vp, strict=True)]
        others = len(gains) - 1
        for seat, gain in enumerate(gains):
            result[seat] += vp_reward * (gain - (sum(gains) - gain) / others)
    return result
