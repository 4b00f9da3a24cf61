"""A pack in the browser: marked wherever it is shown, its icon a picture, and its faults explained in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from basebash.packs import add_folder
from tests.browser.conftest import MakePerson
from tests.browser.helpers import Server
from tests.packs import without_new_packs
from tests.server.helpers import Player
from tests.server.test_packs import against, faction, pack, play_worker

BEES = faction("Bees", "1 / 0").replace("intro=", 'icon="bee.svg", intro=')
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def with_pack(tmp_path: Path) -> Iterator[Server]:
    """A server with a pack whose card fails."""
    with without_new_packs():
        add_folder(pack(tmp_path, BEES))
        (tmp_path / "faults" / "bee.svg").write_text(SVG)
        folder = tmp_path / "server"
        folder.mkdir()
        server = Server(folder)
        yield server
        server.stop()


def test_a_pack_is_marked_and_its_fault_is_reported(with_pack: Server, person: MakePerson) -> None:
    ann = person(server=with_pack)
    page = ann.page
    ann.go("/cards/bees")
    expect(page.get_by_text("From the pack faults 1.2")).to_be_visible()
    expect(page.locator(".fac-art .picture")).to_have_attribute(
        "style", 'mask-image: url("/api/packs/faults/bees.svg");'
    )
    waiting = with_pack.post(
        "/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}], "factions": [["Bees", "Ghosts"], None]}
    )
    ann.go(f"/t/{waiting['table']}")
    expect(page.get_by_text("Pack faults 1.2, not rated")).to_be_visible()
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
    made = with_pack.post("/api/tables", {"seats": seats, "factions": against("Bees"), "first": 0})
    ann.sit(made["table"], 0, made["token"])
    ann.go(f"/t/{made['table']}")
    expect(page.get_by_text("Pack: faults 1.2. Games with packs are not rated.")).to_be_visible()
    with Player(with_pack.url, made["table"], made["token"]) as other:
        assert play_worker(other)["code"] == "halted"
    expect(
        page.get_by_role("status").filter(has_text="BeesWorker.on_play of the pack faults 1.2 failed")
    ).to_be_visible()
