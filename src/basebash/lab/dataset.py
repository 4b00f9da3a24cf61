"""A dataset: the tables of a lab with every event and a replay of each game, and a card that says what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from basebash.lab.numbers import wilson
from basebash.lab.plan import LabPlan
from basebash.lab.play import Stop, never
from basebash.lab.record import EXTRAS, table_names
from basebash.lab.run import Progress, run_lab
from basebash.lab.store import Lab, open_lab, part_path

CARD = "README.md"
"""The file of the data card."""

_TABLES = {
    "games": "a row for each game: seed, players, winner, length",
    "seats": "a row for each player: bot, factions, place, VP by source",
    "cards": "a row for each card of a player's deck: drawn, played, VP it gave",
    "bases": "a row for each time a base was in play",
    "events": "a row for each entry of the log",
    "replays": "a row for each game: the saved game with all its answers, for `basebash.Game.replay`",
}


def make_dataset(
    plan: LabPlan,
    folder: Path,
    *,
    command: str,
    resume: bool = False,
    workers: int | None = None,
    ray: str | None = None,
    stop: Stop = never,
    progress: Progress = lambda _: None,
) -> int:
    """Play the games of a plan into a folder, write its data card, and return how many games there are.

    `command`: how to make the dataset again, for the card.
    """
    done = run_lab(plan, folder, extras=EXTRAS, resume=resume, workers=workers, ray=ray, stop=stop, progress=progress)
    if done:
        (folder / CARD).write_text(data_card(open_lab(folder), command), encoding="utf-8")
    return done


def data_card(lab: Lab, command: str) -> str:
    """Return the card: what the dataset holds, how it was made, how to read it, and what it is not."""
    settings = lab.settings
    plan: dict[str, Any] = settings["plan"]
    bots = ", ".join(f"`{name}`" for name in plan["bots"])
    factions = plan["factions"]
    unfinished = lab.table("games").select(pl.col("winner").is_null().sum()).collect().item()
    tables = [
        (f"`{name}/`", _TABLES[name], f"{_rows(lab, name):,}", f"{_bytes(lab, name) / 1000:,.0f} kB")
        for name in table_names(EXTRAS)
    ]
    return f"""---
license: mit
tags: [board-games, card-games, imitation-learning, game-logs]
---

# {lab.games:,} games of {bots}

Games of bots in Basebash, an unofficial fan-made engine for the card game Smash Up (not affiliated with or endorsed
by AEG). Every game is complete: its set-up, its seed and every answer, besides tables of what happened.

| | |
|---|---|
| games | {lab.games:,}, of which {unfinished:,} reached the limit of turns or answers and have no winner |
| players | {", ".join(map(str, plan["players"]))} |
| bots | {bots} |
| factions | {len(factions)}: {", ".join(sorted(factions))} |
| rules | edition {plan["edition"]}, Basebash {settings["basebash"]} |
| made by | `{command}` |

The same command with the same version of Basebash gives the same files, byte for byte, whatever the number of
workers, unless a bot has a budget in seconds.

## Tables

Parquet, in parts of {settings["part_games"]:,} games: `TABLE/part-NNNNN.parquet`. `docs/lab.md` explains every column.

{_table(("table", "what", "rows", "size"), tables)}

```python
import polars as pl

from basebash import Game

replays = pl.read_parquet("replays/*.parquet")
for game in Game.replay(replays["save"][0]):  # the position before each answer, then the end
    print(game.answers_given, "over" if game.is_over else game.question.prompt)
```

## Who won

{_table(("bot", "players", "seats", "won", "95 % interval"), _results(lab))}

## Limits

- Bots played, not people: they misjudge some cards and never talk, tire or resign. Learn what bots do from it, and
  strengths of factions only as far as these bots play them well.
- Pairs of factions meet equally often, and partners and seats are random. People choose.
- To test on factions that were not seen in training, split by faction, as `basebash.lab.benchmark.factions_of` does.
- A replay needs the version of Basebash named above, or one with the same rules for its cards. A later version
  reports answers that no longer fit; it does not change them.
- The data is about no person.
"""


def _rows(lab: Lab, name: str) -> int:
    count: int = lab.table(name).select(pl.len()).collect().item()
    return count


def _bytes(lab: Lab, name: str) -> int:
    parts = -(-lab.games // lab.settings["part_games"])
    return sum(part_path(lab.folder, name, part).stat().st_size for part in range(parts))


def _results(lab: Lab) -> Iterable[Sequence[str]]:
    counted = lab.table("seats").group_by("bot", "players").agg(pl.len(), pl.col("won").sum())
    for bot, players, seats, won in counted.sort("players", "bot").collect().iter_rows():
        low, high = wilson(won, seats)
        yield f"`{bot}`", str(players), f"{seats:,}", f"{won / seats:.1%}", f"{low:.1%} to {high:.1%}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
