"""Fixtures for the tests of the tools for authors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.packs import without_new_packs


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Unload the packs that a test loads."""
    with without_new_packs():
        yield
