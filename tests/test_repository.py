"""Promises about the repository itself."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import basebash

PACKAGE = Path(basebash.__file__).parent
PURE = sorted(path for part in ("engine", "cards") for path in (PACKAGE / part).rglob("*.py"))


def imported(source: str) -> Iterator[str]:
    """Yield the top-level name of each absolute import."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_imported_sees_every_kind_of_import() -> None:
    source = "import a.b, c\nfrom d.e import f\nfrom . import g\ndef late():\n    import h\n"
    assert list(imported(source)) == ["a", "c", "d", "h"]


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_engine_and_cards_need_only_python(path: Path) -> None:
    assert set(imported(path.read_text(encoding="utf-8"))) <= {"basebash", *sys.stdlib_module_names}


SEATS = frozenset({"controller", "owner", "by", "whose", "former", "player"})


def unequal_seats(source: str) -> Iterator[str]:
    """Yield each comparison in which a seat that may be nobody is unequal to, or not among, others."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.NotEq | ast.NotIn) for op in node.ops):
            parts = [part for side in (node.left, *node.comparators) for part in getattr(side, "elts", [side])]
            if any(isinstance(part, ast.Attribute) and part.attr in SEATS for part in parts):
                yield ast.unparse(node)


def test_unequal_seats_sees_every_kind_of_comparison() -> None:
    source = "player != me.controller\nact.by not in (you, -1)\nx.owner == y\nplayer not in (a, b.whose)\nx != y\n"
    assert list(unequal_seats(source)) == [
        "player != me.controller",
        "act.by not in (you, -1)",
        "player not in (a, b.whose)",
    ]


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "cards").rglob("*.py")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_cards_ask_for_other_players_in_words(path: Path) -> None:
    """Nobody is not a player, so unequal seats need not be two players: use `is_other_player`, `controls` ..."""
    assert list(unequal_seats(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "cards").rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix()
)
def test_cards_use_the_words_of_card_alone(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    reaching = [
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in ("game", "state")
    ]
    assert not reaching, f"{path.name} reaches past its vocabulary at {reaching}"
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    assert not [module for module in modules if module.startswith("basebash.engine.")]


LONGEST_MODULE = 450
DICTIONARIES = {"engine/vocabulary/ability.py", "engine/vocabulary/card.py"}


def test_modules_of_the_engine_and_the_server_have_one_subject() -> None:
    modules = [path for part in ("engine", "server") for path in (PACKAGE / part).rglob("*.py")]
    lengths = {path.relative_to(PACKAGE).as_posix(): len(path.read_text("utf-8").splitlines()) for path in modules}
    assert {name for name, length in lengths.items() if length > LONGEST_MODULE} <= DICTIONARIES
