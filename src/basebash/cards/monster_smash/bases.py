"""The bases of Monster Smash."""

from basebash.cards.monster_smash.giant_ants import GIANT_ANTS
from basebash.cards.monster_smash.mad_scientists import MAD_SCIENTISTS
from basebash.cards.monster_smash.vampires import VAMPIRES
from basebash.cards.monster_smash.werewolves import WEREWOLVES
from basebash.engine import DESTROY, HERE, MINION, PLAYED, USED, Act, Base, Card, Event, Scoring


def is_first_here(me: Card, event: Event) -> bool:
    """Whether no other minion was played at this base before it this turn."""
    here = [deed.card for deed in me.deeds(PLAYED, at=me) if deed.value & MINION]
    return here == [event.card.id]


class EggChamber(Base, of=GIANT_ANTS):
    """A minion here that has a +1 power counter can't be destroyed."""

    breakpoint = 17
    vp = (3, 1, 1)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return act.how == DESTROY and card.is_minion and card.base is me and card.counters > 0


class TheHill(Base, of=GIANT_ANTS):
    """When your turn starts, you may move one of your minions here from another base."""

    breakpoint = 23
    vp = (4, 2, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        ants = [minion for base in me.other_bases for minion in base.minions_of(player)]
        minion = await me.choose(ants, "Move a minion to The Hill?", may=True, player=player)
        await me.move(minion, me, player=player)


class GolemSchloss(Base, of=MAD_SCIENTISTS):
    """After this base scores, every minion of the winner, wherever it is, gets a +1 power counter."""

    name = "Golem Schloß"
    breakpoint = 22
    vp = (4, 3, 2)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.add_counters([m for m in me.all_minions if m.controller == player], player=player)


class Laboratorium(Base, of=MAD_SCIENTISTS):
    """Each turn, the first minion played here gets a +1 power counter from its controller."""

    breakpoint = 25
    vp = (5, 3, 3)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return is_first_here(me, event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_counters(event.card, player=event.card.controller)


class CastleBlood(Base, of=VAMPIRES):
    """When you have played a minion here and you have less power here than another player, you may put a +1
    power counter on that minion.
    """

    breakpoint = 18
    vp = (3, 1, 1)
    rulings = (
        "It counts for every minion you play here, not just for the first.",
        "Compare once the minion's own ability has resolved.",
        "The counters remain when this base is gone or its ability is cancelled.",
    )

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        if any(me.total(player) > me.total(you) for player in me.clockwise()):
            minion = await me.choose([event.card], "Place a +1 power counter on it?", may=True, player=you)
            await me.add_counters(minion, player=you)


class Crypt(Base, of=VAMPIRES):
    """When one or more minions have been destroyed here at once, whoever did it may give a +1 power counter to a
    minion that they have here.
    """

    breakpoint = 20
    vp = (4, 2, 2)

    scope = HERE

    async def after_minions_destroyed(self, me: Card, event: Event) -> None:
        prompt = "Which minion gets a +1 power counter?"
        for player in event.doers:
            minion = await me.choose(me.minions_of(player), prompt, may=True, player=player)
            await me.add_counters(minion, player=player)


class MootSite(Base, of=WEREWOLVES):
    """Each turn, the first minion played here gets +2 power until the turn ends."""

    breakpoint = 15
    vp = (2, 1, 0)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return is_first_here(me, event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_power(event.card, 2, player=event.card.controller)


class StandingStones(Base, of=WEREWOLVES):
    """On your turn, a single minion that you have here can use its talent twice."""

    breakpoint = 20
    vp = (4, 2, 1)

    def extra_talents(self, me: Card, card: Card) -> int:
        if not card.is_minion or card.base is not me:
            return 0
        deeds = me.deeds(USED, player=card.controller)
        uses = [(deed.card, deed.other, deed.arrival, deed.value) for deed in deeds]
        twice = {use[0] for use, deed in zip(uses, deeds, strict=True) if deed.base == me.id and uses.count(use) > 1}
        return 1 if twice <= {card.id} else 0
