"""Skeletons: death is where they start."""

from basebash.cards.oops_you_did_it_again.ancient_egyptians import uncover_some
from basebash.engine import (
    ANOTHER,
    BEFORE_SCORING,
    DISCARD,
    HERE,
    NEWCOMER,
    ON_BASE,
    UNDER,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Scoring,
)

SKELETONS = Faction(
    "Skeletons",
    set_name="10th Anniversary",
    intro=(
        "Your discard pile is a second hand: Revenants, Spooky, Scary... and Place 'em Down bury your minions "
        "from there. "
        "When your turn starts one of them climbs out for free, and Dig 'em Up calls three at once. "
        "Lord of Bones, Gravestones and Grave Goods see to it that they come back stronger."
    ),
    summary="Bury the dead, raise them",
    difficulty=3,
    tags=("swarm", "draw"),
    icon="skeletal-hand",
    colours=("#2f363c", "#e3ec8b"),
)


def your_dead(me: Card, max_power: int) -> list[Card]:
    """The minions up to a power in its controller's discard pile."""
    return [card for card in me.discard_pile if card.is_minion and card.power <= max_power]


async def bury_anywhere(me: Card, card: Card | None) -> None:
    """Its controller buries a card on a base of their choice."""
    if card is not None:
        await me.bury(card, at=await me.choose(me.bases, f"Bury {card.name} on which base?"))


class LordOfBones(Minion, of=SKELETONS):
    """Ongoing: When another minion has been uncovered, you may put a +1 power counter on it. Talent: Bury
    here a card from your hand, or uncover a card of yours that lies buried here.
    """

    name = "Lord of Bones"
    power = 5

    scope = ANOTHER

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_uncovered(self, me: Card, event: Event) -> None:
        if event.card.in_play and await me.may(f"Place a +1 power counter on {event.card.name}?"):
            await me.add_counters(event.card)

    async def talent(self, me: Card) -> None:
        bury = "Bury a card from your hand" if me.hand else ""
        uncover = "Uncover one of your cards here" if me.buried(here=True, yours=True) else ""
        mode = await me.choose_mode([bury, uncover], "Bury or uncover?")
        if mode == 1:
            await me.bury(await me.choose(me.hand, "Bury which card?"), at=me.base)
        elif mode == 2:
            await me.uncover(await me.choose(me.buried(here=True, yours=True), "Uncover which card?"))


class Gravetender(Minion, of=SKELETONS, copies=2):
    """Ongoing: Once per turn, after another card of yours has been buried or uncovered, draw a card."""

    power = 4

    scope = YOURS + ANOTHER
    once = ("after_buried", "after_uncovered")

    async def after_buried(self, me: Card, event: Event) -> None:
        await me.draw()

    async def after_uncovered(self, me: Card, event: Event) -> None:
        await self.after_buried(me, event)


class Revenant(Minion, of=SKELETONS, copies=3):
    """Special: You may bury this card out of your discard pile on your turn. You can use only one Revenant's
    ability each turn.
    """

    power = 3
    mentions = ("Revenant",)
    speaks = {"use": DISCARD}
    only_one = True

    async def use(self, me: Card, player: int) -> None:
        await bury_anywhere(me, me)


class ReturnedOne(Minion, of=SKELETONS, copies=4):
    """You may bury this minion here. Special: Once this card has been uncovered, you may uncover
    another of your cards buried here.
    """

    power = 2

    async def on_play(self, me: Card) -> None:
        if me.played_from != UNDER and await me.may(f"Bury {me.name} here?"):
            await me.bury(me, at=me.base)

    async def after_this_uncovered(self, me: Card, event: Event) -> None:
        await me.uncover(await me.choose(me.buried(at=event.base, yours=True), "Uncover which card?", may=True))


class BurstForth(Action, of=SKELETONS):
    """Special: When a base is about to score, uncover one of your cards that lie buried there."""

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.uncover(await me.choose(me.buried(at=base, yours=True), "Uncover which card?"))


