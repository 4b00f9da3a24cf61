"""The context in which the rules and abilities run: who is protected, what lasts, what is set off.

`Rules` is a game from the inside. Everything that resolves gets at the state, the other cards and the players through
it; `Game` adds the outside: answers, copies, saves.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any

from basebash.engine.data.events import Event, Frame, Resolving, Scoring, Trigger
from basebash.engine.data.state import State
from basebash.engine.data.terms import (
    AFFECTS,
    ANOTHER,
    ASIDE,
    CHANGE_POWER,
    CHANGING,
    CONTROL,
    COPIED,
    HAND,
    HERE,
    NO_WINDOW,
    NOBODY,
    ON_THIS_BASE,
    OTHERS,
    PLAY,
    PREVAILS,
    SPARED,
    STASIS,
    TURN_END,
    WHILE_IN_PLAY,
    YOUR_NEXT_TURN_END,
    YOUR_TURN_END,
    YOUR_TURN_START,
    YOURS,
    Who,
    player_from_json,
)
from basebash.engine.data.values import Act, Deed, Effect
from basebash.engine.log import Watch
from basebash.engine.mechanics.duels import Duel
from basebash.engine.question import Answer, PlayItem
from basebash.engine.rules import power, rights
from basebash.engine.rules.asking import Asking
from basebash.engine.rules.power import Contribution
from basebash.engine.rules.voices import NOTHING, Listener
from basebash.engine.rules.zones import KEPT_BY_PLAYERS, follow_holder, let_go, put_away, put_home
from basebash.engine.setup import Setup
from basebash.engine.vocabulary.ability import Ability
from basebash.engine.vocabulary.card import Card, Trace


class Rules(Asking):
    """A game from the inside."""

    __slots__ = (
        "_hint",
        "_keeps",
        "_quiet",
        "_reseeds",
        "_rests",
        "_since",
        "acting",
        "duel",
        "frames",
        "judging",
        "measuring",
        "phases",
        "powers",
        "replacing",
        "rescues",
        "resolving",
        "scoring",
        "starting",
        "using",
        "window",
    )

    def __init__(self, setup: Setup, state: State) -> None:
        Asking.__init__(self, setup, state)
        self.phases: list[State] | None = None  # the state as each phase started, for who wants them
        # The last quiet point, the answers since, and where among them chance was given another seed.
        self._quiet: State | None = None  # None if it was not kept
        self._rests = False  # the state is that of the last quiet point, and not kept yet
        self._keeps = False  # quiet points are kept, because copies are made between them
        self._since: list[Answer] = []
        self._reseeds: list[tuple[int, int, bool]] = []
        self._hint: list[PlayItem] | None = None
        # What is in the middle of resolving; empty at quiet points.
        self.rescues: list[tuple[Card, Card]] = []  # who returns which card to hand instead of its destruction
        self.powers: dict[Card, tuple[int, int]] | None = None  # before what resolves now, if somebody watches them
        self.frames: list[Frame] = []
        # Cards whose ability resolves, and for whom: until it is done that player controls the card, wherever it goes.
        self.acting: list[tuple[Card, Who, Who, int]] = []  # ... with whose it was, and its arrival
        self.replacing: list[tuple[Ability, int, Card]] = []  # what does something else instead, and for which card
        self.resolving: list[Resolving] = []
        self.using: list[tuple[Card, Event]] = []  # talents that resolve: whose, and what is known of it
        self.window = NO_WINDOW  # the scoring window that is open
        self.duel: Duel | None = None  # the one that is being fought
        self.scoring: Scoring | None = None  # of the base that has scored and not yet been replaced
        self.judging = False  # whether a continuous ability counts is being asked
        self.measuring: list[Card] = []  # cards whose power is being worked out
        self.starting: list[Card] = []  # cards whose starting power is being worked out

    def mark_quiet(self) -> None:
        """A quiet point: nothing is in the middle of resolving, so the state says everything."""
        self.rest()
        self._pass_quiet()

    def rest(self) -> None:
        """A quiet point at which the game waits for an answer: its state need not be kept before that comes."""
        self._rests = True
        self._quiet = None
        self._since = []
        self._reseeds = []

    def _pass_quiet(self) -> None:
        """The game goes on from a quiet point. Most games are never copied, so its state is not kept for nothing."""
        self._rests = False
        if self._keeps:
            self._quiet = self.state.copy()

    @property
    def hint(self) -> list[PlayItem] | None:
        """The options of the decision at the quiet point this copy was made from, so that they are found once."""
        hint, self._hint = self._hint, None
        return hint

    def explain_power(self, card: int) -> list[Contribution]:
        """Why a minion's power is what it is: contributions to it, in order."""
        return power.explain_power(self, self.card(card))

    def explain_breakpoint(self, base: int) -> list[Contribution]:
        """Why a base's breakpoint is what it is."""
        return power.explain_breakpoint(self, self.card(base))

    def explain_total(self, base: int, player: int) -> list[Contribution]:
        """Why a player's total at a base is what it is."""
        return power.explain_total(self, self.card(base), player)

    # ------------------------------------------------------------------------------------------- what had no effect
    def watch(self) -> Watch | None:
        """What `tell_idle` compares with, if somebody keeps the log."""
        return None if self._log is None or self.tells is not None else Watch(self, self._log)

    def tell_idle(self, watch: Watch | None, player: Who, card: Card) -> None:
        """Says in the log that a card has had no effect, if so."""
        if watch is not None and self._log is not None and watch.saw_nothing(self, self._log):
            self.log("no effect", player, cards=(card,))

    # ------------------------------------------------------------------------------------------- protection
    def is_safe(self, card: Card, act: Act) -> bool:
        """Whether a card in play is protected from this (C14: it may be chosen all the same)."""
        for ability, me, _ in self.listeners("cannot"):
            if ability.cannot(me, card, act):
                return True
        return self.is_affecting(act.how) and self.is_unaffected(card, act)

    def is_affecting(self, how: str) -> bool:
        """Whether this counts as affecting a card in this game's edition (E12)."""
        return how in AFFECTS[self.edition]

    def is_unaffected(self, card: Card, act: Act) -> bool:
        """Whether something says that the card is not affected by the act's source."""
        for ability, me, _ in self.listeners("unaffected"):
            if ability.unaffected(me, card, act):
                return True
        for effect in self.state.effects:
            if effect.kind == SPARED and effect.target == card.id and effect.amount == act.source.id:
                return True
        return False

    def counts_for(self, source: Card, card: Card) -> bool:
        """Whether a continuous ability of `source` counts for `card`: not if that is not affected by it.

        A protection that asks for power while that is being found out sees it without what other players do to the
        card (C14 with C7): what lifts it over the line counts, although it is protected from then on.
        """
        if source is card or CHANGE_POWER not in AFFECTS[self.edition]:
            return True
        if self.judging:
            return not card.is_enemy(source)
        spares = bool(self.state.effects) and any([effect.kind == SPARED for effect in self.state.effects])
        if not spares and "unaffected" not in (self._index or self.index):
            return True
        self.judging = True
        counts = not self.is_unaffected(card, Act(CHANGE_POWER, source, source.controller))
        self.judging = False
        return counts

    def effect_counts(self, effect: Effect, card: Card) -> bool:
        """Whether a lasting effect counts for the card it is on."""
        return effect.player == card.controller or self.counts_for(self.card(effect.source), card)

    async def affected(self, act: Act, cards: list[Card], credit: Mapping[Card, Who] | None = None) -> list[Card]:
        """Those of the cards that are really affected: the protected are spared, others may step in.

        `credit`: which player does it to which card, where it is not the same for all.
        """
        done = {} if credit is None else {card: Act(act.how, act.source, by, act.to) for card, by in credit.items()}
        hit: list[Card] = []
        stepped_in = False
        source = act.source
        affecting = act.how in AFFECTS[self.edition]
        index = self._index or self.index
        interrupting = index.get("intercept", NOTHING) if affecting else NOTHING
        guarded = interrupting or "cannot" in index or (affecting and (self.state.effects or "unaffected" in index))
        zone = self.state.zone
        for card in cards:
            if zone[card.id] != PLAY:
                continue
            this = done.get(card, act)
            if guarded and self.is_safe(card, this):
                self.log("spared", source.controller, cards=(source, card))
                continue
            target = await self._intercepted(this, card, hit, cards, interrupting) if interrupting else card
            if target is card or (target is not None and not self.is_safe(target, this)):
                hit.append(target)
            stepped_in |= target is not card
        if stepped_in:
            # What Hideout spared is spared wherever it stands in the list.
            hit = [card for card in hit if card.in_play and not self.is_safe(card, done.get(card, act))]
        if len(hit) > 1 and act.how != CHANGE_POWER:
            hit = list(dict.fromkeys(hit))
        if affecting and (self.resolving or self.using) and self._note_affected(source, hit):
            hit += await self._joined(act, hit)
            if act.how != CHANGE_POWER:
                hit = list(dict.fromkeys(hit))
        return hit

    async def _intercepted(
        self, act: Act, card: Card, hit: list[Card], cards: list[Card], interrupting: list[Listener]
    ) -> Card | None:
        """The card that is affected in place of this one, if another steps in."""
        target: Card | None = card
        taken_by: Ability | None = None
        for ability, me, _ in interrupting:
            # Cease and Desist, Ensign: several -1 power, but not destroyed twice, unless safe from it; and what one
            # Ensign took is not passed on to another.
            twice = act.how != CHANGE_POWER and (me in hit or me in cards) and not self.is_safe(me, act)
            if target is None or twice or ability is taken_by:
                continue
            if ability.would_intercept(me, target, act):
                other = await ability.intercept(me, target, act)
                if other is not target:
                    target, taken_by = other, ability
        return target

    def _note_affected(self, source: Card, hit: list[Card]) -> bool:
        """Remembers what a card that is played or a talent affects directly; whether it may then affect others (K1)."""
        for card, event in self.using:
            if card is source:
                event.affect(hit)
        resolving = source.resolving
        if resolving is None:
            return False
        resolving.event.affect(hit)
        return "joins" in (self._index or self.index) and source.is_standard

    async def _joined(self, act: Act, hit: list[Card]) -> list[Card]:
        """The further minions that a standard action affects in the same way, by cards that let it (K1 to K16).

        Those who may let it are asked from the current player clockwise, each for one effect of the action.
        """
        resolving = act.source.resolving
        assert resolving is not None
        joined: list[Card] = []
        direct = [card for card in hit if card.is_minion]
        voices = self.listeners("joins") if direct else NOTHING
        asked = [(seat, voice) for seat in self.clockwise() for voice in voices]
        for seat, (ability, me, _) in asked:
            if seat != (act.by if me.is_base else me.controller):
                continue
            mark = (ability, me.entered)
            if mark in resolving.joined or not me.in_play or not ability.would_join(me, act, direct):
                continue
            card = await ability.joins(me, act, direct)
            if card is not None:
                resolving.joined.append(mark)
                if self.is_safe(card, act):
                    self.log("spared", act.source.controller, cards=(act.source, card))
                else:
                    joined.append(card)
        resolving.event.copied_at += tuple([(card, card.base, card.controller) for card in joined])
        return joined

    async def replaced(self, hook: str, card: Card, argument: Any) -> bool:
        """Whether something else was done instead; among several, the current player says which comes first (P6, N24).

        What is done instead is not replaced by the same ability again.
        """
        waiting = [
            (ability, me, source)
            for ability, me, source in self.listeners(hook)
            if (ability, me.entered, card) not in self.replacing and ability.would_replace(me, card)
        ]
        while waiting:
            listener = waiting[0]
            if any(ability is not waiting[0][0] for ability, _, _ in waiting):
                sources = [me for _, me, _ in waiting]
                prompt = f"Which comes first for {card.name}?"
                picked = await self.choose(self.state.turn_player, sources, prompt, kind="order")
                listener = waiting[sources.index(picked)] if picked is not None else listener
            waiting.remove(listener)
            ability, me, _ = listener
            # What belongs to nobody has no hand or deck to be saved to: it goes where it was going (MT47).
            self.replacing.append((ability, me.entered, card))
            self.start_acting(me, me.controller)
            done = await getattr(ability, hook)(me, card, argument)
            self.stop_acting()
            self.replacing.pop()
            if done:
                return True
        return False

    # ------------------------------------------------------------------------------------------- what lasts
    def add_effect(
        self, kind: int, target: int, amount: int, until: int, player: Who, source: Card, *, value: int = 0
    ) -> None:
        """Something lasts from now on."""
        state = self.state
        state.serial += 1
        state.effects.append(Effect(kind, target, amount, until, player, source.id, state.turn, state.serial, value))
        if kind in CHANGING:
            self.touch()
        else:
            self.touch_numbers()

    def end_effect(self, effect: Effect) -> None:
        """An effect is over before its time."""
        self.expire([effect])

    def deeds(self, what: int, *, player: Who | None = None, card: Card | None = None) -> list[Deed]:
        """What was done this turn: plays, moves, ... (`terms.PLAYED`), by a player, with or to a card."""
        return [
            deed
            for deed in self.state.deeds
            if deed.what == what
            and (player is None or deed.player == player)
            and (card is None or deed.card == card.id)
        ]

    def over_at_start(self, player: int) -> list[Effect]:
        """What lasted until this player's turn started."""
        return [e for e in self.state.effects if e.until == YOUR_TURN_START and e.player == player]

    def over_at_end(self, player: int) -> list[Effect]:
        """What lasted until the end of this turn (T10)."""
        now = self.state.turn
        return [
            e
            for e in self.state.effects
            if e.until == TURN_END
            or (e.until == YOUR_TURN_END and e.player == player)
            or (e.until == YOUR_NEXT_TURN_END and e.player == player and e.turn < now)
        ]

    def expire(self, over: list[Effect]) -> None:
        """Effects are over, all at once."""
        state = self.state
        # A copied ability ends as if its card had left play (Science Fiction Double Feature, Copycat).
        ended = [e.target for e in over if e.kind == COPIED]
        over += [e for e in state.effects if e.target in ended and e.source == e.target and e not in over]
        state.effects = [e for e in state.effects if e not in over]
        for effect in reversed(over):
            if effect.kind == CONTROL and state.zone[effect.target] == PLAY:
                state.controller[effect.target] = player_from_json(effect.amount)
                follow_holder(self, self.card(effect.target))
        if any(effect.kind in CHANGING for effect in over):
            self.touch()
        else:
            self.touch_numbers()

    def end_copies(self, card: Card) -> None:
        """A card has the abilities no longer that it copied (Hello, Dolly!)."""
        for effect in [e for e in self.state.effects if e.kind == COPIED and e.target == card.id]:
            self.end_effect(effect)

    # ------------------------------------------------------------------------------------------- what is set off
    def triggers_of(self, hook: str, events: list[Event]) -> list[Trigger]:
        """The abilities that hear of these events, in play or from where they say. Hands are noted, and asked later."""
        if hook in self._afar:
            voices = self.voices(hook)
            if hook in self.from_hand:
                self.frames[-1].heard_in_hand += [(hook, event) for event in events]
        else:
            voices = (self._index or self.index).get(hook, NOTHING)
        if not voices:
            return []
        return [
            Trigger(ability, me, hook, event)
            for ability, me, _ in voices
            for event in events
            if _in_scope(ability.scope, me, event) and ability.hears(me, event)
        ]

    def tell(self, hook: str, events: list[Event]) -> None:
        """Whoever hears of these events speaks once what resolves now has resolved."""
        self.set_off(self.triggers_of(hook, events))

    def hears_of(self, hook: str) -> bool:
        """Whether anybody could hear of such an event, so that nobody makes one in vain."""
        return hook in (self._index or self.index) or hook in self._afar

    def triggers_of_own(self, hook: str, card: Card, event: Event) -> list[Trigger]:
        """The abilities of the card itself that speak of what happened to it."""
        return [
            Trigger(ability, me, hook, event) for ability, me, _ in self.abilities_of(card) if hook in ability.hooks
        ]

    def open_frame(self) -> None:
        """A card or ability starts to resolve."""
        if "after_power_increased" in self.moments and not self.frames and "after_power_increased" in self.index:
            self.powers = power.all_powers(self)
        self.frames.append(Frame())

    def set_off(self, triggers: list[Trigger]) -> None:
        """Triggers wait until what resolves now has resolved."""
        if triggers:
            self.frames[-1].triggers += triggers

    def end_frame(self) -> Frame | None:
        """A card or ability has resolved: its frame, if anything is left to do in it, for `settle`."""
        frame = self._pop_frame()
        if frame is None or frame.triggers or self._is_left(frame):
            return frame
        return None

    async def settle(self, frame: Frame) -> None:
        """What was set off happens: cards in play, cards in hand, then the card itself is discarded."""
        if frame.triggers:
            await self.resolve(frame.triggers)
        if self._is_left(frame):
            await self._clear_up(frame)

    async def close_frame(self) -> None:
        """A card or ability has resolved, and what it set off happens now.

        By the 2019 order, cards that are in the middle of resolving finish first (E6).
        """
        frame = self.end_frame()
        if frame is not None:
            await self.settle(frame)

    def _is_left(self, frame: Frame) -> bool:
        """Whether there is anything to clear up."""
        return bool(
            frame.spent
            or frame.heard_in_hand
            or frame.loose
            or (not self.frames and "starting_breakpoint_of" in (self._index or self.index))
        )

    def _pop_frame(self) -> Frame | None:
        """The innermost frame, with what was set off in it, unless that waits until an outer one has resolved."""
        frame = self.frames.pop()
        if self.duel is not None and self.duel.frame is frame:
            self.duel = None
        if self.frames and self.edition >= 2019:
            self.frames[-1].take_over(frame)
            return None
        if self.powers is not None and not self.frames:
            before, self.powers = self.powers, None
            frame.triggers += self.triggers_of("after_power_increased", power.increases(self, before))
        return frame

    async def _clear_up(self, frame: Frame) -> None:
        """The triggers of a frame have happened: cards in hand may answer, and the card itself is discarded."""
        if frame.heard_in_hand:
            await self._answer_from_hand(frame.heard_in_hand)
        for spent in frame.spent:
            if spent.card.zone == ASIDE:
                await put_away(self, spent)
                self.end_copies(spent.card)
        for card in frame.loose:
            if card.zone == ASIDE:
                put_home(self, card)
        if not self.frames and "starting_breakpoint_of" in (self._index or self.index):
            await self.settle_breakpoints()

    async def settle_breakpoint(self, base: Card, *, anew: bool = False) -> None:
        """If a base's starting breakpoint is set to different numbers, the current player says which one prevails.

        What was said before holds as long as it may, unless it is asked `anew`.
        """
        resets = power.breakpoint_resets(self, base)
        if len({part.amount for part in resets}) < 2:
            return
        sources = [self.card(source) for source in dict.fromkeys(part.source for part in resets)]
        chosen = [e.amount for e in self.state.effects if e.kind == PREVAILS and e.target == base.id]
        if anew or not any(source.id in chosen[-1:] for source in sources):
            prompt = f"Which sets the breakpoint of {base.name}?"
            picked = await self.choose(self.state.turn_player, sources, prompt, kind="order")
            if picked is not None:
                self.add_effect(PREVAILS, base.id, picked.id, WHILE_IN_PLAY, self.state.turn_player, picked)

    async def settle_breakpoints(self) -> None:
        """Abilities that set a base's starting breakpoint may have begun to differ by themselves."""
        for base in self.bases:
            await self.settle_breakpoint(base)

    async def run(self, ability: Coroutine[Any, Any, None]) -> None:
        """An ability resolves, and then what it set off."""
        self.open_frame()
        await ability
        await self.close_frame()

    async def resolve(self, triggers: list[Trigger]) -> None:
        """Simultaneous triggers happen one after the other, in the order the current player chooses (P6).

        What a trigger sets off happens before those that wait with it. It is kept here and not left to `happen`, so
        that a chain in which each sets off the next may be as long as the players like (Collector, The Homeworld).
        """
        chain: list[tuple[list[Trigger], Frame | None, Trigger | None]] = [(triggers, None, None)]
        while chain:
            triggers, frame, cause = chain[-1]
            waiting = [trigger for trigger in triggers if _is_alive(trigger)]
            if waiting:
                trigger = await self.first_of(waiting)
                waiting.remove(trigger)
                chain[-1] = (waiting, frame, cause)
                opened = await self._perform(trigger)
                if opened is None:
                    await self._note_special(trigger)
                else:
                    chain.append((opened.triggers, opened, trigger))
                continue
            chain.pop()
            if frame is not None and self._is_left(frame):
                await self._clear_up(frame)
            if cause is not None:
                await self._note_special(cause)

    async def first_of(self, waiting: list[Trigger]) -> Trigger:
        """The one that the current player lets happen first; equal ones need no question."""
        waiting = [trigger for trigger in waiting if trigger.ability.first] or waiting
        first = waiting[0]
        if not first.ability.ordered and all(
            other.ability is first.ability and other.controller == first.controller for other in waiting
        ):
            return first
        answer = await self.ask(self.state.turn_player, "order", "What happens first?", list(waiting), low=1, high=1)
        return waiting[answer[0]]

    async def happen(self, trigger: Trigger) -> None:
        """A trigger happens, and then what it set off."""
        frame = await self._perform(trigger)
        if frame is not None:
            await self.settle(frame)
        if trigger.zone != PLAY or trigger.hook == "after_this_uncovered":
            await self._note_special(trigger)

    async def _perform(self, trigger: Trigger) -> Frame | None:
        """A trigger happens. What it set off waits in the frame that is given back, or in an outer one."""
        card = trigger.card
        self.open_frame()
        as_it_was = card.in_play and card.entered == trigger.entered
        self.start_acting(card, card.controller if as_it_was else trigger.controller)
        await getattr(trigger.ability, trigger.hook)(card, trigger.about)
        self.stop_acting()
        return self._pop_frame()

    async def _note_special(self, trigger: Trigger) -> None:
        """What a card says in stasis or as it was uncovered is a Special."""
        card = trigger.card
        special = trigger.zone == STASIS or trigger.hook == "after_this_uncovered"
        if special and not isinstance(card, Trace):
            await self.special_used(trigger.ability, card, trigger.controller)

    async def special_used(self, ability: Ability, card: Card, player: Who) -> None:
        """An ability spoke in a scoring window, or a hand answered: that is a Special, unless it is Ongoing."""
        if not ability.ongoing and self.hears_of("after_special_used"):
            self.open_frame()
            self.tell("after_special_used", [Event(card, player, card.base)])
            await self.close_frame()

    async def run_for(self, card: Card, player: Who, ability: Coroutine[Any, Any, None]) -> None:
        """An ability of a card that has left play happens for the player who controlled it."""
        self.open_frame()
        self.start_acting(card, player)
        await ability
        self.stop_acting()
        await self.close_frame()

    def start_acting(self, card: Card, player: Who) -> None:
        """An ability of a card starts to happen for a player, who controls the card until `stop_acting`.

        The card may have left play before, or leave it meanwhile for its owner's hand, deck or discard pile: "you" is
        still the player for whom the ability happens (C17, O2).
        """
        was: Who = NOBODY
        arrival = -1
        if not card.is_base and not isinstance(card, Trace):
            was, arrival = self.state.controller[card.id], card.entered
            self.state.controller[card.id] = player
        self.acting.append((card, player, was, arrival))

    def stop_acting(self) -> None:
        """The ability that started to happen last has happened."""
        card, player, was, arrival = self.acting.pop()
        if arrival < 0:
            return
        controllers = self.state.controller
        if card.zone in KEPT_BY_PLAYERS:
            let_go(self, card)
        elif card.entered == arrival and was != player and controllers[card.id] == player:
            controllers[card.id] = was

    async def _answer_from_hand(self, heard: list[tuple[str, Event]]) -> None:
        """Cards in hand that answer to what happened, from the current player clockwise, until all pass."""
        for hook, event in heard:
            passes = 0
            seat = self.state.turn_player
            while passes < self.players:
                cards = [
                    card
                    for card in self.hand(seat)
                    if HAND in card.printed.afar.get(hook, ())
                    and _in_scope(card.printed.scope, card, event)
                    and card.printed.hears(card, event)
                ]
                if rights.are_specials_forbidden(self, seat):
                    cards = []
                prompt = "Play a card from your hand in answer?"
                # With `ask_everyone`, whoever might hold such a card is asked: the factions in the game tell that.
                holds = bool(self.state.hands[seat])
                answer = await self.ask(seat, "special", prompt, cards, low=0, high=1, secret=holds)
                card = cards[answer[0]] if answer else None
                if card is None:
                    passes += 1
                else:
                    passes = 0
                    await self.run_for(card, seat, getattr(card.printed, hook)(card, event))
                    await self.special_used(card.printed, card, seat)
                seat = (seat + 1) % self.players


def _in_scope(scope: int, me: Card, event: Event) -> bool:
    if not scope:
        return True
    if scope & HERE and (event.base is None or event.base is not me.base):
        return False
    if scope & YOURS and not me.is_yours(event.player):
        return False
    if scope & OTHERS and not me.is_other_player(event.player):
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
    return card.zone == trigger.zone and card.entered == trigger.entered
