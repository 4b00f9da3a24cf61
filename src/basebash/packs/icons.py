"""The icon of a faction: the name of a glyph that Basebash has, or an SVG file of its pack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from basebash.engine.errors import nearest
from basebash.engine.vocabulary.printed import PACKS, Faction
from basebash.engine.vocabulary.registering import BadPack
from basebash.packs.loading import LOADED

SUFFIX: Final = ".svg"
MOST_BYTES: Final = 32 * 1024
_SHAPES: Final = frozenset({"path", "circle", "ellipse", "rect", "polygon", "polyline", "line", "g"})
_SKIPPED: Final = frozenset({"title", "desc", "metadata"})
# Colours are left out: an icon is drawn in the two colours of its faction.
_KEPT: Final = frozenset(
    "d cx cy r rx ry x y x1 y1 x2 y2 width height points transform fill-rule clip-rule stroke-width stroke-linecap "
    "stroke-linejoin opacity".split()
)
_VALUE: Final = re.compile(r"[\w\s.,()+%#-]*")
_BACKGROUND: Final = "M0 0h512v512H0z"  # the square behind the icons that game-icons.net offers
_BOX: Final = re.compile(r"-?[\d.]+( -?[\d.]+){3}")


@dataclass(frozen=True)
class Drawing:
    """An icon as shapes without colours, to be drawn in any: what an `<svg>` with this `viewBox` has in it."""

    view_box: str
    body: str


@cache
def glyphs() -> frozenset[str]:
    """The names of the glyphs of game-icons.net that the browser table can draw."""
    return frozenset(files("basebash.packs").joinpath("glyphs.txt").read_text(encoding="utf-8").split())


def icon_file(faction: Faction) -> Path | None:
    """The SVG file in its pack that a faction names as its icon; None if it has none there."""
    pack = LOADED.get(PACKS.get(faction.set_name, "").partition(" ")[0])
    if pack is None or not faction.icon.endswith(SUFFIX):
        return None
    file = (pack.folder / faction.icon).resolve()
    return file if file.is_relative_to(pack.folder) else None


def drawing_of(faction: Faction) -> Drawing | None:
    """The drawing in the faction's SVG file; None if it has no such file. `BadPack` if the file cannot be used."""
    file = icon_file(faction)
    return None if file is None else read_drawing(file)


def icon_problem(icon: str, folder: Path) -> str:
    """What is wrong with the icon of a faction whose pack is in `folder`; empty if nothing is."""
    if not icon.endswith(SUFFIX):
        if not icon or icon in glyphs():
            return ""
        close = nearest(icon, sorted(glyphs()))
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        return (
            f"There is no glyph {icon!r}.{hint} `basebash pack glyphs WORD` searches them; "
            f'or put an SVG file into the pack: icon="icon{SUFFIX}".'
        )
    file = (folder / icon).resolve()
    if not file.is_relative_to(folder.resolve()):
        return f"The icon {icon} is outside of the pack: put it into the pack's folder."
    try:
        read_drawing(file)
    except BadPack as error:
        return str(error)
    return ""


def read_drawing(file: Path) -> Drawing:
    """Read an SVG file, keeping only its shapes; `BadPack` if it is not one or has none."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadPack(f"{file}:1: the icon is larger than {MOST_BYTES // 1024} KiB: simplify it.")
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadPack(f"There is no file {file}: add the icon, or name a glyph.") from None
    except OSError as error:
        raise BadPack(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadPack(f"{file}:1: the icon is not UTF-8 text.") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadPack(f"{file}:1: remove the document type (<!DOCTYPE ...>) from the icon.")
    try:
        root = ET.fromstring(text)  # noqa: S314  # no document type, so no entities
    except ET.ParseError as error:
        raise BadPack(f"{file}:{error.position[0]}: this is not SVG: {error}.") from None
    if _tag(root) != "svg":
        raise BadPack(f"{file}:1: this is not SVG: the first element is <{_tag(root)}>.")
    view_box = " ".join(re.split(r"[\s,]+", root.get("viewBox", "").strip()))
    if not _BOX.fullmatch(view_box):
        raise BadPack(f'{file}:1: the icon needs a viewBox, as in <svg viewBox="0 0 512 512">.')
    body = "".join(_shapes(file, child) for child in root)
    if not body:
        raise BadPack(f"{file}:1: the icon has no shapes.")
    return Drawing(view_box, body)


def _shapes(file: Path, element: ET.Element) -> str:
    tag = _tag(element)
    if tag in _SKIPPED or element.get("d") == _BACKGROUND:
        return ""
    if tag not in _SHAPES:
        raise BadPack(f"{file}:1: <{tag}> cannot be in an icon; convert it to paths ({', '.join(sorted(_SHAPES))}).")
    kept = {name: value for name, value in element.attrib.items() if name in _KEPT and _VALUE.fullmatch(value)}
    for name in ("fill", "stroke"):
        if name in element.attrib:
            kept[name] = "none" if element.attrib[name] == "none" else "currentColor"
    inner = "".join(_shapes(file, child) for child in element)
    attributes = "".join(f' {name}="{value}"' for name, value in kept.items())
    return f"<{tag}{attributes}>{inner}</{tag}>" if inner else ("" if tag == "g" else f"<{tag}{attributes}/>")


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
