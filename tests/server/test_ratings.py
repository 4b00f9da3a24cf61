"""Which games are rated, and how much: ratings cannot be forged by playing against oneself."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from openskill.models import PlackettLuce

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


def unrated(person: Person) -> str:
    """Return why the person's last game is not rated."""
    why = person.page["games"][0]["unrated"]
    assert isinstance(why, str)
    return why


@pytest.mark.usefixtures("short_games_count")
def test_seats_on_one_device_are_not_rated(server: Server) -> None:
    ann = Person(server, "Ann")
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "hotseat", "name": "Ann too"}, {"kind": "bot", "level": "easy"}]
    made = ann.ask("/api/tables", {"seats": seats, "target_vp": 3})
    tokens = [seat["token"] for seat in made["seats"] if seat["token"]]
    finish(ann, *(Player(server.url, made["table"], token) for token in tokens))
    assert ann.page["ratings"] == []
    assert unrated(ann) == "device"


@pytest.mark.usefixtures("short_games_count")
def test_nobody_is_rated_against_themselves_or_people_without_a_page(server: Server) -> None:
    ann = Person(server, "Ann")
    one = ann.table({"kind": "open"})
    finish(ann, one, ann.join(one.table))
    assert unrated(ann) == "person"
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
    assert unrated(ann) == "target"
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
    # The page says why: newest first, then an unrated game.
    *games, casual_game = ann.page["games"]
    assert casual_game["changes"] == []
    changes = [change for game in games for change in game["changes"]]
    assert [change["weight"] for change in changes] == pytest.approx([1, 1 / 3, 1 / 2, 1])
    assert changes[-1]["opponents"] == [1200]
    assert all(change["provisional"] for change in changes)
    for game, change in zip(games, changes, strict=True):
        assert change["place"] == game["place"]
        assert (change["after"] > change["before"]) == (game["place"] == 1)
    for later, earlier in itertools.pairwise(changes):
        assert later["before"] == earlier["after"]
    [rating] = ann.page["ratings"]
    assert (rating["rating"], rating["provisional"]) == (changes[0]["after"], True)


def test_ratings_mean_what_they_say() -> None:
    """A rating is a guess for about ten games against bots, and 200 points more win about two games of three."""
    own = ratings.Rating(25, 25 / 3)
    games = 0
    while ratings.is_provisional(own.sigma):
        games += 1
        own = ratings.rate(own, 1 + games % 2, [(2 - games % 2, None)])
    assert 7 <= games <= 12
    model = PlackettLuce()
    advantage = 200 / 48
    certain = math.sqrt(2) * model.beta
    assert 1 / (1 + math.exp(-advantage / certain)) == pytest.approx(2 / 3, abs=0.01)
