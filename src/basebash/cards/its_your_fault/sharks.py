"""Sharks: they smell every minion that is destroyed."""

from basebash.engine import (
    BESIDE,
    HAND,
    HERE,
    ON_BASE,
    ON_MINION,
    PLAY,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
)

SHARKS = Faction(
    "Sharks",
    set_name="It's Your Fault!",
    intro=(
        "You destroy small minions and feed on it: Hammerheads and Chum grow, Makos leap from your hand, Blood in the "
        "Water draws more in. "
        "Almost everything you eat has power 3 or less, so mind the big ones. "
        "A chain of kills at one base in one turn can decide it."
    ),
    summary="Destroy the small, then feed",
    difficulty=3,
    tags=("smash", "grow"),
    icon="shark-jaws",
    colours=("#003956", "#f2bac1"),
)


async def eat(me: Card, base: Card | None, max_power: int, *, may: bool = False) -> None:
    """Destroy a minion with power in this range at a base."""
    prey = [] if base is None else me.find_minions(at=base, max_power=max_power)
    await me.destroy(await me.choose(prey, "Destroy which minion?", may=may))


class Megalodon(Minion, of=SHARKS):
    """You may destroy a minion here with power 4 or less. Special: When this base is about to score, you may
    destroy a minion here with power 3 or less.
    """

    power = 5

    async def on_play(self, me: Card) -> None:
        await eat(me, me.base, 4, may=True)

    async def before_scoring(self, me: Card, base: Card) -> None:
        await eat(me, base, 3, may=True)


class GreatWhite(Minion, of=SHARKS, copies=2):
    """Talent: Move this minion to another base. Destroy a minion there with power 2 or less."""

    power = 4

    async def talent(self, me: Card) -> None:
        base = await me.choose(me.other_bases, "Move to which base?")
        await me.move(me, base)
        await eat(me, base, 2)


class Hammerhead(Minion, of=SHARKS, copies=3):
    """Ongoing: Each time a minion here has been destroyed, this minion gets a +1 power counter."""

    power = 3
    rulings = ("Several minions destroyed here at once bring a counter each.",)
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class Mako(Minion, of=SHARKS, copies=4):
    """Special: After you destroy a minion at any base, you may play this minion at that base as an extra minion."""

    power = 2
    rulings = ("A Mako that Torn Apart has drawn may be played at once, too.",)
    speaks = {"after_destroyed": HAND}

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and event.by == me.controller and me.can_play(me, at=event.base)

    def answers_at(self, me: Card, event: Event) -> Card | None:
        return event.base

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.play_card(me, at=event.base)


class AirJaws(Action, of=SHARKS):
    """Move one of your minions to another base. Destroy a minion at that base with power 3 or less."""

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *(prey for prey in me.find_minions(max_power=3) if prey.base is not hunter.base)]

    async def on_play(self, me: Card) -> None:
        minion = await me.choose_hunter(self, "Move which minion?", is_affected=True)
        if minion is not None:
            base = await me.choose(minion.other_bases, "Move it where?")
            await me.move(minion, base)
            await eat(me, base, 3)


class BloodInTheWater(Action, of=SHARKS, copies=2):
    """Play on a base. Ongoing: Each time a minion is destroyed here, you may play an extra minion with power
    3 or less here.
    """

    name = "Blood in the Water"
    plays_on = ON_BASE
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.extra_minion(at=me.base, max_power=3)


class Chum(Action, of=SHARKS):
    """Play on a minion. Ongoing: Each time a minion has been destroyed, this minion gets a +1 power counter."""

    plays_on = ON_MINION
    rulings = ("The destroyed minion may have been at any base.",)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.add_counters(me.host)


class DangerousWaters(Action, of=SHARKS):
    """Play on a base. Talent: A minion of your choice here gets -2 power until the turn ends."""

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        await me.add_power(await me.choose(me.find_minions(here=True), "Which minion gets weaker?"), -2)


class FeedingFrenzy(Action, of=SHARKS):
    """Choose a base. Destroy any number of minions with power 2 or less there."""

    targets = Minions(max_power=2)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Which base?")
        await me.destroy(await me.choose_some(self.targets(me, at=base), "Destroy which minions?"))


class FreakinLaserBeam(Action, of=SHARKS):
    """Choose one of your minions. At its base, destroy a minion with the same power or less."""

    name = "Freakin' Laser Beam"

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return me.find_minions(at=hunter.base, max_power=hunter.power)

    async def on_play(self, me: Card) -> None:
        shark = await me.choose_hunter(self, "Which of your minions?")
        if shark is not None:
            await me.destroy(await me.choose(self.prey_of(me, shark), "Destroy which minion?"))


class TornApart(Action, of=SHARKS):
    """Destroy a minion with power 3 or less. Draw a card."""

    targets = Minions(max_power=3)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))
        await me.draw()


class WeekOfSharks(Action, of=SHARKS, copies=2):
    """Play on a base. Ongoing: As your turn ends, draw a card if you have a minion here. You may have one Week of
    Sharks do this each turn, not more.
    """

    name = "Week of Sharks"
    plays_on = ON_BASE
    once = ("end_of_turn",)
    only_one = True

    def is_start_for(self, me: Card, player: int) -> bool:
        return me.controller == player and me.has_minion_at(me.here)

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.draw()


class Helicoprion(Titan, of=SHARKS):
    """Special: While this titan isn't in play, it gets a counter when your turn starts and each time a minion is
    destroyed. If it then has four or more, you may remove them and play this titan. Ongoing: Once per turn, after you
    destroy a minion, you may either move this titan to that minion's base and add the minion's power to your total
    there until the turn ends, or give this titan a +1 power counter. Talent: From your discard pile, shuffle a minion
    with power 3 or less into your deck, OR search your deck, your discard pile or both for a Mako and take it into your
    hand.
    """

    power = 3
    mentions = ("Mako",)
    speaks = {"start_of_turn": BESIDE, "after_destroyed": (BESIDE, PLAY)}

    async def start_of_turn(self, me: Card, player: int) -> None:
        await self.count_up(me, 4)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and (me.zone == BESIDE or event.by == me.controller)

    def holds(self, me: Card, event: Event) -> bool:
        return me.zone == BESIDE or not me.was_used(self)

    async def after_destroyed(self, me: Card, event: Event) -> None:
        there = event.base
        if me.zone == BESIDE:
            await self.count_up(me, 4)
            return
        async for chosen in me.either(prompt=f"What does {me.name} do?", may=True):
            if there is not None and chosen(f"Move to {there.name} and add the minion's power", there.in_play):
                me.mark_used(self)
                await me.move(me, there)
                me.add_side_power(there, event.power)
            elif chosen("Place a +1 power counter"):
                me.mark_used(self)
                await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            small = [card for card in me.discard_pile if card.is_minion and card.power <= 3]
            if chosen("Shuffle a minion into your deck", small):
                await me.shuffle_into_deck(await me.choose(small, "Shuffle which minion in?"))
            elif chosen("Search for a Mako"):
                await me.place_in_hand(await me.search(_is_mako, "Take which Mako?", discard=True))


def _is_mako(card: Card) -> bool:
    return card.is_minion and card.is_a("Mako")
