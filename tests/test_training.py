"""Games to fit evaluations to, and the fit."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from basebash import CARDS
from basebash.bots import evaluate
from basebash.engine.data.terms import PLAY
from tools import card_features
from tools import fit_evaluation as fitting
from tools.training_games import games, generate, generate_file, new_game, play, positions

NUMBERS = (5, 6, 7)  # games of three, two and four players


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few games."""
    folder = tmp_path_factory.mktemp("games")
    assert generate(folder, NUMBERS[0], len(NUMBERS)) == len(NUMBERS)
    return folder


def records(folder: Path) -> list[dict[str, object]]:
    """The games in a folder."""
    return list(games(folder))


def test_games_are_of_two_to_four_players(folder: Path) -> None:
    assert [len(record["factions"]) for record in records(folder)] == [3, 2, 4]  # type: ignore[arg-type]


def test_generating_goes_on_where_it_stopped(folder: Path, tmp_path: Path) -> None:
    (path,) = folder.glob("*.jsonl")
    lines = path.read_text().splitlines(keepends=True)
    (tmp_path / path.name).write_text(lines[0] + lines[1][:100])  # stopped while writing the second
    assert [record["number"] for record in records(tmp_path)] == [NUMBERS[0]]
    assert generate(tmp_path, NUMBERS[0], len(NUMBERS)) == len(NUMBERS) - 1
    assert (tmp_path / path.name).read_text() == path.read_text()
    assert generate(tmp_path, NUMBERS[0], len(NUMBERS)) == 0


def test_no_game_starts_after_the_time_is_up(tmp_path: Path) -> None:
    assert generate_file(0, tmp_path, 0, 3, end=0.0) == 0
    assert generate(tmp_path, 0, 3, is_late=lambda: True) == 0
    assert not list(games(tmp_path))


def test_a_recorded_game_can_be_replayed(folder: Path) -> None:
    for record in records(folder):
        game = new_game(int(str(record["number"])))
        turns = [position.state.turn for position in positions(record)]
        assert turns == sorted(set(turns))
        assert len(turns) > 8
        for answer in record["answers"]:  # type: ignore[attr-defined]
            game.answer(answer)
        assert game.winners == record["winners"]


def test_the_arrays_evaluate_as_the_bots_do(folder: Path) -> None:
    samples = fitting.load(records(folder))
    given = fitting.chances(samples, fitting.TODAY)
    row = 0
    for record in records(folder):
        for game in positions(record):
            assert given[row, : game.players] == pytest.approx(evaluate.chances(game), abs=1e-6)
            assert not given[row, game.players :].any()
            row += 1
    assert row == len(given)


def test_a_fit_finds_weights_that_explain_the_winners_better(folder: Path) -> None:
    samples = fitting.load(records(folder))
    wrong = fitting.TODAY * np.where(np.arange(len(fitting.TODAY)) == list(fitting.COUNTED).index("NEXT"), -8.0, 1.0)
    fitted = fitting.fit(samples, wrong)
    assert fitting.log_loss(samples, fitted) < fitting.log_loss(samples, wrong) - 0.005


def test_reliability_compares_chances_with_results(folder: Path) -> None:
    samples = fitting.load(records(folder))
    table = fitting.reliability(samples, fitting.TODAY, lines=2)
    assert sum(line.seats for line in table) == samples.present.sum()
    low, high = table
    assert low.low <= low.given < 0.5 <= high.given <= high.high
    assert low.won < high.won
    everybody = sum(line.won * line.seats for line in table)
    assert everybody == pytest.approx(len(samples.won))  # one winner for each position


def test_the_same_number_is_the_same_game() -> None:
    assert json.dumps(play(6)) == json.dumps(play(6))


def test_features_are_the_cards_in_their_places(folder: Path) -> None:
    found = card_features.load(folder, workers=1)
    assert found.counts.sum() == len(found.features)
    seats = np.split(found.features, found.counts.flatten().cumsum()[:-1])
    row = 0
    for record in records(folder):
        for game in positions(record):
            for player in range(game.players):
                place, number = np.divmod(seats[row * card_features.SEATS + player], len(CARDS))
                hand = [game.state.printed[i].number for i in game.state.hands[player]]
                assert sorted(number[place == card_features.HAND]) == sorted(hand)
                state = game.state
                mine = [i for i, zone in enumerate(state.zone) if zone == PLAY and state.controller[i] == player]
                assert sorted(number[place == card_features.PLAY]) == sorted(state.printed[i].number for i in mine)
                present = [base for base in game.rules.bases if base.total(player) > 0]
                assert (place == card_features.PRESENT).sum() == len(present)
            assert found.score[row, : game.players] == pytest.approx(evaluate.scores(game))
            row += 1
    assert row == len(found.game)
    assert found.won.sum() == pytest.approx(row)
