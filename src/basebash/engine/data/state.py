"""The whole state of a game as plain, flat data that is cheap to copy.

Every card of the players and every base has a number, its id. What can change about a card is stored in columns, lists
of small integers indexed by id; where it is, in the lists of the zones. What is printed on it (`printed`) and who owns
it (`owner`) never change during a game and are shared between copies. Effects and play allowances are immutable values,
so copying their lists is enough.

`State.copy` is written by hand for speed; a test fails when a field is forgotten in it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from basebash.engine.data.checks import problem_of
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import (
    BARRED,
    COPIED,
    DECK,
    LAID,
    NOBODY,
    SETUP,
    Who,
    player_from_json,
    player_to_json,
)
from basebash.engine.data.values import Allowance, Deed, Effect
from basebash.engine.errors import BadSave
from basebash.engine.vocabulary.ability import LASTING
from basebash.engine.vocabulary.printed import CARDS

if TYPE_CHECKING:
    from basebash.engine.vocabulary.printed import Printed

_WORDS: Final = struct.Struct("<16I")


def key_of(seed: int | str) -> bytes:
    """Return the random generator's key for a seed: a number for a lab, a secret of 128 bits or more for a server."""
    return hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"basebash seed").digest()


FIELDS: Final = (
    "base_deck",
    "base_discard",
    "bases",
    "controller",
    "counters",
    "decks",
    "deeds",
    "discards",
    "drawn",
    "effects",
    "entered",
    "extra_turns",
    "factions",
    "first_player",
    "hands",
    "key",
    "known",
    "memo",
    "on",
    "once",
    "owner",
    "phase",
    "plays",
    "printed",
    "rare_zones",
    "scoring",
    "seat",
    "serial",
    "turn",
    "turn_player",
    "turn_start_serial",
    "vp",
    "where",
    "winners",
    "zone",
)


_NUMBERS: Final = (
    "drawn",
    "first_player",
    "phase",
    "scoring",
    "seat",
    "serial",
    "turn",
    "turn_player",
    "turn_start_serial",
)
_LISTS: Final = (
    "base_deck",
    "base_discard",
    "bases",
    "counters",
    "entered",
    "extra_turns",
    "known",
    "vp",
    "where",
    "winners",
    "zone",
)
_SAVED_AS: Final = {"rare_zones": "side", "turn_start_serial": "dawn"}  # fields that have an older name in saves
_MARK_FIELDS: Final = 6  # see `limits.Mark`
_PILES: Final = ("decks", "discards", "factions", "hands")

T = TypeVar("T")


