"""A sample of the metamorphic tests (see `checks/metamorphic`); `make metamorphic` runs many more."""

from __future__ import annotations

import pytest

from checks.metamorphic.__main__ import TESTS, attempt


@pytest.mark.parametrize("first", range(0, 80, 20))
@pytest.mark.parametrize("name", TESTS)
def test_two_ways_end_the_same(name: str, first: int) -> None:
    results = [attempt((name, seed)) for seed in range(first, first + 20)]
    assert [result for result in results if result.problem] == []
    assert sum(result.answers for result in results) > 20
