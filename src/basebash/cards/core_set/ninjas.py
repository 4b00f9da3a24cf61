"""Ninjas: they strike where nobody looked, often when the base already scores."""

from collections.abc import Iterable

from basebash.engine import (
    BEFORE_SCORING,
    MINION,
    ON_BASE,
    ON_MINION,
    ON_YOUR_MINION,
    PLAY,
    PLAY_CARDS,
    PLAYED,
    RETURN,
    YOUR_TURN_START,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Penalty,
    Titan,
)

NINJAS = Faction(
    "Ninjas",
    set_name="Core Set",
    summary="Strike the moment bases score",
    difficulty=4,
    tags=("smash", "move"),
    icon="ninja-head",
    colours=("#454b5c", "#ff8f86"),
    partner=("Vampires", "Strike late, feed well."),
    intro=(
        "Nobody can count on a base until the Ninjas have passed. "
        "Shinobi and Hidden Ninja drop in just before scoring, and your assassins remove whoever is left. "
        "Keep a surprise in hand rather than playing everything you draw, "
        "and use Acolytes and Disguise to swap weak minions for strong ones."
    ),
)


def has_played_minion(me: Card) -> bool:
    """Whether its controller has played a minion in Play Cards of this turn."""
    played = me.deeds(PLAYED, player=me.controller)
    return any(deed.phase == PLAY_CARDS and deed.value == MINION for deed in played)


class NinjaMaster(Minion, of=NINJAS):
    """You may destroy a minion here."""

    power = 5

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.find_minions(here=True), "Destroy which minion?", may=True))


class TigerAssassin(Minion, of=NINJAS, copies=2):
    """You may destroy a minion here with power 3 or less."""

    power = 4

    async def on_play(self, me: Card) -> None:
        small = me.find_minions(here=True, max_power=3)
        await me.destroy(await me.choose(small, "Destroy which minion?", may=True))


class Shinobi(Minion, of=NINJAS, copies=3):
    """Special: You may play this minion on a base before it scores.
    For each base, you can use the ability of only one Shinobi.
    """

    power = 3
    mentions = ("Shinobi",)

    window = BEFORE_SCORING

    def can_be_special(self, me: Card, base: Card) -> bool:
        return not me.was_used(self, at=base)

    async def on_special(self, me: Card, base: Card) -> None:
        me.mark_used(self, at=base)


class NinjaAcolyte(Minion, of=NINJAS, copies=4):
    """Talent: With no minion played yet this turn, you may swap this one out: return it to your hand
    and, at once, play an extra minion here.
    """

    power = 2
    rulings = (
        "Only your Play Cards phase counts: a minion you played at the start of your turn doesn't stop this.",
        "Do both or neither: you can't return Ninja Acolyte without playing a minion, or the reverse.",
    )

    async def talent(self, me: Card) -> None:
        here = me.here
        if has_played_minion(me):
            return
        player = me.controller
        minions = me.playable_minions(here, returned=me)
        if await me.may(f"Return {me.name} and play a minion here?", having=minions) and await me.return_to_hand(me):
            await me.extra_minion(at=here, now=True, must=True, player=player)


class Disguise(Action, of=NINJAS):
    """Choose 1 or 2 of your minions on the same base. Play as many extra minions there,
    and return the ones you chose to your hand.
    """

    targets = Minions(yours=True)
    rulings = (
        "Do both or neither: each minion you return needs a minion played in its place, and the reverse.",
        "The extra minions are played right now and can't be saved for later.",
    )

    async def on_play(self, me: Card) -> None:
        spare = {base: len(me.playable_minions(base)) for base in me.bases}
        first = await me.choose([m for m in self.targets(me) if spare[m.here]], "Choose a minion", secret=True)
        if first is None:
            return
        here = first.here
        others = [m for m in self.targets(me, at=here) if m is not first and spare[here] > 1]
        second = await me.choose(others, "Choose a second minion?", may=True, secret=True)
        picked = [first] if second is None else [first, second]
        chosen = [minion for minion in picked if not me.is_safe(minion, RETURN)]
        played = [(await me.extra_minion(at=here, now=True, must=True)).played for _ in chosen]
        count = len(chosen) - played.count(None)
        left = [m for m in chosen if m.in_play and m not in played]
        await me.return_to_hand(await me.choose_some(left, "Return which?", low=count, high=count))


