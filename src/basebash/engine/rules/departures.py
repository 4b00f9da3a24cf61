"""How cards leave play: all at once, each to its own destination, with whatever is on and under them.

Every departure goes through `depart`. It first collects the replacements for all cards of the batch, while all of
them are still in play, so that the result does not depend on the order in which they stand. Then cards that stay or
move do so, abilities for leaving play happen, triggers are collected, and the rest of the cards go to their zones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event, Resolving
from basebash.engine.data.terms import (
    ACTION,
    BASE,
    BOX,
    DECK,
    HAND,
    MOVE,
    NOBODY,
    PLAY,
    RETURN,
    SUPPLY,
    TITAN,
    Who,
)
from basebash.engine.rules import departure_triggers, protection, triggers
from basebash.engine.rules.zones import (
    STAYS,
    TO_ASIDE,
    TO_BESIDE,
    TO_BOTTOM,
    TO_BOX,
    TO_DISCARD,
    TO_HAND,
    TO_SHUFFLE,
    TO_SUPPLY,
    TO_TOP,
    UNDER_CARD,
    UNDER_SUPPLY,
    loosen,
    put,
    put_home,
    shuffle_deck,
    take,
)
from basebash.engine.vocabulary.printed import SUPPLIES

if TYPE_CHECKING:
    from basebash.engine.data.values import Instead
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card

_OWN_PLACES: Final = frozenset({TO_BOX, TO_SUPPLY, UNDER_SUPPLY, TO_ASIDE})  # open to what belongs to nobody, too
_LOGGED: Final = {TO_TOP: "to top", TO_BOTTOM: "to bottom", TO_SHUFFLE: "shuffle in"}


class Departure:
    """A card that is about to leave play, and its destination."""

    __slots__ = ("card", "destruction", "event", "instead", "lifting", "player", "returns", "to")

    def __init__(self, card: Card, to: int, event: Event, player: Who | None = None, *, returns: bool = False) -> None:
        self.card = card
        self.to = _bound_for(card, to, player)
        self.player = player  # whose hand or deck it goes to, if not its owner's
        self.returns = returns  # whether an effect returns it to a hand
        self.event = event  # the event of its leaving
        self.event.hand = card.owner if player is None else player
        self.destruction = event if event.destroyed else None  # the event of its destruction
        self.instead: Instead | None = None  # the replacement that applies to it
        self.lifting: Card | None = None  # an action on it that is set aside

    def redirect(self, instead: Instead, *, destroyed: bool = True) -> None:
        """Apply a replacement; `destroyed`: the card still counts as destroyed, if it would be."""
        to = instead.to if instead.to == STAYS else _bound_for(self.card, instead.to, instead.player)
        if to == self.to and destroyed:
            return  # what belongs to nobody has no hand or deck to be saved to: it goes where it was going (MT47)
        self.to, self.instead, self.player = to, instead, instead.player
        self.returns = instead.how == RETURN
        if to == STAYS:
            self.destruction = None
        else:
            self.event = leaving_event(self.card, instead.by, instead.source, power=self.event.power)
            self.event.hand = self.card.owner if instead.player is None else instead.player


def _bound_for(card: Card, to: int, player: Who | None) -> int:
    """Where a card that leaves play for `to` really goes: titans beside their deck, ownerless cards to their own pile.

    A treasure may go to the hand of a player who is named (MT45).
    """
    if card.kind == TITAN:
        return TO_BESIDE
    if to == TO_DISCARD or card.has_owner or to in _OWN_PLACES or (player is not None and card.is_treasure):
        return to
    return TO_DISCARD


def leaving_event(
    card: Card, by: Who, source: Card | None, *, destroyed: bool = False, power: int | None = None
) -> Event:
    """The event of a card leaving play, with what is known of it now; `power`: if it was noted before."""
    state = card.game.state
    if power is None:
        power = 0 if card.kind == ACTION else card.power
    host = card.host
    base = card.base if host is None or host.kind != BASE else host
    event = Event(card, state.controller[card.id], base)
    event.by, event.source, event.target = by, source, host
    event.power, event.zone, event.before = power, PLAY, state.counters[card.id]
    event.destroyed = destroyed
    return event


async def leave(
    game: Rules,
    cards: list[Card],
    to: int,
    *,
    by: Who,
    source: Card | None,
    to_player: Who | None = None,
    replaceable: bool = True,
) -> None:
    """Make cards leave play together; what is on them is discarded (C2, C3).

    `to_player`: whose hand or deck they go to, if not their owners'. `replaceable`: whether replacements apply.
    """
    going = [Departure(card, to, leaving_event(card, by, source), to_player) for card in cards if card.in_play]
    if going:
        await depart(game, going, replaceable=replaceable)


async def destroy(
    game: Rules,
    cards: list[Card],
    *,
    by: Who,
    source: Card,
    credit: Mapping[Card, Who] | None = None,
    lifting: Card | None = None,
) -> list[Card]:
    """Destroy cards together, except those with a replacement; return the ones destroyed.

    `credit`: who did it to which, if not `by`. `lifting`: an action on one of them that is set aside.
    """
    going: list[Departure] = []
    for card in cards:
        who = by if credit is None else credit.get(card, by)
        event = leaving_event(card, who, source, destroyed=True)
        going.append(Departure(card, TO_DISCARD, event))
        going[-1].lifting = lifting
    if "instead_of_destroyed" in (game._index or game.index):
        for departure in going:
            event = departure.event
            instead = await protection.instead(game, "instead_of_destroyed", departure.card, event.by)
            if instead is not None:
                departure.destruction = None
                event.destroyed = False
                departure.redirect(instead, destroyed=False)
    gone = await depart(game, going, verb="destroy", by=by, source=source)
    return [departure.card for departure in gone if departure.destruction is not None]


async def return_to_hand(
    game: Rules, cards: list[Card], *, by: Who, source: Card, credit: Mapping[Card, Who] | None = None
) -> list[Card]:
    """Return cards to their owners' hands together; return the list of those that went there.

    `credit`: who did it to which, if not `by`.
    """
    going: list[Departure] = []
    for card in cards:
        who = by if credit is None else credit.get(card, by)
        going.append(Departure(card, TO_HAND, leaving_event(card, who, source), returns=True))
    gone = await depart(game, going, verb="return", by=by, source=source)
    return [departure.card for departure in gone if departure.instead is None]


async def depart(
    game: Rules,
    going: list[Departure],
    *,
    verb: str = "",
    by: Who = NOBODY,
    source: Card | None = None,
    replaceable: bool = True,
) -> list[Departure]:
    """Make cards leave play, or do what happens instead; return the departures that took place.

    `verb`, `by` and `source` are for the log entry of the cards that are not redirected; `replaceable`: whether
    replacements apply.
    """
    state, moments = game.state, game.moments
    if replaceable and _has_replacements(game):
        await _redirect(game, going)
    if any([departure.instead is not None for departure in going]):
        staying = [departure for departure in going if departure.to == STAYS]
        going = [departure for departure in going if departure.to != STAYS]
        await _keep_in_play(staying)
    if source is not None:
        logged = [
            departure.card for departure in going if departure.instead is None or departure.destruction is not None
        ]
        if logged:
            game.log(verb, by, cards=(source, *logged))
    if "this_leaves" in moments or "host_leaves" in moments:
        await _run_leaving_abilities(game, going)
    going = [departure for departure in going if state.zone[departure.card.id] == PLAY]
    if not going:
        return going
    batch = tuple([departure.card for departure in going])
    leaving = going
    if any([departure.card.id in state.on for departure in going]):
        leaving = await _with_attached(game, going, batch)
    for departure in leaving:
        departure.event.batch = batch
        if departure.destruction is not None:
            departure.destruction.batch = batch
        if departure.instead is not None:
            _log_redirected(game, departure, departure.instead)
    triggers.set_off(game, departure_triggers.collect(game, leaving))
    if state.rare_zones is not None:
        _release_stored(game, leaving)
    _put_in_zones(game, [(departure.card, departure.to, departure.player) for departure in leaving])
    return going


async def put_away(game: Rules, play: Resolving) -> None:
    """Put a resolved standard action where its text or a replacement says, or else into its discard pile."""
    action = play.card
    to = play.otherwise if play.otherwise >= 0 and play.goes_to in (-1, TO_HAND) else play.goes_to
    if to >= 0:
        _put_in_zones(game, [(action, to, None)])
        return
    instead = None
    if game.listeners("instead_of_discarded"):
        instead = await protection.instead(game, "instead_of_discarded", action, play.event)
    if instead is None:
        put_home(game, action)
    elif instead.to == UNDER_CARD:
        await instead.source.store(action, under=instead.onto)
    elif instead.to == TO_HAND:
        await instead.source.place_in_hand(action, player=instead.by)
    else:
        await instead.source.place_on_deck(action, bottom=instead.to == TO_BOTTOM, player=instead.by)


# ----------------------------------------------------------------------------------------------- what becomes of them
def _has_replacements(game: Rules) -> bool:
    """Whether anything in play could replace a card's being discarded or returned."""
    index = game._index or game.index
    return "instead_of_discarded" in index or "instead_of_returned" in index or "instead_of_one_returned" in index


