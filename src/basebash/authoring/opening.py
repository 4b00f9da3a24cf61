"""Loading a pack once its code has been read: one that does what it must not is never run."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from basebash.authoring.budget import Endless, Watcher
from basebash.authoring.declarations import check_declarations
from basebash.authoring.findings import Finding, finding_of
from basebash.authoring.sources import Source, check_source, read_sources
from basebash.packs import BadPack, Pack, load_folder, read_manifest


class LoadedPack(NamedTuple):
    """A pack, and its files as they were read."""

    pack: Pack
    sources: list[Source]


def read_and_load(path: Path) -> LoadedPack | list[Finding]:
    """Load the pack in a folder, or say why it cannot be loaded.

    Its code is read first: a pack that imports what it must not, or does something as it is loaded, is not run.
    """
    folder = path.resolve()
    try:
        if not folder.is_dir():
            raise BadPack(f"{path}:1: There is no such folder.")  # noqa: TRY301  # it is reported like the rest
        read_manifest(folder)
        sources, findings = read_sources(folder)
        for source in sources:
            findings += [*check_source(source), *check_declarations(source)]
        if findings:
            return sorted(set(findings))
        watcher = Watcher(folder)
        try:
            with watcher.watching():
                pack = load_folder(folder)
        except Endless:
            file, line = watcher.place
            return [Finding(file, line, "This runs for ever when the pack is loaded.")]
    except BadPack as error:
        return [finding_of(folder, str(error))]
    return LoadedPack(pack, sources)
