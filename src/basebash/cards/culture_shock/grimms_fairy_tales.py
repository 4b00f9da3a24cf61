"""Grimms' Fairy Tales: ten single minions that want to meet the other half of their story."""

from basebash.engine import (
    ANOTHER,
    HERE,
    MINION,
    ON_BASE,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Printed,
    Who,
    is_action,
    is_minion,
)

GRIMMS_FAIRY_TALES = Faction(
    "Grimms' Fairy Tales",
    set_name="World Tour: Culture Shock",
    summary="Pairs that belong together",
    difficulty=3,
    tags=("swarm", "grow"),
    icon="wolf-head",
    colours=("#9a3163", "#ffd9e6"),
    intro=(
        "Ten minions, each of them only once, most of them half of a pair: Hansel needs Gretel, the Prince "
        "needs his Princess. "
        "You have plenty of ways to fetch the missing half, with Teamwork the best of them, so the right "
        "card is rarely far away. "
        "Keep the Big Bad Wolf away from Red Riding Hood: while both are in play, both are at their worst."
    ),
)

RIGHT_AWAY = "If you play the minion, you play it right away; it can't wait for later in the turn."
A_MINION_ONLY = "A Grimms' Blessing with that name doesn't count here, because it isn't a minion."


def minions_named(me: Card, name: str) -> list[Card]:
    """All in play that are "the minion X"."""
    return [minion for minion in me.all_minions if minion.is_a(name)]


def is_in_play(me: Card, name: str) -> bool:
    """Whether "the minion X" is in play, be it out of time in somebody's stasis (Z11)."""
    return bool(minions_named(me, name)) or any(card.is_a(name) for card in me.all_in_stasis)


async def play_from_discard(me: Card, base: Card | None, player: Who) -> None:
    """An extra minion at the base, another one than this, from a player's discard pile."""
    minions = [card for card in me.discard_pile_of(player) if card.is_minion and card is not me]
    await me.play_one(minions, at=base, player=player)


class BigBadWolf(Minion, of=GRIMMS_FAIRY_TALES):
    """You may destroy a minion here with power 4 or less, unless the minion Red Riding Hood is in play. Ongoing: After
    this minion is destroyed, choose another minion in your discard pile and play it here as an extra minion.
    """

    power = 6
    mentions = ("Red Riding Hood",)
    rulings = (A_MINION_ONLY,)

    async def on_play(self, me: Card) -> None:
        if not is_in_play(me, "Red Riding Hood"):
            small = me.find_minions(here=True, max_power=4)
            await me.destroy(await me.choose(small, "Destroy a minion?", may=True))

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        await play_from_discard(me, event.base, me.controller)


class CharmingPrincess(Minion, of=GRIMMS_FAIRY_TALES):
    """Talent: Play an extra minion here, provided Prince Charming is here too."""

    power = 4
    mentions = ("Prince Charming",)

    async def talent(self, me: Card) -> None:
        if me.named_here("Prince Charming"):
            await me.extra_minion(at=me.base)


class PrinceCharming(Minion, of=GRIMMS_FAIRY_TALES):
    """Talent: Play an extra action, provided Charming Princess is here too."""

    power = 4
    mentions = ("Charming Princess",)

    async def talent(self, me: Card) -> None:
        if me.named_here("Charming Princess"):
            await me.extra_action()


class RedRidingHood(Minion, of=GRIMMS_FAIRY_TALES):
    """Ongoing: As long as the minion Big Bad Wolf isn't in play, your minions here have +1 power each."""

    power = 3
    mentions = ("Big Bad Wolf",)
    rulings = (A_MINION_ONLY,)

    def power_bonus(self, me: Card, minion: Card) -> int:
        yours_here = minion.base is me.base and minion.controller == me.controller and minion.is_minion
        return 1 if yours_here and not is_in_play(me, "Big Bad Wolf") else 0


class Rumpelstiltskin(Minion, of=GRIMMS_FAIRY_TALES):
    """Search your deck for any card, shuffle, and place that card on top."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.place_on_deck(await me.search(lambda _: True, "Place which card on top?"))


class TheFrogPrince(Minion, of=GRIMMS_FAIRY_TALES):
    """Ongoing: When you have played another minion here, you may shuffle this one into your deck to play
    here, as an extra minion, one from your discard pile.
    """

    power = 3

    scope = HERE + YOURS + ANOTHER

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you, here = me.controller, me.base
        prompt = "Shuffle The Frog Prince in and play a minion from your discard pile?"
        if await me.may(prompt) and await me.shuffle_into_deck(me):
            await play_from_discard(me, here, you)


class Gretel(Minion, of=GRIMMS_FAIRY_TALES):
    """Ongoing: While Hansel is here, this minion has +2 power."""

    power = 2
    mentions = ("Hansel",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and me.named_here("Hansel") else 0


class Hansel(Minion, of=GRIMMS_FAIRY_TALES):
    """Ongoing: While Gretel is here, this minion has +2 power."""

    power = 2
    mentions = ("Gretel",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and me.named_here("Gretel") else 0


class RoseRed(Minion, of=GRIMMS_FAIRY_TALES):
    """Ongoing: While The Other Snow White is here, this minion has +2 power."""

    power = 2
    mentions = ("The Other Snow White",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and me.named_here("The Other Snow White") else 0


class TheOtherSnowWhite(Minion, of=GRIMMS_FAIRY_TALES):
    """Ongoing: While Rose Red is here, this minion has +2 power."""

    power = 2
    mentions = ("Rose Red",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and me.named_here("Rose Red") else 0


class AnotherStory(Action, of=GRIMMS_FAIRY_TALES):
    """Choose up to three cards in your discard pile and shuffle them into your deck."""

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.discard_pile, "Shuffle up to three cards into your deck", high=3)
        await me.shuffle_into_deck(cards)


class BasketOfGoodies(Action, of=GRIMMS_FAIRY_TALES):
    """Search your deck for an action, shuffle, and place that action on top."""

    name = "Basket of Goodies"

    async def on_play(self, me: Card) -> None:
        await me.place_on_deck(await me.search(is_action, "Place which action on top?"))


class Breadcrumbs(Action, of=GRIMMS_FAIRY_TALES):
    """Choose up to two of your minions that are at the same base and move them to one other base."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        first = await me.choose(self.targets(me), "Move which minion?", may=True)
        if first is None:
            return
        others = [minion for minion in self.targets(me, at=first.base) if minion is not first]
        second = await me.choose(others, "Move another one with it?", may=True)
        to = await me.choose(first.other_bases, "Move where?")
        await me.move([minion for minion in (first, second) if minion is not None], to)


