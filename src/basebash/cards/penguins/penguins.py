"""Penguins: who needs a hand of cards with such a deck?"""

from basebash.engine import (
    BESIDE,
    HAND,
    HERE,
    MINION,
    ON_BASE,
    PLAY,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
    Scoring,
    Titan,
)

PENGUINS = Faction(
    "Penguins",
    set_name="Smash Up: Penguins",
    intro=(
        "You play minions straight off the top of your deck, without knowing which one comes. "
        "Some Penguins only get going when they arrive like that: Baby Penguins bring the next one, "
        "Snazzy Penguin draws cards. "
        "Gather three minions at a base and Emperor Penguin joins them, who lets you play off the top every turn."
    ),
    summary="Play minions off the deck",
    difficulty=4,
    tags=("swarm", "draw"),
    icon="penguin",
    colours=("#3c4f5c", "#feb461"),
)

SEE_IT_FIRST = "You see which minion it is before you choose the base."


def came_off_the_top(me: Card) -> bool:
    """Whether this card is being played off the top of a deck."""
    return me.resolving is not None and me.resolving.event.off_top


class CommandPenguin(Minion, of=PENGUINS):
    """As an extra minion, play one off the top of your deck."""

    power = 4
    rulings = (SEE_IT_FIRST,)

    async def on_play(self, me: Card) -> None:
        await me.play_off_top(at=None)


class DancingPenguin(Minion, of=PENGUINS):
    """Special: Whenever you are about to play another minion, you may play this one in its place, at the same base. The
    other one has no effect and is placed at the bottom of its owner's deck.
    """

    power = 4
    speaks = {"instead_of_played": HAND}
    rulings = (
        "You show the other minion and where you would play it, which you must be allowed to do.",
        "The other minion hasn't been played, so whatever waits for that doesn't happen.",
        "No limit on the minion to be played binds Dancing Penguin, nor does what gave you that minion affect it.",
    )

    async def instead_of_played(self, me: Card, card: Card, base: Card) -> None:
        await me.place_on_deck(card, bottom=True)
        await me.play_card(me, at=base)


class DisguisePenguin(Minion, of=PENGUINS):
    """Talent: Place this minion at the bottom of your deck. If you do, play here, as an extra minion, one off the top
    of your deck. Only one Disguise Penguin does so each turn.
    """

    power = 3
    mentions = ("Disguise Penguin",)
    only_one = True
    rulings = ("If this minion is what comes off the deck, its ability can't be used again that turn.",)

    async def talent(self, me: Card) -> None:
        you, here = me.controller, me.here
        if await me.place_on_deck(me, bottom=True):
            await me.play_off_top(at=here, player=you)


class SnazzyPenguin(Minion, of=PENGUINS):
    """Draw two cards if this was played off the top of a deck."""

    power = 3

    async def on_play(self, me: Card) -> None:
        if came_off_the_top(me):
            await me.draw(2)


class SurfingPenguin(Minion, of=PENGUINS):
    """You may move any minion here to another base."""

    power = 3
    rulings = ("It may move itself.", "It may move a minion of yours or of another player.")

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(here=True), "Move which minion?", may=True)
        if minion is not None:
            await me.move(minion, await me.choose(me.other_bases, f"Move {minion.name} where?"))


class RegurgitatingPenguin(Minion, of=PENGUINS):
    """Reveal three cards from the top of your deck. You may place one action among them into your hand. Put the others
    back in any order.
    """

    power = 2

    async def on_play(self, me: Card) -> None:
        cards = me.reveal_top(3)
        taken = await me.choose([card for card in cards if card.is_action], "Take which action?", may=True)
        await me.place_in_hand(taken)
        await me.put_back([card for card in cards if card is not taken], "In which order? The first is uppermost.")


class BabyPenguin(Minion, of=PENGUINS, copies=4):
    """If this came off the top of a deck, an extra minion with power 3 or less may be played here."""

    power = 2

    async def on_play(self, me: Card) -> None:
        if came_off_the_top(me):
            await me.extra_minion(max_power=3, at=me.base)


class AWishForWingsThatWork(Action, of=PENGUINS, copies=2):
    """Choose a base. Play Emperor Penguin there, or give all your minions there +1 power until the turn ends."""

    name = "A Wish for Wings That Work"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Choose a base")
        if base is None:
            return
        emperor = me.titan("Emperor Penguin")
        async for chosen in me.either():
            if chosen("Play Emperor Penguin there", not me.must_aim and me.can_play_titan(emperor, base)):
                await me.play_titan(base, titan=emperor, may=False)
            elif chosen("Give your minions there +1 power"):
                await me.add_power(self.boosts(me, at=base), 1)


