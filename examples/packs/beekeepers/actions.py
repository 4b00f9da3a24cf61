"""The ten actions."""

from basebash.engine import (
    BEFORE_SCORING,
    DESTROY,
    ON_BASE,
    YOUR_TURN_START,
    Act,
    Action,
    Boost,
    Card,
    Lasting,
    Minions,
)

from .factions import BEEKEEPERS


class WaggleDance(Action, of=BEEKEEPERS, copies=2):
    """Search your deck for a minion with power 3 or less, reveal it and put it into your hand. Shuffle your deck."""

    async def on_play(self, me: Card) -> None:
        found = await me.search(lambda card: card.is_minion and card.power <= 3, "Take which minion?")
        await me.place_in_hand(found)


class Swarming(Action, of=BEEKEEPERS, copies=2):
    """Play an extra minion with power 2 or less. You may play an extra action."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(max_power=2)
        await me.extra_action()


class RoyalJelly(Boost, of=BEEKEEPERS):
    """Play on one of your minions. Ongoing: This minion has +2 power. Talent: Put a +1 power counter on this minion."""

    bonus = 2

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return target.controller == player

    async def talent(self, me: Card) -> None:
        await me.add_counters(me.host)


class Wildflowers(Action, of=BEEKEEPERS):
    """Play on a base. Ongoing: At the start of your turn, put a +1 power counter on one of your minions here."""

    plays_on = ON_BASE

    async def start_of_turn(self, me: Card, player: int) -> None:
        minions = me.find_minions(here=True, yours=True)
        await me.add_counters(await me.choose(minions, "Put a +1 power counter on which minion?"))


class AngrySting(Action, of=BEEKEEPERS):
    """Destroy a minion with power 3 or less at a base where you have a minion."""

    targets = Minions(max_power=3, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class CalmingSmoke(Action, of=BEEKEEPERS):
    """Choose a base. Until the start of your next turn, your minions there can't be destroyed."""

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Calm the bees at which base?")
        if base is not None:
            await me.lay(Calm, on=base, until=YOUR_TURN_START)


class Calm(Lasting):
    """What Calming Smoke leaves behind. In it, `me` is what lasts, and `me.host` is the base it was laid on."""

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return act.how == DESTROY and card.is_minion and card.base is me.host and me.controls(card)


class RushHome(Action, of=BEEKEEPERS):
    """Special: Before a base scores, move one of your minions from another base to it."""

    targets = Minions(yours=True)
    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        away = [minion for minion in self.targets(me) if minion.base is not base]
        await me.move(await me.choose(away, "Move which minion?"), base)


class HoneyHarvest(Action, of=BEEKEEPERS):
    """Remove up to three +1 power counters from your minions. Draw a card for each."""

    targets = Minions(yours=True, counters=True)

    async def on_play(self, me: Card) -> None:
        for _ in range(3):
            minion = await me.choose(self.targets(me), "Take a +1 power counter off which minion?", may=True)
            if minion is None:
                return
            await me.draw(await me.remove_counters(minion))
