"""Giant Ants: +1 power counters that wander to where they are needed."""

from collections import Counter

from basebash.cards.monster_smash.counters import hand_on_counters, take_counters
from basebash.engine import (
    AFTER_SCORING,
    BEFORE_SCORING,
    ON_BASE,
    PLAYED,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Minions,
    Titan,
    Who,
)

GIANT_ANTS = Faction(
    "Giant Ants",
    set_name="Monster Smash",
    intro=(
        "Workers and Soldiers arrive with +1 power counters, and the colony carries them wherever they matter most. "
        "Drones trade a counter for a life, and Under Pressure shifts a whole pile right before a base scores. "
        "Don't let the counters be discarded with the base: We Are the Champions brings them home."
    ),
    summary="Counters that move between minions",
    difficulty=3,
    tags=("grow",),
    icon="ant",
    colours=("#674332", "#c4d375"),
)


class KillerQueen(Minion, of=GIANT_ANTS):
    """Talent: Pick another minion that you played here this turn. It and this minion get a +1 power counter each."""

    power = 4

    async def talent(self, me: Card) -> None:
        minions = me.find_minions(here=True, another=True)
        brood = [m for m in minions if me.deeds(PLAYED, player=me.controller, card=m, at=me.base)]
        young = await me.choose(brood, "Which minion gets a +1 power counter too?")
        if young is not None:
            await me.add_counters([me, young])


class Drone(Minion, of=GIANT_ANTS, copies=2):
    """This minion gets a +1 power counter. Ongoing: Whenever a minion of yours is about to be destroyed, you may
    take a +1 power counter off this one to save it.
    """

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.add_counters(me)

    def would_replace(self, me: Card, card: Card) -> bool:
        return card.is_minion and card.controller == me.controller and me.counters > 0

    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        saved = await me.choose([card], f"Remove a +1 power counter from {me.name} to save this minion?", may=True)
        return me.instead(card) if saved is not None and await me.remove_counters(me, 1) else None


class Soldier(Minion, of=GIANT_ANTS, copies=3):
    """This minion gets two +1 power counters. Talent: Transfer one of its +1 power counters to another minion."""

    power = 1

    async def on_play(self, me: Card) -> None:
        await me.add_counters(me, 2)

    async def talent(self, me: Card) -> None:
        if me.counters:
            await me.transfer_counters(me, await me.choose(me.find_minions(another=True), "To which minion?"), 1)


class Worker(Minion, of=GIANT_ANTS, copies=4):
    """This minion gets two +1 power counters."""

    power = 0

    async def on_play(self, me: Card) -> None:
        await me.add_counters(me, 2)


def can_share(me: Card, _minion: Card) -> bool:
    """Whether its controller has several minions, with a +1 power counter among them."""
    yours = me.find_minions(yours=True)
    return len(yours) > 1 and any(minion.counters for minion in yours)


class AKindOfMagic(Action, of=GIANT_ANTS):
    """Redistribute any number of the +1 power counters on your minions among your minions."""

    name = "A Kind of Magic"
    boosts = Minions(can_share, yours=True)

    async def on_play(self, me: Card) -> None:
        minions = self.boosts(me)
        moves: Counter[tuple[Card, Card]] = Counter()
        while True:
            taken = Counter(giver for giver, _ in moves.elements())
            full = [minion for minion in minions if minion.counters > taken[minion]]
            prompt = "Transfer a counter from which minion?"
            giver = await me.choose(full, prompt, may=not me.must_aim)
            if giver is None:
                break
            taker = await me.choose([minion for minion in minions if minion is not giver], "To which minion?")
            if taker is not None:
                moves[giver, taker] += 1
        for (giver, taker), number in moves.items():
            await me.transfer_counters(giver, taker, number)


class GimmeThePrize(Action, of=GIANT_ANTS, copies=2):
    """Up to three of your minions get a +1 power counter each."""

    name = "Gimme the Prize"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        prompt = "Which minions get a +1 power counter?"
        await me.add_counters(await me.choose_some(self.boosts(me), prompt, high=3))


class Headlong(Action, of=GIANT_ANTS):
    """Move a minion of yours to another base. It gets two +1 power counters."""

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it to which base?"))
            await me.add_counters(minion, 2)


class TheShowMustGoOn(Action, of=GIANT_ANTS):
    """Play on a base. Ongoing: Other players' cards don't affect those of your minions here that have a +1 power
    counter.
    """

    name = "The Show Must Go On"
    plays_on = ON_BASE

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and card.counters > 0 and me.is_enemy(act.source)


class UnderPressure(Action, of=GIANT_ANTS):
    """Special: Before a base scores, you may pick a minion of yours, on any base, and transfer any number of its
    +1 power counters to another minion.
    """

    boosts = Minions()

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await hand_on_counters(me, self.boosts)


class WeAreTheChampions(Action, of=GIANT_ANTS):
    """Special: Once a base has scored, pick a minion of yours there and transfer any number of its +1 power
    counters to another minion.
    """

    name = "We Are the Champions"
    boosts = Minions()

    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await hand_on_counters(me, self.boosts, at=base)


class WeWillRockYou(Action, of=GIANT_ANTS, copies=2):
    """Until the turn ends, each of your minions has as much more power as it has +1 power counters now."""

    name = "We Will Rock You"
    boosts = Minions(yours=True, counters=True)
    rulings = ("The bonus is fixed when you play this, however the counters change later.",)

    async def on_play(self, me: Card) -> None:
        for minion in self.boosts(me):
            await me.add_power(minion, minion.counters)


class WhoWantsToLiveForever(Action, of=GIANT_ANTS):
    """Take any number of +1 power counters off your minions. Draw as many cards."""

    name = "Who Wants to Live Forever?"
    targets = Minions(yours=True, counters=True)

    async def on_play(self, me: Card) -> None:
        await me.draw(await take_counters(me))


class DeathOnSixLegs(Titan, of=GIANT_ANTS):
    """Special: On your turn, once your minions have seven or more +1 power counters between them, you may play this
    titan. Ongoing: Each time a minion has gone to the discard pile, you may transfer to this titan one of the +1 power
    counters it had. Talent: Play an extra action.
    """

    name = "Death on Six Legs"
    rulings = ("It doesn't matter whose minion the counter comes from.",)

    def where(self, me: Card, player: int) -> list[Card]:
        counters = sum(minion.counters for minion in me.all_minions if minion.controller == player)
        return me.bases if counters >= 7 else []

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and event.before > 0

    async def after_discarded(self, me: Card, event: Event) -> None:
        if await me.may(f"Transfer a +1 power counter of {event.card.name} to {me.name}?"):
            await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        await me.extra_action()
