"""Build the documentation site into build/docs, strictly: a broken link is an error.

python -m tools.docs            (or make docs)
python -m tools.docs --serve    (and look at it while you write)
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Run the site generator."""
    command = ["serve"] if "--serve" in sys.argv else ["build", "--strict", "--clean"]
    run = [sys.executable, "-m", "zensical", *command, "-f", "mkdocs.yml"]
    sys.exit(subprocess.run(run, cwd=ROOT, check=False).returncode)  # noqa: S603  # a fixed command


if __name__ == "__main__":
    main()
