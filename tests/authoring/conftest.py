"""What tests of author's tools share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.packs import without_new_packs


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Takes out the packs that a test loads."""
    with without_new_packs():
        yield
