"""Kung Fu Fighters: power counters come in, and go where the next blow falls."""

from collections.abc import Iterable

from basebash.engine import (
    BEFORE_SCORING,
    DESTROY,
    HERE,
    ON_BASE,
    OTHERS,
    PLAYERS_MINIONS,
    RETURN,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Lasting,
    Minion,
    Minions,
    Titan,
)

KUNG_FU_FIGHTERS = Faction(
    "Kung Fu Fighters",
    hyphenated="Kung Fu Fight|ers",
    set_name="That '70s Expansion",
    intro=(
        "Drunken Masters and Lady Whirlwinds earn +1 power counters with their talents, but only while they have "
        "none, so pass the counters on: Cricket, Dragon Warrior and Ancient Chinese Art do that. "
        "A minion that has become strong knocks out everything weaker at its base. "
        "Fast as Lightning brings your champion home from a base that scores."
    ),
    summary="Earn power counters and pass them on",
    difficulty=4,
    tags=("grow", "move"),
    icon="high-kick",
    colours=("#831200", "#f4f585"),
)


def with_counters(cards: list[Card]) -> list[Card]:
    """Those of the cards that have +1 power counters."""
    return [card for card in cards if card.counters]


async def transfer_any(me: Card, givers: list[Card], takers: list[Card]) -> None:
    """Any number of +1 power counters go from one of the givers to another card among the takers."""
    giver = await me.choose(with_counters(givers), "Transfer +1 power counters from which card?", may=True)
    if giver is not None:
        await pass_on(me, giver, takers)


async def pass_on(me: Card, giver: Card, takers: list[Card]) -> None:
    """Any number of +1 power counters go from the giver to another card among the takers."""
    taker = await me.choose([card for card in takers if card is not giver], "Transfer them to which card?")
    if taker is not None:
        number = await me.choose_number(1 if giver.counters == 1 else 0, giver.counters, "How many?")
        await me.transfer_counters(giver, taker, number)


class DragonWarrior(Minion, of=KUNG_FU_FIGHTERS):
    """Ongoing: Nothing can destroy this minion. Talent: Take as many +1 power counters as you like off a minion and
    transfer them to another one.
    """

    power = 5

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.how == DESTROY

    async def talent(self, me: Card) -> None:
        await transfer_any(me, me.find_minions(), me.find_minions())


class LadyWhirlwind(Minion, of=KUNG_FU_FIGHTERS, copies=2):
    """Talent: If this minion has no +1 power counter, destroy a minion here with less power. If you do, put a
    +1 power counter on this minion.
    """

    power = 4

    async def talent(self, me: Card) -> None:
        if not me.counters:
            weaker = me.find_minions(here=True, max_power=me.power - 1)
            if await me.destroy(await me.choose(weaker, "Destroy which minion?")):
                await me.add_counters(me)


class DrunkenMaster(Minion, of=KUNG_FU_FIGHTERS, copies=3):
    """Talent: If this minion has no +1 power counter, it gets one."""

    power = 3

    async def talent(self, me: Card) -> None:
        if not me.counters:
            await me.add_counters(me)


class Cricket(Minion, of=KUNG_FU_FIGHTERS, copies=4):
    """You may transfer one +1 power counter from a minion to another."""

    power = 2

    async def on_play(self, me: Card) -> None:
        giver = await me.choose(
            with_counters(me.find_minions()), "Transfer a +1 power counter from which minion?", may=True
        )
        if giver is not None:
            others = [minion for minion in me.find_minions() if minion is not giver]
            taker = await me.choose(others, "Transfer it to which minion?")
            if taker is not None:
                await me.transfer_counters(giver, taker, 1)


class ALittleBitFrightening(Action, of=KUNG_FU_FIGHTERS):
    """Choose one of your minions, and destroy a minion at its base that has less power. If you do, place two +1
    power counters on your minions there, both on one or one each.
    """

    name = "A Little Bit Frightening"
    boosts = Minions(yours=True)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        weaker = me.find_minions(at=hunter.base, max_power=hunter.power - 1)
        return [*weaker, *self.boosts(me, at=hunter.base)] if weaker else []

    async def on_play(self, me: Card) -> None:
        minion = await me.choose_hunter(self, "Choose one of your minions")
        if minion is None:
            return
        there = minion.base
        weaker = me.find_minions(at=there, max_power=minion.power - 1)
        if await me.destroy(await me.choose(weaker, "Destroy which minion?")):
            taking = [await me.choose(self.boosts(me, at=there), "Who gets a +1 power counter?") for _ in "12"]
            await me.add_counters([taker for taker in taking if taker is not None])


class AncientChineseArt(Action, of=KUNG_FU_FIGHTERS, copies=2):
    """Play on a base. Talent: Either a minion here gets a +1 power counter, or as many as you like are transferred from
    one minion here to another one here.
    """

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            minions = me.find_minions(here=True)
            if chosen("Place a +1 power counter", minions):
                await me.add_counters(await me.choose(minions, "Which minion gets a +1 power counter?"))
            elif chosen("Transfer +1 power counters", len(minions) > 1 and with_counters(minions)):
                await transfer_any(me, minions, minions)


class EverybodyKnewTheirPart(Action, of=KUNG_FU_FIGHTERS):
    """Choose a minion of yours. Play an extra minion that has less power at its base."""

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Choose one of your minions")
        if minion is not None and minion.power > 0:
            await me.extra_minion(max_power=minion.power - 1, at=minion.base)


