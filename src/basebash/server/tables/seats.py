"""Seats as they are stored, and the names on them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from basebash import BasebashError
from basebash.server.games.factions import check_pick, pool_of
from basebash.server.messages import Level, SeatKind, TableRequest

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hera")
_ZERO_WIDTH_JOINER = "\u200d"  # joins several emoji into one
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that nothing is drawn for


class Seat(Struct):
    """A seat as it is stored: the JSON names are those of older versions.

    `is_creators`: it belongs to the table's creator and is played on the creator's device. `stand_in`: a bot plays
    until the person is back. `hash`: the key of the first token (`tokens.seat_key`). `device_keys`: those of the
    tokens of the person's other devices. `picks`: the factions picked in the room. `collection`: the sets that the
    person has; empty for all.
    """

    kind: SeatKind
    name: str
    level: Level = "normal"
    hash: str | None = None
    is_creators: bool = msgspec.field(default=False, name="home")
    resigned: bool = False
    stand_in: bool = False
    device_keys: list[str] = msgspec.field(default_factory=list, name="more")
    picks: list[str] = []
    collection: list[str] = []

    @property
    def keys(self) -> list[str]:
        """The keys of all tokens for this seat."""
        return self.device_keys if self.hash is None else [*self.device_keys, self.hash]

    @property
    def has_picked(self) -> bool:
        """Whether both factions are picked."""
        return len(self.picks) == 2

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot answers for this seat now."""
        return self.kind == "bot" or self.stand_in


def collections_of(seats: Sequence[Seat]) -> list[list[str]]:
    """Return the sets that each person has."""
    return [seat.collection for seat in seats if seat.kind == "person"]


def check_picks(request: TableRequest, seats: Sequence[Seat]) -> None:
    """Raise `BasebashError` if somebody has picked what they may not."""
    pool = pool_of(request, collections_of(seats))
    for number, seat in enumerate(seats):
        check_pick(request, seat.picks, [other.picks for other in seats[:number]], pool)


def without_unfit_picks(request: TableRequest, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats without the picks that the settings or the collections no longer allow."""
    pool = pool_of(request, collections_of(seats))
    kept: list[Seat] = []
    for seat in seats:
        try:
            picks = check_pick(request, seat.picks, [other.picks for other in kept], pool)
        except BasebashError:
            picks = []
        kept.append(msgspec.structs.replace(seat, picks=picks if request.factions == "choose" else []))
    return kept


def factions_shown(request: TableRequest, seats: Sequence[Seat], number: int, viewer: int | None) -> list[str]:
    """Return what a viewer may know before the start about the factions of a seat."""
    if request.factions == "choose":
        return list(seats[number].picks) if number == viewer or not request.hidden_picks else []
    if isinstance(request.factions, str) or number >= len(request.factions):
        return []
    return list(request.factions[number] or ())


def clean_text(text: str) -> str:
    r"""Return a name or chat line with single spaces and without invisible characters.

    It is empty if nothing of it can be seen.

    >>> clean_text(" Ada\n\u202e  B "), clean_text("\u200d \u3164")
    ('Ada B', '')
    """
    cleaned = " ".join("".join(c if c.isprintable() or c == _ZERO_WIDTH_JOINER else " " for c in text).split())
    return cleaned if any(map(_is_visible, cleaned)) else ""


def _is_visible(character: str) -> bool:
    """Whether a character is drawn by itself: no space, joiner, mark on another character or blank letter."""
    return unicodedata.category(character)[0] not in "CMZ" and character not in _BLANK
