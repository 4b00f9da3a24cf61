"""Packs in a page: chosen as files, checked, kept in the browser's database, and loaded whenever the page starts.

A pack is a zip file with `pack.toml` in it, such as the wheel that `basebash pack build` writes. It is checked in the
second worker, which can be ended if the pack never comes to an end. Python cannot forget a pack that it has loaded, so
a pack that was added or removed counts from the next start of the page on.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from basebash.browser.own import check_own
from basebash.browser.pack_files import PackFiles, unpack
from basebash.browser.pool import PagePool
from basebash.browser.records import Change
from basebash.browser.store import PageStore
from basebash.packs import BadPack, Manifest
from basebash.server.errors import Refused
from basebash.server.http.endpoint import Endpoint
from basebash.server.http.exchange import Request, Response
from basebash.server.http.handlers.catalogue import catalogue_json
from basebash.server.http.handlers.pack_icons import get_pack_icon
from basebash.server.http.responses import json_response
from basebash.server.logs import log
from basebash.server.storage.errors import WriteConflict

KIND = "pack"
_MOST_FINDINGS = 5  # that are told at once


class PackUpload(Struct):
    """A file that somebody chose, in base64."""

    file: str


class PackEntry(Struct):
    """A pack that the page has. `problem`: why it could not be loaded this time; empty if it was."""

    name: str
    version: str = ""
    title: str = ""
    author: str = ""
    licence: str = ""
    problem: str = ""


class PackEntries(Struct):
    """The packs that the page has."""

    packs: list[PackEntry]


class PagePacks:
    """The packs of a page."""

    def __init__(self, store: PageStore) -> None:
        self._store = store
        self._entries: list[PackEntry] = []
        self._loaded: list[PackFiles] = []

    @property
    def loaded(self) -> Sequence[PackFiles]:
        """The packs that are loaded: the second worker needs them, too."""
        return self._loaded

    async def load(self) -> None:
        """Load the packs that are kept. One that cannot be loaded says so in the list."""
        for key, text in await self._store.read(KIND):
            entry = PackEntry(key[1])
            try:
                files = msgspec.json.decode(text, type=PackFiles)
                entry = _entry_of(files.manifest())
                _ = files.load()
                self._loaded.append(files)
            except (BadPack, msgspec.MsgspecError) as error:
                log.warning("a pack could not be loaded", pack=key[1], fault=str(error))
                entry.problem = str(error)
            self._entries.append(entry)

    def endpoints(self, checks: PagePool) -> list[Endpoint]:
        """Return the paths for packs. They are checked in the pool `checks`."""

        async def add(request: Request, upload: PackUpload) -> PackEntry:
            return await self._add(request, upload, checks)

        return [
            Endpoint("GET", "/api/catalogue", _catalogue, "All factions and cards, with the icons of packs in it"),
            Endpoint("GET", "/api/packs", self._show, "The packs of this page"),
            Endpoint("POST", "/api/packs", add, "Keep a pack", body=PackUpload, status=201),
            Endpoint("DELETE", "/api/packs/{pack}", self._remove, "Remove a pack"),
        ]

    async def _show(self, _: Request) -> PackEntries:
        return PackEntries(self._entries)

    async def _add(self, request: Request, upload: PackUpload, checks: PagePool) -> PackEntry:
        check_own(request)
        # Only those who add a pack wait for what checks it.
        from basebash.browser.pack_check import check  # noqa: PLC0415

        try:
            files = unpack(base64.b64decode(upload.file, validate=True))
            manifest = files.manifest()
        except BadPack as error:
            raise Refused("bad_request", str(error)) from None
        except binascii.Error:
            raise Refused("bad_request", "Invalid request: file is not base64.") from None
        if any(entry.name == manifest.name for entry in self._entries):
            raise Refused("bad_request", f"A pack named {manifest.name} is here already: remove it first.")
        async with checks.queue.turn(is_watched=True):
            findings = await checks.execute(check, files)
        if findings:
            more = len(findings) - _MOST_FINDINGS
            told = [*findings[:_MOST_FINDINGS], *([f"and {more} more"] if more > 0 else [])]
            raise Refused("bad_request", "\n".join(told))
        try:
            await self._store.write([Change("add", (KIND, manifest.name, 0), msgspec.json.encode(files).decode())])
        except WriteConflict:
            raise Refused("bad_request", f"A pack named {manifest.name} is here already: remove it first.") from None
        return _entry_of(manifest)

    async def _remove(self, request: Request) -> dict[str, Any]:
        check_own(request)
        await self._store.write([Change("delete", (KIND, str(request.path_params["pack"]), 0))])
        return {}


def _entry_of(manifest: Manifest) -> PackEntry:
    return PackEntry(manifest.name, manifest.version, manifest.title, manifest.author, manifest.licence)


async def _catalogue(_: Request) -> Response:
    """Return all factions and cards. No server would answer for the icons of packs, so they are in it."""
    found = msgspec.json.decode(catalogue_json())
    for faction in found["factions"]:
        if faction["icon"].startswith("/"):
            svg = await get_pack_icon(Request("GET", faction["icon"]))
            faction["icon"] = f"data:image/svg+xml;base64,{base64.b64encode(svg.body).decode()}"
    return json_response(msgspec.json.encode(found))
