"""Explorers: always on the way to the next base, and first to set foot on it."""

from basebash.engine import (
    AFTER_SCORING,
    BEFORE_SCORING,
    HAND,
    HERE,
    MINION,
    MOVED,
    ON_BASE,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Scoring,
    Titan,
)

EXPLORERS = Faction(
    "Explorers",
    set_name="What Were We Thinking?",
    intro=(
        "You know which base comes next, and Crypt Looters wait in your hand to be the first on it. "
        "Your minions move all the time, and with a Guide each of them is stronger for it that turn. "
        "Idaho Smith and Lost City choose the battlefield; your actions choose who stands on it."
    ),
    summary="New bases, minions that move",
    difficulty=3,
    tags=("move", "draw"),
    icon="treasure-map",
    colours=("#4f3100", "#4cf8e6"),
)


class IdahoSmith(Minion, of=EXPLORERS):
    """You may play the base deck's top base. If you do, this minion moves there, with any number of your others from
    here.
    """

    power = 5
    rulings = ("That base is replaced like any other once it scores, so from now on there is one base more.",)

    async def on_play(self, me: Card) -> None:
        crew = me.find_minions(here=True, yours=True, another=True)
        new = await me.add_base() if await me.may("Play the next base?") else None
        if new is not None:
            await me.move([me, *await me.choose_some(crew, "Who comes along?")], new)


class Guide(Minion, of=EXPLORERS, copies=2):
    """Ongoing: Each turn, when one of your minions has moved for the first time, it gets +1 power until the turn
    ends.
    """

    power = 4

    scope = YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return len(me.deeds(MOVED, card=event.card)) == 1

    async def after_moved(self, me: Card, event: Event) -> None:
        await me.add_power(event.card, 1)


class CryptLooter(Minion, of=EXPLORERS, copies=3):
    """Special: When a base has come into play, you may play this minion there from your hand, as an extra minion."""

    power = 3
    rulings = ("A base that comes in under minions, as with Terraforming, is a new one as well.",)

    speaks = {"after_base_played": HAND}

    def hears(self, me: Card, event: Event) -> bool:
        return me.can_play(me, at=event.card)

    def answers_at(self, me: Card, event: Event) -> Card | None:
        return event.card

    async def after_base_played(self, me: Card, event: Event) -> None:
        await me.play_card(me, at=event.card)


class GloryHound(Minion, of=EXPLORERS, copies=4):
    """Look at the base deck's top two cards. One goes to the bottom of that deck, the other back on top."""

    power = 2

    async def on_play(self, me: Card) -> None:
        bases = me.look_at_bases(2)
        sunk = await me.choose(bases, "Place which base on the bottom?")
        me.stack_bases([base for base in bases if base is not sunk])
        me.stack_bases([base for base in bases if base is sunk], bottom=True)


def is_alone(_me: Card, minion: Card) -> bool:
    """Whether no other minion is on a minion's base."""
    return minion.here.minions == [minion]


class DrLivingstoneIPresume(Action, of=EXPLORERS):
    """Choose a minion. Unless another one shares its base, shuffle it into its owner's deck."""

    name = "Dr Livingstone, I Presume?"
    targets = Minions(is_alone)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(), "Choose a minion")
        if minion in self.targets(me):
            await me.shuffle_into_deck(minion)


class ForgottenHorrors(Action, of=EXPLORERS):
    """Play on a base. Ongoing: When you have played a minion here, or a card that moved minions of yours here, draw a
    card and transfer this one to another base.
    """

    plays_on = ON_BASE
    rulings = (
        (
            "A card that moves several minions here still draws just one card, and so does a minion that brings others "
            "along to where it is played."
        ),
    )

    scope = HERE + YOURS

    def hears(self, me: Card, event: Event) -> bool:
        play = None if event.source is None else event.source.resolving
        return event.origin is None or (play is not None and play.player == me.controller)

    def holds(self, me: Card, event: Event) -> bool:
        return me.base is event.base

    async def after_arrived(self, me: Card, event: Event) -> None:
        await me.draw()
        await me.transfer(me, await me.choose(me.other_bases, f"Transfer {me.name} to which base?"))


class FortuneAndGlory(Action, of=EXPLORERS, copies=2):
    """Choose a base. Up to two minions there may be moved by you to one other base."""

    name = "Fortune and Glory"
    targets = Minions()

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Move minions from which base?")
        if base is not None:
            minions = await me.choose_some(self.targets(me, at=base), "Move which minions?", high=2)
            await me.move(minions, await me.choose(base.other_bases if minions else [], "Move them to which base?"))


