"""The two colours of a faction: a dark ink for surfaces, and a bright pop for icons on it. The same in every theme."""

from __future__ import annotations

import colorsys
import hashlib
import re
from typing import Final

TEXT_CONTRAST: Final = 4.5  # white text on the ink
ICON_CONTRAST: Final = 3.0  # the pop on the ink
_DERIVED: Final = (7.0, 5.0)  # what derived colours reach: white on the ink, the pop on the ink
_COLOUR: Final = re.compile("#[0-9a-f]{6}")


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return round((light + 0.05) / (dark + 0.05), 2)


def derive_colours(name: str) -> tuple[str, str]:
    """A readable ink and pop for a faction that brings none, always the same for the same name.

    >>> derive_colours("Bees") == derive_colours("Bees") != derive_colours("Wasps")
    True
    """
    digest = hashlib.blake2b(name.encode(), digest_size=2).digest()
    hue = digest[0] / 256
    turn = 0.3 + 0.4 * digest[1] / 256  # the pop is never of the same hue
    ink = pop = "#000000"
    for step in range(45, 0, -1):
        ink = _from_hls(hue, step / 100, 0.45)
        if contrast(ink, "#ffffff") >= _DERIVED[0]:
            break
    for step in range(70, 100):
        pop = _from_hls((hue + turn) % 1, step / 100, 0.9)
        if contrast(ink, pop) >= _DERIVED[1]:
            break
    return ink, pop


def colour_problems(ink: str, pop: str) -> list[str]:
    """What makes these two colours unfit for a faction; nothing if they can be read.

    >>> colour_problems("#fffdd0", "#ffffff")
    ['white text on the ink #fffdd0 has a contrast of 1.04, at least 4.5 is needed', \
'the pop #ffffff on the ink #fffdd0 has a contrast of 1.04, at least 3.0 is needed']
    """
    wrong = [colour for colour in (ink, pop) if not _COLOUR.fullmatch(colour)]
    if wrong:
        return [f'{colour!r} is not a colour like "#a8391a"' for colour in wrong]
    problems = []
    if (found := contrast("#ffffff", ink)) < TEXT_CONTRAST:
        problems.append(f"white text on the ink {ink} has a contrast of {found}, at least {TEXT_CONTRAST} is needed")
    if (found := contrast(pop, ink)) < ICON_CONTRAST:
        problems.append(f"the pop {pop} on the ink {ink} has a contrast of {found}, at least {ICON_CONTRAST} is needed")
    return problems


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _from_hls(hue: float, lightness: float, saturation: float) -> str:
    parts = colorsys.hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