class State:
    """Everything that can change during a game. See the module's text for its shape."""

    __slots__ = (*FIELDS, "_words")

    def __init__(self, players: int, seed: int | str) -> None:
        # Shared between copies, set once when the cards are dealt.
        self.printed: tuple[Printed, ...] = ()
        self.owner: tuple[int, ...] = ()
        # Columns, indexed by card id.
        self.zone: list[int] = []
        self.where: list[int] = []  # the player of a hand, deck or discard pile; the card that a card in play is on
        self.controller: list[Who] = []
        # +1 power counters on minions and titans; on others and out of play, what their text says.
        self.counters: list[int] = []
        self.entered: list[int] = []  # when it came into play: a card that comes back is another one
        self.known: list[int] = []  # in a hidden zone: the players who know it, one bit each
        self.memo: dict[int, int] = {}  # a number that a card stores, if it is not 0
        # Zones. Decks are listed top first.
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.decks: list[list[int]] = [[] for _ in range(players)]
        self.discards: list[list[int]] = [[] for _ in range(players)]
        self.bases: list[int] = []
        self.base_deck: list[int] = []
        self.base_discard: list[int] = []
        self.on: dict[int, list[int]] = {}  # the cards on a base or on a minion, in order of arrival
        # The table.
        self.vp: list[int] = [0] * players
        self.factions: list[list[str]] = [[] for _ in range(players)]
        self.phase = SETUP
        self.turn = 0
        self.turn_player = 0
        self.seat = 0  # the last player with a regular turn: extra turns do not change the order (T11)
        self.first_player = 0
        self.scoring = -1
        self.extra_turns: list[int] = []
        self.winners: list[int] = []
        self.rare_zones: RareZones | None = None
        # Lasting things.
        self.plays: list[Allowance] = []
        self.effects: list[Effect] = []
        self.deeds: list[Deed] = []  # what was done this turn
        self.once: list[tuple[Any, ...]] = []  # once-a-turn marks
        # Randomness: a key, which copies share, and how many numbers were drawn.
        self.key = key_of(seed)
        self.drawn = 0
        self._words: tuple[int, ...] = ()
        self.serial = 0
        self.turn_start_serial = 0  # the serial number when the turn started

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.vp)

    def copy(self) -> State:
        """Return an independent copy."""
        new = _Copy()
        new.printed = self.printed
        new.owner = self.owner
        new.zone = self.zone[:]
        new.where = self.where[:]
        new.controller = self.controller[:]
        new.counters = self.counters[:]
        new.memo = self.memo.copy()
        new.entered = self.entered[:]
        new.known = self.known[:]
        new.hands = list(map(list, self.hands))
        new.decks = list(map(list, self.decks))
        new.discards = list(map(list, self.discards))
        new.bases = self.bases[:]
        new.base_deck = self.base_deck[:]
        new.base_discard = self.base_discard[:]
        new.on = {host: cards[:] for host, cards in self.on.items()}
        new.vp = self.vp[:]
        new.factions = list(map(list, self.factions))
        new.phase = self.phase
        new.turn = self.turn
        new.turn_player = self.turn_player
        new.seat = self.seat
        new.first_player = self.first_player
        new.scoring = self.scoring
        new.extra_turns = self.extra_turns[:]
        new.winners = self.winners[:]
        new.plays = self.plays[:]
        new.effects = self.effects[:]
        new.deeds = self.deeds[:]
        new.once = self.once[:]
        new.key = self.key
        new.drawn = self.drawn
        new._words = self._words
        new.serial = self.serial
        new.turn_start_serial = self.turn_start_serial
        new.rare_zones = None if self.rare_zones is None else self.rare_zones.copy()
        return new

    def add_card(self, printed: Printed, owner: Who, zone: int = DECK, where: int = -1) -> int:
        """Add a card to the game (set-up only) and return its id. The caller puts it into its zone's list."""
        return self.add_cards([printed], owner, zone, where)[0]

    def add_cards(self, printed: Sequence[Printed], owner: Who, zone: int, where: int = -1) -> list[int]:
        """Add cards to the game, as `add_card` does."""
        first, count = len(self.zone), len(printed)
        self.printed += tuple(printed)
        self.owner += (player_to_json(owner),) * count
        self.zone += [zone] * count
        self.where += [where] * count
        self.controller += [NOBODY if owner is NOBODY or owner < 0 else owner] * count
        for column in (self.counters, self.entered, self.known):
            column.extend([0] * count)
        return list(range(first, first + count))

    # ------------------------------------------------------------------------------------------------ chance
    def random(self, n: int) -> int:
        """Return a random number from 0 to n - 1: BLAKE2 in counter mode, whose output does not reveal the key."""
        drawn = self.drawn
        place = drawn & 15
        if not place:
            self._words = self._block(drawn >> 4)
        self.drawn = drawn + 1
        word = self._words[place]
        if n <= 65536:
            return word * n >> 32
        return (word << 32 | self.random(65536) << 16 | self.random(65536)) * n >> 64

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return up to `count` of the items, picked at random."""
        pool = list(items)
        return [pool.pop(self.random(len(pool))) for _ in range(min(count, len(pool)))]

    def _block(self, number: int) -> tuple[int, ...]:
        return _WORDS.unpack(hashlib.blake2b(number.to_bytes(8, "little"), key=self.key).digest())

    def reseed(self, seed: int | str) -> None:
        """Continue with another seed."""
        self.key = key_of(seed)
        self.drawn = 0

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle the list; nobody knows the places of its cards any more (I3)."""
        self.shuffle_plain(cards)
        known = self.known
        for card in cards:
            known[card] = 0

    def shuffle_plain(self, cards: list[int]) -> None:
        """Shuffle any list of numbers."""
        drawn, words = self.drawn, self._words
        for i in range(len(cards) - 1, 0, -1):  # like `random`, without a call for each card
            place = drawn & 15
            if not place:
                words = self._block(drawn >> 4)
            drawn += 1
            j = words[place] * (i + 1) >> 32
            cards[i], cards[j] = cards[j], cards[i]
        self.drawn, self._words = drawn, words

    # ------------------------------------------------------------------------------------------------ JSON
    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON data; `State.from_json` reads it."""
        data: dict[str, Any] = {}
        for field in FIELDS:
            if field == "printed":
                data[field] = [card.key for card in self.printed]
            elif field == "key":
                data[field] = self.key.hex()
            elif field == "rare_zones":
                data[_SAVED_AS[field]] = None if self.rare_zones is None else self.rare_zones.to_json()
            elif field == "on":
                data[field] = {str(host): cards for host, cards in self.on.items()}
            elif field == "memo":
                data[field] = [0] * len(self.printed)
                for card, number in self.memo.items():
                    data[field][card] = number
            elif field == "controller":
                data[field] = [-1 if seat is NOBODY else seat for seat in self.controller]
            elif field == "deeds":
                data[field] = [deed.to_json() for deed in self.deeds]
            elif field == "effects":
                data[field] = [_write_effect(effect) for effect in self.effects]
            elif field == "plays":
                data[field] = [_write_right(right) for right in self.plays]
            else:
                data[_SAVED_AS.get(field, field)] = getattr(self, field)
        return data

    @staticmethod
    def from_json(data: Any, find: dict[str, Printed]) -> State:
        """Read the state that `to_json` wrote; `find` returns the printed cards by key."""
        state = _Copy()
        try:
            for field in _NUMBERS:
                setattr(state, field, data[_SAVED_AS.get(field, field)])
            for field in _LISTS:
                setattr(state, field, list(data[field]))
            for field in _PILES:
                setattr(state, field, [list(pile) for pile in data[field]])
            state.printed = tuple([find[name] for name in data["printed"]])
            state.owner = tuple(data["owner"])
            state.controller = [NOBODY if number == -1 else number for number in data["controller"]]
            memo = data["memo"]
            if len(memo) != len(state.printed):
                raise BadSave("The saved state is damaged: its columns differ in length.")
            state.memo = {card: number for card, number in enumerate(memo) if number}
            state.on = {int(host): list(cards) for host, cards in data["on"].items()}
            state.effects = [_read_effect(fields, find) for fields in data["effects"]]
            state.deeds = [Deed.from_json(fields) for fields in data["deeds"]]
            state.plays = [_read_right(fields, find) for fields in data["plays"]]
            rare = data[_SAVED_AS["rare_zones"]]
            state.rare_zones = None if rare is None else RareZones.from_json(rare)
            state.key = bytes.fromhex(data["key"])
            state.once = [mark for fields in data["once"] for mark in _read_mark(fields, state, find)]
            state._words = state._block(state.drawn >> 4)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, StopIteration, IndexError) as error:
            raise BadSave(f"The saved state is damaged ({type(error).__name__}: {error}).") from None
        state._check()
        return state

    def _check(self) -> None:
        """Reject a state from a file whose parts do not fit together."""
        try:
            problem = problem_of(self)
        except (TypeError, IndexError, ValueError, AttributeError, KeyError) as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            raise BadSave(f"The saved state is damaged: {problem}.")


# Numbers of printed cards and lasting abilities change from version to version, so saves contain their keys.
def _write_effect(effect: Effect) -> list[Any]:
    data = effect.to_json()
    if effect.kind in (COPIED, BARRED):
        data[2] = CARDS[effect.amount].key
    elif effect.kind == LAID:
        data[2] = LASTING[effect.amount].key
    return data


def _read_effect(fields: list[Any], find: dict[str, Printed]) -> Effect:
    kind, target, amount, *rest = fields
    if kind in (COPIED, BARRED):
        amount = find[amount].number
    elif kind == LAID:
        amount = next(ability.number for ability in LASTING if ability.key == amount)
    until, player, *rest = rest
    return Effect(kind, target, amount, until, player_from_json(player), *rest)


def _read_mark(fields: list[Any], state: State, find: dict[str, Printed]) -> list[tuple[Any, ...]]:
    """Read a once-a-turn mark. Older saves name the card by its arrival or name; None if it has left since."""
    if len(fields) == _MARK_FIELDS:
        return [tuple(fields)]
    what, *rest = fields
    if what in ("offer", "use"):
        card, arrival, number, *user = rest
        key = f"{CARDS[number - 2].key} offers" if what == "offer" else f"{CARDS[number].key} use"
        return [(key, card, arrival, card, arrival, user[0] if user else state.turn_player)]
    which, player = rest
    if isinstance(which, str):  # one of all cards of this name a turn, or for each base that came then
        key = next(printed.key for printed in find.values() if printed.name == which)
        places = [(i, what) for i in state.bases if state.entered[i] == what] if what else [(-1, 0)]
        used = [key, f"{key} offers", f"{key} use"]  # whichever it was
        return [(name, place, arrival, -1, 0, player) for name in used for place, arrival in places]
    cards = [i for i, arrival in enumerate(state.entered) if arrival == which and (which or state.owner[i] == player)]
    return [(state.printed[i].key, i, which, i, which, player) for i in cards]


def _write_right(right: Allowance) -> list[Any]:
    data = right.to_json()
    data[6] = CARDS[right.rule].key if right.rule >= 0 else ""
    return data


def _read_right(fields: list[Any], find: dict[str, Printed]) -> Allowance:
    rule = find[fields[6]].number if fields[6] else -1
    return Allowance.from_json([*fields[:6], rule, *fields[7:]])


class _Copy(State):
    """An empty state for `State.copy` to fill."""

    __slots__ = ()

    def __init__(self) -> None:
        pass
