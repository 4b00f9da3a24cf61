"""Mad Scientists: they put their minions together, and take them apart."""

from basebash.cards.monster_smash.counters import spread_counters, take_counters
from basebash.engine import (
    BESIDE,
    DESTROY,
    HERE,
    NEWCOMER,
    ON_BASE,
    ON_MINION,
    PLACE,
    TO_HAND,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Instead,
    Minion,
    Minions,
    Titan,
    Who,
)

MAD_SCIENTISTS = Faction(
    "Mad Scientists",
    hyphenated="Mad Scien|tists",
    set_name="Monster Smash",
    intro=(
        "Every experiment leaves a +1 power counter on somebody, and counters stay. "
        "Igor pays even when he falls, The Monster turns a counter into another minion, and Body Shop melts one "
        "minion down for the rest. "
        "Grow one giant and guard it well with Überserum, for counters leave together with their minion."
    ),
    summary="Counters, from spare parts too",
    difficulty=2,
    tags=("grow", "smash"),
    icon="erlenmeyer",
    colours=("#3e6823", "#5aeefd"),
)


class HerrDoktor(Minion, of=MAD_SCIENTISTS):
    """Talent: Another minion of yours gets a +1 power counter."""

    power = 5

    async def talent(self, me: Card) -> None:
        others = me.find_minions(yours=True, another=True)
        await me.add_counters(await me.choose(others, "Which minion gets a +1 power counter?"))


class TheMonster(Minion, of=MAD_SCIENTISTS, copies=2):
    """Talent: Take a +1 power counter off this minion to play an extra minion."""

    power = 4

    async def talent(self, me: Card) -> None:
        if await me.remove_counters(me, 1):
            await me.extra_minion()


class LabAssistant(Minion, of=MAD_SCIENTISTS, copies=3):
    """Another minion of yours gets a +1 power counter."""

    power = 3

    async def on_play(self, me: Card) -> None:
        others = me.find_minions(yours=True, another=True)
        await me.add_counters(await me.choose(others, "Which minion gets a +1 power counter?"))


class Igor(Minion, of=MAD_SCIENTISTS, copies=4):
    """Ongoing: When this minion has been destroyed or discarded, one of your minions gets a +1 power counter."""

    power = 2
    rulings = (
        (
            "It counts when Igor is discarded after scoring, but not when he is discarded from a hand: there he has no "
            "ability."
        ),
    )

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        minions = me.find_minions(yours=True)
        await me.add_counters(await me.choose(minions, "Which minion gets a +1 power counter?"))

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        if not event.destroyed:  # destroyed and discarded is still one occasion
            await self.after_this_destroyed(me, event)


class AngryMob(Action, of=MAD_SCIENTISTS):
    """Pick a minion of yours. Place any number of cards from your hand at the bottom of your deck; that minion gets a
    +1 power counter for every one.
    """

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets the counters?")
        cards = await me.choose_some(me.hand, "Place which cards on the bottom of your deck?")
        prompt = "In which order on the bottom? The first is lowest."
        placed = await me.put_back(cards, prompt, bottom=True, deck_of=me.controller)
        await me.add_counters(minion, len(placed))


def is_within_counters(me: Card, minion: Card) -> bool:
    """Whether its controller's minions have as many +1 power counters as a minion has power."""
    return minion.power <= sum(yours.counters for yours in me.find_minions(yours=True))


class Blitzed(Action, of=MAD_SCIENTISTS):
    """Take any number of +1 power counters off your minions. Then destroy a minion whose power is at most that
    number.
    """

    targets = Minions(yours=True, counters=True) | Minions(is_within_counters)

    async def on_play(self, me: Card) -> None:
        removed = await take_counters(me)
        await me.destroy(await me.choose(me.find_minions(max_power=removed), "Destroy which minion?"))


class BodyShop(Action, of=MAD_SCIENTISTS):
    """Destroy a minion of yours. Split as many +1 power counters as it had power among your minions."""

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Destroy which of your minions?")
        parts = 0 if minion is None else minion.power
        await me.destroy(minion)
        await spread_counters(me, parts)


