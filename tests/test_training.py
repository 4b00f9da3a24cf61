"""Games to fit evaluations to, and the fit."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

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


@pytest.fixture(scope="module")
def training() -> ModuleType:
    """The example that fits values of cards."""
    path = Path(__file__).parent.parent / "examples/train_card_values.py"
    spec = importlib.util.spec_from_file_location("train_card_values", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GAMES = 400
LUCKY, USELESS = 3, 4  # cards: who has the first in hand wins four games in five


def planted() -> card_features.Positions:
    """Positions of two players with equal scores; one holds a card that wins games, and one a card that does not."""
    chance = np.random.default_rng(1)
    holder, other = chance.integers(2, size=(2, GAMES))
    lucky = chance.random(GAMES)
    score = np.full((GAMES, card_features.SEATS), card_features.NOT_TAKEN, np.float32)
    score[:, :2] = 5.0
    won = np.zeros((GAMES, card_features.SEATS), np.float32)
    counts = np.zeros((GAMES, card_features.SEATS), np.int16)
    features = []
    for game in range(GAMES):
        won[game, holder[game] if lucky[game] < 0.8 else 1 - holder[game]] = 1.0
        for seat in range(2):
            here = [card for card, held_by in ((LUCKY, holder), (USELESS, other)) if held_by[game] == seat]
            counts[game, seat] = len(here)
            features += here
    return card_features.Positions(
        np.arange(GAMES, dtype=np.int32),
        score,
        chance.random(GAMES).astype(np.float32),
        won,
        np.full((GAMES, card_features.SEATS, 2), -1, np.int16),
        counts,
        np.array(features, np.int16),
    )


def test_the_fit_of_card_values_finds_the_card_that_wins(training: ModuleType) -> None:
    data = training.Data(planted(), np.ones(GAMES, bool))
    today = training.Model(training.Parts())
    model = training.Model(training.Parts(spread=1.0)).fit(data)
    values = model.values()[card_features.HAND].mean(axis=1)
    assert values[LUCKY] > 0.2
    assert abs(values[USELESS]) < 0.1
    assert not np.delete(values, [LUCKY, USELESS]).any()
    assert model.surprise(data).mean() < today.surprise(data).mean() - 0.1


def test_the_gradient_is_the_slope_of_what_is_minimised(training: ModuleType) -> None:
    data = training.Data(planted(), np.ones(GAMES, bool))
    model = training.Model(training.Parts(groups=True, factions=True, spread=0.5))
    model.weights = model.weights + 0.05 * np.random.default_rng(2).normal(size=len(model.weights))
    _, gradient = model.slope(data)
    weights, step = model.weights, 0.01
    for name in ("width", "by_group", "by_card", "by_faction"):
        where = model.at[name][0]
        i = where.start + int(np.abs(gradient[where]).argmax())
        loss = []
        for sign in (1, -1):
            model.weights = weights.copy()
            model.weights[i] += sign * step
            loss.append(model.slope(data)[0])
        assert (loss[0] - loss[1]) / (2 * step) == pytest.approx(gradient[i], rel=0.01, abs=1e-5)
