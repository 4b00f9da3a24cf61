"""Clowns: actions come back from the discard pile, and are funnier the second time."""

from basebash.engine import (
    ACTION,
    DISCARD,
    PLAYED,
    TO_BOTTOM,
    YOURS,
    Action,
    Allowance,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    is_action,
)

CLOWNS = Faction(
    "Clowns",
    set_name="Smash Up: Clowns",
    intro=(
        "Throw your actions away first: many of them do more when they are played from the discard pile. "
        "Harlequin and Confetti Bucket fill the pile, Mime, Nickelsmart and Zobo the Clown play out of it. "
        "What comes back that way ends under your deck, so every joke is good for one encore."
    ),
    summary="Replay actions from the discard pile",
    difficulty=4,
    tags=("draw",),
    icon="clown",
    colours=("#80053d", "#a2edf5"),
)

ONLY_FROM_THERE = (
    "The action goes under your deck only where it was bound for a hand of yours or the discard pile; if its text "
    "sends it anywhere else, that is where it goes."
)


def is_encore(me: Card) -> bool:
    """Whether this action is being played from the discard pile."""
    return me.resolving is not None and me.resolving.event.zone == DISCARD


class ZoboTheClown(Minion, of=CLOWNS):
    """Ongoing: In place of your regular action, you may play a standard action out of your discard pile. It then goes
    to the bottom of your deck, not to your hand or the discard pile.
    """

    name = "Zobo the Clown"
    power = 5
    rulings = (ONLY_FROM_THERE,)

    def opens_discard(self, me: Card, player: int, card: Card, target: Card | None, right: Allowance | None) -> bool:
        regular = right is not None and right.free and right.kind == ACTION
        return regular and card.is_standard and player == me.controller

    def discard_opened(self, me: Card) -> int:
        return TO_BOTTOM


class MumuAdams(Minion, of=CLOWNS):
    """Ongoing: When you have played your first action of a turn, draw a card."""

    power = 4
    scope = YOURS

    def hears(self, me: Card, event: Event) -> bool:
        played = me.deeds(PLAYED, player=me.controller)
        return len([deed for deed in played if deed.value == ACTION]) == 1

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw()


class Nickelsmart(Minion, of=CLOWNS):
    """Talent: With two or more standard actions in your discard pile, play one of those at random as an extra
    action. It goes to the bottom of your deck, not to your hand or the discard pile.
    """

    power = 4
    rulings = (ONLY_FROM_THERE,)

    async def talent(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_standard]
        if len(actions) >= 2:
            for action in me.random_cards(actions, 1):
                await me.play_card(action, goes_to=TO_BOTTOM, kind=ACTION)


class DonaldMcRonald(Minion, of=CLOWNS):
    """Reveal cards off your deck until two actions have shown up. Draw one of those and discard the other. Shuffle your
    deck.
    """

    name = "Donald McRonald"
    power = 3
    rulings = ("If only one action turns up, you draw it.",)

    async def on_play(self, me: Card) -> None:
        actions, rest = me.reveal_until(is_action, count=2)
        drawn = await me.choose(actions, "Draw which action?")
        await me.place_in_hand(drawn)
        await me.discard([action for action in actions if action is not drawn])
        await me.shuffle_into_deck(rest)
        if not rest:
            me.shuffle_deck()


class Mime(Minion, of=CLOWNS, copies=2):
    """In your discard pile, you may choose a standard action, other than one you have played this turn, and play it as
    an extra action. It goes to the bottom of your deck, not to your hand or the discard pile.
    """

    power = 3
    rulings = (ONLY_FROM_THERE,)

    async def on_play(self, me: Card) -> None:
        played = [deed.card for deed in me.deeds(PLAYED, player=me.controller)]
        actions = [c for c in me.discard_pile if c.is_standard and c.id not in played and me.can_play(c, kind=ACTION)]
        await me.play_card(await me.choose(actions, "Play which action?", may=True), goes_to=TO_BOTTOM, kind=ACTION)


class Harlequin(Minion, of=CLOWNS, copies=4):
    """You may search your deck for an action, put it into your discard pile, and shuffle."""

    power = 2
    rulings = ("Don't forget to shuffle the deck you have searched.",)

    async def on_play(self, me: Card) -> None:
        await me.discard(await me.search(is_action, "Put which action into your discard pile?", may=True))


class BananaPeel(Action, of=CLOWNS):
    """Choose up to two of your minions at one base and move them together to one other base. You may play an extra
    action if you played this from the discard pile.
    """

    targets = Minions(yours=True)
    rulings = ("Two minions leave the same base and arrive at the same base.",)

    async def on_play(self, me: Card) -> None:
        first = await me.choose(self.targets(me), "Move which minion?", may=True)
        if first is not None:
            others = [minion for minion in self.targets(me, at=first.base) if minion is not first]
            second = await me.choose(others, "Move another one with it?", may=True)
            to = await me.choose(first.other_bases, "Move where?")
            await me.move([minion for minion in (first, second) if minion is not None], to)
        if is_encore(me):
            await me.extra_action()


class ColorfulScarves(Action, of=CLOWNS, copies=2):
    """Draw two cards. If you played this from the discard pile, you may also discard a card to draw one more."""

    async def on_play(self, me: Card) -> None:
        await me.draw(2)
        if is_encore(me) and await me.discard_cards(1, "Discard a card to draw another?", may=True):
            await me.draw()


class ConfettiBucket(Action, of=CLOWNS):
    """Discard up to four cards, then draw that many."""

    async def on_play(self, me: Card) -> None:
        await me.draw(len(await me.discard_cards(4, "Discard up to four cards", may=True)))


class ClownCar(Action, of=CLOWNS):
    """Choose up to two cards in your discard pile and shuffle them into your deck. You may play an extra action if you
    played this from the discard pile.
    """

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.discard_pile, "Shuffle up to two cards into your deck", high=2)
        await me.shuffle_into_deck(cards)
        if is_encore(me):
            await me.extra_action()


class ClownInABox(Action, of=CLOWNS):
    """Play an extra minion with power 3 or less, or with power 4 or less if you played this from the discard pile."""

    name = "Clown in a Box"

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(max_power=4 if is_encore(me) else 3)


class ClownPyramid(Action, of=CLOWNS):
    """One of your minions gets +1 power, until the turn ends, for each minion you have at its base, itself
    included. You may play an extra action.
    """

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion stands on top?")
        if minion is not None:
            await me.add_power(minion, len(me.find_minions(at=minion.base, yours=True)))
        await me.extra_action()


class Juggling(Action, of=CLOWNS):
    """All players in turn look at the top three cards of their own deck. Each discards an action from among them or,
    having none, reveals the three cards. The other cards stay on top in their order.
    """

    async def on_play(self, me: Card) -> None:
        for player in me.clockwise():
            cards = me.look_at_top(3, player=player, seen_by=player)
            actions = [card for card in cards if card.is_action]
            if actions:
                await me.discard(await me.choose(actions, "Discard which action?", player=player), player=player)
            else:
                me.reveal(cards, player=player)


class PieInTheFace(Action, of=CLOWNS, copies=2):
    """One of your minions gets +2 power until the turn ends, or +4 power if this is played from the discard
    pile.
    """

    name = "Pie in the Face"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets the pie?")
        await me.add_power(minion, 4 if is_encore(me) else 2)
