"""The kinds that clients are promised are those of the engine. If one is missing, add it and run `make protocol`."""

from typing import Any, get_args

from basebash import Game
from basebash.engine import log
from basebash.engine.data.terms import KIND_NAMES, PHASE_NAMES, ZONE_NAMES
from basebash.server.messages import CardKind, LogKind, OptionKind, Phase, QuestionKind, Zone


def test_log_kinds_phases_zones_and_card_kinds_are_the_engines() -> None:
    assert set(get_args(LogKind)) == set(log._TEMPLATES)
    assert set(get_args(Phase)) == set(PHASE_NAMES)
    assert set(get_args(Zone)) == set(ZONE_NAMES)
    assert set(get_args(CardKind)) == set(KIND_NAMES.values())


def test_questions_and_options_of_random_games_are_of_known_kinds() -> None:
    questions: set[str] = set()
    options: set[str] = set()
    for seed in range(12):
        game: Any = Game(2 + seed % 3, factions="draft" if seed % 4 == 0 else "random", seed=seed, target_vp=8)
        while not game.is_over:
            questions.add(game.question.kind)
            options |= {option.kind for option in game.question.options}
            game.answer(game.question.random_answer(game.state.copy()))
    assert questions <= set(get_args(QuestionKind))
    assert options <= set(get_args(OptionKind))
    assert {"main", "card", "yes"} <= questions
    assert {"play", "end", "card"} <= options
