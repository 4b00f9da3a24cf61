"""The files of the browser client."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
from functools import lru_cache
from pathlib import Path

from starlette.responses import FileResponse

from basebash.server.errors import Refused
from basebash.server.http.exchange import Request, Response
from basebash.server.http.responses import accepts, text_response
from basebash.server.review.link_previews import LinkPreviews, with_preview
from basebash.server.storage.errors import DatabaseUnavailable

STATIC = Path(__file__).parents[2] / "static"
_PAGES = {
    "",
    "new",
    "t",
    "me",
    "p",
    "leagues",
    "play",
    "watch",
    "replay",
    "story",
    "puzzles",
    "cards",
    "rules",
    "learn",
    "about",
    "mail",
}
"""What the addresses of the browser client start with."""
_COMPRESSED = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The suffixes of files that are sent compressed, and their media types."""
_NOT_BUILT = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Basebash</title><h1>Basebash</h1>"
    "<p>The server is running, but the browser client has not been built. Run <code>make web</code> and reload.</p>"
)


class PageHandlers:
    """Serves the browser client from a folder."""

    def __init__(self, static: Path, previews: LinkPreviews) -> None:
        self._static = static
        self._previews = previews

    async def page(self, request: Request) -> Response | FileResponse:
        """Return a file, or the page that shows what the address says."""
        path = request.path_params["path"]
        if path.startswith("api/"):
            raise Refused("not_found", "There is nothing at this path; see /openapi.json.")
        file = self._file(path)
        if file is not None:
            caching = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return await _send(request, file, caching)
        landing = self._static / "landing.html"
        if not path and landing.is_file():
            return await _send(request, landing, "no-cache")
        index = self._static / "index.html"
        if not index.is_file():
            return text_response(_NOT_BUILT, kind="html")
        status = 200 if path.split("/")[0] in _PAGES else 404
        with contextlib.suppress(DatabaseUnavailable):  # the page works without
            preview = await self._previews.find(path)
            if preview is not None:
                page = with_preview(_read(index, index.stat().st_mtime_ns), preview, request.origin, path)
                return text_response(page, status, {"Cache-Control": "no-cache"}, kind="html")
        return await _send(request, index, "no-cache", status)

    def _file(self, path: str) -> Path | None:
        """Return a file of the browser client, and nothing outside its folder."""
        root = self._static.resolve()
        try:
            file = (root / path).resolve()
            return file if path and file.is_relative_to(root) and file.is_file() else None
        except (OSError, ValueError):
            return None


async def _send(request: Request, file: Path, caching: str, status: int = 200) -> Response | FileResponse:
    """Return a file, compressed if the client understands it: with Brotli by the build, or with gzip here."""
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    kind = _COMPRESSED.get(file.suffix)
    if kind is not None:
        brotli = file.with_name(f"{file.name}.br")
        if accepts(request, "br") and brotli.is_file():
            return FileResponse(brotli, status, headers={**headers, "Content-Encoding": "br"}, media_type=kind)
        if accepts(request, "gzip"):
            body = await asyncio.to_thread(_compress, file, file.stat().st_mtime_ns)
            return Response(body, status, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
    return FileResponse(file, status, headers=headers, media_type=kind)


@lru_cache(maxsize=2)
def _read(file: Path, _: int) -> str:
    """Return a text; it is cached until its time of modification changes."""
    return file.read_text(encoding="utf-8")


@lru_cache(maxsize=200)
def _compress(file: Path, _: int) -> bytes:
    """Return a compressed file; it is cached until its time of modification changes."""
    return gzip.compress(file.read_bytes(), 6, mtime=0)
