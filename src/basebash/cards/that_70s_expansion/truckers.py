"""Truckers: their actions are on the road, from base to base, and take the minions along."""

from basebash.engine import BEFORE_SCORING, DESTROY, MOVE, ON_BASE, Act, Action, Card, Faction, Minion, Minions

TRUCKERS = Faction(
    "Truckers",
    set_name="That '70s Expansion",
    intro=(
        "Half of your cards are actions that are played on bases, and those with a talent drive on to the next base "
        "with minions in the back. "
        "Park several of them at one base: Convoy and Rubber Chicken count every one of yours. "
        "El Bandido and Hotwire steal the trucks of the others."
    ),
    summary="Drive actions from base to base",
    difficulty=2,
    tags=("move", "grow"),
    icon="truck",
    colours=("#253955", "#faba68"),
)

NOT_ON_MINIONS = "An action on a minion isn't on the base."
BOOST_STAYS = "The power it gave stays the same, whatever happens to the actions there afterwards."


def your_actions(me: Card, base: Card | None) -> list[Card]:
    """The actions on a base itself that this card's controller controls."""
    return [] if base is None else [action for action in base.actions if action.controller == me.controller]


def actions_on_bases(me: Card) -> list[Card]:
    """All actions that are on bases themselves."""
    return [action for base in me.bases for action in base.actions]


async def drive(me: Card) -> tuple[Card, Card] | None:
    """This action is transferred to another base: where from and where to, if it was."""
    here = me.here
    to = await me.choose(me.other_bases, f"Transfer {me.name} where?")
    return (here, to) if to is not None and await me.transfer(me, to) else None


class ElBandido(Minion, of=TRUCKERS):
    """You may take control of one of the actions on this base. Talent: Either put an extra action on a base,
    OR transfer one from a base to another base.
    """

    name = '"El Bandido"'
    power = 5
    rulings = (NOT_ON_MINIONS,)

    async def on_play(self, me: Card) -> None:
        action = await me.choose(me.here.actions, "Take control of which action?", may=True)
        await me.give_control(action, me.controller)

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Play an extra action on a base"):
                await me.extra_action(fine_print=self)
            elif chosen("Transfer an action to another base", actions_on_bases(me)):
                action = await me.choose(actions_on_bases(me), "Transfer which action?")
                if action is not None:
                    await me.transfer(action, await me.choose(action.other_bases, f"Transfer {action.name} where?"))

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and target.is_base


class RubberChicken(Minion, of=TRUCKERS, copies=2):
    """Ongoing: This minion has +1 power for each action of yours on this base."""

    name = '"Rubber Chicken"'
    power = 4
    rulings = (NOT_ON_MINIONS,)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(your_actions(me, me.base)) if minion is me else 0


class SkinnyMinnie(Minion, of=TRUCKERS, copies=3):
    """Talent: If this base has an action on it, move this minion to another base. If you do, transfer an
    action on this base to that one.
    """

    name = '"Skinny Minnie"'
    power = 3
    rulings = (NOT_ON_MINIONS,)

    async def talent(self, me: Card) -> None:
        here = me.here
        if here.actions:
            to = await me.choose(me.other_bases, "Move where?")
            if await me.move(me, to):
                await me.transfer(await me.choose(here.actions, "Transfer which action?"), to)


class GoodBuddy(Minion, of=TRUCKERS, copies=4):
    """Draw a card if you have an action on this base."""

    name = '"Good Buddy"'
    power = 2

    async def on_play(self, me: Card) -> None:
        if your_actions(me, me.base):
            await me.draw()


class ArmoredTruck(Action, of=TRUCKERS):
    """Play on a base. Ongoing: Other players' cards can neither destroy nor move your minions here."""

    plays_on = ON_BASE

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and act.how in (DESTROY, MOVE) and me.is_enemy(act.source)


class CabOverPete(Action, of=TRUCKERS, copies=2):
    """Play on a base. Talent: Transfer this to another base. If you do, move or transfer another card that
    you control from here to that base.
    """

    name = "Cab-over Pete"
    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        way = await drive(me)
        if way is not None:
            here, to = way
            cards = [card for card in here.on_it if card.controller == me.controller]
            cards += me.buried(at=here, yours=True)
            await me.carry(await me.choose(cards, "Which card goes along?"), to)


class Convoy(Action, of=TRUCKERS, copies=2):
    """Play on a base. Ongoing: Each action of yours on this base, including this one, gives you +1 power here."""

    plays_on = ON_BASE
    rulings = (NOT_ON_MINIONS,)

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return len(your_actions(me, base)) if base is me.base and player == me.controller else 0


class Dekotora(Action, of=TRUCKERS):
    """Play on a base. Talent: Transfer this to another base. If you do, move up to three of your minions here
    to that base.
    """

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        way = await drive(me)
        if way is not None:
            here, to = way
            await me.move(
                await me.choose_some(me.find_minions(at=here, yours=True), "Move up to three minions", high=3), to
            )


class FixinToFixIt(Action, of=TRUCKERS):
    """Choose in your discard pile an action that is played on bases. Play it as an extra action."""

    name = "Fixin' to Fix It"

    async def on_play(self, me: Card) -> None:
        await me.play_one([card for card in me.discard_pile if card.is_base_action])


class HighSpeedChase(Action, of=TRUCKERS):
    """Play on a base. Talent: Transfer this to another base. If you do, move one of your minions from here to
    that base; it gets +3 power until the turn ends.
    """

    name = "High-Speed Chase"
    plays_on = ON_BASE
    rulings = (BOOST_STAYS,)

    async def talent(self, me: Card) -> None:
        way = await drive(me)
        if way is not None:
            here, to = way
            minion = await me.choose(me.find_minions(at=here, yours=True), "Move which minion?")
            await me.move(minion, to)
            await me.add_power(minion, 3)


class Hotwire(Action, of=TRUCKERS):
    """Choose an action that is on a base. Transfer it to another base, take control of it, or both."""

    rulings = (NOT_ON_MINIONS,)

    async def on_play(self, me: Card) -> None:
        action = await me.choose(actions_on_bases(me), "Choose an action")
        if action is not None:
            async for chosen in me.and_or():
                if chosen("Transfer it to another base"):
                    await me.transfer(action, await me.choose(action.other_bases, f"Transfer {action.name} where?"))
                elif chosen("Take control of it"):
                    await me.give_control(action, me.controller)


class Rally(Action, of=TRUCKERS):
    """Special: Play this before a base scores. Until the turn ends, a minion you have there gets +2 power for each
    action you have on that base.
    """

    window = BEFORE_SCORING
    only_special = True
    boosts = Minions(yours=True)
    rulings = (BOOST_STAYS, NOT_ON_MINIONS)

    async def on_special(self, me: Card, base: Card) -> None:
        minion = await me.choose(self.boosts(me, at=base), "Which minion gets power?")
        await me.add_power(minion, 2 * len(your_actions(me, base)))
