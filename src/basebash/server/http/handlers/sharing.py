"""What is needed to share a link: a QR code, and the picture of its preview."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from urllib.parse import urlsplit

import segno

from basebash.server.errors import Refused
from basebash.server.http.exchange import Request, Response
from basebash.server.review.link_pictures import draw
from basebash.server.review.link_previews import LinkPreviews

_MAX_LINK = 200
_CACHING = {"Cache-Control": "public, max-age=300"}


class SharingHandlers:
    """The handlers for sharing. `static` is the folder of the browser client, which has the fonts."""

    def __init__(self, previews: LinkPreviews, static: Path) -> None:
        self._previews = previews
        self._fonts = static / "assets"

    async def qr(self, request: Request) -> Response:
        """Return a QR code that leads to a page of this server (SVG)."""
        link = request.query_params.get("link", "")
        try:
            parts = urlsplit(link)
        except ValueError:
            parts = urlsplit("")
        if (
            len(link) > _MAX_LINK
            or parts.scheme not in ("http", "https")
            or parts.netloc != request.headers.get("host")
        ):
            raise Refused("bad_request", "link must be the address of a page of this server.")
        file = io.BytesIO()
        segno.make(link, error="m").save(file, "svg", scale=8, dark="#000", light="#fff", xmldecl=False)
        return Response(file.getvalue(), headers=_CACHING, media_type="image/svg+xml")

    async def picture(self, request: Request) -> Response:
        """Return the picture of a page's preview (PNG)."""
        path = f"{request.path_params['kind']}/{str(request.path_params['name']).removesuffix('.png')}"
        preview = await self._previews.find(path)
        if preview is None:
            raise Refused("not_found", "There is no picture of this page.")
        body = await asyncio.to_thread(draw, preview, self._fonts)
        return Response(body, headers=_CACHING, media_type="image/png")
