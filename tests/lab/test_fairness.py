"""Whether a pack is fair: its games, what is found in them, and the command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from basebash import BadSetup, Game, find_card
from basebash.cli import app
from basebash.lab.fairness.baseline import Baseline, baseline_from_json, shipped_baseline
from basebash.lab.fairness.changes import parse_changes
from basebash.lab.fairness.measure import measure
from basebash.lab.fairness.plan import PackPlan, pack_plan
from basebash.lab.fairness.report import verdict
from basebash.lab.fairness.run import analyse_pack, run_pack
from basebash.lab.game_results import Games
from basebash.lab.numbers import Estimate
from basebash.lab.plan import lab_plan, official_factions
from basebash.lab.store import open_lab
from basebash.packs import Pack, load_folder
from tests.packs import without_new_packs, write_pack

CODE = '''
from basebash.engine import Card, Faction, Minion

BEES = Faction("Bees", set_name="The Hive", intro="Many small bees.")


class Worker(Minion, of=BEES, copies=19):
    """Draw a card."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.draw(1)


class Queen(Minion, of=BEES):
    """No ability."""

    power = 5
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "bees", cards=CODE)


@pytest.fixture
def bees(folder: Path) -> Iterator[Pack]:
    """The pack, which is unloaded afterwards."""
    with without_new_packs():
        yield load_folder(folder)


def plan_of(pack: Pack, games: int = 36) -> PackPlan:
    return pack_plan(pack, games, players=[2, 3], bots=["random"], turn_limit=200)


@pytest.mark.usefixtures("bees")
def test_a_lab_has_official_factions_unless_others_are_named() -> None:
    assert len(official_factions()) == 90
    assert "Bees" not in lab_plan(10).factions
    assert "Bees" in lab_plan(10, players=[2], factions=["Bees", "Ghosts", "Pirates", "Robots"]).factions


def test_every_official_faction_is_partner_and_opponent(bees: Pack) -> None:
    plan = pack_plan(bees, 540, players=[2, 3])
    partners: Counter[str] = Counter()
    opponents: Counter[str] = Counter()
    for number in range(plan.size):
        deal = plan.deal(number)
        assert len({name for pair in deal.factions for name in pair}) == 2 * len(deal.factions)
        for pair in deal.factions:
            (partners if "Bees" in pair else opponents).update(set(pair) - {"Bees"})
    assert set(partners) == set(opponents) == set(official_factions())
    assert set(partners.values()) == {6}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_faction_takes_every_place_in_the_order_of_turns(bees: Pack, players: int) -> None:
    plan = pack_plan(bees, 60, players=[players])
    places: Counter[int] = Counter()
    for deal in map(plan.deal, range(plan.size)):
        game = Game(factions=deal.factions, seed=deal.seed, edition=deal.edition)
        seat = next(seat for seat, pair in enumerate(deal.factions) if "Bees" in pair)
        places[(seat - game.state.first_player) % players] += 1
    assert min(places[place] for place in range(players)) >= 6


def test_bots_take_every_place_in_the_order_of_turns() -> None:
    plan = lab_plan(60, players=[2], bots=["easy", "random"])
    firsts: Counter[str] = Counter()
    for deal in map(plan.deal, range(plan.size)):
        firsts[deal.bots[Game(factions=deal.factions, seed=deal.seed).state.first_player]] += 1
    assert min(firsts["easy"], firsts["random"]) >= 20


def test_games_continue_to_the_same_result(bees: Pack, tmp_path: Path) -> None:
    plan = plan_of(bees)
    changes = parse_changes("Worker.power=9", bees.factions)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 50

    assert run_pack(plan, tmp_path / "parts", changes=changes, workers=1, stop=stop) < 72
    assert run_pack(plan, tmp_path / "parts", changes=changes, workers=1) == 72
    assert run_pack(plan, tmp_path / "whole", changes=changes, workers=1) == 72
    for where in (".", f"variants/{changes[0].folder}"):
        both = [open_lab(tmp_path / name / where).table("seats").collect() for name in ("parts", "whole")]
        assert both[0].equals(both[1])
    found = analyse_pack(plan, tmp_path / "whole", None, changes).factions[0]
    assert found.cards["name"].sort().to_list() == ["Queen", "Worker"]
    row = found.variants.row(0, named=True)
    assert (row["name"], row["games"]) == ("Worker.power=9", 36)
    assert row["differ"] > 0
    assert row["change"] == pytest.approx(row["after"] - row["before"])
    assert find_card("Worker", factions=["Bees"]).power == 3


