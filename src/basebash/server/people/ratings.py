"""Ratings: how well a person plays against people and against bots of each level."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from openskill.models import PlackettLuce

from basebash.server import messages
from basebash.server.messages import AGAINST, Against
from basebash.server.storage.schema import RATINGS

_CURVE = 20  # ratings that are kept for the curve
_MODEL = PlackettLuce()
_SCALE = 48  # a new player is shown 1200
_BOT_SIGMA = 1.0  # a bot does not learn, so its rating is certain


class Rating(Struct):
    """A rating, and the games it comes from. `course`: its value after each of the last games."""

    mu: float
    sigma: float
    won: int = 0
    lost: int = 0
    course: list[float] = []


def rate(own: Rating, place: int, opponents: list[tuple[int, Rating | None]]) -> Rating:
    """Return a rating after a game, given one's place and the places and ratings of the opponents.

    Bots, and people without an account, have a fixed rating (None).
    """
    fixed = _MODEL.rating(sigma=_BOT_SIGMA)
    teams = [[_MODEL.rating(mu=own.mu, sigma=own.sigma)]]
    teams += [[fixed if other is None else _MODEL.rating(mu=other.mu, sigma=other.sigma)] for _, other in opponents]
    [new], *_ = _MODEL.rate(teams, ranks=[place, *(other for other, _ in opponents)])
    is_won = all(place < other or place == 1 for other, _ in opponents)  # a shared win is a win
    course = [*own.course, new.mu][-_CURVE:]
    return Rating(new.mu, new.sigma, own.won + is_won, own.lost + (not is_won), course)


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


def _view(row: Any) -> messages.RatingView:
    course = msgspec.json.decode(row["course"], type=list[float])
    shown = [round(_SCALE * mu) for mu in course]
    return messages.RatingView(row["against"], round(_SCALE * row["mu"]), row["won"], row["lost"], shown)
