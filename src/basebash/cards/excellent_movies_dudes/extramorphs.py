"""Extramorphs: they burst out of the deck, and out of others."""

from basebash.engine import (
    ON_BASE,
    ON_MINION,
    YOUR_TURN_START,
    Action,
    Card,
    Faction,
    Lasting,
    Minion,
    Minions,
    Who,
)

EXTRAMORPHS = Faction(
    "Extramorphs",
    hyphenated="Extra|morphs",
    set_name="Excellent Movies, Dudes!",
    intro=(
        "Egg Field, Head Grabber and Chestbreaker play minions straight off the top of your deck, and such "
        "minions arrive with +1 power counters. "
        "A nest that the others leave alone for a turn pays every turn after. "
        "Nuke It From Orbit is the last resort: a base with all that is on it."
    ),
    summary="Hatch minions off your deck",
    difficulty=3,
    tags=("swarm", "smash"),
    icon="alien-skull",
    colours=("#223f33", "#b8d6b8"),
)

POWER_FIRST = "You name the power before the first card is turned over."


async def hatch(me: Card, power: int, at: Card | None, player: Who) -> None:
    """A player plays an extra minion of a certain power off the top of their deck at a base."""
    await me.play_off_top(at=at, player=player, wanted=lambda card: card.is_minion and card.power == power)


def was_off_top(me: Card) -> bool:
    """Whether this minion is being played off the top of a deck."""
    return me.resolving is not None and me.resolving.event.off_top


def is_in_your_eggs(me: Card, minion: Card) -> bool:
    """Whether it is another player's minion at a base where this card's controller has an Egg Field."""
    actions = [] if minion.base is None else minion.base.actions
    has_eggs = any(action.is_a("Egg Field") and action.controller == me.controller for action in actions)
    return has_eggs and me.is_enemy(minion)


class BroodMind(Lasting):
    """Other players' minions have -1 power at bases where you have an Egg Field."""

    def power_bonus(self, me: Card, minion: Card) -> int:
        return -1 if is_in_your_eggs(me, minion) else 0


class HiveQueen(Minion, of=EXTRAMORPHS):
    """You may search your deck, your discard pile or both for an Egg Field and draw it. Talent: At bases
    where you have an Egg Field, other players' minions have -1 power until your next turn starts.
    """

    power = 5
    mentions = ("Egg Field",)
    rulings = (
        "The talent's effect lasts its full time even without the Hive Queen.",
        "It covers minions that arrive at such a base later.",
    )

    async def on_play(self, me: Card) -> None:
        card = await me.search(lambda card: card.is_a("Egg Field"), "Draw an Egg Field?", discard=True, may=True)
        await me.place_in_hand(card)

    async def talent(self, me: Card) -> None:
        me.lay_down(BroodMind, until=YOUR_TURN_START)
        me.changes(minion for minion in me.find_minions() if is_in_your_eggs(me, minion))


class AlienLifeForm(Minion, of=EXTRAMORPHS, copies=2):
    """You may destroy a minion here with power 3 or less. If this minion came off the top of a deck, it gets
    two +1 power counters. Talent: Remove one of its +1 power counters. If you do, move it to another base.
    """

    power = 4

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.find_minions(here=True, max_power=3), "Destroy which minion?", may=True))
        if was_off_top(me):
            await me.add_counters(me, 2)

    async def talent(self, me: Card) -> None:
        if await me.remove_counters(me, 1):
            await me.move(me, await me.choose(me.other_bases, "Move to which base?"))


class Extradrone(Minion, of=EXTRAMORPHS, copies=3):
    """You may choose a minion of another player here with power 3 or less and move it to another base. If you
    did, this minion may move there too. It gets a +1 power counter if it was played off the top of a deck.
    """

    power = 3

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(here=True, yours=False, max_power=3), "Move which minion?", may=True)
        if minion is not None:
            to = await me.choose(me.other_bases, "Move it to which base?")
            if await me.move(minion, to) and await me.may(f"Move {me.name} there too?"):
                await me.move(me, to)
        if was_off_top(me):
            await me.add_counters(me)


