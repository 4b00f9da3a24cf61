"""A trained policy as a bot, which can then play on the server, in the arena and in the lab."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from numpy.typing import NDArray

from basebash.bots import Ask, Bot, Copies
from basebash.engine import Answer, View
from basebash.envs.actions import Actions, Picking, Places
from basebash.envs.formats import Observation, format_of
from basebash.envs.observe import MOST_ACTIONS

Policy = Callable[[dict[str, NDArray[Any]]], int]
"""Picks a legal action from the arrays of an observation."""


def picking_from(view: dict[str, Any], question: Ask, actions: Actions) -> Picking:
    """Return the possible picks of a question, using only what its player knows."""
    row = [base["id"] for base in view["bases"]]
    places = Places.of([player["factions"] for player in view["players"]], view["edition"], actions.index.sets)
    return Picking(question, actions.paths(question.options, question.player, row, places))


class PolicyBot(Bot):
    """Answers with the picks of a policy. To use it by name, write a function that makes one:

    >>> from basebash import Game
    >>> from basebash.bots import RandomBot, play
    >>> first = PolicyBot(lambda arrays: int(arrays["legal_actions"][0]))
    >>> play(Game(2, seed=1), [first, RandomBot(2)]).is_over
    True
    """

    def __init__(
        self,
        policy: Policy,
        seed: int = 0,
        sets: Iterable[str] | None = None,
        *,
        observation: Observation = "v1",
        max_actions: int = MOST_ACTIONS,
    ) -> None:
        """`sets`, `observation` and `max_actions` are those of the environment that the policy was trained in."""
        super().__init__(seed)
        self.format = format_of(observation, max_actions)
        self.recent = self.format.recent
        self.policy = policy
        self.sets = None if sets is None else tuple(sets)

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return the picks of the policy as one answer; it is not asked where there is no alternative."""
        actions = Actions.of(len(view.data["players"]), self.sets)
        picking = picking_from(view.data, question, actions)
        while picking.answer is None:
            legal = picking.legal()
            if len(legal) == 1:
                picking.apply(legal[0])
                continue
            picking.apply(int(self.policy(self.format.from_view(view.data, actions, legal, picking).arrays())))
        return picking.answer