async def _redirect(game: Rules, going: list[Departure]) -> None:
    """Collect the replacements for all cards of a batch while all of them are in play."""
    index = game._index or game.index
    if "instead_of_discarded" in index:
        await _redirect_discarded(game, going)
    if "instead_of_returned" in index or "instead_of_one_returned" in index:
        await _redirect_returned(game, [departure for departure in going if departure.returns])


async def _redirect_discarded(game: Rules, going: list[Departure]) -> None:
    """Collect replacements for cards that would go to the discard pile."""
    for departure in going:
        if departure.to == TO_DISCARD:
            instead = await protection.instead(game, "instead_of_discarded", departure.card, departure.event)
            if instead is not None:
                departure.redirect(instead)


async def _redirect_returned(game: Rules, going: list[Departure]) -> None:
    """Collect replacements for cards that would return to hands: for one of the batch, then for each."""
    for ability, me, _ in list(game.listeners("instead_of_one_returned")) if going else ():
        kept = await ability.instead_of_one_returned(me, [departure.card for departure in going])
        for departure in [departure for departure in going if departure.card is kept]:
            going.remove(departure)
            instead = me.instead(departure.card)
            if instead is not None:
                departure.redirect(instead)
    for departure in going:
        instead = await protection.instead(game, "instead_of_returned", departure.card, departure.event)
        if instead is not None:
            departure.redirect(instead)


