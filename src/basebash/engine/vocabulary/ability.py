"""The moments at which an ability speaks.

- `def` methods are pure. They are asked while something is worked out.
- `async def` methods happen. They may ask questions and change things, through the verbs of `me`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from basebash.engine.data.terms import ANYWHERE, NOBODY, PLAY, Who

if TYPE_CHECKING:
    from basebash.engine.data.events import Event, Resolving, Scoring
    from basebash.engine.data.values import Act, Allowance, Instead
    from basebash.engine.mechanics.duels import Duel
    from basebash.engine.mechanics.flips import Flip
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.vocabulary.card import Card


HOOKS: tuple[str, ...] = ()  # filled below: the methods of `Ability`
ARRIVALS: Final = ("after_minion_played", "after_moved")  # `after_arrived` listens to both
GIVEN: set[str] = set()  # the moments of abilities that are printed on no card, but lent by one or laid
# Asked of the card itself, or only together with another hook.
NOT_INDEXED: Final = frozenset(
    "on_play on_uncovered on_stasis from_stasis after_this_uncovered "
    "host_leaves this_leaves after_this_destroyed after_this_discarded after_this_left after_replaced "
    "would_replace would_intercept would_join may_turn may_use looted collects swaps_talent "
    "offer_used discard_opened".split()
)


class Speaker:
    """What an ability is apart from its moments: what it hears, and where it speaks from.

    `scope` narrows which events the `after_*` methods hear, as a sum of flags from `terms` (HERE + OTHERS);
    `hears` does what the flags cannot say. `speaks` names the moments at which it speaks from elsewhere than play:
    `{"after_destroyed": HAND}`, or a tuple of zones. An ability whose card has left meanwhile is silent, unless it
    `lingers`.
    """

    scope: int = ANYWHERE
    speaks: ClassVar[Mapping[str, int | tuple[int, ...]]] = {}
    number: int = -1
    lingers: bool = False
    ordered: bool = False  # its own simultaneous triggers differ: the current player orders them
    ongoing: bool = False  # what it does before or after a base scores is no Special
    first: bool = False  # it happens before whatever waits with it
    offer_may_end: bool = False  # what it `offers` depends on what is played, so it is spent before its equals
    price: int = 0  # what `use` costs: the regular play of these kinds
    wavers: bool = False  # what it `lends` or `cancels` depends on more than what its card is on
    is_printed: bool = False  # on a card, so that only games with that card know it
    key: str = ""  # names it in saves
    # The moments at which it speaks once a turn for each player: marked when it is used, not when that is declined.
    once: tuple[str, ...] = ()
    only_one: bool = False  # of all cards that have it, a player may use it on one a turn

    def __init__(self) -> None:
        cls: Any = type(self)
        self.key = f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}"
        family: list[Any] = list(cls.__mro__)[::-1]
        places: dict[str, tuple[int, ...]] = {}
        for parent in family:
            for hook, zones in parent.__dict__.get("speaks", {}).items():
                places[hook] = (zones,) if isinstance(zones, int) else zones
        # The moments it speaks at; those at which it is looked up among all cards in play; those at which it speaks
        # from elsewhere, with the zones.
        arrivals = ARRIVALS if cls.after_arrived is not Ability.after_arrived else ()
        self.hooks: tuple[str, ...] = tuple(
            [h for h in HOOKS if h in arrivals or getattr(cls, h) is not getattr(Ability, h)]
        )
        self.indexed: tuple[str, ...] = tuple(
            [h for h in self.hooks if h not in NOT_INDEXED and PLAY in places.get(h, (PLAY,))]
        )
        self.listens_from: dict[str, tuple[int, ...]] = {
            h: tuple([z for z in places[h] if z != PLAY]) for h in self.hooks if h in places
        }
        self._write_down(family)
        if not self.is_printed:
            GIVEN.update(self.hooks)

    def _write_down(self, family: list[Any]) -> None:
        """What an interpreted class says is written where the compiled engine reads it."""
        for cls in family:
            if cls.__module__.startswith("basebash.engine"):
                continue
            for name, value in list(cls.__dict__.items()):
                if hasattr(value, "__set__"):
                    continue
                for parent in family:
                    field = parent.__dict__.get(name)
                    if hasattr(field, "__set__"):
                        field.__set__(self, value)

    def hears(self, me: Card, event: Event) -> bool:
        """Whether the event, which is within `scope`, is one that the ability reacts to."""
        return True

    def answers_at(self, me: Card, event: Event) -> Card | None:
        """The base at which a card that answers from a hand is played, if the event says that."""
        return None

    def holds(self, me: Card, event: Event) -> bool:
        """Whether, when its turn to happen comes, the trigger still has something to do; if not it is dropped."""
        return True

    def is_start_for(self, me: Card, player: int) -> bool:
        """Whether it speaks at this turn's start or end: on its controller's turns, on a base on everybody's."""
        return me.is_base or me.controller == player

    def user(self, me: Card, about: Any) -> Who | None:
        """The player who uses what is for once a turn, if not its controller: on a base, whoever did what it hears of.

        `about` is what the moment is about: an event for all that a base hears.
        """
        if not me.is_base:
            return None
        by: Who = about.by
        return about.player if by is NOBODY else by

    def in_window(self, me: Card, base: Card) -> bool:
        """Whether the before- or after-scoring ability of a card applies to the scoring of `base`."""
        return me.base is base


