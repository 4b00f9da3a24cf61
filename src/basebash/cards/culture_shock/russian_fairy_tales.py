"""Russian Fairy Tales: nothing stays what it is, and no minion either."""

from basebash.engine import (
    HERE,
    ON_BASE,
    ON_YOUR_MINION,
    YOURS,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Who,
    is_action,
)

RUSSIAN_FAIRY_TALES = Faction(
    "Russian Fairy Tales",
    set_name="World Tour: Culture Shock",
    summary="Transform one minion into another",
    difficulty=4,
    tags=("swarm", "grow"),
    icon="matryoshka-dolls",
    colours=("#b8311f", "#ffe7b0"),
    intro=(
        "Turn your weak minions into whatever lies on top of your deck, and the rivals' best ones into their "
        "worst. "
        "Foolish Magician, Tsar Eagle and The Water of Life let you arrange what comes next, so a "
        "transformation needn't be a gamble. "
        "Use each minion first, then change it: every newcomer is played, so its ability works too."
    ),
)

RIGHT_AWAY = "The extra minion is played right away; it can't wait for later in the turn."


async def transform(me: Card, minion: Card | None) -> None:
    """Places a minion under its owner's deck to have that player play one off the top in its place."""
    base = None if minion is None else minion.base
    for gone in await me.place_on_deck(minion, bottom=True):
        await me.play_off_top(at=base, player=gone.owner)
        me.shuffle_deck(gone.owner)


async def fetch(me: Card, name: str, *, player: Who, at: Card | None = None, may: bool = False) -> None:
    """Searches hand, deck and discard pile for a minion, which goes to the player's hand or is played at once."""
    prompt = f"Search for {name}?" if may else f"Find {name}"
    minion = await me.search(lambda card: card.name == name, prompt, hand=True, discard=True, may=may, player=player)
    if minion is None:
        return
    modes = ["Place it into your hand", "Play it"]
    playable = me.can_play(minion, at=at, player=player)
    if playable and await me.choose_mode(modes, f"{name}?", player=player) == 2:
        await me.play_card(minion, at=at, player=player)
    else:
        await me.place_in_hand(minion, player=player)


class BabaYaga(Minion, of=RUSSIAN_FAIRY_TALES):
    """Talent: Place another minion here at the bottom of its owner's deck, to have that player play here,
    as an extra minion, one off the top of their deck. They then shuffle their deck.
    """

    power = 5
    rulings = (RIGHT_AWAY,)

    async def talent(self, me: Card) -> None:
        await transform(me, await me.choose(me.find_minions(here=True, another=True), "Transform which minion?"))


class FinistTheFalcon(Minion, of=RUSSIAN_FAIRY_TALES):
    """Special: Before a base scores, this minion may join it or leave it: you may move it there, or, if it
    is there, return it to your hand and play it as an extra minion on another base.
    """

    name = "Finist the Falcon"
    power = 4
    rulings = ("Once played again, Finist can use its ability again.",)

    def in_window(self, me: Card, base: Card) -> bool:
        return True

    async def before_scoring(self, me: Card, base: Card) -> None:
        you, others = me.controller, me.other_bases
        if me.base is not base:
            await me.move(me, await me.choose([base], f"Move {me.name} to the base that scores?", may=True))
        elif await me.may(f"Return {me.name} and play it on another base?"):
            gone = await me.return_to_hand(me)
            await me.play_card(me if gone and me.owner == you else None, at=others)


class TheBirchWoman(Minion, of=RUSSIAN_FAIRY_TALES):
    """Ongoing: After this minion has gone from play to the discard pile, you may search any of your hand,
    deck and discard pile for The Birch. Place it into your hand, or play it now as an extra minion.
    """

    power = 4
    mentions = ("The Birch",)
    rulings = (
        "It counts both when she is destroyed and when she is discarded after scoring.",
        RIGHT_AWAY,
    )

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        await fetch(me, "The Birch", player=me.controller, may=True)


class TheGrayWolf(Minion, of=RUSSIAN_FAIRY_TALES):
    """Talent: Place this minion atop its owner's deck to play here an extra minion, on which you place a +1
    power counter.
    """

    power = 3

    async def talent(self, me: Card) -> None:
        you, here = me.controller, me.base
        if await me.place_on_deck(me):
            await me.extra_minion(at=here, fine_print=self, player=you)

    async def extra_played(self, me: Card, player: int, card: Card) -> None:
        await me.add_counters(card, player=player)


class FoolishMagician(Minion, of=RUSSIAN_FAIRY_TALES, copies=2):
    """Draw three cards. Then choose three from your hand and place each on the top or the bottom of your
    deck, in the order you like.
    """

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.draw(3)
        cards = await me.choose_some(me.hand, "Place three cards on your deck", low=3, high=3)
        await me.put_top_or_bottom(cards, "On the top or bottom of your deck?")


class TheBirch(Minion, of=RUSSIAN_FAIRY_TALES):
    """Ongoing: You may destroy this minion at the start of your turn to search any of your hand, deck and
    discard pile for The Birch Woman. Place her into your hand, or play her here now as an extra minion.
    """

    power = 2
    mentions = ("The Birch Woman",)
    rulings = (
        "If anything else destroys The Birch, you don't get to search.",
        RIGHT_AWAY,
    )

    async def start_of_turn(self, me: Card, player: int) -> None:
        here = me.base
        if await me.may("Destroy The Birch to search for The Birch Woman?") and await me.destroy(me):
            await fetch(me, "The Birch Woman", player=player, at=here)


