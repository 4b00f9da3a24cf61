from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.helpers import CLIENT, PATIENCE, Browsers, Person, Server

MakePerson = Callable[..., Person]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests over many sizes, pages or scenes run a third of them each time; `make screens` runs all."""
    if os.environ.get("WHOLE"):
        return
    seen: Counter[str] = Counter()
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        test = item.nodeid.partition("[")[0]
        many = "tests/browser/" in test and "[" in item.nodeid
        (left if many and seen[test] % 3 else kept).append(item)
        seen[test] += 1
    items[:] = kept
    config.hook.pytest_deselected(items=left)


@pytest.fixture(scope="package")
def browser_name() -> str:
    """Which browser the tests run in: BROWSER=firefox for the other one."""
    return os.environ.get("BROWSER", "chromium")


# Both for the package and not longer: while Playwright runs, nothing else in this process can have an event loop.
@pytest.fixture(scope="package")
def browsers(browser_name: str) -> Iterator[Browsers]:
    assert CLIENT.exists(), "The browser client has not been built: make web."
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        running = Browsers(playwright, browser_name)
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def person(browsers: Browsers, server: Server) -> Iterator[MakePerson]:
    """Creates people, each with their own browser context. At the end no page may have reported an error."""
    people: list[Person] = []

    def make(*args: Any, **options: Any) -> Person:
        people.append(Person(browsers, options.pop("server", server), *args, **options))
        return people[-1]

    yield make
    for somebody in people:
        somebody.leave()
