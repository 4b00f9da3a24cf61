"""Ghosts: the emptier their hand, the stronger they are."""

from collections.abc import Iterable

from basebash.engine import (
    ACTION,
    MINION,
    ON_BASE,
    ON_MINION,
    ON_YOUR_MINION,
    TO_BOTTOM,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
)

GHOSTS = Faction(
    "Ghosts",
    set_name="Awesome Level 9000",
    summary="Small hands make strong ghosts",
    difficulty=4,
    tags=("smash", "grow", "draw"),
    icon="ghost",
    colours=("#4d5d94", "#e8f1ff"),
    intro=(
        "Get rid of your cards: with two or fewer in hand, Hauntings swell to 6 power, doors open, "
        "and Spectre walks straight out of the discard pile. "
        "Ghost, Spirit and The Dead Rise turn spare cards into something useful on the way down. "
        "Mind the two cards you draw each turn, and save Séance for the moment when you have run dry."
    ),
)


def has_few_cards(me: Card) -> bool:
    """Whether its controller holds 2 cards or fewer."""
    return len(me.hand) <= 2


def will_have_few_cards(me: Card, _minion: Card) -> bool:
    """Whether its controller will hold 2 cards or fewer once this one is played."""
    return len([card for card in me.hand if card is not me]) <= 2


class Spectre(Minion, of=GHOSTS):
    """Special: Whenever you could play a minion and hold 2 cards or fewer, you may play this one from your
    discard pile instead.
    """

    power = 5
    rulings = (
        (
            "An extra minion of your choice (Hidden Ninja, Commission) may be Spectre; "
            "an extra minion that the card itself determines (Hoverbot, Sprout, Tenacious Z) may not."
        ),
        "An extra minion's limits hold for Spectre too, so The Homeworld and Secret Grove don't let it in.",
    )

    from_discard = True

    def may_play_from_discard(self, me: Card, player: int) -> bool:
        return has_few_cards(me)


class Haunting(Minion, of=GHOSTS, copies=2):
    """Ongoing: While you hold 2 cards or fewer, this minion has +3 power and other players' cards don't
    affect it.
    """

    power = 3
    rulings = ("It is Ongoing, so in your hand Haunting is still a minion of power 3.",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 3 if minion is me and has_few_cards(me) else 0

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and me.is_enemy(act.source) and has_few_cards(me)


class Spirit(Minion, of=GHOSTS, copies=3):
    """Choose a minion. You may discard as many cards as it has power; if you do, destroy it."""

    power = 3

    async def on_play(self, me: Card) -> None:
        target = await me.choose(me.find_minions(), "Choose a minion")
        if target is None or target.power > len(me.hand):
            return
        cost = target.power
        if await me.may(f"Discard {cost} cards to destroy {target.name}?"):
            await me.discard_cards(cost, f"Discard {cost} cards")
            await me.destroy(target)


class Ghost(Minion, of=GHOSTS, copies=4):
    """You may discard a card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.discard_cards(1, "Discard a card?", may=True)


class AcrossTheDivide(Action, of=GHOSTS):
    """Name a card. From your discard pile, place any number of minions with that name into your hand."""

    name = "Across the Divide"

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        name = await me.choose_name([card.name for card in minions], "Which minions come back?")
        copies = [card for card in minions if card.name == name]
        await me.place_in_hand(await me.choose_some(copies, f"Take any number of {name}"))


class DoorToTheBeyond(Action, of=GHOSTS):
    """Play on a base. Ongoing: While you hold 2 cards or fewer, your minions here have +2 power each."""

    name = "Door to the Beyond"
    plays_on = ON_BASE
    boosts = Minions(will_have_few_cards, yours=True)

    def power_bonus(self, me: Card, minion: Card) -> int:
        yours_here = minion.base is me.base and minion.controller == me.controller
        return 2 if yours_here and minion.is_minion and has_few_cards(me) else 0


class GhostlyArrival(Action, of=GHOSTS, copies=2):
    """You may play an extra minion, an extra action, or both."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion()
        await me.extra_action()


class Incorporeal(Action, of=GHOSTS, copies=2):
    """Play on one of your minions. Ongoing: Other players' cards don't affect it."""

    plays_on = ON_YOUR_MINION

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and me.is_enemy(act.source)


class MakeContact(Action, of=GHOSTS):
    """Play on a minion. If your hand is empty, take control of that minion; if not, destroy this action.
    Ongoing: Once this action has left play, give control of the minion back to its owner.
    """

    plays_on = ON_MINION

    async def on_play(self, me: Card) -> None:
        if me.hand:
            await me.destroy(me)
        else:
            await me.give_control(me.host, me.controller)

    async def after_this_left(self, me: Card, event: Event) -> None:
        minion = event.target
        if minion is not None:
            await me.give_control(minion, minion.owner)


class Seance(Action, of=GHOSTS):
    """With 2 cards or fewer in hand, draw until you hold 5."""

    name = "Séance"
    rulings = ("The Séance you are playing is no longer in your hand, so it isn't counted.",)

    async def on_play(self, me: Card) -> None:
        if has_few_cards(me):
            await me.draw(5 - len(me.hand))


class ShadyDeal(Action, of=GHOSTS):
    """Gain 1 VP if you hold 2 cards or fewer."""

    async def on_play(self, me: Card) -> None:
        if has_few_cards(me):
            await me.gain_vp()


class TheDeadRise(Action, of=GHOSTS):
    """Discard any number of cards. From your discard pile, play an extra minion whose power is lower than
    that number.
    """

    async def on_play(self, me: Card) -> None:
        discarded = await me.discard_cards(len(me.hand), "Discard any number of cards", may=True)
        count = len(discarded)
        await me.play_one([card for card in me.discard_pile if card.is_minion and card.power < count], kind=MINION)


class CreampuffMan(Titan, of=GHOSTS):
    """Special: With an empty hand, you may play this titan on your turn. Ongoing: You have +5 power here, less 1
    for each card in your hand, never below 0. Talent: Discard a card to play, as an extra action, a standard action
    from your discard pile. It then goes to the bottom of your deck, not to the discard pile.
    """

    rulings = ("A standard action is one that isn't played on a base or minion: it does its job and leaves.",)

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return () if me.hand else me.bases

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return max(0, 5 - len(me.hand)) if base is me.base and player == me.controller else 0

    async def talent(self, me: Card) -> None:
        if await me.discard_cards(1, "Discard a card"):
            standard = [card for card in me.discard_pile if card.is_standard and me.can_play(card, kind=ACTION)]
            action = await me.choose(standard, "Play which action?", may=True)
            await me.play_card(action, goes_to=TO_BOTTOM, kind=ACTION)
