"""Ancient Incas: they build up a base with one action after another."""

from basebash.engine import (
    AFTER_SCORING,
    ANOTHER,
    ON_BASE,
    ON_THIS_BASE,
    PLAYED,
    YOURS,
    Ability,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
)

ANCIENT_INCAS = Faction(
    "Ancient Incas",
    set_name="World Tour: Culture Shock",
    summary="Pile actions onto one base",
    difficulty=3,
    tags=("grow", "draw"),
    icon="aztec-calendar-sun",
    colours=("#846008", "#a4f6e6"),
    intro=(
        "Pile your actions onto one base and watch them feed each other: counters, cards, more actions, and "
        "an Armory that counts them all. "
        "Incan Engineers find the next building, Llamas carry an old one to a new site, and Ashlar Masonry "
        "saves your work after the base has scored. "
        "Beware of anyone who destroys actions."
    ),
)

RIGHT_AWAY = "The extra action is played right away; it can't wait for later in the turn."


def is_base_action(card: Card) -> bool:
    """Whether a card is an action for bases; for searching and revealing."""
    return card.is_base_action


def own_actions_on(me: Card, base: Card) -> list[Card]:
    """The actions on the base itself that this card's controller controls."""
    return [action for action in base.actions if action.controller == me.controller]


class SapaInca(Minion, of=ANCIENT_INCAS):
    """Search your deck, your discard pile or both for an action playable on a base; it goes into your hand.
    Ongoing: Each time you have played an action on a base, one of your minions there gets a +1 power
    counter.
    """

    power = 5

    scope = YOURS

    async def on_play(self, me: Card) -> None:
        action = await me.search(is_base_action, "Take which action?", discard=True)
        await me.place_in_hand(action)

    def hears(self, me: Card, event: Event) -> bool:
        return event.target is not None and event.target.is_base

    async def after_action_played(self, me: Card, event: Event) -> None:
        minions = me.find_minions(at=event.target, yours=True)
        await me.add_counters(await me.choose(minions, "Which minion gets a +1 power counter?"))


class ChildOfTheSun(Minion, of=ANCIENT_INCAS, copies=2):
    """Ongoing: You may play an extra action after the first action each turn that you play on this base."""

    name = "Child of the Sun"
    power = 4

    scope = ON_THIS_BASE + YOURS

    def hears(self, me: Card, event: Event) -> bool:
        here = me.deeds(PLAYED, player=me.controller, at=me.base)
        return sum(me.card(deed.card).is_base_action for deed in here) == 1

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.extra_action()


class IncanEngineer(Minion, of=ANCIENT_INCAS, copies=3):
    """Reveal cards off the top of your deck until you find an action playable on a base. Place it into your
    hand and shuffle the other revealed cards into your deck.
    """

    power = 3
    rulings = ("An empty deck is refilled before you start revealing; if it runs out on the way, you stop there.",)

    async def on_play(self, me: Card) -> None:
        found, rest = me.reveal_until(is_base_action)
        await me.place_in_hand(found)
        await me.shuffle_into_deck(rest)


class Llama(Minion, of=ANCIENT_INCAS, copies=4):
    """You may choose one of your actions on another base, return it to your hand and play it on this base
    as an extra action.
    """

    power = 2
    rulings = (RIGHT_AWAY,)

    async def on_play(self, me: Card) -> None:
        actions = [action for base in me.other_bases for action in own_actions_on(me, base)]
        action = await me.choose(actions, "Carry which action here?", may=True)
        await me.return_to_hand(action)
        if action in me.hand:
            await me.play_card(action, at=me.base)


class Armory(Action, of=ANCIENT_INCAS, copies=2):
    """Play on a base. Ongoing: Every other action of yours on this base gives you +2 power here."""

    plays_on = ON_BASE

    def side_power(self, me: Card, base: Card, player: int) -> int:
        if base is not me.base or not me.is_yours(player):
            return 0
        return 2 * len([action for action in own_actions_on(me, base) if action is not me])


class AshlarMasonry(Action, of=ANCIENT_INCAS):
    """Special: Play after a base scores. You may keep your actions on that base out of the discard pile:
    return one of them to your hand and shuffle all the others into your deck.
    """

    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        actions = own_actions_on(me, base)
        saved = await me.choose(actions, "Return which action and shuffle in the others?", may=True)
        if saved is not None:
            await me.return_to_hand(saved)
            await me.shuffle_into_deck(action for action in actions if action is not saved)


