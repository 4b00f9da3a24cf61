"""Packs for tests: written into a folder, and unloaded after the test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from basebash.engine.vocabulary.registering import registering
from basebash.packs import LOADED
from basebash.packs.loading import NAMESPACE, VARIABLE

MANIFEST = 'name = "bees"\nversion = "1.2"\nauthor = "Ann"\nlicence = "MIT"\n'


def write_pack(folder: Path, manifest: str = MANIFEST, **modules: str) -> Path:
    """A pack in a folder: its manifest and its modules by name."""
    folder.mkdir(exist_ok=True)
    (folder / "pack.toml").write_text(manifest, encoding="utf-8")
    for name, code in modules.items():
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    return folder


class _TakenOut(Exception):
    """Ends a block whose registration is undone."""


@contextmanager
def without_new_packs() -> Iterator[None]:
    """Unload the packs that the block loads."""
    names, modules = set(LOADED), set(sys.modules)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(VARIABLE, "")
            with suppress(_TakenOut), registering("no pack"):
                yield
                raise _TakenOut
    finally:  # of a test that fails, too
        for name in set(LOADED) - names:
            del LOADED[name]
        for name in set(sys.modules) - modules:
            if name.startswith(NAMESPACE):
                del sys.modules[name]
