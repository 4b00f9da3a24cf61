"""Vigilantes: loners who come down hard on whoever starts something."""

from basebash.engine import (
    AFTER_SCORING,
    DESTROY,
    ON_BASE,
    ON_MINION,
    OTHERS,
    YOUR_TURN_START,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    is_action,
)

VIGILANTES = Faction(
    "Vigilantes",
    hyphenated="Vigi|lantes",
    set_name="That '70s Expansion",
    intro=(
        "Seven minions of power 4, each of them only once, and most of them react to what the others do. "
        "Jacky Bill and Foxy Green grow while the others play their cards; whoever kills a minion has to reckon with "
        "Death Wisher. "
        "Let's Finish This scores a base before anybody is ready for it."
    ),
    summary="Strike back at what others do",
    difficulty=4,
    tags=("smash",),
    icon="pistol-gun",
    colours=("#3b3d48", "#fcb8bf"),
)


class Brojak(Minion, of=VIGILANTES):
    """Ongoing: When a minion has moved, you may move this one to that base; it gets +1 power until the turn ends."""

    power = 4
    rulings = (
        "It can get the +1 power where it already is at that base, and for a move of its own.",
        "Following another minion is a move, for which it may get +1 power once more; then it goes no further.",
    )

    async def after_moved(self, me: Card, event: Event) -> None:
        if event.base is not None and await me.may(f"Let Brojak come to {event.base.name} and get +1 power?"):
            await me.move(me, event.base)
            await me.add_power(me, 1)


class DeathWisher(Minion, of=VIGILANTES):
    """Ongoing: Once per turn, when another player has destroyed a minion that isn't theirs, you may destroy one of that
    player's minions.
    """

    power = 4
    lingers = True
    once = ("after_destroyed",)
    rulings = ("It also reacts to being destroyed itself.",)

    def hears(self, me: Card, event: Event) -> bool:
        was_theirs = event.by == event.player
        return event.card.is_minion and me.is_other_player(event.by) and not was_theirs

    async def after_destroyed(self, me: Card, event: Event) -> None:
        theirs = [minion for minion in me.find_minions() if minion.controller == event.by]
        await me.destroy(await me.choose(theirs, "Destroy a minion of that player?", may=True))


class DustyHenry(Minion, of=VIGILANTES):
    """You may choose a minion here and shuffle it into its owner's deck."""

    power = 4

    async def on_play(self, me: Card) -> None:
        await me.shuffle_into_deck(await me.choose(me.find_minions(here=True), "Shuffle in which minion?", may=True))


class FoxyGreen(Minion, of=VIGILANTES):
    """Ongoing: When a card that another player has played, or a talent they have used, affected minions here directly,
    this minion gets a +1 power counter.
    """

    power = 4
    scope = OTHERS

    def holds(self, me: Card, event: Event) -> bool:
        # "Here" is where Foxy Green was when the card was played, which may have moved her (A7).
        here = next((base for card, base, _ in event.affected_at if card is me), me.base)
        return any(card.is_minion and base is here for card, base, _ in event.affected_at)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def after_talent_used(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class JackyBill(Minion, of=VIGILANTES):
    """Ongoing: When another player has played an action, this minion may get +2 power until the turn ends."""

    power = 4
    scope = OTHERS

    async def after_action_played(self, me: Card, event: Event) -> None:
        if await me.may("Give Jacky Bill +2 power?"):
            await me.add_power(me, 2)


class Shift(Minion, of=VIGILANTES):
    """Choose up to two minions in your discard pile and place them on top of your deck."""

    power = 4

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        chosen = await me.choose_some(minions, "Place up to two minions on top of your deck", high=2)
        await me.put_back(chosen, "In which order? The first is uppermost.")


class Stoneford(Minion, of=VIGILANTES):
    """Search your deck for an action, place it into your hand, and shuffle."""

    power = 4

    async def on_play(self, me: Card) -> None:
        await me.place_in_hand(await me.search(is_action, "Take which action?"))


class AWholeLotMeaner(Action, of=VIGILANTES):
    """A minion gets +3 power until the turn ends."""

    name = "A Whole Lot Meaner"
    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +3 power?"), 3)


class FeelingLucky(Action, of=VIGILANTES):
    """Play on a minion. Ongoing: When the controller of that minion has played an action and this is still on it,
    destroy it.
    """

    name = "Feeling Lucky?"
    plays_on = ON_MINION

    def hears(self, me: Card, event: Event) -> bool:
        return me.host is not None and event.player == me.host.controller

    def holds(self, me: Card, event: Event) -> bool:
        return me not in event.affected  # the action itself may have transferred it

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.destroy(me.host)


class KnockedIntoNextWeek(Action, of=VIGILANTES):
    """Choose a minion and shuffle it into its owner's deck."""

    name = "Knocked into Next Week"
    targets = Minions()

    async def on_play(self, me: Card) -> None:
        await me.shuffle_into_deck(await me.choose(self.targets(me), "Shuffle in which minion?"))


class LetsFinishThis(Action, of=VIGILANTES):
    """Play on a base. Ongoing: When your turn starts and both you and another player have a minion here, the printed
    breakpoint of this base is 0 until the turn ends.
    """

    name = "Let's Finish This"
    plays_on = ON_BASE

    async def start_of_turn(self, me: Card, player: int) -> None:
        if me.has_minion_at(me.here) and me.find_minions(here=True, yours=False):
            await me.set_starting_breakpoint(me.here, 0)


class MakeMyDay(Action, of=VIGILANTES):
    """Choose a base with a minion of yours and destroy a minion there with power 3 or less. Draw a card."""

    targets = Minions(max_power=3, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))
        await me.draw()


class ScaredStraight(Action, of=VIGILANTES):
    """Choose a base with a minion of yours, and move a minion of another player from there to another base.
    Play an extra action.
    """

    targets = Minions(yours=False, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))
        await me.extra_action()


class ShrugItOff(Action, of=VIGILANTES):
    """Play on a base. Talent: The abilities of that base are cancelled until your next turn starts."""

    name = "Shrug it Off"
    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        await me.cancel(me.here, until=YOUR_TURN_START)


class StreetJustice(Action, of=VIGILANTES):
    """Play on a base. Ongoing: Other players' cards don't affect your minions here."""

    plays_on = ON_BASE

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and me.is_enemy(act.source)


class TheRevenge(Action, of=VIGILANTES):
    """Special: Once a base has scored that you didn't win, move a minion of yours there to another base, so
    that it isn't discarded.
    """

    targets = Minions(yours=True)
    window = AFTER_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        scoring = me.scoring
        return scoring is not None and not any(map(me.is_yours, scoring.winners))

    async def on_special(self, me: Card, base: Card) -> None:
        minion = await me.choose(self.targets(me, at=base), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(base.other_bases, f"Move {minion.name} where?"))


class ToughItOut(Boost, of=VIGILANTES, copies=2):
    """Play on a minion. Ongoing: It has +2 power and can't be destroyed."""

    name = "Tough It Out"
    bonus = 2

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how == DESTROY


class WhoLovesYaBaby(Action, of=VIGILANTES, copies=2):
    """Draw as many cards as you control minions with power 4 or more."""

    name = "Who Loves Ya, Baby?"

    async def on_play(self, me: Card) -> None:
        await me.draw(len([minion for minion in me.minions_in_play(yours=True) if minion.power >= 4]))
