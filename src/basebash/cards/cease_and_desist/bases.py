"""The bases of Cease and Desist."""

from basebash.cards.cease_and_desist.astroknights import ASTROKNIGHTS, DIRECT_INCREASE
from basebash.cards.cease_and_desist.changerbots import CHANGERBOTS
from basebash.cards.cease_and_desist.ignobles import IGNOBLES
from basebash.cards.cease_and_desist.star_roamers import STAR_ROAMERS
from basebash.engine import HERE, INCREASED, MINION, PLAYED, Act, Base, Card, Event, Who


def visitors(base: Card) -> set[Who]:
    """The players who played a minion at this base this turn."""
    return {deed.player for deed in base.deeds(PLAYED, at=base) if deed.value == MINION}


class HiveOfScumAndVillainy(Base, of=ASTROKNIGHTS):
    """After the first action you play each turn that directly increases the power of a minion of yours
    here, draw a card.
    """

    name = "Hive of Scum and Villainy"
    breakpoint = 18
    vp = (4, 2, 1)
    rulings = DIRECT_INCREASE
    once = ("after_action_played",)

    def hears(self, me: Card, event: Event) -> bool:
        earlier = me.deeds(INCREASED, player=event.player, at=me)
        return not any(deed.whose == event.player for deed in earlier)

    def holds(self, me: Card, event: Event) -> bool:
        return any(base is me and whose == event.player for _, base, whose in event.increased_at)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class NoMoon(Base, of=ASTROKNIGHTS):
    """Before this base scores, another base, picked at random, is destroyed and replaced as usual."""

    name = "No-Moon"
    breakpoint = 25
    vp = (5, 3, 3)

    async def before_scoring(self, me: Card, base: Card) -> None:
        for other in me.random_cards(me.other_bases, 1):
            await me.destroy_base(other)


class ChangingRoom(Base, of=CHANGERBOTS):
    """When a minion here has used a talent, it gets +1 power until the turn ends."""

    breakpoint = 22
    vp = (5, 3, 2)
    rulings = (
        "The talent may be the minion's own or that of an action on it.",
        "A talent that brings the minion to this base doesn't count.",
    )

    scope = HERE

    async def after_talent_used(self, me: Card, event: Event) -> None:
        if event.card.is_minion:
            await me.add_power(event.card, 1, player=event.player)


class Unicrave(Base, of=CHANGERBOTS):
    """Before this base scores, replace it with the base deck's top card: discard this card, leave all cards
    on it where they are, and go on scoring.
    """

    breakpoint = 19
    vp = (0, 0, 0)
    rulings = ("The new base still scores, even if the power there is below its breakpoint.",)

    async def before_scoring(self, me: Card, base: Card) -> None:
        if await me.replace_base(me, scores_on=True) is not None:
            me.discard_base()


class SpikeyChairRoom(Base, of=IGNOBLES):
    """At the end of each turn, every player who played a minion here that turn may destroy one minion they
    own to draw a card.
    """

    breakpoint = 20
    vp = (4, 2, 1)
    rulings = ("This works even if the minion has moved away since, or if this base scored that turn.",)

    lingers = True

    def is_start_for(self, me: Card, player: int) -> bool:
        return bool(visitors(me))

    async def end_of_turn(self, me: Card, player: int) -> None:
        came = visitors(me)
        for you in me.clockwise():
            owned = [minion for minion in me.all_minions if minion.owner == you and you in came]
            minion = await me.choose(owned, "Destroy which minion to draw a card?", may=True, player=you)
            if await me.destroy(minion, player=you):
                await me.draw(player=you)


class Wintersquashed(Base, of=IGNOBLES):
    """After playing a minion here, you may give another player control of it."""

    breakpoint = 16
    vp = (2, 4, 2)
    rulings = ("First resolve the minion's own ability, then give it away.",)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you, minion = event.player, event.card
        if minion.in_play and minion.controller == you:
            others = [player for player in me.clockwise() if player != you]
            to = await me.choose_player(others, f"Give {minion.name} to whom?", may=True, player=you)
            await me.give_control(minion, to, player=you)


class NeutralSpace(Base, of=STAR_ROAMERS):
    """A minion here isn't affected by the minions that other players have here."""

    breakpoint = 18
    vp = (3, 2, 1)

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        both_here = card.base is me and act.source.base is me
        return both_here and card.is_minion and act.source.is_minion and card.is_enemy(act.source)


class USSUndertaking(Base, of=STAR_ROAMERS):
    """At the start of your turn, choose a minion of yours. You may move it to this base, or from here to
    another one.
    """

    name = "USS Undertaking"
    breakpoint = 22
    vp = (4, 2, 1)

    def is_start_for(self, me: Card, player: int) -> bool:
        return any(minion.controller == player for minion in me.all_minions)

    async def start_of_turn(self, me: Card, player: int) -> None:
        yours = [minion for minion in me.all_minions if minion.controller == player]
        minion = await me.choose(yours, "Move which minion to or from here?", may=True, player=player)
        if minion is not None:
            leaves = minion.base is me
            to = await me.choose(me.other_bases if leaves else [me], "Move it where?", player=player)
            await me.move(minion, to, player=player)