class TsarEagle(Minion, of=RUSSIAN_FAIRY_TALES, copies=2):
    """Choose one: draw a card, or pick a minion in another player's discard pile and place it on top of
    that player's deck.
    """

    power = 2

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Draw a card"):
                await me.draw()
            elif chosen("Place a minion on top of its owner's deck", self.dead(me)):
                await me.place_on_deck(await me.choose(self.dead(me), "Place which minion on top?"))

    def dead(self, me: Card) -> list[Card]:
        """The minions in the other players' discard piles."""
        return [card for player in me.others for card in me.discard_pile_of(player) if card.is_minion]


class Toad(Minion, of=RUSSIAN_FAIRY_TALES):
    """You may choose another player and give them control of this minion to shuffle a different minion of
    theirs here into its owner's deck.
    """

    power = 0

    async def on_play(self, me: Card) -> None:
        you = me.controller
        player = await me.choose_player(me.others, "Give the Toad to which player?", may=True)
        if player is not None and await me.give_control(me, player):
            theirs = [minion for minion in me.here.minions_of(player) if minion is not me]
            target = await me.choose(theirs, "Shuffle which minion into its owner's deck?", player=you)
            await me.shuffle_into_deck(target, player=you)


class Bewitched(Boost, of=RUSSIAN_FAIRY_TALES):
    """Play on a minion. Ongoing: It has +2 power. When it leaves play, transfer this action to another
    minion.
    """

    bonus = 2

    async def host_leaves(self, me: Card, host: Card, leaving: list[Card]) -> None:
        others = [minion for minion in me.find_minions() if minion not in leaving]
        await me.transfer(me, await me.choose(others, "Transfer Bewitched to which minion?"))


class FetchIKnowNotWhat(Action, of=RUSSIAN_FAIRY_TALES):
    """Reveal cards from your deck until two actions have turned up. You may place either, both or none of
    those two into your hand. Shuffle every revealed card you didn't take into your deck.
    """

    name = "Fetch I Know Not What"
    rulings = ("An empty deck is refilled before you start revealing; if it runs out on the way, you stop there.",)

    async def on_play(self, me: Card) -> None:
        actions, rest = me.reveal_until(is_action, count=2)
        taken = await me.choose_some(actions, "Take which actions?")
        await me.place_in_hand(taken)
        await me.shuffle_into_deck([*rest, *(action for action in actions if action not in taken)])


class GoIKnowNotWhither(Action, of=RUSSIAN_FAIRY_TALES):
    """Choose a base. For each other player, one minion they control there, picked at random, is shuffled
    into its owner's deck.
    """

    name = "Go I Know Not Whither"
    targets = Minions(yours=False)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Choose a base")
        if base is not None:
            theirs = [self.targets(me, at=base, of=player) for player in me.others]
            lost = [minion for minions in theirs for minion in me.random_cards(minions, 1)]
            await me.shuffle_into_deck(lost)


class GoSeeMySister(Action, of=RUSSIAN_FAIRY_TALES):
    """Play on a base. Ongoing: Each time you have played or moved one of your minions here, you may draw a
    card.
    """

    plays_on = ON_BASE

    scope = HERE + YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return event.brought_by == me.controller

    async def after_arrived(self, me: Card, event: Event) -> None:
        if await me.may("Draw a card?"):
            await me.draw()


class MassTransformation(Action, of=RUSSIAN_FAIRY_TALES):
    """Every player places their whole hand on the bottom of their deck, then draws that many cards."""

    async def on_play(self, me: Card) -> None:
        for player in me.clockwise():
            hand = me.hand_of(player)
            prompt = "In which order on the bottom of your deck? The first is lowest."
            placed = await me.put_back(hand, prompt, bottom=True, deck_of=player, player=player)
            await me.draw(len(placed), player=player)


class TheFrogPrincess(Action, of=RUSSIAN_FAIRY_TALES):
    """Play on a minion of yours. Talent: Place this minion at the bottom of its owner's deck, to play here,
    as an extra minion, one off the top of your deck, to which you transfer this action. Then shuffle your
    deck.
    """

    plays_on = ON_YOUR_MINION
    rulings = (
        RIGHT_AWAY,
        "If Baba Yaga or Transformation takes the minion this is on, you discard this card and nothing more.",
    )

    async def talent(self, me: Card) -> None:
        here = me.here
        bonded = me.printed is not self  # Cellular Bonding keeps what it copied
        me.memo = self.number
        if not await me.place_on_deck(me.host, bottom=True):
            me.memo = 0
            return
        minion = await me.play_off_top(at=here)
        me.shuffle_deck()
        if not await me.transfer(me, minion):
            await me.discard(me)
        elif bonded:
            me.copy_abilities(self)

    async def host_leaves(self, me: Card, host: Card, leaving: list[Card]) -> None:
        if me.memo == self.number:  # by her own talent, so that she goes along
            me.lift()


class TheWaterOfLife(Action, of=RUSSIAN_FAIRY_TALES, copies=2):
    """Place on top of your deck a minion from your discard pile. You may play an extra action."""

    name = "The Water of Life"

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.place_on_deck(await me.choose(minions, "Place which minion on top of your deck?"))
        await me.extra_action()


class Transformation(Action, of=RUSSIAN_FAIRY_TALES, copies=2):
    """Place a minion at the bottom of its owner's deck, to have that player play there, as an extra minion,
    one off the top of their deck. They then shuffle their deck.
    """

    targets = Minions()
    rulings = (RIGHT_AWAY,)

    async def on_play(self, me: Card) -> None:
        await transform(me, await me.choose(self.targets(me), "Transform which minion?"))