class ICantTellThemApart(Action, of=PENGUINS):
    """Choose any number of your minions at one base and shuffle them into your deck. Play as many extra minions off
    the top of your deck there.
    """

    name = "I Can't Tell Them Apart"
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        bases = [base for base in me.bases if me.has_minion_at(base)]
        base = await me.choose(bases, "At which base?")
        minions = [] if base is None else await me.choose_some(self.targets(me, at=base), "Shuffle in which minions?")
        await me.play_off_top(at=base, count=len(await me.shuffle_into_deck(minions)))


class Sliding(Lasting):
    """Its player draws a card for each of their minions that goes to the discard pile from the base `amount`."""

    scope = YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and event.base is not None and event.base.id == me.amount

    async def after_discarded(self, me: Card, event: Event) -> None:
        await me.draw()


class IceSlide(Action, of=PENGUINS):
    """Play on a base. Special: Each of your minions that goes from here to the discard pile after scoring lets you draw
    a card.
    """

    plays_on = ON_BASE

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        me.lay_down(Sliding, amount=me.here.id)


class LeapingAboard(Action, of=PENGUINS):
    """Play on a base. Special: Once this base has scored and been replaced, play on the new base, as an extra minion,
    one off the top of your deck.
    """

    plays_on = ON_BASE

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        scoring.wait(self, me)

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        await me.play_off_top(at=replacement)


class PebbleGift(Action, of=PENGUINS):
    """Play on a base. Ongoing: Draw a card whenever a minion that you have played here came off the top of a deck."""

    plays_on = ON_BASE
    scope = HERE + YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return event.off_top

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.draw()


class SecretMission(Action, of=PENGUINS):
    """Place any number of cards from your hand at the bottom of your deck and draw as many. Then shuffle your deck."""

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.hand, "Put which cards under your deck?")
        prompt = "In which order? The first is lowest."
        await me.draw(len(await me.put_back(cards, prompt, bottom=True, deck_of=me.controller)))
        me.shuffle_deck()


class TheHatching(Action, of=PENGUINS, copies=2):
    """As an extra minion, play one off the top of your deck."""

    rulings = (SEE_IT_FIRST,)

    async def on_play(self, me: Card) -> None:
        await me.play_off_top(at=None)


class UnderTheIce(Action, of=PENGUINS):
    """Reveal five cards from the top of your deck, and play a minion among them, picked at random, as an extra minion.
    Place the others, in any order, at the bottom of their owner's deck.
    """

    name = "Under the Ice"
    rulings = ("Without a minion among them, you play nothing, and all of them go under your deck.",)

    async def on_play(self, me: Card) -> None:
        cards = me.reveal_top(5)
        for card in cards:
            card.lift()
        for minion in me.random_cards([card for card in cards if card.is_minion], 1):
            cards.remove(minion)
            await me.play_card(minion, off_top=True, kind=MINION)
        await me.put_back(cards, "In which order? The first is lowest.", bottom=True)


class EmperorPenguin(Titan, of=PENGUINS):
    """Special: When your turn starts, you may play this titan where you have at least three minions. Ongoing: In place
    of your regular minion, you may on your turn play one here off the top of your deck. Talent: Reveal a minion with
    power 3 or less that is in your discard pile or hand and shuffle it into your deck. If you do, put a +1 power
    counter on this titan.
    """

    price = MINION
    speaks = {"start_of_turn": BESIDE, "use": PLAY}

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.play_titan([base for base in me.bases if len(base.minions_of(player)) >= 3])

    def may_use(self, me: Card, player: int) -> bool:
        return me.controller == player

    async def use(self, me: Card, player: int) -> None:
        await me.play_off_top(at=me.base)

    async def talent(self, me: Card) -> None:
        minion = await me.search(
            lambda card: card.is_minion and card.power <= 3,
            "Shuffle in which minion?",
            deck=False,
            hand=True,
            discard=True,
        )
        if minion is not None:
            minion.lift()  # seen by all, it goes to its owner's deck (O3)
        if await me.shuffle_into_deck(minion):
            await me.add_counters(me)
