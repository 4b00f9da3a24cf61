"""The bases of Smash Up: Clowns."""

from basebash.cards.clowns.clowns import CLOWNS
from basebash.engine import HERE, Base, Card, Event


class ClownCollege(Base, of=CLOWNS):
    """When you have played your first minion of a turn here, you may place a standard action, picked at random
    from your discard pile, into your hand.
    """

    breakpoint = 18
    vp = (3, 2, 2)
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        actions = [card for card in me.discard_pile_of(you) if card.is_standard]
        if actions and await me.may("Take back a standard action at random?", player=you):
            await me.place_in_hand(me.random_cards(actions, 1), player=you)


class TheBigTop(Base, of=CLOWNS):
    """Whenever you have played a minion here, reveal your deck's top card. If it's an action, you may discard it;
    anything else stays there.
    """

    breakpoint = 21
    vp = (4, 2, 1)
    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        actions = [card for card in me.reveal_top(player=event.player) if card.is_action]
        discarded = await me.choose(actions, "Discard it?", may=True, player=event.player)
        await me.discard(discarded, player=event.player)
