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
