"""Knights of the Round Table: they ride from quest to quest, and the quests pay when they arrive."""

from basebash.engine import (
    ACTION,
    DESTROY,
    HERE,
    ON_BASE,
    ON_YOUR_MINION,
    PLACE,
    TO_TOP,
    YOURS,
    Act,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Scoring,
)

KNIGHTS = Faction(
    "Knights of the Round Table",
    set_name="Smash Up: Knights of the Round Table",
    intro=(
        "Seven strong knights and a stack of quests that are played on bases. "
        "A quest pays when your minions move to it, not when they are played there: play a knight somewhere else "
        "and let King Arthur, a Noble Steed or Merlin's Library bring it over. "
        "The Grail alone is worth 2 VP, once three knights have gathered around it."
    ),
    summary="Move minions to quests on bases",
    difficulty=3,
    tags=("grow", "move"),
    icon="visored-helm",
    colours=("#505679", "#d6ce81"),
)


def your_actions(me: Card, base: Card | None) -> list[Card]:
    """The actions on a base itself that this card's controller controls."""
    return [] if base is None else [action for action in base.actions if action.controller == me.controller]


def yours_that_moved(me: Card, event: Event) -> list[Card]:
    """Of the minions that moved together, those of this card's controller."""
    return [minion for minion in event.batch if minion.controller == me.controller]


async def draw_or_play(me: Card, action: Card | None) -> None:
    """Its controller takes an action that was found into their hand, or plays it as an extra action."""
    ways = ["Draw it", "Play it"]
    if action is None:
        return
    if me.can_play(action, kind=ACTION) and await me.choose_mode(ways, f"{action.name}: draw it or play it?") == 2:
        await me.play_card(action, kind=ACTION)
    else:
        await me.place_in_hand(action)


class Quest(Action):
    """An action on a base that responds once when your minions move here, however many move together."""

    plays_on = ON_BASE
    scope = HERE + YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return yours_that_moved(me, event)[0] is event.card


class KingArthur(Minion, of=KNIGHTS):
    """Talent: Move one of your minions here from another base. If it moved and an action of yours is on this
    base, it gets a +1 power counter.
    """

    power = 5

    async def talent(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(elsewhere=True, yours=True), "Move which minion here?")
        moved = await me.move(minion, me.here)
        if your_actions(me, me.here):
            await me.add_counters(moved)


class Galahad(Minion, of=KNIGHTS):
    """Search your deck for an action that is played on a base, shuffle, and place that action on top. Ongoing: You may
    transfer an action of yours from this base to another before this base scores.
    """

    power = 4
    ongoing = True

    async def on_play(self, me: Card) -> None:
        await me.place_on_deck(await me.search(lambda card: card.is_base_action, "Place which action on top?"))

    async def before_scoring(self, me: Card, base: Card) -> None:
        action = await me.choose(your_actions(me, base), "Transfer which action?", may=True)
        if action is not None:
            await me.transfer(action, await me.choose(base.other_bases, f"Transfer {action.name} where?"))


class Gawain(Minion, of=KNIGHTS):
    """Ongoing: For every other minion of yours here with power 4 or more, this one has +1 power."""

    power = 4

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion is not me:
            return 0
        return len([other for other in me.find_minions(here=True, yours=True, another=True) if other.power >= 4])


class Guinevere(Minion, of=KNIGHTS):
    """Talent: Move another of your minions here to another base. Ongoing: Other players' abilities can't destroy
    your actions on bases.
    """

    power = 4

    async def talent(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(here=True, yours=True, another=True), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(me.other_bases, f"Move {minion.name} where?"))

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        on_base = card.is_action and card.host is card.base and card.controller == me.controller
        return on_base and act.how == DESTROY and me.is_enemy(act.source)


