"""The bases of Smash Up: Penguins."""

from basebash.cards.penguins.penguins import PENGUINS
from basebash.engine import HERE, Base, Card, Event


class IceFloe(Base, of=PENGUINS):
    """When your turn starts, you may choose a minion of yours here and put it on the bottom of its owner's
    deck. If you do, play here, as an extra minion, one off the top of your deck.
    """

    breakpoint = 20
    vp = (3, 2, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        minion = await me.choose(me.minions_of(player), "Put a minion under its deck?", may=True, player=player)
        if await me.place_on_deck(minion, bottom=True, player=player):
            await me.play_off_top(at=me, player=player)


class TheColony(Base, of=PENGUINS):
    """After the first minion you play here on your turn, you may play here, as an extra minion, one off the
    top of your deck.
    """

    breakpoint = 24
    vp = (4, 2, 1)
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.player == me.turn_player and me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        if await me.may("Play another off your deck?", player=event.player):
            await me.play_off_top(at=me, player=event.player)
