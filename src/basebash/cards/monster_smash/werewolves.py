"""Werewolves: short bursts of power, and prizes for whoever is the strongest."""

from basebash.engine import DESTROY, ON_BASE, ON_MINION, Act, Action, BaseBoost, Card, Faction, Minion, Minions, Titan

WEREWOLVES = Faction(
    "Werewolves",
    hyphenated="Were|wolves",
    set_name="Monster Smash",
    intro=(
        "Your minions swell for a turn, or just before a base scores, so a base that looks safe may well not be. "
        "Chew Toy and Let the Dog Out turn sheer power into destroyed minions, and the pack leader earns you cards "
        "and actions. "
        "Little of it lasts, so strike on the turn you grow."
    ),
    summary="Sudden power, strongest takes all",
    difficulty=2,
    tags=("grow",),
    icon="werewolf",
    colours=("#54516a", "#f3f49b"),
)

NOT_LATER = "Minions that arrive afterwards don't get the bonus."
STRONGEST = (
    "It may be on another player's minion: if that one is the strongest here, you still profit.",
    "Being tied for the highest power is enough.",
)


def is_strongest(me: Card) -> bool:
    """Whether no minion at the base has more power than the one this action is on."""
    return me.host is not None and all(minion.power <= me.host.power for minion in me.here.minions)


class PackAlpha(Minion, of=WEREWOLVES):
    """Special: Before this base scores, your minions here get +1 power each until the turn ends."""

    power = 5
    rulings = (NOT_LATER,)

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.add_power(me.find_minions(here=True, yours=True), 1)


class LoupGarou(Minion, of=WEREWOLVES, copies=2):
    """Special: Before this base scores, give this minion +2 power until the turn ends."""

    name = "Loup-Garou"
    power = 4

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.add_power(me, 2)


class TeenageWolf(Minion, of=WEREWOLVES, copies=3):
    """Talent: Give this minion +1 power until the turn ends."""

    power = 3

    async def talent(self, me: Card) -> None:
        await me.add_power(me, 1)


class Howler(Minion, of=WEREWOLVES, copies=4):
    """Give this minion +2 power until the turn ends."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.add_power(me, 2)


class ChewToy(Action, of=WEREWOLVES, copies=2):
    """Pick a minion of yours. Destroy a minion at its base that has less power than it."""

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return me.find_minions(at=hunter.base, max_power=hunter.power - 1)

    async def on_play(self, me: Card) -> None:
        wolf = await me.choose_hunter(self, "Which of your minions bites?")
        if wolf is not None:
            await me.destroy(await me.choose(self.prey_of(me, wolf), "Destroy which minion?"))


class Frenzy(Action, of=WEREWOLVES, copies=2):
    """Those of your minions that have 4 or more power get +1 power until the turn ends."""

    boosts = Minions(yours=True, min_power=4)
    rulings = (NOT_LATER,)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 1)


class FullMoon(BaseBoost, of=WEREWOLVES):
    """Play on a base. Ongoing: All your minions here have +1 power."""

    bonus = 1


class LeaderOfThePack(Action, of=WEREWOLVES):
    """Play on a minion. Talent: While no minion here has more power than this one, you may play an extra action."""

    name = "Leader of the Pack"
    plays_on = ON_MINION
    rulings = STRONGEST

    async def talent(self, me: Card) -> None:
        if is_strongest(me):
            await me.extra_action()


class LetTheDogOut(Action, of=WEREWOLVES):
    """Pick a minion of yours. Destroy as many minions at its base as you like, as long as their powers add up
    to no more than its own.
    """

    name = "Let the Dog Out"

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return me.find_minions(at=hunter.base, max_power=hunter.power)

    async def on_play(self, me: Card) -> None:
        dog = await me.choose_hunter(self, "Let which of your minions out?")
        if dog is not None:
            await me.destroy(await me.choose_within(self.prey_of(me, dog), dog.power, "Destroy which minion?"))


class MarkingTerritory(Action, of=WEREWOLVES):
    """Play on a base. Ongoing: When your turn starts, if your total power here is higher than each other
    player's, the breakpoint of this base drops to 0 until the turn ends.
    """

    plays_on = ON_BASE

    async def start_of_turn(self, me: Card, player: int) -> None:
        here = me.here
        if all(here.total(other) < here.total(player) for other in me.others):
            await me.set_starting_breakpoint(here, 0)


class Moontouched(Action, of=WEREWOLVES):
    """Play on a minion. Talent: Draw a card, provided no minion here has more power than this one."""

    plays_on = ON_MINION
    rulings = STRONGEST

    async def talent(self, me: Card) -> None:
        if is_strongest(me):
            await me.draw()


class Unstoppable(Action, of=WEREWOLVES):
    """Play on a minion. Ongoing: It can't be destroyed."""

    plays_on = ON_MINION

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        return me.is_on(card) and act.how == DESTROY


class GreatWolfSpirit(Titan, of=WEREWOLVES):
    """Special: On your turn, while you have the most power (or tie for it) at two bases or more, you may play this
    titan at one of those. Ongoing: On your turn, each card of yours may use its talent once more. Talent: A minion of
    yours gets +1 power until the turn ends.
    """

    def where(self, me: Card, player: int) -> list[Card]:
        ruled = [base for base in me.bases if base.total(player) > 0 and me.is_winning(base)]
        return ruled if len(ruled) >= 2 else []

    def extra_talents(self, me: Card, card: Card) -> int:
        return 1 if card.controller == me.controller else 0

    async def talent(self, me: Card) -> None:
        await me.add_power(await me.choose(me.find_minions(yours=True), "Which minion gets +1 power?"), 1)
