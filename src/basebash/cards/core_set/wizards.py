"""Wizards: more cards, more actions, more of everything but muscle."""

from basebash.engine import (
    ACTION,
    BESIDE,
    PLAYED,
    TITAN_PLAYED,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
    is_action,
    is_minion,
)

WIZARDS = Faction(
    "Wizards",
    set_name="Core Set",
    summary="More cards and more actions",
    difficulty=2,
    tags=("draw", "swarm"),
    icon="pointy-hat",
    colours=("#4340b5", "#d2c4ff"),
    partner=("Steampunks", "Draw deep, build machines."),
    intro=(
        "One action a turn is for other people. "
        "Draw, dig and chain extra actions until the turn you wanted falls into place. "
        "Your minions are frail, so pair the Wizards with a faction whose actions hit hard, "
        "and keep Archmage alive for a free action every turn."
    ),
)


class Archmage(Minion, of=WIZARDS):
    """Talent: You get to play an extra action."""

    power = 4
    rulings = ("After you use the talent, the extra action is yours even if Archmage is destroyed.",)

    async def talent(self, me: Card) -> None:
        await me.extra_action()


class Chronomage(Minion, of=WIZARDS, copies=2):
    """This turn, you may play an extra action."""

    power = 3
    rulings = ("The extra action is yours even if Chronomage is destroyed this turn.",)

    async def on_play(self, me: Card) -> None:
        await me.extra_action()


class Enchantress(Minion, of=WIZARDS, copies=3):
    """You draw a card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.draw()


class Neophyte(Minion, of=WIZARDS, copies=4):
    """Reveal the top card of your deck. If it's an action, you may either play it as an extra action or place it into
    your hand. If you do neither, the card returns to the top.
    """

    power = 2
    rulings = ("Decide at once: the action is played, placed or returned right now, not later in the turn.",)

    async def on_play(self, me: Card) -> None:
        for action in filter(is_action, me.reveal_top()):
            modes = ["Place it into your hand", "Play it"][: 1 + me.can_play(action, kind=ACTION)]
            mode = await me.choose_mode(modes, f"What about {action.name}?", may=True)
            if mode == 1:
                await me.place_in_hand(action)
            elif mode == 2:
                await me.play_card(action, kind=ACTION)


class MassEnchantment(Action, of=WIZARDS):
    """Reveal the top card of every other player's deck. Play one of the actions among them
    as an extra action; the rest return to the top of their decks.
    """

    rulings = (
        "Play the action at once; it can't wait until later in the turn.",
        "The action you play is under your control, and you decide how it resolves.",
    )

    async def on_play(self, me: Card) -> None:
        revealed = [card for player in me.others for card in me.reveal_top(player=player)]
        await me.play_one(filter(is_action, revealed), kind=ACTION)


class MysticStudies(Action, of=WIZARDS, copies=2):
    """Draw 2 cards."""

    async def on_play(self, me: Card) -> None:
        await me.draw(2)


class Portal(Action, of=WIZARDS):
    """Reveal the top 5 cards of your deck. Of the minions among them, place any number into your hand;
    return all other cards to the top in any order.
    """

    async def on_play(self, me: Card) -> None:
        revealed = me.reveal_top(5)
        taken = await me.choose_some(filter(is_minion, revealed), "Which minions come to your hand?")
        await me.place_in_hand(taken)
        rest = [card for card in revealed if card not in taken]
        await me.put_back(rest, "In which order? The first is uppermost.", deck_of=me.controller)


class Sacrifice(Action, of=WIZARDS):
    """Choose one of your minions. Draw as many cards as it has power, then destroy it."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Sacrifice which minion?")
        if minion is not None:
            await me.draw(minion.power)
            await me.destroy(minion)


class Scry(Action, of=WIZARDS):
    """Search your deck for an action, reveal it and place it into your hand. Then shuffle your deck."""

    async def on_play(self, me: Card) -> None:
        await me.place_in_hand(await me.search(is_action, "Take which action?"))


class Summon(Action, of=WIZARDS, copies=2):
    """Play an extra minion."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion()


class TimeLoop(Action, of=WIZARDS):
    """Play 2 extra actions."""

    async def on_play(self, me: Card) -> None:
        await me.extra_action()
        await me.extra_action()


class WindsOfChange(Action, of=WIZARDS):
    """Shuffle your hand into your deck, then draw 5 cards. You may play an extra action."""

    name = "Winds of Change"

    async def on_play(self, me: Card) -> None:
        await me.shuffle_into_deck(me.hand)
        await me.draw(5)
        await me.extra_action()


class ArcaneProtector(Titan, of=WIZARDS):
    """Special: After the fifth card you play in a turn, or any later one, you may play this titan. Ongoing: For every 2
    cards in your hand, you have +1 power here. Talent: Draw a card.
    """

    scope = YOURS
    speaks = {"after_minion_played": BESIDE, "after_action_played": BESIDE}
    rulings = ("You may play it right after that card, whatever phase of the turn it is.",)

    def hears(self, me: Card, event: Event) -> bool:
        # What only counts as an action (Argonaut, Monet) is not another card.
        cards = [d for d in me.deeds(PLAYED, player=event.player) if me.card(d.card).printed.kind & d.value]
        return len(cards) + len(me.deeds(TITAN_PLAYED, player=event.player)) >= 5

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.play_titan(me.bases)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.play_titan(me.bases)

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return len(me.hand) // 2 if base is me.base and player == me.controller else 0

    async def talent(self, me: Card) -> None:
        await me.draw()
