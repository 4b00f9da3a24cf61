"""The icons of packs: SVG files, which browsers show as pictures and never run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from basebash.packs import LOADED
from basebash.server.errors import Refused

_MAX_BYTES = 64 * 1024
_HEADERS = {
    # Also where somebody opens the address itself: no script, no style sheet, nothing from elsewhere.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "no-cache",
}


async def get_pack_icon(request: Request) -> Response:
    """Return the icon of a pack's faction; only files that a loaded faction names are served."""
    icon = _icons().get((request.path_params["pack"], request.path_params["icon"]))
    if icon is None:
        raise Refused("not_found", "There is no such icon.")
    return Response(icon, media_type="image/svg+xml", headers=_HEADERS)


def has_icon(pack: str, icon: str) -> bool:
    """Whether the pack with this name has this icon."""
    return (pack, icon) in _icons()


@cache
def _icons() -> dict[tuple[str, str], bytes]:
    """Return the icons of the loaded packs, by pack and file name. Those that cannot be read are left out."""
    found = {}
    for name, pack in LOADED.items():
        for faction in pack.factions:
            content = _read(pack.folder, faction.icon)
            if content is not None:
                found[name, faction.icon] = content
    return found


def _read(folder: Path, icon: str) -> bytes | None:
    """Return a file of a pack's own folder that looks like an SVG; None if it is anything else."""
    file = folder / icon
    if Path(icon).name != icon or file.suffix != ".svg" or not file.resolve().is_relative_to(folder):
        return None
    try:
        if file.stat().st_size > _MAX_BYTES:
            return None
        content = file.read_bytes()
    except OSError:
        return None
    return content if b"<svg" in content else None
