"""The bases of Half the Battle."""

from basebash.cards.half_the_battle.adolescent_epic_geckos import ADOLESCENT_EPIC_GECKOS, actions_played
from basebash.cards.half_the_battle.gi_gerald import GI_GERALD
from basebash.cards.half_the_battle.pearl_and_the_images import PEARL_AND_THE_IMAGES, everybodys
from basebash.cards.half_the_battle.rulers_of_the_cosmos import RULERS_OF_THE_COSMOS
from basebash.engine import ACTION, HERE, MINION, Allowance, Base, Card, Event, Lasting, Who


class SewerHideout(Base, of=ADOLESCENT_EPIC_GECKOS):
    """After the second action you play in a turn, you may give a minion here a +1 power counter."""

    breakpoint = 21
    vp = (4, 2, 1)

    def hears(self, me: Card, event: Event) -> bool:
        return actions_played(me, event.player) == 2

    async def after_action_played(self, me: Card, event: Event) -> None:
        prompt = "Place a +1 power counter on which minion?"
        minion = await me.choose(me.minions, prompt, may=True, player=event.player)
        await me.add_counters(minion, player=event.player)


class Technoball(Base, of=ADOLESCENT_EPIC_GECKOS):
    """After the first minion you play here each turn, an extra action may follow."""

    breakpoint = 22
    vp = (4, 2, 1)
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.extra_action(player=event.player)


class GIGeraldsBase(Base, of=GI_GERALD):
    """Once per turn, after playing a minion here, you may draw a card. If you do, one card of your hand goes
    to the bottom of your deck.
    """

    name = "G.I. Gerald's Base"
    breakpoint = 22
    vp = (5, 3, 2)
    scope = HERE
    once = ("after_minion_played",)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        if await me.may("Draw a card and place one at the bottom of your deck?", player=you):
            await me.draw(player=you)
            card = await me.choose(me.hand_of(you), "Place which card at the bottom of your deck?", player=you)
            await me.place_on_deck(card, bottom=True, player=you)


class BackOnTheDeck(Lasting):
    """At the end of the turn the minion goes on top of the deck, if the player who played it still controls it."""

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        if me.host is not None and me.host.controller == me.controller:
            await me.place_on_deck(me.host)


class USSBanner(Base, of=GI_GERALD):
    """Once on each of your turns, you may play an extra minion with power 2 or less here. If you still
    control it when the turn ends, it goes on top of your deck.
    """

    name = "USS Banner"
    breakpoint = 20
    vp = (4, 2, 1)

    def offers(self, me: Card, player: int) -> Allowance | None:
        return Allowance(MINION, max_power=2, base=me.id)

    async def offer_used(self, me: Card, player: int, card: Card) -> None:
        await me.lay(BackOnTheDeck, on=card, player=player)


class ConcertVenue(Base, of=PEARL_AND_THE_IMAGES):
    """After the first minion you play here each turn, you may give that minion a +1 power counter."""

    breakpoint = 20
    vp = (3, 1, 1)
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    def holds(self, me: Card, event: Event) -> bool:
        return event.card.in_play

    async def after_minion_played(self, me: Card, event: Event) -> None:
        minion = await me.choose([event.card], "Place a +1 power counter on it?", may=True, player=event.player)
        await me.add_counters(minion, player=event.player)


class RecordingStudio(Base, of=PEARL_AND_THE_IMAGES):
    """When a turn starts, every player's minions here get +1 power until the turn ends."""

    breakpoint = 23
    vp = (4, 2, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.add_power(everybodys(me), 1)


class PowerCastle(Base, of=RULERS_OF_THE_COSMOS):
    """Once per turn, having played an action on a minion here or transferred one to it, you may give it a +1 power
    counter.
    """

    breakpoint = 22
    vp = (4, 2, 1)
    scope = HERE
    once = ("after_action_played", "after_transferred")

    def hears(self, me: Card, event: Event) -> bool:
        return event.target is not None and event.target.is_minion

    def holds(self, me: Card, event: Event) -> bool:
        return event.target is not None and event.target.in_play

    async def after_action_played(self, me: Card, event: Event) -> None:
        await self.strengthen(me, event.target, event.player)

    async def after_transferred(self, me: Card, event: Event) -> None:
        await self.strengthen(me, event.target, event.by)

    async def strengthen(self, me: Card, minion: Card | None, player: Who) -> None:
        """A player may give the minion a counter."""
        minions = [] if minion is None else [minion]
        grown = await me.choose(minions, "Place a +1 power counter on it?", may=True, player=player)
        await me.add_counters(grown, player=player)


class SlimePool(Base, of=RULERS_OF_THE_COSMOS):
    """You may give up your regular action play to play the first action off the top of your deck that is
    played on minions, on a minion here.
    """

    breakpoint = 20
    vp = (3, 2, 1)
    price = ACTION

    def may_use(self, me: Card, player: int) -> bool:
        return bool(me.minions)

    async def use(self, me: Card, player: int) -> None:
        await me.play_off_top(at=me, wanted=lambda card: card.is_minion_action, kind=ACTION, player=player)
