"""Who plays whom in a round. Everything here is computed from its arguments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from basebash.server.leagues.matching import maximum_matching

Pair = tuple[int, int | None]
"""Two entrants; without the second, the first has a bye."""
Meetings = Mapping[frozenset[int], int]
"""How often two entrants have met."""


class Entrant(Struct, frozen=True):
    """Somebody who is to be paired. `byes`: how many they have had."""

    number: int
    score: float = 0.0
    rating: float = 0.0
    byes: int = 0


def usual_rounds(entrants: int) -> int:
    """Return how many rounds of a Swiss tournament leave one entrant who can win all games.

    >>> [usual_rounds(entrants) for entrants in (2, 4, 5, 8, 9, 16)]
    [1, 2, 3, 3, 4, 4]
    """
    return max(1, math.ceil(math.log2(max(2, entrants))))


def most_rounds(entrants: int) -> int:
    """Return how many rounds it takes until everybody has met everybody.

    >>> most_rounds(4), most_rounds(5)
    (3, 5)
    """
    return entrants - 1 + entrants % 2


def round_robin(numbers: Sequence[int], round_number: int) -> list[Pair]:
    """Return the pairs of a round, counted from 0, in which everybody meets everybody once (the circle method).

    >>> [round_robin([1, 2, 3, 4], number) for number in range(3)]
    [[(1, 4), (2, 3)], [(3, 1), (2, 4)], [(1, 2), (3, 4)]]
    """
    circle: list[int | None] = list(numbers)
    if len(circle) % 2:
        circle.append(None)
    first, rest = circle[0], circle[1:]
    turned = rest[-round_number % len(rest) :] + rest[: -round_number % len(rest)] if rest else rest
    row = [first, *turned]
    pairs: list[Pair] = []
    for one, two in zip(row[: len(row) // 2], reversed(row[len(row) // 2 :]), strict=True):
        if round_number % 2:
            one, two = two, one  # noqa: PLW2901  # so that nobody always sits on the same side
        if one is None:
            one, two = two, one  # noqa: PLW2901
        assert one is not None
        pairs.append((one, two))
    return pairs


def swiss(entrants: Sequence[Entrant], met: Meetings) -> list[Pair]:
    """Return the pairs of the next round of a Swiss tournament.

    Equal scores play each other: the upper half of each score by rating against the lower half, which in the first
    round is a pairing by rating. Nobody meets the same opponent again while that can be avoided. If the number is odd,
    the last of those with the fewest byes has one.

    >>> four = [Entrant(1, 0, 1400), Entrant(2, 0, 1300), Entrant(3, 0, 1200), Entrant(4, 0, 1100)]
    >>> swiss(four, {})
    [(1, 3), (2, 4)]
    """
    ranked = sorted(entrants, key=lambda one: (-one.score, -one.rating, one.number))
    if len(ranked) % 2 == 0:
        return _pairs(ranked, met)
    fewest = min(one.byes for one in ranked)
    resting = min(
        (one for one in reversed(ranked) if one.byes == fewest),
        key=lambda one: _least_meetings([other for other in ranked if other is not one], met),
    )
    return [*_pairs([one for one in ranked if one is not resting], met), (resting.number, None)]


def _pairs(ranked: Sequence[Entrant], met: Meetings) -> list[Pair]:
    """Pair from the top: each with the best opponent who leaves a way to pair the others."""
    most = _least_meetings(ranked, met)
    rest = list(ranked)
    pairs: list[Pair] = []
    while rest:
        first = rest[0]
        for other in _by_preference(rest, met):
            left = [one for one in rest if one is not first and one is not other]
            if _meetings(first, other, met) <= most and _can_pair(left, met, most):
                pairs.append((first.number, other.number))
                rest = left
                break
    return pairs


def _by_preference(rest: Sequence[Entrant], met: Meetings) -> list[Entrant]:
    """Return the others as opponents of the first one, best first."""
    first, *others = rest
    same_score = sum(one.score == first.score for one in rest)
    place: Counter[float] = Counter()

    def distance(other: Entrant) -> tuple[int, float, int]:
        at, ideal = place[other.score], same_score // 2 - 1 if other.score == first.score else 0
        place[other.score] += 1
        return _meetings(first, other, met), first.score - other.score, abs(at - ideal)

    return [other for _, _, other in sorted((distance(other), at, other) for at, other in enumerate(others))]


def _least_meetings(ranked: Sequence[Entrant], met: Meetings) -> int:
    """Return the smallest number so that all can be paired with others whom they have met at most so often."""
    most = 0
    while not _can_pair(ranked, met, most):
        most += 1
    return most


def _can_pair(entrants: Sequence[Entrant], met: Meetings, most: int) -> bool:
    """Whether all can be paired with others whom they have met at most so often."""
    allowed = [
        [at for at, other in enumerate(entrants) if other is not one and _meetings(one, other, met) <= most]
        for one in entrants
    ]
    return None not in maximum_matching(allowed)


def _meetings(one: Entrant, two: Entrant, met: Meetings) -> int:
    return met.get(frozenset((one.number, two.number)), 0)
