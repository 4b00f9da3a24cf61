"""A policy as a bot: it sees the view only, and picks as the environments do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from numpy.typing import NDArray

from basebash import Game
from basebash.bots import Ask, Copies, RandomBot, play
from basebash.envs.actions import Picking, Places
from basebash.envs.episode import Episode
from basebash.envs.policy import PolicyBot, picking_from

from .helpers import moments


@pytest.mark.parametrize(("players", "edition"), [(2, 2019), (3, 2013), (4, 2016)])
def test_legal_actions_follow_from_the_view(players: int, edition: int) -> None:
    game = Game(players, seed=players, edition=edition, factions="draft")
    for table in moments(Episode(game, skip_forced=False), players):
        view = table.game.view(table.seat).data
        assert table.picking is not None
        picking: Picking = picking_from(view, Ask.from_json(view["question"]), table.actions)
        assert picking.remade(table.picking.made).legal() == table.legal()
        if view["bases"]:
            printed = [card.number for card in table.game.state.printed]
            assert (
                Places.of(table.game.state.factions, edition, table.game.setup.sets).numbers[: len(printed)] == printed
            )


def test_a_policy_does_not_care_for_the_order_of_options() -> None:
    """The same options in another order: the same thing is picked."""

    def middle(arrays: dict[str, NDArray[Any]]) -> int:
        legal = arrays["legal_actions"]
        return int(legal[int((legal >= 0).sum()) // 2])

    bot = PolicyBot(middle)
    chance = Random(3)
    moved = 0
    for table in moments(Episode(Game(3, seed=6)), 6):
        view = table.game.view(table.seat)
        copies = Copies(table.game.clone(), table.seat)
        options = view.data["question"]["options"]
        mixed = options[:]
        chance.shuffle(mixed)
        moved += mixed != options
        answer = bot.choose(view, Ask.from_json(view.data["question"]), copies)
        chosen = [_without_place(options[i]) for i in answer or ()]
        view.data["question"]["options"] = [{**option, "index": i} for i, option in enumerate(mixed)]
        again = bot.choose(view, Ask.from_json(view.data["question"]), copies)
        other = [_without_place(mixed[i]) for i in again or ()]
        ordered = view.data["question"]["kind"] == "arrange"
        assert chosen == other if ordered else sorted(map(str, chosen)) == sorted(map(str, other))
    assert moved > 50


def _without_place(option: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in option.items() if name != "index"}


def test_a_policy_plays() -> None:
    def last(arrays: dict[str, NDArray[Any]]) -> int:
        legal = arrays["legal_actions"]
        return int(legal[legal >= 0][-1])

    game = play(Game(3, seed=4, target_vp=5), [PolicyBot(last), RandomBot(1), RandomBot(2)])
    assert game.is_over
