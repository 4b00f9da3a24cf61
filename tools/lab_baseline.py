"""Writes the strengths of official factions that ship with Basebash, from a lab of them.

basebash lab run BASELINE --games 20000 --bots easy
python -m tools.lab_baseline BASELINE
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from basebash.lab.fairness.baseline import baseline_of_lab

FILE = Path(__file__).parents[1] / "src/basebash/lab/fairness/baseline.json"


def main() -> None:
    """Write the table."""
    found = baseline_of_lab(Path(sys.argv[1]), date=datetime.now(UTC).date().isoformat())
    FILE.write_text(json.dumps(found.to_json(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
