"""The icons of packs: only the shapes of their SVG files, which browsers show as pictures and never run."""

from __future__ import annotations

import contextlib
import re
from functools import cache

from basebash.engine.vocabulary.printed import Faction
from basebash.packs import LOADED, BadPack, drawing_of
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request, Response

_HEADERS = {
    # Also where somebody opens the address itself: no script, no style sheet, nothing from elsewhere.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "no-cache",
}


async def get_pack_icon(request: Request) -> Response:
    """Return the icon of a pack's faction."""
    icon = _icons().get(request.path)
    if icon is None:
        raise Refused("not_found", "There is no such icon.")
    return Response(icon, media_type="image/svg+xml", headers=_HEADERS)


def address_of_icon(pack: str, faction: Faction) -> str:
    """Return where the icon of a pack's faction is served; empty if it has no file that can be shown."""
    address = _address(pack, faction)
    return address if address in _icons() else ""


def _address(pack: str, faction: Faction) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", faction.name.lower()).strip("-")
    return f"/api/packs/{pack}/{name}.svg"


@cache
def _icons() -> dict[str, bytes]:
    """Return the icons of the loaded packs by address. Those that cannot be used are left out."""
    found = {}
    for name, pack in LOADED.items():
        for faction in pack.factions:
            with contextlib.suppress(BadPack):
                drawing = drawing_of(faction)
                if drawing is not None:
                    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{drawing.view_box}">{drawing.body}</svg>'
                    found[_address(name, faction)] = svg.encode()
    return found
