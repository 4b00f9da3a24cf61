import polars as pl
import pytest

from basebash.lab.log_statistics import COUNTED_KINDS, EARLY, SOURCES
from basebash.lab.plan import lab_plan
from basebash.lab.play import GameFailed, play_batch, play_deal
from basebash.lab.record import EXTRAS, TABLES, Tables

GAMES = 30


@pytest.fixture(scope="module")
def tables() -> Tables:
    return play_batch(lab_plan(GAMES, seed=11), 0, GAMES, extras=EXTRAS)


def test_every_table_has_its_columns(tables: Tables) -> None:
    assert {name: dict(table.schema) for name, table in tables.items()} == TABLES


def test_rows_are_the_same_with_and_without_events(tables: Tables) -> None:
    """Without them the log records only what the other tables need."""
    fewer = play_batch(lab_plan(GAMES, seed=11), 0, 8)
    assert fewer.keys() == tables.keys() - set(EXTRAS)
    for name, table in fewer.items():
        assert table.equals(tables[name].filter(pl.col("game") < 8))
    deal = lab_plan(GAMES, seed=11).deal(0)
    later = [entry.kind for entry in play_deal(deal, logged_kinds=COUNTED_KINDS).entries if entry.turn > 1]
    assert set(later) <= COUNTED_KINDS
    assert {entry.kind for entry in play_deal(deal).entries if entry.turn > 1} > set(later)
    assert "no effect" in tables["events"]["kind"]


def test_vp_of_all_sources_are_the_vp(tables: Tables) -> None:
    seats = tables["seats"]
    assert (seats.select(pl.sum_horizontal([f"vp_{source}" for source in SOURCES])).to_series() == seats["vp"]).all()
    assert (seats["vp_lost"] <= 0).all()
    assert seats["vp_first"].sum() > seats["vp_second"].sum() > seats["vp_third"].sum() > 0


def test_one_seat_wins_and_has_the_most_vp(tables: Tables) -> None:
    winners = tables["seats"].filter("won")
    assert winners.group_by("game").len().sort("game")["len"].to_list() == tables["games"]["winners"].to_list()
    first = winners.unique("game", keep="first").sort("game")
    assert first["game"].to_list() == list(range(GAMES))
    assert first["seat"].to_list() == tables["games"]["winner"].to_list()
    assert set(winners["place"]) == {1}
    assert (winners["vp"] >= 15).sum() > 0.8 * len(winners)  # Madness can cost some at the end


def test_every_deck_has_40_cards_and_what_is_played_was_drawn(tables: Tables) -> None:
    titans = tables["cards"].filter(pl.col("kind") == "titan")
    assert titans.height
    assert (titans["draws"] == 0).all()
    cards = tables["cards"].filter(pl.col("kind") != "titan")
    assert set(cards.group_by("game", "seat").agg(pl.col("copies").sum())["copies"]) == {40}
    assert (cards["drawn"] <= cards["copies"]).all()
    assert (cards["early"] <= cards["drawn"]).all()
    assert cards.filter((pl.col("plays") > 0) & (pl.col("drawn") == 0)).is_empty()
    assert cards.group_by("game", "seat").agg(pl.col("early").sum())["early"].max() == EARLY


def test_counts_are_those_of_the_events(tables: Tables) -> None:
    events, seats = tables["events"], tables["seats"]
    played = events.filter(pl.col("kind") == "play").group_by("game", "player").len()
    both = seats.join(played, left_on=["game", "seat"], right_on=["game", "player"])
    assert (both["minions"] + both["actions"] + both["titans"] == both["len"]).all()
    scores = events.filter(pl.col("kind") == "score").group_by("game").len().sort("game")
    assert scores["len"].to_list() == tables["games"]["scores"].to_list()
    gained = events.filter(pl.col("kind") == "vp").group_by("game").agg(pl.col("amount").sum()).sort("game")
    vp = seats.group_by("game").agg(pl.col("vp").sum()).sort("game")
    assert (gained["amount"] <= vp["vp"]).all()  # VP do not fall below 0


def test_bases_come_and_go(tables: Tables) -> None:
    bases = tables["bases"]
    assert set(bases["end"]) <= {"scored", "left", "in play"}
    assert (bases["entered"] <= bases["left"]).all()
    scored = bases.filter(pl.col("end") == "scored").group_by("game").len().sort("game")
    assert scored["len"].to_list() == tables["games"]["scores"].to_list()
    assert bases.filter((pl.col("end") == "in play") & (pl.col("vp") > 9)).is_empty()


def test_events_only_on_request_and_change_nothing(tables: Tables) -> None:
    without = play_batch(lab_plan(GAMES, seed=11), 0, 6)
    assert "events" not in without
    for name, table in without.items():
        assert table.equals(tables[name].filter(pl.col("game") < 6))


def broken(*_: object) -> int:
    raise RuntimeError("I broke")


def illegal(*_: object) -> int:
    return 999


@pytest.mark.parametrize(("bot", "why"), [("broken", "I broke"), ("illegal", "not legal")])
def test_a_game_that_breaks_says_which_one(bot: str, why: str) -> None:
    plan = lab_plan(3, bots=[f"{__name__}:{bot}"])
    with pytest.raises(GameFailed, match=f"game 2 after .*{why}"):
        play_deal(plan.deal(2))
