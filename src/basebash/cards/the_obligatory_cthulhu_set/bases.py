"""The bases of The Obligatory Cthulhu Set."""

from basebash.cards.the_obligatory_cthulhu_set.elder_things import ELDER_THINGS
from basebash.cards.the_obligatory_cthulhu_set.innsmouth import INNSMOUTH
from basebash.cards.the_obligatory_cthulhu_set.madness import madness_in
from basebash.cards.the_obligatory_cthulhu_set.minions_of_cthulhu import MINIONS_OF_CTHULHU
from basebash.cards.the_obligatory_cthulhu_set.miskatonic_university import MISKATONIC_UNIVERSITY
from basebash.engine import HERE, MADNESS, PLAYED, Base, Card, Event, Scoring, Who


class AntarcticBase(Base, of=ELDER_THINGS):
    """You can play no more than one minion here each turn."""

    breakpoint = 24
    vp = (5, 3, 2)

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        if base is not me or not card.is_minion:
            return False
        return any(me.card(deed.card).is_minion for deed in me.deeds(PLAYED, player=player, at=me))


class PlateauOfLeng(Base, of=ELDER_THINGS):
    """After the first minion you play here in a turn, you may play an extra minion of the same name here."""

    name = "Plateau of Leng"
    breakpoint = 18
    vp = (3, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.extra_minion(at=me, name=event.card.name, player=event.player)


class Innsmouth(Base, of=INNSMOUTH):
    """Whenever a minion is played here, whoever owns it may choose a card in any player's discard pile, which goes
    to the bottom of its owner's deck.
    """

    breakpoint = 23
    vp = (5, 3, 2)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.has_owner

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.card.owner
        cards = [card for player in me.clockwise() for card in me.discard_pile_of(player)]
        card = await me.choose(cards, "Place which card on the bottom of its owner's deck?", may=True, player=you)
        await me.place_on_deck(card, bottom=True, player=you)


class RitualSite(Base, of=INNSMOUTH):
    """After this base scores, the minions here are shuffled into their owners' decks, not discarded."""

    breakpoint = 20
    vp = (4, 2, 2)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        await me.shuffle_into_deck(me.minions)


class MountainsOfMadness(Base, of=MINIONS_OF_CTHULHU):
    """Whenever a minion is played here, whoever owns it draws a Madness card."""

    name = "Mountains of Madness"
    breakpoint = 20
    vp = (6, 4, 3)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.draw(from_=MADNESS, player=event.card.owner)


class Rlyeh(Base, of=MINIONS_OF_CTHULHU):
    """When your turn starts, you may destroy one of your minions here. If you do, gain 1 VP."""

    name = "R'lyeh"
    breakpoint = 18
    vp = (4, 2, 1)
    rulings = ("Destroying a Servitor here serves its own talent or this ability, never the two together.",)

    def is_start_for(self, me: Card, player: int) -> bool:
        return bool(me.minions_of(player))

    async def start_of_turn(self, me: Card, player: int) -> None:
        minion = await me.choose(me.minions_of(player), "Destroy a minion for 1 VP?", may=True, player=player)
        if await me.destroy(minion, player=player):
            await me.gain_vp(player=player)


class MiskatonicUniversity(Base, of=MISKATONIC_UNIVERSITY):
    """After this base scores, the winner may put Madness cards, as many as they like, out of their hand and
    discard pile back into the Madness deck.
    """

    breakpoint = 24
    vp = (3, 3, 2)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            madness = madness_in(me.hand_of(player) + me.discard_pile_of(player))
            await me.return_to_supply(await me.choose_some(madness, "Put back which Madness cards?", player=player))


class Asylum(Base, of=MISKATONIC_UNIVERSITY):
    """Whenever a minion is played here, whoever owns it may put a Madness card from their hand back into the Madness
    deck.
    """

    breakpoint = 16
    vp = (3, 1, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.has_owner

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.card.owner
        madness = madness_in(me.hand_of(you))[:1]
        await me.return_to_supply(await me.choose(madness, "Put back which card?", may=True, player=you, secret=True))