class Ability(Speaker):
    """The moments at which an ability can speak. A card overrides what its text needs; the rest is silence."""

    # ---------------------------------------------------------------------------- when it is played or used
    async def on_play(self, me: Card) -> None:
        """The card was played."""

    async def on_uncovered(self, me: Card, here: Card) -> None:
        """The card was buried `here` and is uncovered: this happens in place of `on_play` (G40)."""

    async def on_stasis(self, me: Card) -> None:
        """The card enters stasis, in whatever way (Z6)."""

    async def from_stasis(self, me: Card) -> None:
        """The card is played from stasis: this happens in place of `on_play` (Z21)."""

    async def talent(self, me: Card) -> None:
        """Talent: once in Play Cards of its controller's own turn (T5)."""

    async def use(self, me: Card, player: int) -> None:
        """On your turn, you may: something to do in Play Cards other than playing a card or using a talent."""

    def may_use(self, me: Card, player: int) -> bool:
        """Whether `player` may `use` it now. Its `price` is checked apart from that."""
        return me.controller == player

    def stands_in(self, me: Card, player: int, right: Allowance) -> bool:
        """Whether this card, in hand or in play, may take the place of what the right is for (Argonaut)."""
        return False

    def extra_talents(self, me: Card, card: Card) -> int:
        """How many times more than once a talent of `card` may be used this turn."""
        return 0

    async def swaps_talent(self, me: Card, talent: Listener) -> Listener | None:
        """This card uses a talent that another gives it: the talent that it uses instead, if any."""
        return None

    # ---------------------------------------------------------------------------- while a card is being played
    def asks_toll(self, me: Card, player: Who, card: Card, base: Card) -> bool:
        """Whether `player` must discard another card of their hand to play `card` at `base`."""
        return False

    async def instead_of_played(self, me: Card, card: Card, base: Card) -> None:
        """Its player was about to play the minion `card` at `base` and plays this instead. `card` is set aside."""

    async def when_played(self, me: Card, play: Resolving) -> None:
        """A card was played, and its ability has not happened yet; it never does if `play.countered` is set.

        From a hand, the card is played in answer, and this is its ability.
        """

    # ---------------------------------------------------------------------------- coins
    async def when_flipped(self, me: Card, flip: Flip) -> None:
        """Its player has just flipped a coin and uses this (from a hand: plays it) to change the result."""

    def may_turn(self, me: Card, flip: Flip) -> bool:
        """Whether `when_flipped` may be used now."""
        return True

    async def after_flip(self, me: Card, event: Event) -> None:
        """`event.player` flipped a coin: heads if `event.number` is 1, tails if it is 0."""

    # ---------------------------------------------------------------------------- the turn
    async def start_of_turn(self, me: Card, player: int) -> None:
        """The turn of `player` starts; limit it with `is_start_for`."""

    async def end_of_turn(self, me: Card, player: int) -> None:
        """The turn of `player` ends."""

    # ---------------------------------------------------------------------------- after something happened
    async def after_minion_played(self, me: Card, event: Event) -> None:
        """A minion was played: `event.card` by `event.player` at `event.base`. It has resolved."""
        await self.after_arrived(me, event)

    async def after_action_played(self, me: Card, event: Event) -> None:
        """An action was played; `event.target` is what on. It has resolved, and is not yet discarded."""

    async def after_moved(self, me: Card, event: Event) -> None:
        """A minion moved from `event.origin` to `event.base`, together with those of `event.batch`."""
        await self.after_arrived(me, event)

    async def after_arrived(self, me: Card, event: Event) -> None:
        """`event.brought_by` played the minion `event.card` at `event.base` or moved it there: both of the above."""

    async def after_destroyed(self, me: Card, event: Event) -> None:
        """A card was destroyed at `event.base` by player `event.by`."""

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        """One or more minions were destroyed at once at this base (`event.batch`), by the players `event.doers`."""

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        """This card was destroyed. `event` holds what it was: base, controller, power."""

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        """This card went from play to the discard pile, destroyed or not."""

    async def after_this_left(self, me: Card, event: Event) -> None:
        """This card left play, wherever to. `event.target` is what it was on."""

    async def this_leaves(self, me: Card, event: Event) -> None:
        """This card is about to leave play, with all that is on it still there."""

    async def after_discarded(self, me: Card, event: Event) -> None:
        """A card went from play to a discard pile, destroyed or not."""

    async def after_to_hand(self, me: Card, event: Event) -> None:
        """A card went from play, a discard pile or from under something (`event.zone`) to the hand of `event.hand`."""

    async def after_counters(self, me: Card, event: Event) -> None:
        """The counters on `event.card` changed by `event.number`, from `event.before`.

        If they were transferred, `event.target` is the card they came from or went to; if placed or removed, None.
        """

    async def after_control(self, me: Card, event: Event) -> None:
        """`event.player` took control of `event.card`, which was `event.former`'s, by the doing of `event.by`."""

    async def after_transferred(self, me: Card, event: Event) -> None:
        """The action `event.card` was transferred from `event.origin` to `event.target`."""

    async def after_special_used(self, me: Card, event: Event) -> None:
        """`event.player` played or used a Special: that of `event.card`."""

    async def after_vp(self, me: Card, event: Event) -> None:
        """`event.player` gained `event.number` VP by `event.card`."""

    async def after_seen(self, me: Card, event: Event) -> None:
        """The cards `event.batch` of `event.player` were looked at by `event.by`, or revealed to all (-1)."""

    async def after_hand_discarded(self, me: Card, event: Event) -> None:
        """`event.player` discarded the cards `event.batch` from their hand."""

    async def after_base_played(self, me: Card, event: Event) -> None:
        """The base `event.card` came into play."""

    async def after_power_increased(self, me: Card, event: Event) -> None:
        """The power of `event.card` is greater than it was, by `event.number`."""

    async def when_dueling(self, me: Card, duel: Duel) -> None:
        """A duel has begun: the two minions are named, and no card is laid down yet (D5)."""

    async def after_duel(self, me: Card, duel: Duel) -> None:
        """A duel is over, and what follows from it was done (D16)."""

    async def after_fusion_used(self, me: Card, event: Event) -> None:
        """`event.player` played the fusion `event.card` and used its Action ability (F12)."""

    async def after_buried(self, me: Card, event: Event) -> None:
        """`event.card` was buried at `event.base` by `event.player`, who controls it."""

    async def after_uncovered(self, me: Card, event: Event) -> None:
        """`event.card`, which lay buried at `event.base`, was uncovered by `event.player`. It has resolved."""

    async def after_this_uncovered(self, me: Card, event: Event) -> None:
        """This card was uncovered at `event.base`. It has resolved."""

    async def after_talent_used(self, me: Card, event: Event) -> None:
        """A talent of `event.card` (or of an action on it) was used; it was at `event.base` then."""

    async def after_given(self, me: Card, event: Event) -> None:
        """`event.player` placed `event.card` into the hand of player `event.by`."""

    async def after_not_owned(self, me: Card, event: Event) -> None:
        """`event.player` played or discarded a card that is not theirs, out of a hand or deck (also heard in hand)."""

    # ---------------------------------------------------------------------------- Madness, monsters and treasures
    async def after_madness(self, me: Card, event: Event) -> None:
        """`event.player` drew the Madness card `event.card` from the Madness deck."""

    async def after_monster_played(self, me: Card, event: Event) -> None:
        """The monster `event.card` was played at `event.base`, by `event.player` or, with a base, by nobody."""

    async def looted(self, me: Card, treasures: list[Card], player: Who) -> None:
        """This card destroyed a monster, and `player` has drawn these treasures for it."""

    def collects(self, me: Card, monster: Card) -> bool:
        """Whether treasures are drawn for a monster that this card destroys."""
        return True

    def treasures_bonus(self, me: Card, base: Card) -> int:
        """How many treasures more are shared out when `base` scores."""
        return 0

    # ---------------------------------------------------------------------------- titans
    async def after_titan_arrived(self, me: Card, event: Event) -> None:
        """The titan `event.card` was played at `event.base`, or moved there from `event.origin`."""

    def forbids_clash(self, me: Card, titan: Card, other: Card) -> bool:
        """Whether these two titans do not clash."""
        return False

    async def instead_of_clash(self, me: Card, titan: Card, winner: Card) -> Instead | None:
        """`titan` would be removed because it lost a clash: what becomes of it instead."""
        return None

    # ---------------------------------------------------------------------------- scoring
    async def before_scoring(self, me: Card, base: Card) -> None:
        """`base` is about to score. A base's own ability and cards in play speak here."""

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        """VP are being awarded (B6)."""

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        """The base has scored; its cards are still there (B7)."""

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        """This base has scored and been replaced."""

    # ---------------------------------------------------------------------------- instead; interrupting
    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        """`card` would be destroyed by player `by`: what becomes of it instead (`me.instead`)."""
        return None

    async def instead_of_returned(self, me: Card, card: Card, event: Event) -> Instead | None:
        """`card` would return from play to its owner's hand: what becomes of it instead."""
        return None

    async def instead_of_one_returned(self, me: Card, cards: list[Card]) -> Card | None:
        """`cards` would return together from play to their owners' hands: one of them that stays, if any."""
        return None

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        """`card` would go to the discard pile, from play or as a standard action that is done: what becomes of it."""
        return None

    def would_replace(self, me: Card, card: Card) -> bool:
        """Whether one of the `instead_of_*` abilities might apply to `card` now."""
        return True

    async def host_leaves(self, me: Card, host: Card, leaving: list[Card]) -> None:
        """The minion this action is on is about to leave play, together with others."""

    async def intercept(self, me: Card, target: Card, act: Act) -> Card | None:
        """`act` is about to affect `target`: who is affected in its place (itself, another, or nobody)."""
        return target

    def would_intercept(self, me: Card, target: Card, act: Act) -> bool:
        """Whether `intercept` applies."""
        return True

    def would_join(self, me: Card, act: Act, hit: list[Card]) -> bool:
        """Whether a further card may be affected together with `hit` (K1)."""
        return False

    async def joins(self, me: Card, act: Act, hit: list[Card]) -> Card | None:
        """The card that is affected too, if its player wants that."""
        return None

    # ---------------------------------------------------------------------------- asked while working things out
    def power_bonus(self, me: Card, minion: Card) -> int:
        """What this ability adds to the power of `minion`."""
        return 0

    def printed_power_of(self, me: Card, minion: Card) -> int | None:
        """The number that counts as printed on `minion`, if this ability says so."""
        return None

    def starting_power_of(self, me: Card, minion: Card) -> int | None:
        """The power that `minion` has before modification, if this ability says so."""
        return None

    def side_power(self, me: Card, base: Card, player: int) -> int:
        """What this ability adds to a player's total at a base without being on a minion."""
        return 0

    def counted_power_of(self, me: Card, card: Card) -> int | None:
        """What `card` counts for its controller's total in place of its power, if this ability says so (L1)."""
        return None

    def counted_bonus(self, me: Card, card: Card) -> int:
        """What this ability adds to what `card` counts, without changing its power."""
        return 0

    def adds_nothing(self, me: Card, card: Card) -> bool:
        """Whether the power of `card` counts for nothing at its base."""
        return False

    def award_bonus(self, me: Card, base: Card, player: int, place: int) -> int:
        """VP more (or fewer) for a player who takes this place as `base` scores."""
        return 0

    def breakpoint_bonus(self, me: Card, base: Card) -> int:
        """What this ability adds to the breakpoint of `base`."""
        return 0

    def starting_breakpoint_of(self, me: Card, base: Card) -> int | None:
        """The breakpoint of `base` before modification, if this ability says so."""
        return None

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        """Whether this cannot be done to `card`: destroy it, move it (to `act.to`), ..., as `act.how` says."""
        return False

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        """Whether `card` is not affected by `act.source` at all (C13, C14)."""
        return False

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        """Whether `player` cannot play `card` at `base` (on `target`, if it is an action played on something)."""
        return False

    def forbids_scoring(self, me: Card, base: Card) -> bool:
        """Whether `base` cannot score."""
        return False

    def forbids_extra(self, me: Card, player: Who, card: Card, base: Card | None) -> bool:
        """Whether `player` cannot play `card` at `base` as an extra card."""
        return False

    def both_parts(self, me: Card, player: Who) -> bool:
        """Whether `player` may have both parts of an OR happen (Spirit of the Forest)."""
        return False

    def forbids_specials(self, me: Card, player: Who, base: Card) -> bool:
        """Whether `player` cannot play Specials while `base` is scoring."""
        return False

    def forbids_special_abilities(self, me: Card, card: Card, base: Card) -> bool:
        """Whether the Specials of `card`, which is in play, cannot be used while `base` is scoring."""
        return False

    def cancels(self, me: Card, card: Card) -> bool:
        """Whether the printed abilities of `card` do not exist now: the card that it is on, unless it `wavers`."""
        return False

    def lends(self, me: Card) -> Ability | None:
        """An ability that the card it is on also has because of this one: always the same, unless it `wavers`."""
        return None

    def shows_top_base(self, me: Card) -> bool:
        """Whether the top card of the base deck lies face up because of this ability."""
        return False

    def also_named(self, me: Card, card: Card, name: str) -> bool:
        """Whether `card` counts as having this name or trait too."""
        return False

    # ---------------------------------------------------------------------------- rights to play cards
    def offers(self, me: Card, player: int) -> Allowance | None:
        """A right to play a card once on each of `player`'s turns (Secret Grove); also asked in a discard pile."""
        return None

    async def offer_used(self, me: Card, player: int, card: Card) -> None:
        """`player` used the right from `offers` to play `card`, which has resolved."""

    def opens_discard(self, me: Card, player: int, card: Card, target: Card | None, right: Allowance | None) -> bool:
        """Whether `player` may play `card` (on `target`) with this right from the discard pile instead of the hand."""
        return False

    def discard_opened(self, me: Card) -> int:
        """`opens_discard` was used; where the action goes in place of a hand or the discard pile (TO_BOTTOM)."""
        return -1


_NO_HOOKS = {"after_arrived", *vars(Speaker)}
HOOKS += tuple(name for name in vars(Ability) if not name.startswith("_") and name not in _NO_HOOKS)


class Lasting(Ability):
    """An ability that outlasts its card: laid on a card, a base or nothing until a deadline (`Card.lay`).

    In its methods `me` is a `Trace`: its `host` is what it was laid on, its controller the player who laid it.
    """

    def __init_subclass__(cls) -> None:
        ability = cls()
        ability.number = _NUMBERS[cls] = len(LASTING)
        LASTING.append(ability)


class Rule(Ability):
    """What the rules themselves do, waiting its turn among what cards do (P6): an ability that no card has.

    In its methods `me` is a card that it is about.
    """

    name: ClassVar[str] = ""
    names_card: ClassVar[bool] = False  # it waits once for each card, so an option must say which one
    ongoing = True


LASTING: Final[list[Lasting]] = []  # every lasting ability, by its number
_NUMBERS: Final[dict[type[Lasting], int]] = {}


def number_of(ability: type[Lasting]) -> int:
    """The number of a lasting ability."""
    return _NUMBERS[ability]
