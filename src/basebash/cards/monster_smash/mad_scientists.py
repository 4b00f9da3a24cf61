"""Mad Scientists: they put their minions together, and take them apart."""

from basebash.cards.monster_smash.counters import spread_counters, take_counters
from basebash.engine import (
    DESTROY,
    HERE,
    ON_BASE,
    ON_MINION,
    YOURS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
)

MAD_SCIENTISTS = Faction(
    "Mad Scientists",
    set_name="Monster Smash",
    intro=(
        "Every experiment leaves a +1 power counter on somebody, and counters stay. "
        "Igor pays even when he falls, The Monster turns a counter into another minion, and Body Shop melts one "
        "minion down for the rest. "
        "Grow one giant and guard it well with Überserum, for counters leave together with their minion."
    ),
    words="Counters, from spare parts too",
    difficulty=1,
)


class HerrDoktor(Minion, of=MAD_SCIENTISTS):
    """Talent: Another minion of yours gets a +1 power counter."""

    power = 5

    async def talent(self, me: Card) -> None:
        others = me.find(yours=True, another=True)
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
        others = me.find(yours=True, another=True)
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

    def holds(self, me: Card, event: Event) -> bool:
        return not me.had_first_time(tag=self.number)  # destroyed and discarded at once is still one occasion

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        me.first_time(tag=self.number)
        minions = me.find(yours=True)
        await me.add_counters(await me.choose(minions, "Which minion gets a +1 power counter?"))

    async def after_this_discarded(self, me: Card, event: Event) -> None:
        await self.after_this_destroyed(me, event)


class AngryMob(Action, of=MAD_SCIENTISTS):
    """Pick a minion of yours. Place any number of cards out of your hand at the bottom of your deck; that minion
    gets a +1 power counter for every one.
    """

    increases_power = True

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find(yours=True), "Which minion gets the counters?")
        cards = await me.choose_some(me.hand, "Place which cards on the bottom of your deck?")
        prompt = "In which order on the bottom? The first is lowest."
        await me.put_back(cards, prompt, bottom=True, player=me.controller)
        await me.add_counters(minion, len(cards))


class Blitzed(Action, of=MAD_SCIENTISTS):
    """Take any number of +1 power counters off your minions. Then destroy a minion whose power is at most that
    number.
    """

    async def on_play(self, me: Card) -> None:
        removed = await take_counters(me)
        await me.destroy(await me.choose(me.find(max_power=removed), "Destroy which minion?"))


class BodyShop(Action, of=MAD_SCIENTISTS):
    """Destroy a minion of yours. Split as many +1 power counters as it had power among your minions."""

    increases_power = True

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find(yours=True), "Destroy which of your minions?")
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

    async def instead_of_destroyed(self, me: Card, card: Card, by: int) -> bool:
        return bool(await me.place_in_hand(card))


class ItsAlive(Action, of=MAD_SCIENTISTS, copies=2):
    """Play an extra minion, which gets a +1 power counter."""

    name = "IT'S ALIVE!"
    increases_power = True

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)

    async def extra_played(self, me: Card, card: Card) -> None:
        await me.add_counters(card)


class Jolt(Action, of=MAD_SCIENTISTS):
    """All your minions get a +1 power counter each."""

    increases_power = True

    async def on_play(self, me: Card) -> None:
        await me.add_counters(me.find(yours=True))


class Uberserum(Action, of=MAD_SCIENTISTS, copies=2):
    """Play on a minion. Ongoing: It gets a +1 power counter whenever your turn starts, and can't be destroyed."""

    name = "Überserum"
    plays_on = ON_MINION

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.add_counters(me.host)

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return card is me.host and act.how == DESTROY
