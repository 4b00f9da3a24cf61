"""Loading packs: from folders and installed, all of a pack or nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from basebash import CARDS, FACTIONS, Game
from basebash.engine import Base
from basebash.packs import BadPack, add_folder, load_folder
from basebash.packs.loading import NAMESPACE, VARIABLE
from tests import packs
from tests.packs import MANIFEST, without_new_packs

CODE = '''"""Bees."""

from basebash.engine import Base, Card, Faction, Minion

BEES = Faction("Bees", set_name="The Hive", intro="Many small bees.")


class Worker(Minion, of=BEES, copies=20):
    """Draw a card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.draw(1)


class Hive(Base, of=BEES):
    """No ability."""

    breakpoint = 15
    vp = (3, 2, 1)
'''


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Unload the packs that a test loads."""
    with without_new_packs():
        yield


def write_pack(folder: Path, manifest: str = MANIFEST, **modules: str) -> Path:
    """A pack in a folder, of bees if no modules are given."""
    return packs.write_pack(folder, manifest, **(modules or {"cards": CODE}))


def run(*arguments: str | Path, path: Path | None = None, packs: str = "") -> subprocess.CompletedProcess[str]:
    """What a Python process does, with `path` among the folders that it imports from."""
    entries = [entry for entry in (path, os.environ.get("PYTHONPATH")) if entry]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, entries)), "COLUMNS": "200"}
    if packs:
        variables[VARIABLE] = packs
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False)


def test_a_folder_is_loaded_after_the_built_in_sets(tmp_path: Path) -> None:
    numbers = {card.key: card.number for card in CARDS}
    pack = load_folder(write_pack(tmp_path))
    assert pack.manifest.label == "bees 1.2"
    assert [faction.name for faction in pack.factions] == ["Bees"]
    assert {key: number for key, number in ((card.key, card.number) for card in CARDS) if key in numbers} == numbers
    assert load_folder(tmp_path) is pack
    game = Game(factions=[("Bees", "Ghosts"), ("Robots", "Aliens")])
    assert game.setup.packs == {"The Hive": "bees 1.2"}
    assert type(CARDS[-1]).__module__ == "basebash_packs.bees.cards"


def test_modules_of_a_pack_import_each_other(tmp_path: Path) -> None:
    bases = (
        "from basebash.engine import Base\nfrom .cards import BEES\nclass Comb(Base, of=BEES):\n    vp = (1, 1, 1)\n"
    )
    pack = load_folder(write_pack(tmp_path, cards=CODE, a_first=bases, __init__='"""The bees."""\n'))
    assert [base.name for base in pack.factions[0].bases] == ["Hive", "Comb"]


def test_sets_of_packs_have_an_order_of_their_own(tmp_path: Path) -> None:
    wasps = MANIFEST.replace("bees", "wasps")
    load_folder(write_pack(tmp_path / "b"))
    load_folder(write_pack(tmp_path / "a", wasps, cards=CODE.replace("Bees", "Wasps").replace("The Hive", "A Nest")))
    game = Game(factions=[("Bees", "Wasps"), ("Robots", "Aliens")], edition=2013)
    assert game.setup.sets[-2:] == ("A Nest", "The Hive")
    assert [card.name for card in game.state.printed if isinstance(card, Base)].count("Hive") == 2


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = (\n", r"cards\.py:1: SyntaxError: '\(' was never closed"),
        (f"{CODE}\n\n1 / 0\n", r"cards\.py:\d+: ZeroDivisionError: division by zero"),
        (f"{CODE}\n\nraise SystemExit(3)\n", r"cards\.py:\d+: SystemExit: 3"),
        (CODE.replace('"Bees"', '"Ghosts"'), r"cards\.py:5: The faction name Ghosts is taken"),
        (CODE.replace("The Hive", "Core Set"), r"cards\.py:5: The set name Core Set is taken"),
        (f"{CODE}\n\nclass Worker(Minion, of=BEES):\n    power = 1\n", r"cards\.py:8: Bees has two cards named Worker"),
        ("import basebash.nothing_like_that\n", r"cards\.py:1: ModuleNotFoundError"),
        ("x = 1\n", "The pack has no faction"),
    ],
)
def test_a_pack_that_fails_leaves_nothing_behind(tmp_path: Path, code: str, message: str) -> None:
    factions, cards, modules = dict(FACTIONS), CARDS[:], set(sys.modules)
    with pytest.raises(BadPack, match=message):
        load_folder(write_pack(tmp_path, cards=code))
    assert (factions, cards) == (FACTIONS, CARDS)
    assert {name for name in set(sys.modules) - modules if name.startswith(f"{NAMESPACE}.")} == set()
    (tmp_path / "cards.py").write_text(CODE, encoding="utf-8")
    assert load_folder(tmp_path).factions


def test_two_packs_cannot_have_one_name(tmp_path: Path) -> None:
    load_folder(write_pack(tmp_path / "one"))
    with pytest.raises(BadPack, match=r"a pack named bees is loaded already"):
        load_folder(write_pack(tmp_path / "two"))


def test_an_added_folder_is_known_to_started_processes(tmp_path: Path) -> None:
    add_folder(write_pack(tmp_path))
    add_folder(tmp_path)
    assert os.environ[VARIABLE] == str(tmp_path.resolve())
    assert "Bees" in run("-c", "import basebash; print(list(basebash.FACTIONS)[-1])").stdout


def test_the_command_line_loads_a_pack(tmp_path: Path) -> None:
    found = run("-m", "basebash", "--pack", write_pack(tmp_path), "cards", "bees")
    assert (found.returncode, "Worker x20" in found.stdout) == (0, True), found
    assert "Worker" in run("-m", "basebash", "cards", "bees", packs=str(tmp_path)).stdout


@pytest.mark.parametrize("by_variable", [True, False])
def test_a_broken_pack_that_is_asked_for_ends_the_command(tmp_path: Path, by_variable: bool) -> None:
    write_pack(tmp_path, cards=f"{CODE}\n1 / 0\n")
    options = [] if by_variable else ["--pack", str(tmp_path)]
    found = run("-m", "basebash", *options, "factions", packs=str(tmp_path) if by_variable else "")
    assert found.returncode == 2
    assert f"{tmp_path / 'cards.py'}:{CODE.count(chr(10)) + 2}: ZeroDivisionError" in found.stdout
    assert "Traceback" not in found.stderr


def install(site: Path, name: str, **modules: str) -> None:
    """A pack as an installer leaves it."""
    (site / NAMESPACE).mkdir(exist_ok=True)
    write_pack(site / NAMESPACE / name, MANIFEST.replace("bees", name), **modules)
    about = site / f"{name}-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(f"[basebash.packs]\n{name} = {NAMESPACE}.{name}\n")


def test_installed_packs_are_found_and_broken_ones_skipped(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    install(site, "bees", cards=CODE)
    install(site, "ants", cards="import nothing_like_that\n")
    own = write_pack(
        tmp_path / "wasps",
        MANIFEST.replace("bees", "wasps"),
        cards=CODE.replace("Bees", "Wasps").replace("The Hive", "Nest"),
    )
    found = run("-m", "basebash", "--pack", own, "factions", path=site)
    assert (found.returncode, "Bees" in found.stdout, "Wasps" in found.stdout) == (0, True, True), found
    assert "The installed pack ants was skipped" in found.stderr
    assert f"{site / NAMESPACE / 'ants' / 'cards.py'}:1: ModuleNotFoundError" in found.stderr


def test_a_folder_beside_its_installed_self_is_explained(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    install(site, "bees", cards=CODE)
    own = write_pack(tmp_path / "bees")
    found = run("-m", "basebash", "pack", "check", own, path=site)
    assert found.returncode == 1
    assert f"{own / 'pack.toml'}:1: a pack named bees is loaded already" in found.stdout
    assert "pip uninstall bees" in found.stdout
