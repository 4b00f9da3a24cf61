"""The ten minions."""

from basebash.engine import Card, Event, Minion

from .factions import BEEKEEPERS


class HeadBeekeeper(Minion, of=BEEKEEPERS):
    """Ongoing: Once each turn, after you put one or more +1 power counters on a minion, draw a card."""

    power = 5
    once = ("after_counters",)  # "Once each turn"

    def hears(self, me: Card, event: Event) -> bool:
        return event.is_placing and event.card.is_minion and me.is_yours(event.by)

    async def after_counters(self, me: Card, event: Event) -> None:
        await me.draw()


class Beekeeper(Minion, of=BEEKEEPERS, copies=2):
    """Talent: Put a +1 power counter on another of your minions here, OR move one of your minions with power 2 or
    less from another base to here.
    """

    power = 3
    rulings = ("You choose when you use the talent: one Beekeeper can do either, turn by turn.",)

    async def talent(self, me: Card) -> None:
        here = me.find_minions(here=True, yours=True, another=True)
        away = me.find_minions(elsewhere=True, yours=True, max_power=2)
        async for chosen in me.either():
            if chosen("Put a +1 power counter on a minion here", here):
                await me.add_counters(await me.choose(here, "Put a +1 power counter on which minion?"))
            elif chosen("Move a small minion here", away):
                await me.move(await me.choose(away, "Move which minion here?"), me.base)


class GuardBee(Minion, of=BEEKEEPERS, copies=3):
    """Ongoing: After another player destroys this minion, you may destroy one of that player's minions here with power
    2 or less.
    """

    power = 2

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        if me.is_other_player(event.by):
            small = [minion for minion in me.find_minions(at=event.base, max_power=2) if minion.controller == event.by]
            await me.destroy(await me.choose(small, "Destroy which minion?", may=True))


class WorkerBee(Minion, of=BEEKEEPERS, copies=4):
    """If you have another minion here, put a +1 power counter on one of your other minions here."""

    power = 2

    async def on_play(self, me: Card) -> None:
        others = me.find_minions(here=True, yours=True, another=True)
        await me.add_counters(await me.choose(others, "Put a +1 power counter on which minion?"))
