"""Dwarves: treasure, and minions that wear it well."""

from basebash.cards.munchkin.treasures import treasures_in
from basebash.engine import (
    BEFORE_SCORING,
    PLACE,
    TO_HAND,
    TREASURES,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
)

DWARVES = Faction(
    "Dwarves",
    set_name="Smash Up: Munchkin",
    summary="Dig up treasures, wear them",
    difficulty=4,
    tags=("draw", "grow"),
    icon="dwarf-helmet",
    colours=("#751b1c", "#fac2a5"),
    intro=(
        "Dwarves dig treasures out of the deck and out of its discard pile, and hang them on their minions. "
        "Loot Lovers and Gem Grabbers grow with what they carry, and the Dwarf King gets back what would be lost. "
        "Put several treasures on one minion, but beware: whoever destroys it or strips it bare hits you hard."
    ),
)


class DwarfKing(Minion, of=DWARVES):
    """Ongoing: When a treasure on one of your minions would go to its discard pile, it goes to your hand instead."""

    power = 5

    def would_replace(self, me: Card, card: Card) -> bool:
        host = card.host
        return card.is_treasure and host is not None and host.is_minion and host.controller == me.controller

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_HAND, hand_of=me.controller)


class LootLover(Minion, of=DWARVES, copies=2):
    """Ongoing: Each treasure on this minion gives it +2 power."""

    power = 4

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 * len(treasures_in(me.on_it)) if minion is me else 0


class GoldDigger(Minion, of=DWARVES, copies=3):
    """Talent: Choose a treasure in the treasure discard pile and place it into your hand."""

    power = 3

    async def talent(self, me: Card) -> None:
        await take_treasure(me)


class GemGrabber(Minion, of=DWARVES, copies=4):
    """Ongoing: While a treasure is on it, this minion has +2 power."""

    power = 2

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and treasures_in(me.on_it) else 0


async def take_treasure(me: Card) -> None:
    """Its controller places a treasure from the treasure discard pile into their hand."""
    treasure = await me.choose(me.supply_discard(TREASURES), "Place which treasure into your hand?")
    await me.place_in_hand(treasure, hand_of=me.controller)


class AnythingForMoney(Action, of=DWARVES):
    """Discard as many cards as you like and draw a treasure for each of them."""

    name = "Anything for Money"

    async def on_play(self, me: Card) -> None:
        gone = await me.discard(await me.choose_some(me.hand, "Discard which cards?"))
        await me.draw(len(gone), from_=TREASURES)


class CashOut(Action, of=DWARVES):
    """You may play up to three treasures from your hand as extra cards."""

    async def on_play(self, me: Card) -> None:
        for _ in range(3):
            await me.extra_card(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return card.is_treasure


class CunningPlan(Action, of=DWARVES):
    """Special: Before a base scores, draw a treasure. You may play it."""

    rulings = ("Playing it uses up none of your other plays: it is an extra card.",)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        for treasure in await me.draw(from_=TREASURES):
            await me.play_card(treasure, may=True)


class GreedIsGood(Action, of=DWARVES, copies=2):
    """Draw a treasure, OR place one from the treasure discard pile into your hand. Then you may play an extra
    action.
    """

    name = "Greed is Good"

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw a treasure"):
                await me.draw(from_=TREASURES)
            elif chosen("Take one from the treasure discard pile", me.supply_discard(TREASURES)):
                await take_treasure(me)
        await me.extra_action()


class HiddenAssets(Action, of=DWARVES, copies=2):
    """The top three cards of the treasure deck go to its discard pile. You draw a card and may play an extra action."""

    async def on_play(self, me: Card) -> None:
        await me.discard_supply(TREASURES, 3)
        await me.draw()
        await me.extra_action()


class Mine(Action, of=DWARVES):
    """Search the treasure deck for a treasure that is played on minions, and play it on one of yours as an extra
    action. The treasure deck is shuffled.
    """

    name = "Mine!"

    async def on_play(self, me: Card) -> None:
        yours = me.find_minions(yours=True)
        treasure = await me.search_supply(
            TREASURES, lambda card: card.is_minion_action and me.can_play(card, at=yours), "Play which treasure?"
        )
        await me.play_card(treasure, at=yours)


class NoMyPrecious(Action, of=DWARVES):
    """Choose an action on a minion and destroy it. If it's a treasure, you may play an extra action."""

    name = "No! My Precious!"

    async def on_play(self, me: Card) -> None:
        action = await me.choose([card for m in me.find_minions() for card in m.actions], "Destroy which action?")
        await me.destroy(action)
        if action is not None and action.is_treasure:
            await me.extra_action()


class Salvage(Action, of=DWARVES):
    """Special: When a base is about to score, play a treasure from the treasure discard pile on a minion of
    yours there.
    """

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        treasures = [card for card in me.supply_discard(TREASURES) if card.is_minion_action]
        await me.play_one(treasures, at=me.find_minions(at=base, yours=True), may=False)
