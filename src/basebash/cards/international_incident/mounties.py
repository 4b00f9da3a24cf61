"""Mounties: they ride to where the others are, and are stronger in company."""

from basebash.engine import (
    ASIDE,
    BEFORE_SCORING,
    DESTROY,
    HAND,
    ON_MINION,
    ON_YOUR_MINION,
    TO_HAND,
    YOURS,
    Act,
    Action,
    BaseBoost,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
)

MOUNTIES = Faction(
    "Mounties",
    set_name="World Tour: International Incident",
    intro=(
        "Minions that ride after other players' minions and get stronger for it. "
        "Most boosts fade when the turn ends, so arrive in the turn in which the base breaks; Haich-Q and Bring 'Em "
        "In make something lasting of it. "
        "Always Get Our Man takes a rival out of the way without a fight."
    ),
    summary="Ride to rivals, get stronger",
    difficulty=2,
    tags=("move", "grow"),
    icon="maple-leaf",
    colours=("#680423", "#c8d368"),
)


def bases_with_rivals(me: Card) -> list[Card]:
    """The bases with a minion of another player."""
    return [base for base in me.bases if me.find_minions(at=base, yours=False)]


class MountieMajor(Minion, of=MOUNTIES):
    """Ongoing: Each minion of the other player who has the most minions here gives this minion +1 power."""

    power = 4
    rulings = ("The bonus follows the number of minions here, and of players tied for the most it counts one alone.",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return max(len(me.here.minions_of(player)) for player in me.others) if minion is me else 0


class NorthernMover(Minion, of=MOUNTIES, copies=2):
    """Talent: Choose another of your minions. Either it moves to another base, OR it gets +1 power until the
    turn ends.
    """

    power = 4

    async def talent(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=True, another=True), "Which minion?")
        if minion is None:
            return
        async for chosen in me.either():
            if chosen("Move it"):
                await me.move(minion, await me.choose(minion.other_bases, "Move it where?"))
            elif chosen("Give it +1 power"):
                await me.add_power(minion, 1)


class WarCanuck(Minion, of=MOUNTIES, copies=3):
    """Ongoing: This minion has +1 power as long as some other player has a minion here."""

    power = 3

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion is me and me.find_minions(here=True, yours=False) else 0


class Dudlee(Minion, of=MOUNTIES, copies=4):
    """Talent: Move this minion to a base where another player has a minion. If you do, this minion gets +1
    power until the turn ends.
    """

    power = 2

    async def talent(self, me: Card) -> None:
        bases = [base for base in bases_with_rivals(me) if base is not me.base]
        if await me.move(me, await me.choose(bases, "Move to which base?")):
            await me.add_power(me, 1)


class GotOurMan(Lasting):
    """The minion is destroyed as the turn ends."""

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me.host)


def men(me: Card, rider: Card) -> list[Card]:
    """The other players' minions elsewhere that have less power than a rider."""
    rivals = me.find_minions(yours=False, max_power=rider.power - 1)
    return [rival for rival in rivals if rival.base is not rider.base]


class AlwaysGetOurMan(Action, of=MOUNTIES):
    """Choose a minion of another player. Move one of your minions with more power to its base. If you do,
    destroy the chosen minion when the turn ends.
    """

    hunters = Minions(men, yours=True)
    rulings = ("Only the powers before the move are compared; what they are afterwards doesn't matter.",)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *men(me, hunter)]

    async def on_play(self, me: Card) -> None:
        rider = await me.choose_hunter(self, "Move which minion?", is_affected=True)
        if rider is None:
            return
        weaker = men(me, rider)
        base = await me.choose(dict.fromkeys(rival.here for rival in weaker), "Move it where?")
        man = await me.choose([rival for rival in weaker if rival.base is base], "After which minion?")
        if await me.move(rider, base):
            await me.lay(GotOurMan, on=man)


class BattleMoose(Action, of=MOUNTIES):
    """Play on one of your minions. Ongoing: Cards of other players can't destroy your minions here."""

    plays_on = ON_YOUR_MINION

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return act.how == DESTROY and yours_here and me.is_enemy(act.source)


class BringEmIn(Action, of=MOUNTIES):
    """Play on a minion. Ongoing: Each time this minion has moved to another base it gets a +1 power counter."""

    name = "Bring 'Em In"
    plays_on = ON_MINION

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_on(event.card)

    async def after_moved(self, me: Card, event: Event) -> None:
        await me.add_counters(event.card)


class Eh(Action, of=MOUNTIES):
    """Special: After the first action you play in a turn, this may follow as an extra action. One of your
    minions gets +1 power until the turn ends. You may return this card to your hand instead of discarding it.
    """

    name = "Eh?"
    boosts = Minions(yours=True)
    only_special = True
    scope = YOURS
    speaks = {"after_action_played": HAND}

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_action(event)

    async def after_action_played(self, me: Card, event: Event) -> None:
        if me.zone == HAND:
            await me.play_in_answer("after_action_played", event)
        elif me.zone == ASIDE:
            await me.add_power(await me.choose(self.boosts(me), "Which minion gets stronger?"), 1)
            if await me.may("Take Eh? back into your hand?"):
                me.goes_to(TO_HAND)


class HaichQ(BaseBoost, of=MOUNTIES):
    """Play on a base. Ongoing: Your minions have +1 power each here. Talent: Move a minion of yours here from
    another base, or from here to a different one.
    """

    name = "Haich-Q"
    bonus = 1

    async def talent(self, me: Card) -> None:
        here = me.here
        minion = await me.choose(me.find_minions(yours=True), "Move which minion?")
        if minion is not None:
            bases = minion.other_bases if minion.base is here else [here]
            await me.move(minion, await me.choose(bases, "Move it where?"))


class MoveAboot(Action, of=MOUNTIES, copies=2):
    """Choose a base where another player has a minion. Move one of your minions there from another base. If
    you do, it gets +2 power until the turn ends.
    """

    boosts = Minions(yours=True)
    calls_minions = True

    async def on_play(self, me: Card) -> None:
        base = await me.choose(bases_with_rivals(me), "Move to which base?")
        riders = [minion for minion in self.boosts(me) if base is not None and minion.base is not base]
        rider = await me.choose(riders, "Move which minion?")
        if await me.move(rider, base):
            await me.add_power(rider, 2)


class PowerPoutine(Action, of=MOUNTIES, copies=2):
    """Choose a base. Of your minions there, up to two get +2 power each until the turn ends."""

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Which base?")
        minions = await me.choose_some(self.boosts(me, at=base), "Which minions get stronger?", high=2)
        await me.add_power(minions, 2)


class WhenCallsTheBadge(Action, of=MOUNTIES):
    """Each of your minions at a single base gets a +1 power counter. Special: It can also be played just before a
    base scores.
    """

    name = "When Calls the Badge"
    window = BEFORE_SCORING
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose([base for base in me.bases if me.has_minion_at(base)], "At which base?")
        await me.add_counters([] if base is None else self.boosts(me, at=base))