class ISaidNoCamels(Action, of=EXPLORERS):
    """Choose a base. Your minions there get a +1 power counter each OR you draw as many cards as you have minions
    there.
    """

    name = "I Said No Camels!"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Choose a base")
        if base is None:
            return
        async for chosen in me.either():
            if chosen("A +1 power counter for each minion"):
                await me.add_counters(self.boosts(me, at=base))
            elif chosen("A card for each minion", not me.must_aim):
                await me.draw(len(self.boosts(me, at=base)))


class ItBelongsInAMuseum(Action, of=EXPLORERS):
    """Choose two minions that are on different bases. Each of them moves to where the other one is."""

    name = "It Belongs in a Museum"
    targets = Minions()
    rulings = ("With nobody to change places with, a single minion can't be moved.",)

    async def on_play(self, me: Card) -> None:
        bases = [base for base in me.bases if base.minions]
        first = await me.choose(self.targets(me) if len(bases) > 1 else [], "Choose the first minion")
        if first is not None:
            others = [minion for minion in self.targets(me) if minion.base is not first.base]
            second = await me.choose(others, "And the second?")
            if second is not None:
                await me.move_apart([(first, second.base), (second, first.base)])


class LostCity(Action, of=EXPLORERS, copies=2):
    """Special: Once a base has scored, reveal the base deck's top two cards. Pick one as its replacement; discard the
    other. Play an extra minion on the new base.
    """

    rulings = ("You get the extra minion on the new base even if another ability has decided which one that is.",)

    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        found = me.reveal_bases(2)
        new = await me.choose(found, "Which base comes next?")
        scoring = me.scoring
        if scoring is not None:
            scoring.wait(self, me)
            scoring.next_bases += [] if new is None else [new]
            for other in found:
                if other is not new:
                    other.discard_base()

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        await me.extra_minion(at=replacement, now=True)


class XNeverMarksTheSpot(Action, of=EXPLORERS):
    """Move each of your minions to another base of your choice."""

    name = "X Never Marks the Spot"
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        # All of them move, whatever it must affect (A4): in what order they are told is only an order.
        ways: list[tuple[Card, Card | None]] = []
        left = self.targets(me)
        while (minion := await me.choose_freely(left[:], "Move which minion next?", kind="order")) is not None:
            left.remove(minion)
            base = await me.choose_freely(minion.other_bases, f"Move {minion.name} to which base?")
            ways.append((minion, base))
        await me.move_apart(ways)


class YouCallThisArchaeology(Action, of=EXPLORERS):
    """Move a minion of yours to another base. Special: You may also play this before a base scores, or after."""

    targets = Minions(yours=True)

    window = BEFORE_SCORING + AFTER_SCORING

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        scored = None if me.scoring is None else me.scoring.base
        if minion is not None:
            bases = [base for base in minion.other_bases if base is not scored]
            await me.move(minion, await me.choose(bases, "Move it to which base?"))


class VeryLargeBoulder(Titan, of=EXPLORERS):
    """Special: You may play this titan in place of your regular minion, on a base where no player has one. Ongoing:
    Once per turn, when a minion has moved away from here, you may move this titan after it; then destroy a minion there
    with less power than this titan has +1 power counters. Ongoing: It gets a +1 power counter at the end of each turn
    of yours in which it didn't move.
    """

    price = MINION
    once = ("after_moved",)
    rulings = ("Without the move, nothing is destroyed.",)

    def where(self, me: Card, player: int) -> list[Card]:
        return [base for base in me.bases if all(not minion.is_controlled for minion in base.minions)]

    def hears(self, me: Card, event: Event) -> bool:
        return event.origin is me.base

    def holds(self, me: Card, event: Event) -> bool:
        return event.base is not me.base

    async def after_moved(self, me: Card, event: Event) -> None:
        there = await me.choose([event.base] if event.base is not None else [], f"Move {me.name} there?", may=True)
        if there is not None and await me.move(me, there):
            await me.destroy(
                await me.choose(me.find_minions(at=there, max_power=me.counters - 1), "Destroy which minion?")
            )

    async def end_of_turn(self, me: Card, player: int) -> None:
        if not me.deeds(MOVED, card=me):
            await me.add_counters(me)
