"""The table of a league: points, and what decides between equal points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from basebash.server.leagues.pairing import Pair


class Played(Struct, frozen=True):
    """A game that is over. `points` is what the first of the pair got: 1, 0 or a half. A bye is a point.

    `vp`: the victory points of both.
    """

    pair: Pair
    points: float = 1.0
    vp: tuple[int, int] = (0, 0)


class Standing(Struct):
    """A line of the table.

    `buchholz`: the points of all opponents. `sonneborn`: the points of the opponents who were beaten, and half of those
    with whom a win was shared. A bye counts as an opponent with as many points as oneself has. `margin`: own victory
    points less those of the opponents. Who is equal in everything shares a `rank`.
    """

    number: int
    rank: int = 0
    points: float = 0.0
    buchholz: float = 0.0
    sonneborn: float = 0.0
    margin: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0

    @property
    def key(self) -> tuple[float, ...]:
        """What the order follows."""
        return (self.points, self.buchholz, self.sonneborn, self.margin)


def standings(numbers: Sequence[int], games: Iterable[Played]) -> list[Standing]:
    """Return the table, best first.

    >>> table = standings([1, 2, 3], [Played((1, 2), 1.0, (15, 9)), Played((3, None))])
    >>> [(line.rank, line.number, line.points, line.buchholz, line.margin) for line in table]
    [(1, 3, 1.0, 1.0, 0), (2, 1, 1.0, 0.0, 6), (3, 2, 0.0, 1.0, -6)]
    """
    lines = {number: Standing(number) for number in numbers}
    results = [result for game in games for result in _results(game)]
    for own, _, points, margin in results:
        line = lines[own]
        line.points += points
        line.margin += margin
        line.won += points == 1
        line.shared += points == 0.5
        line.lost += points == 0
    for own, other, points, _ in results:
        opponent = lines[own if other is None else other]
        lines[own].buchholz += opponent.points
        lines[own].sonneborn += points * opponent.points
    ordered = sorted(lines.values(), key=lambda line: line.key, reverse=True)
    for at, line in enumerate(ordered):
        is_tied = at > 0 and ordered[at - 1].key == line.key
        line.rank = ordered[at - 1].rank if is_tied else at + 1
    return ordered


def _results(game: Played) -> list[tuple[int, int | None, float, int]]:
    """Return a game from each side: who, against whom, points, and the margin of victory points."""
    one, two = game.pair
    margin = game.vp[0] - game.vp[1]
    if two is None:
        return [(one, None, game.points, 0)]
    return [(one, two, game.points, margin), (two, one, 1 - game.points, -margin)]
