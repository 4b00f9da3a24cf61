"""The whole state of a game as plain, flat data that is cheap to copy.

Every card of the players and every base has a number, its id. What can change about a card is kept in columns,
lists of small integers indexed by id; where it lies is kept in the lists of the zones. What is printed on it
(`printed`) and who owns it (`owner`) never change during a game and are shared between copies. Effects and
play allowances are immutable values, so that copying their lists is enough.

`State.copy` is written by hand for speed; a test fails when a field is forgotten in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine.errors import BadSave
from basebash.engine.terms import ASIDE, BASE_DECK, BASE_DISCARD, DECK, DISCARD, HAND, PLAY, SETUP
from basebash.engine.values import Allowance, Effect

if TYPE_CHECKING:
    from basebash.engine.printed import Printed

_MASK = (1 << 64) - 1


FIELDS = (
    "base_deck",
    "base_discard",
    "bases",
    "controller",
    "counters",
    "decks",
    "discards",
    "effects",
    "entered",
    "extra_turns",
    "factions",
    "first_player",
    "hands",
    "known",
    "memo",
    "moved",
    "on",
    "once",
    "owner",
    "phase",
    "played",
    "plays",
    "printed",
    "rng",
    "scoring",
    "seat",
    "serial",
    "turn",
    "turn_player",
    "used",
    "vp",
    "where",
    "winner",
    "zone",
)


class State:
    """Everything that can change during a game. See the module's text for its shape."""

    __slots__ = FIELDS

    def __init__(self, players: int, seed: int) -> None:
        # Shared between copies, set once when the cards are dealt.
        self.printed: tuple[Printed, ...] = ()
        self.owner: tuple[int, ...] = ()
        # Columns, indexed by card id.
        self.zone: list[int] = []
        self.where: list[int] = []  # the player of a hand, deck or discard pile; the card that a card in play is on
        self.controller: list[int] = []
        self.counters: list[int] = []  # +1 power counters
        self.memo: list[int] = []  # a number the card keeps for itself
        self.used: list[int] = []
        self.entered: list[int] = []  # when it came into play: a card that comes back is another one
        self.known: list[int] = []  # in a hidden zone: the players who know it, one bit each
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
        self.seat = 0  # whose regular turn it was last: extra turns do not change the order (T11)
        self.first_player = 0
        self.scoring = -1
        self.extra_turns: list[int] = []
        self.winner = -1
        # What lasts.
        self.plays: list[Allowance] = []
        self.effects: list[Effect] = []
        self.played: list[tuple[int, int, int, int]] = []  # this turn: player, card, base, phase
        self.moved: list[tuple[int, int]] = []  # this turn: minion, the base it came from
        self.once: list[tuple[int, int]] = []  # once-a-turn marks: what (a card's arrival or name), player
        # Chance.
        self.rng = seed & _MASK
        self.serial = 0

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.vp)

    def copy(self) -> State:
        """A state of its own, equal to this one."""
        new = _Copy()
        new.printed = self.printed
        new.owner = self.owner
        new.zone = self.zone[:]
        new.where = self.where[:]
        new.controller = self.controller[:]
        new.counters = self.counters[:]
        new.memo = self.memo[:]
        new.used = self.used[:]
        new.entered = self.entered[:]
        new.known = self.known[:]
        new.hands = [cards[:] for cards in self.hands]
        new.decks = [cards[:] for cards in self.decks]
        new.discards = [cards[:] for cards in self.discards]
        new.bases = self.bases[:]
        new.base_deck = self.base_deck[:]
        new.base_discard = self.base_discard[:]
        new.on = {host: cards[:] for host, cards in self.on.items()}
        new.vp = self.vp[:]
        new.factions = [names[:] for names in self.factions]
        new.phase = self.phase
        new.turn = self.turn
        new.turn_player = self.turn_player
        new.seat = self.seat
        new.first_player = self.first_player
        new.scoring = self.scoring
        new.extra_turns = self.extra_turns[:]
        new.winner = self.winner
        new.plays = self.plays[:]
        new.effects = self.effects[:]
        new.played = self.played[:]
        new.moved = self.moved[:]
        new.once = self.once[:]
        new.rng = self.rng
        new.serial = self.serial
        return new

    def add_card(self, printed: Printed, owner: int, zone: int = DECK, where: int = -1) -> int:
        """Brings a card into the game (set-up only); its id is returned. The caller puts it into its zone's list."""
        self.printed += (printed,)
        self.owner += (owner,)
        self.zone.append(zone)
        self.where.append(where)
        self.controller.append(owner)
        self.counters.append(0)
        self.memo.append(0)
        self.used.append(0)
        self.entered.append(0)
        self.known.append(0)
        return len(self.zone) - 1

    # ------------------------------------------------------------------------------------------------ chance
    def random(self, n: int) -> int:
        """A number from 0 to n - 1. Chance is one integer in the state (splitmix64), so that copies agree."""
        self.rng = rng = (self.rng + 0x9E3779B97F4A7C15) & _MASK
        rng = ((rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        rng = ((rng ^ (rng >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((rng ^ (rng >> 31)) * n) >> 64

    def shuffle(self, cards: list[int]) -> None:
        """Shuffles the list; nobody knows the places of its cards any more (I3)."""
        self.shuffle_plain(cards)
        known = self.known
        for card in cards:
            known[card] = 0

    def shuffle_plain(self, cards: list[int]) -> None:
        """Shuffles any list of numbers."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.random(i + 1)
            cards[i], cards[j] = cards[j], cards[i]

    # ------------------------------------------------------------------------------------------------ JSON
    def to_json(self) -> dict[str, Any]:
        """The state as JSON data; `State.from_json` reads it."""
        data: dict[str, Any] = {}
        for field in FIELDS:
            if field == "printed":
                data[field] = [card.name for card in self.printed]
            elif field == "on":
                data[field] = {str(host): cards for host, cards in self.on.items()}
            elif field in ("effects", "plays"):
                data[field] = [value.to_json() for value in getattr(self, field)]
            else:
                data[field] = getattr(self, field)
        return data

    @staticmethod
    def from_json(data: Any, find: dict[str, Printed]) -> State:
        """The state that `to_json` wrote; `find` gives the printed cards by name."""
        state = State(2, 0)
        try:
            for field in FIELDS:
                value = data[field]
                if field == "printed":
                    value = tuple(find[name] for name in value)
                elif field == "owner":
                    value = tuple(value)
                elif field == "on":
                    value = {int(host): list(cards) for host, cards in value.items()}
                elif field == "effects":
                    value = [Effect(*fields) for fields in value]
                elif field == "plays":
                    value = [Allowance.from_json(fields) for fields in value]
                elif field in ("played", "moved", "once"):
                    value = [tuple(entry) for entry in value]
                elif isinstance(value, list):
                    value = [list(v) if isinstance(v, list) else v for v in value]
                setattr(state, field, value)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadSave(f"The saved state is damaged ({type(error).__name__}: {error}).") from None
        state._check()
        return state

    def _check(self) -> None:
        """Refuses a state from a file whose parts do not fit together."""
        try:
            problem = self._problem()
        except (TypeError, IndexError, ValueError, AttributeError, KeyError) as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            raise BadSave(f"The saved state is damaged: {problem}.")

    def _problem(self) -> str:
        cards = len(self.printed)
        columns = (self.zone, self.where, self.controller, self.counters, self.memo, self.used, self.entered)
        if any(len(column) != cards for column in (*columns, self.known, self.owner)):
            return "its columns differ in length"
        players = len(self.vp)
        if not len(self.hands) == len(self.decks) == len(self.discards) == len(self.factions) == players:
            return "its players don't add up"
        piles: list[tuple[int, int | None, list[int]]] = [
            (PLAY, None, self.bases),
            (BASE_DECK, None, self.base_deck),
            (BASE_DISCARD, None, self.base_discard),
            *((PLAY, host, pile) for host, pile in self.on.items()),
        ]
        for zone, lists in ((HAND, self.hands), (DECK, self.decks), (DISCARD, self.discards)):
            piles += [(zone, player, pile) for player, pile in enumerate(lists)]
        seen = sorted(card for _, _, pile in piles for card in pile)
        if seen != [card for card in range(cards) if self.zone[card] != ASIDE]:
            return "a card lies in two places, in none, or does not exist"
        if any(
            self.zone[card] != zone or (where is not None and self.where[card] != where)
            for zone, where, pile in piles
            for card in pile
        ):
            return "a card does not lie where it says"
        return ""


class _Copy(State):
    """A state that `State.copy` fills."""

    __slots__ = ()

    def __init__(self) -> None:
        pass
