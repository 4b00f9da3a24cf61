"""Compiles the engine and the cards to machine code with mypyc: the same modules, several times as fast.

    python -m tools.compile                    (or make fast)
    python -m tools.compile --sets core_set    (of the cards only those of these sets; --sets alone: none)
    python -m tools.compile --undo             (or make pure)

Compiled modules are written next to their sources, where Python finds them first. The engine is one library; every
module of cards is another. Interpreted modules work beside compiled ones, so a new faction needs no compiler. The
compiler's output is cached in `build/compiled`, so that the next run compiles only what has changed.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

from mypyc.build import mypyc_build, mypycify
from mypyc.options import CompilerOptions
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer_group

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
WORK = ROOT / "build" / "compiled"
# Not what runs once per game or at a person's request: migrating old saves, checking states, set-up.
PLAIN = {"__init__", "checks", "errors", "old_saves", "setup"}
# Besides the rules, what environments do at every step, the lab with every game and bots with every answer they try,
# unless it needs another package. The classes of the bots stay as they are, because people extend them.
BESIDE = [
    *(f"bots/{name}.py" for name in ("evaluate", "greedy", "moves", "search", "tree")),
    *(f"envs/{name}.py" for name in ("actions", "columns", "state_encoder", "episode")),
    *(f"envs/v2/{name}.py" for name in ("columns", "history", "state_encoder")),
    "lab/log_statistics.py",
]
# The vocabulary those modules need.
READ = [
    "bots/*.py",
    "bots/version_1/*.py",
    "envs/__init__.py",
    "envs/card_index.py",
    "envs/v2/__init__.py",
    "lab/__init__.py",
]
# Interpreted cards are subclasses of these, and so is the search behind hints and analyses.
OPEN_TO_ALL = {"ability.py", "printed.py", "search.py"}
OPEN = "@mypyc_attr(allow_interpreted_subclasses=True)"
# Class attributes that mypyc would take for a tuple of exactly this length, or for a field of each card.
TYPES = {
    "rulings": "tuple[str, ...]",
    "mentions": "tuple[str, ...]",
    "once": "tuple[str, ...]",
    "traits": "tuple[str, ...]",
    "speaks": "ClassVar[Mapping[str, int | tuple[int, ...]]]",
}


def engine() -> list[str]:
    """Return the modules of the engine that are compiled."""
    return [
        str(path.relative_to(SOURCE))
        for path in sorted((SOURCE / "basebash/engine").rglob("*.py"))
        if path.stem not in PLAIN
    ]


def beside() -> list[str]:
    """Return the other modules that are compiled, besides engine and cards."""
    return [f"basebash/{name}" for name in BESIDE]


def cards(sets: list[str] | None = None) -> list[str]:
    """Return the modules of cards: of these sets, or of all."""
    found = sorted((SOURCE / "basebash/cards").glob("*/*.py"))
    return [
        str(path.relative_to(SOURCE))
        for path in found
        if path.stem != "__init__" and (sets is None or path.parent.name in sets)
    ]


def spell_out(text: str) -> str:
    """Rewrite a module of cards for mypyc: class keywords and docstrings become arguments of `register`.

    A card may have interpreted subclasses, because it can be printed again in another faction.
    """
    lines = text.split("\n")
    body = ast.parse(text).body
    for node in reversed([node for node in body if isinstance(node, ast.ClassDef)]):
        before = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
        if node.keywords:
            given = {str(word.arg): ast.unparse(word.value) for word in node.keywords}
            about = re.sub(r"\s+", " ", ast.get_docstring(node) or "").strip()
            call = f"_printed.register({node.name}(), {given['of']}, {given.get('copies', '1')}, {about!r})"
            lines.insert(node.end_lineno or 0, call)
            head = f"class {node.name}({', '.join(ast.unparse(base) for base in node.bases)}):"
            first = node.body[0]
            is_short = lines[first.lineno - 1].endswith(": ...")
            lines[node.lineno - 1 : first.lineno - (0 if is_short else 1)] = [head + (" ..." if is_short else "")]
        lines.insert(before, OPEN)
    for i, line in enumerate(lines):
        found = re.match(r"    (\w+) = ", line)
        if found and found[1] in TYPES:
            lines[i] = f"    {found[1]}: {TYPES[found[1]]} = " + line[found.end() :]
    opening = [node for node in body[:2] if isinstance(node, ast.Expr) or "__future__" in ast.unparse(node)]
    after = opening[-1].end_lineno or 0
    lines[after:after] = [
        "from collections.abc import Mapping",
        "from typing import TYPE_CHECKING, ClassVar",
        "from basebash.engine.vocabulary import printed as _printed",
        "if TYPE_CHECKING:",
        "    from mypy_extensions import mypyc_attr",
    ]
    return "\n".join(lines)


def open_up(text: str) -> str:
    """Rewrite a module whose classes may have interpreted subclasses."""
    text = re.sub(r"^class (?!Faction|Supply|\w+\(Exception\))", f"{OPEN}\nclass ", text, flags=re.MULTILINE)
    checking = "if TYPE_CHECKING:\n"
    if checking not in text:
        future = "from __future__ import annotations\n"
        text = text.replace(future, f"{future}from typing import TYPE_CHECKING\n{checking}", 1)
    return text.replace(checking, f"{checking}    from mypy_extensions import mypyc_attr\n", 1)


def write(path: Path, text: str) -> None:
    """Write a file, unless it has this content already."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def mirror() -> Path:
    """Return a copy of the source, rewritten for mypyc."""
    tree = WORK / "src"
    write(tree / "basebash/__init__.py", "")
    kept = {tree / "basebash/__init__.py"}
    package = SOURCE / "basebash"
    patterns = ("engine/**/*.py", "cards/**/*.py", *BESIDE, *READ)
    for path in [path for pattern in patterns for path in package.glob(pattern)]:
        text = path.read_text()
        if path.name in OPEN_TO_ALL:
            text = open_up(text)
        elif path.is_relative_to(package / "cards") and path.stem != "__init__":
            text = spell_out(text)
        copy = tree / path.relative_to(SOURCE)
        write(copy, text)
        kept.add(copy)
    for path in tree.rglob("*.py"):
        if path not in kept:
            path.unlink()
    return tree


