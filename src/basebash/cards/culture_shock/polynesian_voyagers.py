"""Polynesian Voyagers: they spread out over many bases and find new ones."""

from basebash.engine import (
    ACTION,
    AFTER_SCORING,
    MOVE,
    NOBODY,
    ON_YOUR_MINION,
    Act,
    Action,
    Boost,
    Card,
    Faction,
    Minion,
    Minions,
)

POLYNESIAN_VOYAGERS = Faction(
    "Polynesian Voyagers",
    hyphenated="Poly|nesian Voyagers",
    set_name="World Tour: Culture Shock",
    summary="A minion on every base",
    difficulty=4,
    tags=("move", "grow"),
    icon="wood-canoe",
    colours=("#0b6880", "#ffc183"),
    intro=(
        "One canoe to every island: the more bases you have a minion on, the more cards you draw and the "
        "harder you hit. "
        "Maui and Volcanic Uprising raise new bases out of the sea, Mo'ai keep the neighbours out, and "
        "tattoos turn a lone minion into a giant. "
        "You are thin everywhere, so pick your moment and pull together with Unity of the Tribes."
    ),
)

MORE_BASES = ("This can leave the game with more bases than before.",)


def bases_without_you(me: Card) -> list[Card]:
    """The bases at which its controller has no minion."""
    return [base for base in me.bases if not me.has_minion_at(base)]


def bases_with_you(me: Card) -> list[Card]:
    """The bases at which its controller has a minion."""
    return [base for base in me.bases if me.has_minion_at(base)]


class Maui(Minion, of=POLYNESIAN_VOYAGERS):
    """Take up to two bases off the top of the base deck and play them. Talent: Choose a base without
    minions of yours and move one of your minions there.
    """

    power = 5
    rulings = MORE_BASES

    async def on_play(self, me: Card) -> None:
        for _ in range(await me.choose_number(0, 2, "Play how many bases?")):
            await me.add_base()

    async def talent(self, me: Card) -> None:
        base = await me.choose(bases_without_you(me), "Move a minion to which base?")
        if base is not None:
            await me.move(await me.choose(me.find_minions(yours=True), "Move which minion?"), base)


class Wayfinder(Minion, of=POLYNESIAN_VOYAGERS, copies=2):
    """Talent: Move this minion to a base without minions of yours to place a +1 power counter on it."""

    power = 4

    async def talent(self, me: Card) -> None:
        base = await me.choose(bases_without_you(me), "Move to which base?")
        await me.add_counters(await me.move(me, base))


class Tiki(Minion, of=POLYNESIAN_VOYAGERS, copies=3):
    """Ongoing: This minion has +2 power while there is an action on it."""

    power = 3

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 2 if minion is me and me.actions else 0


class Moai(Minion, of=POLYNESIAN_VOYAGERS, copies=4):
    """Ongoing: Other players can't move their minions to this base, nor this minion to another base."""

    name = "Mo'ai"
    power = 3

    def cannot(self, me: Card, card: Card, act: Act) -> bool:
        their_own_to_here = card.is_minion and card.controller == act.by and act.to is me.base
        return act.how == MOVE and me.is_other_player(act.by) and (card is me or their_own_to_here)


def has_new_land(me: Card, _minion: Card) -> bool:
    """Whether there is a base without minions of its controller."""
    return bool(bases_without_you(me))


class GrowthOfTheTribes(Action, of=POLYNESIAN_VOYAGERS):
    """Choose a base without minions of yours. Either play an extra minion there right now or move one of
    your minions there.
    """

    name = "Growth of the Tribes"
    targets = Minions(has_new_land, yours=True)
    calls_minions = True

    async def on_play(self, me: Card) -> None:
        base = await me.choose(bases_without_you(me), "Choose a base without minions of yours")
        if base is None:
            return
        yours = self.targets(me)
        is_able = not me.must_aim and me.playable_minions(base)
        modes = ["Play an extra minion there", "Move a minion there"][0 if is_able else 1 :]
        if yours and await me.choose_mode(modes, "Which?", secret=True) == len(modes):
            await me.move(await me.choose(yours, "Move which minion there?"), base)
        else:
            await me.extra_minion(at=base, now=True)


