"""What is kept of a game: rows of five tables, read off its log when it is over.

`TABLES` names the columns; `docs/lab.md` says what they mean.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from basebash import Game
from basebash.engine.log import LogEntry
from basebash.engine.terms import BASE, KIND_NAMES, MINION, TITAN, ZONE_NAMES
from basebash.lab.plan import Deal

Schema = dict[str, Any]  # polars has no public name for what may stand here
Tables = dict[str, pl.DataFrame]

SOURCES = ("first", "second", "third", "base", "minion", "action", "titan", "lost")
"""Where VP come from: places at a base, abilities of bases, minions, actions and titans; and what was lost."""

_TITAN, _LOST = SOURCES.index("titan"), SOURCES.index("lost")

EARLY = 15
"""How many of a player's first draws count as early: the opening hand and five turns."""

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
}


class Rows:
    """Rows of the tables while games are played."""

    def __init__(self, *, events: bool = False) -> None:
        self.names = [name for name in TABLES if events or name != "events"]
        self.columns: dict[str, list[list[Any]]] = {name: [[] for _ in TABLES[name]] for name in self.names}

    def add(self, table: str, *values: Any) -> None:
        """Adds a row."""
        for column, value in zip(self.columns[table], values, strict=True):
            column.append(value)

    def tables(self) -> Tables:
        """The rows as data frames."""
        return {name: self._table(name) for name in self.names}

    def _table(self, name: str) -> pl.DataFrame:
        columns = dict(zip(TABLES[name], self.columns[name], strict=True))
        if name != "events":
            return pl.DataFrame(columns, schema=TABLES[name])
        # Lists of lists are slow to read in; lines are not.
        lines = pl.col("others")
        listed = pl.when(lines == "").then(pl.lit([], pl.List(_NAME))).otherwise(lines.str.split("\n"))
        return pl.DataFrame(columns, schema={**TABLES[name], "others": _NAME}).with_columns(listed.alias("others"))

    def record(self, deal: Deal, game: Game) -> None:
        """Adds a game that is over (or was given up: then nobody won)."""
        told = _Told(game)
        for entry in game.entries:
            reader = _READERS.get(entry.kind)
            if reader is not None:
                reader(told, entry)
        self._add_game(deal, game, told)
        self._add_seats(deal, game, told)
        self._add_cards(deal, game, told)
        self._add_bases(deal, game, told)
        if "events" in self.columns:
            self._add_events(deal, game)

    def _add_game(self, deal: Deal, game: Game, told: _Told) -> None:
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
            told.scores,
            told.ties,
        )

    def _add_seats(self, deal: Deal, game: Game, told: _Told) -> None:
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
                told.turns[seat],
                told.drawn[seat],
                told.minions[seat],
                told.actions[seat],
                told.titans[seat],
                told.talents[seat],
                *told.sources[seat],
            )

    def _add_cards(self, deal: Deal, game: Game, told: _Told) -> None:
        """Copies of a card lie side by side in the order of ids, as the decks were built."""
        printed, owner = game.state.printed, game.state.owner
        early, came, draws, plays, vp = told.early, told.came, told.draws, told.plays, told.vp_of
        winners = game.winners
        games, seats, names, factions, kinds, copies, firsts, drawn, drawings, playings, gains, won = self.columns[
            "cards"
        ]
        last = None
        for i, card in enumerate(printed):
            seat = owner[i]
            if seat < 0:
                continue
            if card is last and seat == seats[-1]:
                copies[-1] += 1
                firsts[-1] += early[i]
                drawn[-1] += came[i]
                drawings[-1] += draws[i]
                playings[-1] += plays[i]
                gains[-1] += vp[i]
                continue
            last = card
            games.append(deal.game)
            seats.append(seat)
            names.append(card.name)
            factions.append(card.faction.name)
            kinds.append(KIND_NAMES[card.kind])
            copies.append(1)
            firsts.append(early[i])
            drawn.append(came[i])
            drawings.append(draws[i])
            playings.append(plays[i])
            gains.append(vp[i])
            won.append(seat in winners)

    def _add_bases(self, deal: Deal, game: Game, told: _Told) -> None:
        for base in list(told.entered):
            told.close(base, game.state.turn, "in play" if base in game.state.bases else "left")
        for base, entered, left, end, vp in told.stays:
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


