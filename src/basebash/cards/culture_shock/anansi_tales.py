"""Anansi Tales: every gift to another player pays the giver back."""

from basebash.engine import (
    ACTION,
    HAND,
    OTHERS,
    YOURS,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Who,
)

ANANSI_TALES = Faction(
    "Anansi Tales",
    set_name="World Tour: Culture Shock",
    summary="Gifts that pay you back",
    difficulty=5,
    tags=("draw",),
    icon="hanging-spider",
    colours=("#98480c", "#fff0b8"),
    intro=(
        "Your actions are cheap and strong because you hand them to somebody else once you are done. "
        "Osebo grows with every gift you make, and when a rival plays or discards something of yours, Onini "
        "hands out counters and Mboro Hornets swarm in for free. "
        "Think about who gets what, though: a gift in the wrong hands can hurt."
    ),
)

RIGHT_AWAY = "You play that extra card right away; it can't wait for later in the turn."
NOT_OWNED = "Monsters and treasures belong to nobody, so they count. A Madness card belongs to its player: it doesn't."
INTO_THE_HAND = "It goes into that player's hand even if the action's own text would put it somewhere else."


async def give(me: Card, cards: list[Card], you: Who) -> list[Card]:
    """A player places each of the cards into the hand of another player of their choice."""
    others = [player for player in me.clockwise() if player != you]
    given: list[Card] = []
    for card in cards:
        receiver = await me.choose_player(others, f"Who gets {card.name}?", player=you)
        given += await me.place_in_hand(card, hand_of=receiver, player=you)
    return given


async def give_this(me: Card) -> None:
    """Its controller places this action into the hand of another player, unless another card decides that."""
    if me.resolving is None or not me.resolving.kept:
        await give(me, [me], me.controller)


async def play_and_give(me: Card) -> Card | None:
    """Its controller searches their deck for a standard action, plays it and gives it away; the one they played.

    One that is countered has been played (L15), but goes where the card that countered it says.
    """
    you = me.controller  # the action may give this card away
    action = await me.search(
        lambda card: card.is_standard and me.can_play(card, kind=ACTION), "Play which standard action?", may=True
    )
    if action is not None and await me.play_card(action, kept=True, kind=ACTION):
        await give(me, [action], you)
    return action


class AnansiTheSpider(Minion, of=ANANSI_TALES):
    """Talent: Search your deck for a standard action, which you play as an extra action. Then, wherever it would
    usually go, place it into another player's hand instead. You can't play any more copies of it this turn.
    """

    name = "Anansi the Spider"
    power = 5
    rulings = (INTO_THE_HAND, RIGHT_AWAY)

    async def talent(self, me: Card) -> None:
        you = me.controller
        action = await play_and_give(me)
        if action is not None:
            me.forbid_copies(you, action.printed)


class OniniThePython(Minion, of=ANANSI_TALES):
    """Ongoing: After a card from a hand or deck is played or discarded by another player who doesn't own
    it, you may choose one of your minions and place a +1 power counter on it.
    """

    name = "Onini the Python"
    power = 4
    rulings = (NOT_OWNED,)

    scope = OTHERS

    async def after_not_owned(self, me: Card, event: Event) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Place a +1 power counter on which minion?", may=True)
        await me.add_counters(minion)


class OseboTheLeopard(Minion, of=ANANSI_TALES):
    """Ongoing: Each time you have placed a card into another player's hand, this minion gets a +1 power
    counter.
    """

    name = "Osebo the Leopard"
    power = 4

    scope = YOURS

    async def after_given(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class AkyeTheTurtle(Minion, of=ANANSI_TALES, copies=3):
    """You may place a card out of your hand into another player's to draw two cards."""

    name = "Akye the Turtle"
    power = 3

    async def on_play(self, me: Card) -> None:
        card = await me.choose(me.hand, "Place which card into another player's hand?", may=True)
        if card is not None and await give(me, [card], me.controller):
            await me.draw(2)


class MboroHornet(Minion, of=ANANSI_TALES, copies=4):
    """Special: After a card from a hand or deck is played or discarded by another player who doesn't own
    it, you may play this from your hand as an extra minion.
    """

    power = 2
    rulings = (RIGHT_AWAY, NOT_OWNED)

    scope = OTHERS
    speaks = {"after_not_owned": HAND}

    async def after_not_owned(self, me: Card, event: Event) -> None:
        await me.play_card(me)


class CollectingStories(Action, of=ANANSI_TALES, copies=2):
    """Look at another player's hand. As an extra card, you may play one from it that you own."""

    rulings = (RIGHT_AWAY,)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Look at whose hand?")
        if player is not None:
            yours = [card for card in me.look_at_hand(player) if card.owner == me.controller]
            await me.play_one(yours, secret=True)


class EarOfCorn(Action, of=ANANSI_TALES):
    """Choose up to three actions in your discard pile and shuffle them into your deck. Play an extra
    action. Then you place this card into another player's hand.
    """

    name = "Ear of Corn"

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        await me.shuffle_into_deck(await me.choose_some(actions, "Shuffle up to three into your deck", high=3))
        await me.extra_action()
        await give_this(me)


class FeatherGifts(Action, of=ANANSI_TALES):
    """Choose one of your minions and move it to another base. Then you place this card into another
    player's hand.
    """

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it to which base?"))
        await give_this(me)


class LetItBeFullAndEat(Action, of=ANANSI_TALES):
    """Draw two cards. Then you place this card into another player's hand."""

    name = "Let it be Full and Eat"

    async def on_play(self, me: Card) -> None:
        await me.draw(2)
        await give_this(me)


class PotOfBeans(Action, of=ANANSI_TALES, copies=2):
    """Place two +1 power counters: both on one minion, or one each on two. Then you place this card into
    another player's hand.
    """

    name = "Pot of Beans"
    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        first = await me.choose(self.boosts(me), "The first +1 power counter goes on which minion?")
        second = await me.choose(self.boosts(me), "And the second?")
        await me.add_counters([minion for minion in (first, second) if minion is not None])
        await give_this(me)


class PotOfWisdom(Action, of=ANANSI_TALES):
    """Draw as many cards as there are other players, then place one card from your hand into the hand of
    each of them. Play an extra action.
    """

    name = "Pot of Wisdom"

    async def on_play(self, me: Card) -> None:
        await me.draw(len(me.others))
        for player in me.others:
            prompt = f"Place which card into the hand of {me.player_name(player)}?"
            await me.place_in_hand(await me.choose(me.hand, prompt), hand_of=player)
        await me.extra_action()


class ThePerfectGift(Action, of=ANANSI_TALES):
    """Search your deck for a standard action, which you play as an extra action. Then, wherever it would
    usually go, place it into another player's hand instead.
    """

    rulings = (INTO_THE_HAND, RIGHT_AWAY)

    async def on_play(self, me: Card) -> None:
        await play_and_give(me)


class TradingStories(Action, of=ANANSI_TALES):
    """You may choose up to three cards in your hand and place them into the hands of other players. Draw a
    card for every one you placed.
    """

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.hand, "Place up to three cards into other players' hands", high=3)
        await me.draw(len(await give(me, cards, me.controller)))
