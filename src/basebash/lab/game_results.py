"""Players and winners of a lab's games as arrays, from which strengths are computed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from basebash.lab.numbers import (
    Floats,
    Ints,
)
from basebash.lab.store import Lab


@dataclass(frozen=True)
class Games:
    """The players of every game that was won, in arrays of games by seats; -1 is an empty seat."""

    factions: list[str]
    bots: list[str]
    counts: list[int]  # of players
    players: Ints  # of each game
    one: Ints
    other: Ints
    order: Ints
    bot: Ints
    place: Ints
    winner: Ints
    share: Floats | None = None  # of the win; by default the winner has all

    @property
    def size(self) -> int:
        """Return how many games there are."""
        return len(self.winner)

    @property
    def pair(self) -> Ints:
        """Return the number of each seat's pair of factions."""
        n = len(self.factions)
        low, high = np.minimum(self.one, self.other), np.maximum(self.one, self.other)
        return np.where(low < 0, -1, low * n + high)

    @property
    def won(self) -> Floats:
        """Return 1 where a seat won; joint winners share it."""
        if self.share is not None:
            return self.share
        won: Floats = (np.arange(self.one.shape[1])[None, :] == self.winner[:, None]).astype(np.float64)
        return won


def read_games(lab: Lab) -> Games:
    """Read the players of every game of a lab that was won, in order of their numbers."""
    factions = sorted(lab.settings["plan"]["factions"])
    bots = list(dict.fromkeys(lab.settings["plan"]["bots"]))
    names = pl.Enum(factions)
    seats = (
        lab.table("seats")
        .join(lab.table("games").select("game", "winner", "winners"), on="game", maintain_order="left")
        .filter(pl.col("winner").is_not_null())
        .select(
            "game",
            "seat",
            "players",
            "order",
            "place",
            "winner",
            (pl.col("won").cast(pl.Float64) / pl.col("winners")).alias("share"),
            pl.col("faction_a").cast(names).to_physical(),
            pl.col("faction_b").cast(names).to_physical(),
            pl.col("bot").cast(pl.Enum(bots)).to_physical(),
        )
        .collect(engine="streaming")
        .sort("game", "seat")
    )
    game = seats["game"].rle_id().to_numpy().astype(np.int64)
    seat = seats["seat"].to_numpy().astype(np.int64)
    size = int(game[-1]) + 1 if len(game) else 0
    width = int(seat.max()) + 1 if len(seat) else 2

    def column(name: str) -> Ints:
        values = np.full((size, width), -1, dtype=np.int64)
        values[game, seat] = seats[name].to_numpy()
        return values

    share = np.zeros((size, width))
    share[game, seat] = seats["share"].to_numpy()
    players = column("players").max(axis=1, initial=-1)
    return Games(
        factions=factions,
        bots=bots,
        counts=[int(count) for count in np.unique(players)],
        players=players,
        one=column("faction_a"),
        other=column("faction_b"),
        order=column("order"),
        bot=column("bot"),
        place=column("place"),
        winner=column("winner")[:, 0],
        share=share,
    )


def summed(where: Ints, what: Floats, size: int) -> Floats:
    seen = where >= 0
    return np.bincount(where[seen], weights=what[seen], minlength=size).astype(np.float64)
