"""The bases of Oops, You Did It Again."""

from basebash.cards.oops_you_did_it_again.ancient_egyptians import ANCIENT_EGYPTIANS
from basebash.engine import Base, Card, Event


class Pyramids(Base, of=ANCIENT_EGYPTIANS):
    """You may bury a card here from your hand on your turn."""

    breakpoint = 21
    vp = (4, 2, 1)
    rulings = ("It serves each player once in Play Cards of their own turn, with or without a minion here.",)

    def may_use(self, me: Card, player: int) -> bool:
        return bool(me.game.hand(player))

    async def use(self, me: Card, player: int) -> None:
        card = await me.choose(me.game.hand(player), "Bury which card?", player=player)
        await me.bury(card, at=me, by=player)


class StarPortal(Base, of=ANCIENT_EGYPTIANS):
    """Each time a card has been buried here, or an action played on this base itself, the player who
    controls it draws a card.
    """

    breakpoint = 17
    vp = (3, 1, 1)

    def hears(self, me: Card, event: Event) -> bool:
        return event.base is me if event.target is None else event.target is me

    async def after_buried(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)
