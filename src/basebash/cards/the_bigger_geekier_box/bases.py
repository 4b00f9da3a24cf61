"""The bases of The Bigger Geekier Box."""

from basebash.cards.the_bigger_geekier_box.geeks import GEEKS
from basebash.engine import HERE, Base, Card, Event, Scoring


class TableTop(Base, of=GEEKS):
    """The winner draws three cards and then discards two."""

    name = "TableTop"
    breakpoint = 20
    vp = (4, 2, 1)
    rulings = ("Tied winners do so one after the other, from the current player clockwise.",)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.draw(3, player=player)
            await me.discard_cards(2, "Discard two cards", player=player)


class TheCon(Base, of=GEEKS):
    """When a minion has been played here, the other minions here of its faction, whoever's they are, get +1 power
    until the turn ends.
    """

    breakpoint = 24
    vp = (5, 3, 2)
    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        others = [minion for minion in me.minions if minion is not event.card]
        await me.add_power([minion for minion in others if minion.faction is event.card.faction], 1)
