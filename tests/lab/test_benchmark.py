"""Basebash-Bench: its games are frozen, every seat is played, and its score is what was won."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import astuple
from pathlib import Path

import pytest
from typer.testing import CliRunner

from basebash import FACTIONS, BadSetup, __version__
from basebash.cli import app
from basebash.lab.benchmark import (
    CORE_SET,
    OPPONENTS,
    TRACKS,
    VERSION,
    BenchmarkResult,
    benchmark_plan,
    factions_of,
    run_benchmark,
)
from basebash.lab.plan import official_factions
from basebash.lab.play import play_deal

DIGEST = "48f708a36d1d0dce8ebd5b937766130a73fec2966f98f49cc4f493e686856d18"


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents that answer at once: a game of greedy bots takes seconds."""
    monkeypatch.setattr("basebash.lab.benchmark.OPPONENTS", ("random", "easy"))


def test_its_games_are_frozen() -> None:
    """If this fails, scores can no longer be compared: raise `VERSION`, and say so in the docs."""
    found = hashlib.sha256()
    for track in TRACKS:
        for split in ("all", "train", "held-out") if track != "core" else ("all",):
            plan = benchmark_plan(track, "random", split=split)
            for game in range(plan.size):
                found.update(repr(astuple(plan.deal(game))).encode())
    assert (VERSION, found.hexdigest()) == (1, DIGEST)


def test_the_factions_are_split() -> None:
    train, held_out = factions_of("train"), factions_of("held-out")
    assert sorted(train + held_out) == sorted(factions_of("all")) == official_factions()
    assert len(held_out) == 18
    assert set(CORE_SET) == {name for name, faction in FACTIONS.items() if faction.set_name == "Core Set"}
    for split, allowed in (("train", train), ("held-out", held_out)):
        for track in ("all", "four"):
            plan = benchmark_plan(track, "random", split=split)
            used = {name for game in range(plan.size) for pair in plan.deal(game).factions for name in pair}
            assert used <= set(allowed)


@pytest.mark.parametrize("track", TRACKS)
def test_the_agent_plays_each_deal_in_each_seat_against_each_opponent(track: str) -> None:
    plan = benchmark_plan(track, "easy")
    players = plan.track.players
    played = set()
    for game in range(plan.size):
        deal = plan.deal(game)
        assert deal.bots[plan.seat(game)] == "easy"
        assert [bot for bot in deal.bots if bot != "easy"] == [plan.opponent(game)] * (players - 1)
        played.add((deal.seed, deal.factions, plan.seat(game), plan.opponent(game)))
    assert len(played) == plan.size == plan.deals * players * len(OPPONENTS)
    assert len({deal[:2] for deal in played}) == plan.deals


@pytest.mark.usefixtures("_quick")
def test_the_score_is_the_share_won() -> None:
    plan = benchmark_plan("all", "random", deals=2)
    result = run_benchmark(plan, workers=1)
    wins, margins = [], []
    for number in range(plan.size):
        game, seat = play_deal(plan.deal(number)), plan.seat(number)
        wins.append(game.result[seat])
        margins.append(game.scores[seat] - game.scores[1 - seat])
    found = result.to_json()
    assert found["wins"] == sum(wins)
    assert found["games"] == 8
    assert found["vp_margin"] == pytest.approx(sum(margins) / 8, abs=0.001)
    assert sum(score["wins"] for score in found["versus"].values()) == sum(wins)
    low, high = found["interval"]
    assert low < found["win_rate"] < high
    assert not found["complete"]


@pytest.mark.usefixtures("_quick")
def test_the_agent_may_have_the_name_of_an_opponent() -> None:
    result = run_benchmark(benchmark_plan("four", "random", deals=1), workers=1)
    assert result.versus["random"].games == 4
    assert result.versus["random"].wins == 1  # the same deal from all four seats: one of them wins
    assert result.versus["easy"].games == 4


@pytest.mark.usefixtures("_quick")
def test_a_bot_of_ones_own_is_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybench.py").write_text("from basebash.bots import RandomBot as Mine\n")
    arguments = ["bench-agent", "mybench:Mine", "--track", "core,all", "--split", "held-out", "--deals", "1"]
    done = CliRunner().invoke(app, [*arguments, "--json", "score.json", "--workers", "1"])
    assert done.exit_code == 0, done.output
    assert "two players, Core Set, factions: all: " in done.output
    assert "two players, all factions, factions: held-out: " in done.output
    assert "Not the whole track" in done.output
    core, every = json.loads(Path("score.json").read_text())
    assert (core["track"], core["games"], every["split"]) == ("core", 4, "held-out")
    assert core["benchmark"] == f"Basebash-Bench {VERSION}"


def test_the_documentation_says_how_much_is_played() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    for track in TRACKS.values():
        size = benchmark_plan(track.name, "random").size
        assert re.search(rf"\| `{track.name}` \| {track.players} \| .* \| {track.deals} \| {size} \|", text)
    assert "`random` and `greedy-1`" in text
    assert f"the {len(factions_of('train'))} factions of `--split train`" in text
    assert f"version {VERSION} of the benchmark" in text
    citation = (Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {__version__}\n" in citation


def test_wrong_settings_are_explained() -> None:
    with pytest.raises(BadSetup, match="There is no track"):
        benchmark_plan("five", "random")
    with pytest.raises(BadSetup, match="There is no split"):
        benchmark_plan("all", "random", split="test")
    with pytest.raises(BadSetup, match="has no split"):
        benchmark_plan("core", "random", split="train")
    assert BenchmarkResult(benchmark_plan("core", "random")).to_json()["vp_margin_interval"] is None