class Lancelot(Minion, of=KNIGHTS):
    """Ongoing: When this minion has moved to a base that has an action of yours on it, it gets a +1 power
    counter.
    """

    power = 4

    def hears(self, me: Card, event: Event) -> bool:
        return event.card is me and bool(your_actions(me, event.base))

    async def after_moved(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class Merlin(Minion, of=KNIGHTS):
    """Talent: Reveal your deck's top card. If it is an action, either draw it or play it, as an extra one; anything
    else stays there.
    """

    power = 4

    async def talent(self, me: Card) -> None:
        for card in me.reveal_top():
            await draw_or_play(me, card if card.is_action else None)


class Percival(Minion, of=KNIGHTS):
    """Talent: Move this minion to another base that has an action of yours on it."""

    power = 4

    async def talent(self, me: Card) -> None:
        bases = [base for base in me.other_bases if your_actions(me, base)]
        await me.move(me, await me.choose(bases, "Move Percival where?"))


class AQuesting(Action, of=KNIGHTS):
    """Play on one of your minions, which you may then move. Ongoing: When it would go to the discard pile, it goes on
    top of its owner's deck instead.
    """

    name = "A Questing"
    plays_on = ON_YOUR_MINION

    async def on_play(self, me: Card) -> None:
        minion = me.host
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?", may=True))

    def would_replace(self, me: Card, card: Card) -> bool:
        return me.is_on(card)

    async def instead_of_discarded(self, me: Card, card: Card, event: Event) -> Instead | None:
        return me.instead(card, PLACE, to=TO_TOP)


class Excalibur(Boost, of=KNIGHTS):
    """Play on a minion. Ongoing: It has +2 power, and other players' cards can't destroy it. Special: When this
    base scores and the minion is King Arthur, gain 1 VP.
    """

    bonus = 2

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how == DESTROY and me.is_enemy(act.source)

    def in_window(self, me: Card, base: Card) -> bool:
        return me.base is base and me.host is not None and me.host.is_a("King Arthur")

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        await me.gain_vp()


class GoodDeed(Action, of=KNIGHTS, copies=2):
    """Play on a base. Draw a card. Ongoing: When one of your minions has moved here, you may transfer this to
    another base and draw a card; only one Good Deed does so each turn.
    """

    plays_on = ON_BASE
    scope = HERE + YOURS
    once = ("after_moved",)
    only_one = True

    async def on_play(self, me: Card) -> None:
        await me.draw()

    async def after_moved(self, me: Card, event: Event) -> None:
        to = await me.choose(me.other_bases, "Transfer Good Deed where, and draw a card?", may=True)
        if to is not None:
            await me.transfer(me, to)
            await me.draw()


class MerlinsLibrary(Action, of=KNIGHTS):
    """Play on a base. Talent: Do one of these: play an extra minion here, OR move a minion of yours here from another
    base, OR transfer this to another base.
    """

    name = "Merlin's Library"
    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Play an extra minion here"):
                await me.extra_minion(at=me.base)
            elif chosen("Move one of your minions here", elsewhere := me.find_minions(elsewhere=True, yours=True)):
                await me.move(await me.choose(elsewhere, "Move which minion here?"), me.base)
            elif chosen("Transfer this to another base"):
                await me.transfer(me, await me.choose(me.other_bases, "Transfer Merlin's Library where?"))


class NobleSteed(Action, of=KNIGHTS, copies=2):
    """Play on one of your minions. Talent: Move that minion to another base."""

    plays_on = ON_YOUR_MINION

    async def talent(self, me: Card) -> None:
        await me.move(me.host, await me.choose(me.other_bases, "Ride where?"))


class TheFisherKing(Quest, of=KNIGHTS):
    """Play on a base. Ongoing: When one or more of your minions have moved here, draw a card. Then, if your hand has
    grown to eight cards or more, destroy this to gain 1 VP.
    """

    async def after_moved(self, me: Card, event: Event) -> None:
        you = me.controller
        await me.draw()
        if len(me.hand) >= 8 and await me.destroy(me):
            await me.gain_vp(player=you)


class TheGrail(Action, of=KNIGHTS):
    """Play on a base on which you have no action. Ongoing: When one of your minions has moved here and you have
    at least three minions with power 4 or more here, put this in the box to gain 2 VP.
    """

    plays_on = ON_BASE
    scope = HERE + YOURS

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return not any(action.is_yours(player) for action in target.actions)

    async def after_moved(self, me: Card, event: Event) -> None:
        you = me.controller
        strong = [minion for minion in me.find_minions(here=True, yours=True) if minion.power >= 4]
        if len(strong) >= 3 and await me.place_in_box(me):
            await me.gain_vp(2, player=you)


class TheGreenKnight(Quest, of=KNIGHTS):
    """Play on a base. Ongoing: When one or more of your minions have moved here, one of them gets a +1 power counter.
    Then, if its power is 7 or more, destroy this to gain 1 VP.
    """

    async def after_moved(self, me: Card, event: Event) -> None:
        you = me.controller
        arrived = [minion for minion in yours_that_moved(me, event) if minion.in_play]
        minion = await me.choose(arrived, "Which minion gets a +1 power counter?")
        await me.add_counters(minion)
        if minion is not None and minion.power >= 7 and await me.destroy(me):
            await me.gain_vp(player=you)


class TheLadyOfTheLake(Action, of=KNIGHTS):
    """Search your deck, your discard pile or both for an action that is played on a minion. Take it into your hand, or
    play it now as an extra action.
    """

    name = "The Lady of the Lake"

    async def on_play(self, me: Card) -> None:
        action = await me.search(lambda card: card.is_minion_action, "Take which action?", discard=True)
        await draw_or_play(me, action)


class TheMistsOfAvalon(Action, of=KNIGHTS):
    """Choose up to three minions in your discard pile and shuffle them into your deck."""

    name = "The Mists of Avalon"

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.discard_pile if card.is_minion]
        chosen = await me.choose_some(minions, "Shuffle up to three minions into your deck", high=3)
        await me.shuffle_into_deck(chosen)


class TheQuestingBeast(Quest, of=KNIGHTS):
    """Play on a base. Ongoing: When one or more of your minions have moved here, one of them gets a +1 power counter,
    and this is transferred to another base.
    """

    async def after_moved(self, me: Card, event: Event) -> None:
        arrived = [minion for minion in yours_that_moved(me, event) if minion.in_play]
        await me.add_counters(await me.choose(arrived, "Which minion gets a +1 power counter?"))
        await me.transfer(me, await me.choose(me.other_bases, "Transfer The Questing Beast where?"))
