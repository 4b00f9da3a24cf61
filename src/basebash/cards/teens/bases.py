"""The bases of Smash Up: Teens."""

from basebash.cards.teens.teens import TEENS
from basebash.engine import HERE, Base, Card, Event


class CabinInTheWoods(Base, of=TEENS):
    """While you have two or more minions here, each of them has +2 power."""

    name = "Cabin in the Woods"
    breakpoint = 24
    vp = (4, 3, 1)
    rulings = (
        "Yours are the minions that you control.",
        "The bonus starts with the second minion, ahead of anything that its arrival sets off, and ends with it.",
        "A limit on what you may play asks for the printed power, whatever the minion will have here.",
    )

    def power_bonus(self, me: Card, minion: Card) -> int:
        yours_here = minion.is_minion and minion.is_on(me) and minion.is_controlled
        return 2 if yours_here and len(me.minions_of(minion.controller)) >= 2 else 0


class MontridgeHigh(Base, of=TEENS):
    """Whenever you have played a minion here, one of your minions here that has another name gets a +1 power
    counter.
    """

    breakpoint = 20
    vp = (4, 2, 1)
    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        others = [minion for minion in me.minions_of(event.player) if not minion.shares_name(event.card)]
        minion = await me.choose(others, "Which minion gets a +1 power counter?", player=event.player)
        await me.add_counters(minion, player=event.player)
