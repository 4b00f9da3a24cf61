"""Cyborg Apes: actions stacked on their own minions until something gives."""

from basebash.engine import (
    ON_MINION,
    ON_YOUR_MINION,
    PLACE,
    TO_HAND,
    Act,
    Action,
    Allowance,
    Boost,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Minions,
    Scoring,
)

CYBORG_APES = Faction(
    "Cyborg Apes",
    set_name="Science Fiction Double Feature",
    summary="Hang many actions on minions",
    difficulty=2,
    tags=("grow",),
    icon="gorilla",
    colours=("#5c4a44", "#9cf3cf"),
    intro=(
        "Pile gadgets onto your apes: every action on a Furious George is power, and Juiced Up counts "
        "the whole pile. Baboom plays more of them each turn, Cyberback digs them out of the discard pile, "
        "and Clyde 2.0 hands them back when a base scores. "
        "All your eggs are in one hairy basket, so put Shielding on it before somebody kicks it over."
    ),
)


class Cyberback(Minion, of=CYBORG_APES):
    """Ongoing: Actions you play on this minion may come from your discard pile instead of your hand."""

    power = 5

    def opens_discard(self, me: Card, player: int, card: Card, target: Card | None, right: Allowance | None) -> bool:
        return target is me and player == me.controller


class Clyde20(Minion, of=CYBORG_APES, copies=2):
    """Ongoing: When an action of yours goes from a minion here to the discard pile, you may place it into
    your hand instead.
    """

    name = "Clyde 2.0"
    power = 4

    def would_replace(self, me: Card, card: Card) -> bool:
        host = card.host
        yours = card.is_action and card.controller == me.controller
        return yours and host is not None and host.is_minion and host.base is me.base

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        kept = await me.choose([card], f"Place {card.name} into your hand instead?", may=True)
        return None if kept is None else me.instead(card, PLACE, to=TO_HAND)


class Baboom(Minion, of=CYBORG_APES, copies=3):
    """Talent: Play an extra action, on this minion."""

    power = 3

    async def talent(self, me: Card) -> None:
        await me.extra_action(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is me


class FuriousGeorge(Minion, of=CYBORG_APES, copies=4):
    """Ongoing: This minion has +1 power per action on it."""

    power = 2

    def power_bonus(self, me: Card, minion: Card) -> int:
        return len(me.actions) if minion is me else 0


class Cyberevolution(Boost, of=CYBORG_APES, copies=2):
    """Play on a minion. Ongoing: It has +3 power."""

    bonus = 3


class FlyingMonkey(Action, of=CYBORG_APES):
    """Play on a minion. Special: You may move that minion to another base after this base scores, and destroy
    this action.
    """

    plays_on = ON_MINION
    rulings = ("The base that replaces the scored one isn't there yet, so the minion can't move to it.",)

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        base = await me.choose(me.other_bases, "Move the minion to which base?", may=True)
        if base is not None:
            await me.move(me.host, base)
            await me.destroy(me)


class GoingBananas(Action, of=CYBORG_APES):
    """Choose a base. Destroy all actions of other players on it and on the minions there."""

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Destroy the other players' actions at which base?")
        await me.destroy([card for card in me.all_actions if card.base is base and me.is_enemy(card)])


class JuicedUp(Action, of=CYBORG_APES):
    """Play on a minion. Ongoing: It has +2 power per action on it, counting this one."""

    plays_on = ON_MINION
    boosts = Minions()

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 * len(minion.actions) if me.is_on(minion) else 0


class MissingUplink(Action, of=CYBORG_APES):
    """Play on one of your minions. Ongoing: Draw one more card at the end of your turn."""

    plays_on = ON_YOUR_MINION
    rulings = ("That comes after the Draw 2 Cards phase, so you don't discard down to 10 because of it.",)

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.draw()


class MonkeyOnYourBack(Action, of=CYBORG_APES):
    """Play on one of your minions. Talent: Destroy a minion of another player here with power 4 or less, and
    place this action on the bottom of your deck.
    """

    name = "Monkey on Your Back"
    plays_on = ON_YOUR_MINION

    async def talent(self, me: Card) -> None:
        prey = me.find_minions(here=True, yours=False, max_power=4)
        await me.destroy(await me.choose(prey, "Destroy which minion?"))
        await me.place_on_deck(me, bottom=True)


class MonkeySeeMonkeyDo(Action, of=CYBORG_APES):
    """Reveal the top 5 cards of your deck. Into your hand, place any number of the actions among them;
    shuffle the others into your deck.
    """

    name = "Monkey See, Monkey Do"

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.reveal_top(5) if card.is_action]
        await me.place_in_hand(await me.choose_some(actions, "Take any number of actions"))
        me.shuffle_deck()


class Shielding(Action, of=CYBORG_APES, copies=2):
    """Play on a minion. Ongoing: Other players' actions don't affect it, nor the other actions on it."""

    plays_on = ON_MINION
    rulings = (
        (
            "Actions of other players that are on the minion when you play Shielding are destroyed, "
            "since they affect it."
        ),
        "Shielding doesn't protect itself, but two of them on one minion protect each other.",
    )

    async def on_play(self, me: Card) -> None:
        await me.destroy([card for card in me.all_actions if card.host is me.host and me.is_enemy(card)])

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        shielded = me.is_on(card) or (card is not me and card.host is me.host)
        return shielded and act.source.is_action and me.is_enemy(act.source)
