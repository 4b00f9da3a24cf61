"""The context in which the rules and abilities run: who speaks, who is protected, what lasts, what is asked.

`Rules` is a game from the inside. Everything that resolves gets at the state, the other cards and the players through
it; `Game` adds the outside: answers, copies, saves.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from basebash.engine import power, scoring
from basebash.engine.card import Card
from basebash.engine.events import Event, Frame, Resolving, Scoring, Trigger
from basebash.engine.log import LogEntry
from basebash.engine.power import Contribution
from basebash.engine.printed import CARDS, Ability
from basebash.engine.question import Answer, PlayItem, Question
from basebash.engine.setup import Setup
from basebash.engine.state import Effect, State
from basebash.engine.terms import (
    AFFECTS,
    ANOTHER,
    ASIDE,
    BASE_DECK,
    CANCELLED,
    CHANGE_POWER,
    CONTROL,
    COPIED,
    DECK,
    DISCARD,
    HAND,
    HERE,
    LOST,
    MINION,
    NO_WINDOW,
    ON_THIS_BASE,
    OTHERS,
    PLAY,
    SPARED,
    TURN_END,
    YOUR_NEXT_TURN_END,
    YOUR_TURN_END,
    YOUR_TURN_START,
    YOURS,
)
from basebash.engine.verbs import put

Listener = tuple[Ability, Card, int]
"""An ability that speaks now: the ability, the card that has it, the card that gives it."""

_NOTHING: list[Listener] = []


class Rules:
    """A game from the inside."""

    __slots__ = (
        "_abilities",
        "_bases",
        "_handles",
        "_hint",
        "_index",
        "_log",
        "_minions",
        "_quiet",
        "_reseeds",
        "_rests",
        "_since",
        "answers_given",
        "edition",
        "everyone",
        "forced",
        "frames",
        "phases",
        "plays_from_discard",
        "resolving",
        "scoring",
        "setup",
        "speaking",
        "state",
        "window",
    )

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        self.edition = setup.edition
        self.everyone = (1 << len(setup.names)) - 1
        self.answers_given = 0
        self._log: list[LogEntry] | None = None
        self.forced: list[tuple[Question, Answer]] | None = None  # decisions with one answer, for who wants them
        self.phases: list[State] | None = None  # the state as each phase started, likewise
        # The last quiet point, the answers since, and where among them chance was given another seed.
        self._quiet: State | None = None
        self._rests = False  # the state is that of the last quiet point, and `_quiet` is older
        self._since: list[Answer] = []
        self._reseeds: list[tuple[int, int]] = []
        self._hint: list[PlayItem] | None = None
        # What was found out about the state, dropped by `touch`.
        self._index: dict[str, list[Listener]] | None = None
        self._abilities: dict[int, list[Listener]] = {}
        self._bases: list[Card] | None = None
        self._minions: dict[int, list[Card]] = {}
        self._handles: list[Card | None] = [None] * len(state.printed)
        self.plays_from_discard = any(printed.from_discard for printed in state.printed)
        # What is in the middle of resolving; empty at quiet points.
        self.frames: list[Frame] = []
        self.resolving: list[Resolving] = []
        self.window = NO_WINDOW  # the scoring window that is open
        self.scoring: Scoring | None = None  # of the base that has scored and not yet been replaced
        self.speaking: Card | None = None  # the card in play whose ability is up in a scoring window

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.state.vp)

    def mark_quiet(self) -> None:
        """A quiet point: nothing is in the middle of resolving, so the state says everything."""
        self.rest()
        self._keep_quiet()

    def rest(self) -> None:
        """A quiet point at which the game waits for an answer: its state need not be kept before that comes."""
        self._rests = True
        self._since = []
        self._reseeds = []

    def _keep_quiet(self) -> State:
        """The state at the last quiet point, kept from what follows."""
        if self._rests or self._quiet is None:
            self._quiet = self.state.copy()
            self._rests = False
        return self._quiet

    # ------------------------------------------------------------------------------------------- reading
    def card(self, card_id: int) -> Card:
        """The handle of a card or base."""
        card = self._handles[card_id]
        if card is None:
            card = self._handles[card_id] = Card(self, card_id)
        return card

    def cards_were_dealt(self) -> None:
        """The state got its cards."""
        self._handles = [None] * len(self.state.printed)
        self.plays_from_discard = any(printed.from_discard for printed in self.state.printed)
        self.touch()

    @property
    def bases(self) -> list[Card]:
        """The bases in play."""
        if self._bases is None:
            self._bases = [self.card(i) for i in self.state.bases]
        return self._bases[:]

    def minions_at(self, base: int) -> list[Card]:
        """The minions at a base."""
        minions = self._minions.get(base)
        if minions is None:
            printed = self.state.printed
            minions = [self.card(i) for i in self.state.on.get(base, ()) if printed[i].kind == MINION]
            self._minions[base] = minions
        return minions[:]

    @property
    def base_deck(self) -> list[Card]:
        """The base deck, top first."""
        return [self.card(i) for i in self.state.base_deck]

    @property
    def base_discard(self) -> list[Card]:
        """The base discard pile."""
        return [self.card(i) for i in self.state.base_discard]

    def hand(self, player: int) -> list[Card]:
        """A player's hand."""
        return [self.card(i) for i in self.state.hands[player]]

    def discard_pile(self, player: int) -> list[Card]:
        """A player's discard pile."""
        return [self.card(i) for i in self.state.discards[player]]

    def clockwise(self, first: int | None = None) -> list[int]:
        """All players, from the current one (or `first`) clockwise."""
        n = self.players
        start = self.state.turn_player if first is None else first
        return [(start + i) % n for i in range(n)]

    def minions(self) -> list[Card]:
        """All minions in play."""
        return [minion for base in self.bases for minion in base.minions]

    def actions(self) -> list[Card]:
        """All actions in play, on bases and on minions."""
        found = []
        for base in self.bases:
            for card in base.on_it:
                found += [card] if card.is_action else card.actions
        return found

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

    def explain_power(self, card: int) -> list[Contribution]:
        """Why a minion's power is what it is: contributions to it, in order."""
        return power.explain_power(self, self.card(card))

    def explain_breakpoint(self, base: int) -> list[Contribution]:
        """Why a base's breakpoint is what it is."""
        return power.explain_breakpoint(self, self.card(base))

    def explain_total(self, base: int, player: int) -> list[Contribution]:
        """Why a player's total at a base is what it is."""
        return power.explain_total(self, self.card(base), player)

    # ------------------------------------------------------------------------------------------- abilities
    def touch(self) -> None:
        """What is in play, or which abilities speak, has changed: the one place where what was found is dropped."""
        self._index = None
        self._bases = None
        if self._minions:
            self._minions = {}

    @property
    def index(self) -> dict[str, list[Listener]]:
        """Who speaks at which moment: for each hook the abilities of cards in play that have it."""
        index = self._index
        return self._build_index() if index is None else index

    def listeners(self, hook: str) -> list[Listener]:
        """The abilities in play that speak at this moment."""
        index = self._index
        if index is None:
            index = self._build_index()
        return index.get(hook, _NOTHING)

    def abilities_of(self, card: Card) -> list[Listener]:
        """The abilities that a card has now: printed, copied and lent, less those lost or cancelled."""
        if card.in_play:
            if self._index is None:
                self._build_index()
            if card.id in self._abilities:
                return self._abilities[card.id]
        return [(card.printed, card, card.id)]

    def _build_index(self) -> dict[str, list[Listener]]:
        """Finds out which abilities speak. Only cards with more or less than what is printed get their own list."""
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
        for i in in_play:
            if printed[i].indexed:
                _enter(index, (printed[i], self.card(i), i))
        changes = [e for e in state.effects if e.kind in (COPIED, LOST, CANCELLED)] if state.effects else []
        if changes or "cancels" in index:
            index = self._build_changed_index(in_play, changes)
        self._index = index
        if "lends" in index:
            self._lend(index, in_play, changes)
        return index

    def _build_changed_index(self, in_play: list[int], changes: list[Effect]) -> dict[str, list[Listener]]:
        """The index where abilities were copied, lost or cancelled."""
        index: dict[str, list[Listener]] = {}
        silent = self._cancelled(in_play, changes)
        for i in in_play:
            card = self.card(i)
            own: list[Listener] = []
            if i not in silent and not _has_lost(changes, i, i):
                own.append((card.printed, card, i))
                own += [(CARDS[e.amount], card, i) for e in changes if e.kind == COPIED and e.target == i]
            self._abilities[i] = own
            for listener in own:
                _enter(index, listener)
        return index

    def _lend(self, index: dict[str, list[Listener]], in_play: list[int], changes: list[Effect]) -> None:
        """Abilities that cards have because of others (Flighterizer, Signs in the Stars)."""
        abilities = self._abilities
        # What a cancelled base was lent is cancelled too.
        silent = self._cancelled(in_play, changes) if changes or "cancels" in index else set[int]()
        for ability, lender, _ in list(index["lends"]):
            for i in in_play:
                card = self.card(i)
                lent = ability.lends(lender, card)
                if lent is None or i in silent or _has_lost(changes, i, lender.id):
                    continue
                if i not in abilities:
                    abilities[i] = [(card.printed, card, i)]
                listener = (lent, card, lender.id)
                abilities[i].append(listener)
                _enter(index, listener)

    def _cancelled(self, in_play: list[int], changes: list[Effect]) -> set[int]:
        cancelled = {e.target for e in changes if e.kind == CANCELLED}
        cards = [self.card(i) for i in in_play]
        for canceller in cards:
            if "cancels" in canceller.printed.hooks and canceller.id not in cancelled:
                cancelled |= {card.id for card in cards if canceller.printed.cancels(canceller, card)}
        return cancelled

    # ------------------------------------------------------------------------------------------- protection
    def is_safe(self, card: Card, how: str, source: Card) -> bool:
        """Whether a card in play is protected from this (C14: it may be chosen all the same)."""
        index = self.index
        for ability, me, _ in index.get("cannot", _NOTHING):
            if ability.cannot(me, card, how, source):
                return True
        return self.is_affecting(how) and self.is_unaffected(card, source)

    def is_affecting(self, how: str) -> bool:
        """Whether this counts as affecting a card in this game's edition (E12)."""
        return how in AFFECTS[self.edition]

    def is_unaffected(self, card: Card, source: Card) -> bool:
        """Whether something says that the card is not affected by that source."""
        for ability, me, _ in self.index.get("unaffected", _NOTHING):
            if ability.unaffected(me, card, source):
                return True
        return any(e.kind == SPARED and e.target == card.id and e.amount == source.id for e in self.state.effects)

    def counts_for(self, source: Card, card: Card) -> bool:
        """Whether a continuous ability of `source` counts for `card`: not if that is not affected by it."""
        if source is card or not self.is_affecting(CHANGE_POWER):
            return True
        return not self.is_unaffected(card, source)

    def effect_counts(self, effect: Effect, card: Card) -> bool:
        """Whether a lasting effect counts for the card it is on."""
        return effect.player == card.controller or self.counts_for(self.card(effect.source), card)

    async def affected(self, source: Card, cards: list[Card], how: str) -> list[Card]:
        """Those of the cards that `source` really affects: the protected are spared, others may step in."""
        hit: list[Card] = []
        stepped_in = False
        interrupting = list(self.listeners("intercept")) if self.is_affecting(how) else _NOTHING
        for card in cards:
            if not card.in_play:
                continue
            if self.is_safe(card, how, source):
                self.log("spared", source.controller, cards=(source, card))
                continue
            target: Card | None = card
            taken_by: Ability | None = None
            for ability, me, _ in interrupting:
                # Cease and Desist, Ensign: several -1 power, but not destroyed twice, unless safe from it; and what
                # one Ensign took is not passed on to another.
                twice = how != CHANGE_POWER and (me in hit or me in cards) and not self.is_safe(me, how, source)
                if target is None or twice or ability is taken_by:
                    continue
                if ability.would_intercept(me, target, source, how):
                    other = await ability.intercept(me, target, source, how)
                    if other is not target:
                        target, taken_by, stepped_in = other, ability, True
            if target is not None and (target is card or not self.is_safe(target, how, source)):
                hit.append(target)
        if stepped_in:
            # What Hideout spared is spared wherever it stands in the list.
            hit = [card for card in hit if card.in_play and not self.is_safe(card, how, source)]
        found = [card for n, card in enumerate(hit) if card not in hit[:n] or how == CHANGE_POWER]
        resolving = source.resolving if self.resolving else None
        if resolving is not None and self.is_affecting(how):
            resolving.event.affected += found
        return found

    async def replaced(self, hook: str, card: Card, argument: Any) -> bool:
        """Whether something else was done instead; among several, the card's controller chooses."""
        waiting = [listener for listener in self.listeners(hook) if listener[0].would_replace(listener[1], card)]
        while waiting:
            listener = waiting[0]
            if any(ability is not waiting[0][0] for ability, _, _ in waiting):
                sources = [me for _, me, _ in waiting]
                prompt = f"Which comes first for {card.name}?"
                picked = await self.choose(card.controller, sources, prompt, kind="order")
                listener = waiting[sources.index(picked)] if picked is not None else listener
            waiting.remove(listener)
            if await getattr(listener[0], hook)(listener[1], card, argument):
                return True
        return False

    # ------------------------------------------------------------------------------------------- what lasts
    def add_effect(self, kind: int, target: int, amount: int, until: int, player: int, source: Card) -> None:
        """Something lasts from now on."""
        self.state.effects.append(Effect(kind, target, amount, until, player, source.id, self.state.turn))
        self.touch()

    def expire_at_start(self, player: int) -> None:
        """What lasted until this player's turn started is over."""
        self._expire([e for e in self.state.effects if e.until == YOUR_TURN_START and e.player == player])

    def expire_at_end(self, player: int) -> None:
        """What lasted until the end of this turn is over, all at once (T10)."""
        now = self.state.turn
        self._expire(
            [
                e
                for e in self.state.effects
                if e.until == TURN_END
                or (e.until == YOUR_TURN_END and e.player == player)
                or (e.until == YOUR_NEXT_TURN_END and e.player == player and e.turn < now)
            ]
        )

    def _expire(self, over: list[Effect]) -> None:
        if not over:
            return
        state = self.state
        # A copied ability ends as if its card had left play (Science Fiction Double Feature, Copycat).
        ended = [e.target for e in over if e.kind == COPIED]
        over += [e for e in state.effects if e.target in ended and e.source == e.target and e not in over]
        state.effects = [e for e in state.effects if e not in over]
        for effect in reversed(over):
            if effect.kind == CONTROL and state.zone[effect.target] == PLAY:
                state.controller[effect.target] = effect.amount
        self.touch()

    # ------------------------------------------------------------------------------------------- what is set off
    def triggers_of(self, hook: str, events: list[Event]) -> list[Trigger]:
        """The abilities in play that hear of these events."""
        return [
            Trigger(ability, me, hook, event)
            for ability, me, _ in self.listeners(hook)
            for event in events
            if _in_scope(ability.scope, me, event) and ability.hears(me, event)
        ]

    def triggers_of_own(self, hook: str, card: Card, event: Event) -> list[Trigger]:
        """The abilities of the card itself that speak of what happened to it."""
        return [
            Trigger(ability, me, hook, event) for ability, me, _ in self.abilities_of(card) if hook in ability.hooks
        ]

    def open_frame(self) -> None:
        """A card or ability starts to resolve."""
        self.frames.append(Frame())

    def set_off(self, triggers: list[Trigger]) -> None:
        """Triggers wait until what resolves now has resolved."""
        if triggers:
            self.frames[-1].triggers += triggers

    def heard_in_hand(self, events: list[Event]) -> None:
        """Events that cards in hand may answer to, after those in play."""
        self.frames[-1].heard_in_hand += events

    async def close_frame(self) -> None:
        """A card or ability has resolved. What it set off happens now: cards in play, cards in hand, then the card
        itself is discarded. By the 2019 order, cards that are in the middle of resolving finish first (E6).
        """
        frame = self.frames.pop()
        if self.frames and self.edition == 2019:
            outer = self.frames[-1]
            outer.triggers += frame.triggers
            outer.heard_in_hand += frame.heard_in_hand
            outer.spent += frame.spent
            return
        if frame.triggers:
            await self.resolve(frame.triggers)
        if frame.heard_in_hand:
            await self._answer_from_hand(frame.heard_in_hand)
        for spent in frame.spent:
            if spent.card.zone == ASIDE:
                put(self, spent.card, DISCARD, spent.card.owner)

    async def run(self, ability: Coroutine[Any, Any, None]) -> None:
        """An ability resolves, and then what it set off."""
        self.open_frame()
        await ability
        await self.close_frame()

    async def resolve(self, triggers: list[Trigger]) -> None:
        """Simultaneous triggers happen one after the other, in the order the current player chooses (P6)."""
        waiting = triggers
        while True:
            waiting = [trigger for trigger in waiting if _is_alive(trigger)]
            if not waiting:
                return
            trigger = await self.first_of(waiting)
            waiting.remove(trigger)
            await self.happen(trigger)

    async def first_of(self, waiting: list[Trigger]) -> Trigger:
        """The one that the current player lets happen first; equal ones need no question."""
        first = waiting[0]
        if not first.ability.ordered and all(
            other.ability is first.ability and other.controller == first.controller for other in waiting
        ):
            return first
        answer = await self.ask(self.state.turn_player, "order", "What happens first?", list(waiting), low=1, high=1)
        return waiting[answer[0]]

    async def happen(self, trigger: Trigger) -> None:
        """A trigger happens, and then what it set off."""
        card = trigger.card
        controllers = self.state.controller
        gone = not card.in_play or card.entered != trigger.entered
        now, entered = controllers[card.id], card.entered
        if gone:
            controllers[card.id] = trigger.controller
        await self.run(getattr(trigger.ability, trigger.hook)(card, trigger.about))
        if gone and card.entered == entered and controllers[card.id] == trigger.controller:
            controllers[card.id] = now

    async def _answer_from_hand(self, events: list[Event]) -> None:
        """Cards in hand that answer to what happened, from the current player clockwise, until all pass."""
        # With `ask_everyone`, whoever might hold such a card is asked: that is known from the factions in the game.
        secret = any(printed.in_hand for printed in self.state.printed)
        for event in events:
            passes = 0
            seat = self.state.turn_player
            while passes < self.players:
                cards = [c for c in self.hand(seat) if c.printed.in_hand and c.printed.hears(c, event)]
                if scoring.are_specials_forbidden(self, seat):
                    cards = []
                prompt = "Play a card from your hand in answer?"
                answer = await self.ask(seat, "special", prompt, cards, low=0, high=1, secret=secret)
                card = cards[answer[0]] if answer else None
                if card is None:
                    passes += 1
                else:
                    passes = 0
                    await self.run(card.printed.after_not_owned(card, event))
                seat = (seat + 1) % self.players

    # ------------------------------------------------------------------------------------------- asking
    async def ask(
        self,
        player: int,
        kind: str,
        prompt: str,
        items: list[Any],
        *,
        low: int,
        high: int,
        source: Card | None = None,
        saves: bool = False,
        always: bool = False,
        secret: bool = False,
    ) -> Answer:
        """Asks, unless there is only one answer (`always` asks even then).

        `secret`: cards that others cannot see decide what can be picked. With `ask_everyone` it is asked even if there
        is nothing to pick, so that no silence tells of them; so it is if such cards are among the items.
        """
        if "shows_top_base" in self.index and self.state.base_deck:
            self._show_top_base()
        secret = self.setup.ask_everyone and high > 0 and (secret or self._has_hidden(items))
        high = min(high, len(items))
        low = min(low, high)
        is_forced = not (always or secret) and (high == 0 or (low == len(items) and (low == 1 or kind != "arrange")))
        if is_forced and (self.forced is None or not low):
            return tuple(range(low))
        question = Question(
            self,
            player,
            kind,
            prompt,
            items,
            low=low,
            high=high,
            source=-1 if source is None else source.id,
            saves=saves,
            secret=secret,
            window=kind == "special" or (low == 0 and source is not None and source is self.speaking),
        )
        if not is_forced:
            return await question
        assert self.forced is not None
        answer = tuple(range(low))
        self.forced.append((question, answer))
        return answer

    async def ask_main(
        self, player: int, prompt: str, items: list[PlayItem] | None, find: Callable[[Rules, int], list[Any]]
    ) -> PlayItem:
        """The next step of Play Cards: one of the items, which are found when they are looked at."""
        if "shows_top_base" in self.index and self.state.base_deck:
            self._show_top_base()
        question = Question(self, player, "main", prompt, items, find=find)
        answer = await question
        item: PlayItem = question.items[answer[0]]
        return item

    def _has_hidden(self, items: list[Any]) -> bool:
        """Whether a card that not everybody knows is among the items."""
        state = self.state
        for item in items:
            i = item.id if isinstance(item, Card) else item[1] if isinstance(item, tuple) else -1
            if i >= 0 and state.zone[i] in (HAND, DECK, BASE_DECK) and state.known[i] != self.everyone:
                return True
        return False

    def _show_top_base(self) -> None:
        if any(ability.shows_top_base(me) for ability, me, _ in self.listeners("shows_top_base")):
            self.state.known[self.state.base_deck[0]] = self.everyone

    async def choose(
        self,
        player: int,
        cards: list[Card],
        prompt: str,
        *,
        may: bool = False,
        source: Card | None = None,
        kind: str = "card",
        secret: bool = False,
    ) -> Card | None:
        """See `Card.choose`."""
        low = 0 if may else 1
        answer = await self.ask(player, kind, prompt, cards, low=low, high=1, source=source, secret=secret)
        return cards[answer[0]] if answer else None

    async def choose_some(
        self,
        player: int,
        cards: list[Card],
        prompt: str,
        *,
        low: int,
        high: int,
        source: Card | None = None,
        kind: str = "card",
        secret: bool = False,
    ) -> list[Card]:
        """See `Card.choose_some`."""
        answer = await self.ask(player, kind, prompt, cards, low=low, high=high, source=source, secret=secret)
        return [cards[i] for i in answer]

    async def arrange(self, player: int, cards: list[Card], prompt: str, source: Card | None) -> list[Card]:
        """See `Card.arrange`."""
        n = len(cards)
        answer = await self.ask(player, "arrange", prompt, cards, low=n, high=n, source=source)
        return [cards[i] for i in answer]

    async def ask_item(
        self,
        player: int,
        kind: str,
        prompt: str,
        items: list[PlayItem],
        source: Card | None = None,
        *,
        may: bool = False,
        saves: bool = False,
        secret: bool = False,
    ) -> PlayItem | None:
        """One of several things to do."""
        answer = await self.ask(
            player,
            kind,
            prompt,
            items,
            low=0 if may else 1,
            high=1,
            source=source,
            saves=saves,
            secret=secret,
        )
        return items[answer[0]] if answer else None

    async def choose_value(
        self,
        player: int,
        kind: str,
        values: list[int],
        prompt: str,
        *,
        may: bool = False,
        source: Card | None = None,
    ) -> int | None:
        """A player or a number."""
        answer = await self.ask(player, kind, prompt, values, low=0 if may else 1, high=1, source=source)
        return values[answer[0]] if answer else None

    async def choose_text(
        self, player: int, kind: str, values: list[str], prompt: str, *, source: Card | None = None
    ) -> str | None:
        """A card name or a faction."""
        answer = await self.ask(player, kind, prompt, values, low=1, high=1, source=source)
        if not answer:
            return None
        self.log("chose", player, text=values[answer[0]])
        return values[answer[0]]

    async def choose_mode(
        self, player: int, modes: list[str], prompt: str, *, may: bool, source: Card | None, secret: bool = False
    ) -> int:
        """See `Card.choose_mode`."""
        low = 0 if may else 1
        answer = await self.ask(player, "mode", prompt, modes, low=low, high=1, source=source, secret=secret)
        return answer[0] + 1 if answer else 0

    async def may(
        self, player: int, prompt: str, source: Card | None = None, *, having: list[Card] | None = None
    ) -> bool:
        """See `Card.may`."""
        items = ["yes"] if having is None or having else []
        secret = having is not None
        return bool(await self.ask(player, "yes", prompt, items, low=0, high=1, source=source, secret=secret))

    # ------------------------------------------------------------------------------------------- log
    def log(
        self,
        kind: str,
        player: int,
        *,
        cards: Iterable[Card] = (),
        base: Card | None = None,
        number: int = 0,
        players: tuple[int, ...] = (),
        seen: int | None = None,
        zone: int = -1,
        text: str = "",
    ) -> None:
        """Writes down what happened, if somebody keeps the log."""
        if self._log is None:
            return
        self._log.append(
            LogEntry(
                kind,
                player,
                tuple([card.id for card in cards]),
                -1 if base is None else base.id,
                number,
                players,
                self.everyone if seen is None else seen,
                zone,
                self.state.turn,
                self.answers_given,
                text,
            )
        )

    @property
    def is_fresh(self) -> bool:
        """Whether no quiet point has been marked yet."""
        return self._quiet is None

    @property
    def hint(self) -> list[PlayItem] | None:
        """The options of the decision at the quiet point this copy was made from, so that they are found once."""
        hint, self._hint = self._hint, None
        return hint


def _has_lost(changes: list[Effect], card: int, giver: int) -> bool:
    return any(e.kind == LOST and e.target == card and e.amount == giver for e in changes)


def _enter(index: dict[str, list[Listener]], listener: Listener) -> None:
    for hook in listener[0].indexed:
        if hook in index:
            index[hook].append(listener)
        else:
            index[hook] = [listener]


def _in_scope(scope: int, me: Card, event: Event) -> bool:
    if not scope:
        return True
    if scope & HERE and (event.base is None or event.base is not me.base):
        return False
    if scope & YOURS and event.player != me.controller:
        return False
    if scope & OTHERS and event.player == me.controller:
        return False
    if scope & ANOTHER and event.card is me:
        return False
    return not (scope & ON_THIS_BASE and (event.target is None or event.target is not me.base))


def _is_alive(trigger: Trigger) -> bool:
    """Whether a trigger still happens: its card must be in play as it was, unless it speaks of its own leaving."""
    if isinstance(trigger.about, Event) and not trigger.ability.holds(trigger.card, trigger.about):
        return False
    if trigger.ability.lingers or trigger.hook.startswith("after_this"):
        return True
    card = trigger.card
    return card.in_play and card.entered == trigger.entered
