"""Super Spies: they know what is coming, and see to it that the others have nothing left."""

from collections.abc import Iterable

from basebash.engine import (
    BEFORE_SCORING,
    DECK,
    MINION,
    ON_BASE,
    OTHERS,
    SEEN,
    TURN_END,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
    Who,
    is_minion,
)

SUPER_SPIES = Faction(
    "Super Spies",
    set_name="Science Fiction Double Feature",
    summary="Know decks, empty other hands",
    difficulty=4,
    tags=("draw", "grow"),
    icon="spy",
    colours=("#37435c", "#f0dcae"),
    intro=(
        "Your Spies arrange the cards you are about to draw, and Operatives tidy everyone else's decks. "
        "The Spy Who Ditched Me and Secret Agent strip the other hands bare. "
        "Hold a trick for scoring: Moles, Live and Let Chum and The Base is Not Enough turn a base around "
        "when everybody thinks it is settled. Your minions are small, so let your timing win."
    ),
)


async def arrange_top(me: Card, count: int) -> None:
    """Its controller looks at the top cards of their deck and places each on the top or the bottom."""
    await me.put_top_or_bottom(me.look_at_top(count), "Your next cards.", deck_of=me.controller)


class SecretAgent(Minion, of=SUPER_SPIES):
    """Ongoing: Each time another player has played an action, they discard a card."""

    power = 5
    rulings = ("They discard even if their action was what destroyed Secret Agent.",)

    scope = OTHERS
    lingers = True

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.discard_cards(1, "Secret Agent: discard a card", player=event.player)


class Mole(Minion, of=SUPER_SPIES, copies=2):
    """Ongoing: You may play an action, as a Special, before this base scores."""

    power = 4
    ongoing = True

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.extra_action(special=True)


class Operative(Minion, of=SUPER_SPIES, copies=3):
    """Reveal the top card of each player's deck, yours included. Place any number of them on the bottom of
    their owners' decks; the others go back on top.
    """

    power = 3

    async def on_play(self, me: Card) -> None:
        tops = [card for player in me.clockwise() for card in me.reveal_top(player=player)]
        await me.put_top_or_bottom(tops, "Everybody's next card.")


class Spy(Minion, of=SUPER_SPIES, copies=4):
    """Look at your deck's top 3 cards. Place each on the top or the bottom of it, in the order you like."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await arrange_top(me, 3)


class DiscardsAreForever(Action, of=SUPER_SPIES):
    """Each player, you too, reveals cards from their deck up to the first minion. All the cards revealed are
    discarded.
    """

    name = "Discards are Forever"

    async def on_play(self, me: Card) -> None:
        for player in me.clockwise():
            found, rest = me.reveal_until(is_minion, player=player)
            await me.discard(rest + found, player=player)


class ForMyEyesOnly(Action, of=SUPER_SPIES, copies=2):
    """Look at your deck's top 5 cards. Place each on the top or the bottom of it, in the order you like."""

    async def on_play(self, me: Card) -> None:
        await arrange_top(me, 5)


class FromQWithLove(Action, of=SUPER_SPIES):
    """Draw three cards, then discard two."""

    name = "From Q With Love"
    rulings = ("You may discard cards you have just drawn.",)

    async def on_play(self, me: Card) -> None:
        await me.draw(3)
        await me.discard_cards(2, "Discard two cards")


class LiveAndLetChum(Action, of=SUPER_SPIES):
    """Special: Play before a base scores. Destroy one minion there, with power 3 or less."""

    name = "Live and Let Chum"
    targets = Minions(max_power=3)
    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.destroy(await me.choose(self.targets(me, at=base), "Destroy which minion?"))


class Mindraker(Action, of=SUPER_SPIES):
    """Play on a base. Ongoing: As long as this base is scoring, no other player can play Specials."""

    plays_on = ON_BASE
    rulings = (
        "A base is scoring from when it is chosen to score until its replacement is there.",
        "Only playing is stopped: Specials of cards already in play still work.",
    )

    def forbids_specials(self, me: Card, player: Who, base: Card) -> bool:
        return me.is_on(base) and me.is_other_player(player)


class PermitToKill(Action, of=SUPER_SPIES):
    """The other players each reveal the two top cards of their deck and discard the minions among them. Place
    the rest back on top, in any order.
    """

    name = "Permit to Kill"

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            cards = me.reveal_top(2, player=player)
            await me.discard([card for card in cards if card.is_minion], player=player)
            rest = [card for card in cards if not card.is_minion]
            await me.put_back(rest, "In which order? The first is uppermost.", deck_of=player)


class TheBaseIsNotEnough(Action, of=SUPER_SPIES):
    """Special: Play before a base scores. Until the turn ends, take control of a minion with power 4 or less there."""

    name = "The Base is Not Enough"
    targets = Minions(max_power=4)
    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        minion = await me.choose(self.targets(me, at=base), "Take control of which minion?")
        await me.give_control(minion, me.controller, until=TURN_END)


class TheSpyWhoDitchedMe(Action, of=SUPER_SPIES, copies=2):
    """Each other player discards a minion. Whoever has none reveals their hand to prove it."""

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            hand = me.hand_of(player)
            minions = [card for card in hand if card.is_minion]
            if minions:
                minion = await me.choose(minions, "Discard which minion?", player=player)
                await me.discard(minion, player=player)
            else:
                me.reveal(hand, player=player)


class MoonZeroThree(Titan, of=SUPER_SPIES):
    """Special: You may give up your regular minion play to play this titan at a base without other players' minions.
    Ongoing: Each turn, after the first ability that reveals, looks at or searches cards of a player's deck, this titan
    gets a +1 power counter. Talent: Look at any deck's top card. Leave it there or place it on the bottom.
    """

    price = MINION
    once = ("after_seen",)

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return (base for base in me.bases if not any(map(me.is_enemy, base.minions)))

    def hears(self, me: Card, event: Event) -> bool:
        return event.zone == DECK and not me.deeds(SEEN)

    async def after_seen(self, me: Card, event: Event) -> None:
        await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        prompt = "Look at whose deck? If nobody's, at the base deck."
        player = await me.choose_player(me.clockwise(), prompt, may=True)
        if player is not None:
            await me.put_top_or_bottom(me.look_at_top(player=player), "The top card.", deck_of=player)
            return
        for base in me.look_at_bases(1):
            if await me.choose_mode(["On the top", "On the bottom"], "Place it where?") == 2:
                await me.place_base_on_deck(base, bottom=True)
