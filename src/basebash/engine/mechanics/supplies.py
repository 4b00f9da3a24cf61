"""Supplies: the decks that belong to no player, by their seats (`MADNESS`, `MONSTERS`, `TREASURES`).

The Madness deck is face up, has only one card in many copies, and has no discard pile (M3, M4); monsters and treasures
are hidden and have one each (MT1). Abilities use this through the verbs of `Card`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from basebash.engine.data.events import Event
from basebash.engine.data.terms import BOX, HAND, MADNESS, NOBODY, PLACE, SUPPLY, Who
from basebash.engine.data.values import Act
from basebash.engine.rules import asking, protection, triggers
from basebash.engine.rules.decks import gain_vp, one_of_each
from basebash.engine.rules.departures import leave
from basebash.engine.rules.zones import TO_SUPPLY, UNDER_SUPPLY, put, rare_zones_of, take
from basebash.engine.vocabulary.printed import SUPPLIES

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


def deal(game: Rules, sets: Sequence[str]) -> None:
    """Put the supplies of these sets into the game at set-up (M2, MT2)."""
    state = game.state
    for seat, supply in SUPPLIES.items():
        if supply.set_name in sets:
            pile = rare_zones_of(game).supply[seat] = [state.add_card(card, seat, SUPPLY, seat) for card in supply.deck]
            for i in pile:
                state.controller[i] = NOBODY
            if seat == MADNESS:
                for i in pile:
                    state.known[i] = game.everyone
            else:
                state.shuffle(pile)


def pile_of(game: Rules, seat: int) -> list[int]:
    """Return the ids of a supply's cards, top first; it is refilled from its discard pile when it is empty (MT4)."""
    rare = game.state.rare_zones
    if rare is None or seat not in rare.supply:
        return []
    pile, spent = rare.supply[seat], rare.spent.get(seat)
    if not pile and spent:
        pile += spent
        spent.clear()
        for i in pile:
            game.state.zone[i] = SUPPLY
        game.state.shuffle(pile)
        game.log("supply shuffled", NOBODY, text=SUPPLIES[seat].deck_name)
    return pile


def lift(game: Rules, seat: int, count: int) -> list[Card]:
    """Take the top cards of a supply and set them aside; as many as there are."""
    lifted: list[Card] = []
    while len(lifted) < count:
        pile = pile_of(game, seat)
        if not pile:
            break
        lifted.append(game.card(pile[0]))
        take(game, lifted[-1])
    return lifted


def draw(game: Rules, player: Who, count: int, seat: int) -> list[Card]:
    """See `Card.draw`: drawing Madness is public and an event per card (M36, M41); drawing a treasure is not (MT52)."""
    if player is NOBODY:
        return []
    drawn = lift(game, seat, count)
    for card in drawn:
        put(game, card, HAND, player)
    if drawn:
        name = SUPPLIES[seat].deck_name
        game.log("draw from", player, cards=drawn, number=len(drawn), seen=game.seers_of(*drawn), text=name)
    if seat == MADNESS:
        triggers.announce(game, "after_madness", [Event(card, player, None, by=player) for card in drawn])
    return drawn


async def give_back(source: Card, cards: list[Card], *, bottom: bool, shuffle: bool) -> list[Card]:
    """See `Card.return_to_supply`."""
    game = source.game
    state = game.state
    resolving = source.resolving
    kept = resolving is not None and resolving.kept  # another card decides where it goes (Anansi the Spider)
    cards = [card for card in cards if state.owner[card.id] in SUPPLIES and not (kept and card is source)]
    from_play = [card for card in cards if card.in_play]
    hit = await protection.affected(game, Act(PLACE, source, source.controller), from_play)
    placed = [card for card in cards if card in hit or not card.in_play]
    for card in placed:
        text = SUPPLIES[state.owner[card.id]].deck_name
        game.log("to supply", source.controller, cards=(source, card), text=text)
    await leave(game, hit, UNDER_SUPPLY if bottom else TO_SUPPLY, by=source.controller, source=source)
    for card in placed:
        if card.zone != SUPPLY:
            controller = card.controller
            take(game, card)
            put(game, card, SUPPLY, state.owner[card.id], bottom=bottom)
            if card.is_treasure:
                state.controller[card.id] = controller  # its "you", as long as it still resolves
        state.known[card.id] = game.everyone
    for seat in {state.owner[card.id] for card in placed} if shuffle else ():
        state.shuffle(rare_zones_of(game).supply[seat])
    return placed


async def search(source: Card, seat: int, wanted: Callable[[Card], bool], prompt: str) -> Card | None:
    """See `Card.search_supply`."""
    game = source.game
    pile = pile_of(game, seat)
    fitting = one_of_each([card for card in map(game.card, pile) if wanted(card)])
    found = await asking.choose(game, source.controller, fitting, prompt, may=True, source=source, secret=True)
    if found is not None:
        take(game, found)
        game.state.known[found.id] = game.everyone
        game.log("find", source.controller, cards=(source, found))
    game.state.shuffle(pile)
    return found


# ----------------------------------------------------------------------------------------------- Madness at the end
def madness_of(game: Rules, player: int) -> int:
    """The number of a player's Madness cards: in hand, deck, discard pile, or face down under their control (M35)."""
    return madness_counts(game)[player]


def madness_counts(game: Rules) -> list[int]:
    """The number of each player's Madness cards."""
    state = game.state
    counts = [0] * game.players
    for i, owner in enumerate(state.owner):
        if owner == MADNESS and state.zone[i] != BOX:
            holder = game.card(i).owner
            if holder is not NOBODY and holder >= 0:  # not in the discard pile of the Madness deck
                counts[holder] += 1
    return counts


def cost_of(madness: int) -> int:
    """The VP that a number of Madness cards costs at the end of the game."""
    return madness // 2


def _places_of(game: Rules, player: int) -> str:
    """Describe where a player's Madness cards are."""
    state = game.state
    piles = {"in hand": state.hands[player], "in the deck": state.decks[player], "discarded": state.discards[player]}
    counts = {place: sum(state.owner[i] == MADNESS for i in pile) for place, pile in piles.items()}
    counts["face down"] = madness_of(game, player) - sum(counts.values())
    return ", ".join(f"{count} {place}" for place, count in counts.items() if count)


def reckon(game: Rules) -> list[int]:
    """At the end of the game every two Madness cards cost 1 VP; the most VP win, if tied the fewest cards (M30 to M32).

    Return the winners, or nothing if the game has no Madness deck.
    """
    state = game.state
    if state.rare_zones is None or MADNESS not in state.rare_zones.supply:
        return []
    madness = [madness_of(game, player) for player in range(game.players)]
    for player in game.clockwise():
        if madness[player] > 1:
            game.log("reckon", player, number=madness[player], text=_places_of(game, player))
            gain_vp(game, player, -cost_of(madness[player]), None)
    ranks = [(state.vp[player], -madness[player]) for player in range(game.players)]
    return [player for player in range(game.players) if ranks[player] == max(ranks)]