class FairyGodmothersBlessing(Action, of=GRIMMS_FAIRY_TALES):
    """Search your deck for a minion, shuffle, and place that minion on top."""

    name = "Fairy Godmother's Blessing"

    async def on_play(self, me: Card) -> None:
        await me.place_on_deck(await me.search(is_minion, "Place which minion on top?"))


class GrimmsBlessing(Action, of=GRIMMS_FAIRY_TALES, copies=2):
    """Play on a base. Ongoing: While you have at least two minions here, this card counts as having the
    name of every minion you own, besides its own name. That isn't the use of a minion's ability.
    """

    name = "Grimms' Blessing"
    plays_on = ON_BASE
    rulings = (
        (
            "While it works, cards at this base take it for the card they need: Gretel sees Hansel, Charming "
            "Princess sees Prince Charming."
        ),
        (
            "Microbot Fixer gives it +1 power, and War Raptors here get +1 power more for it, but without their "
            "ability it gets nothing from them."
        ),
        "It doesn't use up the limit of a card that works only so often, such as Shinobi.",
        "The Woodsman's Axe, Big Bad Wolf and Red Riding Hood ignore it: they ask for the minion itself.",
    )

    def also_named(self, me: Card, card: Card, name: str) -> bool:
        is_crowded = card is me and len(me.find_minions(here=True, yours=True)) >= 2
        return is_crowded and me.owns_minion_named(me.controller, name)

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return me.power if base is me.base and player == me.controller else 0


class MouseBirdAndSausage(Action, of=GRIMMS_FAIRY_TALES):
    """Pick a base and up to two minions of one faction there. Each of them gets +2 power until the turn
    ends.
    """

    name = "Mouse, Bird and Sausage"
    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        first = await me.choose(self.boosts(me), "Which minion gets +2 power?", may=True)
        if first is None:
            return
        kin = [m for m in self.boosts(me, at=first.base) if m is not first and m.shares_faction(first)]
        second = await me.choose(kin, "Which other one?", may=True)
        await me.add_power([minion for minion in (first, second) if minion is not None], 2)


class Teamwork(Action, of=GRIMMS_FAIRY_TALES, copies=2):
    """Choose a minion in play. Search any of your hand, deck and discard pile for a minion that one of the
    chosen minion's abilities mentions by name. Place it into your hand, or play it now as an extra minion.
    """

    rulings = (RIGHT_AWAY,)

    async def on_play(self, me: Card) -> None:
        chosen = await me.choose(me.find_minions(), "Choose a minion")
        if chosen is None:
            return
        abilities = [ability for ability, _, _ in me.abilities_of(chosen)]
        names = [name for ability in abilities if isinstance(ability, Printed) for name in ability.mentions]
        minion = await me.search(
            lambda card: card.is_minion and card.name in names, "Find which minion?", hand=True, discard=True
        )
        modes = ["Place it into your hand", "Play it"]
        if (
            minion is not None
            and me.can_play(minion, kind=MINION)
            and await me.choose_mode(modes, f"{minion.name}?") == 2
        ):
            await me.play_card(minion, kind=MINION)
        else:
            await me.place_in_hand(minion)


def is_wolf(_me: Card, minion: Card) -> bool:
    """Whether it is the minion Big Bad Wolf."""
    return minion.is_a("Big Bad Wolf")


class TheWoodsmansAxe(Action, of=GRIMMS_FAIRY_TALES):
    """Choose one: destroy an action that is on a base, and if you do, play an extra action; OR, if the minion
    Big Bad Wolf is in play, destroy it, and if you do, search your deck for a minion, which you play at the
    Wolf's base as an extra minion.
    """

    name = "The Woodsman's Axe"
    targets = Minions(is_wolf)
    rulings = (A_MINION_ONLY, RIGHT_AWAY)

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Destroy what?"):
            if chosen("An action on a base", self.actions(me)):
                if await me.destroy(await me.choose(self.actions(me), "Destroy which action?")):
                    await me.extra_action()
            elif chosen("Big Bad Wolf", self.targets(me)):
                await self.fell(me, await me.choose(self.targets(me), "Destroy which Big Bad Wolf?"))

    def actions(self, me: Card) -> list[Card]:
        """The actions on bases, unless a minion must be affected."""
        return [action for base in me.bases for action in base.actions] if not me.must_aim else []

    async def fell(self, me: Card, wolf: Card | None) -> None:
        """The Wolf is destroyed, and a minion of the deck comes in its place."""
        base = None if wolf is None else wolf.base
        if await me.destroy(wolf):
            minion = await me.search(
                lambda card: card.is_minion and me.can_play(card, at=base), "Play which minion?", may=True
            )
            await me.play_card(minion, at=base)
