"""The moments at which an ability speaks.

- `def` methods are pure. They are asked while something is worked out.
- `async def` methods happen. They may ask questions and change things, through the verbs of `me`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from basebash.engine.terms import ANYWHERE

if TYPE_CHECKING:
    from basebash.engine.card import Card
    from basebash.engine.events import Event, Scoring
    from basebash.engine.values import Act, Allowance


class Ability:
    """The moments at which an ability can speak. A card overrides what its text needs; the rest is silence.

    `scope` narrows which events the `after_*` methods hear, as a sum of flags from `terms` (HERE + OTHERS);
    `hears` does what the flags cannot say. An ability whose card has left play meanwhile is silent, unless it
    `lingers`.
    """

    scope: int = ANYWHERE
    lingers: bool = False
    ordered: bool = False  # its own simultaneous triggers differ: the current player orders them
    hooks: ClassVar[tuple[str, ...]] = ()  # the moments it speaks at
    indexed: ClassVar[tuple[str, ...]] = ()  # those at which it is looked up among all cards in play

    def __init_subclass__(cls) -> None:
        cls.hooks = tuple(h for h in HOOKS if getattr(cls, h) is not getattr(Ability, h))
        cls.indexed = tuple(h for h in cls.hooks if h not in NOT_INDEXED)

    def hears(self, me: Card, event: Event) -> bool:
        """Whether the event, which is within `scope`, is one that the ability reacts to."""
        return True

    def holds(self, me: Card, event: Event) -> bool:
        """Whether, when its turn to happen comes, the trigger still has something to do; if not it is dropped."""
        return True

    # ---------------------------------------------------------------------------- when it is played or used
    async def on_play(self, me: Card) -> None:
        """The card was played."""

    async def talent(self, me: Card) -> None:
        """Talent: once in Play Cards of its controller's own turn (T5)."""

    # ---------------------------------------------------------------------------- the turn
    async def start_of_turn(self, me: Card, player: int) -> None:
        """The turn of `player` starts; limit it with `is_start_for`."""

    async def end_of_turn(self, me: Card, player: int) -> None:
        """The turn of `player` ends."""

    def is_start_for(self, me: Card, player: int) -> bool:
        """Whether it speaks at this turn's start or end: on its controller's turns, on a base on everybody's."""
        return me.is_base or me.controller == player

    # ---------------------------------------------------------------------------- after something happened
    async def after_minion_played(self, me: Card, event: Event) -> None:
        """A minion was played: `event.card` by `event.player` at `event.base`. It has resolved."""

    async def after_action_played(self, me: Card, event: Event) -> None:
        """An action was played; `event.target` is what on. It has resolved, and is not yet discarded."""

    async def after_moved(self, me: Card, event: Event) -> None:
        """A minion moved from `event.origin` to `event.base`, together with those of `event.batch`."""

    async def after_destroyed(self, me: Card, event: Event) -> None:
        """A card was destroyed at `event.base` by player `event.by`."""

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        """One or more minions were destroyed at once at this base (`event.batch`), by player `event.by`."""

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        """This card was destroyed. `event` holds what it was: base, controller, power."""

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        """This card went from play to the discard pile, destroyed or not."""

    async def after_this_left(self, me: Card, event: Event) -> None:
        """This card left play, wherever to. `event.target` is what it was on."""

    async def after_talent_used(self, me: Card, event: Event) -> None:
        """A talent of `event.card` (or of an action on it) was used; it was at `event.base` then."""

    async def after_given(self, me: Card, event: Event) -> None:
        """`event.player` placed `event.card` into the hand of player `event.by`."""

    async def after_not_owned(self, me: Card, event: Event) -> None:
        """`event.player` played or discarded another player's card, out of a hand or deck (also heard in hand)."""

    # ---------------------------------------------------------------------------- scoring
    async def before_scoring(self, me: Card, base: Card) -> None:
        """`base` is about to score. A base's own ability and cards in play speak here."""

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        """VP are being awarded (B6)."""

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        """The base has scored; its cards are still there (B7)."""

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        """This base has scored and been replaced."""

    def in_window(self, me: Card, base: Card) -> bool:
        """Whether the before- or after-scoring ability of a card in play applies to the scoring of `base`."""
        return me.base is base

    # ---------------------------------------------------------------------------- instead; interrupting
    async def instead_of_destroyed(self, me: Card, card: Card, by: int) -> bool:
        """`card` would be destroyed; True if something else was done instead."""
        return False

    async def instead_of_returned(self, me: Card, card: Card, source: Card) -> bool:
        """`card` would go from play to its owner's hand; True if something else was done instead."""
        return False

    async def instead_of_one_returned(self, me: Card, cards: list[Card], source: Card) -> Card | None:
        """`cards` would go together from play to their owners' hands: one for which something else was done."""
        return None

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> bool:
        """`card` would go from play to the discard pile; True if it was put elsewhere."""
        return False

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

    def forbids_play(self, me: Card, player: int, card: Card, base: Card | None, target: Card | None) -> bool:
        """Whether `player` cannot play `card` at `base` (on `target`, if it is an action played on something)."""
        return False

    def forbids_scoring(self, me: Card, base: Card) -> bool:
        """Whether `base` cannot score."""
        return False

    def forbids_specials(self, me: Card, player: int, base: Card) -> bool:
        """Whether `player` cannot play Specials while `base` is scoring."""
        return False

    def cancels(self, me: Card, card: Card) -> bool:
        """Whether the printed abilities of `card` do not exist now."""
        return False

    def lends(self, me: Card, card: Card) -> Ability | None:
        """An ability that `card` also has because of this one."""
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

    def offer_taken(self, me: Card, mark: int) -> None:
        """The right from `offers` is being used: no more of it this turn."""
        me.game.state.used[me.id] |= mark

    async def offer_used(self, me: Card, card: Card) -> None:
        """The right from `offers` was used to play `card`, which has resolved."""

    def opens_discard(self, me: Card, player: int, card: Card, target: Card) -> bool:
        """Whether `player` may play `card` on `target` from their discard pile instead of their hand."""
        return False

    def discard_opened(self, me: Card) -> None:
        """`opens_discard` was used."""


# Asked of the card itself, or only together with another hook.
NOT_INDEXED = frozenset(
    "on_play host_leaves after_this_destroyed after_this_discarded after_this_left after_replaced "
    "would_replace would_intercept offer_taken offer_used discard_opened".split()
)
HOOKS: tuple[str, ...] = tuple(
    name
    for name in vars(Ability)
    if not name.startswith("_")
    and name not in ("scope", "lingers", "ordered", "hooks", "indexed", "hears", "holds", "is_start_for", "in_window")
)
