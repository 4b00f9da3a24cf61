"""The bases of That '70s Expansion."""

from basebash.cards.that_70s_expansion.disco_dancers import DISCO_DANCERS
from basebash.cards.that_70s_expansion.kung_fu_fighters import KUNG_FU_FIGHTERS
from basebash.cards.that_70s_expansion.truckers import TRUCKERS
from basebash.cards.that_70s_expansion.vigilantes import VIGILANTES
from basebash.engine import HERE, SHUFFLE, Act, Base, Card, Event, Instead, Scoring, are_rivals


class BoogieWonderland(Base, of=DISCO_DANCERS):
    """A player whose standard action has affected one or more of their own minions here draws a card."""

    breakpoint = 21
    vp = (4, 2, 1)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_standard

    def holds(self, me: Card, event: Event) -> bool:
        affected = event.affected_at + event.copied_at
        return any(card.is_minion and base is me and who == event.player for card, base, who in affected)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class FunkyTown(Base, of=DISCO_DANCERS):
    """Once per turn, while a standard action of yours directly affects minions that you have here, you may let it
    affect another of your minions here in the same way.
    """

    breakpoint = 23
    vp = (4, 3, 2)
    once = ("joins",)

    def would_join(self, me: Card, act: Act, hit: list[Card]) -> bool:
        return any(minion.base is me and minion.controller == act.by for minion in hit)

    async def joins(self, me: Card, act: Act, hit: list[Card]) -> Card | None:
        others = [minion for minion in me.minions_of(act.by) if minion not in hit]
        prompt = f"Let {act.source.name} affect which other minion?"
        return await me.choose(others, prompt, may=True, player=act.by)


class AncientDojo(Base, of=KUNG_FU_FIGHTERS):
    """Whenever you have played a minion here, each of your minions here that has less power gets a +1 power
    counter.
    """

    breakpoint = 25
    vp = (5, 4, 3)
    scope = HERE
    rulings = (
        "This happens for each minion you play here.",
        "Yours are the minions that you control.",
        "Counters stay when this base is gone or its ability is cancelled.",
    )

    async def after_minion_played(self, me: Card, event: Event) -> None:
        weaker = [minion for minion in me.minions_of(event.player) if minion.power < event.card.power]
        await me.add_counters(weaker, player=event.player)


class TournamentSite(Base, of=KUNG_FU_FIGHTERS):
    """When this base scores, its winner gains 1 VP more for each player who has no power here."""

    breakpoint = 19
    vp = (2, 0, 0)

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            await me.gain_vp(scoring.totals.count(0), player=player)


class TheGreasySpoon(Base, of=TRUCKERS):
    """An action on this base that would go to the discard pile is shuffled into its owner's deck instead."""

    breakpoint = 20
    vp = (4, 2, 1)

    def would_replace(self, me: Card, card: Card) -> bool:
        return card.is_action and card.host is me and card.has_owner

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, SHUFFLE)


class TruckStop(Base, of=TRUCKERS):
    """When your turn starts, you may transfer an action from another base to this one, or from this one to
    another.
    """

    breakpoint = 18
    vp = (3, 2, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        actions = [action for base in me.bases for action in base.actions]
        action = await me.choose(actions, "Transfer an action from or to Truck Stop?", may=True, player=player)
        if action is not None:
            bases = me.other_bases if action.host is me else [me]
            await me.transfer(action, await me.choose(bases, f"Transfer {action.name} where?", player=player))


class Hideout(Base, of=VIGILANTES):
    """A minion here isn't affected by the cards of players other than its controller."""

    breakpoint = 18
    vp = (3, 1, 1)

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card.is_minion and card.base is me and card.is_enemy(act.source)


class TheMeanStreets(Base, of=VIGILANTES):
    """After each action that affects a card here, or several, every player but the one who played it may choose a
    minion here, which gets a +1 power counter.
    """

    breakpoint = 25
    vp = (5, 3, 2)

    def holds(self, me: Card, event: Event) -> bool:
        return any(base is me and not card.is_base for card, base, _ in event.affected_at)

    async def after_action_played(self, me: Card, event: Event) -> None:
        for player in me.clockwise():
            if are_rivals(player, event.player):
                prompt = "Which minion gets a +1 power counter?"
                await me.add_counters(await me.choose(me.minions, prompt, may=True, player=player), player=player)
