"""Clerics: what lies in the discard pile is not lost, and curses take the sting out of big minions."""

from basebash.engine import ACTION, ON_BASE, ON_MINION, Action, Card, Faction, Minion, Minions, Scoring

CLERICS = Faction(
    "Clerics",
    set_name="Smash Up: Munchkin",
    summary="Cards back, curses on rivals",
    difficulty=3,
    tags=("smash", "grow"),
    icon="holy-grail",
    colours=("#3f3014", "#c5d26d"),
    intro=(
        "Your discard pile is a second hand: Cardinal and Collection Plate bring cards back, though never the ones you "
        "would pick. Friars lead minions away from bases that have scored, and Turners make undead monsters pay. "
        "Curses make the strongest minion useless, be it a rival's or a monster in your way."
    ),
)

IN_PLAY_NOW = "Only minions that are in play at that moment get the power, monsters among them."


class Cardinal(Minion, of=CLERICS):
    """Talent: If there are five cards or more in your discard pile, two of them, picked at random, go to your hand."""

    power = 5

    async def talent(self, me: Card) -> None:
        if len(me.discard_pile) >= 5:
            await me.place_in_hand(me.random_cards(me.discard_pile, 2))


class DeepFriar(Minion, of=CLERICS, copies=2):
    """Special: Once this base has scored, you may choose another of your minions here and move it to another
    base, so that it isn't discarded.
    """

    power = 4
    rulings = (
        (
            "It has to be on the scoring base itself when it does this. Of two Deep Friars there, one can lead the "
            "other away, who can't come back for the first."
        ),
    )

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        minion = await me.choose(me.find_minions(here=True, yours=True, another=True), "Move which minion?", may=True)
        if minion is not None:
            await me.move(minion, await me.choose(me.other_bases, "Move it to which base?"))


class Turner(Minion, of=CLERICS, copies=3):
    """Destroy an undead monster here, OR shuffle a minion, picked at random from your discard pile, into your
    deck.
    """

    power = 3
    rulings = ("Undead are the monsters that are labelled so, and no others: not Zombies, not Ghosts, not Vampires.",)

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Destroy an undead monster here", self.undead(me)):
                await me.destroy(await me.choose(self.undead(me), "Destroy which undead monster?"))
            elif chosen("Shuffle a random minion of your discard pile into your deck", self.minions(me)):
                await me.shuffle_into_deck(me.random_cards(self.minions(me), 1))

    def undead(self, me: Card) -> list[Card]:
        """The undead monsters here."""
        return [monster for monster in me.here.monsters if monster.is_a("Undead")]

    def minions(self, me: Card) -> list[Card]:
        """The minions in its controller's discard pile."""
        return [card for card in me.discard_pile if card.is_minion]


class HolyRoller(Minion, of=CLERICS, copies=4):
    """You may choose a card in your discard pile and shuffle it into your deck."""

    power = 2

    async def on_play(self, me: Card) -> None:
        card = await me.choose(me.discard_pile, "Shuffle which card into your deck?", may=True)
        await me.shuffle_into_deck(card)


class BinAndGone(Action, of=CLERICS):
    """Play on a base. Ongoing: Once another base has scored, you may move one of your minions there to this
    base, so that it isn't discarded.
    """

    name = "Bin and Gone"

    plays_on = ON_BASE
    ongoing = True

    def in_window(self, me: Card, base: Card) -> bool:
        return me.base is not base

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        yours = me.find_minions(at=scoring.base, yours=True)
        await me.move(await me.choose(yours, "Move which minion?", may=True), me.base)


class CollectionPlate(Action, of=CLERICS, copies=2):
    """Two cards of your discard pile, picked at random, go to your hand."""

    async def on_play(self, me: Card) -> None:
        await me.place_in_hand(me.random_cards(me.discard_pile, 2))


class CurseOfImprisonment(Action, of=CLERICS):
    """Play on a minion. Ongoing: This minion has no abilities any more."""

    name = "Curse of Imprisonment"

    plays_on = ON_MINION

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card)


class CurseOfUselessness(Action, of=CLERICS):
    """Play on a minion. Ongoing: The power of this minion doesn't count at its base."""

    name = "Curse of Uselessness"
    rulings = (
        (
            "The minion keeps its power, which neither helps to break the base nor counts for a place; a monster with "
            "the curse leaves the breakpoint as it is. With no other minion there your total is 0, and that may still "
            "take one of the three places."
        ),
    )

    plays_on = ON_MINION

    def adds_nothing(self, me: Card, card: Card) -> bool:
        return me.is_on(card)


class GoodHabits(Action, of=CLERICS):
    """All minions get +1 power until the turn ends."""

    boosts = Minions()
    rulings = (IN_PLAY_NOW,)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 1)


class JoinTheClub(Action, of=CLERICS, copies=2):
    """Choose a base. Every minion there gets +1 power until the turn ends."""

    name = "Join the Club"
    boosts = Minions()
    rulings = (IN_PLAY_NOW,)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "The minions of which base?")
        await me.add_power(self.boosts(me, at=base) if base is not None else None, 1)


class RemoveCurse(Action, of=CLERICS):
    """Choose an action on a base or a minion and destroy it."""

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.all_actions, "Destroy which action?"))


class WordOfRecall(Action, of=CLERICS):
    """Pick an action at random from the discard pile of each other player. You may play one of these as an extra
    action; the others stay where they were.
    """

    name = "Word of Recall"

    async def on_play(self, me: Card) -> None:
        piles = [[card for card in me.discard_pile_of(player) if card.is_action] for player in me.others]
        await me.play_one([card for pile in piles for card in me.random_cards(pile, 1)], kind=ACTION)
