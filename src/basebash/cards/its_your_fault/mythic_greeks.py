"""Mythic Greeks: heroes who grow with every action you play."""

from basebash.engine import ACTION, TO_TOP, YOURS, Action, Allowance, Card, Event, Faction, Minion, Minions

MYTHIC_GREEKS = Faction(
    "Mythic Greeks",
    set_name="It's Your Fault!",
    intro=(
        "Heroes who get stronger whenever you play actions, and ten Favors, each of them only once, several of which "
        "bring another action. "
        "Argonauts count as actions for your heroes and may be played in an action's place. "
        "Put the heroes out first, then spend the Favors; Jason and the Spartans answer the first action only."
    ),
    summary="Heroes grow with every action",
    difficulty=2,
    tags=("grow", "draw"),
    icon="spartan-helmet",
    colours=("#00395d", "#ffebc3"),
)

EVERY_ACTION = (
    "It answers every action, not only the first of a turn, and your own actions are among those of any player."
)
TOO_EARLY = "With an action played earlier in the turn than this card, it does nothing this turn."


class Odysseus(Minion, of=MYTHIC_GREEKS):
    """Ongoing: Each time you have played an action, one of your minions gets a +1 power counter."""

    power = 5
    rulings = (EVERY_ACTION,)
    scope = YOURS

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_counters(await me.choose(me.find_minions(yours=True), "Place a +1 power counter on which minion?"))


class Heracles(Minion, of=MYTHIC_GREEKS):
    """Ongoing: Each time anybody has played an action, this minion has +1 power until the turn ends."""

    power = 4
    rulings = (EVERY_ACTION,)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_power(me, 1)


class Jason(Minion, of=MYTHIC_GREEKS):
    """Ongoing: After the first action you play each turn, choose a base. Your minions there have +1 power each
    until the turn ends.
    """

    power = 4
    rulings = ("Minions that come later get nothing from it.", TOO_EARLY)
    scope = YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_first_action(event)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_power(me.find_minions(at=await me.choose(me.bases, "Which base?"), yours=True), 1)


class Spartan(Minion, of=MYTHIC_GREEKS, copies=3):
    """Ongoing: After the first action you play on your turn, this minion gets a +1 power counter."""

    power = 3
    rulings = (TOO_EARLY,)
    scope = YOURS

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_your_turn and me.is_first_action(event)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class Argonaut(Minion, of=MYTHIC_GREEKS, copies=4):
    """Everything that responds to you playing an action responds to this. Special: Wherever you may play an action, you
    may play this minion in its place.
    """

    power = 2
    rulings = (
        (
            "It may replace an extra action, unless that has to be a certain card or one played on a minion; played "
            "so it leaves your minion play alone, and either way Spartan, Jason and the like answer it."
        ),
    )

    def stands_in(self, me: Card, player: int, right: Allowance) -> bool:
        return right.kind == ACTION and right.card < 0 and not right.name and right.rule < 0 and right.affecting < 0

    async def on_play(self, me: Card) -> None:
        me.count_as_action()


class FavorOfAphrodite(Action, of=MYTHIC_GREEKS):
    """Play an extra minion."""

    name = "Favor of Aphrodite"

    async def on_play(self, me: Card) -> None:
        await me.extra_minion()


class FavorOfApollo(Action, of=MYTHIC_GREEKS):
    """Draw a card, and play an extra action."""

    name = "Favor of Apollo"

    async def on_play(self, me: Card) -> None:
        await me.draw()
        await me.extra_action()


class FavorOfAres(Action, of=MYTHIC_GREEKS):
    """A minion of yours has +3 power until the turn ends."""

    name = "Favor of Ares"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets stronger?"), 3)


class FavorOfAthena(Action, of=MYTHIC_GREEKS):
    """Reveal five cards from the top of your deck. You may place one action among them into your hand; the
    others go back on top in any order.
    """

    name = "Favor of Athena"

    async def on_play(self, me: Card) -> None:
        cards = me.reveal_top(5)
        action = await me.choose([card for card in cards if card.is_action], "Take which action?", may=True)
        await me.place_in_hand(action, hand_of=me.controller)
        rest = [card for card in cards if card is not action]
        await me.put_back(rest, "In which order? The first is uppermost.", deck_of=me.controller)


class FavorOfDionysus(Action, of=MYTHIC_GREEKS):
    """One of your minions gets +1 power until the turn ends. Play an extra action. Instead of discarding this
    card, you may put it on top of your deck.
    """

    name = "Favor of Dionysus"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets stronger?"), 1)
        await me.extra_action()
        if await me.may("Place Favor of Dionysus on top of your deck?"):
            me.goes_to(TO_TOP)


class FavorOfHades(Action, of=MYTHIC_GREEKS):
    """Choose an action in your discard pile and place it into your hand."""

    name = "Favor of Hades"

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        await me.place_in_hand(await me.choose(actions, "Take which action into your hand?"))


class FavorOfHera(Action, of=MYTHIC_GREEKS):
    """Up to two of your minions get a +1 power counter each."""

    name = "Favor of Hera"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_counters(await me.choose_some(self.boosts(me), "Which minions get a counter?", high=2))


class FavorOfHermes(Action, of=MYTHIC_GREEKS):
    """Play two extra actions."""

    name = "Favor of Hermes"

    async def on_play(self, me: Card) -> None:
        await me.extra_action()
        await me.extra_action()


class FavorOfPoseidon(Action, of=MYTHIC_GREEKS):
    """Choose up to three cards in your discard pile and shuffle them into your deck."""

    name = "Favor of Poseidon"

    async def on_play(self, me: Card) -> None:
        cards = await me.choose_some(me.discard_pile, "Shuffle up to three cards into your deck", high=3)
        await me.shuffle_into_deck(cards)


class FavorOfZeus(Action, of=MYTHIC_GREEKS):
    """A base's breakpoint is 5 lower until the turn ends."""

    name = "Favor of Zeus"

    async def on_play(self, me: Card) -> None:
        me.change_breakpoint(await me.choose(me.bases, "Which base?"), -5)
