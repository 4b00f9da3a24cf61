"""The record of a game: rows of several tables, made when it is over, most of them from its log.

`TABLES` names the columns; `docs/lab.md` documents them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import polars as pl

from basebash import Game
from basebash.engine.data.terms import ZONE_NAMES
from basebash.lab.log_statistics import SOURCES, LogStatistics
from basebash.lab.plan import Deal

Schema = dict[str, Any]  # polars has no public name for this type
Tables = dict[str, pl.DataFrame]

_NAME, _SMALL, _NUMBER = pl.String(), pl.Int8(), pl.Int32()

TABLES: dict[str, Schema] = {
    "games": {
        "game": pl.Int64(),
        "seed": pl.UInt64(),
        "players": _SMALL,
        "first_player": _SMALL,
        "winner": _SMALL,
        "winners": _SMALL,
        "turns": _NUMBER,
        "answers": _NUMBER,
        "scores": _NUMBER,
        "ties": _NUMBER,
    },
    "seats": {
        "game": pl.Int64(),
        "seat": _SMALL,
        "players": _SMALL,
        "order": _SMALL,
        "bot": _NAME,
        "faction_a": _NAME,
        "faction_b": _NAME,
        "won": pl.Boolean(),
        "place": _SMALL,
        "vp": _NUMBER,
        "turns": _NUMBER,
        "drawn": _NUMBER,
        "minions": _NUMBER,
        "actions": _NUMBER,
        "titans": _NUMBER,
        "talents": _NUMBER,
        **{f"vp_{source}": _NUMBER for source in SOURCES},
    },
    "cards": {
        "game": pl.Int64(),
        "seat": _SMALL,
        "card": _NAME,
        "faction": _NAME,
        "kind": _NAME,
        "copies": _SMALL,
        "early": _SMALL,
        "drawn": _SMALL,
        "draws": _NUMBER,
        "plays": _NUMBER,
        "vp": _NUMBER,
        "won": pl.Boolean(),
    },
    "bases": {
        "game": pl.Int64(),
        "base": _NAME,
        "set": _NAME,
        "players": _SMALL,
        "entered": _NUMBER,
        "left": _NUMBER,
        "end": _NAME,
        "vp": _NUMBER,
    },
    "events": {
        "game": pl.Int64(),
        "number": _NUMBER,
        "turn": _NUMBER,
        "answer": _NUMBER,
        "kind": _NAME,
        "player": _SMALL,
        "card": _NAME,
        "others": pl.List(_NAME),
        "base": _NAME,
        "amount": _NUMBER,
        "zone": _NAME,
        "text": _NAME,
    },
    "replays": {"game": pl.Int64(), "save": _NAME},
}

Extras = Collection[str]
"""Names of tables that are written on request."""

EXTRAS = ("events", "replays")


def table_names(extras: Extras = ()) -> list[str]:
    """Return the tables that are written with these extras."""
    return [name for name in TABLES if name not in EXTRAS or name in extras]


class Rows:
    """Collects rows of the tables while games are played."""

    def __init__(self, extras: Extras = ()) -> None:
        self.names = table_names(extras)
        self.columns: dict[str, list[list[Any]]] = {name: [[] for _ in TABLES[name]] for name in self.names}

    def add(self, table: str, *values: Any) -> None:
        """Adds a row."""
        for column, value in zip(self.columns[table], values, strict=True):
            column.append(value)

    def tables(self) -> Tables:
        """Return the rows as data frames."""
        return {name: self._table(name) for name in self.names}

    def _table(self, name: str) -> pl.DataFrame:
        columns = dict(zip(TABLES[name], self.columns[name], strict=True))
        if name != "events":
            return pl.DataFrame(columns, schema=TABLES[name])
        # Polars reads nested lists slowly, and strings quickly.
        lines = pl.col("others")
        listed = pl.when(lines == "").then(pl.lit([], pl.List(_NAME))).otherwise(lines.str.split("\n"))
        return pl.DataFrame(columns, schema={**TABLES[name], "others": _NAME}).with_columns(listed.alias("others"))

    def record(self, deal: Deal, game: Game) -> None:
        """Add a game that is over, or was given up (then nobody won)."""
        statistics = LogStatistics(game)
        self._add_game(deal, game, statistics)
        self._add_seats(deal, game, statistics)
        statistics.add_cards(deal.game, game.winners, self.columns["cards"])
        self._add_bases(deal, game, statistics)
        if "events" in self.columns:
            self._add_events(deal, game)
        if "replays" in self.columns:
            self.add("replays", deal.game, game.save(log=False))

    def _add_game(self, deal: Deal, game: Game, statistics: LogStatistics) -> None:
        state = game.state
        self.add(
            "games",
            deal.game,
            deal.seed,
            game.players,
            state.first_player,
            game.winner,
            len(game.winners),
            state.turn,
            game.answers_given,
            statistics.scores,
            statistics.ties,
        )

    def _add_seats(self, deal: Deal, game: Game, statistics: LogStatistics) -> None:
        state = game.state
        players = game.players
        for seat in range(players):
            one, other = sorted(state.factions[seat])
            self.add(
                "seats",
                deal.game,
                seat,
                players,
                (seat - state.first_player) % players,
                deal.bots[seat],
                one,
                other,
                seat in game.winners,
                1 + sum(vp > state.vp[seat] for vp in state.vp),
                state.vp[seat],
                statistics.turns[seat],
                statistics.drawn[seat],
                statistics.minions[seat],
                statistics.actions[seat],
                statistics.titans[seat],
                statistics.talents[seat],
                *statistics.sources[seat],
            )

    def _add_bases(self, deal: Deal, game: Game, statistics: LogStatistics) -> None:
        for base in list(statistics.entered):
            statistics.close(base, game.state.turn, "in play" if base in game.state.bases else "left")
        for base, entered, left, end, vp in statistics.stays:
            printed = game.state.printed[base]
            where = printed.faction.set_name
            self.add("bases", deal.game, printed.name, where, game.players, entered, left, end, vp)

    def _add_events(self, deal: Deal, game: Game) -> None:
        names = [card.name for card in game.state.printed]
        entries = game.entries
        columns: list[list[Any]] = [
            [deal.game] * len(entries),
            list(range(len(entries))),
            [entry.turn for entry in entries],
            [entry.after for entry in entries],
            [entry.kind for entry in entries],
            [entry.player if entry.player >= 0 else None for entry in entries],
            [names[entry.cards[0]] if entry.cards else None for entry in entries],
            ["\n".join([names[i] for i in entry.cards[1:]]) for entry in entries],
            [names[entry.base] if entry.base >= 0 else None for entry in entries],
            [entry.number for entry in entries],
            [ZONE_NAMES[entry.zone] if entry.zone >= 0 else None for entry in entries],
            [entry.text or None for entry in entries],
        ]
        for column, values in zip(self.columns["events"], columns, strict=True):
            column.extend(values)
