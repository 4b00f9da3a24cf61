"""The bases of The Bigger Geekier Box."""

from basebash.cards.the_bigger_geekier_box.geeks import GEEKS
from basebash.cards.the_bigger_geekier_box.smash_up_all_stars import ALL_STARS
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
    """When a minion has been played here, the other minions here of its faction, whoever controls them, get +1 power
    until the turn ends.
    """

    breakpoint = 24
    vp = (5, 3, 2)
    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        others = [minion for minion in me.minions if minion is not event.card]
        await me.add_power([minion for minion in others if minion.shares_faction(event.card)], 1)


class LockerRoom(Base, of=ALL_STARS):
    """When your turn starts and you have a minion here, draw a card."""

    breakpoint = 23
    vp = (3, 2, 2)

    async def start_of_turn(self, me: Card, player: int) -> None:
        if me.minions_of(player):
            await me.draw(player=player)


class Stadium(Base, of=ALL_STARS):
    """When a minion here has been destroyed, the player who controlled it draws a card."""

    breakpoint = 17
    vp = (3, 2, 1)
    scope = HERE

    async def after_destroyed(self, me: Card, event: Event) -> None:
        if event.card.is_minion:
            await me.draw(player=event.player)
