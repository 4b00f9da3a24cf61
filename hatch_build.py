"""Includes compiled modules (`make fast`) in the wheel, which then works on this platform only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledEngine(BuildHookInterface[Any]):
    """Adds the compiled modules, where there are any."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the wheel is put together."""
        source = Path(self.root, "src")
        if version == "editable" or not any(source.rglob("*.so")):
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"].append("/src/basebash/**/*.so")
        for shared in source.glob("*.so"):  # what the modules have in common lies beside the package
            build_data["force_include"][str(shared)] = shared.name
