"""Whether everybody can be paired: maximum matching in a graph, by Edmonds' blossom algorithm."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int | None]:
    """Return for each vertex its partner in a largest set of edges that share no vertex; None if it has none.

    >>> maximum_matching([[1], [0, 2], [1, 3], [2]])
    [1, 0, 3, 2]
    """
    search = _Search(neighbours)
    for vertex in range(len(neighbours)):
        if search.partner[vertex] is None:
            search.augment(vertex)
    return search.partner


class _Search:
    """A matching, and the search for paths that make it larger."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.partner: list[int | None] = [None] * len(neighbours)
        self._neighbours = neighbours
        self._start()

    def _start(self) -> None:
        self._before: list[int | None] = [None] * len(self.partner)  # on the path from the root
        self._base = list(range(len(self.partner)))  # of the blossom that a vertex is in

    def augment(self, root: int) -> None:
        """Match a free vertex too, if there is a path to another free one on which every second edge is matched."""
        self._start()
        end = self._find_end(root)
        while end is not None:
            before = self._before[end]
            assert before is not None
            following = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = following

    def _find_end(self, root: int) -> int | None:
        reached, waiting = {root}, deque([root])
        while waiting:
            vertex = waiting.popleft()
            for other in self._neighbours[vertex]:
                if self._base[vertex] == self._base[other] or self.partner[vertex] == other:
                    continue
                partner = self.partner[other]
                if other == root or (partner is not None and self._before[partner] is not None):
                    for found in self._shrink(vertex, other):
                        if found not in reached:
                            reached.add(found)
                            waiting.append(found)
                elif self._before[other] is None:
                    self._before[other] = vertex
                    if partner is None:
                        return other
                    reached.add(partner)
                    waiting.append(partner)
        return None

    def _shrink(self, vertex: int, other: int) -> list[int]:
        """Make an odd cycle that the edge closes one blossom; return all vertices in it."""
        base = self._common_base(vertex, other)
        inside = self._mark(vertex, base, other) | self._mark(other, base, vertex)
        found = [one for one in range(len(self._base)) if self._base[one] in inside]
        for one in found:
            self._base[one] = base
        return found

    def _common_base(self, vertex: int, other: int) -> int:
        passed = set()
        while True:
            vertex = self._base[vertex]
            passed.add(vertex)
            partner = self.partner[vertex]
            if partner is None:
                break
            vertex = self._known_before(partner)
        while self._base[other] not in passed:
            other = self._known_before(self._partner_of(self._base[other]))
        return self._base[other]

    def _mark(self, vertex: int, base: int, child: int) -> set[int]:
        inside = set()
        while self._base[vertex] != base:
            partner = self._partner_of(vertex)
            inside |= {self._base[vertex], self._base[partner]}
            self._before[vertex] = child
            child, vertex = partner, self._known_before(partner)
        return inside

    def _partner_of(self, vertex: int) -> int:
        partner = self.partner[vertex]
        assert partner is not None
        return partner

    def _known_before(self, vertex: int) -> int:
        before = self._before[vertex]
        assert before is not None
        return before
