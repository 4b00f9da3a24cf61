"""Positions built for abilities: their cards are in place, and somebody can trigger them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from basebash import CARDS, Answer, Game, Question, State
from basebash.engine import Action, Base, Minion, Monster, Printed, Titan
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import (
    BESIDE,
    DISCARD,
    END_TURN,
    HAND,
    MONSTERS,
    NOBODY,
    ON_BASE,
    PLAY,
    PLAY_CARDS,
    SCORE_BASES,
    START_TURN,
    STASIS,
)
from basebash.engine.rules.turn import FREE_ACTION, FREE_MINION
from basebash.invariants import Builder
from checks.metamorphic.stimuli import STIMULI

AT_SCORING = frozenset(
    "before_scoring when_scoring after_scoring award_bonus treasures_bonus forbids_specials "
    "forbids_special_abilities forbids_scoring counted_power_of counted_bonus adds_nothing".split()
)


# What triggers a hook, where it is not any of the stimuli.
BY_HOOK = {
    "after_moved": ("Move",),
    "after_destroyed": ("Destroy",),
    "after_minions_destroyed": ("Destroy",),
    "after_discarded": ("Destroy", "Unmake"),
    "instead_of_destroyed": ("Destroy",),
    "instead_of_discarded": ("Destroy", "Unmake"),
    "instead_of_returned": ("Return",),
    "after_to_hand": ("Return",),
    "after_minion_played": ("Perform",),
    "asks_toll": ("Perform",),
    "forbids_play": ("Perform",),
    "after_action_played": ("Strengthen", "Move", "Perform"),
    "joins": ("Strengthen", "Move", "Destroy"),
    "intercept": ("Strengthen", "Move", "Destroy", "Return"),
    "cannot": ("Destroy", "Move", "Return", "Unmake", "Shuffle"),
    "unaffected": ("Destroy", "Move", "Return", "Unmake", "Strengthen"),
    "after_counters": ("Strengthen",),
    "after_power_increased": ("Strengthen",),
    "when_dueling": ("Duel",),
    "after_uncovered": ("Bury",),
    "after_buried": ("Bury",),
    "after_titan_arrived": ("Summon",),
    "after_base_played": ("Rebuild",),
    "after_flip": ("Browse",),
    "after_seen": ("Browse",),
}


def eager(question: Question, chance: State, focus: Collection[int] = ()) -> Answer:
    """Return an answer that triggers something if there is one (at random), preferring the cards in `focus`."""
    options = question.options
    if question.kind == "main" and chance.random(4):
        made_up = [option for option in options if option.name in STIMULI]
        options = made_up or [option for option in options if option.kind == "play"] or options
    near = [option.index for option in options if option.card in focus or option.target in focus]
    if chance.random(4) and question.kind != "order":
        if near and question.high == 1:
            return (near[chance.random(len(near))],)
        if near and question.low <= 1 and question.kind != "arrange":
            return tuple(sorted({near[chance.random(len(near))] for _ in range(question.high)}))
        if options is not question.options:
            return (options[chance.random(len(options))].index,)
    return question.random_answer(chance)


class Stage:
    """Builds a position in which the abilities of some cards can respond at a hook."""

    def __init__(self, hook: str, cards: Sequence[Printed], chance: State) -> None:
        self.hook = hook
        self.cards = cards
        self.chance = chance
        self.focus: set[int] = set()  # the base where it happens, and the cards there
        game = Builder(chance.random(1 << 30)).build()
        self.setup = game.setup
        self.everyone = game.rules.everyone
        self.state = game.state.copy()
        self.rare = self.state.rare_zones = self.state.rare_zones or RareZones(game.players)

    def build(self) -> Game:
        """Return the position, as a game that starts there."""
        state, chance = self.state, self.chance
        players = len(state.vp)
        you = chance.random(players)
        here = state.bases[chance.random(len(state.bases))]
        for card in self.cards:  # where cards that respond to their own base go
            if isinstance(card, Base):
                here = self._base(card)
        if not any(state.printed[i].kind == 1 for i in state.on.get(here, ())):
            self._in_play(_a_minion(), here, you)
        for card in self.cards:
            self._place(card, here, you if chance.random(2) else chance.random(players))
        self._set_the_stage(here, you if chance.random(2) else chance.random(players))
        self.focus = {here, *(i for i in state.on.get(here, ()))}
        return Game.from_position(self.setup, state)

    def _place(self, card: Printed, here: int, player: int) -> None:
        """Put a card where it can respond."""
        if isinstance(card, Base):
            return
        places = [zone for zone in card.listens_from.get(self.hook, ()) if zone in (HAND, DISCARD, BESIDE, STASIS)]
        if places and (self.hook not in card.indexed or not self.chance.random(2)):
            self._out_of_play(card, places[self.chance.random(len(places))], player)
        elif isinstance(card, Action) and card.plays_on != ON_BASE:
            hosts = [i for i in self.state.on.get(here, ()) if isinstance(self.state.printed[i], Minion)]
            host = hosts[-1 - self.chance.random(min(2, len(hosts)))]
            theirs = self.state.controller[host]
            self._in_play(card, host, player if theirs is NOBODY or self.chance.random(2) else theirs)
        else:
            self._in_play(card, here, player)

    def _in_play(self, card: Printed, host: int, player: int) -> None:
        state = self.state
        if isinstance(card, Titan):
            for i, printed in enumerate(state.printed):
                if isinstance(printed, Titan) and state.zone[i] == PLAY and state.controller[i] == player:
                    return
        i = state.add_card(card, card.seat or player, PLAY, host)
        state.serial += 1
        state.entered[i] = state.turn_start_serial = state.serial
        state.controller[i] = NOBODY if card.seat == MONSTERS else player
        state.known[i] = self.everyone
        state.on.setdefault(host, []).append(i)

    def _out_of_play(self, card: Printed, zone: int, player: int) -> None:
        state = self.state
        i = state.add_card(card, card.seat or player, zone, player)
        state.controller[i] = player
        if zone == HAND:
            state.hands[player].append(i)
            state.known[i] = 1 << player
            return
        state.known[i] = self.everyone
        if zone == DISCARD:
            state.discards[player].append(i)
        else:
            self.rare.pile(zone, player).append(i)

    def _base(self, card: Printed) -> int:
        state = self.state
        i = state.add_card(card, NOBODY, PLAY)
        state.serial += 1
        state.entered[i] = state.turn_start_serial = state.serial
        state.known[i] = self.everyone
        state.bases.append(i)
        return i

    def _set_the_stage(self, here: int, player: int) -> None:
        """Set the phase in which the hook comes up, the cards that trigger it, and a base that is ready to score."""
        state, hook = self.state, self.hook
        state.turn_player = state.seat = player
        state.plays = []
        state.phase = PLAY_CARDS
        if hook in ("start_of_turn", "end_of_turn"):
            state.phase = START_TURN if hook == "start_of_turn" else END_TURN
        elif hook in AT_SCORING:
            state.phase = SCORE_BASES
            strong = [i for i in state.on[here] if isinstance(state.printed[i], Minion)]
            state.counters[strong[self.chance.random(len(strong))]] += 30
        else:
            state.plays = [FREE_MINION, FREE_ACTION, FREE_ACTION, FREE_ACTION]
            names = BY_HOOK.get(hook, tuple(STIMULI))
            for _ in range(4):
                self._out_of_play(STIMULI[names[self.chance.random(len(names))]](), HAND, player)


def _a_minion() -> Printed:
    return next(card for card in CARDS if isinstance(card, Minion) and not isinstance(card, Monster) and not card.hooks)
