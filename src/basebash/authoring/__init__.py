"""Tools for authors of packs: a new pack, its checks and tests, and a wheel of it (`basebash pack`)."""

from basebash.authoring.checking import OpenPack, check_pack, open_pack
from basebash.authoring.findings import Finding
from basebash.authoring.hooks import Method, hooks, matching, words
from basebash.authoring.trials import trials

__all__ = ["Finding", "Method", "OpenPack", "check_pack", "hooks", "matching", "open_pack", "trials", "words"]
