"""Ignobles: they lend their minions out, profit, and take them back."""

from collections.abc import Iterable

from basebash.engine import (
    BEFORE_SCORING,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Scoring,
    Titan,
)

IGNOBLES = Faction(
    "Ignobles",
    set_name="Cease and Desist",
    summary="Lend minions, profit, take back",
    difficulty=5,
    tags=("smash", "draw"),
    icon="throne-king",
    colours=("#74224f", "#f0d182"),
    intro=(
        "Your minions are gifts with strings attached: hand them to a rival and you draw cards, play more, "
        "or earn VP when a Betrothed marries into the winning side. "
        "Later Banner Call or Inevitable Betrayal brings them home, ideally just before the base scores. "
        "Remember what you lent to whom, for until then it fights against you."
    ),
)

OWNED = ("A minion you own is one from your own deck, whether or not you control it at the moment.",)


async def give_one_away(me: Card, minions: list[Card]) -> bool:
    """Its controller gives one of the minions to another player; whether that was really done."""
    minion = await me.choose(minions, "Give away which minion?")
    if minion is None:
        return False
    return await me.give_control(minion, await me.choose_player(me.others, f"Who gets {minion.name}?"))


async def each_chooses(me: Card, minions: list[Card], prompt: str) -> list[tuple[int, Card]]:
    """Every player, clockwise, chooses one of the minions that they own, whoever controls it."""
    chosen: list[tuple[int, Card]] = []
    for player in me.clockwise():
        owned = [minion for minion in minions if minion.owner == player]
        minion = await me.choose(owned, prompt, player=player)
        if minion is not None:
            chosen.append((player, minion))
    return chosen


def has_owner(_me: Card, minion: Card) -> bool:
    """Whether a player owns a minion."""
    return minion.has_owner


class AuntOfDrakes(Minion, of=IGNOBLES):
    """Talent: Choose another player and give them control of one of your minions. If you do, draw a card and play an
    extra action.
    """

    name = "Aunt of Drakes"
    power = 5

    async def talent(self, me: Card) -> None:
        you = me.controller
        if await give_one_away(me, me.find_minions(yours=True)):
            await me.draw(player=you)
            await me.extra_action(player=you)


class FootOfTheKing(Minion, of=IGNOBLES, copies=2):
    """Ongoing: At the end of your turn, choose a minion you own. You may take control of it."""

    name = "Foot of the King"
    power = 4
    rulings = OWNED

    def is_start_for(self, me: Card, player: int) -> bool:
        return me.controller == player and not all(map(me.controls, me.find_minions(owned=True)))

    async def end_of_turn(self, me: Card, player: int) -> None:
        minion = await me.choose(me.find_minions(owned=True), "Take control of which minion?", may=True)
        await me.give_control(minion, player)


class Betrothed(Minion, of=IGNOBLES, copies=3):
    """You may choose another player and give them control of this minion. Ongoing: If a player other than
    its owner wins this base while controlling this minion, the owner gains 1 VP.
    """

    power = 3
    ongoing = True
    rulings = (
        (
            "It makes no difference how that player came to control Betrothed, or whether it has moved to a "
            "different base since."
        ),
    )

    async def on_play(self, me: Card) -> None:
        await me.give_control(me, await me.choose_player(me.others, "Give it to whom?", may=True))

    async def when_scoring(self, me: Card, scoring: Scoring) -> None:
        if me.is_other_player(me.owner) and me.controller in scoring.winners:
            await me.gain_vp(player=me.owner)


class SneakySquire(Minion, of=IGNOBLES, copies=4):
    """You may choose another player and give them control of this minion to play an extra minion."""

    power = 2

    async def on_play(self, me: Card) -> None:
        you = me.controller
        if await me.give_control(me, await me.choose_player(me.others, "Give it to whom?", may=True)):
            await me.extra_minion(player=you)


class ActivateTheSpy(Action, of=IGNOBLES, copies=2):
    """Choose a minion you own and take control of it. Play an extra action."""

    name = "Activate the Spy"
    targets = Minions(owned=True)
    rulings = OWNED

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Take control of which minion?")
        await me.give_control(minion, me.controller)
        await me.extra_action()


class BannerCall(Action, of=IGNOBLES):
    """Choose any number of minions you own and take control of them all."""

    targets = Minions(owned=True)
    rulings = OWNED

    async def on_play(self, me: Card) -> None:
        for minion in await me.choose_some(self.targets(me), "Take control of which minions?"):
            await me.give_control(minion, me.controller)


