"""The bases of Oops, You Did It Again."""

from basebash.cards.oops_you_did_it_again.ancient_egyptians import ANCIENT_EGYPTIANS
from basebash.cards.oops_you_did_it_again.cowboys import COWBOYS
from basebash.cards.oops_you_did_it_again.samurai import SAMURAI
from basebash.cards.oops_you_did_it_again.vikings import UNSEEN, VIKINGS, is_loot, stash
from basebash.engine import DISCARDED, HERE, NOBODY, Base, Card, Duel, Event, Who


async def may_duel(me: Card, event: Event) -> Duel:
    """On a base: the minion that was played may duel with another player's minion here."""
    you, minion = event.player, event.card
    rivals = me.rivals_of(minion) if minion.is_on(me) else []
    rival = await me.choose(rivals, f"{minion.name} duels with which minion?", may=True, player=you)
    return await me.duel(minion, rival, player=you)


class Pyramids(Base, of=ANCIENT_EGYPTIANS):
    """You may bury a card here from your hand on your turn."""

    breakpoint = 21
    vp = (4, 2, 1)
    rulings = ("It serves each player once in Play Cards of their own turn, with or without a minion here.",)

    def may_use(self, me: Card, player: int) -> bool:
        return bool(me.hand_of(player))

    async def use(self, me: Card, player: int) -> None:
        card = await me.choose(me.hand_of(player), "Bury which card?", player=player)
        await me.bury(card, at=me, player=player)


class StarPortal(Base, of=ANCIENT_EGYPTIANS):
    """Each time a card has been buried here, or an action played on this base itself, the player who
    controls it draws a card.
    """

    breakpoint = 17
    vp = (3, 1, 1)

    def hears(self, me: Card, event: Event) -> bool:
        return event.base is me if event.target is None else event.target is me

    async def after_buried(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class Saloon(Base, of=COWBOYS):
    """After a minion has been destroyed here, everybody with a minion here may draw a card."""

    breakpoint = 20
    vp = (3, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        for player in me.clockwise():
            if me.minions_of(player) and await me.may("Draw a card?", player=player):
                await me.draw(player=player)


class SoSoCorral(Base, of=COWBOYS):
    """A minion that you have played here may duel with another player's minion here; destroy the loser."""

    name = "So-so Corral"
    breakpoint = 19
    vp = (4, 2, 1)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        duel = await may_duel(me, event)
        await me.destroy(duel.losers, player=event.player)


class SakuraGarden(Base, of=SAMURAI):
    """The first time each turn that a minion of yours goes from here to the discard pile, draw a card."""

    breakpoint = 18
    vp = (3, 2, 1)

    scope = HERE
    lingers = True
    once = ("after_discarded",)

    def hears(self, me: Card, event: Event) -> bool:
        earlier = [me.card(deed.card) for deed in me.deeds(DISCARDED, at=me) if deed.whose == event.player]
        return event.card.is_minion and event.player is not NOBODY and not any(card.is_minion for card in earlier)

    def user(self, me: Card, about: Event) -> Who | None:
        return about.player

    async def after_discarded(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class ShogunsPalace(Base, of=SAMURAI):
    """Once per turn, a minion that you have played here may duel with another player's minion here. Whoever controls
    the winner draws two cards.
    """

    name = "Shogun's Palace"
    breakpoint = 23
    vp = (4, 3, 1)

    scope = HERE
    once = ("after_minion_played",)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        duel = await may_duel(me, event)
        for player in duel.victors:
            await me.draw(2, player=player)


class Drakkar(Base, of=VIKINGS):
    """After the first minion you play here each turn, you may choose another player and reveal the top card
    of their deck. You may draw it if it is an action or a minion with power 3 or less.
    """

    breakpoint = 21
    vp = (4, 2, 1)
    rulings = (
        "A card that you draw goes into your hand, and one that you leave goes back where it was, whoever owns it.",
    )

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        others = [player for player in me.clockwise() if player != you]
        whose = await me.choose_player(others, "Reveal the top card of whose deck?", may=True, player=you)
        cards = [] if whose is None else me.reveal_top(player=whose)
        loot = await me.choose(filter(is_loot, cards), "Draw it?", may=True, player=you)
        await me.place_in_hand(loot, hand_of=you, player=you)


class Longhouse(Base, of=VIKINGS):
    """On your turn, you may put a card from your hand onto your deck. If you do, one of your minions here
    gets +2 power until the turn ends.
    """

    breakpoint = 25
    vp = (5, 3, 2)
    rulings = (UNSEEN,)

    def may_use(self, me: Card, player: int) -> bool:
        return bool(me.hand_of(player) and me.minions_of(player))

    async def use(self, me: Card, player: int) -> None:
        if await stash(me, "Place which card on top of your deck?", player=player):
            minion = await me.choose(me.minions_of(player), "Which minion gets stronger?", player=player)
            await me.add_power(minion, 2, player=player)
