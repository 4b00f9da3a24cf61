"""The hooks of abilities: the moments at which the engine calls them.

- `def` methods are pure. They are called while something is computed.
- `async def` methods are events. They may ask questions and change things, through the verbs of `me`.
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
GIVEN: set[str] = set()  # the hooks of abilities that are not printed on a card, but lent or laid
# Called on the card itself, or only together with another hook.
NOT_INDEXED: Final = frozenset(
    "on_play on_uncovered on_stasis from_stasis after_this_uncovered "
    "host_leaves this_leaves after_this_destroyed after_this_discarded after_this_left after_replaced "
    "would_replace would_intercept would_join may_turn may_use looted collects swaps_talent "
    "offer_used discard_opened".split()
)


class Speaker:
    """The attributes of an ability: what it listens to, and where from.

    `scope` narrows which events the `after_*` methods hear, as a sum of flags from `terms` (HERE + OTHERS); `hears`
    does what the flags cannot express. `speaks` maps hooks to the zones in which the ability listens instead of in
    play: `{"after_destroyed": HAND}`, or a tuple of zones. An ability whose card has left in the meantime does nothing,
    unless it `lingers`.
    """

    scope: int = ANYWHERE
    speaks: ClassVar[Mapping[str, int | tuple[int, ...]]] = {}
    number: int = -1
    lingers: bool = False
    ordered: bool = False  # its own simultaneous triggers differ, so the current player orders them
    ongoing: bool = False  # what it does before or after a base scores is not a Special
    first: bool = False  # it happens before everything that waits with it
    offer_may_end: bool = False  # what it `offers` depends on what is played, so it is spent before equal offers
    price: int = 0  # what `use` costs: the regular play of these kinds
    wavers: bool = False  # what it `lends` or `cancels` depends on more than its host
    is_printed: bool = False  # printed on a card, so that only games with that card have it
    key: str = ""  # its name in saves
    # The hooks that it uses once a turn for each player: marked when it is used, not when it is declined.
    once: tuple[str, ...] = ()
    only_one: bool = False  # each player may use only one of all cards that have it per turn

    def __init__(self) -> None:
        cls: Any = type(self)
        self.key = f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}"
        family: list[Any] = list(cls.__mro__)[::-1]
        places: dict[str, tuple[int, ...]] = {}
        for parent in family:
            for hook, zones in parent.__dict__.get("speaks", {}).items():
                places[hook] = (zones,) if isinstance(zones, int) else zones
        # All its hooks; those for which it is indexed among the cards in play; and those for which it listens
        # elsewhere, with the zones.
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
        """Copy class attributes of interpreted subclasses to where the compiled engine reads them."""
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
        """Whether the ability reacts to the event, which is within `scope`."""
        return True

    def answers_at(self, me: Card, event: Event) -> Card | None:
        """The base at which a card that answers from a hand is played, if the event says that."""
        return None

    def holds(self, me: Card, event: Event) -> bool:
        """Whether the trigger still has something to do when it is its turn; otherwise it is dropped."""
        return True

    def is_start_for(self, me: Card, player: int) -> bool:
        """Whether it applies to the start or end of this turn: its controller's turns, or on a base everybody's."""
        return me.is_base or me.controller == player

    def user(self, me: Card, about: Any) -> Who | None:
        """The player whose once-per-turn use it is, if not its controller: on a base, the player who caused the event.

        `about` is the argument of the hook: for everything that a base hears, an event.
        """
        if not me.is_base:
            return None
        by: Who = about.by
        return about.player if by is NOBODY else by

    def in_window(self, me: Card, base: Card) -> bool:
        """Whether the before- or after-scoring ability of a card applies to the scoring of `base`."""
        return me.base is base


class Ability(Speaker):
    """All hooks. A card overrides those that its text needs; the others do nothing."""

    # ---------------------------------------------------------------------------- when it is played or used
    async def on_play(self, me: Card) -> None:
        """The card was played."""

    async def on_uncovered(self, me: Card, here: Card) -> None:
        """The card was buried `here` and is uncovered; replaces `on_play` (G40)."""

    async def on_stasis(self, me: Card) -> None:
        """The card enters stasis, however that happens (Z6)."""

    async def from_stasis(self, me: Card) -> None:
        """The card is played from stasis; replaces `on_play` (Z21)."""

    async def talent(self, me: Card) -> None:
        """Talent: once in Play Cards of its controller's turn (T5)."""

    async def use(self, me: Card, player: int) -> None:
        """On your turn, you may: something to do in Play Cards besides playing cards and using talents."""

    def may_use(self, me: Card, player: int) -> bool:
        """Whether `player` may `use` it now. Its `price` is checked separately."""
        return me.controller == player

    def stands_in(self, me: Card, player: int, right: Allowance) -> bool:
        """Whether this card, in hand or in play, may be used in place of the card that the right is for (Argonaut)."""
        return False

    def extra_talents(self, me: Card, card: Card) -> int:
        """How many additional times a talent of `card` may be used this turn."""
        return 0

    async def swaps_talent(self, me: Card, talent: Listener) -> Listener | None:
        """This card uses a talent that another card gives it: return the talent to use instead, if any."""
        return None

    # ---------------------------------------------------------------------------- while a card is being played
    def asks_toll(self, me: Card, player: Who, card: Card, base: Card) -> bool:
        """Whether `player` must discard another card of their hand to play `card` at `base`."""
        return False

    async def instead_of_played(self, me: Card, card: Card, base: Card) -> None:
        """Its player was about to play the minion `card` at `base` and plays this instead. `card` is set aside."""

    async def when_played(self, me: Card, play: Resolving) -> None:
        """A card was played, and its ability has not happened yet; set `play.countered` to prevent it.

        From a hand, the card is played in response, and this is its ability.
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
        """An action was played, on `event.target` if any. It has resolved, and is not discarded yet."""

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
        """This card was destroyed. `event` has its former base, controller and power."""

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        """This card went from play to the discard pile, destroyed or not."""

    async def after_this_left(self, me: Card, event: Event) -> None:
        """This card left play, wherever it went. `event.target` is its former host."""

    async def this_leaves(self, me: Card, event: Event) -> None:
        """This card is about to leave play; everything on it is still there."""

    async def after_discarded(self, me: Card, event: Event) -> None:
        """A card went from play to a discard pile, destroyed or not."""

    async def after_to_hand(self, me: Card, event: Event) -> None:
        """A card went from play, a discard pile or from under something (`event.zone`) to the hand of `event.hand`."""

    async def after_counters(self, me: Card, event: Event) -> None:
        """The counters on `event.card` changed by `event.number`, from `event.before`.

        If they were transferred, `event.target` is the card they came from or went to; if placed or removed, None.
        """

    async def after_control(self, me: Card, event: Event) -> None:
        """`event.by` gave `event.player` control of `event.card`, which was `event.former`'s."""

    async def after_transferred(self, me: Card, event: Event) -> None:
        """The action `event.card` was transferred from `event.origin` to `event.target`."""

    async def after_special_used(self, me: Card, event: Event) -> None:
        """`event.player` played or used the Special of `event.card`."""

    async def after_vp(self, me: Card, event: Event) -> None:
        """`event.player` gained `event.number` VP from `event.card`."""

    async def after_seen(self, me: Card, event: Event) -> None:
        """The cards `event.batch` of `event.player` were looked at by `event.by`, or revealed to all (-1)."""

    async def after_hand_discarded(self, me: Card, event: Event) -> None:
        """`event.player` discarded the cards `event.batch` from their hand."""

    async def after_base_played(self, me: Card, event: Event) -> None:
        """The base `event.card` came into play."""

    async def after_power_increased(self, me: Card, event: Event) -> None:
        """The power of `event.card` increased by `event.number`."""

    async def when_dueling(self, me: Card, duel: Duel) -> None:
        """A duel has started: the two minions are chosen, and no card has been laid yet (D5)."""

    async def after_duel(self, me: Card, duel: Duel) -> None:
        """A duel is over, and its consequences have happened (D16)."""

    async def after_fusion_used(self, me: Card, event: Event) -> None:
        """`event.player` played the fusion `event.card` and used its Action ability (F12)."""

    async def after_buried(self, me: Card, event: Event) -> None:
        """`event.card` was buried at `event.base` by `event.player`, who controls it."""

    async def after_uncovered(self, me: Card, event: Event) -> None:
        """`event.card`, which was buried at `event.base`, was uncovered by `event.player`. It has resolved."""

    async def after_this_uncovered(self, me: Card, event: Event) -> None:
        """This card was uncovered at `event.base`. It has resolved."""

    async def after_talent_used(self, me: Card, event: Event) -> None:
        """A talent of `event.card` (or of an action on it) was used; it was at `event.base` then."""

    async def after_given(self, me: Card, event: Event) -> None:
        """`event.player` placed `event.card` into the hand of player `event.by`."""

    async def after_not_owned(self, me: Card, event: Event) -> None:
        """`event.player` played or discarded another player's card, from a hand or deck (also heard in hand)."""

    # ---------------------------------------------------------------------------- Madness, monsters and treasures
    async def after_madness(self, me: Card, event: Event) -> None:
        """`event.player` drew the Madness card `event.card` from the Madness deck."""

    async def after_monster_played(self, me: Card, event: Event) -> None:
        """The monster `event.card` was played at `event.base`, by `event.player`, or by nobody if it came with the
        base.
        """

    async def looted(self, me: Card, treasures: list[Card], player: Who) -> None:
        """This card destroyed a monster, and `player` has drawn these treasures for it."""

    def collects(self, me: Card, monster: Card) -> bool:
        """Whether treasures are drawn for a monster that this card destroys."""
        return True

    def treasures_bonus(self, me: Card, base: Card) -> int:
        """How many more treasures are shared out when `base` scores."""
        return 0

    # ---------------------------------------------------------------------------- titans
    async def after_titan_arrived(self, me: Card, event: Event) -> None:
        """The titan `event.card` was played at `event.base`, or moved there from `event.origin`."""

    def forbids_clash(self, me: Card, titan: Card, other: Card) -> bool:
        """Whether these two titans do not clash."""
        return False

    async def instead_of_clash(self, me: Card, titan: Card, winner: Card) -> Instead | None:
        """`titan` would be removed because it lost a clash: return what happens instead."""
        return None

    # ---------------------------------------------------------------------------- scoring
    async def before_scoring(self, me: Card, base: Card) -> None:
        """`base` is about to score. Called on the base itself and on cards in play."""

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        """VP are being awarded (B6)."""

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        """The base has scored; its cards are still there (B7)."""

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        """This base has scored and been replaced."""

    # ---------------------------------------------------------------------------- instead; interrupting
    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        """`card` would be destroyed by player `by`: return what happens instead (`me.instead`)."""
        return None

    async def instead_of_returned(self, me: Card, card: Card, event: Event) -> Instead | None:
        """`card` would return from play to its owner's hand: return what happens instead."""
        return None

    async def instead_of_one_returned(self, me: Card, cards: list[Card]) -> Card | None:
        """`cards` would return together from play to their owners' hands: return one of them that stays, if any."""
        return None

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        """`card` would be discarded from play, or as a resolved standard action: return what happens instead."""
        return None

    def would_replace(self, me: Card, card: Card) -> bool:
        """Whether one of the `instead_of_*` abilities might apply to `card` now."""
        return True

    async def host_leaves(self, me: Card, host: Card, leaving: list[Card]) -> None:
        """The minion this action is on is about to leave play, together with others."""

    async def intercept(self, me: Card, target: Card, act: Act) -> Card | None:
        """`act` is about to affect `target`: return what is affected instead (itself, another card, or None)."""
        return target

    def would_intercept(self, me: Card, target: Card, act: Act) -> bool:
        """Whether `intercept` might apply."""
        return True

    def would_join(self, me: Card, act: Act, hit: list[Card]) -> bool:
        """Whether a further card may be affected together with `hit` (K1)."""
        return False

    async def joins(self, me: Card, act: Act, hit: list[Card]) -> Card | None:
        """Return a further card that is affected, if its player chooses one."""
        return None

    # ---------------------------------------------------------------------------- asked while something is computed
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
        """What this ability adds to a player's total at a base, other than minions' power."""
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
        """Whether `card` is unaffected by `act.source` altogether (C13, C14)."""
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
        """Whether the printed abilities of `card` are cancelled now: of its host, unless it `wavers`."""
        return False

    def lends(self, me: Card) -> Ability | None:
        """An ability that its host also has because of this one: always the same, unless it `wavers`."""
        return None

    def shows_top_base(self, me: Card) -> bool:
        """Whether the top card of the base deck is face up because of this ability."""
        return False

    def also_named(self, me: Card, card: Card, name: str) -> bool:
        """Whether `card` also counts as having this name or trait."""
        return False

    # ---------------------------------------------------------------------------- rights to play cards
    def offers(self, me: Card, player: int) -> Allowance | None:
        """A right to play a card once on each of `player`'s turns (Secret Grove); also called in a discard pile."""
        return None

    async def offer_used(self, me: Card, player: int, card: Card) -> None:
        """`player` used the right from `offers` to play `card`, which has resolved."""

    def opens_discard(self, me: Card, player: int, card: Card, target: Card | None, right: Allowance | None) -> bool:
        """Whether `player` may play `card` (on `target`) with this right from the discard pile instead of the hand."""
        return False

    def discard_opened(self, me: Card) -> int:
        """`opens_discard` was used: where the action goes instead of a hand or the discard pile (TO_BOTTOM)."""
        return -1


_NO_HOOKS = {"after_arrived", *vars(Speaker)}
HOOKS += tuple(name for name in vars(Ability) if not name.startswith("_") and name not in _NO_HOOKS)


class Lasting(Ability):
    """An ability that outlasts its card: on a card, a base or nothing until a deadline (`Card.lay`).

    In its methods `me` is a `Trace`: its `host` is that card or base, its controller the player who put it there.
    """

    def __init_subclass__(cls) -> None:
        ability = cls()
        ability.number = _NUMBERS[cls] = len(LASTING)
        LASTING.append(ability)


class Rule(Ability):
    """An effect of the rules that waits among the triggers of cards (P6): an ability that no card has.

    In its methods `me` is the card concerned.
    """

    name: ClassVar[str] = ""
    names_card: ClassVar[bool] = False  # it waits once for each card, so options name the card
    ongoing = True


LASTING: Final[list[Lasting]] = []  # every lasting ability, by its number
_NUMBERS: Final[dict[type[Lasting], int]] = {}


def number_of(ability: type[Lasting]) -> int:
    """The number of a lasting ability."""
    return _NUMBERS[ability]
