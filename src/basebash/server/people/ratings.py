"""Ratings: how well a person plays against people and against bots of each level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from openskill.models import PlackettLuce

from basebash.server import messages
from basebash.server.messages import AGAINST, Against
from basebash.server.storage.schema import RATINGS

REPEAT_SECONDS = 30 * 24 * 3600
"""For how long a game against somebody makes further games against them count less."""
_CURVE = 20  # ratings that are kept for the curve
_MODEL = PlackettLuce()
_SCALE = 48  # a new player is shown 1200
_PROVISIONAL = 250  # a rating is provisional while its standard deviation is greater
_BOT_SIGMA = 1.0  # a bot does not learn, so its rating is certain


class Rating(Struct):
    """A rating, and the games it comes from. `course`: its value after each of the last games."""

    mu: float
    sigma: float
    won: int = 0
    lost: int = 0
    course: list[float] = []


def weight_of(earlier: int) -> float:
    """Return how much a game counts after this many rated games against the same person within `REPEAT_SECONDS`.

    >>> [weight_of(earlier) for earlier in (0, 1, 3)]
    [1.0, 0.5, 0.25]
    """
    return 1 / (1 + earlier)


def rate(own: Rating, place: int, opponents: list[tuple[int, Rating | None]], weight: float = 1.0) -> Rating:
    """Return a rating after a game, given the player's place and the places and ratings of the opponents.

    Bots have a fixed rating (None). `weight`: how much the game counts, at most 1.
    """
    fixed = _MODEL.rating(sigma=_BOT_SIGMA)
    teams = [[_MODEL.rating(mu=own.mu, sigma=own.sigma)]]
    teams += [[fixed if other is None else _MODEL.rating(mu=other.mu, sigma=other.sigma)] for _, other in opponents]
    [new], *_ = _MODEL.rate(teams, ranks=[place, *(other for other, _ in opponents)])
    is_won = all(place < other or place == 1 for other, _ in opponents)  # a shared win is a win
    mu = own.mu + weight * (new.mu - own.mu)
    sigma = own.sigma + weight * (new.sigma - own.sigma)
    course = [*own.course, mu][-_CURVE:]
    return Rating(mu, sigma, own.won + is_won, own.lost + (not is_won), course)


def rate_game(
    connection: sa.Connection,
    people: Mapping[int, str],
    kinds: Sequence[Against],
    places: Sequence[int],
    earlier: Mapping[str, Mapping[str, int]],
) -> dict[int, list[messages.RatingChange]]:
    """Update the ratings of a game's people, given who has which seat and what each seat counts as.

    Return how the ratings of each seat have changed, and from what that follows.

    `earlier`: for each person, how many rated games they have played lately against each other person. People without
    an account do not count as opponents, because nobody knows how often one has played them.
    """
    changes: dict[int, list[messages.RatingChange]] = {seat: [] for seat in people}
    before = {seat: {kind: read_rating(connection, person, kind) for kind in kinds} for seat, person in people.items()}
    for seat, person in people.items():
        for kind in sorted(set(kinds), key=AGAINST.index):
            met = [other for other, its in enumerate(kinds) if its == kind and other != seat]
            opponents: list[tuple[int, Rating | None]] = [(places[other], None) for other in met]
            weight = 1.0
            if kind == "people":
                met = [other for other in met if other in people]
                opponents = [(places[other], before[other]["people"]) for other in met]
                weight = weight_of(max((earlier[person].get(people[other], 0) for other in met), default=0))
            if opponents:
                old = before[seat][kind]
                new = rate(old, places[seat], opponents, weight)
                write_rating(connection, person, kind, new)
                ratings = [displayed(_MODEL.mu if other is None else other.mu) for _, other in opponents]
                place = 1 + sum(other < places[seat] for other, _ in opponents)
                changes[seat].append(
                    messages.RatingChange(
                        kind, displayed(old.mu), displayed(new.mu), place, ratings, weight, is_provisional(old.sigma)
                    )
                )
    return changes


def read_rating(connection: sa.Connection, person: str, against: Against) -> Rating:
    """Return a person's rating; that of a beginner if they have none."""
    query = sa.select(RATINGS).where(RATINGS.c.person_id == person, RATINGS.c.against == against)
    row = connection.execute(query).mappings().first()
    if row is None:
        new = _MODEL.rating()
        return Rating(new.mu, new.sigma)
    course = msgspec.json.decode(row["course"], type=list[float])
    return Rating(row["mu"], row["sigma"], row["won"], row["lost"], course)


def write_rating(connection: sa.Connection, person: str, against: Against, new: Rating) -> None:
    """Store a person's rating."""
    own = sa.and_(RATINGS.c.person_id == person, RATINGS.c.against == against)
    values = {**msgspec.structs.asdict(new), "course": msgspec.json.encode(new.course).decode()}
    if not connection.execute(sa.update(RATINGS).where(own).values(**values)).rowcount:
        connection.execute(sa.insert(RATINGS), {"person_id": person, "against": against, **values})


def rating_views(connection: sa.Connection, person: str) -> list[messages.RatingView]:
    """Return a person's ratings as their page shows them."""
    rows = connection.execute(sa.select(RATINGS).where(RATINGS.c.person_id == person)).mappings().all()
    views = [_view(row) for row in rows]
    return sorted(views, key=lambda view: AGAINST.index(view.against))


def displayed(mu: float) -> int:
    """Return a rating, or its standard deviation, as it is shown: a new player has 1200."""
    return round(_SCALE * mu)


def _view(row: Any) -> messages.RatingView:
    course = msgspec.json.decode(row["course"], type=list[float])
    shown = [displayed(mu) for mu in course]
    return messages.RatingView(
        row["against"],
        displayed(row["mu"]),
        row["won"],
        row["lost"],
        shown,
        uncertainty=displayed(row["sigma"]),
        provisional=is_provisional(row["sigma"]),
    )


def is_provisional(sigma: float) -> bool:
    """Whether a rating is still a guess: usually during the first ten games against bots, or twenty against people."""
    return displayed(sigma) > _PROVISIONAL
