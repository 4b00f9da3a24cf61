"""A wheel of a pack is found where it is installed, and is always the same."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from basebash.authoring.creating import create_pack
from basebash.authoring.watching import saves
from basebash.authoring.wheels import build_wheel, pack_files


def test_an_installed_wheel_is_found_without_a_folder(tmp_path: Path) -> None:
    create_pack("bees", tmp_path, "Ann")
    (tmp_path / "bees" / ".hidden").write_text("x")
    wheel = build_wheel(tmp_path / "bees", tmp_path / "dist")
    assert wheel.name == "basebash_pack_bees-0.1-py3-none-any.whl"
    site = tmp_path / "site"
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-qq",
        "--no-deps",
        "--no-index",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run(command, check=True)
    assert sorted(file.name for file in (site / "basebash_packs" / "bees").rglob("*.*") if file.suffix != ".pyc") == [
        "cards.py",
        "cards.yaml",
        "pack.toml",
    ]
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    found = subprocess.run(
        [sys.executable, "-m", "basebash", "cards", "bees"],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, "Keen Scout x4" in found.stdout) == (0, True), found


def test_the_same_pack_gives_the_same_wheel(tmp_path: Path) -> None:
    create_pack("bees", tmp_path, "Ann")
    one, other = (build_wheel(tmp_path / "bees", tmp_path / name) for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        metadata = archive.read("basebash_pack_bees-0.1.dist-info/METADATA").decode()
    assert "Requires-Dist: basebash>=" in metadata
    assert "Author: Ann" in metadata


def test_a_save_is_noticed_once(tmp_path: Path) -> None:
    create_pack("bees", tmp_path, "Ann")
    folder = tmp_path / "bees"
    seen = saves(folder)
    next(seen)
    for change in ("one", "three", "fives"):
        (folder / "notes.txt").write_text(change * 2)
        next(seen)
    (folder / "notes.txt").unlink()
    next(seen)
    assert folder / "cards.py" in pack_files(folder)
