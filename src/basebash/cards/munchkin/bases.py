"""The bases of Smash Up: Munchkin; each says how many monsters come with it."""

from basebash.cards.munchkin.clerics import CLERICS
from basebash.cards.munchkin.dwarves import DWARVES
from basebash.cards.munchkin.elves import ELVES
from basebash.cards.munchkin.halflings import HALFLINGS
from basebash.cards.munchkin.mages import MAGES
from basebash.cards.munchkin.orcs import ORCS
from basebash.cards.munchkin.thieves import THIEVES
from basebash.cards.munchkin.treasures import treasures_in
from basebash.cards.munchkin.warriors import WARRIORS
from basebash.engine import HERE, MINION, NOBODY, TREASURES, Act, Allowance, Base, Card, Event, Scoring, Who


class HotelOfHoliness(Base, of=CLERICS):
    """After this base scores, each minion here goes on top of its owner's deck instead of to the discard
    pile; the current player chooses the order.
    """

    name = "Hotel of Holiness"
    breakpoint = 15
    vp = (4, 3, 2)
    monsters = 2

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        guests: list[Card] = []
        for owner in me.clockwise():
            own = [minion for minion in me.minions if minion.owner == owner]
            guests += await me.arrange(own, "In which order on top of the deck? The first is uppermost.")
        await me.place_on_deck(guests)


class WhackAGhoul(Base, of=CLERICS):
    """When an undead monster has been played here, it goes to the bottom of the monster deck."""

    name = "Whack-A-Ghoul"
    breakpoint = 12
    vp = (3, 2, 1)
    monsters = 3

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_a("Undead")

    async def after_monster_played(self, me: Card, event: Event) -> None:
        if event.card.base is me:
            await me.return_to_supply(event.card, bottom=True)


class TheMines(Base, of=DWARVES):
    """Every minion here has +1 power for each treasure on it."""

    breakpoint = 18
    vp = (4, 2, 1)
    monsters = 2

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(treasures_in(minion.on_it)) if minion.is_minion and minion.is_on(me) else 0


class TreasureBath(Base, of=DWARVES):
    """After the first minion that you play here in a turn, draw a treasure."""

    breakpoint = 12
    vp = (2, 0, 0)
    monsters = 1

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.draw(from_=TREASURES, player=event.player)


class HelpersHollow(Base, of=ELVES):
    """On every player's turn, the minions that the other players have here have +1 power."""

    name = "Helper's Hollow"
    breakpoint = 17
    vp = (3, 2, 1)
    monsters = 2

    def power_bonus(self, me: Card, minion: Card) -> int:
        here = minion.is_minion and minion.is_on(me)
        return 1 if here and minion.is_enemy_of(me.turn_player) else 0


class Treehouse(Base, of=ELVES):
    """After you have played a minion here, choose another player, who may draw a card."""

    breakpoint = 15
    vp = (4, 2, 1)
    monsters = 2

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        others = [player for player in me.clockwise() if player != you]
        player = await me.choose_player(others, "Who may draw a card?", player=you)
        if player is not None and await me.may("Draw a card?", player=player):
            await me.draw(player=player)


class BirthdayParty(Base, of=HALFLINGS):
    """As long as you have no minion here, you can't play minions on other bases."""

    breakpoint = 20
    vp = (4, 2, 1)
    monsters = 1
    rulings = ("What counts is control: a minion that you own but somebody else controls doesn't help.",)

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        elsewhere = card.is_minion and base is not None and base is not me
        return elsewhere and player is not NOBODY and not me.minions_of(player)


class SubterraneanLair(Base, of=HALFLINGS):
    """Once on your turn, if you have no minion here, you may play an extra minion here."""

    breakpoint = 23
    vp = (5, 3, 2)
    monsters = 1
    offer_may_end = True

    def offers(self, me: Card, player: int) -> Allowance | None:
        return None if me.minions_of(player) else Allowance(MINION, base=me.id)


class DimensionDoors(Base, of=MAGES):
    """Once per turn, on anyone's turn, after you play your first minion here: you may discard a card. If you do, play
    an extra minion at this base.
    """

    breakpoint = 20
    vp = (4, 2, 1)
    monsters = 1

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        if await me.discard_cards(1, "Discard a card?", may=True, player=you):
            await me.extra_minion(at=me, player=you)


class MagesTower(Base, of=MAGES):
    """After you have played a minion here, you may draw a card."""

    name = "Mage's Tower"
    breakpoint = 18
    vp = (4, 3, 2)
    monsters = 1

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        if await me.may("Draw a card?", player=event.player):
            await me.draw(player=event.player)


class Garrison(Base, of=ORCS):
    """When this base scores with 22 power or more of all players together, each player in one of the three places
    gains 1 VP.
    """

    breakpoint = 12
    vp = (3, 2, 1)
    monsters = 2

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        if sum(scoring.totals) >= 22:
            for player in me.clockwise():
                if 1 <= scoring.places[player] <= 3:
                    await me.gain_vp(player=player)


class ThePits(Base, of=ORCS):
    """Other players' actions don't affect the minions here."""

    breakpoint = 16
    vp = (4, 2, 1)
    monsters = 2

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card.is_minion and card.base is me and act.source.is_action and card.is_enemy(act.source)


class TheCoffers(Base, of=THIEVES):
    """When this base scores, each player who has a minion here draws a treasure."""

    breakpoint = 18
    vp = (4, 2, 1)
    monsters = 2

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            if me.minions_of(player):
                await me.draw(from_=TREASURES, player=player)


class ThievesGuild(Base, of=THIEVES):
    """Draw a card each time you play a treasure on this base or on a minion here."""

    name = "Thieves' Guild"
    breakpoint = 19
    vp = (4, 3, 2)
    monsters = 1

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_treasure

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class Bastion(Base, of=WARRIORS):
    """After you have destroyed a monster here, draw a treasure."""

    breakpoint = 11
    vp = (3, 2, 2)
    monsters = 3
    rulings = (
        "This holds for each monster destroyed here, however many in a turn.",
        "Where Ruckus destroys all monsters here, nobody draws treasures at all, this base's among them.",
    )

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_monster and me.collects(event.source, event.card)

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.draw(from_=TREASURES, player=event.by)


class TheGauntlet(Base, of=WARRIORS):
    """Each time a monster is destroyed here, play another monster on this base."""

    breakpoint = 14
    vp = (5, 3, 2)
    monsters = 3

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_monster

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.play_monster(me)
