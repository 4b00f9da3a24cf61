"""The titan: it waits beside the deck until it may be played."""

from collections.abc import Iterable

from basebash.engine import HERE, Card, Event, Titan

from .factions import BEEKEEPERS


class TheGreatSwarm(Titan, of=BEEKEEPERS):
    """Special: On your turn, you may play this titan at a base where you have three or more minions. Ongoing: After one
    of your minions here is destroyed, put a +1 power counter on this titan. Talent: Put a +1 power counter on one of
    your minions here.
    """

    scope = HERE

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return [base for base in me.bases if len(base.minions_of(player)) >= 3]

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and me.is_yours(event.player)

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        minions = me.find_minions(here=True, yours=True)
        await me.add_counters(await me.choose(minions, "Put a +1 power counter on which minion?"))
