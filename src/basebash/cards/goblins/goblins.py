"""Goblins: toss a coin, and something happens either way."""

from basebash.engine import (
    FLIPPED,
    HAND,
    ON_BASE,
    ON_YOUR_MINION,
    YOURS,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Flip,
    Minion,
    Minions,
)

GOBLINS = Faction(
    "Goblins",
    set_name="Smash Up: Goblins",
    intro=(
        "Nearly everything you do depends on a coin, and most cards are worth playing whichever way it falls. "
        "Get Chaos Lord and Goblin Recruiters out early: each flip then pays a second time. "
        "Diviners and Make Your Own Luck turn over the one coin that must not go wrong."
    ),
    summary="Flip coins, profit from both sides",
    difficulty=4,
    tags=("grow", "smash"),
    icon="goblin-head",
    colours=("#4c5402", "#eec57f"),
)


class ChaosLord(Minion, of=GOBLINS):
    """Ongoing: Each time you have flipped a coin: for heads, one of your minions gets a +1 power counter; for
    tails, draw a card and then discard one.
    """

    power = 5
    scope = YOURS

    async def after_flip(self, me: Card, event: Event) -> None:
        if event.number:
            await me.add_counters(await me.choose(me.find_minions(yours=True), "Which minion gets a +1 power counter?"))
        else:
            await me.draw()
            await me.discard_cards(1, "Discard a card")


class Diviner(Minion, of=GOBLINS, copies=2):
    """Ongoing: Once per turn, right when you have flipped a coin, you may discard a card to turn it over. When your
    first flip of a turn is done, draw a card.
    """

    power = 4
    scope = YOURS
    once = ("when_flipped",)
    rulings = ("Each Diviner turns over its own coin and draws its own card.",)

    def may_turn(self, me: Card, flip: Flip) -> bool:
        return bool(me.hand)

    async def when_flipped(self, me: Card, flip: Flip) -> None:
        if await me.discard_cards(1, f"Discard which card to turn {flip.name} over?"):
            flip.turn()

    def hears(self, me: Card, event: Event) -> bool:
        return len(me.deeds(FLIPPED, player=me.controller)) == 1

    async def after_flip(self, me: Card, event: Event) -> None:
        await me.draw()


class Blaster(Minion, of=GOBLINS, copies=3):
    """Special: Before this base scores, flip a coin. Heads: you may give +2 power to this minion until the turn ends.
    Tails: you may move it to another base.
    """

    power = 3

    async def before_scoring(self, me: Card, base: Card) -> None:
        if not await me.flip():
            await me.move(me, await me.choose(me.other_bases, "Move Blaster where?", may=True))
        elif await me.may("Give Blaster +2 power?"):
            await me.add_power(me, 2)


class Gobbo(Minion, of=GOBLINS, copies=4):
    """Count the Gobbos in play, this one too, and flip as many coins. This minion gets a +1 power counter for
    every heads.
    """

    power = 2
    mentions = ("Gobbo",)

    async def on_play(self, me: Card) -> None:
        gobbos = [card for card in me.minions_in_play() + me.all_actions if card.is_a("Gobbo")]
        await me.add_counters(me, sum([await me.flip() for _ in gobbos]))


class MagicHelmet(Boost, of=GOBLINS):
    """Play on your minion. Ongoing: It has +4 power. Before its base scores, flip a coin: tails destroys the
    minion.
    """

    name = '"Magic" Helmet'
    plays_on = ON_YOUR_MINION
    bonus = 4
    ongoing = True

    async def before_scoring(self, me: Card, base: Card) -> None:
        if not await me.flip():
            await me.destroy(me.host)


class ALittleHelp(Action, of=GOBLINS, copies=2):
    """Flip a coin. Heads: you may play an extra minion. Tails: you may play two extra actions."""

    name = "A Little Help"

    async def on_play(self, me: Card) -> None:
        if await me.flip():
            await me.extra_minion()
        else:
            await me.extra_action()
            await me.extra_action()


class Bushwhacking(Action, of=GOBLINS):
    """Choose any minion, then flip a coin. Heads: destroy that minion. Tails: move it to another base."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Choose a minion")
        if await me.flip():
            await me.destroy(minion)
        elif minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))


class Demolition(Action, of=GOBLINS):
    """Flip three coins. One of your minions gets a +1 power counter for each heads; for each tails you may
    destroy an action, be it on a base or on a minion.
    """

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        for heads in [await me.flip() for _ in range(3)]:
            if heads:
                await me.add_counters(await me.choose(self.boosts(me), "Which minion gets a +1 power counter?"))
            else:
                await me.destroy(await me.choose(me.all_actions, "Destroy which action?", may=True))


class GoblinRecruiters(Action, of=GOBLINS):
    """Play on a base. Ongoing: Each time you have flipped a coin: for heads, draw a card; for tails, you may
    choose a card in your discard pile and shuffle it into your deck.
    """

    plays_on = ON_BASE
    scope = YOURS
    ordered = True

    async def after_flip(self, me: Card, event: Event) -> None:
        if event.number:
            await me.draw()
        else:
            card = await me.choose(me.discard_pile, "Shuffle which card into your deck?", may=True)
            await me.shuffle_into_deck(card)


class HeWhoSmeltIt(Action, of=GOBLINS):
    """Choose a minion, then flip a coin. Heads: the minion gets a +1 power counter, and you may choose a
    different minion and flip once more. Tails: you may play an extra action.
    """

    boosts = Minions()
    rulings = ("You may come back to a minion you chose before, only not twice running.",)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Choose a minion")
        while await me.flip():
            await me.add_counters(minion)
            others = [other for other in self.boosts(me) if other is not minion]
            minion = await me.choose(others, "Choose another minion and flip again?", may=True)
            if minion is None:
                return
        await me.extra_action()


class MakeYourOwnLuck(Action, of=GOBLINS, copies=2):
    """Special: Play this right when you have flipped a coin: turn the coin over."""

    only_special = True
    speaks = {"when_flipped": HAND}

    async def when_flipped(self, me: Card, flip: Flip) -> None:
        flip.turn()


class RevvingUp(Action, of=GOBLINS):
    """Choose a base and flip a coin for each minion you have there. A minion whose coin shows heads gets a +1
    power counter, one whose coin shows tails +2 power until the turn ends.
    """

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Rev up your minions at which base?")
        minions = [] if base is None else await me.arrange(self.boosts(me, at=base), "Flip for which one first?")
        coins = {minion: await me.flip() for minion in minions}
        await me.add_counters([minion for minion, heads in coins.items() if heads])
        await me.add_power([minion for minion, heads in coins.items() if not heads], 2)
