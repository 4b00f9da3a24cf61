"""Kitty Cats: they borrow your minions and don't give them back in one piece."""

from basebash.engine import (
    BEFORE_SCORING,
    MOVE,
    ON_BASE,
    ON_YOUR_MINION,
    TURN_END,
    Action,
    Card,
    Faction,
    Instead,
    Minion,
    Minions,
    Penalty,
    Who,
)

KITTY_CATS = Faction(
    "Kitty Cats",
    set_name="Pretty Pretty Smash Up",
    intro=(
        "Take control of somebody's minion for a turn, use it, and then feed it to Whiskers, Cat Fight or Nine Lives "
        "before it can go home. "
        "Grumpers and Grumpiness bring the big ones down to a size that you can steal. "
        "A minion that you took also counts for you when the base scores."
    ),
    summary="Borrow minions, then break them",
    difficulty=4,
    tags=("smash", "move"),
    icon="cat",
    colours=("#582303", "#f4b97f"),
)


async def purr(me: Card, minions: list[Card]) -> None:
    """Its controller takes control of one of the minions until the turn ends."""
    await me.give_control(await me.choose(minions, "Take control of which minion?"), me.controller, until=TURN_END)


class QueenFluffy(Minion, of=KITTY_CATS):
    """Talent: Until the turn ends, take control of a minion with power 3 or less."""

    power = 5

    async def talent(self, me: Card) -> None:
        await purr(me, me.find_minions(max_power=3))


class Whiskers(Minion, of=KITTY_CATS, copies=2):
    """Talent: Play an extra action, and destroy a minion of yours."""

    power = 4
    rulings = ("You needn't play the action, but once you use the talent the minion must go.",)

    async def talent(self, me: Card) -> None:
        you = me.controller
        await me.extra_action()
        yours = [minion for minion in me.all_minions if minion.controller == you]
        await me.destroy(await me.choose(yours, "Destroy which of your minions?", player=you), player=you)


class Muffin(Minion, of=KITTY_CATS, copies=3):
    """Until the turn ends, take control of a minion with power 3 or less."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await purr(me, me.find_minions(max_power=3))


class MrGrumpers(Minion, of=KITTY_CATS, copies=4):
    """A minion of your choice has -2 power until the turn ends."""

    name = "Mr. Grumpers"
    power = 2

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(me.find_minions(), "Which minion has -2 power?"), -2)


class CanHasCheeseburger(Action, of=KITTY_CATS):
    """Special: Until the turn ends, take control of a minion with power 3 or less on a base that is about to score."""

    name = "Can Has Cheeseburger?"
    targets = Minions(max_power=3)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await purr(me, self.targets(me, at=base))


class CatFight(Action, of=KITTY_CATS, copies=2):
    """Pick a minion of yours. Draw as many cards as it has power, then destroy it."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Which of your minions fights?")
        if minion is not None:
            await me.draw(minion.power)
            await me.destroy(minion)


class CatsPaw(Action, of=KITTY_CATS):
    """Until the turn ends, take control of a minion with power 5 or less."""

    name = "Cat's Paw"
    targets = Minions(max_power=5)

    async def on_play(self, me: Card) -> None:
        await purr(me, self.targets(me))


class Grumpiness(Penalty, of=KITTY_CATS, copies=2):
    """Play on a minion. Ongoing: It has -2 power."""

    bonus = -2


class HangInThere(Action, of=KITTY_CATS):
    """Play on one of your minions. Ongoing: If it would be destroyed, instead it moves to another base and this
    card is destroyed.
    """

    name = "Hang in There"
    plays_on = ON_YOUR_MINION

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card)

    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        base = await me.choose(me.other_bases, f"Move {card.name} to which base?")
        return me.instead(card, MOVE, onto=base, spent=me) or me.instead(card, spent=me)


class HissyFit(Action, of=KITTY_CATS):
    """Play on a base. Ongoing: Minions of other players have -1 power here."""

    plays_on = ON_BASE
    targets = Minions(yours=False)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return -1 if minion.is_minion and minion.base is me.base and me.is_enemy(minion) else 0


class InvisibleBicycle(Action, of=KITTY_CATS):
    """Choose a base, and any number of minions there with power 2 or less. Move them together to another base."""

    targets = Minions(max_power=2)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Move minions from which base?")
        if base is not None:
            riders = await me.choose_some(self.targets(me, at=base), "Move which minions?")
            await me.move(riders, await me.choose(base.other_bases if riders else [], "Move them to which base?"))


class NineLives(Action, of=KITTY_CATS):
    """Destroy a minion of yours. Play an extra minion."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which of your minions?"))
        await me.extra_minion()
