"""The bases of Big in Japan."""

from basebash.cards.big_in_japan.itty_critters import ITTY_CRITTERS, BackUnderTheDeck
from basebash.cards.big_in_japan.kaiju import KAIJU
from basebash.cards.big_in_japan.magical_girls import MAGICAL_GIRLS
from basebash.cards.big_in_japan.mega_troopers import MEGA_TROOPERS
from basebash.engine import (
    HERE,
    MINION,
    ON_THIS_BASE,
    Allowance,
    Base,
    Card,
    Event,
    is_minion,
)


class CritterCombatClub(Base, of=ITTY_CRITTERS):
    """Once on each of your turns, you may play an extra minion with power 2 or less here. If you still
    control it when the turn ends, it goes to the bottom of your deck.
    """

    breakpoint = 23
    vp = (4, 3, 1)

    def offers(self, me: Card, player: int) -> Allowance | None:
        return Allowance(MINION, max_power=2, base=me.id)

    async def offer_used(self, me: Card, player: int, card: Card) -> None:
        await me.lay(BackUnderTheDeck, on=card, player=player)


class IttyCity(Base, of=ITTY_CRITTERS):
    """After the first minion you play here each turn, you may shuffle a minion of your discard pile, picked at random,
    into your deck.
    """

    breakpoint = 20
    vp = (3, 1, 1)
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        minions = [card for card in me.discard_pile_of(you) if card.is_minion]
        if minions and await me.may("Shuffle a random minion into your deck?", player=you):
            await me.shuffle_into_deck(me.random_cards(minions, 1), player=you)


class KaijuIsland(Base, of=KAIJU):
    """Titans here don't clash. Each of them gives its player +3 power here."""

    breakpoint = 22
    vp = (4, 2, 1)

    def forbids_clash(self, me: Card, titan: Card, other: Card) -> bool:
        return titan.base is me

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return 3 * sum(titan.controller == player for titan in me.titans) if base is me else 0


class Tokyo(Base, of=KAIJU):
    """When you have played an action on this base, you have +3 power here until the turn ends."""

    breakpoint = 25
    vp = (5, 3, 2)
    scope = ON_THIS_BASE

    async def after_action_played(self, me: Card, event: Event) -> None:
        me.add_side_power(me, 3, player=event.player)


class AkihabaraHigh(Base, of=MAGICAL_GIRLS):
    """When you have played a minion here, your other minions here get +1 power until the turn ends."""

    breakpoint = 20
    vp = (3, 2, 1)
    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        others = [minion for minion in me.minions_of(event.player) if minion is not event.card]
        await me.add_power(others, 1, player=event.player)


class QPoint(Base, of=MAGICAL_GIRLS):
    """Before this base scores, every player destroys their minions here and their actions on this base, all but one
    card.
    """

    name = "Q Point"
    breakpoint = 25
    vp = (5, 4, 3)

    async def before_scoring(self, me: Card, base: Card) -> None:
        doomed: dict[Card, int] = {}
        for player in me.clockwise():
            cards = [card for card in (*me.minions, *me.actions) if card.controller == player]
            kept = await me.choose(cards, "Keep which card?", player=player)
            doomed |= {card: player for card in cards if card is not kept}
        await me.destroy(doomed, credit=doomed)


class JuiceBar(Base, of=MEGA_TROOPERS):
    """Each time somebody has used a Special before this base scores, they give a minion here +2 power until the turn
    ends.
    """

    breakpoint = 20
    vp = (3, 2, 1)

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_before_scoring_here

    async def after_special_used(self, me: Card, event: Event) -> None:
        minion = await me.choose(me.minions, "Which minion here gets +2 power?", player=event.player)
        await me.add_power(minion, 2, player=event.player)


class MoonDumpster(Base, of=MEGA_TROOPERS):
    """When this base comes into play, every player reveals the top card of their deck. A minion may be played here, as
    an extra minion.
    """

    breakpoint = 24
    vp = (4, 2, 2)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me

    async def after_base_played(self, me: Card, event: Event) -> None:
        for player in me.clockwise():
            for card in filter(is_minion, me.reveal_top(player=player)):
                await me.play_card(card, at=me, may=True, player=player)