class HiddenNinja(Action, of=NINJAS):
    """Special: Play a minion on a base before that base scores."""

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.extra_minion(at=base, now=True)


class Infiltrate(Action, of=NINJAS, copies=2):
    """Play on a base. You may destroy one other action on it.
    Talent: Destroy this card to cancel the base's ability until your next turn starts.
    """

    plays_on = ON_BASE

    async def on_play(self, me: Card) -> None:
        others = [action for action in me.here.actions if action is not me]
        await me.destroy(await me.choose(others, "Destroy which action?", may=True))

    async def talent(self, me: Card) -> None:
        base = me.here
        player = me.controller
        if await me.destroy(me):
            await me.cancel(base, until=YOUR_TURN_START, player=player)


class Poison(Penalty, of=NINJAS):
    """Play on a minion and destroy any number of actions on it.
    Ongoing: It has -4 power, but never less than 0.
    """

    bonus = -4

    async def on_play(self, me: Card) -> None:
        if me.host is not None:
            await me.destroy(await me.choose_some(me.host.actions, "Destroy which actions?"))


class SeeingStars(Action, of=NINJAS, copies=2):
    """Choose a minion with power 3 or less and destroy it."""

    targets = Minions(max_power=3)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class SmokeBomb(Action, of=NINJAS):
    """Play on one of your minions. Ongoing: Other players' actions don't affect it."""

    plays_on = ON_YOUR_MINION

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.source.is_action and me.is_enemy(act.source)


class WayOfDeception(Action, of=NINJAS):
    """Choose one of your minions and move it to another base."""

    name = "Way of Deception"
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it where?"))


class Assassination(Action, of=NINJAS):
    """Play on a minion. Ongoing: At the end of the turn, destroy this minion."""

    plays_on = ON_MINION

    def is_start_for(self, me: Card, player: int) -> bool:
        return True

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me.host)


class InvisibleNinja(Titan, of=NINJAS):
    """Special: On your turn, unless this titan was in play when the turn started, you may discard a card. If
    you do, play it at a base with a minion of yours. Ongoing: Once per turn, when you have destroyed a card
    of another player or returned a minion of yours to your hand, you may look at your deck's top 2 cards,
    draw one of them and shuffle the other into your deck. Special: When your turn starts, you may destroy
    this titan. If you do, play an extra minion with power 3 or less.
    """

    once = ("after_destroyed", "after_to_hand")

    def where(self, me: Card, player: int) -> Iterable[Card]:
        if not me.hand or me.remarks:
            return ()
        return (base for base in me.bases if base.minions_of(player))

    async def use(self, me: Card, player: int) -> None:
        bases = list(self.where(me, player))
        if await me.discard_cards(1, "Discard a card"):
            await me.play_titan(bases, may=False)

    def hears(self, me: Card, event: Event) -> bool:
        if event.destroyed:
            return event.by == me.controller and me.is_other_player(event.player)
        back = event.zone == PLAY and event.card.is_minion
        return back and event.by == event.player == event.hand == me.controller

    async def after_destroyed(self, me: Card, event: Event) -> None:
        if await me.may("Look at the top 2 cards of your deck?"):
            cards = me.look_at_top(2)
            drawn = await me.choose(cards, "Draw which card?")
            await me.place_in_hand(drawn, hand_of=me.controller)
            me.shuffle_deck()

    async def after_to_hand(self, me: Card, event: Event) -> None:
        await self.after_destroyed(me, event)

    async def after_this_left(self, me: Card, event: Event) -> None:
        if not me.arrived_this_turn:
            me.remark(me.entered)

    async def start_of_turn(self, me: Card, player: int) -> None:
        if await me.may(f"Destroy {me.name} to play an extra minion?"):
            if await me.destroy(me):
                await me.extra_minion(max_power=3, player=player)
            await me.announce_special(self, player)
