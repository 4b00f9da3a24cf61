"""The picture of a link preview, in the manner of the one that players share from a story."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from basebash import FACTIONS
from basebash.engine.vocabulary.colours import colour_problems, derive_colours
from basebash.server.review.link_previews import LinkPreview

WIDTH, HEIGHT = 1200, 630
_GROUND, _TEXT, _PALE = "#0e1318", "#fff8e6", "#b3c0cb"
_LARGEST, _SMALLEST = 92, 34
_MARGIN = 64
_MAX_LINES = 2


@lru_cache(maxsize=64)
def draw(preview: LinkPreview, fonts: Path) -> bytes:
    """Return the picture as PNG. `fonts` is the folder in which the browser client has its fonts."""
    colours = [_colours(name) for name in preview.factions]
    picture = _ground([ink for ink, _ in colours])
    paint = ImageDraw.Draw(picture)
    paint.text((_MARGIN, 52), "Basebash", _TEXT, _font(fonts, 44))
    lines, size = _fitted(preview.large, fonts)
    for number, line in enumerate(lines):
        paint.text((_MARGIN, 170 + number * size * 1.12), line, _TEXT, _font(fonts, size))
    paint.text((_MARGIN, 440), preview.small, _PALE, _font(fonts, 36, "atkinson-hyperlegible-next-latin-600"))
    for number, (ink, pop) in enumerate(colours[:8]):
        left = _MARGIN + number * 104
        paint.rectangle((left, 516, left + 84, 590), ink, pop, 5)
        initials = "".join(word[0] for word in preview.factions[number].split())[:2]
        paint.text((left + 42, 553), initials, pop, _font(fonts, 40), anchor="mm")
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _colours(faction: str) -> tuple[str, str]:
    known = FACTIONS.get(faction)
    if known is None or colour_problems(known.ink, known.pop):
        return derive_colours(faction)
    return known.ink, known.pop


def _ground(inks: list[str]) -> Image.Image:
    """Return the background: from the colour of the first faction to that of the second."""
    first, last = (inks or ["#1c3450"])[0], (inks or ["#1c3450", "#50301c"])[-1]
    strip = Image.new("RGB", (3, 1))
    for at, colour in enumerate((first, _GROUND, last)):
        strip.paste(colour, (at, 0, at + 1, 1))
    wide = strip.resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
    return Image.blend(wide, Image.new("RGB", wide.size, _GROUND), 0.4)


def _fitted(text: str, fonts: Path) -> tuple[list[str], int]:
    """Return a text in at most two lines, and the size at which they fit."""
    for size in range(_LARGEST, _SMALLEST, -4):
        lines = _wrapped(text, _font(fonts, size))
        if len(lines) <= _MAX_LINES:
            return lines, size
    return [text[:60]], _SMALLEST


def _wrapped(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > WIDTH - 2 * _MARGIN:
            lines.append(word)
        else:
            lines[-1] = longer
    is_too_wide = any(font.getlength(line) > WIDTH - 2 * _MARGIN for line in lines)  # a word by itself
    return lines * (_MAX_LINES + 1) if is_too_wide else lines


@lru_cache(maxsize=32)
def _font(fonts: Path, size: int, name: str = "lilita-one-latin-400") -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return a font of the browser client; a plain one if that has not been built."""
    found = sorted(fonts.glob(f"{name}-*.woff2"))
    return ImageFont.truetype(str(found[0]), size) if found else ImageFont.load_default(size)
