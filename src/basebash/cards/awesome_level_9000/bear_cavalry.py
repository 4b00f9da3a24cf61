"""Bear Cavalry: everyone else's minions get chased from base to base, into the bears' paws."""

from collections.abc import Iterable

from basebash.engine import (
    DESTROY,
    HERE,
    MINION,
    MOVE,
    ON_BASE,
    OTHERS,
    RETURN,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
)

BEAR_CAVALRY = Faction(
    "Bear Cavalry",
    set_name="Awesome Level 9000",
    summary="Scare rivals from base to base",
    difficulty=2,
    tags=("move", "smash"),
    icon="bear-head",
    colours=("#80431f", "#ffd0a3"),
    intro=(
        "You decide where the other players' minions stand. Chase them off the base you want to win, "
        "or straight into a Cub Scout or the High Ground, and they are gone. "
        "Your own riders are hard to kill: General Ivan guards all of them, a Polar Commando himself. "
        "Keep a minion at each base you care about, because most of your cards do nothing without one."
    ),
)


async def ride_away(me: Card, minion: Card | None) -> None:
    """Moves a minion to another base of the controller's choice."""
    if minion is not None:
        await me.move(minion, await me.choose(minion.other_bases, "Move it where?"))


async def chase(me: Card, minions: list[Card]) -> None:
    """Moves one of the minions to another base."""
    await ride_away(me, await me.choose(minions, "Move which minion?"))


async def choose_held_base(me: Card, prompt: str) -> Card | None:
    """A base where the controller has a minion."""
    return await me.choose([base for base in me.bases if me.has_minion_at(base)], prompt)


def is_weakest(me: Card, minion: Card) -> bool:
    """Whether its controller has no minion with less power."""
    return all(minion.power <= other.power for other in me.find_minions() if other.controller == minion.controller)


class GeneralIvan(Minion, of=BEAR_CAVALRY):
    """Ongoing: Your minions can't be destroyed."""

    power = 6

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return act.how == DESTROY and card.is_minion and card.controller == me.controller


class PolarCommando(Minion, of=BEAR_CAVALRY, copies=2):
    """Ongoing: While you have no other minion here, this one has +2 power and can't be destroyed."""

    power = 4

    def is_alone(self, me: Card) -> bool:
        """Whether its controller has no other minion here."""
        return me.here.minions_of(me.controller) == [me]

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and self.is_alone(me) else 0

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.how == DESTROY and self.is_alone(me)


class CubScout(Minion, of=BEAR_CAVALRY, copies=4):
    """Ongoing: If another player's minion moves here and has less power than this one, destroy it."""

    power = 3
    rulings = ("If Cub Scout and the other minion move here together, nothing happens.",)

    scope = HERE + OTHERS

    def hears(self, me: Card, event: Event) -> bool:
        return me not in event.batch

    async def after_moved(self, me: Card, event: Event) -> None:
        if event.card.base is me.base and event.card.power < me.power:
            await me.destroy(event.card)


class BearCavalry(Minion, of=BEAR_CAVALRY, copies=3):
    """Move a minion of another player from here to another base."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await chase(me, me.find_minions(here=True, yours=False))


class BearHug(Action, of=BEAR_CAVALRY):
    """Each other player destroys their own lowest-power minion, choosing which if several tie."""

    targets = Minions(is_weakest, yours=False)

    async def on_play(self, me: Card) -> None:
        hugged: dict[Card, int] = {}
        for player in me.others:
            minion = await me.choose(self.targets(me, of=player), "Destroy which of yours?", player=player)
            hugged |= {} if minion is None else {minion: player}
        await me.destroy(hugged, credit=hugged)


class BearNecessities(Action, of=BEAR_CAVALRY):
    """Destroy an action that is on a base or on a minion."""

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.all_actions, "Destroy which action?"))


class BearRidesYou(Action, of=BEAR_CAVALRY):
    """Move one of your minions to another base."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await ride_away(me, await me.choose(self.targets(me), "Move which of your minions?"))


class Commission(Action, of=BEAR_CAVALRY, copies=2):
    """Play an extra minion. Then, from that minion's base, move a minion of another player to another base."""

    targets = Minions(yours=False)
    rulings = ("Play the minion and make the move right away, or do neither; nothing is saved for later.",)

    async def on_play(self, me: Card) -> None:
        prey = me.must_affect
        attempt = await me.extra_minion(at=None if prey is None else prey.base, now=True, must=prey is not None)
        minion = attempt.played
        base = None if minion is None else minion.base or attempt.base
        if base is not None:
            await chase(me, self.targets(me, at=base))


class HighGround(Action, of=BEAR_CAVALRY):
    """Play on a base. Ongoing: While you have a minion here, destroy each minion of another player that moves here."""

    plays_on = ON_BASE

    scope = HERE + OTHERS

    def hears(self, me: Card, event: Event) -> bool:
        return me.has_minion_at(me.here)

    async def after_moved(self, me: Card, event: Event) -> None:
        if event.card.base is me.base:
            await me.destroy(event.card)


class Superiority(Action, of=BEAR_CAVALRY):
    """Play on a base. Ongoing: Other players' cards can't destroy or move your minions here, nor return them
    to your hand or deck.
    """

    plays_on = ON_BASE
    rulings = ("Your minions here can still be placed somewhere or shuffled into a deck.",)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and act.how in (DESTROY, MOVE, RETURN) and me.is_enemy(act.source)


class YourePrettyMuchBorscht(Action, of=BEAR_CAVALRY):
    """Choose a base with a minion of yours, and one other base. Move all other players' minions from the
    first to the second.
    """

    name = "You're Pretty Much Borscht"
    targets = Minions(yours=False, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        base = await choose_held_base(me, "Move minions from which base?")
        if base is not None and (minions := self.targets(me, at=base)):
            await me.move(minions, await me.choose(base.other_bases, "Move them where?"))


class YoureScrewed(Action, of=BEAR_CAVALRY, copies=2):
    """At a base where you have a minion, choose a minion of another player and move it to another base."""

    name = "You're Screwed"
    targets = Minions(yours=False, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        base = await choose_held_base(me, "Move a minion from which base?")
        if base is not None:
            await chase(me, self.targets(me, at=base))


class MajorUrsa(Titan, of=BEAR_CAVALRY):
    """Special: You may give up your regular minion play to play this titan at a base with a minion of yours. Ongoing:
    Each time this titan moves, you may choose a minion of another player at its new base with power 3 or less and move
    it to another base. Talent: This titan gets a +1 power counter, then you move it to another base.
    """

    price = MINION

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return (base for base in me.bases if base.minions_of(player))

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me and event.origin is not None

    async def after_titan_arrived(self, me: Card, event: Event) -> None:
        small = [minion for minion in me.find_minions(here=True, max_power=3) if me.is_enemy(minion)]
        minion = await me.choose(small, "Move which minion away?", may=True)
        if minion is not None:
            await me.move(minion, await me.choose(me.other_bases, f"Move {minion.name} where?"))

    async def talent(self, me: Card) -> None:
        await me.add_counters(me)
        await me.move(me, await me.choose(me.other_bases, f"Move {me.name} where?"))
