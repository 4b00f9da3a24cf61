"""Statistics from a finished game's log: who drew and played what, and where victory points came from.

It reads every entry of every game, so it is compiled with the engine (`make fast`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from basebash.engine import Game
from basebash.engine.data.terms import BASE, KIND_NAMES, MINION, TITAN
from basebash.engine.log import LogEntry

SOURCES: Final = ("first", "second", "third", "base", "minion", "action", "titan", "lost")
"""The sources of VP: places at a base, abilities of bases, minions, actions and titans; and what was lost."""

_TITAN, _LOST = SOURCES.index("titan"), SOURCES.index("lost")

EARLY: Final = 15
"""How many of a player's first draws count as early: the opening hand and five turns."""


class LogStatistics:
    """Statistics of one game's log: counts for each card, player and base."""

    def __init__(self, game: Game) -> None:
        self.printed = game.state.printed
        self.owner = game.state.owner
        cards = len(self.printed)
        players = game.players
        self.came = [0] * cards  # 1 if its owner drew it, put it into their hand, or played it
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
        for entry in game.entries:
            reader = _READERS.get(entry.kind)
            if reader is not None:
                reader(self, entry)

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
        """Ignore the first hand of a player who redrew it: it does not count as drawn."""
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
        """VP never fall below 0, so the loss may be smaller than the log says."""
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

    def add_cards(self, number: int, winners: Sequence[int], columns: list[list[Any]]) -> None:
        """Append a row for each card of a player to the columns of that table.

        Copies of a card have consecutive ids, as the decks were built.
        """
        owner, early, came, draws, plays, vp = self.owner, self.early, self.came, self.draws, self.plays, self.vp_of
        games, seats, names, factions, kinds, copies, firsts, drawn, drawings, playings, gains, won = columns
        last = None
        for i, card in enumerate(self.printed):
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
            games.append(number)
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


_READERS = {
    "turn": LogStatistics.turn,
    "draw": LogStatistics.draw,
    "to hand": LogStatistics.to_hand,
    "mulligan": LogStatistics.mulligan,
    "play": LogStatistics.play,
    "talent": LogStatistics.talent,
    "award": LogStatistics.awarded,
    "vp": LogStatistics.gain,
    "score": LogStatistics.score,
    "scored": LogStatistics.scored,
    "tie": LogStatistics.tie,
    "new base": LogStatistics.new_base,
    "replace base": LogStatistics.replaced_base,
    "destroy base": LogStatistics.base_left,
    "base to bottom": LogStatistics.base_left,
    "base to top": LogStatistics.base_left,
}

COUNTED_KINDS: Final = frozenset(_READERS)
"""The kinds of events that are read."""
