"""Musketeers: one action on a minion leads to the next."""

from basebash.engine import (
    ACTION,
    AFFECTED,
    ANOTHER,
    BEFORE_SCORING,
    ON_MINION,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
)

MUSKETEERS = Faction(
    "Musketeers",
    hyphenated="Muske|teers",
    set_name="World Tour: International Incident",
    intro=(
        "Actions that directly affect a minion and bring another action: with the right hand you play five of them in "
        "one turn. "
        "Pick one minion and aim everything at it: Young Musketeers grow, D'Artagnan draws, Aramis adds one more "
        "action. "
        "The boosts fade when the turn ends, so start the chain when a base can be broken."
    ),
    summary="Chain actions on one minion",
    difficulty=4,
    tags=("grow", "draw"),
    icon="fleur-de-lys",
    colours=("#00458a", "#dbe091"),
)


class Athos(Minion, of=MUSKETEERS):
    """Ongoing: When an action you played has directly affected other minions of yours here, each of those has
    +1 power until the turn ends.
    """

    power = 4
    scope = YOURS

    def holds(self, me: Card, event: Event) -> bool:
        return bool(self._friends(me, event))

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_power(self._friends(me, event), 1)

    def _friends(self, me: Card, event: Event) -> list[Card]:
        # "Here" is where Athos was when the action was played: it may have moved him together with the others.
        here = next((base for card, base, _ in event.affected_at if card is me), me.base)
        return [
            card
            for card, base, controller in event.affected_at
            if card.is_minion and card is not me and base is here and controller == me.controller and card.in_play
        ]


class Porthos(Minion, of=MUSKETEERS):
    """Ongoing: Other players' actions don't affect this minion."""

    power = 4

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card is me and act.source.is_action and me.is_enemy(act.source)


class Aramis(Minion, of=MUSKETEERS):
    """Ongoing: Once on your turn, when an action you played has directly affected this minion, you may play an
    extra action; it must directly affect this minion too.
    """

    power = 4
    rulings = ("This happens in Play Cards only, so Last Stand can't bring it about.",)

    scope = YOURS
    once = ("after_action_played",)

    def holds(self, me: Card, event: Event) -> bool:
        return me.is_your_play_cards and me in event.affected

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.extra_action(affecting=me)


class DArtagnan(Minion, of=MUSKETEERS):
    """Ongoing: Each time an action you played has directly affected this minion, draw a card."""

    name = "D'Artagnan"
    power = 4
    rulings = ("You draw before the action is discarded or goes anywhere else, so you never draw that very card.",)

    scope = YOURS

    def holds(self, me: Card, event: Event) -> bool:
        return me in event.affected

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw()


class YoungMusketeer(Minion, of=MUSKETEERS, copies=5):
    """Ongoing: When the first action you play each turn that directly affects this minion has done so, it has
    +1 power until the turn ends.
    """

    power = 3
    scope = YOURS
    once = ("after_action_played",)

    def hears(self, me: Card, event: Event) -> bool:
        return not me.deeds(AFFECTED, player=me.controller, card=me)

    def holds(self, me: Card, event: Event) -> bool:
        return me in event.affected

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_power(me, 1)


class AllForOne(Action, of=MUSKETEERS):
    """Play on a minion. An extra action may follow. Ongoing: When another action that you played has directly affected
    this minion, it gets +1 power until the turn ends, and you destroy this card when the turn ends.
    """

    name = "All for One"
    plays_on = ON_MINION
    scope = YOURS + ANOTHER
    rulings = ("Every such action in the turn brings another +1 power.",)

    async def on_play(self, me: Card) -> None:
        await me.extra_action()

    def holds(self, me: Card, event: Event) -> bool:
        return me.host in event.affected

    async def after_action_played(self, me: Card, event: Event) -> None:
        me.mark_used(self)
        await me.add_power(me.host, 1)

    def is_start_for(self, me: Card, player: int) -> bool:
        return me.was_used(self)

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me)


class BidingTime(Action, of=MUSKETEERS):
    """Choose a minion. It gets +2 power until the turn ends. You may play an extra action, as long as it
    directly affects that minion.
    """

    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets stronger?")
        if minion is not None:
            await me.add_power(minion, 2)
            await me.extra_action(affecting=minion)


class EnGarde(Action, of=MUSKETEERS, copies=2):
    """Choose a minion. It gets +1 power until the turn ends. You draw a card and may play an extra action."""

    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets stronger?"), 1)
        await me.draw()
        await me.extra_action()


class LastStand(Action, of=MUSKETEERS):
    """Special: When a base is about to score, one of your minions there gets +2 power until the turn ends.
    Draw a card.
    """

    window = BEFORE_SCORING
    only_special = True
    boosts = Minions(yours=True)

    async def on_special(self, me: Card, base: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me, at=base), "Which minion gets stronger?"), 2)
        await me.draw()


class MakeWay(Action, of=MUSKETEERS):
    """Choose one of your minions and move it to another base. An extra action may follow."""

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it where?"))
        await me.extra_action()


class OnARoll(Action, of=MUSKETEERS):
    """Play up to two extra actions, both directly affecting one and the same minion."""

    name = "On a Roll"

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.all_minions, "Which minion shall both actions affect?", may=True)
        for _ in range(2 if minion is not None else 0):
            await me.extra_action(affecting=minion)


class OneForAll(Action, of=MUSKETEERS, copies=2):
    """Choose a base. Your minions there have +1 power each until the turn ends. You may play an extra action."""

    name = "One For All"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Which base?")
        await me.add_power(self.boosts(me, at=base), 1)
        await me.extra_action()


class ToBattle(Action, of=MUSKETEERS):
    """Play an extra minion. You may play an extra action, as long as it directly affects that minion."""

    name = "To Battle!"

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    async def extra_played(self, me: Card, player: int, card: Card) -> None:
        await me.extra_action(affecting=card, player=player)


class TokenOfAffection(Action, of=MUSKETEERS):
    """Search your deck, your discard pile or both for an action that directly affects minions, and put it
    into your hand. You may play it at once as an extra action.
    """

    name = "Token of Affection"

    async def on_play(self, me: Card) -> None:
        action = await me.search(is_aimed_at_minions, "Take which action?", discard=True)
        await me.place_in_hand(action)
        await me.play_card(action, may=True, kind=ACTION)


def is_aimed_at_minions(card: Card) -> bool:
    """Whether a card is an action that directly affects a minion."""
    return card.is_action and card.printed.aims_at_minions
