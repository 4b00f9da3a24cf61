"""Grannies: they know what is in the deck, top and bottom, because they put it there."""

from basebash.engine import (
    ACTION,
    AFTER_SCORING,
    DECK,
    HERE,
    MINION,
    NOBODY,
    ON_BASE,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
)

GRANNIES = Faction(
    "Grannies",
    set_name="What Were We Thinking?",
    intro=(
        "Sort your deck: send minions to the bottom and keep actions on top, or the other way round. "
        "Nana and Granny's Purse want an action on top; Matriarch, Family Reunion and Hush want minions at the bottom. "
        "Nobody knows better what they are going to draw next."
    ),
    summary="Sort your deck, top and bottom",
    difficulty=4,
    tags=("draw",),
    icon="teapot",
    colours=("#594a63", "#f4acf6"),
)


async def look_and_sort(me: Card) -> None:
    """Its controller looks at the top card of their deck and leaves it there or puts it under the deck."""
    await me.put_top_or_bottom(me.look_at_top(), "The top card of your deck.")


class Matriarch(Minion, of=GRANNIES):
    """Talent: Reveal the two bottom cards of your deck. Draw the minions among them and discard the others."""

    power = 5

    async def talent(self, me: Card) -> None:
        cards = me.reveal_bottom(2)
        await me.place_in_hand([card for card in cards if card.is_minion], hand_of=me.controller)
        await me.discard([card for card in cards if not card.is_minion])


class Granny(Minion, of=GRANNIES, copies=2):
    """Talent: Look at your deck's top card. Put it back, or place it at the bottom."""

    power = 4

    async def talent(self, me: Card) -> None:
        await look_and_sort(me)


class Nana(Minion, of=GRANNIES, copies=3):
    """Reveal your deck's top card. An action is drawn or played as an extra action, as you choose. Any other
    card goes to the bottom of your deck.
    """

    power = 3

    async def on_play(self, me: Card) -> None:
        for card in me.reveal_top():
            if not card.is_action:
                await me.place_on_deck(card, bottom=True)
                continue
            modes = ["Draw it", "Play it"][: 1 + me.can_play(card, kind=ACTION)]
            if await me.choose_mode(modes, f"{card.name}?") == 2:
                await me.play_card(card, kind=ACTION)
            else:
                await me.draw()


class Grandma(Minion, of=GRANNIES, copies=4):
    """Look at your deck's top card. Put it back, or place it at the bottom."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await look_and_sort(me)


class AlwaysRoomAtGrannys(Action, of=GRANNIES):
    """Special: Once a base has scored, choose up to three of your minions there. Put them on your deck: on
    the top, on the bottom, or some on each, in any order.
    """

    name = "Always Room at Granny's"
    targets = Minions(yours=True)

    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        minions = await me.choose_some(self.targets(me, at=base), "Place up to three on your deck", high=3)
        await me.put_top_or_bottom(minions, "On your deck.")


class AtticTreasures(Action, of=GRANNIES, copies=2):
    """Three cards from your hand go to the bottom of your deck, in the order you like. Draw three cards."""

    rulings = ("With fewer than three in hand, all of them go, and you draw three all the same.",)

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.hand, "Place which three cards on the bottom?", low=3, high=3)
        prompt = "In which order on the bottom? The first is lowest."
        await me.put_back(cards, prompt, bottom=True, deck_of=me.controller)
        await me.draw(3)


class ChickenSoup(Action, of=GRANNIES):
    """Choose up to two cards in your discard pile. Place them on your deck: on top, at the bottom, or one each."""

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.discard_pile, "Place up to two cards on your deck", high=2)
        await me.put_top_or_bottom(cards, "On your deck.")


class DontMessWithMyBabies(Action, of=GRANNIES):
    """Play on a base. Ongoing: Other players' cards don't affect your minions here."""

    name = "Don't Mess With My Babies!"
    plays_on = ON_BASE

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and me.is_enemy(act.source)


class FamilyReunion(Action, of=GRANNIES):
    """Play on a base. Ongoing: When you have played a minion here, reveal your deck's bottom card. Draw it if
    it is a minion; if not, put it on top of your deck.
    """

    plays_on = ON_BASE

    scope = HERE + YOURS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        for card in me.reveal_bottom():
            if card.is_minion:
                await me.place_in_hand(card, hand_of=me.controller)
            else:
                await me.place_on_deck(card)


class GrannysPurse(Action, of=GRANNIES, copies=2):
    """Reveal your deck's top card. You may draw it if it is an action; any other card goes to the bottom of
    your deck. You get an extra action.
    """

    name = "Granny's Purse"

    async def on_play(self, me: Card) -> None:
        for card in me.reveal_top():
            if not card.is_action:
                await me.place_on_deck(card, bottom=True)
            elif await me.choose([card], f"Draw {card.name}?", may=True):
                await me.draw()
        await me.extra_action()


class HushMyStoriesAreOn(Action, of=GRANNIES):
    """Reveal your deck's bottom card and draw it. A minion may be played at once as an extra minion."""

    name = "Hush, My Stories are On"

    async def on_play(self, me: Card) -> None:
        for card in me.reveal_bottom():
            await me.place_in_hand(card, hand_of=me.controller)
            if card.is_minion:
                await me.play_card(card, may=True, kind=MINION)


class KnittingCircle(Action, of=GRANNIES):
    """Destroy up to three actions on minions or bases. Draw a card for each of them that was destroyed."""

    async def on_play(self, me: Card) -> None:
        actions = await me.choose_some(me.all_actions, "Destroy up to three actions", high=3)
        await me.draw(len(await me.destroy(actions)))


class GreatGrandma(Titan, of=GRANNIES):
    """Special: On your turn, while you have no titan in play, you may name action or minion and reveal the
    top two or the bottom two cards of your deck. If both are of that kind, play this titan. They go back in
    the same order. Ongoing: When you have revealed or looked at cards of your deck, one of your minions may
    get +1 power until the turn ends. Talent: Reveal your deck's bottom card. Play it here as an extra minion
    if it is a minion with power 3 or less; otherwise it stays there.
    """

    def may_use(self, me: Card, player: int) -> bool:
        return me.can_play_titan(me, me.bases)

    async def use(self, me: Card, player: int) -> None:
        kind = (ACTION, MINION)[await me.choose_mode(["Action", "Minion"], "What do you say?") - 1]
        top = await me.choose_mode(["The top two cards", "The bottom two cards"], "Reveal which?") == 1
        cards = me.reveal_top(2) if top else me.reveal_bottom(2)
        if len(cards) == 2 and all(card.printed.kind & kind for card in cards):
            await me.play_titan(me.bases)

    def hears(self, me: Card, event: Event) -> bool:
        revealed = event.by is NOBODY and (event.source is None or not me.is_enemy(event.source))
        return event.player == me.controller and event.zone == DECK and (event.by == me.controller or revealed)

    async def after_seen(self, me: Card, event: Event) -> None:
        await me.add_power(await me.choose(me.find_minions(yours=True), "Which minion gets +1 power?", may=True), 1)

    async def talent(self, me: Card) -> None:
        for card in me.reveal_bottom():
            if card.is_minion and card.power <= 3:
                await me.play_card(card, at=me.here, may=True)
