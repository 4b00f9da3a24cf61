"""The bases of World Tour: International Incident."""

from basebash.cards.international_incident.luchadors import LUCHADORS
from basebash.cards.international_incident.mounties import MOUNTIES
from basebash.cards.international_incident.musketeers import MUSKETEERS
from basebash.cards.international_incident.sumo_wrestlers import SUMO_WRESTLERS
from basebash.engine import HERE, Base, Card, Event, are_rivals


class Ringside(Base, of=LUCHADORS):
    """Each time an action you played has directly affected another player's minion here, draw a card."""

    breakpoint = 21
    vp = (4, 2, 1)

    def holds(self, me: Card, event: Event) -> bool:
        return any(
            card.is_minion and base is me and are_rivals(controller, event.player)
            for card, base, controller in event.affected_at
        )

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw(player=event.player)


class TheSquaredCircle(Base, of=LUCHADORS):
    """After the first minion you play here each turn, you may take an action, picked at random from your
    discard pile, into your hand.
    """

    breakpoint = 18
    vp = (3, 1, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        actions = [card for card in me.discard_pile_of(event.player) if card.is_action]
        if actions and await me.may("Take a random action from your discard pile?", player=event.player):
            await me.place_in_hand(me.random_cards(actions, 1), player=event.player)


class GreatWhiteNorthEh(Base, of=MOUNTIES):
    """When this base is about to score, each player may move one of their own minions away from here, to another
    base. Until the turn ends that minion has +1 power.
    """

    name = "Great White North, Eh?"
    breakpoint = 21
    vp = (2, 3, 1)
    rulings = ("The base scores all the same, even if the power left falls short of the breakpoint.",)

    async def before_scoring(self, me: Card, base: Card) -> None:
        for player in me.clockwise():
            minion = await me.choose(me.minions_of(player), "Move which minion away?", may=True, player=player)
            if minion is not None:
                to = await me.choose(me.other_bases, "Move it where?", player=player)
                await me.add_power(await me.move(minion, to, player=player), 1, player=player)


class StrategicSyrupReserve(Base, of=MOUNTIES):
    """When you have played a minion here, you may move a minion of another player here from another base that
    also has a minion of yours.
    """

    breakpoint = 23
    vp = (4, 2, 1)

    scope = HERE

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        bases = [base for base in me.other_bases if base.minions_of(you)]
        rivals = [minion for base in bases for minion in base.minions if minion.is_enemy_of(you)]
        await me.move(await me.choose(rivals, "Move which minion here?", may=True, player=you), me, player=you)


class BastionSaintGervais(Base, of=MUSKETEERS):
    """Once per turn, when an action you played has directly affected a minion of yours here, you may play an
    extra action.
    """

    name = "Bastion Saint-Gervais"
    breakpoint = 25
    vp = (5, 4, 3)
    rulings = (
        "It is asked where the minion was when the action was played: moving it away counts, moving it here doesn't.",
        "An Argonaut that is played here affects no minion, so it brings no extra action.",
    )

    once = ("after_action_played",)

    def holds(self, me: Card, event: Event) -> bool:
        return any(
            card.is_minion and base is me and controller == event.player for card, base, controller in event.affected_at
        )

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.extra_action(player=event.player)


class TheGoldenLily(Base, of=MUSKETEERS):
    """As your turn ends, draw a card if you have a minion here."""

    breakpoint = 18
    vp = (3, 2, 2)

    async def end_of_turn(self, me: Card, player: int) -> None:
        if me.minions_of(player):
            await me.draw(player=player)


class HeyaTrainingStable(Base, of=SUMO_WRESTLERS):
    """When your turn starts, you may discard a card. If you do, one of your minions here gets a +1 power counter."""

    breakpoint = 23
    vp = (4, 2, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        if me.minions_of(player) and await me.discard_cards(
            1, "Discard a card for a +1 power counter?", may=True, player=player
        ):
            minion = await me.choose(me.minions_of(player), "Which minion gets the counter?", player=player)
            await me.add_counters(minion, player=player)


class TheDohyo(Base, of=SUMO_WRESTLERS):
    """After the first minion you play here on your turn, you may choose a minion of another player here and
    move it to another base.
    """

    breakpoint = 17
    vp = (3, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.turn_player == event.player and me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        you = event.player
        rivals = [minion for minion in me.minions if minion.is_enemy_of(you)]
        minion = await me.choose(rivals, "Move which minion away?", may=True, player=you)
        if minion is not None:
            await me.move(minion, await me.choose(me.other_bases, "Move it where?", player=you), player=you)
