"""The bases of Smash Up: Slashers."""

from basebash.cards.slashers.slashers import SLASHERS
from basebash.engine import HERE, NOBODY, Base, Card, Event, Who


class NightmareRealm(Base, of=SLASHERS):
    """Before this base scores, destroy the minion here with the lowest power, or all of them if several are tied."""

    breakpoint = 22
    vp = (5, 3, 2)

    async def before_scoring(self, me: Card, base: Card) -> None:
        least = min([minion.power for minion in me.minions], default=0)
        await me.destroy([minion for minion in me.minions if minion.power == least])


class CampClearLake(Base, of=SLASHERS):
    """When you have destroyed a minion here, choose a minion here: it gets as much power as the destroyed one had,
    until the turn ends. Once per turn, when you have played a card here, you may choose a minion here whose power is no
    more than the number of cards you have here and destroy it.
    """

    breakpoint = 20
    vp = (4, 3, 1)
    scope = HERE
    once = ("after_minion_played", "after_action_played", "after_titan_arrived")

    def hears(self, me: Card, event: Event) -> bool:
        return event.origin is None  # a titan that moved here was not played here

    async def after_destroyed(self, me: Card, event: Event) -> None:
        if event.card.is_minion and event.by is not NOBODY:
            minion = await me.choose(me.minions, f"Who gets +{event.power} power?", player=event.by)
            await me.add_power(minion, event.power, player=event.by)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await self.hunt(me, event.player)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await self.hunt(me, event.player)

    async def after_titan_arrived(self, me: Card, event: Event) -> None:
        await self.hunt(me, event.player)

    async def hunt(self, me: Card, player: Who) -> None:
        """A player who has played a card here may destroy a minion here."""
        mine = [card for host in (me, *me.minions) for card in host.on_it if card.controller == player]
        cards = mine + [card for card in me.buried(at=me) if card.controller == player]
        prey = me.find_minions(here=True, max_power=len(cards))
        await me.destroy(await me.choose(prey, "Destroy a minion?", may=True, player=player), player=player)