class GermanEngineering(Action, of=MAD_SCIENTISTS):
    """Play on a base. Ongoing: Each minion you play here gets a +1 power counter afterwards."""

    plays_on = ON_BASE

    scope = HERE + YOURS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.add_counters(event.card)


class GraveSituation(Action, of=MAD_SCIENTISTS):
    """Play on a base. Ongoing: If a minion of yours here would be destroyed, it is placed into your hand instead."""

    plays_on = ON_BASE
    rulings = ("A minion that goes to your hand like this wasn't destroyed.",)

    def would_replace(self, me: Card, card: Card) -> bool:
        return card.is_minion and card.base is me.base and card.controller == me.controller

    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        return me.instead(card, PLACE, to=TO_HAND)


class ItsAlive(Action, of=MAD_SCIENTISTS, copies=2):
    """Play an extra minion, which gets a +1 power counter."""

    name = "IT'S ALIVE!"
    targets = NEWCOMER

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    async def extra_played(self, me: Card, player: int, card: Card) -> None:
        await me.add_counters(card, player=player)


class Jolt(Action, of=MAD_SCIENTISTS):
    """All your minions get a +1 power counter each."""

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_counters(self.boosts(me))


class Uberserum(Action, of=MAD_SCIENTISTS, copies=2):
    """Play on a minion. Ongoing: It gets a +1 power counter whenever your turn starts, and can't be destroyed."""

    name = "Überserum"
    plays_on = ON_MINION

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.add_counters(me.host)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how == DESTROY


class TheBride(Titan, of=MAD_SCIENTISTS):
    """Special: When your turn starts, you may do two of these things, in any order and each with a different minion. If
    you do, play this titan. Place a minion that you own from your hand or discard pile in the box; remove a +1 power
    counter from a minion of yours; destroy one of your minions in play. Ongoing: Once per turn, when you have placed a
    power counter on a minion of yours or removed one, draw a card. Talent: A minion of yours here gets a +1 power
    counter OR remove two +1 power counters in all from your minions to play an extra action.
    """

    speaks = {"start_of_turn": BESIDE}
    once = ("after_counters",)

    async def start_of_turn(self, me: Card, player: int) -> None:
        paid: list[Card] = []
        async for chosen in me.pay(2, "Pay for The Bride?"):
            if not me.can_play_titan(me, me.bases):
                return
            yours = me.find_minions(yours=True)
            owned = [card for card in me.hand + me.discard_pile if card.is_minion and card.owner == me.controller]
            parts = (
                ("Place a minion into the box", owned, me.place_in_box),
                ("Destroy a minion", yours, me.destroy),
                ("Remove a +1 power counter", [minion for minion in yours if minion.counters], me.remove_counters),
            )
            for text, cards, verb in parts:
                others = [other for part, more, _ in parts if part != text for other in more]
                able = [card for card in cards if card not in paid and (paid or {*others} - {card})]
                if chosen(text, able):
                    card = await me.choose(able, "Which minion?")
                    if card is not None and await verb(card):
                        paid.append(card)
        if len(paid) == 2:
            await me.play_titan(me.bases, may=False)

    def hears(self, me: Card, event: Event) -> bool:
        on_yours = event.card.is_minion and event.by == event.player == me.controller
        return on_yours and event.target is None

    async def after_counters(self, me: Card, event: Event) -> None:
        await me.draw()

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            counters = sum(minion.counters for minion in me.find_minions(yours=True))
            if chosen("A +1 power counter on a minion here"):
                minions = me.find_minions(here=True, yours=True)
                await me.add_counters(await me.choose(minions, "Which minion gets a +1 power counter?"))
            elif chosen("Remove two counters to play an extra action", counters >= 2):
                removed = await take_counters(me, low=2, high=2)
                if removed == 2:
                    await me.extra_action()
