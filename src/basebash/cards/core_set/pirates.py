"""Pirates: always on the move, and rough with the small fry."""

from basebash.engine import (
    BEFORE_SCORING,
    BESIDE,
    MOVE,
    PLAY,
    Action,
    Card,
    Faction,
    Instead,
    Minion,
    Minions,
    Scoring,
    Titan,
    Who,
)

PIRATES = Faction(
    "Pirates",
    set_name="Core Set",
    summary="Sail from base to base",
    difficulty=2,
    tags=("move", "smash"),
    icon="pirate-skull",
    colours=("#8f2436", "#ffe0b0"),
    partner=("Dinosaurs", "Sail in, be bigger."),
    intro=(
        "Your fleet is never where it was a moment ago. "
        "Build up on one base, then sail the whole crew to the one that scores, "
        "with Pirate King and Full Sail arriving at the last second. "
        "Broadside and Cannon sink minions of power 2 or less, but bigger hulls must be outwitted."
    ),
)


async def sail(me: Card, minions: list[Card]) -> None:
    """Moves the minions to other bases, each to one of its own if so chosen, all at once."""
    goals = [await me.choose(minion.other_bases, f"Move {minion.name} where?") for minion in minions]
    await me.move_apart(zip(minions, goals, strict=True))


class PirateKing(Minion, of=PIRATES):
    """Special: You may move this minion to a base before that base scores."""

    power = 5

    def in_window(self, me: Card, base: Card) -> bool:
        return me.base is not base

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.move(me, await me.choose([base], f"Move {me.name} to the base that scores?", may=True))


class Buccaneer(Minion, of=PIRATES, copies=2):
    """Ongoing: Once per turn, you may save this minion from being destroyed by moving it
    to another base instead.
    """

    power = 4

    def would_replace(self, me: Card, card: Card) -> bool:
        return card is me and not me.was_used(self, player=me.owner)  # once, whoever controls it by now

    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        base = await me.choose(me.other_bases, f"Move {me.name} instead of losing it?", may=True)
        moved = me.instead(me, MOVE, onto=base)
        if moved is not None:
            me.mark_used(self, player=me.owner)
        return moved


class CutLass(Minion, of=PIRATES, copies=3):
    """You may destroy a minion here with power 2 or less."""

    power = 3

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.find_minions(here=True, max_power=2), "Destroy which minion?", may=True))


class FirstMate(Minion, of=PIRATES, copies=4):
    """Special: You may move this minion to another base after this base scores; then it isn't discarded."""

    power = 2
    rulings = (
        "It works every time a base with First Mate on it scores, even several times in one turn.",
        "First Mate can't move to the replacement of the base that scored.",
    )

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        await me.move(me, await me.choose(me.other_bases, f"Move {me.name} to another base?", may=True))


class Broadside(Action, of=PIRATES, copies=2):
    """Choose a player, and a base with a minion of yours.
    Destroy all of that player's minions there with power 2 or less.
    """

    targets = Minions(max_power=2, beside_yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose([base for base in me.bases if self.targets(me, at=base)], "Fire at which base?")
        targets = self.targets(me, at=base)
        players = [player for player in me.clockwise() if any(m.controller == player for m in targets)]
        if players == [me.controller]:
            players += me.others  # who have none: "all" may be nobody (2019, Void Where Prohibited)
        player = await me.choose_player(players, "Destroy whose minions there?", whose=True)
        await me.destroy([minion for minion in targets if minion.controller == player])


class Cannon(Action, of=PIRATES):
    """Destroy up to 2 minions that each have power 2 or less."""

    targets = Minions(max_power=2)

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose_some(self.targets(me), "Destroy up to 2 minions", high=2))


class Dinghy(Action, of=PIRATES, copies=2):
    """Choose up to 2 of your minions and move them to other bases."""

    targets = Minions(yours=True)
    rulings = ("The two may sail to different bases.",)

    async def on_play(self, me: Card) -> None:
        await sail(me, await me.choose_some(self.targets(me), "Move up to 2 of your minions", high=2))


class FullSail(Action, of=PIRATES):
    """Choose any number of your minions and move them to other bases.
    Special: You may also play this card before a base scores.
    """

    targets = Minions(yours=True)
    rulings = ("Each minion may sail to a different base.",)

    window = BEFORE_SCORING

    async def on_play(self, me: Card) -> None:
        await sail(me, await me.choose_some(self.targets(me), "Move any number of your minions"))


class Powderkeg(Action, of=PIRATES):
    """Choose one of your minions. Destroy it and every minion on its base whose power is no higher."""

    rulings = ("If your own minion can't be destroyed, the others still are, unless they can't be either.",)

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        return me.find_minions(at=hunter.base, max_power=hunter.power)

    async def on_play(self, me: Card) -> None:
        keg = await me.choose_hunter(self, "Blow up which of your minions?")
        await me.destroy([] if keg is None else self.prey_of(me, keg))


class SeaDogs(Action, of=PIRATES):
    """Name a faction and choose a base. Other players' minions of that faction there
    all move to another base.
    """

    targets = Minions(yours=False)
    rulings = ("They all leave the same base and all arrive on the same base.",)

    async def on_play(self, me: Card) -> None:
        name = await me.choose_faction(me.faction_names, "Name a faction")
        crew = [minion for minion in self.targets(me) if minion.faction.name == name]
        bases = [base for base in me.bases if any(minion.base is base for minion in crew)]
        start = await me.choose(bases, f"Move the {name} from which base?")
        if start is not None:
            end = await me.choose([base for base in me.bases if base is not start], "Move them where?")
            await me.move([minion for minion in crew if minion.base is start], end)


class Shanghai(Action, of=PIRATES):
    """Choose another player's minion and move it to another base."""

    targets = Minions(yours=False)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        await sail(me, [] if minion is None else [minion])


class Swashbuckling(Action, of=PIRATES):
    """All your minions have +1 power until the turn ends."""

    boosts = Minions(yours=True)
    rulings = ("Minions you play after Swashbuckling get nothing from it.",)

    async def on_play(self, me: Card) -> None:
        await me.add_power(self.boosts(me), 1)


class TheKraken(Titan, of=PIRATES):
    """Special: When a base where you had a minion has scored, and this titan isn't in play, you may call out
    "Release the Kraken!" and play it on the replacement base. Talent: Move this titan to another base, where
    other players' minions get -1 power until the turn ends. Special: Once this base has scored, move one of
    your minions here to another base.
    """

    name = "The Kraken"
    speaks = {"after_scoring": (BESIDE, PLAY)}
    rulings = ("You really have to say it, write it, or make it known in some other way; choosing to play it will do.",)

    def in_window(self, me: Card, base: Card) -> bool:
        scoring = me.scoring
        return me.base is base if me.in_play else scoring is not None and me.controller in scoring.present

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        if not me.in_play:
            if await me.may("Release the Kraken! Play it on the base that comes next?"):
                scoring.wait(self, me)
            return
        minion = await me.choose(me.find_minions(here=True, yours=True), "Save which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(me.other_bases, f"Move {minion.name} where?"))

    async def after_replaced(self, me: Card, scoring: Scoring, replacement: Card) -> None:
        await me.play_titan(replacement, may=False, announced=True)

    async def talent(self, me: Card) -> None:
        if await me.move(me, await me.choose(me.other_bases, f"Move {me.name} where?")):
            await me.add_power(filter(me.is_enemy, me.here.minions), -1)
