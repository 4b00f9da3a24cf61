"""Teddy Bears: small, many, and very much in the way."""

from basebash.engine import (
    BEFORE_SCORING,
    DESTROY,
    HAND,
    HERE,
    MINION,
    ON_BASE,
    ON_MINION,
    PLAYED,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Who,
)

TEDDY_BEARS = Faction(
    "Teddy Bears",
    set_name="What Were We Thinking?",
    intro=(
        "Snuggly Bears tumble in after your first minion and Sir Squeezes brings a whole pile of small ones. "
        "Meanwhile you smother the others with kindness: Cuddle silences a minion, Lovey Bear is as big as whoever "
        "stands beside it, Love Overload crushes the strongest. "
        "Your bears are soft, so spread them out."
    ),
    summary="Small minions that hamper others",
    difficulty=4,
    tags=("swarm", "smash"),
    icon="bear-face",
    colours=("#553625", "#facebd"),
)


class SirSqueezes(Minion, of=TEDDY_BEARS):
    """Play up to three extra minions here, each with power 3 or less, whose powers add up to no more than 5."""

    power = 5

    async def on_play(self, me: Card) -> None:
        here = me.here
        for _ in range(3):
            await me.extra_minion(max_power=3, at=here, fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return sum(power for arrival, power in map(self._split, me.remarks) if arrival == me.entered) + card.power <= 5

    async def extra_played(self, me: Card, player: int, card: Card) -> None:
        me.remark(me.entered * 10 + card.printed.power)

    def _split(self, remark: int) -> tuple[int, int]:
        """Return this minion's arrival and the power of a minion it brought; played again, it starts over."""
        return divmod(remark, 10)


class FunBear(Minion, of=TEDDY_BEARS, copies=2):
    """Ongoing: When another player has played a minion here or moved one here, this minion gets a +1 power counter."""

    power = 2

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.brought_by in me.others

    async def after_arrived(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class LoveyBear(Minion, of=TEDDY_BEARS, copies=3):
    """Ongoing: Its starting power rises to the highest starting power that a minion of another player has here."""

    power = 3
    rulings = ("It never sinks: if all of theirs start lower, nothing changes.",)

    def starting_power_of(self, me: Card, minion: Card) -> int | None:
        if minion is not me:
            return None
        return max([minion.printed_power, *(other.starting_power for other in me.find_minions(here=True, yours=False))])


class SnugglyBear(Minion, of=TEDDY_BEARS, copies=4):
    """Special: When you have played your first minion of a turn, you may at once play this one from your hand at the
    same base, as an extra minion.
    """

    power = 1
    rulings = ("Several of them can follow the same minion.",)

    speaks = {"after_minion_played": HAND}

    def hears(self, me: Card, event: Event) -> bool:
        played = [deed.card for deed in me.deeds(PLAYED, player=me.controller) if deed.value & MINION]
        first = played[:1] == [event.card.id] and played.count(event.card.id) == 1
        return event.player == me.controller and first and me.can_play(me, at=event.base)

    def answers_at(self, me: Card, event: Event) -> Card | None:
        return event.base

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.play_card(me, at=event.base)


class BearPicnic(Action, of=TEDDY_BEARS):
    """Play on a base. Ongoing: Other players can play the minions they own with power 2 or less on no base but this
    one.
    """

    plays_on = ON_BASE
    rulings = (
        "Nobody owns a monster, so monsters come into play as ever.",
        "Minions of others that a player has got hold of (Trade) aren't restricted.",
    )

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        small = card.is_minion and card.printed.power <= 2 and card.owner == player
        return small and base is not None and base is not me.base and player in me.others


class CarePackage(Action, of=TEDDY_BEARS, copies=2):
    """Draw a card. Play an extra minion."""

    async def on_play(self, me: Card) -> None:
        await me.draw()
        await me.extra_minion()


class Cuddle(Action, of=TEDDY_BEARS, copies=2):
    """Play on a minion. Ongoing: It has no abilities; they are cancelled."""

    plays_on = ON_MINION
    rulings = (
        (
            "Actions on the minion keep their abilities, but what such an action lends to the minion (Flighterizer) is "
            "cancelled."
        ),
        "A monster still leaves its treasures.",
    )

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card)


class GroupHug(Action, of=TEDDY_BEARS):
    """One of your minions gets +1 power until the turn ends for each other minion at its base."""

    boosts = Minions(yours=True)
    rulings = ("The others are counted once, now: it doesn't matter who comes or goes later, or where it moves.",)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Hug which of your minions?")
        if minion is not None:
            await me.add_power(minion, len(minion.here.minions) - 1)


class LoveOverload(Action, of=TEDDY_BEARS):
    """Special: Before a base scores, destroy the most powerful minion there, or all of them if several are tied."""

    targets = Minions()

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        most = max((minion.power for minion in self.targets(me, at=base)), default=0)
        await me.destroy([minion for minion in self.targets(me, at=base) if minion.power == most])


class SquareDeal(Action, of=TEDDY_BEARS):
    """Draw cards, one at a time, until another player has fewer cards in hand than you."""

    async def on_play(self, me: Card) -> None:
        while all(len(me.hand_of(player)) >= len(me.hand) for player in me.others):
            if not await me.draw():
                break


class TeaParty(Action, of=TEDDY_BEARS):
    """Play on a base. Talent: Draw a card, provided two or more minions are here and you have one of them."""

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        if len(me.here.minions) >= 2 and me.has_minion_at(me.here):
            await me.draw()


class TooCute(Action, of=TEDDY_BEARS):
    """Play on a base. Ongoing: Other players' cards can't destroy your minions here."""

    plays_on = ON_BASE

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and act.how == DESTROY and me.is_enemy(act.source)