class KnowledgeOfTheTribes(Action, of=POLYNESIAN_VOYAGERS):
    """For every base with a minion of yours, draw a card."""

    name = "Knowledge of the Tribes"

    async def on_play(self, me: Card) -> None:
        await me.draw(len(bases_with_you(me)))


class UnityOfTheTribes(Action, of=POLYNESIAN_VOYAGERS):
    """Choose a base with a minion of yours. Until the turn ends, you have +2 power there for every base on
    which you have at least one minion.
    """

    name = "Unity of the Tribes"

    async def on_play(self, me: Card) -> None:
        bases = bases_with_you(me)
        base = await me.choose(bases, "Gain power at which base?")
        if base is not None:
            me.add_side_power(base, 2 * len(bases))


class OceanTattoo(Action, of=POLYNESIAN_VOYAGERS):
    """Play on a minion of yours at a base without minions of other players. Talent: Move this minion to another base.
    If you do, put a +1 power counter on it.
    """

    plays_on = ON_YOUR_MINION

    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        return all(minion.controller in (player, NOBODY) for minion in target.here.minions)

    async def talent(self, me: Card) -> None:
        base = await me.choose(me.other_bases, "Move this minion to which base?")
        await me.add_counters(await me.move(me.host, base))


class SharkTattoo(Action, of=POLYNESIAN_VOYAGERS, copies=2):
    """Play on one of your minions and place a +1 power counter on it. Ongoing: If it is your only minion
    here at the start of your turn, it gets a +1 power counter.
    """

    plays_on = ON_YOUR_MINION
    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        await me.add_counters(me.host)

    async def start_of_turn(self, me: Card, player: int) -> None:
        if me.here.minions_of(me.controller) == [me.host]:
            await me.add_counters(me.host)


class SunTattoo(Boost, of=POLYNESIAN_VOYAGERS, copies=2):
    """Play on one of your minions. Ongoing: It has +2 power. Special: Once a base has scored, you may play
    this on a minion of yours there that has no actions on it. If you do, the minion moves to another base
    instead of being discarded.
    """

    plays_on = ON_YOUR_MINION
    bonus = 2
    window = AFTER_SCORING

    def special_targets(self, me: Card, base: Card) -> list[Card] | None:
        return [minion for minion in me.find_minions(at=base, yours=True) if not minion.actions]

    async def on_special(self, me: Card, base: Card) -> None:
        await me.move(me.host, await me.choose(base.other_bases, "Move it to which base?"))


class TattooArtist(Action, of=POLYNESIAN_VOYAGERS):
    """Search your deck, your discard pile or both for an action playable on a minion. It goes into your
    hand, or you play it now as an extra action.
    """

    rulings = ("If you play the action, you play it right away; it can't wait for later in the turn.",)

    async def on_play(self, me: Card) -> None:
        action = await me.search(lambda card: card.is_minion_action, "Take which action?", discard=True)
        if action is None:
            return
        modes = ("Place it into your hand", "Play it now")
        if me.can_play(action, kind=ACTION) and await me.choose_mode(modes, f"What about {action.name}?") == 2:
            await me.play_card(action, kind=ACTION)
        else:
            await me.place_in_hand(action)


class VolcanicUprising(Action, of=POLYNESIAN_VOYAGERS):
    """Choose one: play the base deck's top card, and you may move a minion of yours there; or destroy a
    base on which nobody has a minion and replace it with two bases.
    """

    targets = Minions(yours=True)
    rulings = MORE_BASES

    async def on_play(self, me: Card) -> None:
        async for chosen in me.either(prompt="Which?"):
            if chosen("Play the top base of the base deck"):
                if (base := await me.add_base()) is not None:
                    await me.move(await me.choose(self.targets(me), "Move which minion there?", may=True), base)
            elif chosen("Destroy a base without minions", self.empty(me) and not me.must_aim):
                await me.destroy_base(await me.choose(self.empty(me), "Destroy which base?"), replacements=2)

    def empty(self, me: Card) -> list[Card]:
        """The bases where no player has a minion: monsters are nobody's (MT10)."""
        return [base for base in me.bases if all(not minion.is_controlled for minion in base.minions)]