class _Told:
    """What the log tells, entry by entry."""

    def __init__(self, game: Game) -> None:
        self.printed = game.state.printed
        self.owner = game.state.owner
        cards = len(self.printed)
        players = game.players
        self.came = [0] * cards  # 1 if it came to its owner: was drawn, put into the hand, or played
        self.early = [0] * cards  # 1 if it was among the first cards that its owner drew
        self.draws = [0] * cards
        self.plays = [0] * cards
        self.vp_of = [0] * cards
        self.turns = [0] * players
        self.drawn = [0] * players
        self.minions = [0] * players
        self.actions = [0] * players
        self.titans = [0] * players
        self.talents = [0] * players
        self.vp = [0] * players
        self.sources = [[0] * len(SOURCES) for _ in range(players)]
        self.scores = 0
        self.ties = 0
        self.award: LogEntry | None = None
        self.entered: dict[int, int] = {}
        self.paid: dict[int, int] = {}
        self.stays: list[tuple[int, int, int, str, int]] = []

    def turn(self, entry: LogEntry) -> None:
        self.turns[entry.player] += 1

    def draw(self, entry: LogEntry) -> None:
        player = entry.player
        drawn = self.drawn[player]
        for i in entry.cards:
            drawn += 1
            if self.owner[i] == player:
                self.draws[i] += 1
                self.came[i] = 1
                if drawn <= EARLY:
                    self.early[i] = 1
        self.drawn[player] = drawn

    def to_hand(self, entry: LogEntry) -> None:
        for i in entry.cards[1:]:
            if self.owner[i] == entry.players[0]:
                self.came[i] = 1

    def mulligan(self, entry: LogEntry) -> None:
        """The hand that was shown and given back does not count as drawn."""
        for i, owner in enumerate(self.owner):
            if owner == entry.player:
                self.came[i] = self.draws[i] = self.early[i] = 0
        self.drawn[entry.player] = 0

    def play(self, entry: LogEntry) -> None:
        i = entry.cards[0]
        player = entry.player
        if self.owner[i] == player:
            self.plays[i] += 1
            self.came[i] = 1
        if player < 0:
            return
        kind = self.printed[i].kind
        if kind == TITAN:
            self.titans[player] += 1
        elif kind & MINION:  # a fusion counts as one
            self.minions[player] += 1
        else:
            self.actions[player] += 1

    def talent(self, entry: LogEntry) -> None:
        self.talents[entry.player] += 1

    def awarded(self, entry: LogEntry) -> None:
        self.award = entry

    def gain(self, entry: LogEntry) -> None:
        """VP never fall below 0, so what is lost may be less than what the log says."""
        player, amount = entry.player, max(entry.number, -self.vp[entry.player])
        self.vp[player] += amount
        award, self.award = self.award, None
        if amount < 0:
            self.sources[player][_LOST] += amount
            return
        source = entry.cards[0] if entry.cards else -1
        kind = self.printed[source].kind if source >= 0 else BASE
        if kind == BASE:
            place = award is not None and award.player == player and award.base == source
            self.sources[player][award.number - 1 if award is not None and place else 3] += amount
            self.paid[source] = self.paid.get(source, 0) + amount
            return
        self.sources[player][_TITAN if kind == TITAN else 4 if kind & MINION else 5] += amount
        if self.owner[source] == player:
            self.vp_of[source] += amount

    def score(self, entry: LogEntry) -> None:
        self.scores += 1

    def tie(self, entry: LogEntry) -> None:
        self.ties += 1

    def new_base(self, entry: LogEntry) -> None:
        self.entered[entry.base] = max(1, entry.turn)
        self.paid.pop(entry.base, None)

    def replaced_base(self, entry: LogEntry) -> None:
        self.close(entry.cards[0], entry.turn, "left")
        self.new_base(entry)

    def scored(self, entry: LogEntry) -> None:
        self.close(entry.base, entry.turn, "scored")

    def base_left(self, entry: LogEntry) -> None:
        self.close(entry.base, entry.turn, "left")

    def close(self, base: int, turn: int, end: str) -> None:
        """A base left play."""
        if base in self.entered:
            self.stays.append((base, self.entered.pop(base), turn, end, self.paid.pop(base, 0)))


_READERS = {
    "turn": _Told.turn,
    "draw": _Told.draw,
    "to hand": _Told.to_hand,
    "mulligan": _Told.mulligan,
    "play": _Told.play,
    "talent": _Told.talent,
    "award": _Told.awarded,
    "vp": _Told.gain,
    "score": _Told.score,
    "scored": _Told.scored,
    "tie": _Told.tie,
    "new base": _Told.new_base,
    "replace base": _Told.replaced_base,
    "destroy base": _Told.base_left,
    "base to bottom": _Told.base_left,
    "base to top": _Told.base_left,
}
