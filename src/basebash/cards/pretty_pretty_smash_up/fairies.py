"""Fairies: always two ways to go, and actions that flit from minion to minion."""

from basebash.engine import (
    ACTION,
    DESTROY,
    MINION,
    MOVE,
    ON_BASE,
    ON_MINION,
    YOUR_TURN_START,
    Act,
    Action,
    Boost,
    Card,
    Faction,
    Instead,
    Minion,
    Minions,
    Titan,
    Who,
)

FAIRIES = Faction(
    "Fairies",
    set_name="Pretty Pretty Smash Up",
    intro=(
        "Most of your cards give you a choice of two things, so you are seldom stuck. "
        "Tinx, Ladybug and Leaf Armor carry actions from one minion to another, and a Daisy Chain helps a friend or "
        "hobbles a rival. "
        "Draw, dart about, and pick whichever half hurts more today."
    ),
    summary="Choices, and actions that wander",
    difficulty=2,
    tags=("grow", "move", "draw"),
    icon="fairy",
    colours=("#512141", "#40e1c4"),
)

SAME_CONTROLLER = "Whoever controlled the action before it was transferred still does."


def small_actions(me: Card) -> list[Card]:
    """The actions on other minions that could be on this one as well."""
    on_others = [action for minion in me.find_minions(another=True) for action in minion.actions]
    return [action for action in on_others if action.printed.plays_on_target(action, action.controller, me)]


async def flit(me: Card) -> None:
    """Transfers this action to another minion."""
    others = [minion for minion in me.find_minions() if minion is not me.host]
    await me.transfer(me, await me.choose(others, f"Transfer {me.name} to which minion?"))


class Titania(Minion, of=FAIRIES):
    """Choose one: return a minion of another player to its owner's hand, OR you may play an extra minion."""

    power = 5

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Return another player's minion"):
                await me.return_to_hand(await me.choose(me.find_minions(yours=False), "Return which minion?"))
            elif chosen("Play an extra minion"):
                await me.extra_minion()


class Glymmer(Minion, of=FAIRIES, copies=2):
    """Talent: Choose one to last until your next turn starts: another minion has -4 power (but never less
    than 0), OR this minion has +1 power.
    """

    power = 4
    rulings = (
        "It lasts that long even if Glymmer leaves play, or another player takes it over and uses the talent too.",
    )

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Another minion has -4 power"):
                other = await me.choose(me.find_minions(another=True), "Which minion has -4 power?")
                await me.add_power(other, -4, until=YOUR_TURN_START)
            elif chosen(f"{me.name} has +1 power"):
                await me.add_power(me, 1, until=YOUR_TURN_START)


class Puck(Minion, of=FAIRIES, copies=3):
    """Play an extra action OR draw a card."""

    power = 3

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Play an extra action"):
                await me.extra_action()
            elif chosen("Draw a card"):
                await me.draw()


class Tinx(Minion, of=FAIRIES, copies=4):
    """You may pick an action that is on another minion and transfer it to this one."""

    power = 2
    rulings = (SAME_CONTROLLER,)

    async def on_play(self, me: Card) -> None:
        await me.transfer(await me.choose(small_actions(me), "Transfer which action to Tinx?", may=True), me)


class DaisyChain(Action, of=FAIRIES, copies=2):
    """Play on a minion. Ongoing: It has +2 power while it is yours, and -2 power while it isn't."""

    plays_on = ON_MINION
    boosts = Minions(yours=True)
    rulings = (SAME_CONTROLLER,)

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion is not me.host:
            return 0
        return 2 if minion.controller == me.controller else -2


class Enchantment(Action, of=FAIRIES):
    """Play on a base and choose what it does. Ongoing: Minions here, whoever controls them, have +1 power. OR Ongoing:
    They have -1 power.
    """

    plays_on = ON_BASE
    boosts = Minions()
    rulings = ("On another base it goes on doing what was chosen for it.",)

    async def on_play(self, me: Card) -> None:
        me.changes(self.boosts(me, at=me.base))
        async for chosen in me.either():
            if chosen("All minions here have +1 power"):
                me.memo += 1
                if me.resolving is not None:
                    me.resolving.event.increase(self.boosts(me, at=me.base))
            elif chosen("All minions here have -1 power"):
                me.memo += 2

    def power_bonus(self, me: Card, minion: Card) -> int:
        change = (0, 1, -1, 0)[me.memo]  # both parts make up for each other
        return change if minion.is_minion and minion.base is me.base else 0

    def named(self, me: Card) -> str:
        return ("", "+1 power", "-1 power", "+1 and -1 power")[me.memo]


class FairyBallet(Action, of=FAIRIES):
    """Draw two cards OR draw just one and play an extra action."""

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw two cards"):
                await me.draw(2)
            elif chosen("Draw one, and an extra action"):
                await me.draw()
                await me.extra_action()


class Ladybug(Action, of=FAIRIES):
    """Play on a minion. Ongoing: It can't be destroyed. Talent: Transfer this card to another minion."""

    plays_on = ON_MINION
    rulings = (SAME_CONTROLLER,)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how == DESTROY

    async def talent(self, me: Card) -> None:
        await flit(me)


class LeafArmor(Boost, of=FAIRIES, copies=2):
    """Play on a minion. Ongoing: It has +1 power. Talent: Transfer this card to another minion."""

    bonus = 1
    rulings = (SAME_CONTROLLER,)

    async def talent(self, me: Card) -> None:
        await flit(me)


class MagicAcorns(Action, of=FAIRIES):
    """Every other player discards a random card OR you draw one and play an extra action."""

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Each other player discards a card"):
                for player in me.others:
                    await me.discard_random(1, player=player)
            elif chosen("Draw one, and an extra action"):
                await me.draw()
                await me.extra_action()


class MagicWard(Action, of=FAIRIES):
    """Play on a base. Ongoing: No other player can play an action on this base or on a minion here."""

    plays_on = ON_BASE

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return target is not None and base is me.base and me.is_other_player(player)


class PlayfulTricks(Action, of=FAIRIES):
    """Destroy up to two actions, wherever they have been played; OR play Spirit of the Forest, if that titan
    is with you.
    """

    async def on_play(self, me: Card) -> None:
        spirit = me.titan("Spirit of the Forest")
        async for chosen in me.either():
            if chosen("Destroy up to two actions"):
                await me.destroy(await me.choose_some(me.all_actions, "Destroy up to two actions", high=2))
            elif chosen("Play Spirit of the Forest", me.can_play_titan(spirit, me.bases)):
                await me.play_titan(me.bases, titan=spirit, may=False)


class SpiritOfTheForest(Titan, of=FAIRIES):
    """Special: You may play this titan in place of both your regular plays, minion and action. Ongoing: Once per turn,
    when an ability you use says OR, you may do both parts, in the order you like. Ongoing: When this titan has lost a
    clash and would be removed, you may move it to another base instead.
    """

    name = "Spirit of the Forest"
    price = MINION + ACTION
    once = ("both_parts",)

    def where(self, me: Card, player: int) -> list[Card]:
        return me.bases

    def both_parts(self, me: Card, player: Who) -> bool:
        return player == me.controller

    def would_replace(self, me: Card, card: Card) -> bool:
        return card is me

    async def instead_of_clash(self, me: Card, titan: Card, winner: Card) -> Instead | None:
        base = await me.choose(me.other_bases, f"Move {me.name} to which base?", may=True)
        return me.instead(me, MOVE, onto=base)
