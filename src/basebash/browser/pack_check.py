"""Checking a pack before a page keeps it. Only those who add a pack wait until this module is loaded."""

from __future__ import annotations

from basebash.authoring.opening import read_and_load
from basebash.browser.pack_files import PackFiles, without_folder


def check(pack: PackFiles) -> list[str]:
    """Load a pack if nothing is wrong with it; return what is. Runs in the second worker."""
    folder = pack.folder()
    loaded = read_and_load(folder)
    return [without_folder(str(finding), folder) for finding in loaded] if isinstance(loaded, list) else []
