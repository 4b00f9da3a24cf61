"""Rock Stars: big venues only, and their Groupies come in droves."""

from basebash.engine import (
    AFTER_SCORING,
    BEFORE_SCORING,
    MINION,
    ON_BASE,
    PLAYED,
    Action,
    BaseBoost,
    Card,
    Faction,
    Minion,
    Minions,
)

ROCK_STARS = Faction(
    "Rock Stars",
    set_name="What Were We Thinking?",
    intro=(
        "You play the big stages: bases with a breakpoint of 21 or more draw you cards, and Turn Up to 11 makes any "
        "base big. "
        "Groupies bring each other along, and half your deck knows how to find them. "
        "Roll everybody to the main act when it is about to score."
    ),
    summary="Big bases, swarms of Groupies",
    difficulty=2,
    tags=("grow", "swarm"),
    icon="guitar",
    colours=("#3a2d7a", "#ffe0fc"),
)

BIG = 21  # the breakpoint of a big venue


def is_groupie(card: Card) -> bool:
    """Whether a card is a Groupie; for searching."""
    return card.is_a("Groupie")


def from_smaller(me: Card, base: Card) -> list[Card]:
    """Its controller's minions at bases with a lower breakpoint than this one."""
    return [minion for minion in me.find_minions(yours=True) if minion.here.breakpoint < base.breakpoint]


class TheMonarch(Minion, of=ROCK_STARS):
    """Talent: Search your deck, your discard pile or both for a Groupie, reveal it and put it into your hand.
    If you searched your deck, shuffle it.
    """

    power = 5
    mentions = ("Groupie",)

    async def talent(self, me: Card) -> None:
        await me.place_in_hand(await me.search(is_groupie, "Take which Groupie?", discard=True))


class ClassicRocker(Minion, of=ROCK_STARS, copies=2):
    """Talent: Draw a card if the breakpoint here is 21 or more. Just one of your Classic Rockers does this each
    turn.
    """

    power = 4
    mentions = ("Classic Rocker",)
    only_one = True

    async def talent(self, me: Card) -> None:
        if me.here.breakpoint >= BIG:
            await me.draw()


class RickRoll(Minion, of=ROCK_STARS, copies=2):
    """From bases whose breakpoint is lower than here, move up to three of your minions to this one."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.move(await me.choose_some(from_smaller(me, me.here), "Move up to three here", high=3), me.here)


class Groupie(Minion, of=ROCK_STARS, copies=5):
    """Play another Groupie from your hand here as an extra minion."""

    power = 2
    mentions = ("Groupie",)

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(name="Groupie", at=me.here, now=True)


class GuestStar(Action, of=ROCK_STARS, copies=2):
    """Search your deck, your discard pile or both for a Groupie and reveal it. Play it as an extra minion, or
    take it into your hand. If you searched your deck, shuffle it.
    """

    mentions = ("Groupie",)

    async def on_play(self, me: Card) -> None:
        groupie = await me.search(is_groupie, "Find which Groupie?", discard=True)
        if groupie is not None:
            modes = ["Take it into your hand", "Play it"][: 1 + me.can_play(groupie, kind=MINION)]
            if await me.choose_mode(modes, "What about the Groupie?") == 2:
                await me.play_card(groupie, kind=MINION)
            else:
                await me.place_in_hand(groupie)


class HotVenue(BaseBoost, of=ROCK_STARS):
    """Play on a base. Ongoing: Your minions have +1 power each here. At the end of any turn in which you played a
    minion here, draw a card if the breakpoint is 21 or more.
    """

    bonus = 1

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        here = me.deeds(PLAYED, player=me.controller, at=me.base)
        if me.here.breakpoint >= BIG and any(deed.value & MINION for deed in here):
            await me.draw()


class PowerBallad(Action, of=ROCK_STARS):
    """Choose a base. Until the turn ends, your minions there get +1 power each. Special: You may also play this before
    a base with a breakpoint of 21 or more scores, for that base.
    """

    boosts = Minions(yours=True)

    window = BEFORE_SCORING

    def can_be_special(self, me: Card, base: Card) -> bool:
        return base.breakpoint >= BIG

    async def on_play(self, me: Card) -> None:
        await self.on_special(me, await me.choose(me.bases, "At which base do your minions get +1 power?"))

    async def on_special(self, me: Card, base: Card | None) -> None:
        if base is not None:
            await me.add_power(self.boosts(me, at=base), 1)


class ReunionTour(Action, of=ROCK_STARS):
    """Choose any number of minions in your discard pile and shuffle them into your deck."""

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.shuffle_into_deck(await me.choose_some(minions, "Shuffle which minions into your deck?"))


class RockOfLuuv(Action, of=ROCK_STARS):
    """Search your deck for at most three minions with the same name and power 2 or less. Reveal them and put
    them into your hand. Shuffle your deck.
    """

    name = "Rock of Luuv"

    async def on_play(self, me: Card) -> None:
        small = [card for card in me.search_through() if card.is_minion and card.power <= 2]
        found: list[Card] = []
        while len(found) < 3:
            rest = [card for card in small if card not in found and all(card.name == other.name for other in found)]
            card = await me.choose(rest, "Take which minion?", may=True, secret=True)
            if card is None:
                break
            found.append(card)
        me.reveal(found)
        await me.place_in_hand(found)
        me.shuffle_deck()


class TotalSellout(Action, of=ROCK_STARS, copies=2):
    """Special: Play once a base has scored at which you have a minion. Draw two cards, or three if its breakpoint was
    21 or more.
    """

    window = AFTER_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        return me.has_minion_at(base)

    async def on_special(self, me: Card, base: Card) -> None:
        await me.draw(3 if base.breakpoint >= BIG else 2)


def can_tour(me: Card, minion: Card) -> bool:
    """Whether some base has a higher breakpoint than a minion's."""
    return any(minion.here.breakpoint < base.breakpoint for base in me.bases)


class TourBus(Action, of=ROCK_STARS):
    """Choose a base. From bases whose breakpoint is lower, move up to three of your minions there."""

    targets = Minions(can_tour, yours=True)
    calls_minions = True

    async def on_play(self, me: Card) -> None:
        prey = me.must_affect
        bases = [base for base in me.bases if prey is None or prey.here.breakpoint < base.breakpoint]
        base = await me.choose(bases, "Move minions to which base?")
        if base is not None:
            minions = [minion for minion in self.targets(me) if minion.here.breakpoint < base.breakpoint]
            await me.move(await me.choose_some(minions, "Move up to three there", high=3), base)


class TurnUpTo11(Action, of=ROCK_STARS):
    """Play on a base. Ongoing: If its starting breakpoint is lower than 21, it is 21."""

    name = "Turn Up to 11"
    plays_on = ON_BASE
    rulings = (
        "Whatever adds to the breakpoint or lowers it, monsters included, does so from the new starting value.",
        (
            "If several abilities set the starting breakpoint (Overgrowth, Marking Territory), the current player "
            "chooses which of them holds."
        ),
    )

    def starting_breakpoint_of(self, me: Card, base: Card) -> int | None:
        return BIG if base is me.base and min(base.starting_breakpoints) < BIG else None

    async def on_play(self, me: Card) -> None:
        await me.settle_breakpoint(me.here)
