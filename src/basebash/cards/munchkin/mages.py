"""Mages: every spell costs a card, and there is always another card."""

from basebash.engine import ON_BASE, TURN_END, Action, Card, Faction, Minion, Minions

MAGES = Faction(
    "Mages",
    set_name="Smash Up: Munchkin",
    summary="Discard cards for powerful spells",
    difficulty=3,
    tags=("draw", "smash"),
    icon="wizard-staff",
    colours=("#0e2c79", "#edc094"),
    intro=(
        "You pay with cards from your hand: for power, for extra minions, to zap what is small. "
        "Recover Arcane Wisdom fills the hand again once it is empty, so spend freely before you play it. "
        "Monsters are your toys too: summon them to make a base hard to break, or charm one to break it."
    ),
)


async def discard_one(me: Card, *, may: bool = False) -> bool:
    """Its controller discards a card; whether they did."""
    return bool(await me.discard_cards(1, "Discard which card?", may=may))


class BlasterMaster(Minion, of=MAGES):
    """Talent: Discard a card to destroy a minion with power 2 or less."""

    power = 5

    async def talent(self, me: Card) -> None:
        if await discard_one(me):
            await me.destroy(await me.choose(me.find_minions(max_power=2), "Destroy which minion?"))


class HappyZapper(Minion, of=MAGES, copies=2):
    """Talent: Discard a card. If you do, this minion gets +2 power until the turn ends. Special: You may use
    its talent before this base scores.
    """

    power = 3
    rulings = (
        (
            "It can do so before its base scores even if the talent was used this turn. If it has been given further "
            "talents, you use only one of them then."
        ),
    )

    async def talent(self, me: Card) -> None:
        if await discard_one(me):
            await me.add_power(me, 2)

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.use_talent(me, own=True, may=True)


class WandWhiz(Minion, of=MAGES, copies=3):
    """You may discard a card. If you do, play an extra minion or an extra action."""

    power = 3

    async def on_play(self, me: Card) -> None:
        if await discard_one(me, may=True):
            await me.extra_card()


class ScrollShuffler(Minion, of=MAGES, copies=4):
    """Discard a card. Draw a card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await discard_one(me)
        await me.draw()


class Charm(Action, of=MAGES):
    """Take control of a monster until the turn ends: it counts as one of your minions."""

    targets = Minions(monster=True)
    rulings = ("If its base scores while you control it, its treasures are shared out among all as usual.",)

    async def on_play(self, me: Card) -> None:
        monster = await me.choose(self.targets(me), "Take control of which monster?")
        await me.give_control(monster, me.controller, until=TURN_END)


class Embiggen(Action, of=MAGES):
    """Choose a minion and discard as many cards as you like. It gets +1 power for each of them until the turn ends."""

    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets the power?")
        gone = await me.discard(await me.choose_some(me.hand, "Discard which cards?"))
        await me.add_power(minion, len(gone))


class MassSummoning(Action, of=MAGES):
    """Play a monster on every base."""

    async def on_play(self, me: Card) -> None:
        for base in await me.arrange(me.bases, "On which base first?"):
            await me.play_monster(base)


class PortalToBeyond(Action, of=MAGES):
    """Play on a base. Talent: Discard a card. If you do, play a monster here."""

    name = "Portal to Beyond"

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        if await discard_one(me):
            await me.play_monster(me.here)


class SomeEnchantedEvening(Action, of=MAGES):
    """Discard as many cards as you like. Play an extra minion with power 3 or less for each of them."""

    async def on_play(self, me: Card) -> None:
        for _ in await me.discard(await me.choose_some(me.hand, "Discard which cards?")):
            await me.extra_minion(max_power=3)


class SpeedReading(Action, of=MAGES):
    """Discard a card. Draw three cards."""

    async def on_play(self, me: Card) -> None:
        await discard_one(me)
        await me.draw(3)


class RecoverArcaneWisdom(Action, of=MAGES, copies=2):
    """Draw cards until there are five in your hand."""

    async def on_play(self, me: Card) -> None:
        await me.draw(max(0, 5 - len(me.hand)))


class Zzzzzap(Action, of=MAGES, copies=2):
    """Discard a card to destroy a minion with power 3 or less."""

    name = "Zzzzzap!"
    targets = Minions(max_power=3)

    async def on_play(self, me: Card) -> None:
        if await discard_one(me):
            await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))
