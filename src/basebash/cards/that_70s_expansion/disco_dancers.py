"""Disco Dancers: whatever an action does to one dancer, the next one does too."""

from basebash.engine import (
    AFTER_SCORING,
    BEFORE_SCORING,
    ON_MINION,
    PLAYERS_MINIONS,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    is_action,
)

DISCO_DANCERS = Faction(
    "Disco Dancers",
    set_name="That '70s Expansion",
    intro=(
        "A standard action that affects one of your minions rarely stops there: Divas and Dancing King let it "
        "affect one more minion in the same way. "
        "Gather them at one base and then play actions that raise power, move or save a minion. "
        "It works with the standard actions of your other faction, too, and for Dancing King even with those of "
        "other players."
    ),
    summary="Spread standard actions over more minions",
    difficulty=5,
    tags=("grow", "draw"),
    icon="musical-notes",
    colours=("#47136e", "#88f9e2"),
)

SAME_WAY = (
    "Only what a standard action does while it is played can be shared, not what actions on minions or bases do.",
    "What another card like this one has shared can't be passed on to a third minion.",
    "It shares one effect of an action, however many minions that affects.",
    "All is as for the first minion: the same base to move to, the same player to gain control.",
    "The minion needn't be one that the action could have been aimed at, such as one with power 3 or more.",
    "You decide while the action is played, even if what it does comes only later.",
    "Of an action that does several things to a minion, you share one.",
    "All of it is the work of the action, not of this card.",
)


class DancingKing(Minion, of=DISCO_DANCERS):
    """Ongoing: Whenever minions here are directly affected by a standard action, you may let it affect one more minion
    here in the same way.
    """

    power = 5
    rulings = (
        "That can be any minion here which the action doesn't affect already, Dancing King itself among them.",
        *SAME_WAY,
    )

    def would_join(self, me: Card, act: Act, hit: list[Card]) -> bool:
        return any(minion.base is me.base for minion in hit)

    async def joins(self, me: Card, act: Act, hit: list[Card]) -> Card | None:
        others = [minion for minion in me.find_minions(here=True) if minion not in hit]
        return await me.choose(others, f"Let {act.source.name} affect which other minion?", may=True)


class DiscoLou(Minion, of=DISCO_DANCERS, copies=2):
    """Play an extra action, or choose an action in your discard pile and place it on top of your deck."""

    power = 4

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Play an extra action"):
                await me.extra_action()
            elif chosen("Place an action on top of your deck", actions := list(filter(is_action, me.discard_pile))):
                await me.place_on_deck(await me.choose(actions, "Place which action on top?"))


class Diva(Minion, of=DISCO_DANCERS, copies=3):
    """Ongoing: Once per turn, when other minions of yours here are directly affected by a standard action, you may let
    it affect this one in the same way.
    """

    power = 3
    rulings = SAME_WAY
    once = ("joins",)

    def would_join(self, me: Card, act: Act, hit: list[Card]) -> bool:
        yours = [minion for minion in hit if minion.base is me.base and minion.controller == me.controller]
        return bool(yours) and me not in hit

    async def joins(self, me: Card, act: Act, hit: list[Card]) -> Card | None:
        return me if await me.may(f"Let {act.source.name} affect Diva too?") else None


class Roller(Minion, of=DISCO_DANCERS, copies=4):
    """Ongoing: When a standard action has directly affected this minion, which had no +1 power counter when that
    action was played, it gets one.
    """

    power = 2

    def hears(self, me: Card, event: Event) -> bool:
        return event.card.is_standard and not me.counters

    def holds(self, me: Card, event: Event) -> bool:
        return me in event.affected

    async def after_action_played(self, me: Card, event: Event) -> None:
        await me.add_counters(me)


class Celebration(Action, of=DISCO_DANCERS):
    """Play two extra actions."""

    async def on_play(self, me: Card) -> None:
        await me.extra_action()
        await me.extra_action()