class _Build(build_ext):
    """Builds the libraries in parallel, recompiling only what has changed in each, and reports progress."""

    def build_extensions(self) -> None:
        jobs = int(self.parallel or 1)
        self.done = 0
        self.lock = Lock()
        self.making: dict[str, Future[None]] = {}
        self.objects = ThreadPoolExecutor(max_workers=jobs)
        self.compiler.compile = self.compile_objects
        with ThreadPoolExecutor(max_workers=2 * jobs) as libraries:
            # The engine takes longest, so it comes first.
            largest_first = sorted(self.extensions, key=lambda extension: -len(extension.sources))
            list(libraries.map(self.build_extension, largest_first))

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        self.done += 1
        print(f"\r{self.done} of {len(self.extensions)} libraries ", end="", flush=True)

    def compile_objects(
        self,
        sources: list[str],
        output_dir: str | None = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: Any = 0,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        """Do the same as the compiler's own method, but in parallel."""
        compiler: Any = self.compiler
        _, objects, postargs, options, build = compiler._setup_compile(  # noqa: SLF001
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        flags = compiler._get_cc_args(options, debug, extra_preargs)  # noqa: SLF001

        def make(target: str) -> None:
            source, suffix = build[target]
            if newer_group([source, *(depends or [])], target):
                compiler._compile(target, source, suffix, flags, postargs, options)  # noqa: SLF001

        with self.lock:  # what all libraries share is built once
            for target in objects:
                if target not in self.making:
                    self.making[target] = self.objects.submit(make, target)
        for target in objects:
            self.making[target].result()
        return list(objects)


def translate_engine(group: tuple[list[str], str | None]) -> None:
    """Translate the engine separately, as a whole, so that mypyc knows all callers and coroutines.

    Libraries compiled one by one are translated for classes that anybody may extend. The engine's classes are extended
    only within the engine, except those that are open to cards; the cards are translated afterwards against the result.
    """
    options = CompilerOptions(multi_file=True, separate=True, target_dir=str(WORK / "c"))
    options.global_opts = True
    mypyc_build(["--strict", f"--cache-dir={WORK / 'mypy'}", *group[0]], options, separate=[group])


def compile_modules(level: str, jobs: int, modules: list[str], to: Path) -> None:
    """Compile what has changed of the engine, the other modules and these modules of cards, into a folder.

    `level` is the C compiler's optimisation level: 0 compiles fastest, 3 runs fastest.
    """
    tree = mirror()
    os.chdir(tree)
    groups: list[tuple[list[str], str | None]] = [(engine(), "basebash"), (beside(), "basebash.beside")]
    groups += [([module], module.removesuffix(".py").replace("/", ".")) for module in modules]
    print(f"Translating {len(engine()) + len(beside()) + len(modules)} modules", flush=True)
    translate_engine(groups[0])
    extensions: Any = mypycify(
        ["--strict", f"--cache-dir={WORK / 'mypy'}", *engine(), *beside(), *modules],
        opt_level=level,
        debug_level="0",
        multi_file=True,
        separate=groups,
        target_dir=str(WORK / "c"),
    )
    for extension in extensions:
        # The headers of a library are in the folder of its package, and define what it imports from others in each
        # file.
        extension.include_dirs.append(str(WORK.joinpath("c", *extension.name.split(".")[:-1])))
        extension.extra_compile_args.append("-fcommon")
        if sys.platform == "linux":  # a library calls its own functions without looking them up in others
            extension.extra_link_args.append("-Wl,-Bsymbolic")
    command = _Build(Distribution({"name": "basebash", "ext_modules": extensions}))
    objects, libraries = WORK / f"objects-{level}", WORK / f"libraries-{level}"
    command.parallel, command.build_temp, command.build_lib = jobs, str(objects), str(libraries)
    command.ensure_finalized()
    command.run()
    print()
    undo(to)  # old libraries fit no other engine, and running processes keep theirs
    for extension in extensions:
        made = Path(command.get_ext_fullpath(extension.name))
        shutil.copy(made, to / made.relative_to(libraries))


def undo(folder: Path) -> None:
    """Remove the compiled modules from the source folders."""
    for path in folder.rglob("*.so"):
        path.unlink()


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--undo", action="store_true", help="remove what was compiled")
    parser.add_argument("--sets", nargs="*", metavar="SET", help="compile only the cards of these sets (default: all)")
    parser.add_argument("--to", type=Path, default=SOURCE, help="put it there instead of beside the source")
    parser.add_argument("--level", default="1", choices="0123", help="how hard the C compiler tries (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once (default: every core)")
    arguments = parser.parse_args()
    if arguments.undo:
        undo(SOURCE)
        return
    if shutil.which(os.environ.get("CC", "cc")) is None:
        sys.exit("There is no C compiler. On Debian or Ubuntu: apt install gcc python3-dev")
    compile_modules(arguments.level, arguments.jobs, cards(arguments.sets), arguments.to.resolve())


if __name__ == "__main__":
    main()
