"""A sample of the metamorphic tests (see `checks/metamorphic`); `make metamorphic` runs many more."""

from __future__ import annotations

from typing import Any

import pytest

from basebash import CARDS
from basebash.engine import Card
from basebash.engine.data.terms import NOTED
from basebash.engine.rules import ability_index, departures, triggers
from basebash.engine.rules.context import Rules
from checks.metamorphic import copies, declared_targets, silence
from checks.metamorphic.__main__ import TESTS, attempt
from checks.metamorphic.listener_pairs import all_pairs
from checks.metamorphic.lockstep import Difference


def problems(name: str, seeds: range) -> list[str]:
    return [result.problem for result in map(attempt, [(name, seed) for seed in seeds]) if result.problem]


@pytest.mark.parametrize("first", range(0, 80, 20))
@pytest.mark.parametrize("name", TESTS)
def test_two_ways_end_the_same(name: str, first: int) -> None:
    results = [attempt((name, seed)) for seed in range(first, first + 20)]
    assert [result for result in results if result.problem] == []
    assert sum(result.answers for result in results) > 20
    assert name != "pairs" or sum(bool(result.covered) for result in results) > 5


def test_every_listener_is_in_a_pair() -> None:
    hooks = {pair.hook for pair in all_pairs()}
    assert {"after_destroyed", "start_of_turn", "power_bonus", "instead_of_destroyed"} <= hooks
    assert len(all_pairs()) > 10_000


def test_an_order_of_play_that_depends_on_the_seats_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rules, "clockwise", lambda rules, _=None: list(range(rules.players)))
    assert problems("rotation", range(30))


def test_a_rule_that_depends_on_who_came_first_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    minions_at = Rules.minions_at
    monkeypatch.setattr(Rules, "minions_at", lambda rules, base: minions_at(rules, base)[:2])
    assert problems("order", range(30))


def test_a_copy_without_its_ability_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "COPIED", NOTED)
    assert problems("copies", range(30))


def test_a_cancelled_card_that_goes_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silence, "CANCELLED", NOTED)
    assert problems("silence", range(30))


def test_an_event_with_a_wrong_field_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    leaving_event = departures.leaving_event

    def without_base(*arguments: Any, **named: Any) -> Any:
        event = leaving_event(*arguments, **named)
        event.base = None
        return event

    monkeypatch.setattr(departures, "leaving_event", without_base)
    assert problems("events", range(10))


def test_a_lent_ability_that_does_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ability_index, "_lend", lambda *_: None)
    assert problems("loans", range(30))


def test_an_effect_that_was_declined_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    may = Card.may

    async def whatever_is_answered(*arguments: Any, **named: Any) -> bool:
        await may(*arguments, **named)
        return True

    monkeypatch.setattr(Card, "may", whatever_is_answered)
    assert problems("declined", range(60))


def test_a_second_listener_that_is_not_called_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    triggers_of = triggers.triggers_of
    monkeypatch.setattr(triggers, "triggers_of", lambda *arguments: triggers_of(*arguments)[:1])
    assert problems("pairs", range(40))


def test_an_effect_on_more_than_is_declared_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = next(card for card in CARDS if card.name == "Seeing Stars")  # it declares power 3 or less

    async def on_play(me: Card) -> None:
        await me.destroy(max(me.find_minions(), key=lambda minion: minion.power, default=None))

    monkeypatch.setattr(printed, "on_play", on_play)
    found = 0
    for seed in range(6):
        try:
            declared_targets.play_card(printed, seed)
        except Difference:
            found += 1
    assert found
