"""Warriors: they destroy monsters, and call some where there are none."""

from basebash.engine import (
    HAND,
    HERE,
    ON_MINION,
    ON_YOUR_MINION,
    PLACE,
    TO_HAND,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Minions,
    Who,
)

WARRIORS = Faction(
    "Warriors",
    set_name="Smash Up: Munchkin",
    summary="Slay monsters for their treasures",
    difficulty=3,
    tags=("grow", "smash"),
    icon="battle-axe",
    colours=("#603036", "#99ccfc"),
    intro=(
        "Every monster is treasure waiting for you: slay it and its reward goes to your hand. "
        "Where there are none, Taunter and Dungeon Bait bring one, which also makes a base harder for others to break. "
        "Star Players and Berserkers grow with every kill, so keep the fights where they stand."
    ),
)


def monsters(me: Card) -> list[Card]:
    """All monsters in play."""
    return [minion for minion in me.find_minions() if minion.is_monster]


def is_beside_monster(_me: Card, minion: Card) -> bool:
    """Whether a monster is on a minion's base."""
    return bool(minion.here.monsters)


class BigHero(Minion, of=WARRIORS):
    """Talent: Either destroy a monster here, OR play one here."""

    power = 5

    async def talent(self, me: Card) -> None:
        here = me.here
        async for chosen in me.either():
            if chosen("Destroy a monster here", here.monsters):
                await me.destroy(await me.choose(here.monsters, "Destroy which monster?"))
            elif chosen("Play a monster here"):
                await me.play_monster(here)


class StarPlayer(Minion, of=WARRIORS, copies=2):
    """Ongoing: After a monster is destroyed here, this minion gets a +1 power counter."""

    power = 4
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_monster

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class Berserker(Minion, of=WARRIORS, copies=3):
    """Destroy a monster here with no more power than this minion has. If you do, put a +1 power counter on
    this minion.
    """

    power = 3

    async def on_play(self, me: Card) -> None:
        weaker = [monster for monster in me.here.monsters if monster.power <= me.power]
        if await me.destroy(await me.choose(weaker, "Destroy which monster?")):
            await me.add_counters(me)


class Taunter(Minion, of=WARRIORS, copies=4):
    """You may play a monster here."""

    power = 2

    async def on_play(self, me: Card) -> None:
        if await me.may("Play a monster here?"):
            await me.play_monster(me.here)


class Campaign(Action, of=WARRIORS):
    """Your minions on bases with a monster each get +2 power until the turn ends."""

    rulings = ("Minions that are played afterwards don't get it.",)
    boosts = Minions(is_beside_monster, yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 2)


class Cleave(Action, of=WARRIORS, copies=2):
    """Destroy a monster. You may play the treasures that this brings you as extra cards."""

    targets = Minions(monster=True)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which monster?"))

    async def looted(self, me: Card, treasures: list[Card], player: Who) -> None:
        while True:
            held = [treasure for treasure in treasures if treasure.zone == HAND]  # one may be a toll meanwhile
            attempt = await me.play_one(held, player=player, secret=True)
            if attempt.card is None:
                break
            treasures.remove(attempt.card)


class Dumbbells(Boost, of=WARRIORS):
    """Play on a minion. Ongoing: It has +3 power."""

    bonus = 3


class DungeonBait(Action, of=WARRIORS, copies=2):
    """Choose a base and play a monster there, OR destroy a minion with power 2 or less."""

    targets = Minions(max_power=2)

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Play a monster on a base", not me.must_aim):
                await me.play_monster(await me.choose(me.bases, "Play a monster on which base?"))
            elif chosen("Destroy a minion with power 2 or less", self.targets(me)):
                await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class EternalHero(Action, of=WARRIORS):
    """Play on one of your minions. Ongoing: When it would go to the discard pile, it and this action go to
    your hand instead.
    """

    plays_on = ON_YOUR_MINION

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card) and card.has_owner

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_HAND, along=me)


class Ruckus(Action, of=WARRIORS):
    """Choose a base. Either play two monsters there, OR destroy every monster there; nobody gets treasures for them."""

    targets = Minions(monster=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "On which base?")
        if base is None:
            return
        async for chosen in me.either():
            if chosen("Play two monsters there", not me.must_aim):
                await me.play_monster(base)
                await me.play_monster(base)
            elif chosen("Destroy all monsters there", self.targets(me, at=base)):
                await me.destroy(self.targets(me, at=base))

    def collects(self, me: Card, monster: Card) -> bool:
        return False


class ShieldOfUbiquity(Action, of=WARRIORS):
    """Play on a minion. Ongoing: Each monster here gives that minion +2 power."""

    name = "Shield of Ubiquity"

    plays_on = ON_MINION
    boosts = Minions(is_beside_monster)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 * len(me.here.monsters) if me.is_on(minion) else 0


class WarCry(Action, of=WARRIORS):
    """Destroy a monster to give its power, until the turn ends, to a minion on the same base."""

    hunters = Minions(monster=True)
    boosts = Minions(is_beside_monster)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return hunter.here.minions

    async def on_play(self, me: Card) -> None:
        monster = await me.choose_hunter(self, "Destroy which monster?", is_affected=True)
        if monster is not None:
            power, base = monster.power, monster.here
            if await me.destroy(monster):
                await me.add_power(await me.choose(base.minions, "Which minion gets its power?"), power)
