"""Dinosaurs: big minions that get bigger."""

from collections.abc import Iterable

from basebash.engine import (
    CANCEL,
    MINION,
    ON_BASE,
    ON_MINION,
    PLAYED,
    YOUR_TURN_END,
    YOUR_TURN_START,
    YOURS,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
)

DINOSAURS = Faction(
    "Dinosaurs",
    set_name="Core Set",
    summary="Huge minions and sheer power",
    difficulty=1,
    tags=("grow", "smash"),
    icon="dinosaur-rex",
    colours=("#2b6b3a", "#ffc999"),
    intro=(
        "Big teeth, big numbers: no faction piles up power faster. "
        "Pack War Raptors together, save Augmentation and Howl for the turn a base breaks, "
        "and let Rampage bring down a breakpoint nobody else could reach. "
        "What you lack is subtlety: your minions rarely move, so pick your bases well."
    ),
)


class KingRex(Minion, of=DINOSAURS):
    """No ability."""

    power = 7
    rulings = ("The empty box is not a misprint: with 7 power, King Rex needs no ability.",)


class ArmorStego(Minion, of=DINOSAURS, copies=3):
    """Talent: On other players' turns this minion has +2 power, until your next turn starts."""

    power = 3

    async def talent(self, me: Card) -> None:
        me.remark(me.entered, until=YOUR_TURN_START)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and not me.is_your_turn and me.entered in me.remarks else 0


class WarRaptor(Minion, of=DINOSAURS, copies=4):
    """Ongoing: This minion has +1 power for each War Raptor here, itself included."""

    power = 2
    mentions = ("War Raptor",)
    rulings = ("In a hand, a deck or a discard pile its power is 2; alone on a base it is 3.",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(me.named_here("War Raptor")) if minion is me else 0


class Laseratops(Minion, of=DINOSAURS, copies=2):
    """You may destroy a minion here whose printed power is 2 or less."""

    power = 4

    async def on_play(self, me: Card) -> None:
        small = [minion for minion in me.find_minions(here=True) if minion.printed_power <= 2]
        await me.destroy(await me.choose(small, "Destroy which minion?", may=True))


class Augmentation(Action, of=DINOSAURS, copies=2):
    """Choose a minion. It has +4 power until your turn ends."""

    boosts = Minions()
    rulings = (
        "Played on someone else's turn, it lasts until your own next turn ends.",
        "The minion must be in play already: one played later this turn gets nothing.",
    )

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets +4 power?")
        await me.add_power(minion, 4, until=YOUR_TURN_END)


class Howl(Action, of=DINOSAURS, copies=2):
    """All your minions have +1 power until your turn ends."""

    boosts = Minions(yours=True)
    rulings = (
        "Played on someone else's turn, it lasts until your own next turn ends.",
        "Minions you play after Howl get nothing from it.",
    )

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 1, until=YOUR_TURN_END)


class NaturalSelection(Action, of=DINOSAURS):
    """Choose one of your minions, then destroy a minion on its base that has less power than it."""

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return me.find_minions(at=hunter.base, max_power=hunter.power - 1)

    async def on_play(self, me: Card) -> None:
        yours = await me.choose_hunter(self, "Choose one of your minions")
        if yours is not None:
            await me.destroy(await me.choose(self.prey_of(me, yours), "Destroy which minion?"))


class Rampage(Action, of=DINOSAURS):
    """Choose a base and one of your minions there. Until the turn ends, that base's breakpoint is lower
    by that minion's power.
    """

    rulings = (
        (
            "Count the minion's power as it is when you play Rampage; if it changes afterwards, "
            "the breakpoint doesn't follow."
        ),
    )

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Lower the breakpoint by which minion's power?")
        if minion is not None:
            me.change_breakpoint(minion.base, -minion.power)


def is_unfit(_me: Card, minion: Card) -> bool:
    """Whether a minion has the lowest power at its base, and another one there more."""
    powers = [other.power for other in minion.here.minions]
    return minion.power == min(powers) < max(powers)


class SurvivalOfTheFittest(Action, of=DINOSAURS):
    """On every base where some minion has more power than another, destroy the one with the lowest power.
    Where several are tied for lowest, you choose.
    """

    name = "Survival of the Fittest"
    targets = Minions(is_unfit)

    async def on_play(self, me: Card) -> None:
        doomed = []
        for base in me.bases:
            picked = await me.choose(self.targets(me, at=base), f"{base.name}: destroy which minion?")
            doomed += [] if picked is None else [picked]
        await me.destroy(doomed)


class ToothAndClawAndGuns(Action, of=DINOSAURS):
    """Play on a minion. Ongoing: Other players' cards don't affect it."""

    name = "Tooth and Claw...and Guns"
    plays_on = ON_MINION

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and me.is_enemy(act.source)


class Upgrade(Boost, of=DINOSAURS):
    """Play on a minion. Ongoing: It has +2 power."""

    bonus = 2


class WildlifePreserve(Action, of=DINOSAURS):
    """Play on a base. Ongoing: Other players' actions don't affect your minions here."""

    plays_on = ON_BASE
    rulings = ("Other players' actions that were on your minions here before are discarded.",)

    async def on_play(self, me: Card) -> None:
        yours = me.find_minions(here=True, yours=True)
        theirs = [action for minion in yours for action in minion.actions if me.is_enemy(action)]
        await me.discard([action for action in theirs if not me.is_safe(action, CANCEL)])

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and act.source.is_action and me.is_enemy(act.source)


class FortTitanosaurus(Titan, of=DINOSAURS):
    """Special: On your turn, as long as you haven't played a minion this turn, you may destroy one of your minions. If
    you do, play this titan at its base with as many +1 power counters as the minion had power. Ongoing: Once per turn,
    when an action you played has directly affected minions, you may put a +1 power counter on one of them, on this
    titan, or on both. Talent: If this titan has 4 or more +1 power counters, draw a card.
    """

    scope = YOURS
    once = ("after_action_played",)

    def where(self, me: Card, player: int) -> Iterable[Card]:
        if any(deed.value & MINION for deed in me.deeds(PLAYED, player=player)):
            return ()
        return (base for base in me.bases if base.minions_of(player))

    async def use(self, me: Card, player: int) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Destroy which minion?")
        if minion is not None:
            there, power = minion.here, minion.power
            if await me.destroy(minion) and await me.play_titan(there, may=False):
                await me.add_counters(me, power)

    def holds(self, me: Card, event: Event) -> bool:
        return any(card.is_minion for card in event.affected)

    async def after_action_played(self, me: Card, event: Event) -> None:
        minions = [card for card in event.affected if card.is_minion and card.in_play]
        async for chosen in me.and_or(may=True):
            if chosen("Place a +1 power counter on a minion", minions):
                await me.add_counters(await me.choose(minions, "On which minion?"))
            elif chosen(f"Place a +1 power counter on {me.name}"):
                await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        if me.counters >= 4:
            await me.draw()
