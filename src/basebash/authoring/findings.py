"""What is wrong with a pack, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Finding:
    """Something to put right: the file, the line, and what to do."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def finding_of(folder: Path, text: str) -> Finding:
    """The finding in an error's text, which may begin with a file and a line."""
    match = re.match(r"(?P<file>.+?):(?P<line>\d+): (?P<message>.*)", text, re.DOTALL)
    if match is None:
        return Finding(str(folder), 1, text.removeprefix(f"{folder}: "))
    return Finding(match["file"], int(match["line"]), match["message"])
