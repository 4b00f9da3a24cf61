"""Changerbots: minions that switch between two shapes with their talents."""

from basebash.engine import (
    BEFORE_SCORING,
    BESIDE,
    DESTROY,
    MOVED,
    ON_MINION,
    ON_YOUR_MINION,
    TURN_END,
    YOUR_TURN_START,
    Ability,
    Act,
    Action,
    Boost,
    Card,
    Faction,
    Minion,
    Minions,
    Penalty,
    Titan,
)

CHANGERBOTS = Faction(
    "Changerbots",
    hyphenated="Changer|bots",
    set_name="Cease and Desist",
    summary="Every minion has a talent",
    difficulty=2,
    tags=("grow", "move"),
    icon="mecha-head",
    colours=("#a8391a", "#ffd9ae"),
    partner=("Mythic Horses", "Change places, stand together."),
    intro=(
        "Every Changerbot has a talent, and most talents are a trade: power for speed, safety for power. "
        "Huffies roll to wherever a base is about to break, Bruisers sit tight until it is time to hit hard. "
        "Bolt actions onto your best bots, but mind the order: The Touch switches off all their other tricks."
    ),
)

LOST_ABILITIES = (
    (
        "Using the talent takes away abilities that actions lend the minion (The Touch, Passengers, "
        "Flighterizer), but not what an action does by itself (Cesium Armor, Matrix of Bossiness)."
    ),
    "Abilities the minion gets later, once the talent has been used, aren't lost.",
)


async def roll_on(me: Card) -> None:
    """Moves the minion to another base, at the price of 1 power until the turn ends."""
    await me.move(me, await me.choose(me.other_bases, "Move to which base?"))
    await me.add_power(me, -1)


class Flying(Ability):
    """What Flighterizer lends."""

    async def talent(self, me: Card) -> None:
        await roll_on(me)


class Carrying(Ability):
    """What Passengers lends."""

    async def talent(self, me: Card) -> None:
        moves = me.deeds(MOVED, card=me)
        origins = [me.card(deed.other) for deed in moves]
        if origins:
            left_behind = me.find_minions(at=origins[-1], yours=True, another=True)
            await me.move(await me.choose(left_behind, "Bring along which minion?"), me.here)


class Touched(Ability):
    """What The Touch lends."""

    async def talent(self, me: Card) -> None:
        me.lose_abilities(until=TURN_END)
        await me.add_power(me, 3)


FLYING = Flying()
CARRYING = Carrying()
TOUCHED = Touched()


class LeaderTwo(Minion, of=CHANGERBOTS):
    """Talent: Give another of your minions +2 power until the turn ends."""

    power = 6

    async def talent(self, me: Card) -> None:
        others = me.find_minions(yours=True, another=True)
        await me.add_power(await me.choose(others, "Which minion gets +2 power?"), 2)


class Solarshout(Minion, of=CHANGERBOTS, copies=2):
    """Talent: Play an extra action. This minion gets -2 power until the turn ends."""

    power = 4
    rulings = ("Once used, the talent's -2 power stays, even if Solarshout loses its abilities (The Touch).",)

    async def talent(self, me: Card) -> None:
        await me.extra_action()
        await me.add_power(me, -2)


class Bruiser(Minion, of=CHANGERBOTS, copies=3):
    """Ongoing: This minion can't be destroyed. Talent: Until your next turn starts, this minion gains +2
    power but loses its Ongoing and every other ability.
    """

    power = 2
    rulings = LOST_ABILITIES

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.how == DESTROY

    async def talent(self, me: Card) -> None:
        me.lose_abilities(until=YOUR_TURN_START)
        await me.add_power(me, 2, until=YOUR_TURN_START)


class Huffie(Minion, of=CHANGERBOTS, copies=4):
    """Talent: Move this minion to another base. It gets -1 power until the turn ends."""

    power = 3

    async def talent(self, me: Card) -> None:
        await roll_on(me)


class CesiumArmor(Boost, of=CHANGERBOTS):
    """Play on a minion. Ongoing: It has +2 power and can't be destroyed."""

    bonus = 2

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how == DESTROY


class ChangeIntoAGun(Penalty, of=CHANGERBOTS, copies=2):
    """Play on one of your minions. If you do, destroy a minion at its base with power 4 or less. Ongoing: The
    minion this is on has -2 power. When your turn starts, destroy this card.
    """

    name = "Change Into A Gun"
    plays_on = ON_YOUR_MINION
    bonus = -2

    async def on_play(self, me: Card) -> None:
        # Cellular Bonding may have copied it onto another player's minion: then the requirement isn't met.
        if me.host is not None and not me.is_enemy(me.host):
            await me.destroy(await me.choose(me.find_minions(here=True, max_power=4), "Destroy which minion?"))

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me)


class ChangeUpAndRollOn(Action, of=CHANGERBOTS):
    """Special: Before a base scores, choose any number of your minions. You may move them there; each one
    you moved gets -1 power until the turn ends.
    """

    name = "Change Up and Roll On"
    targets = Minions(yours=True)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        elsewhere = [minion for minion in self.targets(me) if minion.base is not base]
        moved = await me.move(await me.choose_some(elsewhere, "Move which minions there?"), base)
        await me.add_power(moved, -1)


class Flighterizer(Action, of=CHANGERBOTS):
    """Play on one of your minions. Ongoing: It has 'Talent: Move this minion to another base. It gets -1
    power until the turn ends.'
    """

    plays_on = ON_YOUR_MINION

    def lends(self, me: Card) -> Ability | None:
        return FLYING


class FormMergacon(Action, of=CHANGERBOTS):
    """Choose a base. Your minions there get +1 power each until the turn ends."""

    boosts = Minions(yours=True)
    rulings = ("Minions you play afterwards don't get the bonus.",)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "At which base do your minions get +1 power?")
        if base is not None:
            await me.add_power(self.boosts(me, at=base), 1)


class MatrixOfBossiness(Action, of=CHANGERBOTS):
    """Play on one of your minions. Ongoing: Its printed power counts as 5."""

    name = "Matrix of Bossiness"
    plays_on = ON_YOUR_MINION
    boosts = Minions(max_printed=4)

    def printed_power_of(self, me: Card, minion: Card) -> int | None:
        return 5 if me.is_on(minion) else None


class Passengers(Action, of=CHANGERBOTS):
    """Play on a minion. Ongoing: It has 'Talent: If this minion moved this turn, move another of your
    minions here from the base it left.'
    """

    plays_on = ON_MINION

    def lends(self, me: Card) -> Ability | None:
        return CARRYING


class TheTouch(Action, of=CHANGERBOTS, copies=2):
    """Play on one of your minions. Ongoing: It has 'Talent: Until the turn ends, this minion gains +3 power
    but loses all its other abilities.'
    """

    plays_on = ON_YOUR_MINION
    rulings = LOST_ABILITIES

    def lends(self, me: Card) -> Ability | None:
        return TOUCHED


class Mergacon(Titan, of=CHANGERBOTS):
    """Special: When your turn starts, you may play this titan at a base with 2 or more minions of yours.
    Ongoing: You have +3 power here. Talent: Choose another base and move this titan there. Its Ongoing is
    lost until the turn ends.
    """

    speaks = {"start_of_turn": BESIDE}

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.play_titan(base for base in me.bases if len(base.minions_of(player)) >= 2)

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return 3 if base is me.base and player == me.controller and not me.was_used(self) else 0

    async def talent(self, me: Card) -> None:
        await me.move(me, await me.choose(me.other_bases, f"Move {me.name} where?"))
        me.mark_used(self)
