"""Tornados: nothing stays where it is."""

from basebash.engine import (
    AFTER_SCORING,
    BEFORE_SCORING,
    BESIDE,
    MOVED,
    PLAY,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
)

TORNADOS = Faction(
    "Tornados",
    set_name="It's Your Fault!",
    intro=(
        "You move minions, yours and everybody else's, from base to base. "
        "Dust Devils, Over the Rainbow and Picked Up change a base in the very moment it scores, so count twice before "
        "you let others break one. "
        "You have little power of your own: win by having it in the right place."
    ),
    summary="Move everybody's minions, even late",
    difficulty=3,
    tags=("move",),
    icon="tornado",
    colours=("#1f4e59", "#9bfff7"),
)


async def blow(me: Card, minion: Card | None, bases: list[Card] | None = None) -> None:
    """Moves a minion to another base (or one of the bases)."""
    if minion is not None:
        to = await me.choose(minion.other_bases if bases is None else bases, "Move it where?")
        await me.move(minion, to)


async def blow_in_or_out(me: Card, max_power: int, *, may: bool) -> None:
    """Move a minion with power in this range away from this base, or to it."""
    here = me.here
    minion = await me.choose(me.find_minions(max_power=max_power), "Move which minion?", may=may)
    await blow(me, minion, None if minion is None or minion.base is here else [here])


class MonsterTornado(Minion, of=TORNADOS):
    """Talent: Choose a minion with power 4 or less. Move it here from another base, or from here to a different one."""

    power = 5

    async def talent(self, me: Card) -> None:
        await blow_in_or_out(me, 4, may=False)


class Cyclone(Minion, of=TORNADOS, copies=2):
    """Talent: This minion moves to another base."""

    power = 4

    async def talent(self, me: Card) -> None:
        await blow(me, me)


class Twister(Minion, of=TORNADOS, copies=3):
    """You may choose a minion with power 3 or less. Move it here from another base, or from here to a different one."""

    power = 3
    rulings = ("It may be Twister itself.",)

    async def on_play(self, me: Card) -> None:
        await blow_in_or_out(me, 3, may=True)


class DustDevil(Minion, of=TORNADOS, copies=4):
    """Special: When a base is about to score, you may move this minion to it."""

    power = 2

    def in_window(self, me: Card, base: Card) -> bool:
        return me.base is not base

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.move(me, await me.choose([base], f"Move {me.name} there?", may=True))


class CarriedAway(Action, of=TORNADOS, copies=2):
    """Move any minion to another base."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        await blow(me, await me.choose(self.targets(me), "Move which minion?"))


class GoneWithTheWind(Action, of=TORNADOS):
    """Special: Once a base has scored, you may choose a minion of yours there and move it to another base, so
    that it isn't discarded.
    """

    name = "Gone with the Wind"
    window = AFTER_SCORING
    only_special = True
    targets = Minions(yours=True)

    async def on_special(self, me: Card, base: Card) -> None:
        await blow(me, await me.choose(self.targets(me, at=base), "Move which minion?", may=True))


class NotInKansas(Action, of=TORNADOS):
    """Destroy a base, the actions on it and the actions on the minions there, and put the top card of the base
    deck in its place. Its minions stay.
    """

    name = "Not in Kansas"
    rulings = ("The actions on the minions are destroyed as well.", "Titans and buried cards don't stay.")

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Destroy which base?")
        if base is not None:
            await me.destroy([*base.actions, *(action for minion in base.minions for action in minion.actions)])
            await me.destroy_base(base, keep=base.minions)


class OverTheRainbow(Action, of=TORNADOS):
    """Special: When a base is about to score, move one of your minions to it from another base."""

    name = "Over the Rainbow"
    window = BEFORE_SCORING
    only_special = True
    targets = Minions(yours=True)

    async def on_special(self, me: Card, base: Card) -> None:
        elsewhere = [minion for minion in self.targets(me) if minion.base is not base]
        await me.move(await me.choose(elsewhere, "Move which minion?"), base)


class PickedUp(Action, of=TORNADOS):
    """Special: Before a base scores, move any minion there to another base."""

    window = BEFORE_SCORING
    only_special = True
    targets = Minions()

    async def on_special(self, me: Card, base: Card) -> None:
        await blow(me, await me.choose(self.targets(me, at=base), "Move which minion?"))


class RippedOff(Action, of=TORNADOS):
    """Transfer an action from one base to another, or from one minion to another."""

    async def on_play(self, me: Card) -> None:
        action = await me.choose(me.all_actions, "Transfer which action?")
        if action is not None and (host := action.host) is not None:
            places = me.bases if host.is_base else me.all_minions
            to = await me.choose([place for place in places if place is not host], "Transfer it where?")
            await me.transfer(action, to)


def can_trade(me: Card, minion: Card) -> bool:
    """Whether a minion elsewhere has power 3 or less, too."""
    return any(other.base is not minion.base for other in me.find_minions(max_power=3))


class TradeWinds(Action, of=TORNADOS, copies=2):
    """Choose two minions with power 3 or less. Each moves to where the other was."""

    targets = Minions(can_trade, max_power=3)
    rulings = ("With a single such minion in play nothing moves.",)

    async def on_play(self, me: Card) -> None:
        pair = await me.choose_some(self.targets(me), "Swap the places of which two?", low=2, high=2)
        if len(pair) == 2:
            one, other = pair
            await me.move_apart([(one, other.base), (other, one.base)])


class Whirlwinds(Action, of=TORNADOS):
    """You may move any number of your minions, each to another base."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        flying = await me.choose_some(self.targets(me), "Move which minions?")
        goals = [await me.choose(minion.other_bases, f"Move {minion.name} where?") for minion in flying]
        await me.move_apart(zip(flying, goals, strict=True))


class Category5(Titan, of=TORNADOS):
    """Special: Once you have moved at least two different minions in a turn, this titan may be played on a
    base with a minion of yours. Ongoing: When one or more of your minions have moved to or from here, one of
    them gets a +1 power counter. Talent: Move this titan to another base, OR it gets a +1 power counter.
    """

    speaks = {"after_moved": (BESIDE, PLAY)}

    def hears(self, me: Card, event: Event) -> bool:
        if me.zone == BESIDE:
            return event.by == me.controller and event.card is [card for card in event.group if card.is_minion][-1]
        return self._passing(me, event)[:1] == [event.card]

    async def after_moved(self, me: Card, event: Event) -> None:
        if me.zone == BESIDE:
            moved = {deed.card for deed in me.deeds(MOVED, player=me.controller)}
            if sum(me.card(card).is_minion for card in moved) >= 2:
                await me.play_titan(base for base in me.bases if me.has_minion_at(base))
            return
        minions = [minion for minion in self._passing(me, event) if minion.in_play]
        await me.add_counters(await me.choose(minions, "Place a +1 power counter on which minion?"))

    def _passing(self, me: Card, event: Event) -> list[Card]:
        """Those of the minions that moved together that are its controller's and came here or left from here."""
        mine = [minion for minion in event.group if minion.controller == me.controller and minion.is_minion]
        trips = {minion: me.deeds(MOVED, card=minion)[-1] for minion in mine}
        return [minion for minion, trip in trips.items() if me.here.id in (trip.base, trip.other)]

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Move to another base", me.other_bases):
                await me.move(me, await me.choose(me.other_bases, "Move where?"))
            elif chosen("Place a +1 power counter"):
                await me.add_counters(me)
