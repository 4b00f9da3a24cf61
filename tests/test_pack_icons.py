"""Icons of packs: glyphs by name, and SVG files of which only the shapes are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from basebash import FACTIONS
from basebash.packs import BadPack, Drawing, drawing_of, icon_problem, load_folder
from basebash.packs.icons import MOST_BYTES, read_drawing
from tests.packs import MANIFEST, without_new_packs, write_pack

PATH = '<path d="M0 0L10 10z"/>'


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Unload the packs that a test loads."""
    with without_new_packs():
        yield


def svg(body: str = PATH, attributes: str = 'viewBox="0 0 20 20"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{body}</svg>'


@pytest.mark.parametrize(
    ("text", "drawing"),
    [
        (svg(), Drawing("0 0 20 20", PATH)),
        (svg(f"<title>A bee</title>{PATH}", 'viewBox=" 0,0  20 20"'), Drawing("0 0 20 20", PATH)),
        (
            svg('<path d="M0 0h512v512H0z"/><circle r="4" fill="red"/>'),
            Drawing("0 0 20 20", '<circle r="4" fill="currentColor"/>'),
        ),
        (
            svg(f'<g fill="none" onclick="alert()" style="x">{PATH}</g>'),
            Drawing("0 0 20 20", f'<g fill="none">{PATH}</g>'),
        ),
        (svg('<rect width="url(http://x)" height="4"/>'), Drawing("0 0 20 20", '<rect height="4"/>')),
    ],
)
def test_only_the_shapes_of_an_icon_are_kept(tmp_path: Path, text: str, drawing: Drawing) -> None:
    (tmp_path / "icon.svg").write_text(text, encoding="utf-8")
    assert read_drawing(tmp_path / "icon.svg") == drawing


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (svg("<script>alert()</script>"), r"icon\.svg:1: <script> cannot be in an icon"),
        (svg('<image href="x.png"/>'), r"icon\.svg:1: <image> cannot be in an icon"),
        (svg(""), "has no shapes"),
        (svg(attributes='width="20"'), "needs a viewBox"),
        (f"<!DOCTYPE svg>{svg()}", "remove the document type"),
        ("<html></html>", "the first element is <html>"),
        (f"{svg()}\n<", r"icon\.svg:2: this is not SVG"),
        ("x" * (MOST_BYTES + 1), "larger than 32 KiB"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "icon.svg").write_text(text, encoding="utf-8")
    with pytest.raises(BadPack, match=message):
        read_drawing(tmp_path / "icon.svg")
    assert icon_problem("icon.svg", tmp_path)


def test_names_of_glyphs_are_compared_with_those_there_are(tmp_path: Path) -> None:
    assert icon_problem("bee", tmp_path) == icon_problem("", tmp_path) == ""
    assert "Did you mean beehive" in icon_problem("beehiv", tmp_path)
    assert "There is no file" in icon_problem("bee.svg", tmp_path)
    assert "outside of the pack" in icon_problem("../bee.svg", tmp_path)


def test_a_faction_of_a_pack_has_the_drawing_in_its_file(tmp_path: Path) -> None:
    code = (
        "from basebash.engine import Faction\n"
        'BEES = Faction("Bees", set_name="The Hive", intro="Buzz.", icon="bee.svg")\n'
        'WASPS = Faction("Wasps", set_name="The Hive", intro="Sting.", icon="bee")\n'
    )
    write_pack(tmp_path, MANIFEST, cards=code)
    (tmp_path / "bee.svg").write_text(svg(), encoding="utf-8")
    bees, wasps = load_folder(tmp_path).factions
    assert drawing_of(bees) == Drawing("0 0 20 20", PATH)
    assert drawing_of(wasps) is None
    assert drawing_of(FACTIONS["Ghosts"]) is None
