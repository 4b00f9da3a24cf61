"""Known cases for `basebash lab pack`: an official faction as a pack, with more power, and with blank cards.

    python -m tools.fairness_cases FOLDER --games 270

The copy must get the strength of its original back, the stronger one must be found stronger, and the blank one weakest
(docs/lab.md has the result). The three play the same deals.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import polars as pl

from basebash.lab.fairness.baseline import shipped_baseline
from basebash.lab.fairness.plan import pack_plan
from basebash.lab.fairness.report import answer
from basebash.lab.fairness.run import analyse_pack, run_pack
from basebash.packs import add_folder

MANIFEST = 'name = "{name}"\nversion = "1"\nauthor = "Basebash contributors"\nlicence = "MIT"\n'
CODE = '''"""{original} again, as a pack."""

from basebash.engine import ACTION, FACTIONS, Action, Faction, Minion

ORIGINAL = FACTIONS["{original}"]
AGAIN = Faction("{name}", set_name="{name}", intro="", summary="{original} again")
MORE = {more}
for card in (*ORIGINAL.cards, *ORIGINAL.titans, *ORIGINAL.bases):
    kinds = (Action if card.kind == ACTION else Minion,) if {blank} and card in ORIGINAL.cards else (type(card),)
    printed = {{"__doc__": card.text, "name": card.name, "power": card.power + (MORE if card.power else 0)}}
    type(type(card).__name__, kinds, printed, of=AGAIN, copies=card.copies)
'''
CASES = {"copied": (0, False), "stronger": (1, False), "blank": (0, True)}


def main() -> None:
    """Play the cases and print what is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--original", default="Dinosaurs")
    parser.add_argument("--games", type=int, default=270)
    parser.add_argument("--workers", type=int, default=None)
    arguments = parser.parse_args()
    baseline = shipped_baseline(["easy-1"], 2019)
    assert baseline is not None
    for name, (more, blank) in CASES.items():
        folder = arguments.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pack.toml").write_text(MANIFEST.format(name=name), encoding="utf-8")
        code = CODE.format(original=arguments.original, name=name.title(), more=more, blank=blank)
        (folder / "cards.py").write_text(code, encoding="utf-8")
        plan = pack_plan(add_folder(folder), arguments.games, players=[2])
        run_pack(plan, folder / "games", baseline=baseline, workers=arguments.workers)
        found = analyse_pack(plan, folder / "games", baseline)
        measured = found.factions[0].measured
        (row,) = measured.standings.filter(pl.col("name") == arguments.original).iter_rows(named=True)
        print(f"{answer(measured)} {arguments.original}: {100 * row['chance']:.1f} %", flush=True)


if __name__ == "__main__":
    main()
