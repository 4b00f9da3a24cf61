"""Swapping: a minion in play changes places with a card from elsewhere, which takes over everything on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basebash.engine.data.events import Event
from basebash.engine.data.terms import DECK, NOBODY, SWAP
from basebash.engine.data.values import Act
from basebash.engine.rules import decks, departures, plays, prohibitions, protection, talents, triggers, zones

if TYPE_CHECKING:
    from basebash.engine.vocabulary.card import Card


async def swap_for(
    source: Card, minion: Card, wanted: Callable[[Card], bool], *, hand: bool, deck: bool, discard: bool
) -> Card | None:
    """See `Card.swap_for`."""
    game = source.game
    player = source.controller
    base = minion.here
    if player is NOBODY:
        return None
    found = await decks.search(
        source,
        lambda card: wanted(card) and not prohibitions.is_forbidden(game, player, card, base),
        f"Swap {minion.name} for which minion?",
        deck=deck,
        hand=hand,
        discard=discard,
        may=False,
        player=player,
        stays=True,
    )
    if found is None:
        return None
    newcomer = await swap(source, minion, found, player)
    if deck and (found.zone == DECK or (newcomer is not None and minion.zone == DECK)):
        zones.shuffle_deck(game, player)
    return newcomer


async def swap(source: Card, minion: Card, other: Card, player: int) -> Card | None:
    """Put one card where the other was, which is played in its place with everything that was on it (X3, X6).

    If either cannot be affected that way, nothing happens (X9).
    """
    game = source.game
    if minion not in await protection.affected(game, Act(SWAP, source, player), [minion]):
        return None
    base, zone = minion.here, other.zone
    triggers.open_frame(game)
    await plays.pay_tolls(game, player, other, base)  # with the cards of the hand before the swap
    zones.take(game, other)
    game.log("swap", player, cards=(source, minion, other))
    handed = zones.hand_over(game, minion, other)
    for card in handed:
        talents.renew(game, card)  # given talents are new there (X8)
    await departures.leave(game, [minion], zones.TO_ZONE[zone], by=player, source=source)
    await plays.play(game, player, other, base, None, came_from=zone)
    for card in handed:
        if card.host is other:
            event = Event(card, card.controller, base, by=player, source=source, origin=minion, target=other)
            triggers.announce(game, "after_transferred", [event])
    await triggers.close_frame(game)
    return other if other.in_play else None
