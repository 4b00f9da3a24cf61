"""Mined puzzles: how turns are searched, what makes a puzzle, and how sets of them are stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from basebash import BadSetup, Game, State
from basebash.engine import HAND
from basebash.puzzles import mining
from basebash.puzzles.checking import is_solved, is_sound, is_unique
from basebash.puzzles.judging import judge, puzzle_from, trimmed
from basebash.puzzles.mining import FILE, Collection, mine, read_games
from basebash.puzzles.search import Search, exact_key, least
from basebash.puzzles.store import MinedPuzzle, read_puzzles, write_puzzles
from basebash.puzzles.turns import ME, Goal
from basebash.server.puzzles.puzzles import puzzles

KING = puzzles()["an-old-king"]
"""It is won by an action that plays a minion from the discard pile, where it breaks the base."""


@pytest.fixture(scope="module")
def mined() -> MinedPuzzle:
    """Return a puzzle made from a position that is known to be one."""
    found = puzzle_from(KING.game().determinised(ME, 1), State(2, 1))
    assert found is not None
    return found


def test_the_only_best_turn_is_found() -> None:
    found = judge(KING.game())
    assert found is not None
    assert found.goal == Goal("win")
    assert found.best.done == {"They Keep Coming", "King Rex on Jungle Oasis (extra from They Keep Coming)"}


def test_a_single_play_is_no_puzzle() -> None:
    game = KING.game()
    state = game.state.copy()
    king = next(card for card in state.discards[ME] if state.printed[card].name == "King Rex")
    state.discards[ME].remove(king)
    state.hands[ME].append(king)
    state.zone[king] = HAND
    assert judge(Game.from_position(game.setup, state)) is None


def test_an_exact_search_finds_the_same() -> None:
    quick, exact = Search(KING.game(), 20_000), Search(KING.game(), 20_000, key=exact_key)
    assert least(quick.near_best()) == least(exact.near_best())
    assert exact.nodes >= quick.nodes > 10


def test_the_search_leaves_the_position_alone() -> None:
    game = KING.game()
    before = game.digest()
    Search(game, 20_000)
    assert game.digest() == before


def test_a_mined_puzzle_is_sound(mined: MinedPuzzle) -> None:
    assert mined.goal == Goal("win")
    assert mined.themes == ["win"]
    assert mined.factions == ["Zombies", "Dinosaurs"]
    assert is_sound(mined)


def test_a_wrong_solution_is_noticed(mined: MinedPuzzle) -> None:
    data = mined.to_json()
    idle = MinedPuzzle.from_json({**data, "solution": [(len(mined.game().question.items) - 1,)]})
    assert not is_solved(idle)
    assert not is_solved(MinedPuzzle.from_json({**data, "solution": [(999,)]}))
    assert not is_unique(MinedPuzzle.from_json({**data, "done": ["Howl"]}))


def test_what_the_player_cannot_see_does_not_matter(mined: MinedPuzzle) -> None:
    """The stored position shows the player what the original one showed, with another deal of what is hidden."""
    true, stored = KING.game(), mined.game()
    shown = [game.view(ME).data for game in (true, stored)]
    for view in shown:
        assert view["players"][1]["hand"] is None
    assert shown[0]["players"] == shown[1]["players"]
    assert shown[0]["bases"] == shown[1]["bases"]


def test_a_file_of_puzzles_is_read_as_it_was_written(mined: MinedPuzzle, tmp_path: Path) -> None:
    file = tmp_path / "mined.json.gz"
    write_puzzles(file, [mined])
    once = file.read_bytes()
    assert [text_of(puzzle) for puzzle in read_puzzles(file)] == [text_of(mined)]
    write_puzzles(file, read_puzzles(file))
    assert file.read_bytes() == once
    assert len(once) < 3_000


def text_of(puzzle: MinedPuzzle) -> str:
    return json.dumps(puzzle.to_json(), sort_keys=True)


def test_large_hands_are_trimmed() -> None:
    deal = KING.game().determinised(ME, 1)
    kept = frozenset(deal.state.hands[ME][:1])
    small = trimmed(deal, kept, 2, State(2, 1))
    assert len(small.state.hands[ME]) == 2
    assert kept <= set(small.state.hands[ME])
    assert len(small.state.decks[ME]) == len(deal.state.decks[ME]) + 2
    assert sorted(small.state.hands[ME] + small.state.decks[ME]) == sorted(deal.state.hands[ME] + deal.state.decks[ME])


def test_near_duplicates_and_factions_at_the_cap_are_left_out(mined: MinedPuzzle) -> None:
    def about(done: list[str], factions: list[str]) -> MinedPuzzle:
        data = mined.to_json()
        return MinedPuzzle.from_json({**data, "done": done, "state": {**data["state"], "factions": [factions]}})

    found = Collection(2)
    assert found.add(about(["Howl on Tortuga", "Walker on Tortuga"], ["Zombies", "Dinosaurs"]))
    assert not found.add(about(["Howl on Jungle Oasis", "Walker on Tortuga"], ["Dinosaurs", "Zombies"]))
    assert found.add(about(["Howl on Tortuga", "Grave Digger on Tortuga"], ["Zombies", "Dinosaurs"]))
    assert not found.add(about(["Augmentation"], ["Zombies", "Ninjas"]))
    assert found.per_faction == {"Zombies": 2, "Dinosaurs": 2}


def test_mining_goes_on_where_it_stopped(mined: MinedPuzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "is_promising", lambda game: game.state.turn > 3)
    monkeypatch.setattr(mining, "LONGEST_GAME", 60)
    monkeypatch.setattr(mining, "puzzle_at", lambda _, chance: mined if chance.random(9) == 0 else None)
    answered: list[int] = []

    def stop() -> bool:
        answered.append(1)
        return len(answered) % 2 == 0

    for folder, runs in (("once", 1), ("twice", 2)):
        for _ in range(runs):
            mine(tmp_path / folder, count=5, seed=3, stop=stop if runs == 2 else iter([False, False, True]).__next__)
    once, twice = (tmp_path / folder / FILE for folder in ("once", "twice"))
    assert once.read_text() == twice.read_text()
    assert [played.game for played in read_games(once)] == [0, 1]
    # A run that was killed leaves half a line.
    whole = once.read_text()
    once.write_text(whole + '{"game":2,"se')
    mine(once.parent, count=5, seed=3, stop=lambda: True)
    assert once.read_text() == whole


def test_a_cap_that_is_too_small_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="at least 3"):
        mine(tmp_path, count=100, cap=2)