class EverybodyWasKungFuFighting(Action, of=KUNG_FU_FIGHTERS):
    """Choose a base. In turn, every player who has a minion there destroys a minion there that isn't theirs."""

    name = "Everybody was Kung Fu Fighting"
    targets = PLAYERS_MINIONS
    rulings = (
        "The current player begins, and it goes on clockwise.",
        "A player whose minions there have been destroyed meanwhile still gets to destroy one.",
    )

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Choose a base")
        if base is None:
            return
        for player in [player for player in me.clockwise() if base.minions_of(player)]:
            others = [minion for minion in self.targets(me, at=base) if minion.is_enemy_of(player)]
            await me.destroy(await me.choose(others, "Destroy which minion?", player=player), player=player)


def your_cards(me: Card) -> list[Card]:
    """Its controller's cards in play."""
    every = [*me.all_minions, *me.all_titans, *me.all_actions]
    return [card for card in every if card.controller == me.controller]


def can_share(me: Card, _minion: Card) -> bool:
    """Whether its controller has a +1 power counter to transfer."""
    return any(card.counters for card in your_cards(me))


class ExpertTiming(Action, of=KUNG_FU_FIGHTERS):
    """Choose one of your cards in play. Take as many +1 power counters as you like off it and transfer them to another
    card, or use a talent of it one time more, or do both. Special: It may also be played before a base scores.
    """

    boosts = Minions(can_share)
    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        yours = [card for card in your_cards(me) if card.counters or not me.must_aim]
        card = await me.choose(yours, "Choose one of your cards")
        if card is None:
            return
        async for chosen in me.and_or():
            if chosen("Transfer +1 power counters from it", card.counters):
                await pass_on(me, card, [*self.boosts(me), *me.all_titans])
            elif chosen("Use its talent", me.talents_of(card) and not me.must_aim):
                await me.use_talent(card, counts=False)


class ComesHome(Lasting):
    """The minion returns to its owner's hand when it would go to the discard pile."""

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card)

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, RETURN)


class FastAsLightning(Action, of=KUNG_FU_FIGHTERS, copies=2):
    """Choose a minion. Until the turn ends it has +2 power, and it returns to its owner's hand when it would go to
    the discard pile.
    """

    name = "Fast as Lightning"
    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Choose a minion")
        await me.add_power(minion, 2)
        await me.lay(ComesHome, on=minion)


class LetsGetItOn(Action, of=KUNG_FU_FIGHTERS):
    """Choose one of your minions. At its base, destroy one or more minions whose total power is no higher
    than that minion's.
    """

    name = "Let's Get It On"

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return me.find_minions(at=hunter.base, max_power=hunter.power)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose_hunter(self, "Choose one of your minions")
        if minion is not None:
            prey = self.prey_of(me, minion)
            first = await me.choose(prey, "Destroy which minion?")
            if first is not None:
                others = [other for other in prey if other is not first]
                more = await me.choose_within(others, minion.power - first.power, "Destroy another?")
                await me.destroy([first, *more])


class OhHohHohHoah(Action, of=KUNG_FU_FIGHTERS):
    """Play on a base. Ongoing: When another player has played a minion here, one of your minions, wherever it is,
    gets a +1 power counter.
    """

    name = "Oh-hoh-hoh-hoah"
    plays_on = ON_BASE
    scope = HERE + OTHERS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_counters(await me.choose(me.find_minions(yours=True), "Which minion gets a +1 power counter?"))


class Sifu(Titan, of=KUNG_FU_FIGHTERS):
    """Special: On your turn, if your minions have two or more +1 power counters among them, you may play this
    titan; transfer two or more of those counters to it. Ongoing: When you transfer +1 power counters to a
    minion, you may put one more on it. Talent: Transfer a +1 power counter from a minion of yours to another
    minion, OR put one on a minion that has none.
    """

    def where(self, me: Card, player: int) -> Iterable[Card]:
        counters = sum(minion.counters for minion in me.find_minions(yours=True))
        return me.bases if counters >= 2 else ()

    async def use(self, me: Card, player: int) -> None:
        if await me.play_titan(self.where(me, player), may=False):
            prompt = "Transfer a +1 power counter from which minion?"
            while giver := await me.choose(with_counters(me.find_minions(yours=True)), prompt, may=me.counters >= 2):
                if not await me.transfer_counters(giver, me, 1):
                    return

    def hears(self, me: Card, event: Event) -> bool:
        transferred = event.target is not None and event.number > 0
        return transferred and event.by == me.controller and event.card.is_minion

    async def after_counters(self, me: Card, event: Event) -> None:
        if await me.may(f"Place one more +1 power counter on {event.card.name}?"):
            await me.add_counters(event.card)

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            minions = me.find_minions()
            givers = with_counters(me.find_minions(yours=True))
            bare = [minion for minion in minions if not minion.counters]
            if chosen("Transfer a +1 power counter", givers and len(minions) > 1):
                giver = await me.choose(givers, "Transfer it from which minion?")
                others = [minion for minion in minions if minion is not giver]
                await me.transfer_counters(giver, await me.choose(others, "Transfer it to which minion?"), 1)
            elif chosen("Place a +1 power counter", bare):
                await me.add_counters(await me.choose(bare, "Which minion gets a +1 power counter?"))
