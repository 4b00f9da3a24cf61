"""Killer Plants: left alone, they grow at the start of every turn."""

from collections.abc import Iterable

from basebash.engine import (
    BESIDE,
    MINION,
    MOVE,
    ON_BASE,
    ON_MINION,
    PLAYED,
    RETURN,
    YOUR_TURN_START,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Titan,
    Who,
    is_minion,
)

KILLER_PLANTS = Faction(
    "Killer Plants",
    set_name="Awesome Level 9000",
    summary="Plant now, harvest next turn",
    difficulty=2,
    tags=("swarm", "grow"),
    icon="carnivorous-plant",
    colours=("#17603a", "#ffb3cf"),
    partner=("Aliens", "Grow here, beam up there."),
    intro=(
        "Plant now, harvest next turn: Sprouts give way to minions from your deck, Water Lily draws, "
        "Weed Eater fills out and Choking Vines close, all at the start of your turn. "
        "Venus Man Trap adds a seedling every turn it lives. "
        "The others have a full round to weed you out, so plant in several places, "
        "and use Overgrowth to score a base that nobody thought was ready."
    ),
)


async def grow(me: Card, base: Card, player: Who, *, max_power: int = 99) -> bool:
    """Lets a player look for a minion in their deck and play it at the base; whether they took one."""

    def fits(card: Card) -> bool:
        return card.is_minion and card.power <= max_power and me.can_play(card, at=base, player=player)

    minion = await me.search(fits, "Play which minion?", may=True, player=player)
    await me.play_card(minion, at=base, player=player)
    return minion is not None


class VenusManTrap(Minion, of=KILLER_PLANTS):
    """Talent: Search your deck for a minion with power 2 or less to play here as an extra minion, then shuffle."""

    power = 5

    async def talent(self, me: Card) -> None:
        if not await grow(me, me.here, me.controller, max_power=2):
            me.shuffle_deck()


class WeedEater(Minion, of=KILLER_PLANTS, copies=2):
    """Ongoing: This minion gets +2 power at the start of your turn, until your next turn starts."""

    power = 3

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.add_power(me, 2, until=YOUR_TURN_START)


class WaterLily(Minion, of=KILLER_PLANTS, copies=3):
    """Ongoing: Draw a card at the start of your turn. Just one of your Water Lilies does this each turn."""

    power = 3
    mentions = ("Water Lily",)
    rulings = ("A Water Lily that a Sprout brings in draws at once: it is still the start of your turn.",)
    once = ("start_of_turn",)
    only_one = True

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.draw()


class Sprout(Minion, of=KILLER_PLANTS, copies=4):
    """Ongoing: When your turn starts, destroy this minion. Then you may search your deck for a minion with power 3 or
    less to play here as an extra minion, and shuffle.
    """

    power = 2
    rulings = ("A Sprout isn't destroyed by its own ability in the turn in which you play it.",)

    def is_start_for(self, me: Card, player: int) -> bool:
        return me.controller == player and not me.deeds(PLAYED, card=me)

    async def start_of_turn(self, me: Card, player: int) -> None:
        here = me.here
        await me.destroy(me)
        await grow(me, here, player, max_power=3)


class Blossom(Action, of=KILLER_PLANTS):
    """Play up to three extra minions, all with one and the same name."""

    async def on_play(self, me: Card) -> None:
        name = "*"  # any, but the first one played settles it
        for _ in range(3):
            attempt = await me.extra_minion(name=name)
            name = name if attempt.card is None else attempt.card.name


class Budding(Action, of=KILLER_PLANTS):
    """Choose any minion in play. Search your deck for another copy, place it into your hand, and shuffle."""

    async def on_play(self, me: Card) -> None:
        model = await me.choose(me.find_minions(), "Search for a copy of which minion?")
        if model is not None:
            copy = await me.search(model.shares_name, "Take which copy?")
            await me.place_in_hand(copy)


class ChokingVines(Action, of=KILLER_PLANTS):
    """Play on a minion. Ongoing: Destroy it at the start of your turn."""

    plays_on = ON_MINION

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me.host)


class DeepRoots(Action, of=KILLER_PLANTS):
    """Play on a base. Ongoing: Other players' abilities can't move your minions here or return them to your
    hand.
    """

    plays_on = ON_BASE
    rulings = (
        "Your minions here can still be destroyed, placed somewhere or shuffled into a deck.",
        "Bases such as Mushroom Kingdom, and your own abilities, can still move them.",
    )

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and act.how in (MOVE, RETURN) and me.is_enemy(act.source)


class Entangled(Action, of=KILLER_PLANTS):
    """Play on a base. Ongoing: At every base where you have a minion, no minion can be moved away or returned
    to hand. At the start of your turn, destroy this action.
    """

    plays_on = ON_BASE
    rulings = ("Minions there can still be destroyed, placed somewhere or shuffled into a deck.",)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        base = card.base if card.is_minion and act.how in (MOVE, RETURN) else None
        return base is not None and me.has_minion_at(base)

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me)


class InstaGrow(Action, of=KILLER_PLANTS, copies=2):
    """Play an extra minion."""

    name = "Insta-Grow"

    async def on_play(self, me: Card) -> None:
        await me.extra_minion()


class Overgrowth(Action, of=KILLER_PLANTS):
    """Play on a base. Ongoing: When your turn starts, this base's starting breakpoint becomes 0 until the
    turn ends.
    """

    plays_on = ON_BASE
    rulings = ("Destroying Overgrowth later in that turn changes nothing: until the turn ends, it stays 0.",)

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.set_starting_breakpoint(me.here, 0)


class SleepSpores(Action, of=KILLER_PLANTS, copies=2):
    """Play on a base. Ongoing: Minions of other players here have -1 power (never below 0)."""

    plays_on = ON_BASE

    def power_bonus(self, me: Card, minion: Card) -> int:
        return -1 if minion.is_minion and minion.base is me.base and me.is_enemy(minion) else 0


class KillerKudzu(Titan, of=KILLER_PLANTS):
    """Special: When your turn starts, this titan gets a +1 power counter if it isn't in play. On your turn, once it has
    3 or more, you may give up your regular minion play to play it; it keeps at most 6 of them. Ongoing: Once this
    titan has left play, shuffle up to 2 minions of your discard pile into your deck OR draw 2 cards. Talent: Destroy
    this titan. If you do, play an extra minion from your discard pile whose power is at most the number of +1 power
    counters the titan had.
    """

    price = MINION
    keeps = 6
    speaks = {"start_of_turn": BESIDE}

    async def start_of_turn(self, me: Card, player: int) -> None:
        me.tally(me)
        await me.announce_special(self, player)

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return me.bases if me.counters >= 3 else ()

    async def after_this_left(self, me: Card, event: Event) -> None:
        async for chosen in me.either():
            if chosen("Shuffle up to 2 minions into your deck"):
                minions = filter(is_minion, me.discard_pile)
                await me.shuffle_into_deck(await me.choose_some(minions, "Shuffle which minions?", high=2))
            elif chosen("Draw 2 cards"):
                await me.draw(2)

    async def talent(self, me: Card) -> None:
        you, counters = me.controller, me.counters
        if await me.destroy(me):
            small = [card for card in me.discard_pile_of(you) if card.is_minion and card.power <= counters]
            await me.play_one(small, player=you, kind=MINION)
