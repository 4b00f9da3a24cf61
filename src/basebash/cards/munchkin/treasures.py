"""The treasures of Smash Up: Munchkin: three minions and nineteen actions, one of each."""

from basebash.engine import (
    BEFORE_SCORING,
    DESTROY,
    HERE,
    ON_BASE,
    ON_MINION,
    OTHERS,
    PLACE,
    PLAYERS_MINIONS,
    TO_HAND,
    TREASURES,
    TREASURES_SHOWN,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Instead,
    Lasting,
    Minion,
    Minions,
    Penalty,
)


def treasures_in(cards: list[Card]) -> list[Card]:
    """The treasures among these cards."""
    return [card for card in cards if card.is_treasure]


class DwarfHireling(Minion, of=TREASURES):
    """You may choose a treasure in the treasure discard pile and play it on this minion as an extra action."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.play_one([card for card in me.supply_discard(TREASURES) if card.is_minion_action], at=me)


class HalflingHireling(Minion, of=TREASURES):
    """You may play an extra minion."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.extra_minion()


class TigerSteed(Minion, of=TREASURES):
    """You may destroy a minion here with power 2 or less."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.find_minions(here=True, max_power=2), "Destroy which minion?", may=True))


class BagOfCaltrops(Action, of=TREASURES):
    """Play on a base. Ongoing: When a minion of another player with power 3 or less is played here, destroy it and
    this treasure.
    """

    name = "Bag of Caltrops"

    plays_on = ON_BASE
    scope = HERE + OTHERS

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_enemy(event.card) and event.card.power <= 3

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.destroy([me, event.card])


class BootsOfButtKicking(Boost, of=TREASURES):
    """Play on a minion. An extra action may follow. Ongoing: The minion has +1 power."""

    name = "Boots of Butt-Kicking"

    bonus = 1

    async def on_play(self, me: Card) -> None:
        await me.extra_action()


class BootsOfRunningReallyFast(Action, of=TREASURES):
    """Play on a minion. Talent: Move that minion to another base."""

    name = "Boots of Running Really Fast"

    plays_on = ON_MINION

    async def talent(self, me: Card) -> None:
        await me.move(me.host, await me.choose(me.other_bases, "Move it to which base?"))


class BucklerOfSwashing(Action, of=TREASURES):
    """Play on a minion. Ongoing: This minion can't be destroyed."""

    name = "Buckler of Swashing"

    plays_on = ON_MINION

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how == DESTROY


class ChainsawOfBloodyDismemberment(Boost, of=TREASURES):
    """Play on a minion. Ongoing: It has +2 power."""

    name = "Chainsaw of Bloody Dismemberment"

    bonus = 2


class ChestOfHolding(Action, of=TREASURES):
    """Play on a minion. Ongoing: Each treasure on that minion, including this one, gives it +1 power."""

    name = "Chest of Holding"

    plays_on = ON_MINION
    boosts = Minions()

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(treasures_in(minion.on_it)) if me.is_on(minion) else 0


def has_owner(_me: Card, minion: Card) -> bool:
    """Whether a player owns a minion."""
    return minion.has_owner


class CrossBow(Action, of=TREASURES):
    """Choose a base and a faction. Each minion there of that faction gets +2 power until the turn ends."""

    boosts = Minions(has_owner)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "On which base?")
        faction = await me.choose_faction(me.faction_names, "The minions of which faction?")
        if base is not None:
            await me.add_power([m for m in self.boosts(me, at=base) if m.faction.name == faction], 2)


class DungeonRuleBook(Action, of=TREASURES):
    """Choose an action on a minion or base and destroy it. Special: You may also play this before a base scores."""

    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.all_actions, "Destroy which action?"))


class JetpackOfAnachronism(Action, of=TREASURES):
    """Play on a minion. Ongoing: When it would go to the discard pile, it goes to its owner's hand instead."""

    name = "Jetpack of Anachronism"

    plays_on = ON_MINION

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card) and card.has_owner

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_HAND)


class KneepadsOfAllure(Action, of=TREASURES):
    """Play on a minion. Ongoing: Every minion here has +1 power."""

    name = "Kneepads of Allure"

    plays_on = ON_MINION
    boosts = Minions()

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion.is_minion and minion.base is me.base else 0


