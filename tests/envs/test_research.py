"""What docs/research.md shows runs, and its numbers are right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from basebash import Game
from basebash.bots import FunctionBot, RandomBot, play
from basebash.envs.actions import KINDS, Actions
from basebash.envs.card_index import CardIndex
from basebash.envs.episode import MAX_TURNS
from basebash.envs.observe import LAYOUTS, MOST_ACTIONS
from basebash.envs.v2.columns import ACTIONS, BASE_DISCARD, EVENT_ROWS, PLAY_ROWS, layout_of

TEXT = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
SNIPPETS = [code for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL) if "network(" not in code]


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) == 8


@pytest.mark.parametrize("code", SNIPPETS)
def test_snippet_runs(code: str) -> None:
    exec(code, {"__name__": "__main__"})


def test_the_policy_that_is_shown_plays() -> None:
    (code,) = [code for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL) if "network(" in code]
    names: dict[str, Any] = {"network": lambda rows: -rows.sum(axis=1)}  # rows of zeros would win if there were any
    exec(code, names)
    assert play(Game(2, seed=3, target_vp=5), [FunctionBot(names["mine"]), RandomBot(1)]).is_over


@pytest.mark.parametrize(
    "said",
    [
        *(f"{Actions.of(players).size:,}" for players in (2, 3, 4)),
        *(f"{layout.size:,}" for layout in LAYOUTS.values()),
        f"{MOST_ACTIONS} by " + ", ".join(str(layout.action_columns) for layout in LAYOUTS.values()),
        "| `observation` | " + ", ".join(f"{layout_of(Actions.of(players)).size:,}" for players in (2, 3, 4)),
        f"`max_actions` by {len(ACTIONS)} ",
        f"by default {MOST_ACTIONS}",
        f"last {EVENT_ROWS} events",
        f"last {BASE_DISCARD})",
        f"up to {PLAY_ROWS}:",
        f"C = {len(CardIndex.of().names)} ",
        f"F = {len(CardIndex.of().factions)} ",
        f"| bases | {len(CardIndex.of().bases)} |",
        f"After {MAX_TURNS} turns",
    ],
)
def test_number_is_right(said: str) -> None:
    assert said in TEXT


def test_blocks_are_listed_in_their_order() -> None:
    places = [TEXT.index(f"`{kind}`", TEXT.index("| block |")) for kind in KINDS]
    assert places == sorted(places)