class DiscoInferno(Action, of=DISCO_DANCERS):
    """Every player may choose one of their minions, which gets a +1 power counter. Draw a card for each minion that
    this affects.
    """

    boosts = PLAYERS_MINIONS

    async def on_play(self, me: Card) -> None:
        chosen: dict[Card, int] = {}
        for player in me.clockwise():
            prompt = "Which of your minions gets a +1 power counter?"
            minion = await me.choose(self.boosts(me, of=player), prompt, may=True, player=player)
            if minion is not None:
                chosen[minion] = player
        await me.draw(len(await me.add_counters(chosen, credit=chosen)))


class GetDownTonight(Action, of=DISCO_DANCERS):
    """A minion gets +2 power until the turn ends. Draw a card."""

    boosts = Minions()

    async def on_play(self, me: Card) -> None:
        await me.add_power(await me.choose(self.boosts(me), "Which minion gets +2 power?"), 2)
        await me.draw()


class ImSoExcited(Action, of=DISCO_DANCERS):
    """Move one of your minions. Draw a card."""

    name = "I'm So Excited"
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, f"Move {minion.name} where?"))
        await me.draw()


class IWillSurvive(Action, of=DISCO_DANCERS):
    """Special: After a base scores, one of your minions there returns to its owner's hand, so that it isn't
    discarded.
    """

    name = "I Will Survive"
    targets = Minions(yours=True)
    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me, at=base), "Return which minion?"))


class ItsRainingMen(Action, of=DISCO_DANCERS):
    """Play an extra minion."""

    name = "It's Raining Men"

    async def on_play(self, me: Card) -> None:
        await me.extra_minion()


class LastDance(Action, of=DISCO_DANCERS):
    """Every player may destroy one of their own minions. Each minion that really is destroyed brings its
    controller 1 VP.
    """

    targets = PLAYERS_MINIONS
    rulings = ("A minion counts as destroyed by the player who chose to have it destroyed.",)

    async def on_play(self, me: Card) -> None:
        chosen: dict[Card, int] = {}
        for player in me.clockwise():
            prompt = "Destroy one of your minions for 1 VP?"
            minion = await me.choose(self.targets(me, of=player), prompt, may=True, player=player)
            if minion is not None:
                chosen[minion] = player
        controllers = {minion: minion.controller for minion in me.find_minions()}
        for minion in await me.destroy(chosen, credit=chosen):
            await me.gain_vp(player=controllers[minion])


class StayinAlive(Action, of=DISCO_DANCERS):
    """Choose one of your minions in play. If a copy of it lies in your discard pile, that goes into your hand."""

    name = "Stayin' Alive"
    rulings = ("A copy is a card of the same name.",)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Choose one of your minions")
        copies = {card.name: card for card in me.discard_pile if minion is not None and card.shares_name(minion)}
        await me.place_in_hand(await me.choose(copies.values(), "Take which copy?"))


class TurnTheBeatAround(Action, of=DISCO_DANCERS):
    """A minion gets +1 power until the turn ends. For each minion that this affects, choose a minion there, which gets
    -1 power until the turn ends. Special: It may also be played before a base scores.
    """

    name = "Turn The Beat Around"
    boosts = Minions()
    window = BEFORE_SCORING
    rulings = (
        "Only the minions that got +1 power are counted, not those that get -1 power.",
        "One minion may be given several of the -1 power.",
    )

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Which minion gets +1 power?")
        if minion is not None:
            there = minion.base
            weakened = []
            for _ in await me.add_power(minion, 1):
                weaker = await me.choose(self.boosts(me, at=there), "Which minion gets -1 power?")
                weakened += [] if weaker is None else [weaker]
            await me.add_power(weakened, -1)


class WeAreFamily(Action, of=DISCO_DANCERS):
    """Play on a minion. Ongoing: When other minions here, whoever has them, are directly affected by a standard action,
    you may let it affect this one in the same way, once per turn.
    """

    name = "We are Family"
    plays_on = ON_MINION
    rulings = SAME_WAY
    once = ("joins",)

    def would_join(self, me: Card, act: Act, hit: list[Card]) -> bool:
        here = [minion for minion in hit if minion.base is me.base]
        return bool(here) and me.host not in hit

    async def joins(self, me: Card, act: Act, hit: list[Card]) -> Card | None:
        assert me.host is not None
        return await me.choose([me.host], f"Let {act.source.name} affect {me.host.name} too?", may=True)