class DigEmUp(Action, of=SKELETONS):
    """Choose a base, and uncover up to three of your cards buried there."""

    name = "Dig 'em Up"

    async def on_play(self, me: Card) -> None:
        await uncover_some(me, 3)


class GraveGoods(Action, of=SKELETONS, copies=2):
    """Bury a card from your hand, after which you may discard a card to bury one more; OR uncover one of your
    buried cards, which gets two +1 power counters if it is a minion.
    """

    targets = NEWCOMER

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Bury or uncover?"):
            if chosen("Bury a card from your hand", me.hand):
                await bury_anywhere(me, await me.choose(me.hand, "Bury which card?"))
                if len(me.hand) > 1 and await me.discard_cards(1, "Discard a card to bury another?", may=True):
                    await bury_anywhere(me, await me.choose(me.hand, "Bury which card?"))
            elif chosen("Uncover one of your buried cards", me.buried(yours=True)):
                card = await me.choose(me.buried(yours=True), "Uncover which card?")
                await me.uncover(card)
                await me.add_counters(card, 2)


class Gravestones(Action, of=SKELETONS):
    """Play on a base. Ongoing: When a minion has been uncovered here, you may give it a +1 power counter.
    Special: Once this base has scored, bury this card on a different one.
    """

    plays_on = ON_BASE

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_uncovered(self, me: Card, event: Event) -> None:
        if event.card.in_play and await me.may(f"Place a +1 power counter on {event.card.name}?"):
            await me.add_counters(event.card)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        await me.bury(me, at=await me.choose(me.other_bases, f"Bury {me.name} on which base?"))


class Graveyard(Action, of=SKELETONS):
    """Play on a base. Talent: Uncover a card of yours that lies buried here. If it is a minion, you may give
    it a +1 power counter.
    """

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        card = await me.choose(me.buried(here=True, yours=True), "Uncover which card?")
        await me.uncover(card)
        if card is not None and card.is_minion and card.in_play and await me.may(f"A +1 power counter on {card.name}?"):
            await me.add_counters(card)


class HearseFleet(Action, of=SKELETONS):
    """Choose two bases, and move as many of your buried cards as you like from one to the other.
    Special: Can be played before a base scores; then it moves at most two of your buried cards, each to
    that base or away from it.
    """

    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        bases = [base for base in me.bases if me.buried(at=base, yours=True)]
        base = await me.choose(bases, "Move buried cards from which base?")
        if base is not None:
            to = await me.choose(base.other_bases, "Move them to which base?")
            await me.carry(await me.choose_some(me.buried(at=base, yours=True), "Move which cards?"), to)

    async def on_special(self, me: Card, base: Card) -> None:
        moved: list[Card] = []
        while len(moved) < 2:
            cards = [card for card in me.buried(yours=True) if card not in moved]
            card = await me.choose(cards, "Move which buried card?", may=True)
            if card is None:
                break
            moved.append(card)
            bases = base.other_bases if card.buried_at is base else [base]
            await me.carry(card, await me.choose(bases, "Move it to which base?"))


class PlaceEmDown(Action, of=SKELETONS):
    """Choose up to three minions in your discard pile whose power adds up to 6 at most, and bury them."""

    name = "Place 'em Down"

    async def on_play(self, me: Card) -> None:
        chosen: list[Card] = []
        while len(chosen) < 3:
            left = 6 - sum(card.power for card in chosen)
            minions = [card for card in your_dead(me, left) if card not in chosen]
            minion = await me.choose(minions, "Bury which minion?", may=True)
            if minion is None:
                break
            chosen.append(minion)
        for minion in chosen:
            await bury_anywhere(me, minion)


class SpookyScary(Action, of=SKELETONS, copies=2):
    """Bury a minion from your discard pile with power 3 or less. Draw a card."""

    name = "Spooky, Scary..."

    async def on_play(self, me: Card) -> None:
        await bury_anywhere(me, await me.choose(your_dead(me, 3), "Bury which minion?"))
        await me.draw()