class MagicMissile(Action, of=TREASURES):
    """Play on a minion. Talent: This card goes to the bottom of the treasure deck. Choose a minion here with
    power 3 or less and destroy it.
    """

    plays_on = ON_MINION

    async def talent(self, me: Card) -> None:
        here, you = me.here, me.controller
        await me.return_to_supply(me, bottom=True)
        victim = await me.choose(me.find_minions(at=here, max_power=3), "Destroy which minion?", player=you)
        await me.destroy(victim, player=you)


class PotionOfCowardice(Penalty, of=TREASURES):
    """Play on a minion. Ongoing: It has -2 power, and no abilities any more."""

    name = "Potion of Cowardice"
    bonus = -2

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card)


class PotionOfHalitosis(Action, of=TREASURES):
    """Choose a base and a player, who must move a minion of theirs from there to another base. Special: You may also
    play this before a base scores, and then choose that base.
    """

    name = "Potion of Halitosis"
    targets = PLAYERS_MINIONS

    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        bases = [base for base in me.bases if self.targets(me, at=base)]
        await self.scatter(me, await me.choose(bases, "On which base?"))

    async def on_special(self, me: Card, base: Card) -> None:
        await self.scatter(me, base)

    async def scatter(self, me: Card, base: Card | None) -> None:
        """A player of its controller's choice moves a minion away from the base."""
        if base is None:
            return
        present = [player for player in me.clockwise() if self.targets(me, at=base, of=player)]
        player = await me.choose_player(present, "Who must move a minion?", whose=True)
        if player is not None:
            minion = await me.choose(self.targets(me, at=base, of=player), "Move which minion?", player=player)
            to = await me.choose(base.other_bases, "To which base?", player=player)
            await me.move(minion, to, player=player)


class PotionOfIdioticBravery(Action, of=TREASURES):
    """Choose a minion. It gets +3 power until the turn ends."""

    name = "Potion of Idiotic Bravery"
    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +3 power?"), 3)


class PotionOfLineCutting(Action, of=TREASURES):
    """Special: After a base scores, when its treasures lie open and before they are shared out, place one of them into
    your hand.
    """

    name = "Potion of Line Cutting"

    window = TREASURES_SHOWN
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        scoring = me.scoring
        shown = scoring.treasures if scoring is not None else []
        treasure = await me.choose(shown, "Place which treasure into your hand?")
        await me.place_in_hand(treasure, hand_of=me.controller)


class Paralysed(Lasting):
    """The cards on a base have no abilities."""

    wavers = True

    def cancels(self, me: Card, card: Card) -> bool:
        return card.base is me.host and not card.is_base


class PotionOfParalysis(Action, of=TREASURES):
    """Special: Before a base scores, the abilities of all cards on it are cancelled until the turn ends."""

    name = "Potion of Paralysis"
    targets = Minions()

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.lay(Paralysed, on=base)


class PotionOfRedundancyPotion(Action, of=TREASURES):
    """Play on a minion. Talent: Choose some other minion with a talent. The carrier of this potion does what
    that talent says, and you pay what it costs.
    """

    name = "Potion of Redundancy Potion"

    plays_on = ON_MINION

    async def talent(self, me: Card) -> None:
        host = me.host
        others = [minion for minion in me.minions_in_play() if minion is not host]
        gifted = [minion for minion in others if me.talents_of(minion)]
        other = await me.choose(gifted, "Use the talent of which minion?")
        if other is not None and host is not None:
            await host.copy_talent(me.talents_of(other))


class WandOfDowsing(Action, of=TREASURES):
    """Draw two treasures. Then this card and all discarded treasures are shuffled into the treasure deck."""

    name = "Wand of Dowsing"

    async def on_play(self, me: Card) -> None:
        await me.draw(2, from_=TREASURES)
        await me.return_to_supply([me, *me.supply_discard(TREASURES)], shuffle=True)


class WishingRing(Action, of=TREASURES):
    """You gain 1 VP. This card goes to the bottom of the treasure deck."""

    async def on_play(self, me: Card) -> None:
        await me.gain_vp()
        await me.return_to_supply(me, bottom=True)
