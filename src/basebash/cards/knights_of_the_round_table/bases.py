"""The bases of Smash Up: Knights of the Round Table."""

from basebash.cards.knights_of_the_round_table.knights_of_the_round_table import KNIGHTS
from basebash.engine import Act, Base, Card


class Camelot(Base, of=KNIGHTS):
    """Other players' cards don't affect minions here with power 4 or more. Once on each of your turns, you
    may move one of your minions here to another base.
    """

    breakpoint = 22
    vp = (5, 3, 2)
    rulings = ("Yours are the minions that you control.",)

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card.is_minion and card.base is me and card.is_enemy(act.source) and card.power >= 4

    def may_use(self, me: Card, player: int) -> bool:
        return bool(me.minions_of(player))

    async def use(self, me: Card, player: int) -> None:
        minion = await me.choose(me.minions_of(player), "Move which minion?", player=player)
        to = await me.choose(me.other_bases, "Move it where?", player=player)
        await me.move(minion, to, player=player)


class RoundTable(Base, of=KNIGHTS):
    """Each of your minions here has +1 power if another of your minions here has the same printed power."""

    breakpoint = 21
    vp = (4, 2, 1)

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion.base is not me or not minion.is_minion or not minion.is_controlled:
            return 0
        peers = [other for other in me.minions_of(minion.controller) if other is not minion]
        return int(any(other.printed_power == minion.printed_power for other in peers))
