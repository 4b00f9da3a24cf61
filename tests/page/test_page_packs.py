"""Packs in a page: from a file, checked, kept, and loaded at its next start."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from basebash.authoring.wheels import build_wheel
from basebash.browser.pack_files import MOST_BYTES, unpack
from basebash.browser.records import Change, MemoryRecords
from basebash.packs import BadPack
from basebash.server.http.exchange import Response
from basebash.server.http.handlers import catalogue, pack_icons
from tests.packs import MANIFEST, without_new_packs, write_pack
from tests.page.test_host import Player, ask, opened, play, send
from tests.server.test_packs import HEAD, faction

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
WORKERS = HEAD + faction("Bees", "await me.draw(1)").replace("intro=", 'icon="bee.svg", intro=')
FAILING = HEAD + faction("Bees", "1 / 0")


@pytest.fixture(autouse=True)
def _without_packs() -> Iterator[None]:
    with without_new_packs():
        yield


def wheel(folder: Path, code: str) -> bytes:
    made = write_pack(folder / "bees", cards=code)
    (made / "bee.svg").write_text(SVG)
    return build_wheel(made, folder / "dist").read_bytes()


def zipped(**files: str) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/") + (".toml" if "pack" in name else ".py"), text)
    return written.getvalue()


def upload(archive: bytes) -> dict[str, str]:
    return {"file": base64.b64encode(archive).decode()}


def test_a_pack_is_kept_and_its_games_go_on_after_a_start(tmp_path: Path) -> None:
    async def main() -> None:
        records = MemoryRecords()
        host = await opened(records)
        before = await ask(host, "/api/catalogue")
        assert not any(one["name"] == "Bees" for one in before["factions"])
        added = await ask(host, "/api/packs", upload(wheel(tmp_path, WORKERS)))
        assert (added["name"], added["version"], added["problem"]) == ("bees", "1.2", "")

        again = await opened(records)  # the page starts again
        (kept,) = (await ask(again, "/api/packs"))["packs"]
        assert kept == added
        assert (await send(again, "/api/packs", upload(wheel(tmp_path, WORKERS)))).status == 400  # it is here already
        bots = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "normal"}]
        made = await ask(
            again,
            "/api/tables",
            {"seats": bots, "target_vp": 3, "first": 0, "factions": [["Bees", "Ghosts"], ["Robots", "Aliens"]]},
        )
        ann = Player(again, made["table"], made["token"])
        await ann.play(lambda state: state["answers"] >= 8 and ann.question)

        third = await opened(records)
        back = Player(third, made["table"], made["token"])
        await back.play()

        await ask(third, "/api/packs/bees", method="DELETE")
        assert (await ask(await opened(records), "/api/packs"))["packs"] == []

    play(main)


def test_a_pack_that_fails_ends_its_game_and_says_why(tmp_path: Path) -> None:
    async def main() -> None:
        records = MemoryRecords()
        await ask(await opened(records), "/api/packs", upload(wheel(tmp_path, FAILING)))
        host = await opened(records)
        bots = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
        made = await ask(
            host, "/api/tables", {"seats": bots, "first": 0, "factions": [["Bees", "Ghosts"], ["Robots", "Aliens"]]}
        )
        ann = Player(host, made["table"], made["token"])
        await ann.play(lambda state: (state["view"]["question"] or {}).get("kind") == "main")
        assert ann.question is not None
        worker = next(one["index"] for one in ann.question["options"] if one.get("name") == "Bees Worker")
        ann.say(type="answer", number=ann.state["answers"], picks=[worker])
        refusal = await ann.heard("error")
        assert refusal["code"] == "halted"
        assert "ZeroDivisionError" in refusal["message"]

    play(main)


def test_the_icon_of_a_pack_is_in_the_catalogue(tmp_path: Path) -> None:
    async def main() -> None:
        records = MemoryRecords()
        await ask(await opened(records), "/api/packs", upload(wheel(tmp_path, WORKERS)))
        # The catalogue of this process was computed before; that of a page's worker is not.
        for cached in (catalogue.catalogue_json, pack_icons._icons):
            cached.cache_clear()
        try:
            found = await ask(await opened(records), "/api/catalogue")
        finally:
            for cached in (catalogue.catalogue_json, pack_icons._icons):
                cached.cache_clear()
        (bees,) = [one for one in found["factions"] if one["name"] == "Bees"]
        kind, _, data = bees["icon"].partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert b'<path d="M0 0h9v9z"/>' in base64.b64decode(data)
        assert bees["pack"] == "bees 1.2"

    play(main)


BROKEN: dict[str, tuple[bytes, str]] = {
    "no zip": (b"hello", "not a zip file"),
    "no pack": (zipped(a__cards=""), "it has no pack.toml"),
    "bad manifest": (zipped(a__pack='name = "Bees"'), "pack.toml:1: the field 'version' is missing"),
    "forbidden": (zipped(pack=MANIFEST, cards="import os\n"), "cards.py:1: os cannot be imported."),
    "runs": (zipped(pack=MANIFEST, cards="X = 1\nwhile True:\n    pass\n"), "cards.py:2: `while True:` runs when"),
    "syntax": (zipped(pack=MANIFEST, cards="def\n"), "cards.py:1: SyntaxError"),
    "loops": (
        zipped(pack=MANIFEST, cards='"""Cards."""\n\n\nclass A:\n    while True:\n        pass\n'),
        "This runs for ever when the pack is loaded.",
    ),
    "large": (zipped(pack=MANIFEST, cards="#" * (MOST_BYTES + 1)), "The pack is too large"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_pack_says_why_and_is_not_kept(name: str) -> None:
    archive, why = BROKEN[name]

    async def main() -> None:
        records = MemoryRecords()
        response: Response = await send(await opened(records), "/api/packs", upload(archive))
        assert response.status == 400
        assert why in response.body.decode().replace("\\n", "\n").replace('\\"', '"')
        assert "/tmp" not in response.body.decode()  # where it was unpacked says nothing to anybody
        assert await records.read("pack") == []

    play(main)


def test_a_kept_pack_that_no_longer_loads_says_why(tmp_path: Path) -> None:
    async def main() -> None:
        records = MemoryRecords()
        await ask(await opened(records), "/api/packs", upload(wheel(tmp_path, WORKERS)))
        ((key, _),) = await records.read("pack")
        broken = unpack(zipped(pack=MANIFEST.replace("1.2", "1.3"), cards="from basebash.engine import Nothing\n"))
        await records.write([Change("put", key, msgspec.json.encode(broken).decode())])
        (kept,) = (await ask(await opened(records), "/api/packs"))["packs"]
        assert "cards.py:1: ImportError" in kept["problem"] or "loaded already" in kept["problem"]

    play(main)


def test_a_friend_adds_no_packs() -> None:
    async def main() -> None:
        host = await opened(MemoryRecords())
        for path, body, method in (("/api/packs", upload(b""), "POST"), ("/api/packs/bees", None, "DELETE")):
            assert (await send(host, path, body, method, friend="Ben")).status == 403

    play(main)


def test_files_outside_the_pack_are_left_out() -> None:
    files: Any = {"pack": MANIFEST, "cards": "", "..__evil": "x = 1"}
    assert sorted(unpack(zipped(**files)).files) == ["cards.py", "pack.toml"]
    with pytest.raises(BadPack):
        unpack(b"PK")
