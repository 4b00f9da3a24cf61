"""The window of recent events in an observation."""

from __future__ import annotations

from array import array
from typing import Any

from basebash.engine import BY_KEY, LogEntry
from basebash.engine.log import EVENT_KINDS, event_facts
from basebash.envs.card_index import CardIndex
from basebash.envs.episode import Episode
from basebash.envs.v2.columns import EVENT_OF, EVENT_ROWS, EVENTS, cut

LOGGED = frozenset(EVENT_KINDS)
WINDOW = EVENT_ROWS * len(EVENTS)


class History:
    """The events of a game as rows, as one seat may read them. New events are added when the window is read."""

    __slots__ = ("_entries", "_read", "_rows")

    def __init__(self) -> None:
        self._entries: list[LogEntry] = []
        self._read = 0
        self._rows = array("h", bytes(2 * WINDOW))

    def window(self, table: Episode, seat: int) -> array[int]:
        """Return the last rows, zeros before the first."""
        game = table.game
        entries = game.entries
        if entries is not self._entries:
            self._entries, self._read, self._rows = entries, 0, array("h", bytes(2 * WINDOW))
        index, players = table.actions.index, game.players
        printed, ids = game.state.printed, index.id_of_card
        for entry in entries[self._read :]:
            facts = event_facts(game.rules, entry, seat)
            if facts is not None:
                kind, turn, player, whom, cards, base, number = facts
                shown = [ids.get(printed[card].number, 0) for card in cards[:3]]
                where = ids.get(printed[base].number, 0) if base >= 0 else 0
                self._rows.extend(_row(kind, turn, player, whom, shown, where, number, seat, players))
        self._read = len(entries)
        return self._rows[-WINDOW:]


def event_row(index: CardIndex, event: dict[str, Any], seat: int, players: int) -> array[int]:
    """Return the row of an event of a view."""
    cards = [_identity(index, key) for key in event["cards"][:3]]
    base = _identity(index, event["base"]) if event["base"] else 0
    row = _row(
        event["kind"], event["turn"], event["player"], event["whom"], cards, base, event["number"], seat, players
    )
    return array("h", row)


def _row(
    kind: str,
    turn: int,
    player: int,
    whom: int,
    cards: list[int],
    base: int,
    number: int,
    seat: int,
    players: int,
) -> list[int]:
    """Return the numbers of `EVENTS`."""
    return [
        EVENT_OF[kind],
        0 if player < 0 else 1 + (player - seat) % players,
        0 if whom < 0 else 1 + (whom - seat) % players,
        *cards,
        *_NO_CARDS[len(cards)],
        base,
        cut(number),
        cut(turn),
    ]


_NO_CARDS: tuple[list[int], ...] = ([0, 0, 0], [0, 0], [0], [])


def _identity(index: CardIndex, key: str) -> int:
    """Return the id of the card with this key; 0 if it is not of the sets."""
    return index.id_of_card.get(BY_KEY[key].number, 0)
