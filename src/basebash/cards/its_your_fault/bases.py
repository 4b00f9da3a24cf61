"""The bases of It's Your Fault!"""

from basebash.cards.its_your_fault.dragons import DRAGONS
from basebash.cards.its_your_fault.mythic_greeks import MYTHIC_GREEKS
from basebash.cards.its_your_fault.sharks import SHARKS
from basebash.cards.its_your_fault.super_heroes import SUPER_HEROES
from basebash.cards.its_your_fault.tornados import TORNADOS
from basebash.engine import DESTROY, HERE, NOBODY, Act, Base, Card, Event, Scoring


class DragonsLair(Base, of=DRAGONS):
    """When this base scores, its winner draws three cards."""

    name = "Dragon's Lair"
    breakpoint = 18
    vp = (2, 2, 1)

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.draw(3, player=player)


class WyrmsDesolation(Base, of=DRAGONS):
    """The minions here have -1 power each."""

    name = "Wyrm's Desolation"
    breakpoint = 20
    vp = (5, 3, 2)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return -1 if minion.is_on(me) and minion.is_minion else 0


class OracleAtDelphi(Base, of=MYTHIC_GREEKS):
    """After you play a minion here, reveal your deck's top card. Draw it if it is an action; otherwise it
    stays there.
    """

    name = "Oracle at Delphi"
    breakpoint = 18
    vp = (4, 2, 1)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        for card in me.reveal_top(player=event.player):
            if card.is_action:
                await me.place_in_hand(card, hand_of=event.player, player=event.player)


class WoodenHorse(Base, of=MYTHIC_GREEKS):
    """After a player plays an action, that player may choose a minion here. It gets +2 power until the turn ends."""

    breakpoint = 21
    vp = (3, 2, 1)

    async def after_action_played(self, me: Card, event: Event) -> None:
        you = event.player
        minion = await me.choose(me.minions, "Give which minion +2 power?", may=True, player=you)
        await me.add_power(minion, 2, player=you)


class SharkReef(Base, of=SHARKS):
    """After a minion is destroyed here, the player who destroyed it may give a +1 power counter to one of
    their minions.
    """

    breakpoint = 20
    vp = (4, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion and event.by is not NOBODY

    async def after_destroyed(self, me: Card, event: Event) -> None:
        yours = [minion for minion in me.all_minions if minion.controller == event.by]
        prompt = "Place a +1 power counter on which minion?"
        await me.add_counters(await me.choose(yours, prompt, may=True, player=event.by), player=event.by)


class TheDeep(Base, of=SHARKS):
    """After you play a minion here, if its power is 4 or more, you may destroy a minion here that has less power."""

    breakpoint = 16
    vp = (3, 2, 2)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you, power = event.player, event.card.power
        if event.card.in_play and power >= 4:
            weaker = [minion for minion in me.minions if minion.power < power]
            await me.destroy(await me.choose(weaker, "Destroy which minion?", may=True, player=you), player=you)


class ConvertedCave(Base, of=SUPER_HEROES):
    """A minion with power 2 or less here can be destroyed by nobody but its controller."""

    breakpoint = 18
    vp = (4, 3, 2)
    rulings = ("If its own controller destroys it, it isn't safe, even if another player's card made them do so.",)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return act.how == DESTROY and card.is_minion and card.base is me and self._is_spared(card, act)

    def _is_spared(self, card: Card, act: Act) -> bool:
        return not card.is_yours(act.by) and card.power <= 2


class CrystalFortress(Base, of=SUPER_HEROES):
    """After you play a minion here, you may choose a minion in your discard pile and put it on the bottom of
    your deck.
    """

    breakpoint = 19
    vp = (3, 1, 1)
    rulings = ("This works for every minion you play here, not for the first one only.",)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        minions = [card for card in me.discard_pile_of(you) if card.is_minion]
        minion = await me.choose(minions, "Place which minion on the bottom of your deck?", may=True, player=you)
        await me.place_on_deck(minion, bottom=True, player=you)


class TornadoAlley(Base, of=TORNADOS):
    """After the first minion you play here each turn, you may move another minion from another base to this one."""

    breakpoint = 25
    vp = (4, 3, 2)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        others = [minion for minion in me.all_minions if minion.base is not me and minion is not event.card]
        minion = await me.choose(others, "Move which minion here?", may=True, player=event.player)
        await me.move(minion, me, player=event.player)


class TrailerPark(Base, of=TORNADOS):
    """A minion that a player has moved here gets a +1 power counter."""

    breakpoint = 20
    vp = (4, 2, 1)

    scope = HERE

    async def after_moved(self, me: Card, event: Event) -> None:
        await me.add_counters(event.card, player=event.by)