class Chestbreaker(Minion, of=EXTRAMORPHS, copies=4):
    """Talent: If this minion has been on a base since the turn started, put it on the bottom of your deck. If
    you do, choose power 3 or 4 and play here, as an extra minion, one with that power off the top of your
    deck.
    """

    power = 2
    rulings = (POWER_FIRST, "It is in the deck by then, so it is shuffled with the cards passed over.")

    async def talent(self, me: Card) -> None:
        you, here = me.controller, me.base
        if not me.arrived_this_turn and await me.place_on_deck(me, bottom=True):
            await hatch(me, await me.choose_number(3, 4, "A minion of which power?", player=you), here, you)


class CloseEncounters(Action, of=EXTRAMORPHS):
    """Draw a card. You may put a card from your hand onto your deck. Then play an extra action."""

    async def on_play(self, me: Card) -> None:
        await me.draw()
        card = await me.choose(me.hand, "Place which card on top of your deck?", may=True)
        await me.put_back([card] if card is not None else [], "")
        await me.extra_action()


class DistressCall(Action, of=EXTRAMORPHS):
    """Choose any minion and move it to another base."""

    targets = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it to which base?"))


class EggField(Action, of=EXTRAMORPHS, copies=2):
    """Play on a base. You may search any of your hand, deck and discard pile for a Head Grabber, to be played
    as an extra action on a minion here with power 3 or less. Talent: Off the top of your deck, play here an
    extra minion with power 2 or less.
    """

    plays_on = ON_BASE

    async def on_play(self, me: Card) -> None:
        hosts = me.find_minions(here=True, max_power=3)
        card = await me.search(
            lambda card: card.is_a("Head Grabber") and me.can_play(card, at=hosts),
            "Play a Head Grabber?",
            hand=True,
            discard=True,
            may=True,
        )
        await me.play_card(card, at=hosts)

    async def talent(self, me: Card) -> None:
        await me.play_off_top(at=me.base, wanted=lambda card: card.is_minion and card.power <= 2)


class FiveByFive(Action, of=EXTRAMORPHS):
    """Draw five cards. Then choose five of your hand and put them on top of your deck in the order you
    like.
    """

    name = "Five by Five"

    async def on_play(self, me: Card) -> None:
        await me.draw(5)
        cards = await me.choose_some(me.hand, "Place five cards on top of your deck", low=5, high=5)
        await me.put_back(cards, "In which order on top of your deck? The first is uppermost.")


class GameOverDude(Action, of=EXTRAMORPHS):
    """Choose a base and a power below 5. Play there, as an extra minion, one with that power off the top of
    your deck.
    """

    name = "Game Over, Dude!"
    rulings = (POWER_FIRST,)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Play a minion at which base?")
        await hatch(me, await me.choose_number(0, 4, "A minion of which power?"), base, me.controller)


class HeadGrabber(Action, of=EXTRAMORPHS, copies=2):
    """Play on a minion with power 3 or less. Talent: If that minion is yours, or this has been on a minion
    since the turn started, destroy the minion. If you do, choose a power less than 4 and play here, as an
    extra minion, one with that power off the top of your deck.
    """

    plays_on = ON_MINION
    rulings = (POWER_FIRST,)

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return target.power <= 3

    async def talent(self, me: Card) -> None:
        you, here, host = me.controller, me.base, me.host
        if host is None or (not me.controls(host) and me.arrived_this_turn):
            return
        if await me.destroy(host):
            await hatch(me, await me.choose_number(0, 3, "A minion of which power?", player=you), here, you)


class NukeItFromOrbit(Action, of=EXTRAMORPHS):
    """Play on a base. Talent: If this has been on a base since the turn started, destroy this base with
    all other cards on it, and replace it as usual. This card goes to the box.
    """

    name = "Nuke It From Orbit"
    plays_on = ON_BASE
    rulings = ("It goes to the box by its talent only; leaving play in another way, it goes where cards go.",)

    async def talent(self, me: Card) -> None:
        if not me.arrived_this_turn:
            await me.destroy([card for card in me.here.on_it if card is not me])
            await me.destroy_base(me.base, keep=me)
            await me.place_in_box(me)


class TimeToGo(Action, of=EXTRAMORPHS):
    """Choose up to three cards in your discard pile and shuffle them into your deck."""

    name = "Time to Go"

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.discard_pile, "Shuffle up to three into your deck", high=3)
        await me.shuffle_into_deck(cards)
