from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.helpers import CHROMIUM, CLIENT, FLAGS, Person, Server

MakePerson = Callable[..., Person]


# Both for the package and not longer: while Playwright runs, nothing else in this process can have an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "The browser tests need chromium (make chromium), or CHROMIUM to name another browser."
    assert CLIENT.exists(), "The browser client has not been built: make web."
    expect.set_options(timeout=10_000)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[MakePerson]:
    """Makes people, each with a browser context of their own. At the end no page may have had a fault."""
    people: list[Person] = []

    def make(*args: Any, **options: Any) -> Person:
        people.append(Person(browser, options.pop("server", server), *args, **options))
        return people[-1]

    yield make
    for somebody in people:
        somebody.leave()
