"""Dragons: they burn the bases down, and make every arrival costly for the others."""

from basebash.engine import (
    BEFORE_SCORING,
    HERE,
    ON_BASE,
    Action,
    BaseBoost,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    Who,
)

DRAGONS = Faction(
    "Dragons",
    set_name="It's Your Fault!",
    intro=(
        "You lower breakpoints, shrink what others earn and make them pay for coming to your bases. "
        "Most of your actions lie on bases, and several of them can be dropped there just before the base scores. "
        "Sit on a base with Hatchlings and an Imperial Dragon, then bring it down when it suits you."
    ),
    summary="Cheapen bases, charge newcomers, burn",
    difficulty=2,
    tags=("smash", "grow"),
    icon="spiked-dragon-head",
    colours=("#83290b", "#ced081"),
)

ARRIVALS = (
    "It responds to minions that move here, not away; and if another player moves this minion itself, that counts as "
    "a move to here."
)
LESS_VP = "VP that abilities give are not reduced."


class Watcher(Minion):
    """A minion that responds to the minions that other players play or move here."""

    scope = HERE
    rulings = (ARRIVALS,)

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_other_player(event.brought_by)


class GreatWyrm(Minion, of=DRAGONS):
    """Ongoing: When this base scores, each other player gets 1 VP less for their place here."""

    power = 5
    rulings = (LESS_VP,)

    def award_bonus(self, me: Card, base: Card, player: int, place: int) -> int:
        return -1 if base is me.base and me.is_other_player(player) else 0


class Wyvern(Minion, of=DRAGONS, copies=2):
    """Destroy a minion here with power 3 or less. Talent: This base's breakpoint is 3 lower until the turn ends."""

    power = 4

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.find_minions(here=True, max_power=3), "Destroy which minion?"))

    async def talent(self, me: Card) -> None:
        me.change_breakpoint(me.base, -3)


class ImperialDragon(Watcher, of=DRAGONS, copies=3):
    """Ongoing: Each time another player has played or moved a minion here, draw a card."""

    power = 3

    async def after_arrived(self, me: Card, event: Event) -> None:
        await me.draw()


class Hatchling(Watcher, of=DRAGONS, copies=4):
    """Ongoing: A minion that another player has played or moved here gets -1 power until the turn ends."""

    power = 2

    async def after_arrived(self, me: Card, event: Event) -> None:
        await me.add_power(event.card, -1)


class BringDownTheWalls(Action, of=DRAGONS, copies=2):
    """Play on a base. Ongoing: When this base is about to score, you may play a minion from your hand here."""

    name = "Bring Down the Walls"
    plays_on = ON_BASE
    ongoing = True

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.extra_minion(at=base, now=True)


class BurnItDown(Action, of=DRAGONS):
    """Destroy a base and the actions on it, and put in its place the top card of the base deck or any base of
    the base discard pile. Its minions stay.
    """

    name = "Burn It Down"
    rulings = (
        "Actions on minions stay with them, and the top base stays hidden until you have decided.",
        "Titans and buried cards don't stay.",
    )

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Destroy which base?")
        if base is not None:
            prompt = "Bring back which base? Decline for the top card of the base deck."
            new = await me.choose([*me.base_discard, base], prompt, may=True)
            await me.destroy(base.actions)
            await me.destroy_base(base, keep=base.minions, new=new)


class DangerousGround(Action, of=DRAGONS):
    """Play on a base. Ongoing: To play a minion here, another player must discard a card first."""

    plays_on = ON_BASE
    rulings = ("Who has no other card to discard can't play a minion here.",)

    def asks_toll(self, me: Card, player: Who, card: Card, base: Card) -> bool:
        return base is me.base and card.is_minion and me.is_other_player(player)


class DragonLands(BaseBoost, of=DRAGONS):
    """Play on a base. Ongoing: Your minions have +1 power each here. Special: You may also play this on a
    base that is about to score.
    """

    window = BEFORE_SCORING
    bonus = 1

    def special_targets(self, me: Card, base: Card) -> list[Card] | None:
        return [base]


class FlankAttack(Action, of=DRAGONS):
    """Search your deck, your discard pile or both for an action that is played on bases, and play it as an
    extra action. If you searched your deck, shuffle it.
    """

    async def on_play(self, me: Card) -> None:
        await me.play_card(await me.search(_is_base_action, "Play which action?", discard=True, may=True))


def _is_base_action(card: Card) -> bool:
    return card.is_base_action


class IntimidatingPresence(Action, of=DRAGONS):
    """Play on a base. Ongoing: Each minion of another player here has -1 power. Special: You may also play
    this on a base that is about to score.
    """

    plays_on = ON_BASE
    targets = Minions(yours=False)
    window = BEFORE_SCORING

    def special_targets(self, me: Card, base: Card) -> list[Card] | None:
        return [base]

    def power_bonus(self, me: Card, minion: Card) -> int:
        return -1 if minion.base is me.base and me.is_enemy(minion) else 0


class Raze(Action, of=DRAGONS):
    """Play on a base. Ongoing: The base's ability is cancelled."""

    plays_on = ON_BASE

    def cancels(self, me: Card, card: Card) -> bool:
        return me.is_on(card)


class Ruins(Action, of=DRAGONS, copies=2):
    """Play on a base. Ongoing: Each other player gets 1 VP less for their place here when this base scores."""

    plays_on = ON_BASE
    rulings = (LESS_VP,)

    def award_bonus(self, me: Card, base: Card, player: int, place: int) -> int:
        return -1 if base is me.base and me.is_other_player(player) else 0
