"""The bases of Excellent Movies, Dudes!."""

from basebash.cards.excellent_movies_dudes.action_heroes import ACTION_HEROES
from basebash.cards.excellent_movies_dudes.backtimers import BACKTIMERS
from basebash.cards.excellent_movies_dudes.extramorphs import EXTRAMORPHS
from basebash.cards.excellent_movies_dudes.wraithrustlers import WRAITHRUSTLERS
from basebash.engine import HAND, HERE, NOBODY, YOUR_NEXT_TURN_END, Allowance, Base, Card, Event, Lasting, Scoring


class BuildingRooftop(Base, of=ACTION_HEROES):
    """When your turn starts and you have exactly one minion here, you may lower this base's breakpoint by
    that minion's power until the turn ends. When this base scores, each player who has exactly one minion
    here gains 1 VP.
    """

    breakpoint = 20
    vp = (3, 1, 1)

    async def start_of_turn(self, me: Card, player: int) -> None:
        minions = me.minions_of(player)
        if len(minions) == 1 and await me.may(f"Lower the breakpoint of {me.name}?", player=player):
            me.change_breakpoint(me, -minions[0].power)

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in me.clockwise():
            if len(me.minions_of(player)) == 1:
                await me.gain_vp(player=player)


class JungleCamp(Base, of=ACTION_HEROES):
    """After this base scores, the winner may take one of their minions here back into their hand."""

    breakpoint = 20
    vp = (3, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            minion = await me.choose(me.minions_of(player), "Return which minion?", may=True, player=player)
            await me.return_to_hand(minion, player=player)


class AlternatePresent(Base, of=BACKTIMERS):
    """After the first minion you play here each turn, you may choose a card in your hand and place two stasis
    counters on it.
    """

    breakpoint = 20
    vp = (4, 2, 2)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_minion(event)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        player = event.player
        hand = me.hand_of(player)
        card = await me.choose(hand, "Place two stasis counters on which card?", may=True, player=player)
        await me.put_in_stasis(card, 2, player=player)


class TimeTravelingCar(Base, of=BACKTIMERS):
    """After this base scores, its winner may choose one of their minions or actions here and place two stasis
    counters on it.
    """

    name = "Time-Traveling Car"
    breakpoint = 22
    vp = (3, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            cards = [*me.minions, *me.actions, *(action for minion in me.minions for action in minion.actions)]
            yours = [card for card in cards if card.controller == player]
            card = await me.choose(yours, "Place two stasis counters on which card?", may=True, player=player)
            await me.put_in_stasis(card, 2, player=player)


class AncientCrashedShip(Base, of=EXTRAMORPHS):
    """Each time you have played a minion here that didn't come from your hand, it gets a +1 power
    counter.
    """

    breakpoint = 21
    vp = (4, 2, 1)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return event.zone != HAND

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_counters(event.card, player=event.player)


class BroodHive(Base, of=EXTRAMORPHS):
    """When this base is about to score, each player who has a minion here may play another here off the top
    of their deck, as an extra minion: first the player to the left of the current player, and the current
    player last.
    """

    breakpoint = 22
    vp = (4, 2, 1)

    async def before_scoring(self, me: Card, base: Card) -> None:
        current, *others = me.clockwise()
        for player in (*others, current):
            if me.minions_of(player) and await me.may("Hatch a minion off your deck?", player=player):
                await me.play_off_top(at=me, player=player)


class RooftopPortal(Base, of=WRAITHRUSTLERS):
    """Once per turn, after you have destroyed a card here, draw a card."""

    breakpoint = 22
    vp = (5, 3, 2)

    scope = HERE
    once = ("after_destroyed",)

    def hears(self, me: Card, event: Event) -> bool:
        return event.by is not NOBODY

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.draw(player=event.by)


class ExtraCard(Lasting):
    """On your next turn you may play either kind of extra card."""

    def offers(self, me: Card, player: int) -> Allowance | None:
        return Allowance() if player == me.controller and me.turn > me.amount else None


class WraithrustlersHQ(Base, of=WRAITHRUSTLERS):
    """The winner may play either an extra action or an extra minion on their next turn."""

    name = "Wraithrustlers HQ"
    breakpoint = 20
    vp = (4, 2, 1)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        for player in scoring.winners:
            me.lay_down(ExtraCard, until=YOUR_NEXT_TURN_END, amount=me.turn, player=player)
