"""Titans: they wait beside the decks, come into play in their own ways, one for each player, and clash.

A titan that arrives where another player's titan is clashes with it once the effect that brought it there is over:
exactly one of the two stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import BESIDE, NOBODY, TITAN_PLAYED, Who
from basebash.engine.data.values import Deed
from basebash.engine.rules import asking, protection, triggers, zones
from basebash.engine.rules.departures import Departure, depart, leaving_event
from basebash.engine.rules.power import explain_total
from basebash.engine.vocabulary.ability import Ability
from basebash.engine.vocabulary.printed import Titan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from basebash.engine.question import PlayItem
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


def may_play(titan: Card | None, player: Who) -> bool:
    """Whether a titan is beside its deck and the player controls none in play (H9)."""
    if titan is None or titan.zone != BESIDE or player is NOBODY:
        return False
    return not any(other.controller == player for other in titan.game.titans())


async def play(
    source: Card, titan: Card, bases: Iterable[Card], player: Who, *, may: bool, announced: bool = False
) -> bool:
    """See `Card.play_titan`."""
    game = source.game
    if not may_play(titan, player):
        return False
    items: list[PlayItem] = [("play", titan.id, base.id, None) for base in bases if base.in_play]
    prompt = f"Play {titan.name}{'?' if may else ' where?'}"
    item = await asking.ask_item(game, player, "play", prompt, items, source, may=may)
    if item is None:
        return False
    base = game.card(item[2])
    counters = min(titan.printed.keeps, titan.counters) if isinstance(titan.printed, Titan) else 0
    zones.take(game, titan)
    zones.put_into_play(game, titan, base, player)
    game.state.counters[titan.id] = counters
    game.state.deeds.append(Deed(TITAN_PLAYED, player, titan.id, base.id, phase=game.state.phase))
    game.log("play", player, cards=(titan, base), zone=BESIDE)
    event = Event(titan, player, base, by=player, source=source)
    if source is titan and not announced:
        triggers.announce(game, "after_special_used", [event])
    arrived(game, event)
    return True


def arrived(game: Rules, event: Event) -> None:
    """A titan was played or moved to a base: the clash waits first, then the listeners (H15)."""
    titan = event.card
    assert event.base is not None
    event.batch = tuple(filter(titan.is_enemy, event.base.titans))
    if event.batch:
        clash = Trigger(CLASH, titan, "after_titan_arrived", event)
        if game.duel is not None and game.duel.clashes is not None:
            game.duel.clashes.append(clash)
        else:
            triggers.set_off(game, [clash])
    if game.hears_of("after_titan_arrived"):
        triggers.announce(game, "after_titan_arrived", [event])


class Clash(Ability):
    """The rule that no two players' titans share a base."""

    first = True

    async def after_titan_arrived(self, me: Card, event: Event) -> None:
        """The newcomer clashes with each rival there (H24), in the current player's order (H32, which is in doubt)."""
        game = me.game
        rivals = list(event.batch)
        while True:
            rivals = [rival for rival in rivals if rival.base is event.base is me.base and me.is_enemy(rival)]
            rival = await asking.choose(
                game, game.state.turn_player, rivals, f"Which titan does {me.name} clash with first?"
            )
            if rival is None:
                return
            rivals = [other for other in rivals if other is not rival]
            await _clash(game, me, rival)


CLASH: Final = Clash()


async def _clash(game: Rules, newcomer: Card, holder: Card) -> None:
    """The titan of the player with the lower total leaves; if tied, the one that was there stays (H25, H26)."""
    if any(ability.forbids_clash(me, newcomer, holder) for ability, me, _ in game.listeners("forbids_clash")):
        return
    base = newcomer.here
    wins = base.total(newcomer.controller) > base.total(holder.controller)
    winner, loser = (newcomer, holder) if wins else (holder, newcomer)
    for titan in (newcomer, holder) if game.is_logging else ():
        player = titan.controller
        contributions = explain_total(game, base, player)
        game.log(
            "clash power", player, cards=(titan,), base=base, number=base.total(player), contributions=contributions
        )
    game.log("clash", winner.controller, cards=(winner, loser), base=base)
    # It is removed, not destroyed (H28).
    departure = Departure(loser, zones.TO_BESIDE, leaving_event(loser, NOBODY, None))
    instead = await protection.instead(game, "instead_of_clash", loser, winner)
    if instead is not None:
        departure.redirect(instead)
    await depart(game, [departure])
