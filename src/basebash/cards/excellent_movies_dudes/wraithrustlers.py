"""Wraithrustlers: they catch what haunts a base, and every catch pays."""

from basebash.engine import (
    BEFORE_SCORING,
    DESTROYED,
    HERE,
    MINION,
    ON_BASE,
    Action,
    Boost,
    Card,
    Event,
    Faction,
    Minion,
)

WRAITHRUSTLERS = Faction(
    "Wraithrustlers",
    hyphenated="Wraith|rustlers",
    set_name="Excellent Movies, Dudes!",
    intro=(
        "Your Wraiths are actions on bases that make them harder to break, and reward you for destroying "
        "them. "
        "Watson, Ellen and a Nuclear Accelerator do the catching; Funkman draws or strengthens your crew each "
        "time. "
        "Move Wraiths about with Roy and Ectoplasm One, and catch them where they help most."
    ),
    summary="Destroy your own haunting actions",
    difficulty=3,
    tags=("draw", "grow"),
    icon="vacuum-cleaner",
    colours=("#496044", "#d3fad2"),
)

STAYS = "Once done, it lasts until the turn ends, whatever becomes of this card."
EACH = "It happens for every one of them, even if several are destroyed at once."
WHAT_A_WRAITH_IS = "Four actions bear the label Wraith: Ancient Sumerian God, Demon Dogs, Librarian Haunt and Slimy."
ALL_COUNT = "The breakpoint rises for each Wraith on the base, two of the same name included."

WRAITH = "Wraith"


def yours_on(me: Card, base: Card) -> list[Card]:
    """The actions on a base itself that its controller controls."""
    return [action for action in base.actions if action.controller == me.controller]


async def catch(me: Card) -> bool:
    """Its controller destroys one of their actions on this base."""
    return bool(await me.destroy(await me.choose(yours_on(me, me.here), "Destroy which of your actions?")))


class Funkman(Minion, of=WRAITHRUSTLERS):
    """Ongoing: Each time you have destroyed an action, your minions at its base get +1 power each until the
    turn ends, OR you draw a card. Special: When a base is about to score, you may choose an action on it and
    transfer that to another base.
    """

    power = 5
    rulings = (STAYS, EACH)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_action and event.by == me.controller

    async def after_destroyed(self, me: Card, event: Event) -> None:
        base = event.base
        async for chosen in me.either(prompt="Which?"):
            if base is not None and chosen(
                f"+1 power for your minions at {base.name}", me.find_minions(at=base, yours=True)
            ):
                await me.add_power(me.find_minions(at=base, yours=True), 1)
            elif chosen("Draw a card"):
                await me.draw()

    def in_window(self, me: Card, base: Card) -> bool:
        return True

    async def before_scoring(self, me: Card, base: Card) -> None:
        action = await me.choose(base.actions, "Transfer which action?", may=True)
        if action is not None:
            await me.transfer(action, await me.choose(base.other_bases, "Transfer it to which base?"))


class Ellen(Minion, of=WRAITHRUSTLERS, copies=2):
    """Talent: Destroy an action of yours on this base to lower its breakpoint by 3 until the turn ends.
    Ongoing: Each time a Wraith has been destroyed here, you may play an extra action.
    """

    power = 4
    rulings = (STAYS, EACH, WHAT_A_WRAITH_IS)

    scope = HERE

    async def talent(self, me: Card) -> None:
        base = me.here
        if await catch(me):
            me.change_breakpoint(base, -3)

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_a(WRAITH)

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.extra_action()


class Roy(Minion, of=WRAITHRUSTLERS, copies=3):
    """You may choose one of your actions on another base and transfer it here. Ongoing: This minion has
    +2 power if a Wraith was destroyed here this turn.
    """

    power = 3
    rulings = (WHAT_A_WRAITH_IS,)

    async def on_play(self, me: Card) -> None:
        actions = [action for base in me.other_bases for action in yours_on(me, base)]
        await me.transfer(await me.choose(actions, "Transfer which action here?", may=True), me.base)

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion is not me:
            return 0
        fallen = [me.card(deed.card) for deed in me.deeds(DESTROYED, at=me.base)]
        return 2 if any(card.is_a(WRAITH) for card in fallen) else 0


class Watson(Minion, of=WRAITHRUSTLERS, copies=4):
    """You may destroy an action of yours on this base, OR reveal cards off the top of your deck until a
    Wraith comes up; draw it and shuffle the others into your deck.
    """

    power = 2
    rulings = (WHAT_A_WRAITH_IS,)

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Which?", may=True):
            if chosen("Destroy one of your actions here", yours_on(me, me.here)):
                await catch(me)
            elif chosen("Look for a Wraith in your deck"):
                await me.draw_off_top(lambda card: card.is_a(WRAITH))


