"""Zombies: the discard pile is their second hand."""

from basebash.engine import DECK, MINION, ON_BASE, Action, Allowance, Card, Faction, Minion, Who, is_minion

ZOMBIES = Faction(
    "Zombies",
    set_name="Core Set",
    summary="Play on from the discard pile",
    difficulty=1,
    tags=("swarm", "draw"),
    icon="raise-zombie",
    colours=("#56692a", "#def07c"),
    intro=(
        "Death is a detour. Fill your discard pile, then play, fetch and shuffle back whatever lies in it. "
        "Bases that score only restock you, and a Tenacious Z can shamble in turn after turn. "
        "You can do little to others' minions: win by never running out of your own."
    ),
)


async def choose_alike(me: Card, cards: list[Card], prompt: str) -> list[Card]:
    """Any number of the cards that share a name, as its controller chooses."""
    first = await me.choose({card.name: card for card in cards}.values(), prompt, may=True)
    if first is None:
        return []
    copies = [card for card in cards if card.name == first.name and card is not first]
    return [first, *await me.choose_some(copies, "And which copies of it?", secret=first.zone == DECK)]


class ZombieLord(Minion, of=ZOMBIES):
    """For each base where you have no minions, you may play one extra minion there
    from your discard pile, with power 2 or less.
    """

    power = 5
    rulings = (
        "Which bases count is settled as you play Zombie Lord.",
        "Each of those bases gets one minion at most, even if that minion then moves away.",
        "Play the extra minions at once; they can't wait until later in the turn.",
    )

    async def on_play(self, me: Card) -> None:
        you = me.controller  # what rises may send this minion away
        bases = [base for base in me.bases if not me.has_minion_at(base)]
        while True:
            small = [card for card in me.discard_pile_of(you) if card.is_minion and card.power <= 2]
            attempt = await me.play_one(small, at=bases, player=you)
            if attempt.card is None:
                break
            bases = [base for base in bases if base is not attempt.base]


class GraveDigger(Minion, of=ZOMBIES, copies=2):
    """You may choose a minion in your discard pile and place it into your hand."""

    power = 4

    async def on_play(self, me: Card) -> None:
        minions = filter(is_minion, me.discard_pile)
        await me.place_in_hand(await me.choose(minions, "Take which minion?", may=True))


class TenaciousZ(Minion, of=ZOMBIES, copies=3):
    """Special: While this card is in your discard pile, you may play it on your turn as an extra minion.
    Each turn you can use the ability of only one Tenacious Z.
    """

    power = 2
    mentions = ("Tenacious Z",)
    rulings = (
        "It works in your Play Cards phase only.",
        "Once a turn means once: the same Tenacious Z can't come back a second time either.",
    )

    from_discard = True
    only_one = True

    def offers(self, me: Card, player: int) -> Allowance | None:
        return None if me.in_play else Allowance(MINION, card=me.id)


class Walker(Minion, of=ZOMBIES, copies=4):
    """Look at the top card of your deck, then either discard it or return it to the top."""

    power = 2

    async def on_play(self, me: Card) -> None:
        top = me.look_at_top()
        if top and await me.choose_mode(["Discard it", "Leave it on top"], "What about the top card?") == 1:
            await me.discard(top)


class GraveRobbing(Action, of=ZOMBIES, copies=2):
    """Choose any card in your discard pile and place it into your hand."""

    async def on_play(self, me: Card) -> None:
        await me.place_in_hand(await me.choose(me.discard_pile, "Take which card?"))


class LendAHand(Action, of=ZOMBIES):
    """Choose any number of cards in your discard pile and shuffle them into your deck."""

    name = "Lend a Hand"
    rulings = ("Lend a Hand itself can't be among them: it is discarded only afterwards.",)

    async def on_play(self, me: Card) -> None:
        await me.shuffle_into_deck(await me.choose_some(me.discard_pile, "Shuffle which cards in?"))


class MallCrawl(Action, of=ZOMBIES):
    """Search your deck for any number of cards that share a name and place them into your discard pile.
    Then shuffle your deck.
    """

    async def on_play(self, me: Card) -> None:
        await me.discard(await choose_alike(me, me.search_through(), "Discard which card?"))
        me.shuffle_deck()


class NotEnoughBullets(Action, of=ZOMBIES):
    """Choose any number of minions in your discard pile that share a name and place them into your hand."""

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.place_in_hand(await choose_alike(me, minions, "Take which minion?"))


class Outbreak(Action, of=ZOMBIES):
    """Play an extra minion, but only on a base where you have none."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and not target.minions_of(player)


class Overrun(Action, of=ZOMBIES):
    """Play on a base. Ongoing: Other players can't play minions here.
    At the start of your turn, destroy this card.
    """

    plays_on = ON_BASE

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return base is me.base and card.is_minion and me.is_other_player(player)

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me)


class TheyKeepComing(Action, of=ZOMBIES, copies=2):
    """Choose a minion in your discard pile and play it as an extra minion."""

    async def on_play(self, me: Card) -> None:
        await me.play_one(filter(is_minion, me.discard_pile), kind=MINION)


class TheyreComingToGetYou(Action, of=ZOMBIES):
    """Play on a base. Ongoing: Once on each of your turns, a minion you play here may come
    from your discard pile instead of your hand.
    """

    name = "They're Coming To Get You"
    plays_on = ON_BASE
    rulings = (
        "In Play Cards it serves your regular minion play, or a freely chosen extra one such as Abduction's.",
        "An extra play meant for one particular card, such as Hoverbot's, can't be used for it.",
    )
    once = ("opens_discard",)

    def opens_discard(self, me: Card, player: int, card: Card, target: Card | None, right: Allowance | None) -> bool:
        here = card.is_minion and target is me.base and player == me.controller
        return here and me.is_your_play_cards
