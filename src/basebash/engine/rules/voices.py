"""Who is there and who speaks: handles of cards, and the index of abilities by their moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, cast

from basebash.engine.data.terms import (
    ASIDE,
    BASE,
    CANCELLED,
    CHANGING,
    COPIED,
    DISCARD,
    HAND,
    LAID,
    LOST,
    MINION,
    NOBODY,
    PLAY,
    STASIS,
    Who,
)
from basebash.engine.vocabulary.ability import GIVEN, LASTING, Ability
from basebash.engine.vocabulary.card import Card, Trace
from basebash.engine.vocabulary.printed import CARDS

if TYPE_CHECKING:
    from basebash.engine.data.state import State
    from basebash.engine.data.values import Effect
    from basebash.engine.rules.context import Rules
    from basebash.engine.setup import Setup

Listener = tuple[Ability, Card, int]
"""An ability that speaks now: the ability, the card that has it, the card that gives it."""

NOTHING: Final[list[Listener]] = []
NEVER: Final[frozenset[str]] = frozenset()


class _Checks:
    are_on: ClassVar[bool] = False


def check_what_is_kept(*, on: bool) -> None:
    """Whether what is kept between questions is found anew each time and compared (`BASEBASH_CHECK=1`): for tests."""
    _Checks.are_on = on


class Voices:
    """The cards of a game and the abilities they have now."""

    __slots__ = (
        "_abilities",
        "_afar",
        "_bases",
        "_handles",
        "_index",
        "_late",
        "_minions",
        "_shifts",
        "edition",
        "everyone",
        "from_hand",
        "moments",
        "plays_from_discard",
        "setup",
        "state",
    )

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        self.edition = setup.edition
        self.everyone = (1 << len(setup.names)) - 1
        # What was found out about the state, dropped by `touch`.
        self._index: dict[str, list[Listener]] | None = None
        self._abilities: dict[int, list[Listener]] = {}
        self._bases: list[Card] | None = None
        self._minions: dict[int, list[Card]] = {}
        self._shifts = False  # an ability wavers in what it lends or cancels: who speaks may depend on anything
        self._late = NEVER  # the moments of abilities that were lent or laid: they speak after the printed
        self._handles: list[Card | None] = [None] * len(state.printed)
        self._find_afar()

    def _find_afar(self) -> None:
        """Finds the cards that speak from elsewhere than play, so that games without them never look."""
        state = self.state
        faces = {*state.printed, *[CARDS[e.amount] for e in state.effects if e.kind == COPIED]}
        # The moments at which something in this game may have something to say.
        self.moments: set[str] = GIVEN.union(*[printed.hooks for printed in faces])
        self.plays_from_discard = any([printed.from_discard for printed in faces])
        self._afar: dict[str, list[int]] = {}
        self.from_hand: set[str] = set()
        if not any([printed.afar for printed in faces]):
            return
        for i, printed in enumerate(state.printed):
            for hook, places in printed.afar.items():
                self._afar.setdefault(hook, []).append(i)
                if HAND in places:
                    self.from_hand.add(hook)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.state.vp)

    # ------------------------------------------------------------------------------------------- reading
    def card(self, card_id: int) -> Card:
        """The handle of a card or base."""
        handles = self._handles or self._make_handles()
        card = handles[card_id]
        if card is None:
            card = handles[card_id] = Card(cast("Rules", self), card_id)
        return card

    def _make_handles(self) -> list[Card | None]:
        """The list of handles of a copy: one that is only held does without."""
        self._handles = [None] * len(self.state.printed)
        return self._handles

    def cards(self, ids: Sequence[int]) -> list[Card]:
        """The handles of several."""
        handles = self._handles or self._make_handles()
        return [handles[i] or self.card(i) for i in ids]

    def cards_were_dealt(self) -> None:
        """The state got its cards."""
        self._handles = [None] * len(self.state.printed)
        self._find_afar()
        self.touch()

    @property
    def bases(self) -> list[Card]:
        """The bases in play."""
        if self._bases is None:
            self._bases = self.cards(self.state.bases)
        return self._bases[:]

    def minions_at(self, base: int) -> list[Card]:
        """The minions at a base."""
        minions = self._minions.get(base)
        if minions is None:
            minions = [card for card in self.cards(self.state.on.get(base, ())) if card.kind & MINION]
            self._minions[base] = minions
        return minions[:]

    @property
    def base_deck(self) -> list[Card]:
        """The base deck, top first."""
        return self.cards(self.state.base_deck)

    @property
    def base_discard(self) -> list[Card]:
        """The base discard pile."""
        return self.cards(self.state.base_discard)

    def hand(self, player: Who) -> list[Card]:
        """A player's hand; nobody's is empty."""
        return self.cards(self.state.hands[player]) if player is not NOBODY else []

    def deck_size(self, player: Who) -> int:
        """How many cards are left in a player's deck; nobody has one."""
        return len(self.state.decks[player]) if player is not NOBODY else 0

    def names(self, kind: int) -> list[str]:
        """The names of the cards of this kind that a player could name: those of the factions in the game."""
        factions = {printed.faction for printed in self.state.printed if printed.kind != BASE}
        return [card.name for faction in factions for card in faction.cards if card.kind & kind]

    def discard_pile(self, player: Who) -> list[Card]:
        """A player's discard pile; nobody's is empty."""
        return self.cards(self.state.discards[player]) if player is not NOBODY else []

    def supply(self, seat: int) -> list[Card]:
        """The deck of a supply (`MADNESS`, `MONSTERS`, `TREASURES`), top first."""
        side = self.state.side
        return [] if side is None else self.cards(side.supply.get(seat, ()))

    def spent(self, seat: int) -> list[Card]:
        """The discard pile of a supply."""
        side = self.state.side
        return [] if side is None else self.cards(side.spent.get(seat, ()))

    def clockwise(self, first: int | None = None) -> list[int]:
        """All players, from the current one (or `first`) clockwise."""
        n = self.players
        start = self.state.turn_player if first is None else first
        return [(start + i) % n for i in range(n)]

    def minions(self) -> list[Card]:
        """All minions in play."""
        return [minion for base in self.state.bases for minion in self.minions_at(base)]

    def titans(self) -> list[Card]:
        """All titans in play."""
        return [titan for base in self.bases for titan in base.titans]

    def actions(self) -> list[Card]:
        """All actions in play, on bases and on minions."""
        found = []
        for base in self.bases:
            for card in base.on_it:
                found += [card] if card.is_action else card.actions
        return found

    def cards_in_stasis(self) -> list[Card]:
        """All cards in stasis, of all players."""
        side = self.state.side
        return [] if side is None else [self.card(i) for cards in side.stasis for i in cards]

    @property
    def faction_names(self) -> list[str]:
        """The factions in this game: those that a player can name."""
        state = self.state
        named = {card.faction.name for card, owner in zip(state.printed, state.owner, strict=True) if owner >= 0}
        return sorted(named.union(*state.factions))

    def random_cards(self, cards: list[Card], count: int) -> list[Card]:
        """So many of the cards, at random."""
        pool = cards[:]
        return [pool.pop(self.state.random(len(pool))) for _ in range(min(count, len(pool)))]

    def seers_of(self, *cards: Card) -> int:
        """The players who know all these cards where they are, one bit each."""
        seen = self.everyone
        for card in cards:
            if self.state.zone[card.id] not in (PLAY, DISCARD, ASIDE):
                seen &= self.state.known[card.id]
        return seen

    # ------------------------------------------------------------------------------------------- abilities
    def touch(self) -> None:
        """What is in play, or which abilities speak, has changed: the one place where what was found is dropped."""
        self._index = None
        self._bases = None
        if self._minions:
            self._minions = {}

    def came(self, card: Card, host: int) -> None:
        """A card came into play on its host: it speaks after those that were there before."""
        hooks = card.printed.indexed
        if self._depends_on(card, hooks) or (self._late and not self._late.isdisjoint(hooks)):
            self.touch()
            return
        self._minions.pop(host, None)
        index = self._index
        if index is not None and hooks:
            listener = (card.printed, card, card.id)
            for hook in hooks:
                # Never in place: somebody may be going through the list.
                index[hook] = [*index[hook], listener] if hook in index else [listener]
        if _Checks.are_on:
            self._check_index()

    def left(self, card: Card, host: int) -> None:
        """A card is about to leave its host and play."""
        hooks = card.printed.indexed
        if self._depends_on(card, hooks):
            self.touch()
            return
        self._minions.pop(host, None)
        index = self._index
        if index is not None:
            for hook in hooks:
                found = [listener for listener in index.pop(hook, NOTHING) if listener[1] is not card]
                if found:
                    index[hook] = found

    def moved(self, origin: int, goal: int) -> None:
        """A card went from one host to another: the same abilities speak."""
        self._minions.pop(origin, None)
        self._minions.pop(goal, None)
        self.touch_numbers()

    def _depends_on(self, card: Card, hooks: tuple[str, ...]) -> bool:
        """Whether who else speaks may depend on where this card is, or it on more than what is printed on it."""
        effects = self.state.effects
        return (
            self._shifts
            or "lends" in hooks
            or "cancels" in hooks
            or card.id in self.state.on
            or card.id in self._abilities
            or (bool(effects) and any([e.target == card.id and e.kind in CHANGING for e in effects]))
        )

    def touch_numbers(self) -> None:
        """Something changed that abilities may look at: where one wavers, others may speak now."""
        if self._shifts:
            self.touch()
        elif _Checks.are_on:
            self._check_index()

    def _check_index(self) -> None:
        """What was kept is what would be found now."""
        kept = self._index
        if kept is not None:
            found = self._build_index()
            assert _told(kept) == _told(found), f"the index is stale: {_told(kept)} is not {_told(found)}"

    @property
    def index(self) -> dict[str, list[Listener]]:
        """Who speaks at which moment: for each hook the abilities of cards in play that have it."""
        index = self._index
        return self._build_index() if index is None else index

    def listeners(self, hook: str) -> list[Listener]:
        """The abilities in play that speak at this moment."""
        return (self._index or self.index).get(hook, NOTHING)

    def voices(self, hook: str) -> list[Listener]:
        """The abilities that speak at this moment, in play or from where they say (but for hands)."""
        speaking = self.listeners(hook)
        if hook not in self._afar:
            return speaking
        return speaking + self.voices_from(hook)

    def voices_from(self, hook: str, zone: int = -1) -> list[Listener]:
        """The abilities that speak at this moment from elsewhere than play: from one zone, or from all but hands."""
        state = self.state
        found: list[Listener] = []
        for i in self._afar.get(hook, ()):
            at = state.zone[i]
            if at in state.printed[i].afar[hook] and (at == zone or (zone < 0 and at != HAND)):
                found.append((state.printed[i], self.card(i), i))
        for effect in state.effects:
            if effect.kind == COPIED and state.zone[effect.target] == STASIS and zone in (-1, STASIS):
                copied = CARDS[effect.amount]
                if STASIS in copied.afar.get(hook, ()):
                    found.append((copied, self.card(effect.target), effect.target))
        return found

    def abilities_of(self, card: Card) -> list[Listener]:
        """The abilities that a card has now: printed, copied and lent, less those lost or cancelled."""
        if self.state.zone[card.id] == PLAY:
            if self._index is None:
                self._build_index()
            changed = self._abilities.get(card.id)
            if changed is not None:
                return changed
        own: list[Listener] = [(card.printed, card, card.id)]
        if self.state.effects:
            own += [(printed, card, card.id) for printed in card.copies]
        return own

    def _build_index(self) -> dict[str, list[Listener]]:
        """Finds out which abilities speak, in the order in which their cards came into play.

        Only cards with more or less than what is printed get their own list.
        """
        state = self.state
        in_play = state.bases[:]
        on = state.on
        for base in state.bases:
            for i in on.get(base, ()):
                in_play.append(i)
                if i in on:
                    in_play += on[i]
        index: dict[str, list[Listener]] = {}
        self._abilities = {}
        printed = state.printed
        handles = self._handles or self._make_handles()
        speaking = [i for i in in_play if printed[i].indexed]
        speaking.sort(key=state.entered.__getitem__)
        _enter(index, [(printed[i], handles[i] or self.card(i), i) for i in speaking])
        effects = state.effects
        changes = [e for e in effects if e.kind in (COPIED, LOST, CANCELLED)] if effects else []
        laid = [self._laid(e) for e in effects if e.kind == LAID] if effects else NOTHING
        _enter(index, laid)
        if changes or "cancels" in index:
            in_play.sort(key=state.entered.__getitem__)
            index = self._build_changed_index(in_play, changes, laid)
        self._index = index
        self._late = NEVER.union(*[ability.indexed for ability, _, _ in laid])
        self._shifts = False
        for hook in ("lends", "cancels"):
            if hook in index and any([ability.wavers for ability, _, _ in index[hook]]):
                self._shifts = True
        if "lends" in index:
            self._lend(index, in_play, changes)
        return index

    def _build_changed_index(
        self, in_play: list[int], changes: list[Effect], laid: list[Listener]
    ) -> dict[str, list[Listener]]:
        """The index where abilities were copied, lost or cancelled."""
        index: dict[str, list[Listener]] = {}
        silent = self._cancelled(in_play, changes)
        changed = {e.target for e in changes} | silent
        printed = self.state.printed
        speaking: list[Listener] = []
        for card in self.cards(in_play):
            i = card.id
            if i not in changed:
                if printed[i].indexed:
                    speaking.append((printed[i], card, i))
                continue
            own: list[Listener] = []
            if i not in silent and not _has_lost(changes, i, i):
                own.append((printed[i], card, i))
                own += [(CARDS[e.amount], card, i) for e in changes if e.kind == COPIED and e.target == i]
            self._abilities[i] = own
            speaking += own
        _enter(index, speaking)
        _enter(index, laid)
        return index

    def _lend(self, index: dict[str, list[Listener]], in_play: list[int], changes: list[Effect]) -> None:
        """Abilities that cards have because of others (Flighterizer, Signs in the Stars)."""
        abilities = self._abilities
        # What a cancelled base was lent is cancelled too.
        silent = self._cancelled(in_play, changes) if changes or "cancels" in index else set[int]()
        for ability, lender, _ in list(index["lends"]):
            card = lender.host
            lent = ability.lends(lender)
            if card is None or lent is None or card.id in silent or _has_lost(changes, card.id, lender.id):
                continue
            if card.id not in abilities:
                abilities[card.id] = [(card.printed, card, card.id)]
            listener = (lent, card, lender.id)
            abilities[card.id].append(listener)
            self._late = self._late.union(lent.indexed)
            _enter(index, [listener])

    def _cancelled(self, in_play: list[int], changes: list[Effect]) -> set[int]:
        cancelled = {e.target for e in changes if e.kind == CANCELLED}
        cards = self.cards(in_play)
        for canceller in cards:
            if "cancels" in canceller.printed.hooks and canceller.id not in cancelled:
                cancelled |= {card.id for card in cards if canceller.printed.cancels(canceller, card)}
        for effect in self.state.effects:
            if effect.kind == LAID and "cancels" in LASTING[effect.amount].hooks:
                ability, trace, _ = self._laid(effect)
                cancelled |= {card.id for card in cards if ability.cancels(trace, card)}
        return cancelled

    def _laid(self, effect: Effect) -> Listener:
        return LASTING[effect.amount], Trace(cast("Rules", self), effect), effect.source


def _has_lost(changes: list[Effect], card: int, giver: int) -> bool:
    return any(e.kind == LOST and e.target == card and e.amount == giver for e in changes)


def _told(index: dict[str, list[Listener]]) -> dict[str, list[tuple[str, int, int]]]:
    return {hook: [(repr(a), me.id, giver) for a, me, giver in found] for hook, found in index.items()}


def _enter(index: dict[str, list[Listener]], listeners: list[Listener]) -> None:
    for listener in listeners:
        for hook in listener[0].indexed:
            if hook in index:
                index[hook].append(listener)
            else:
                index[hook] = [listener]
