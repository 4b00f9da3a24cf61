"""Elves: they help others a little to help themselves a little more."""

from basebash.engine import (
    BEFORE_SCORING,
    ON_YOUR_MINION,
    OTHERS,
    PLAYERS_MINIONS,
    Action,
    Card,
    Event,
    Faction,
    Lasting,
    Minion,
    Minions,
    Scoring,
)

ELVES = Faction(
    "Elves",
    set_name="Smash Up: Munchkin",
    summary="Help rivals, help yourself more",
    difficulty=5,
    tags=("draw", "grow"),
    icon="woman-elf-face",
    colours=("#013f21", "#d3fda2"),
    intro=(
        "Nearly everything you do is good for somebody else, and better for you: cards, counters, power. "
        "Pick the player who can make the least of your kindness, and swap a Flower Child for something useful. "
        "When a base scores, Helping Hands makes a friend win and takes a share, and Run Away! clears the field."
    ),
)


class FaeFighter(Minion, of=ELVES):
    """Ongoing: When another player has played a minion, you may give it a +1 power counter to give one to a
    minion of yours here.
    """

    power = 5
    scope = OTHERS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        theirs = [event.card] if event.card.in_play else []
        helped = await me.choose(theirs, f"Place a +1 power counter on {event.card.name}?", may=True)
        if await me.add_counters(helped):
            yours = await me.choose(me.find_minions(here=True, yours=True), "Place a +1 power counter on which minion?")
            await me.add_counters(yours)


class LordOfThePrance(Minion, of=ELVES, copies=2):
    """Talent: Choose another player, who draws a card. Draw a card."""

    name = "Lord of the Prance"
    power = 4
    rulings = ("The monsters are not a player, so they can't be chosen.",)

    async def talent(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Who draws a card?")
        await me.draw(player=player)
        await me.draw()


class FlowerChild(Minion, of=ELVES, copies=3):
    """You may choose another player and give them control of this minion. If you do, take control of one of
    their minions with power 3 or less. Each change lasts until that minion leaves play.
    """

    power = 2
    rulings = (
        (
            "From then on the two have nothing to do with each other: if one leaves play, the other stays. A "
            "monster can be taken only from a player who controls it."
        ),
    )

    async def on_play(self, me: Card) -> None:
        you = me.controller
        player = await me.choose_player(me.others, "Give it to whom?", may=True)
        if player is not None and await me.give_control(me, player):
            small = [m for m in me.find_minions(max_power=3) if m.controller == player and m is not me]
            minion = await me.choose(small, "Take control of which minion?", player=you)
            await me.give_control(minion, you)


class ElfHelpGuru(Minion, of=ELVES, copies=4):
    """Talent: The minions of the other players here each get +1 power until the turn ends."""

    name = "Elf-Help Guru"
    power = 2
    rulings = ("Minions that come later don't get it, and those that got it keep it whatever becomes of the Guru.",)

    async def talent(self, me: Card) -> None:
        await me.add_power(me.find_minions(here=True, yours=False), 1)


class AfterYou(Action, of=ELVES):
    """Every other player draws a card. Then you draw as many cards as there are players."""

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            await me.draw(player=player)
        await me.draw(me.player_count)


class DancingRoot(Action, of=ELVES):
    """Everybody shuffles their discard pile into their deck. Draw a card."""

    rulings = ("This card is discarded afterwards, so it isn't shuffled in, and nobody but you draws.",)

    async def on_play(self, me: Card) -> None:
        for player in me.clockwise():
            await me.shuffle_into_deck(me.discard_pile_of(player))
        await me.draw()


class ShareOfTheWinner(Lasting):
    """If the player who was helped wins this base, 1 VP of theirs goes to the helper."""

    ongoing = True

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        if me.amount in scoring.winners and await me.lose_vp(player=me.amount):
            await me.gain_vp()


class HelpingHands(Action, of=ELVES):
    """Special: When you have a minion on a base that is about to score, choose another player. Their total
    there gets +2, and your minion gets -2 power. If that player wins, one of their VP becomes yours.
    """

    targets = Minions(yours=True)
    rulings = ("Losing a VP affects no card, so nothing that protects cards, such as Too Tough, prevents it.",)

    window = BEFORE_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        return me.has_minion_at(base)

    async def on_special(self, me: Card, base: Card) -> None:
        player = await me.choose_player(me.others, "Help whom?")
        if player is not None:
            me.add_side_power(base, 2, player=player)
            yours = await me.choose(self.targets(me, at=base), "Which minion gets -2 power?")
            await me.add_power(yours, -2)
            await me.lay(ShareOfTheWinner, on=base, amount=player)


class PumpingIron(Action, of=ELVES, copies=2):
    """Choose another player, who chooses a minion: it gets +2 power until the turn ends. You choose a minion: it
    gets +3 power until the turn ends.
    """

    boosts = Minions()
    rulings = ("Neither of the two has to choose a minion of their own.",)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.others, "Who chooses a minion?")
        theirs = await me.choose(self.boosts(me), "Which minion gets +2 power?", player=player)
        await me.add_power(theirs, 2)
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +3 power?"), 3)


class RunAway(Action, of=ELVES):
    """Special: When a base where you have a minion is about to score, move one of your minions and one of
    another player's minions from there to another base.
    """

    name = "Run Away!"
    targets = PLAYERS_MINIONS

    window = BEFORE_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        return me.has_minion_at(base)

    async def on_special(self, me: Card, base: Card) -> None:
        yours = await me.choose(self.targets(me, at=base, of=me.controller), "Move which of your minions?")
        others = [minion for minion in self.targets(me, at=base) if me.is_enemy(minion)]
        theirs = await me.choose(others, "And which minion of another player?")
        runners = [minion for minion in (yours, theirs) if minion is not None]
        await me.move(runners, await me.choose(base.other_bases, "To which base?"))


class RunAwayMore(Action, of=ELVES):
    """Special: When a base is about to score, move any number of your minions there to one other base."""

    name = "Run Away More!"
    targets = Minions(yours=True)

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        runners = await me.choose_some(self.targets(me, at=base), "Move which minions?")
        await me.move(runners, await me.choose(base.other_bases if runners else [], "To which base?"))


class Trade(Action, of=ELVES, copies=2):
    """Choose another player. Take a random card from their hand into yours, then put this card into their
    hand. You may play an extra action.
    """

    async def on_play(self, me: Card) -> None:
        you = me.controller
        player = await me.choose_player(me.others, "Trade with whom?")
        if player is not None:
            await me.place_in_hand(me.random_cards(me.hand_of(player), 1), hand_of=you)
            await me.place_in_hand(me, hand_of=player)
        await me.extra_action(player=you)


class TravelingElf(Action, of=ELVES):
    """Play on one of your minions. Talent: Move that minion to another base."""

    plays_on = ON_YOUR_MINION

    async def talent(self, me: Card) -> None:
        await me.move(me.host, await me.choose(me.other_bases, "Move it to which base?"))
