"""The bases of Pretty Pretty Smash Up."""

from basebash.cards.pretty_pretty_smash_up.fairies import FAIRIES
from basebash.cards.pretty_pretty_smash_up.kitty_cats import KITTY_CATS
from basebash.cards.pretty_pretty_smash_up.mythic_horses import MYTHIC_HORSES
from basebash.cards.pretty_pretty_smash_up.princesses import PRINCESSES
from basebash.engine import DESTROY, HERE, MOVE, Act, Base, Card, Event, Instead, Who


def elsewhere(me: Card, player: Who) -> list[Card]:
    """The minions that a player has at other bases than this one."""
    return [minion for base in me.other_bases for minion in base.minions_of(player)]


class EnchantedGlen(Base, of=FAIRIES):
    """Draw a card each time you have played an action on a minion here."""

    breakpoint = 20
    vp = (4, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.target is not None and event.target.is_minion

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class FairyCircle(Base, of=FAIRIES):
    """After the first minion you play here each turn, you may play either another minion here or an action,
    as an extra card.
    """

    breakpoint = 26
    vp = (4, 3, 2)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        modes = ["Play an extra minion here", "Play an extra action"]
        mode = await me.choose_mode(modes, "Which extra card? If you choose none, decide later.", may=True, player=you)
        if mode == 1:
            await me.extra_minion(at=me, player=you)
        elif mode == 2:
            await me.extra_action(player=you)
        else:
            await me.extra_card(fine_print=self, player=you, later=True)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target in (me, None) or not card.is_minion


class CoolCatsAlley(Base, of=KITTY_CATS):
    """Once on your turn, you may destroy a minion that you have here to draw a card."""

    name = "Cool Cats' Alley"
    breakpoint = 18
    vp = (3, 2, 1)

    def may_use(self, me: Card, player: int) -> bool:
        return bool(me.minions_of(player))

    async def use(self, me: Card, player: int) -> None:
        minion = await me.choose(me.minions_of(player), "Destroy which of your minions?", player=player)
        if await me.destroy(minion, player=player):
            await me.draw(player=player)


class TheHouseOfNineLives(Base, of=KITTY_CATS):
    """If a minion on another base would be destroyed, its owner may instead move it here."""

    name = "The House of Nine Lives"
    breakpoint = 20
    vp = (4, 2, 1)

    def would_replace(self, me: Card, card: Card) -> bool:
        return card.is_minion and card.base is not me and card.has_owner

    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        saved = await me.choose([card], f"Move {card.name} here instead?", may=True, player=card.owner)
        return None if saved is None else me.instead(card, MOVE, onto=me, player=card.owner)


class Equaria(Base, of=MYTHIC_HORSES):
    """Each time you have played a minion here, you may move a minion of yours here from another base."""

    breakpoint = 25
    vp = (5, 3, 2)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        minion = await me.choose(elsewhere(me, you), "Move which minion here?", may=True, player=you)
        await me.move(minion, me, player=you)


class PonyLand(Base, of=MYTHIC_HORSES):
    """As long as you have at least two minions here, they can't be destroyed."""

    breakpoint = 18
    vp = (3, 2, 1)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        in_danger = act.how == DESTROY and card.is_minion and card.base is me and card.is_controlled
        return in_danger and len(me.minions_of(card.controller)) >= 2


class BeautifulCastle(Base, of=PRINCESSES):
    """A minion here whose power is 5 or more isn't affected by the cards of its controller's opponents."""

    breakpoint = 22
    vp = (4, 2, 1)
    rulings = (
        (
            "If another player's card has you choose one of your minions, you may choose one that is protected; "
            "nothing happens to it then."
        ),
        "At exactly 5 power it is safe from another player's lasting -1 here as well.",
        "What lifts it to 5 counts, although from then on it is protected from that very card.",
    )

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card.is_minion and card.base is me and card.is_enemy(act.source) and card.power >= 5


class IceCastle(Base, of=PRINCESSES):
    """No minion can be played here."""

    breakpoint = 15
    vp = (3, 2, 2)

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return card.is_minion and base is me
