"""Random positions hold what must always hold (`basebash.invariants`); `make positions` plays many more."""

from __future__ import annotations

import pytest

from basebash.invariants import Builder, play_position


@pytest.mark.parametrize("first", range(0, 240, 12))
def test_two_turns_from_random_positions(first: int) -> None:
    assert sum(play_position(seed) for seed in range(first, first + 12)) > 12


def test_positions_are_as_different_as_they_should_be() -> None:
    states = [Builder(seed).build().state for seed in range(60)]
    assert {len(state.vp) for state in states} == {2, 3, 4}
    assert len({state.phase for state in states}) == 5
    assert (
        any(not deck for state in states for deck in state.decks)
        or min(len(deck) for state in states for deck in state.decks) < 6
    )
    assert any(state.counters[i] for state in states for i in range(len(state.printed)))
