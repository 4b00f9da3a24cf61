from __future__ import annotations

from checks.pyodide_games import compare


def test_games_are_the_same_in_pyodide() -> None:
    assert compare(first=19, count=2) == []  # one by chance, one by bots; `make same` plays 200
