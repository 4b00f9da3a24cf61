"""Which games are rated, and how much: ratings cannot be forged by playing against oneself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from basebash.server.people import ratings
from tests.server.helpers import Person, Player, Server, play_on, sqlite_url
from tools.servers import wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path))
    yield running
    running.stop()


def finish(person: Person, *players: Player) -> None:
    """Play a game to its end, and wait until it is on the person's page."""
    played = person.page["played"]
    play_on(list(players), lambda state: state["over"])
    for player in players:
        player.close()
    wait_for(lambda: person.page["played"] > played)


def moved(person: Person) -> float:
    """Return how far the person's last game against people moved their rating."""
    [rating] = person.page["ratings"]
    course = [1200, *rating["course"]]
    return abs(float(course[-1] - course[-2]))


@pytest.mark.usefixtures("short_games_count")
def test_seats_on_one_device_are_not_rated(server: Server) -> None:
    ann = Person(server, "Ann")
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "hotseat", "name": "Ann too"}, {"kind": "bot", "level": "easy"}]
    made = ann.ask("/api/tables", {"seats": seats, "target_vp": 3})
    tokens = [seat["token"] for seat in made["seats"] if seat["token"]]
    finish(ann, *(Player(server.url, made["table"], token) for token in tokens))
    assert ann.page["ratings"] == []


@pytest.mark.usefixtures("short_games_count")
def test_nobody_is_rated_against_themselves_or_people_without_a_page(server: Server) -> None:
    ann = Person(server, "Ann")
    one = ann.table({"kind": "open"})
    finish(ann, one, ann.join(one.table))
    one = ann.table({"kind": "open"})
    token = server.post(f"/api/tables/{one.table}/join", {"name": "Nobody"})["token"]
    finish(ann, one, Player(server.url, one.table, token))
    assert ann.page["ratings"] == []


def test_games_to_an_unusual_number_of_points_are_not_rated(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    one = ann.table({"kind": "open"}, target_vp=1)
    finish(ann, one, ben.join(one.table))
    bot = ann.table({"kind": "bot", "level": "easy"}, target_vp=14)
    finish(ann, bot)
    assert ann.page["ratings"] == ben.page["ratings"] == []


@pytest.mark.usefixtures("short_games_count")
def test_games_against_the_same_person_count_less_and_less(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = []

    def noting(*arguments: object) -> object:
        weights.append(arguments[3])
        return rate(*arguments)  # type: ignore[arg-type]

    rate = ratings.rate
    monkeypatch.setattr(ratings, "rate", noting)
    ann, ben, cleo = Person(server, "Ann"), Person(server, "Ben"), Person(server, "Cleo")
    casual = ann.table({"kind": "open"}, target_vp=2)  # an unrated game changes nothing
    finish(ann, casual, ben.join(casual.table))
    moves = []
    for other in (ben, ben, ben, cleo):
        one = ann.table({"kind": "open"})
        finish(ann, one, other.join(one.table))
        moves.append(moved(ann))
    assert weights == [1, 1, 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1, 1]
    assert moves[0] > 2 * moves[2]
