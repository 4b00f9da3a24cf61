"""Vampires: whatever falls makes them stronger."""

from basebash.engine import (
    AFTER_SCORING,
    BESIDE,
    COUNTED,
    MINION,
    NEWCOMER,
    ON_BASE,
    ON_MINION,
    OTHERS,
    PLAY,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Titan,
)

VAMPIRES = Faction(
    "Vampires",
    set_name="Monster Smash",
    intro=(
        "Bite the weak and keep what you drink: almost every minion you destroy becomes a +1 power counter. "
        "The Count grows whenever somebody else loses a minion, whoever is to blame, and Crack of Dusk brings your "
        "small ones back. "
        "Your own minions are food too, if that is what it takes."
    ),
    summary="Destroy the weak, gain counters",
    difficulty=2,
    tags=("smash", "grow"),
    icon="female-vampire",
    colours=("#892e44", "#f8aec4"),
)


class TheCount(Minion, of=VAMPIRES):
    """Ongoing: Each time a minion of another player has been destroyed, this minion gets a +1 power counter."""

    power = 5

    scope = OTHERS

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class Nightstalker(Minion, of=VAMPIRES, copies=2):
    """Destroy a minion here with power 2 or less. If you do, put a +1 power counter on this minion."""

    power = 4

    async def on_play(self, me: Card) -> None:
        prey = await me.choose(me.find_minions(here=True, max_power=2), "Destroy which minion?")
        if await me.destroy(prey):
            await me.add_counters(me)


class HeavyDrinker(Minion, of=VAMPIRES, copies=3):
    """You may destroy a minion of yours. If you do, put a +1 power counter on this minion."""

    power = 3

    async def on_play(self, me: Card) -> None:
        prey = await me.choose(me.find_minions(yours=True), "Destroy which of your minions?", may=True)
        if await me.destroy(prey):
            await me.add_counters(me)


class FledglingVampire(Minion, of=VAMPIRES, copies=4):
    """If you have less power here than another player once you have played this minion, it gets a +1 power counter."""

    power = 2

    async def on_play(self, me: Card) -> None:
        here = me.here
        if any(here.total(player) > here.total(me.controller) for player in me.others):
            await me.add_counters(me)


class BigGulp(Action, of=VAMPIRES):
    """Destroy any minion with power 4 or less."""

    targets = Minions(max_power=4)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))


class Buffet(Action, of=VAMPIRES):
    """Special: Play once a base has scored. Provided you won there, all your minions get a +1 power counter each."""

    boosts = Minions(yours=True)

    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        scoring = me.scoring
        if scoring is not None and me.controller in scoring.winners:
            await me.add_counters(self.boosts(me))


class CrackOfDusk(Action, of=VAMPIRES, copies=2):
    """From your discard pile, play a minion with power 2 or less as an extra minion. It gets a +1 power
    counter.
    """

    name = "Crack of Dusk"
    targets = NEWCOMER

    async def on_play(self, me: Card) -> None:
        small = [card for card in me.discard_pile if card.is_minion and card.power <= 2]
        attempt = await me.play_one(small, kind=MINION)
        await me.add_counters(attempt.played)


class CullTheWeak(Action, of=VAMPIRES):
    """Pick a minion of yours. Discard any number of minions from your hand; it gets a +1 power counter for every
    one.
    """

    name = "Cull the Weak"
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets the counters?")
        weak = [card for card in me.hand if card.is_minion]
        discarded = await me.discard(await me.choose_some(weak, "Discard which minions?"))
        await me.add_counters(minion, len(discarded))


class DinnerDate(Action, of=VAMPIRES, copies=2):
    """A minion of yours gets a +1 power counter. At its base, destroy a minion with power 2 or less."""

    boosts = Minions(yours=True)
    rulings = ("The counter is placed even if no other minion is at that base.",)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *me.find_minions(at=hunter.base, max_power=2)]

    async def on_play(self, me: Card) -> None:
        host = await me.choose_hunter(self, "Which minion gets a +1 power counter?", is_affected=True)
        await me.add_counters(host)
        if host is not None:
            await me.destroy(await me.choose(me.find_minions(at=host.base, max_power=2), "Destroy which minion?"))


class MadMonsterParty(Action, of=VAMPIRES):
    """All your minions without a +1 power counter get one."""

    boosts = Minions(yours=True, counters=False)

    async def on_play(self, me: Card) -> None:
        await me.add_counters(self.boosts(me))


class Opportunist(Action, of=VAMPIRES):
    """Play on a minion. Ongoing: Each time another player's minion has been destroyed, the minion this is on gets a +1
    power counter.
    """

    plays_on = ON_MINION

    scope = OTHERS

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_minion

    async def after_destroyed(self, me: Card, event: Event) -> None:
        await me.add_counters(me.host)


class SummonWolves(Action, of=VAMPIRES):
    """Play on a base. Ongoing: When your turn starts, this card gets a +1 power counter. While you have a minion
    here, its counters count for your total power here.
    """

    plays_on = ON_BASE

    async def start_of_turn(self, me: Card, player: int) -> None:
        me.tally(me)

    def side_power(self, me: Card, base: Card, player: int) -> int:
        yours_here = base is me.base and player == me.controller and me.has_minion_at(base)
        return me.counters if yours_here else 0


class AncientLord(Titan, of=VAMPIRES):
    """Special: Once you have placed at least two +1 power counters on minions in one turn, you may play this titan.
    Ongoing: When you have placed a +1 power counter on a card of yours that had none, it gets another one. Talent: A
    minion of yours here that has a +1 power counter gets one more.
    """

    speaks = {"after_counters": (BESIDE, PLAY)}

    def hears(self, me: Card, event: Event) -> bool:
        fits = event.before == 0 and me.is_yours(event.player) if me.in_play else event.card.is_minion
        return fits and event.is_placing and me.is_yours(event.by)

    def holds(self, me: Card, event: Event) -> bool:
        if me.in_play:
            return event.card.in_play
        placed = [deed for deed in me.deeds(COUNTED, player=me.controller) if me.card(deed.card).is_minion]
        return sum(deed.value for deed in placed) >= 2 and not me.was_used(self)

    async def after_counters(self, me: Card, event: Event) -> None:
        if not me.in_play:
            me.mark_used(self)
            await me.play_titan(me.bases)
        elif event.card.is_action:
            me.tally(event.card)
        else:
            await me.add_counters(event.card)

    async def talent(self, me: Card) -> None:
        grown = [minion for minion in me.find_minions(here=True, yours=True) if minion.counters]
        await me.add_counters(await me.choose(grown, "Which minion gets a +1 power counter?"))