async def _keep_in_play(staying: list[Departure]) -> None:
    """Keep cards in play: move those that move instead of leaving, and destroy what was spent to save them."""
    ways: dict[tuple[Card, Who, Card], list[Card]] = {}
    spent: list[Card] = []
    for departure in staying:
        instead = departure.instead
        assert instead is not None
        if instead.how == MOVE and instead.onto is not None:
            ways.setdefault((instead.source, instead.by, instead.onto), []).append(departure.card)
        if instead.spent is not None:
            spent.append(instead.spent)
    for (source, by, base), cards in ways.items():
        await source.move(cards, base, player=by)
    for card in spent:
        await card.destroy(card)


async def _run_leaving_abilities(game: Rules, going: list[Departure]) -> None:
    """Run the abilities of departing cards, and of the actions on them, for leaving play (Frogga, Bewitched).

    They happen once for each card, even if one of them makes it leave in another way.
    """
    warned = [departure for departure in going if departure.card not in game.departing]
    hosts = [departure.card for departure in going]
    game.departing += [departure.card for departure in warned]
    for departure in warned:
        for attached in departure.card.on_it:
            for ability, me, _ in game.abilities_of(attached):
                if "host_leaves" in ability.hooks:
                    await ability.host_leaves(me, departure.card, hosts)
    for departure in warned:
        for ability, me, _ in game.abilities_of(departure.card):
            if "this_leaves" in ability.hooks and departure.card.in_play:
                await ability.this_leaves(me, departure.event)
    del game.departing[len(game.departing) - len(warned) :]


async def _with_attached(game: Rules, going: list[Departure], batch: tuple[Card, ...]) -> list[Departure]:
    """The departures together with those of the cards attached, which are discarded unless replaced (C3)."""
    on = game.state.on
    leaving: list[Departure] = []
    attached: list[Departure] = []
    for departure in going:
        leaving.append(departure)
        for card in departure.card.on_it if departure.card.id in on else ():
            if card not in batch:
                event = departure.event
                to = TO_ASIDE if card is departure.lifting else TO_DISCARD
                attached.append(Departure(card, to, leaving_event(card, event.by, event.source)))
                leaving.append(attached[-1])
                if departure.instead is not None and card in departure.instead.along:
                    attached[-1].redirect(departure.instead)
    if attached and "instead_of_discarded" in (game._index or game.index):
        await _redirect_discarded(game, attached)
    return leaving


def _release_stored(game: Rules, leaving: list[Departure]) -> None:
    """Set the cards stored under departing ones aside; they are discarded once all has resolved (V7, V8)."""
    for departure in leaving:
        if departure.to != TO_ASIDE:
            departure.event.under = loosen(game, departure.card)
            if departure.destruction is not None:
                departure.destruction.under = departure.event.under


def _log_redirected(game: Rules, departure: Departure, instead: Instead) -> None:
    """Log where a redirected card goes."""
    card = departure.card
    shown = (instead.source, card)
    if departure.returns:
        game.log("return", instead.by, cards=shown)
    elif departure.to == TO_HAND:
        game.log("to hand", instead.by, cards=shown, players=(departure.event.hand,))
    elif departure.to == TO_SUPPLY:
        game.log("to supply", instead.by, cards=shown, text=SUPPLIES[game.state.owner[card.id]].deck_name)
    elif departure.to in _LOGGED:
        game.log(_LOGGED[departure.to], instead.by, cards=shown)


# ----------------------------------------------------------------------------------------------- away with them
def _put_in_zones(game: Rules, cards: list[tuple[Card, int, Who | None]]) -> None:
    """Put each card into its zone: its owner's, or that of the player given."""
    state = game.state
    shuffled: list[Who] = []
    for card, to, player in cards:
        if to in (TO_DISCARD, TO_BESIDE):
            take(game, card)
            put_home(game, card)
            continue
        owner = card.owner if player is None else player
        controller = card.controller
        take(game, card)
        if to == TO_HAND:
            put(game, card, HAND, owner)
        elif to == TO_BOX:
            put(game, card, BOX, NOBODY)
        elif to in (TO_SUPPLY, UNDER_SUPPLY):
            put(game, card, SUPPLY, state.owner[card.id], bottom=to == UNDER_SUPPLY)
            if card.is_treasure:
                state.controller[card.id] = controller  # its "you", as long as it still resolves
        elif to != TO_ASIDE:
            put(game, card, DECK, owner, bottom=to == TO_BOTTOM)
            if to == TO_SHUFFLE and owner not in shuffled:
                shuffled.append(owner)
    for owner in shuffled:
        shuffle_deck(game, owner)