def test_another_version_of_the_pack_is_not_mixed_in(bees: Pack, folder: Path) -> None:
    before = plan_of(bees).to_json()
    (folder / "cards.py").write_text(CODE.replace("power = 5", "power = 4"))
    assert plan_of(bees).to_json() != before


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("Worker", "is not a change"),
        ("Drone.power=3", "has no card"),
        ("Worker.copies=3", "no number"),
        ("Worker.power=much", "whole numbers"),
        ("Worker.power=3", "already 3"),
    ],
)
def test_a_wrong_change_is_explained(bees: Pack, written: str, message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        parse_changes(written, bees.factions)


# ----------------------------------------------------------------------------------------------- games made up
def made_up(strength: float, games: int, seed: int) -> tuple[Games, Baseline]:
    """Games of two players of a faction with this strength among twenty others with known ones."""
    chance = np.random.default_rng(seed)
    others = chance.normal(0, 0.4, 20)
    strengths = np.array([*(others - others.mean()), strength])
    names = [*(f"Faction {i:02}" for i in range(20)), "New"]
    decks = np.array([chance.permutation(20)[:3] for _ in range(games)])
    one = np.column_stack([np.full(games, 20), decks[:, 1]])
    other = np.column_stack([decks[:, 0], decks[:, 2]])
    ahead = strengths[one] + strengths[other]
    won = chance.random(games) < 1 / (1 + np.exp(ahead[:, 1] - ahead[:, 0]))
    share = np.column_stack([won, ~won]).astype(np.float64)
    first = chance.integers(0, 2, games)
    empty = np.zeros((games, 2), dtype=np.int64)
    found = Games(
        factions=names,
        bots=["easy"],
        players=np.full(games, 2),
        one=one,
        other=other,
        counts=[2],
        order=np.column_stack([first, 1 - first]),
        bot=empty,
        place=empty,
        winner=np.where(won, 0, 1),
        share=share,
    )
    known = {name: Estimate(float(value), 0.05) for name, value in zip(names[:-1], strengths[:-1], strict=True)}
    return found, Baseline(["easy"], 2019, games, "", known, {})


@pytest.mark.parametrize("strength", [-1.0, 0.0, 0.7])
def test_intervals_hold_the_truth(strength: float) -> None:
    held = 0
    for seed in range(20):
        games, baseline = made_up(strength, 400, seed)
        found = measure(games, "New", baseline).strength
        held += found.low <= strength <= found.high
        assert abs(found.value - strength) < 0.6
    assert held >= 17


def test_the_shipped_baseline_has_every_official_faction() -> None:
    found = shipped_baseline(["easy-1"], 2019)
    assert found is not None
    assert sorted(found.factions) == official_factions()
    assert baseline_from_json(found.to_json()) == found
    assert shipped_baseline(["random"], 2019) is None


@pytest.mark.parametrize(
    ("middle", "half", "says"),
    [
        (0.50, 0.08, "within the range of the official factions"),
        (0.80, 0.15, "stronger than nearly all official factions"),
        (0.20, 0.15, "weaker than nearly all official factions"),
        (0.55, 0.12, "about 1,800 games are needed"),  # 0.12 to 0.05, where the range ends: 2.4 times the root of games
        (0.65, 0.12, "about 1,800 games are needed"),
        (0.595, 0.12, "at the edge of the range"),
    ],
)
def test_the_answer_says_how_many_games_are_needed(middle: float, half: float, says: str) -> None:
    assert says in verdict(middle, middle - half, middle + half, (0.4, 0.6), 300)


# ----------------------------------------------------------------------------------------------- the command
@pytest.mark.usefixtures("bees")
def test_the_command_answers_in_one_line_and_one_page(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "found"
    command = ["lab", "pack", str(folder), "--into", str(into), "--games", "36", "--bots", "random", "--workers", "1"]
    result = CliRunner().invoke(app, [*command, "--players", "2", "--vary", "Queen.power=6"])
    assert result.exit_code == 0, result.output
    lines = result.output.strip().splitlines()
    assert "Bees beats an average opponent in" in lines[-3]
    assert "Queen.power=6 changes its wins by" in lines[-2]
    page = (into / "fairness.html").read_text(encoding="utf-8")
    for part in ("by partner", "by opponent", "players and seats", "cards", "bases", "length of games", "a change"):
        assert part in page
    assert "Worker" in page


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["lab", "pack", str(tmp_path / "nowhere")])
    assert result.exit_code == 2
    assert "There is no pack" in result.output
