"""The two bases. On a base, nobody is "you": its text says which player it means."""

from basebash.engine import Base, Card, Scoring

from .factions import BEEKEEPERS


class TheApiary(Base, of=BEEKEEPERS):
    """Each minion here with a +1 power counter has +1 power."""

    name = "The Apiary"
    breakpoint = 21
    vp = (4, 2, 1)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion.base is me and minion.counters else 0


class CloverMeadow(Base, of=BEEKEEPERS):
    """After this base scores, each player who has a minion here may put a +1 power counter on one of their minions at
    another base.
    """

    breakpoint = 18
    vp = (3, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            if me.minions_of(player):
                away = [m for m in me.all_minions if m.controller == player and m.base is not me]
                minion = await me.choose(away, "Put a +1 power counter on which minion?", may=True, player=player)
                await me.add_counters(minion, player=player)