class Wraith(Action):
    """It is played on a base, whose breakpoint is 3 higher meanwhile."""

    plays_on = ON_BASE
    traits = (WRAITH,)
    rulings: tuple[str, ...] = (ALL_COUNT,)

    def breakpoint_bonus(self, me: Card, base: Card) -> int:
        return 3 if base is me.base else 0


class AncientSumerianGod(Wraith, of=WRAITHRUSTLERS):
    """Wraith. Play on a base. Talent: Choose an action in your discard pile that is played on a base,
    and store it under this card. Ongoing: The breakpoint here is 3 higher. As this card leaves play,
    you may play on each base, as an extra action, one of those stored under this card.
    """

    async def talent(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_base_action]
        await me.store(await me.choose(actions, "Store which action?"), under=me)

    async def this_leaves(self, me: Card, event: Event) -> None:
        bases = me.bases
        while (attempt := await me.play_one(me.stored, at=bases)).card is not None:
            bases = [base for base in bases if base is not attempt.base]


class DemonDogs(Wraith, of=WRAITHRUSTLERS, copies=2):
    """Wraith. Play on a base. From your hand or discard pile, you may store a minion with power 3 or less
    under this card. Ongoing: The breakpoint here is 3 higher. Once this card has been destroyed, you may play
    a minion that was stored under it as an extra minion.
    """

    rulings = (ALL_COUNT, "You may play that minion on any base; if you don't, it is discarded.")

    async def on_play(self, me: Card) -> None:
        minions = [card for card in me.hand + me.discard_pile if card.is_minion and card.power <= 3]
        minion = await me.choose(minions, "Store which minion?", may=True, secret=True)
        await me.store(minion, under=me, shown=True)

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        await me.play_one([card for card in event.under if card.is_minion], kind=MINION)


class EctoplasmOne(Action, of=WRAITHRUSTLERS):
    """Play on a base. Talent: Transfer this to another base. If you do, move one of your minions here to that
    base. If a minion moved, you may choose an action on that base and destroy it.
    """

    plays_on = ON_BASE
    rulings = ("A minion of yours here has to go along; without one, you destroy nothing.",)

    async def talent(self, me: Card) -> None:
        here = me.here
        to = await me.choose(me.other_bases, "Transfer it to which base?")
        if to is not None and await me.transfer(me, to):
            minion = await me.choose(me.find_minions(at=here, yours=True), "Move which minion?")
            if await me.move(minion, to):
                await me.destroy(await me.choose(to.actions, "Destroy which action?", may=True))


class LibrarianHaunt(Wraith, of=WRAITHRUSTLERS, copies=2):
    """Wraith. Play on a base. Ongoing: The breakpoint here is 3 higher. Once this card has been
    destroyed, draw three cards.
    """

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        await me.draw(3)


class Resurgence(Action, of=WRAITHRUSTLERS):
    """Choose an action on a base: either it is destroyed, or you transfer it to another base. Special:
    Can be played before a base scores.
    """

    window = BEFORE_SCORING
    rulings = ("As a Special too, it may take an action on any base, not just the one that scores.",)

    async def on_play(self, me: Card) -> None:
        actions = [action for base in me.bases for action in base.actions]
        action = await me.choose(actions, "Destroy or transfer which action?")
        if action is None:
            return
        if await me.choose_mode(["Destroy it", "Transfer it"], f"What becomes of {action.name}?") == 1:
            await me.destroy(action)
        else:
            await me.transfer(action, await me.choose(action.other_bases, "Transfer it to which base?"))


class Slimy(Wraith, of=WRAITHRUSTLERS):
    """Wraith. Play on a base. Ongoing: The breakpoint here is 3 higher. Once this card has been
    destroyed, each of your minions here gets +2 power until the turn ends.
    """

    rulings = (STAYS, ALL_COUNT)

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        if event.base is not None:
            await me.add_power(me.find_minions(at=event.base, yours=True), 2)


class TheToolsAndTheTalent(Action, of=WRAITHRUSTLERS):
    """Search your deck for any card. Shuffle your deck and put that card on top of it."""

    name = "The Tools and The Talent"
    rulings = ("The card you find is shown to everybody, though it may be any card.",)

    async def on_play(self, me: Card) -> None:
        await me.place_on_deck(await me.search(lambda _: True, "Place which card on top of your deck?"))


class UnlicensedNuclearAccelerator(Boost, of=WRAITHRUSTLERS):
    """Play on a minion. Ongoing: It has +2 power. Talent: Destroy an action of yours on this base. If you do,
    this minion gets a +1 power counter.
    """

    bonus = 2

    async def talent(self, me: Card) -> None:
        if await catch(me):
            await me.add_counters(me.host)
