"""Stored games with packs: after faults, updates and removals of a pack, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from basebash.engine.vocabulary.colours import colour_problems
from basebash.packs import add_folder
from basebash.server.errors import PackFault
from basebash.server.games.rated_games import why_unrated
from basebash.server.http.handlers import catalogue, pack_icons
from basebash.server.processes import workers
from basebash.server.processes.guarded import GuardedPool
from tests.packs import without_new_packs, write_pack
from tests.server.helpers import HttpError, Person, Player, Server, play_on, sqlite_url
from tests.server.test_packs import HEAD, MANIFEST, against, faction, play_worker, until_turn
from tools.servers import wait_for

FINE = "await me.draw(1)"
Start = Callable[..., Server]

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">PART</svg>'


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server with a pack, or none, on the same database; the one before is stopped."""
    with ExitStack() as now:

        def begin(code: str = "", version: str = "1.2", bees: str = "", links: str = "") -> Server:
            now.close()
            pack_icons._icons.cache_clear()
            catalogue.catalogue_json.cache_clear()
            now.enter_context(without_new_packs())
            if code:
                cards = HEAD + faction("Bees", code).replace("intro=", f"{bees}{', ' if bees else ''}intro=")
                if links:
                    cards += faction("Links", code).replace("intro=", f"{links}, intro=")
                add_folder(write_pack(tmp_path / "pack", MANIFEST.format(version=version), cards=cards))
            server = Server(sqlite_url(tmp_path))
            now.callback(server.stop)
            return server

        yield begin


def again(server: Server, player: Player) -> Player:
    return Player(server.url, player.table, player.token)


def test_a_game_that_a_fault_has_ended_stays_ended_until_the_pack_is_updated(start: Start) -> None:
    with start("1 / 0").solo(factions=against("Bees"), first=0) as ann:
        play_worker(ann)
        ended = ann.until(lambda state: state["halted"])
    with again(start("1 / 0"), ann) as ann:
        assert (ann.state["halted"], ann.state["answers"]) == (ended["halted"], ended["answers"])
        assert (ann.state["view"]["turn"], len(ann.log)) == (ended["view"]["turn"], len(ann.log))
        assert ann.state["view"]["players"][0]["hand"]
    with again(start(), ann) as ann:
        assert "faults 1.2" in ann.state["halted"]["reason"]
        assert ann.state["view"]["players"][0]["hand"] is None
        assert ann.log
    with again(start(FINE, "1.3"), ann) as ann:
        assert ann.state["halted"] is None
        until_turn(ann)
        assert play_worker(ann)["type"] == "state"
        ann.until(lambda state: state["answers"] > ended["answers"])
    with again(start(FINE, "1.3"), ann) as ann:
        assert ann.state["halted"] is None
        assert ann.state["packs"] == ["faults 1.3"]