class FortressWalls(Action, of=ANCIENT_INCAS, copies=2):
    """Play on a base. One of your minions here gets a +1 power counter. Ongoing: Each time you have played
    another action on this base, a minion of yours here may get a further one.
    """

    plays_on = ON_BASE
    boosts = Minions(yours=True)

    scope = ON_THIS_BASE + YOURS + ANOTHER

    async def on_play(self, me: Card) -> None:
        minions = self.boosts(me, at=me.base)
        await me.add_counters(await me.choose(minions, "Which minion gets a +1 power counter?"))

    async def after_action_played(self, me: Card, event: Event) -> None:
        minions = self.boosts(me, at=me.base)
        await me.add_counters(await me.choose(minions, "Place a +1 power counter?", may=True))


class GoldenCondor(Action, of=ANCIENT_INCAS):
    """Choose any number of your actions on bases and return them to your hand. Every one of them must then
    be played as an extra action.
    """

    rulings = (RIGHT_AWAY,)

    async def on_play(self, me: Card) -> None:
        actions = [action for base in me.bases for action in own_actions_on(me, base)]
        returned = await me.return_to_hand(await me.choose_some(actions, "Return which of your actions?"))
        yours = [action for action in returned if action in me.hand]
        for action in await me.arrange(yours, "In which order do you play them?"):
            if action in me.hand:
                await me.play_card(action)


class QuipuStrings(Action, of=ANCIENT_INCAS):
    """Choose an action playable on a base from your discard pile and play it as an extra action."""

    rulings = (RIGHT_AWAY,)

    async def on_play(self, me: Card) -> None:
        await me.play_one(card for card in me.discard_pile if card.is_base_action)


class RoyalHighway(Action, of=ANCIENT_INCAS):
    """Play on a base. You may move a minion of yours here, or from here to another base. Ongoing: Each time
    you have played an action on another base, you may move a minion of yours from here to there or the
    other way round.
    """

    plays_on = ON_BASE

    scope = YOURS

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Move a minion to or from here?", may=True)
        if minion is not None:
            to = await me.choose(me.other_bases, "Move it where?") if minion.base is me.base else me.base
            await me.move(minion, to)

    def hears(self, me: Card, event: Event) -> bool:
        return event.target is not None and event.target.is_base and event.target is not me.base

    async def after_action_played(self, me: Card, event: Event) -> None:
        there = event.target
        minions = me.find_minions(here=True, yours=True) + me.find_minions(at=there, yours=True)
        minion = await me.choose(minions, "Move a minion along the highway?", may=True)
        if minion is not None:
            await me.move(minion, there if minion.base is me.base else me.base)


class SignsInTheStars(Action, of=ANCIENT_INCAS):
    """Play on a base. Ongoing: The base deck's top card is turned face up, and while it is, this base has
    that card's abilities besides its own. Each player, at the start of their turn, may turn it face down
    until the turn ends. Talent: Place the base deck's top card on the bottom of that deck.
    """

    name = "Signs in the Stars"
    plays_on = ON_BASE
    wavers = True
    rulings = (
        (
            "As soon as a different card is on top, be it by this talent, another ability or a base that scores, "
            "the old card's abilities no longer apply."
        ),
        "What the old card has already done, such as giving +2 power for the turn, isn't taken back.",
        "The new top card lies face up if the old one did.",
    )

    def shows_top_base(self, me: Card) -> bool:
        return not me.top_base_is_down

    def lends(self, me: Card) -> Ability | None:
        return me.base_deck[0].printed if me.base_deck and self.shows_top_base(me) else None

    def is_start_for(self, me: Card, player: int) -> bool:
        return bool(me.base_deck) and self.shows_top_base(me)

    async def start_of_turn(self, me: Card, player: int) -> None:
        if await me.may("Turn the top base face down until the turn ends?", player=player):
            me.turn_down_top_base()

    async def talent(self, me: Card) -> None:
        for base in me.base_deck[:1]:
            await me.place_base_on_deck(base, bottom=True)


class TempleOfTheSun(Action, of=ANCIENT_INCAS):
    """Play on a base and draw a card. Ongoing: Each time you have played another action on this base, draw
    a card.
    """

    name = "Temple of the Sun"
    plays_on = ON_BASE

    scope = ON_THIS_BASE + YOURS + ANOTHER

    async def on_play(self, me: Card) -> None:
        await me.draw()

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.draw()
