"""Luchadors: put your holds on other players' minions, then make the most of them."""

from basebash.engine import (
    BEFORE_SCORING,
    HERE,
    MINION,
    ON_MINION,
    PLAYED,
    TURN_END,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
)

LUCHADORS = Faction(
    "Luchadors",
    hyphenated="Luch|adors",
    set_name="World Tour: International Incident",
    intro=(
        "You play actions on other players' minions: three Set-Ups that help you, and Pins that take a minion out of "
        "the count. "
        "Flor Loca, Cheap Pop and Reversal pay you for the Set-Ups that are out, and Yellow Demon finds the next one. "
        "Save Reversal for a base you are about to lose: it borrows a minion just long enough to score."
    ),
    summary="Hold rivals with your actions",
    difficulty=3,
    tags=("smash", "grow"),
    icon="luchador",
    colours=("#335019", "#f8edb0"),
)

SET_UP = "Set-Up actions are the actions that have Set-Up in their name."


def is_set_up(card: Card) -> bool:
    """Whether a card is a Set-Up action."""
    return card.is_action and card.is_a("Set-Up")


def has_set_up(minion: Card) -> bool:
    """Whether a Set-Up action is on a minion."""
    return any(is_set_up(action) for action in minion.actions)


class SetUp(Action):
    """An action that is played on another player's minion."""

    plays_on = ON_MINION
    traits = ("Set-Up",)

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return target.is_enemy_of(player)


class SenorMuchoslam(Minion, of=LUCHADORS):
    """Choose an action in your discard pile and place it into your hand. Talent: Play an extra action on a
    minion of another player.
    """

    name = "Señor Muchoslam"
    power = 5

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        await me.place_in_hand(await me.choose(actions, "Take which action into your hand?"))

    async def talent(self, me: Card) -> None:
        await me.extra_action(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return card.is_minion_action and target is not None and target.is_enemy_of(player)


class CapaRoja(Minion, of=LUCHADORS, copies=2):
    """Special: Before this base scores, you may destroy one minion of each other player here, each with
    printed power 3 or less.
    """

    power = 4
    rulings = ("What counts is the printed power: a small minion that has grown stronger isn't safe.",)

    async def before_scoring(self, me: Card, base: Card) -> None:
        victims: list[Card] = []
        for player in me.others:
            small = [minion for minion in base.minions_of(player) if minion.printed_power <= 3]
            victim = await me.choose(small, "Destroy which minion?", may=not victims)
            if victim is None and small:
                return
            victims += [victim] if victim is not None else []
        await me.destroy(victims)


class FlorLoca(Minion, of=LUCHADORS, copies=3):
    """Ongoing: While an action of yours is on another player's minion here, this minion has +2 power."""

    power = 3

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion is not me:
            return 0
        rivals = me.find_minions(here=True, yours=False)
        return 2 if any(action.controller == me.controller for rival in rivals for action in rival.actions) else 0


class YellowDemon(Minion, of=LUCHADORS, copies=4):
    """You may search your deck, your discard pile or both for a Set-Up action and put it into your hand."""

    power = 2
    rulings = (SET_UP,)

    async def on_play(self, me: Card) -> None:
        await me.place_in_hand(await me.search(is_set_up, "Take which Set-Up action?", discard=True, may=True))


class CheapPop(Action, of=LUCHADORS):
    """One of your minions gets +2 power until the turn ends, or +4 power if a minion at its base has a Set-Up
    action on it.
    """

    boosts = Minions(yours=True)
    rulings = (SET_UP,)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets stronger?")
        if minion is not None:
            await me.add_power(minion, 4 if any(map(has_set_up, minion.here.minions)) else 2)


def has_your_action(me: Card, minion: Card) -> bool:
    """Whether an action of its controller is on a minion."""
    return any(action.controller == me.controller for action in minion.actions)


class OutForTheCount(Action, of=LUCHADORS):
    """Choose a minion that has at least one action of yours on it. One of those actions goes back to your
    hand, and the minion is destroyed.
    """

    name = "Out for the Count"
    targets = Minions(has_your_action)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Which minion?")
        if minion is not None:
            yours = [action for action in minion.actions if action.controller == me.controller]
            await me.return_to_hand(await me.choose(yours, "Return which action?"))
            await me.destroy(minion)


class Pin(Action, of=LUCHADORS, copies=2):
    """Play on a minion that already has an action of yours on it. Ongoing: The abilities of this minion are
    cancelled, and its power is left out of its controller's total here.
    """

    plays_on = ON_MINION
    rulings = (
        (
            "The minion keeps its power: that still helps to break the base and is what other cards ask for, but it "
            "counts for nothing where totals are compared; its controller may take a place there with a total of 0."
        ),
    )

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return any(action.controller == player for action in target.actions)

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card)

    def counted_power_of(self, me: Card, card: Card) -> int | None:
        return 0 if me.is_on(card) else None


class PowerfulSetUp(SetUp, of=LUCHADORS):
    """Play on another player's minion. Ongoing: Your minions here have +1 power each."""

    name = "Powerful Set-Up"
    rulings = ("Should the minion it is on become yours, that minion gets the +1 power too.",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion.base is me.base and minion.controller == me.controller else 0


class QuickSetUp(SetUp, of=LUCHADORS):
    """Play on another player's minion. You may then play an extra action."""

    name = "Quick Set-Up"

    async def on_play(self, me: Card) -> None:
        await me.extra_action()


class SmartSetUp(SetUp, of=LUCHADORS):
    """Play on another player's minion. Ongoing: Each turn, after the first minion is played here, draw a card."""

    name = "Smart Set-Up"
    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return sum(deed.value == MINION for deed in me.deeds(PLAYED, at=me.base)) == 1

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.draw()


class Reversal(Action, of=LUCHADORS):
    """Special: Before a base scores where you aren't winning, take control of a minion there that has a Set-Up
    action on it, until the turn ends. Then destroy any number of your actions on it.
    """

    targets = Minions()
    window = BEFORE_SCORING
    only_special = True
    rulings = (SET_UP,)

    def can_be_special(self, me: Card, base: Card) -> bool:
        return not me.is_winning(base)

    async def on_special(self, me: Card, base: Card) -> None:
        minion = await me.choose(filter(has_set_up, self.targets(me, at=base)), "Take control of which minion?")
        if minion is not None:
            await me.give_control(minion, me.controller, until=TURN_END)
            yours = [action for action in minion.actions if action.controller == me.controller]
            await me.destroy(await me.choose_some(yours, "Destroy which of your actions?"))


class TagTeam(Action, of=LUCHADORS):
    """Play an extra minion on a base that already has one of your minions."""

    name = "Tag-Team"

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and bool(target.minions_of(player))


class SenorMuchoslamVsTheMonsters(Action, of=LUCHADORS):
    """Choose any number of actions in your discard pile. Put one of them that is played on minions into your
    hand; shuffle the others into your deck.
    """

    name = "Señor Muchoslam vs the Monsters"

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        chosen = await me.choose_some(actions, "Choose any number of actions")
        kept = await me.choose([card for card in chosen if card.is_minion_action], "Take which one into your hand?")
        await me.place_in_hand(kept)
        await me.shuffle_into_deck([card for card in chosen if card is not kept])
