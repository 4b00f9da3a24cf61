"""The report, in a real browser."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from typer.testing import CliRunner

from basebash import Setup
from basebash.cli import app
from basebash.lab.analysis import Findings, analyse
from basebash.lab.plan import lab_plan
from basebash.lab.report import report_html
from basebash.lab.run import run_lab
from basebash.lab.store import BadLab
from tests.lab.helpers import FIRST
from tools.browsers import CHROMIUM, FLAGS

GAMES = 90
SECTIONS = ["factions", "pairs", "matchups", "first", "length", "vp", "cards", "bases", "bots"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab")
    # With this seed every game ends: a bot that takes the first option can go in circles up to the turn limit.
    run_lab(lab_plan(GAMES, seed=12, bots=["random", "random", FIRST]), folder, workers=1)
    return folder


@pytest.fixture(scope="module")
def found(folder: Path) -> Findings:
    return analyse(folder)


@pytest.fixture(scope="module")
def page_file(folder: Path) -> Path:
    result = CliRunner().invoke(app, ["lab", "report", str(folder)])
    assert result.exit_code == 0, result.output
    return folder / "report.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "The report is tested in Chromium (make browsers), or in what CHROMIUM names."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def opened(browser: Browser, file: Path, width: int, scheme: str) -> tuple[Page, list[str]]:
    complaints: list[str] = []
    page = browser.new_page(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page.set_default_timeout(180_000)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if request.url.startswith("http") else None)
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-charts]")
    return page, complaints


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (390, "dark")])
def test_the_report_renders_without_errors(browser: Browser, page_file: Path, width: int, scheme: str) -> None:
    page, complaints = opened(browser, page_file, width, scheme)
    assert complaints == []
    assert page.evaluate("document.body.dataset.charts") == "ready"
    charts = page.locator(".chart")
    assert charts.count() == 11
    for chart in charts.all():
        assert chart.locator("svg .mark-rect path, svg .mark-symbol path, svg .mark-line path").count() > 2
    assert "…" not in "".join(page.locator(".chart svg text").all_text_contents())  # no name is cut off
    for figure in page.locator("figure").all():
        assert figure.locator("xpath=following-sibling::details[1]").locator("tbody tr").count() > 1
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert [section.get_attribute("id") for section in page.locator("section").all()] == SECTIONS
    page.close()


def test_tables_can_be_sorted_and_searched(browser: Browser, page_file: Path) -> None:
    page, _ = opened(browser, page_file, 1200, "light")
    page.click("#pairs summary")
    games = page.locator("#table-pairs thead th").last
    games.click()
    shown = [int(cell.replace(",", "")) for cell in page.locator("#table-pairs td:last-child").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)
    games.click()
    assert page.locator("#table-pairs td:last-child").first.inner_text() == str(min(shown))
    page.fill("#pairs input", "ghosts")
    names = page.locator("#table-pairs tbody tr:visible td:first-child").all_inner_texts()
    assert len(names) == len(Setup().pool) - 1
    assert all("Ghosts" in name for name in names)
    page.close()


def test_every_chart_says_how_many_games_stand_behind_it(page_file: Path) -> None:
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page_file.read_text(), re.DOTALL)
    assert len(captions) == 11
    assert all(caption.startswith(f"{GAMES} games") for caption in captions)


def test_every_interval_holds_its_estimate(found: Findings) -> None:
    triples = [
        (found.factions, "chance", "low", "high"),
        (found.factions, "win_rate", "win_low", "win_high"),
        (found.pairs, "chance", "low", "high"),
        (found.pairs, "synergy", "synergy_low", "synergy_high"),
        (found.matchups, "chance", "low", "high"),
        (found.matchups, "ahead", "ahead_low", "ahead_high"),
        (found.order, "win_rate", "low", "high"),
        (found.lengths, "rounds", "rounds_low", "rounds_high"),
        (found.length_counts, "share", "low", "high"),
        (found.sources, "vp", "low", "high"),
        (found.cards, "win_rate", "win_low", "win_high"),
        (found.cards, "drawn", "drawn_low", "drawn_high"),
        (found.cards, "plays", "plays_low", "plays_high"),
        (found.lengths, "median", "median_low", "median_high"),
        (found.bases, "rounds", "rounds_low", "rounds_high"),
        (found.bases, "scores", "scores_low", "scores_high"),
        (found.bots, "win_rate", "win_low", "win_high"),
    ]
    for frame, name, low, high in triples:
        assert frame.height
        inside = (frame[low] <= frame[name] + 1e-9) & (frame[name] <= frame[high] + 1e-9)
        assert inside.all(), (name, frame.filter(~inside))


def test_findings_add_up(found: Findings) -> None:
    assert found.games == GAMES
    assert found.by_players["games"].to_list() == [30, 30, 30]
    seats = 30 * (2 + 3 + 4)
    assert found.factions["games"].sum() == 2 * seats
    assert found.pairs["games"].sum() == seats
    assert found.bots["games"].sum() == seats
    assert found.order.group_by("players").agg(pl.col("win_rate").sum())["win_rate"].to_list() == pytest.approx([1] * 3)
    mirrored = found.matchups.join(found.matchups, left_on=["one", "other"], right_on=["other", "one"])
    assert (mirrored["ahead"] + mirrored["ahead_right"]).to_list() == pytest.approx([1] * mirrored.height)
    assert (mirrored["chance"] + mirrored["chance_right"]).to_list() == pytest.approx([1] * mirrored.height)


def test_luck_is_not_reported_as_a_finding(found: Findings) -> None:
    sure = found.cards.with_columns(
        (pl.col("early") - 0.001).alias("early_low"), (pl.col("early") + 0.001).alias("early_high")
    )
    unsure = found.cards.with_columns(pl.lit(-1.0).alias("early_low"), pl.lit(1.0).alias("early_high"))
    for cards, message in ((sure, "is worth the most"), (unsure, "No card stands out from luck yet, among")):
        assert message in report_html(Findings(**{**vars(found), "cards": cards}))


def test_cards_are_played_at_most_as_often_as_there_was_a_chance(found: Findings, folder: Path) -> None:
    cards = found.cards
    assert cards.filter((pl.col("play_rate") < 0) | (pl.col("play_rate") > 1)).is_empty()
    titans = cards.filter(pl.col("kind") == "titan")
    assert (titans["chances"] == titans["games"]).all()
    seats = pl.read_parquet(folder / "cards")
    drawn = seats.filter(pl.col("kind") != "titan")["draws"].sum()
    assert cards.filter(pl.col("kind") != "titan")["chances"].sum() == drawn
    assert "Cards that the bots hardly play" in report_html(found)


def test_names_are_escaped(found: Findings) -> None:
    evil = pl.Series("name", ["<script>alert(1)</script>", *found.factions["name"][1:]])
    changed = Findings(**{**vars(found), "factions": found.factions.with_columns(evil)})
    assert "<script>alert(1)" not in report_html(changed)


def test_mistakes_are_reported_in_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["lab", "report", str(tmp_path / "nowhere")])
    assert result.exit_code == 2
    assert "is not a lab" in result.output


def test_a_few_games_are_too_few(tmp_path: Path) -> None:
    run_lab(lab_plan(7, players=[2]), tmp_path, workers=1, stop=lambda: True)
    with pytest.raises(BadLab, match="too few games"):
        analyse(tmp_path)
    run_lab(lab_plan(4, players=[2]), tmp_path, workers=1, resume=True)
    with pytest.raises(BadLab, match="too few games"):
        analyse(tmp_path)
    run_lab(lab_plan(5, players=[2]), tmp_path, workers=1, resume=True)
    assert report_html(analyse(tmp_path)).startswith("<!DOCTYPE html>")


def test_the_command_line_starts_without_the_lab() -> None:
    heavy = {"polars", "numpy", "altair", "openskill", "vl_convert", "ray"}
    asked = f"import sys, basebash.cli; print(sorted({heavy!r} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_without_the_extra_it_says_what_to_install() -> None:
    main = "import sys; sys.modules['polars'] = None; from basebash.cli import app; app()"
    result = subprocess.run([sys.executable, "-c", main, "lab", "report"], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert 'pip install "basebash[lab]"' in " ".join(result.stdout.split())
