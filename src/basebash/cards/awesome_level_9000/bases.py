"""The bases of Awesome Level 9000."""

from basebash.cards.awesome_level_9000.bear_cavalry import BEAR_CAVALRY
from basebash.cards.awesome_level_9000.ghosts import GHOSTS
from basebash.cards.awesome_level_9000.killer_plants import KILLER_PLANTS, grow
from basebash.cards.awesome_level_9000.steampunks import STEAMPUNKS
from basebash.engine import HERE, MINION, ON_THIS_BASE, Allowance, Base, Card, Event, Scoring, Who


class FieldOfHonor(Base, of=BEAR_CAVALRY):
    """After you destroy one or more minions here, gain 1 VP."""

    name = "Field of Honor"
    breakpoint = 18
    vp = (3, 2, 1)

    scope = HERE

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        for player in event.doers:
            await me.gain_vp(player=player)


class TsarsPalace(Base, of=BEAR_CAVALRY):
    """No minion with power 2 or less can be played here."""

    name = "Tsar's Palace"
    breakpoint = 22
    vp = (5, 3, 2)

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return base is me and card.is_minion and card.power <= 2


class HauntedHouse(Base, of=GHOSTS):
    """After you play a minion here, discard a card."""

    breakpoint = 18
    vp = (4, 3, 2)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.discard_cards(1, "Haunted House: discard a card", player=event.player)


class TheDreadGazebo(Base, of=GHOSTS):
    """No actions can be played on this base."""

    breakpoint = 20
    vp = (4, 2, 1)

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return target is me


class SecretGrove(Base, of=KILLER_PLANTS):
    """You may play one extra minion here on your turn, with power 2 or less."""

    breakpoint = 21
    vp = (3, 2, 1)

    def offers(self, me: Card, player: int) -> Allowance | None:
        return Allowance(MINION, max_power=2, base=me.id)


class TheGreenhouse(Base, of=KILLER_PLANTS):
    """After this base scores and is replaced, if you are the winner, you may search your deck for any minion
    to play on the new base.
    """

    breakpoint = 24
    vp = (4, 2, 1)

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        for player in scoring.winners:
            await grow(me, replacement, player)


class InventorsSalon(Base, of=STEAMPUNKS):
    """After this base scores, the winner may choose an action in their discard pile and draw it."""

    name = "Inventor's Salon"
    breakpoint = 22
    vp = (4, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            actions = [card for card in me.discard_pile_of(player) if card.is_action]
            action = await me.choose(actions, "Draw which action?", may=True, player=player)
            await me.place_in_hand(action, player=player)


class Workshop(Base, of=STEAMPUNKS):
    """You may play an extra action whenever you have played one on this base."""

    breakpoint = 20
    vp = (4, 2, 1)

    scope = ON_THIS_BASE

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.extra_action(player=event.player)
