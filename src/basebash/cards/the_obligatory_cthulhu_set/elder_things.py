"""Elder Things: they drive the others mad, and bring minions that are too big to be free."""

from basebash.cards.the_obligatory_cthulhu_set.madness import madness_in, takes_madness
from basebash.engine import BEFORE_SCORING, MADNESS, Act, Action, Boost, Card, Faction, Minion, Minions

ELDER_THINGS = Faction(
    "Elder Things",
    set_name="The Obligatory Cthulhu Set",
    summary="Madness for everybody else",
    difficulty=4,
    tags=("grow", "draw"),
    icon="eyestalk",
    colours=("#374a2d", "#ffccd1"),
    intro=(
        "You hand out Madness: the others take it, or you take cards and minions from them. "
        "Later you make them show their hands, and every Madness card there costs them or helps you. "
        "Shoggoth and the Elder Thing are huge, but they want a foothold or a sacrifice first."
    ),
)


def reveal_hands(me: Card, players: list[int]) -> dict[int, list[Card]]:
    """These players show their hands to everyone: the Madness cards of each."""
    for player in players:
        me.reveal(me.hand_of(player), player=player)
    return {player: madness_in(me.hand_of(player)) for player in players}


class ElderThing(Minion, of=ELDER_THINGS):
    """Either destroy two of your other minions, or this minion goes to the bottom of your deck. Ongoing: Other
    players' cards don't affect this minion.
    """

    power = 10
    rulings = (
        (
            "Unless two other minions of yours really are destroyed, it goes to the bottom of the deck at once; "
            "doing both on purpose isn't possible."
        ),
    )

    async def on_play(self, me: Card) -> None:
        others = me.find_minions(yours=True, another=True)
        modes = ["Destroy two of your other minions", "Place it on the bottom of your deck"]
        if len(others) >= 2 and await me.choose_mode(modes, "The price of the Elder Thing?") == 1:
            victims = await me.choose_some(others, "Destroy which two minions?", low=2, high=2)
            if len(await me.destroy(victims)) == 2:
                return
        if me.in_play:
            await me.place_on_deck(me, bottom=True)

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and me.is_enemy(act.source)


class Shoggoth(Minion, of=ELDER_THINGS, copies=2):
    """Play this minion only where you already have 6 power or more. The other players may each draw a Madness card. For
    each who doesn't, destroy one of their minions here.
    """

    power = 6
    rulings = ("It destroys minions of other players only, never yours.",)

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return target.total(player) >= 6

    async def on_play(self, me: Card) -> None:
        here = me.here
        sane = [player for player in me.others if not await takes_madness(me, player)]
        victims = [
            await me.choose(here.minions_of(player), f"Destroy which minion of {me.player_name(player)}?")
            for player in sane
        ]
        await me.destroy([minion for minion in victims if minion is not None])


class MiGo(Minion, of=ELDER_THINGS, copies=3):
    """Every other player may draw a Madness card. You may draw a card for each of them who doesn't."""

    name = "Mi-go"
    power = 3

    async def on_play(self, me: Card) -> None:
        sane = [player for player in me.others if not await takes_madness(me, player)]
        for _ in sane:
            if await me.may("Draw a card?"):
                await me.draw()


class Byakhee(Minion, of=ELDER_THINGS, copies=4):
    """Every other player who has a minion here draws a Madness card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            if me.here.minions_of(player):
                await me.draw(from_=MADNESS, player=player)


class BeginTheSummoning(Action, of=ELDER_THINGS, copies=2):
    """Choose a minion in your discard pile and put it on top of your deck. An extra action may follow."""

    name = "Begin the Summoning"

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        await me.place_on_deck(await me.choose(minions, "Place which minion on top of your deck?"))
        await me.extra_action()


class DunwichHorror(Boost, of=ELDER_THINGS):
    """Play on a minion. Ongoing: It has +5 power. Destroy it when the turn ends."""

    bonus = 5

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me.host)


class Insanity(Action, of=ELDER_THINGS):
    """Every other player draws two Madness cards."""

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            await me.draw(2, from_=MADNESS, player=player)


class PowerOfMadness(Action, of=ELDER_THINGS, copies=2):
    """The other players all reveal their hands and discard every Madness card in them. Then each of them
    shuffles their discard pile into their deck.
    """

    name = "Power of Madness"
    rulings = ("A player who discarded nothing shuffles the discard pile in all the same.",)

    async def on_play(self, me: Card) -> None:
        for player, madness in reveal_hands(me, me.others).items():
            await me.discard(madness, player=player)
        for player in me.others:
            await me.shuffle_into_deck(me.discard_pile_of(player))


class SpreadingHorror(Action, of=ELDER_THINGS):
    """Every other player discards cards at random, one by one, until one is discarded that isn't a Madness card."""

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            hand = me.hand_of(player)
            order = me.random_cards(hand, len(hand))
            sane = next((n for n, card in enumerate(order) if not card.is_madness), len(order))
            await me.discard(order[: sane + 1], player=player)


class ThePriceOfPower(Action, of=ELDER_THINGS):
    """Special: Before a base scores, the other players who have minions there reveal their hands. Choose one of
    your minions there: it gets +2 power for each Madness card they showed.
    """

    name = "The Price of Power"
    rulings = ("The power stays until the turn ends.",)
    boosts = Minions(yours=True)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        shown = reveal_hands(me, [player for player in me.others if base.minions_of(player)])
        minion = await me.choose(self.boosts(me, at=base), "Which minion gets the power?")
        await me.add_power(minion, 2 * sum(len(madness) for madness in shown.values()))


class TouchOfMadness(Action, of=ELDER_THINGS):
    """The other players each draw a Madness card. You draw one card and play an extra action."""

    name = "Touch of Madness"

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            await me.draw(from_=MADNESS, player=player)
        await me.draw()
        await me.extra_action()


class UnfathomableGoals(Action, of=ELDER_THINGS):
    """The other players all reveal their hands. Each one who shows a Madness card destroys one of their own minions."""

    targets = Minions(yours=False)
    rulings = (
        (
            "Those players choose for themselves, a protected minion too if they like, and the destruction is theirs; "
            "but it comes from your card, so a minion that other players' cards don't affect survives it."
        ),
    )

    async def on_play(self, me: Card) -> None:
        mad = [player for player, madness in reveal_hands(me, me.others).items() if madness]
        credit: dict[Card, int] = {}
        for player in mad:
            minion = await me.choose(self.targets(me, of=player), "Destroy which of your minions?", player=player)
            if minion is not None:
                credit[minion] = player
        await me.destroy(credit, credit=credit)
