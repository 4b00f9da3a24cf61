"""Magical Girls: friends who are stronger the more of them stand together."""

from collections.abc import Iterable

from basebash.engine import (
    DESTROY,
    MINION,
    ON_YOUR_MINION,
    PLACE,
    TO_TOP,
    YOUR_TURN_START,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Minions,
    Titan,
    is_minion,
)

MAGICAL_GIRLS = Faction(
    "Magical Girls",
    set_name="Big in Japan",
    summary="Talents grow with friends nearby",
    difficulty=2,
    tags=("grow", "swarm"),
    icon="crystal-wand",
    colours=("#84256f", "#f5f3aa"),
    intro=(
        "Most of your minions have a talent, and what it can do depends on how many of your minions stand there. "
        "Gather them at one base, with Rainbow Girl for strength and Fancy Suit Lad for safety. "
        "The discard pile is your second hand: spells and Lunar Captain bring everyone back."
    ),
)

WALKING_CASTLE = "Walking Castle"
COUNTED_ONCE = "The number is worked out once; it stays the same if minions come or go afterwards."
SEARCHED = "If you search your deck, the card you find is shown to everyone, and the deck is shuffled afterwards."


def friends(me: Card, base: Card | None = None) -> int:
    """How many minions its controller has here, or at a base."""
    return len((base or me.here).minions_of(me.controller))


def is_outnumbered(me: Card, minion: Card) -> bool:
    """Whether a minion that isn't its controller's has at most as much power as they have minions there."""
    return not me.controls(minion) and minion.power <= friends(me, minion.base)


async def fetch(me: Card, name: str) -> None:
    """Takes a card of this name into the hand from deck or discard pile."""
    await me.place_in_hand(await me.search(lambda card: card.name == name, f"Find {name}", discard=True))


class LunarCaptain(Minion, of=MAGICAL_GIRLS):
    """Talent: Choose a minion in your discard pile whose power is at most the number of your minions here. Place it
    into your hand.
    """

    power = 5

    async def talent(self, me: Card) -> None:
        minions = [card for card in filter(is_minion, me.discard_pile) if card.power <= friends(me)]
        await me.place_in_hand(await me.choose(minions, "Take which minion?"))


class SakuraWarrior(Minion, of=MAGICAL_GIRLS):
    """Talent: Until the start of your next turn, a minion here has -1 power for each of your minions here."""

    power = 4
    rulings = (COUNTED_ONCE,)

    async def talent(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(here=True), "Which minion gets weaker?")
        await me.add_power(minion, -friends(me), until=YOUR_TURN_START)


class TechnomagicalLass(Minion, of=MAGICAL_GIRLS):
    """Talent: Destroy a minion here that isn't yours and whose power is at most the number of your minions here."""

    power = 4

    async def talent(self, me: Card) -> None:
        strange = [minion for minion in me.find_minions(here=True) if not me.controls(minion)]
        weak = [minion for minion in strange if minion.power <= friends(me)]
        await me.destroy(await me.choose(weak, "Destroy which minion?"))


class BewitchingGal(Minion, of=MAGICAL_GIRLS):
    """Talent: This base's breakpoint is 1 lower for each of your minions here, until the turn ends."""

    power = 3
    rulings = (COUNTED_ONCE,)

    async def talent(self, me: Card) -> None:
        me.change_breakpoint(me.base, -friends(me))


class FancySuitLad(Minion, of=MAGICAL_GIRLS):
    """Ongoing: Other players' cards don't affect your other minions here."""

    power = 3

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        friend = card.is_minion and card is not me and card.base is me.base and card.controller == me.controller
        return friend and me.is_enemy(act.source)


class PowerMaid(Minion, of=MAGICAL_GIRLS):
    """Talent: Choose a minion whose power is at most the number of your minions here. Move it here, or from here to
    another base.
    """

    power = 3

    async def talent(self, me: Card) -> None:
        here = me.here
        minion = await me.choose(me.find_minions(max_power=friends(me)), "Move which minion?")
        if minion is not None:
            bases = me.other_bases if minion.base is here else [here]
            await me.move(minion, await me.choose(bases, f"Move {minion.name} where?"))


class BlackMagicat(Minion, of=MAGICAL_GIRLS):
    """Search your deck, your discard pile or both for Lunar Captain and put it into your hand."""

    power = 1
    mentions = ("Lunar Captain",)
    rulings = (SEARCHED,)

    async def on_play(self, me: Card) -> None:
        await fetch(me, "Lunar Captain")


