"""Pairings and standings of leagues, for any number of entrants and any results."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from basebash.server.leagues.matching import maximum_matching
from basebash.server.leagues.pairing import Entrant, Pair, most_rounds, round_robin, swiss
from basebash.server.leagues.standings import Played, standings

Met = Counter[frozenset[int]]


def everyone(pairs: list[Pair]) -> list[int]:
    """All entrants of a round."""
    return sorted(number for pair in pairs for number in pair if number is not None)


def largest_matching(edges: list[tuple[int, int]]) -> int:
    """How many edges can be chosen that share no vertex, found by trying everything."""
    if not edges:
        return 0
    (one, two), *rest = edges
    apart = [edge for edge in rest if not {one, two} & set(edge)]
    return max(largest_matching(rest), 1 + largest_matching(apart))


def can_avoid_rematches(numbers: list[int], met: Met) -> bool:
    new = [pair for pair in combinations(numbers, 2) if not met[frozenset(pair)]]
    return 2 * largest_matching(new) == len(numbers)


@given(st.integers(1, 8), st.randoms(use_true_random=False), st.floats(0, 1))
def test_a_matching_is_as_large_as_any(vertices: int, chance: object, density: float) -> None:
    edges = [pair for pair in combinations(range(vertices), 2) if chance.random() < density]  # type: ignore[attr-defined]
    neighbours = [[two if one == at else one for one, two in edges if at in (one, two)] for at in range(vertices)]
    partner = maximum_matching(neighbours)
    assert all(other is None or (other in neighbours[at] and partner[other] == at) for at, other in enumerate(partner))
    assert sum(other is not None for other in partner) == 2 * largest_matching(edges)


@given(st.integers(2, 17))
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    numbers = list(range(entrants))
    rounds = [round_robin(numbers, number) for number in range(most_rounds(entrants))]
    assert all(everyone(pairs) == numbers for pairs in rounds)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if pair[1] is not None)
    assert met == Counter(map(frozenset, combinations(numbers, 2)))
    byes = Counter(one for pairs in rounds for one, two in pairs if two is None)
    assert byes == (Counter(numbers) if entrants % 2 else Counter())


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.randoms(use_true_random=False), st.data())
def test_a_swiss_tournament_pairs_everybody_without_needless_rematches(
    entrants: int, chance: object, data: st.DataObject
) -> None:
    ratings = [data.draw(st.integers(800, 1600)) for _ in range(entrants)]
    score, byes, met = Counter[int](), Counter[int](), Met()
    for _ in range(data.draw(st.integers(1, most_rounds(entrants)))):
        players = [Entrant(at, score[at], ratings[at], byes[at]) for at in range(entrants)]
        pairs = swiss(players, met)
        assert everyone(pairs) == list(range(entrants))
        resting = [one for one, two in pairs if two is None]
        assert len(resting) == entrants % 2
        is_new = all(two is None or not met[frozenset((one, two))] for one, two in pairs)
        fewest = min(byes[at] for at in range(entrants))
        possible = [at for at in range(entrants) if byes[at] == fewest] if resting else [None]
        assert is_new == any(can_avoid_rematches([at for at in range(entrants) if at != out], met) for out in possible)
        for one, two in pairs:
            if two is None:
                byes[one] += 1
                score[one] += 1
            else:
                met[frozenset((one, two))] += 1
                score[chance.choice((one, two))] += 1  # type: ignore[attr-defined]
        assert max(byes.values(), default=0) <= 1  # there are never more rounds than entrants


def test_the_first_round_is_paired_by_rating_and_later_ones_by_score() -> None:
    eight = [Entrant(at, rating=2000 - 100 * at) for at in range(8)]
    first = swiss(eight, {})
    assert first == [(0, 4), (1, 5), (2, 6), (3, 7)]
    met = Met(frozenset((one, two)) for one, two in first if two is not None)
    winners = {0, 5, 2, 7}
    second = swiss([Entrant(at, at in winners, 2000 - 100 * at) for at in range(8)], met)
    assert [set(pair) & winners for pair in second] == [{0, 5}, {2, 7}, set(), set()]


@given(st.integers(2, 8), st.data())
def test_the_points_of_a_table_are_those_of_its_games(entrants: int, data: st.DataObject) -> None:
    pairs = st.lists(st.permutations(range(entrants)).map(lambda order: (order[0], order[1])), max_size=12)
    games = [
        Played(pair, data.draw(st.sampled_from([0.0, 0.5, 1.0])), (data.draw(st.integers(0, 20)), 7))
        for pair in data.draw(pairs)
    ]
    table = standings(range(entrants), games)
    assert sum(line.points for line in table) == len(games)
    assert sum(line.margin for line in table) == 0
    assert sum(line.won - line.lost for line in table) == 0
    points = {line.number: line.points for line in table}
    # Each point counts once for each game that its owner has played.
    played = Counter(number for game in games for number in game.pair)
    assert sum(line.buchholz for line in table) == sum(points[at] * played[at] for at in points)
    assert [line.points for line in table] == sorted(points.values(), reverse=True)
    assert all(one.rank <= two.rank for one, two in pairwise(table))


def test_equal_points_are_decided_by_the_opponents() -> None:
    games = [Played((0, 1), 1.0), Played((2, 3), 1.0), Played((0, 2), 1.0), Played((1, 3), 1.0)]
    table = {line.number: line for line in standings(range(4), games)}
    assert (table[1].points, table[1].buchholz, table[1].sonneborn) == (1, 2, 0)
    assert (table[2].points, table[2].buchholz, table[2].sonneborn) == (1, 2, 0)
    assert table[1].rank == table[2].rank == 2
    better = {line.number: line for line in standings(range(4), [*games[:1], Played((2, 3), 1.0, (15, 4)), *games[2:]])}
    assert (better[2].rank, better[1].rank) == (2, 3)


def test_a_bye_counts_as_an_opponent_of_equal_points() -> None:
    bye, winner = standings([0, 1, 2], [Played((0, None)), Played((1, 2), 1.0, (15, 14))])[:2]
    assert (bye.number, bye.buchholz, bye.sonneborn, winner.buchholz) == (0, 1, 1, 0)
