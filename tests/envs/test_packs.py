"""Spaces follow from the named sets: what a pack adds changes nothing for policies that were trained without it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from basebash import CARDS, FACTIONS, Game
from basebash.bots import RandomBot, play
from basebash.engine import Base
from basebash.envs import pettingzoo
from basebash.envs.actions import Actions, Unencodable
from basebash.envs.card_index import CardIndex
from basebash.envs.episode import Episode
from basebash.envs.gymnasium import SeatEnv
from basebash.envs.observe import LAYOUTS, look
from basebash.envs.policy import PolicyBot
from basebash.envs.v2.columns import layout_of
from basebash.packs import load_folder
from tests.packs import MANIFEST, without_new_packs, write_pack

CODE = '''"""Bees, which come first by name."""

from basebash.engine import Base, Card, Faction, Minion

ANTS = Faction("Aardbees", set_name="A Hive", intro="Many small bees.")


class Honeymaker(Minion, of=ANTS, copies=20):
    """Draw a card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.draw(1)


class Comb(Base, of=ANTS):
    """No ability."""

    breakpoint = 15
    vp = (3, 2, 1)
'''
PAIRS = [("Aardbees", "Ghosts"), ("Robots", "Aliens")]
# A digest of the spaces, and of all that the seats see in a game of each edition.
SCRIPT = """
import hashlib
from basebash import FACTIONS
from basebash.envs import pettingzoo
found = hashlib.sha256()
for edition, factions, format in ((2013, "random", "v1"), (2019, "draft", "v1"), (2016, "draft", "v2")):
    table = pettingzoo.env(2, edition=edition, factions=factions, target_vp=4, observation=format)
    found.update(repr((table.action_space("player_0"), table.observation_space("player_0"))).encode())
    table.reset(seed=5)
    for agent in table.agent_iter(400):
        seen, _, over, cut, _ = table.last()
        for name in sorted(seen):
            found.update(seen[name].tobytes())
        table.step(None if over or cut else int(seen["legal_actions"][seen["action_mask"].sum() // 2]))
print(len(FACTIONS), found.hexdigest())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "bees", MANIFEST, cards=CODE)


@pytest.fixture
def _loaded(folder: Path) -> Iterator[None]:
    with without_new_packs():
        load_folder(folder)
        yield


def test_ids_and_features_are_the_same_with_a_pack_installed(folder: Path) -> None:
    results = []
    for packs in ("", str(folder)):
        variables = {**os.environ, "BASEBASH_PACKS": packs}
        done = subprocess.run([sys.executable, "-c", SCRIPT], env=variables, capture_output=True, text=True, check=True)
        results.append(done.stdout.split())
    without, with_pack = results
    assert int(with_pack[0]) == int(without[0]) + 1
    assert with_pack[1] == without[1]


@pytest.mark.usefixtures("_loaded")
def test_named_sets_fix_the_spaces() -> None:
    built_in, wider = CardIndex.of(), CardIndex.of([*CardIndex.of().sets, "A Hive"])
    assert wider.names == (*built_in.names, "Honeymaker", "Comb")
    assert wider.factions == (*built_in.factions, "Aardbees")
    assert Actions.of(2, wider.sets).size == Actions.of(2).size + 3 + 8  # two names, a faction; a base to play, pick…
    core = CardIndex.of(["Core Set"])
    assert len(core.factions) == 8
    assert {CARDS[number].faction.set_name for number in core.bases} == {"Core Set"}


@pytest.mark.usefixtures("_loaded")
@pytest.mark.parametrize("edition", [2013, 2019])
def test_a_game_with_a_pack_is_played_and_seen(edition: int) -> None:
    table = pettingzoo.env(2, factions=PAIRS, edition=edition, target_vp=4)
    table.reset(seed=3)
    chance = np.random.default_rng(1)
    for agent in table.agent_iter(5000):
        seen, _, over, cut, _ = table.last()
        assert seen is not None
        assert table.observation_space(agent).contains(seen)
        table.step(None if over or cut else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert not table.agents
    game = Game(2, factions=PAIRS, edition=edition)
    numbers = [card.number for card in game.state.printed]
    assert Episode(game).places.numbers[: len(numbers)] == numbers
    assert "Comb" in [card.name for card in game.state.printed if isinstance(card, Base)]


@pytest.mark.usefixtures("_loaded")
def test_the_cards_of_a_pack_have_identities() -> None:
    env = SeatEnv(factions=PAIRS, sets=[*CardIndex.of().sets, "A Hive"], edition=2013, observation="v2")
    seen, _ = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    index = env.table.actions.index
    cards = layout_of(env.table.actions).part(seen["observation"], "cards")
    names = [CARDS[index.cards[number - 1]].name for number in cards[: env.table.actions.titans, 0]]
    assert names[:20] == ["Honeymaker"] * 20
    assert names[20:] == [card.name for faction in ("Ghosts", "Robots", "Aliens") for card in FACTIONS[faction].deck]
    assert [index.id_of_card[number] for number in CardIndex.of().cards] == list(
        range(1, len(CardIndex.of().cards) + 1)
    )


@pytest.mark.usefixtures("_loaded")
def test_a_policy_says_what_it_was_not_trained_for() -> None:
    game = Game(2, factions=PAIRS, edition=2013, seed=2)
    with pytest.raises(Unencodable, match="name its set in `sets`"):
        Actions.of(2).thing(
            next(i for i, card in enumerate(game.state.printed) if card.name == "Comb"), 0, [], Episode(game).places
        )

    def first(arrays: dict[str, NDArray[Any]]) -> int:
        assert len(arrays["observation"]) == look(Episode(game), 0).observation.size
        return int(arrays["legal_actions"][0])

    assert len(look(Episode(game), 0).observation) > LAYOUTS[2].size
    assert play(game, [PolicyBot(first, sets=game.setup.sets), RandomBot(1)]).is_over


@pytest.mark.usefixtures("_loaded")
def test_a_seat_plays_with_a_pack_that_is_named() -> None:
    seat = SeatEnv(factions="random", sets=["Core Set", "A Hive"], target_vp=2)
    for seed in range(8):
        seat.reset(seed=seed)
        if "Aardbees" in [name for pair in seat.table.game.state.factions for name in pair]:
            break
    else:
        raise AssertionError("the faction was never dealt")
