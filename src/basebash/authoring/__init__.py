"""Tools for authors of packs: a new pack, its checks and tests, and a wheel of it (`basebash pack`)."""

from basebash.authoring.checking import OpenPack, check_pack, open_pack
from basebash.authoring.findings import Finding
from basebash.authoring.hooks import Method, hooks, matching, words
from basebash.authoring.limited import check_limited, run_tests_limited
from basebash.authoring.limits import Limits
from basebash.authoring.trials import trials

__all__ = [
    "Finding",
    "Limits",
    "Method",
    "OpenPack",
    "check_limited",
    "check_pack",
    "hooks",
    "matching",
    "open_pack",
    "run_tests_limited",
    "trials",
    "words",
]
