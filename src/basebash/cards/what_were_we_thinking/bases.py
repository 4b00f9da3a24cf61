"""The bases of What Were We Thinking?"""

from basebash.cards.what_were_we_thinking.explorers import EXPLORERS
from basebash.cards.what_were_we_thinking.grannies import GRANNIES
from basebash.cards.what_were_we_thinking.rock_stars import ROCK_STARS
from basebash.cards.what_were_we_thinking.teddy_bears import TEDDY_BEARS
from basebash.engine import HERE, MINION, PLAYED, Allowance, Base, Card, Event, Lasting, Scoring


class AloneInTheTemple(Lasting):
    """What Ancient Temple gives to a lone minion for as long as it stays there."""

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 5 if me.is_on(minion) and me.base is not None and me.base.id == me.id else 0

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_on(event.card)

    async def after_moved(self, me: Card, event: Event) -> None:
        me.end()


class AncientTemple(Base, of=EXPLORERS):
    """When your turn starts and you have a single minion here, it has +5 power until the turn ends, but only while it
    stays here.
    """

    breakpoint = 20
    vp = (4, 2, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        minions = me.minions_of(player)
        if len(minions) == 1:
            await me.lay(AloneInTheTemple, on=minions[0])


class CityOfGold(Base, of=EXPLORERS):
    """Gain 1 VP when your turn starts and you have a minion here."""

    name = "City of Gold"
    breakpoint = 16
    vp = (3, 1, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        if me.minions_of(player):
            await me.gain_vp(player=player)


class GrandmasHouse(Base, of=GRANNIES):
    """When you have played a minion here, look at your deck's top card. Put it back, or place it at the bottom."""

    name = "Grandma's House"
    breakpoint = 25
    vp = (5, 3, 2)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        await me.put_top_or_bottom(me.look_at_top(player=you, seen_by=you), "The top card of your deck.", player=you)


class RetirementCommunity(Base, of=GRANNIES):
    """After this base scores, each player may put a minion of theirs here on the top or bottom of its owner's
    deck, so that it isn't discarded.
    """

    breakpoint = 20
    vp = (4, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            minion = await me.choose(me.minions_of(player), "Place a minion on its deck?", may=True, player=player)
            await me.put_top_or_bottom([] if minion is None else [minion], "On its deck.", player=player)


class LakeMinnetonka(Base, of=ROCK_STARS):
    """A minion that you have played or moved here gets +1 power until the turn ends."""

    breakpoint = 26
    vp = (5, 3, 2)

    scope = HERE

    async def after_arrived(self, me: Card, event: Event) -> None:
        await me.add_power(event.card, 1, player=event.brought_by)


class Palooza(Base, of=ROCK_STARS):
    """When this base is about to score, each player may move one of their minions here from another base."""

    breakpoint = 27
    vp = (6, 4, 3)

    async def before_scoring(self, me: Card, base: Card) -> None:
        for player in me.clockwise():
            crowd = [minion for other in me.other_bases for minion in other.minions_of(player)]
            minion = await me.choose(crowd, "Move which minion here?", may=True, player=player)
            await me.move(minion, me, player=player)


class OutInTheWoods(Base, of=TEDDY_BEARS):
    """Before this base scores, all minions here get +1 power until the turn ends."""

    name = "Out in the Woods"
    breakpoint = 18
    vp = (3, 2, 1)

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.add_power(me.minions, 1)


class UnderTheBed(Base, of=TEDDY_BEARS):
    """On your turn, if you have played a minion at another base this turn, you may play an extra minion with
    power 2 or less here.
    """

    name = "Under the Bed"
    breakpoint = 22
    vp = (4, 2, 1)

    def offers(self, me: Card, player: int) -> Allowance | None:
        played = [deed for deed in me.deeds(PLAYED, player=player) if deed.value & MINION]
        elsewhere = any(deed.base != me.id for deed in played)
        return Allowance(MINION, max_power=2, base=me.id) if elsewhere else None
