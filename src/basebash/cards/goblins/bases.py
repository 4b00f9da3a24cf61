"""The bases of Smash Up: Goblins."""

from basebash.cards.goblins.goblins import GOBLINS
from basebash.engine import HERE, Base, Card, Event, Scoring


class GoblinCaves(Base, of=GOBLINS):
    """After scoring here, every player who has a minion here may flip a coin. Heads is worth 1 VP to them;
    tails makes them discard two cards.
    """

    breakpoint = 17
    vp = (3, 1, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            if me.minions_of(player) and await me.may("Flip a coin?", player=player):
                if await me.flip(player=player):
                    await me.gain_vp(player=player)
                else:
                    await me.discard_cards(2, "Discard two cards", player=player)


class GoblinTown(Base, of=GOBLINS):
    """Whenever you have played a minion here, flip a coin. Heads puts a +1 power counter on that minion."""

    breakpoint = 21
    vp = (4, 2, 1)
    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        if await me.flip(player=event.player):
            await me.add_counters(event.card, player=event.player)