class WhiteMagicat(Minion, of=MAGICAL_GIRLS):
    """Search your deck, your discard pile or both for Power Maid and put it into your hand."""

    power = 1
    mentions = ("Power Maid",)
    rulings = (SEARCHED,)

    async def on_play(self, me: Card) -> None:
        await fetch(me, "Power Maid")


class RainbowGirl(Minion, of=MAGICAL_GIRLS, copies=2):
    """Your other minions here get +1 power until the turn ends."""

    power = 2
    rulings = ("Minions you play later in the turn get nothing.",)

    async def on_play(self, me: Card) -> None:
        await me.add_power(me.find_minions(here=True, yours=True, another=True), 1)


class CelestialTeleport(Action, of=MAGICAL_GIRLS, copies=2):
    """Move one of your minions to another base."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))


class Coordination(Action, of=MAGICAL_GIRLS, copies=2):
    """Play an extra minion, or play Walking Castle: one of the two."""

    mentions = (WALKING_CASTLE,)

    async def on_play(self, me: Card) -> None:
        titan = me.titan(WALKING_CASTLE)
        modes = ["Play an extra minion", "Play Walking Castle"]
        if titan is not None and me.can_play_titan(titan, me.bases) and await me.choose_mode(modes, "Which one?") == 2:
            await me.play_titan(me.bases, titan=titan, may=False)
        else:
            await me.extra_minion()


class CoronetAttack(Action, of=MAGICAL_GIRLS):
    """Destroy a minion that isn't yours and whose power is at most the number of your minions at its base."""

    targets = Minions(is_outnumbered)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class KissTheSkySpell(Action, of=MAGICAL_GIRLS):
    """Choose a minion in your discard pile and take it into your hand. An extra action may follow."""

    name = "Kiss the Sky Spell"

    async def on_play(self, me: Card) -> None:
        await me.place_in_hand(await me.choose(filter(is_minion, me.discard_pile), "Take which minion?"))
        await me.extra_action()


class LunarHealingLoveSpell(Action, of=MAGICAL_GIRLS):
    """In every player's discard pile, choose a minion. Each goes to its owner's hand."""

    async def on_play(self, me: Card) -> None:
        piles = [filter(is_minion, me.discard_pile_of(player)) for player in me.clockwise()]
        chosen = [await me.choose(minions, "Which minion goes to its owner's hand?") for minions in piles]
        await me.place_in_hand(card for card in chosen if card is not None)


class MagicalStaff(Boost, of=MAGICAL_GIRLS):
    """Play on one of your minions. Ongoing: It has +1 power. Whenever it would go to the discard pile, it goes on top
    of its owner's deck instead.
    """

    plays_on = ON_YOUR_MINION
    bonus = 1

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card)

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_TOP)


class PurgeTheDemon(Action, of=MAGICAL_GIRLS):
    """Choose a card. Either an action on it is destroyed OR it loses all its counters."""

    name = "Purge the Demon"
    targets = Minions(counters=True)
    rulings = ("It may be any card, a base or a titan too.",)

    async def on_play(self, me: Card) -> None:
        card = await me.choose([*me.bases, *me.all_minions, *me.all_actions, *me.all_titans], "Choose a card")
        if card is None:
            return
        async for chosen in me.either():
            if chosen("Destroy an action on it", card.actions and not me.must_aim):
                await me.destroy(await me.choose(card.actions, "Destroy which action?"))
            elif chosen("Remove all counters from it", card.counters):
                await me.remove_counters(card, card.counters)


class SilverShard(Action, of=MAGICAL_GIRLS):
    """Every player shuffles all minions of their discard pile into their deck."""

    async def on_play(self, me: Card) -> None:
        for player in me.clockwise():
            await me.shuffle_into_deck(filter(is_minion, me.discard_pile_of(player)), player=player)


class WalkingCastle(Titan, of=MAGICAL_GIRLS):
    """Special: You may give up your regular minion play to play this titan at a base with 2 or more minions of
    yours. Ongoing: Other players' abilities can't destroy your minions here. Talent: Move this titan to another
    base, together with up to 3 of your minions here.
    """

    price = MINION
    rulings = ("You needn't have a minion in hand, and nothing that limits the play of minions limits this.",)

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return (base for base in me.bases if len(base.minions_of(player)) >= 2)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return act.how == DESTROY and yours_here and me.is_enemy(act.source)

    async def talent(self, me: Card) -> None:
        base = await me.choose(me.other_bases, "Move Walking Castle where?")
        along = await me.choose_some(me.find_minions(here=True, yours=True), "Which minions come along?", high=3)
        await me.move([me, *along], base)