def test_an_update_that_fails_in_a_stored_game_halts_only_that(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(FINE)
    with server.solo(factions=against("Bees"), first=0) as ann, server.solo() as ben:
        until_turn(ann)
        assert play_worker(ann)["type"] == "state"
        answers = ann.state["answers"]
    monkeypatch.setattr(workers, "TRIAL_SECONDS", 0.7)
    server = start("while True:\n    pass", "1.3")
    with again(server, ann) as ann, again(server, ben) as ben:
        assert ann.state["halted"]["reason"].startswith("BeesWorker.on_play of the pack faults 1.3 failed")
        assert ann.state["answers"] == answers
        assert ben.state["halted"] is None
    with again(start(FINE, "1.4"), ann) as ann:
        assert (ann.state["halted"], ann.state["answers"]) == (None, answers)


@pytest.mark.usefixtures("short_games_count")
def test_a_finished_game_of_a_missing_pack_shows_its_result_and_log(start: Start) -> None:
    server = start(FINE)
    person = Person(server, "Ann")
    with person.table({"kind": "bot", "level": "easy"}, factions=against("Bees"), target_vp=15) as ann:
        play_on([ann], lambda state: state["over"])
        wait_for(lambda: server.table(ann.table).core.result)
        over, log = ann.state["over"], [line["text"] for line in ann.log]
    page = person.page
    assert (page["played"], page["ratings"]) == (1, [])
    with again(start(), ann) as ann:
        assert ann.state["halted"]["reason"] == "This game needs faults 1.2 for the set Bees Set: install it first."
        assert ann.state["over"]["standings"] == over["standings"]
        assert len(ann.log) == len(log)
    with again(start(FINE), ann) as ann:
        assert ann.state["halted"] is None


def test_only_games_of_official_sets_may_be_rated(start: Start) -> None:
    server = start(FINE)
    for name, expected in (("Bees", "packs"), ("Pirates", None)):
        core = server.table(server.solo(factions=against(name)).table).core
        assert why_unrated(core.started_game().setup, core.seats) == expected


def test_tables_list_their_packs_and_draw_from_those_that_are_named(start: Start) -> None:
    server = start(FINE)
    with server.solo(factions=against("Bees")) as ann, server.solo(seats=[{"kind": "me"}, {"kind": "open"}]) as ben:
        assert ann.state["packs"] == ["faults 1.2"]
        assert server.get(f"/api/tables/{ann.table}")["packs"] == ["faults 1.2"]
        assert (ben.state["packs"], server.get(f"/api/tables/{ben.table}")["packs"]) == ([], [])
    with pytest.raises(HttpError) as refused:
        server.solo(packs=["wasps"])
    assert refused.value.message == "There is no pack named 'wasps'."
    drawn = server.table(server.solo(factions="draft", packs=["faults"]).table).core
    assert "Bees" in drawn.started_game().setup.pool
    assert "Bees" not in server.table(server.solo(factions="draft").table).core.started_game().setup.pool


def test_icons_of_packs_are_served_as_pictures_and_nothing_else_is(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "icons").mkdir()
    (folder / "icons" / "bee.svg").write_text(SVG.replace("PART", "<path d='M0 0h9v9z' onclick='alert(1)'/>"))
    (folder / "other.svg").write_text(SVG.replace("PART", "<path d='M0 0h9v9z'/>"))
    (tmp_path / "outside.svg").write_text(SVG.replace("PART", "<path d='M0 0h9v9z'/>"))
    (folder / "link.svg").symlink_to(tmp_path / "outside.svg")
    server = start(FINE, bees='icon="icons/bee.svg", colours=("#ffffff", "#fffdd0")', links='icon="link.svg"')
    entries = {entry["name"]: entry for entry in server.get("/api/catalogue")["factions"]}
    bees = entries["Bees"]
    assert (bees["icon"], bees["pack"]) == ("/api/packs/faults/bees.svg", "faults 1.2")
    assert colour_problems(bees["ink"], bees["pop"]) == []
    assert entries["Links"]["icon"] == ""
    headers = server.get(bees["icon"])["headers"]
    assert headers["content-type"] == "image/svg+xml"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    [drawn] = [content for address, content in pack_icons._icons().items() if address == bees["icon"]]
    assert drawn == b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    assert headers["x-content-type-options"] == "nosniff"
    for path in (
        "other.svg",
        "link.svg",
        "bee.svg",
        "icons/bee.svg",
        "cards.py",
        "pack.toml",
        "..%2Foutside.svg",
        "%2e%2e/outside.svg",
    ):
        with pytest.raises(HttpError) as refused:
            server.get(f"/api/packs/faults/{path}")
        assert refused.value.status == 404, path


def test_an_icon_with_a_script_is_not_shown(start: Start, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "bee.svg").write_text(SVG.replace("PART", "<script>alert(1)</script>"))
    server = start(FINE, bees='icon="bee.svg"')
    [bees] = [entry for entry in server.get("/api/catalogue")["factions"] if entry["name"] == "Bees"]
    assert bees["icon"] == ""
    with pytest.raises(HttpError) as refused:
        server.get("/api/packs/faults/bees.svg")
    assert refused.value.status == 404


def test_review_says_what_failed(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(FINE)
    with server.solo(factions=against("Bees"), target_vp=2) as ann:
        play_on([ann], lambda state: state["over"])
    assert server.get(f"/api/tables/{ann.table}/story")["winners"]

    async def fail(*_: object, **__: object) -> None:
        raise PackFault("Bees failed.")

    monkeypatch.setattr(GuardedPool, "run", fail)
    with pytest.raises(HttpError) as refused:
        server.get(f"/api/tables/{ann.table}/replay?step=3")
    assert (refused.value.code, refused.value.message) == ("halted", "Bees failed.")
