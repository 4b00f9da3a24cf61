"""QR codes of links, with which two browsers find each other."""

from __future__ import annotations

import io

from basebash.server.errors import Refused
from basebash.server.http.exchange import Request, Response

_MAX_LINK = 2000


async def draw_qr(request: Request) -> Response:
    """Return a QR code of a link (SVG)."""
    # Only those who play with a friend wait until it is loaded.
    import segno  # noqa: PLC0415

    link = request.query_params.get("link", "")
    if not link or len(link) > _MAX_LINK:
        raise Refused("bad_request", f"link must have between 1 and {_MAX_LINK} characters.")
    file = io.BytesIO()
    segno.make(link, error="l", micro=False).save(file, "svg", scale=4, dark="#000", light="#fff", xmldecl=False)
    return Response(file.getvalue(), media_type="image/svg+xml")