class FateOfTheFavorites(Action, of=IGNOBLES):
    """Every player chooses a minion they own and destroys it."""

    name = "Fate of the Favorites"
    targets = Minions(has_owner)

    async def on_play(self, me: Card) -> None:
        chosen = await each_chooses(me, self.targets(me), "Destroy which of the minions you own?")
        await me.destroy([minion for _, minion in chosen], credit={minion: player for player, minion in chosen})


class HostageExchange(Action, of=IGNOBLES):
    """Choose another player. Give them control of a minion of yours to take control of one of theirs whose
    power is the same or less.
    """

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *me.find_minions(yours=False, max_power=hunter.power)]

    async def on_play(self, me: Card) -> None:
        yours = await me.choose_hunter(self, "Give away which minion?", is_affected=True)
        player = await me.choose_player(me.others if yours is not None else [], "Exchange with whom?", whose=True)
        if yours is None or player is None:
            return
        weaker = [minion for minion in self.prey_of(me, yours) if minion.controller == player]
        theirs = await me.choose(weaker, "Take which minion in return?")
        if await me.give_control(yours, player):
            await me.give_control(theirs, me.controller)


class InevitableBetrayal(Action, of=IGNOBLES):
    """Special: Before a base scores, choose a minion you own there and take control of it."""

    targets = Minions(owned=True)
    rulings = OWNED

    window = BEFORE_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        minion = await me.choose(self.targets(me, at=base), "Take control of which minion?")
        await me.give_control(minion, me.controller)


class OutOfSight(Action, of=IGNOBLES):
    """Every player chooses a minion they own and returns it to their hand."""

    name = "Out of Sight"
    targets = Minions(has_owner)

    async def on_play(self, me: Card) -> None:
        chosen = await each_chooses(me, self.targets(me), "Return which of the minions you own?")
        await me.return_to_hand([minion for _, minion in chosen], credit={minion: player for player, minion in chosen})


class RedBirthdayParty(Action, of=IGNOBLES):
    """Choose a minion you own. Destroy it and every minion at its base with less power."""

    hunters = Minions(owned=True)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return [hunter, *me.find_minions(at=hunter.base, max_power=hunter.power - 1)]

    async def on_play(self, me: Card) -> None:
        host = await me.choose_hunter(self, "Destroy which minion, and all weaker ones there?")
        await me.destroy([] if host is None else self.prey_of(me, host))


class RepayingDebts(Action, of=IGNOBLES, copies=2):
    """Choose another player and give them control of one of your minions. If you do, draw two cards and play an extra
    minion.
    """

    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        if await give_one_away(me, self.targets(me)):
            await me.draw(2)
            await me.extra_minion()


class TheHillThatStrolls(Titan, of=IGNOBLES):
    """Special: On your turn, while other players control 2 or more minions that you own, you may play this titan.
    Ongoing: When you have given another player control of one of your minions, you may put a +1 power counter on it.
    Talent: Choose another player and give them control of one of your minions to draw a card, OR choose a minion here
    that you own and take control of it.
    """

    name = "The Hill that Strolls"

    def where(self, me: Card, player: int) -> Iterable[Card]:
        lent = [minion for minion in me.find_minions(owned=True) if minion.is_enemy_of(player)]
        return me.bases if len(lent) >= 2 else ()

    def hears(self, me: Card, event: Event) -> bool:
        return event.former == event.by == me.controller and me.is_other_player(event.player)

    async def after_control(self, me: Card, event: Event) -> None:
        minion = await me.choose([event.card], "Place a +1 power counter on it?", may=True)
        await me.add_counters(minion)

    async def talent(self, me: Card) -> None:
        async for chosen in me.either():
            if chosen("Give a minion away and draw a card", me.find_minions(yours=True)):
                if await give_one_away(me, me.find_minions(yours=True)):
                    await me.draw()
            elif chosen("Take control of a minion here", self.lent(me)):
                await me.give_control(await me.choose(self.lent(me), "Take control of which minion?"), me.controller)

    def lent(self, me: Card) -> list[Card]:
        """The minions here that its controller owns and another player controls."""
        return [minion for minion in me.find_minions(here=True, owned=True) if not me.controls(minion)]
