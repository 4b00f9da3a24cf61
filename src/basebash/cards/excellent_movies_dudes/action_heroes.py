"""Action Heroes: one against all, at every base."""

from basebash.engine import (
    ACTION,
    AFTER_SCORING,
    BEFORE_SCORING,
    HERE,
    ON_BASE,
    ON_MINION,
    Act,
    Action,
    Card,
    Event,
    Faction,
    Minion,
    Minions,
    is_minion,
)

ACTION_HEROES = Faction(
    "Action Heroes",
    set_name="Excellent Movies, Dudes!",
    intro=(
        "Six minions of power 5, each different, and each at its best when it stands alone at its base. "
        "Spread them out, lower breakpoints with Rumbro, Warbro and Collateral Damage, and score when nobody "
        "is ready. "
        "Kickboxbro keeps actions under him for the turn in which you need them all."
    ),
    summary="Strong minions that fight alone",
    difficulty=2,
    tags=("grow",),
    icon="muscle-up",
    colours=("#5d1a03", "#fbe8c3"),
)

STAYS = "Once done, it lasts until the turn ends, whatever becomes of this card or of the condition."


def is_alone(me: Card, minion: Card) -> bool:
    """Whether the minion is the only one that the controller of this card has at its base."""
    return minion.base is not None and minion.base.minions_of(me.controller) == [minion]


def lone_bases(me: Card) -> list[Card]:
    """The bases where its controller has exactly one minion."""
    return [base for base in me.bases if len(base.minions_of(me.controller)) == 1]


class Commandbro(Minion, of=ACTION_HEROES):
    """Ongoing: When your turn ends and you have no other minion here, draw a card."""

    power = 5

    async def end_of_turn(self, me: Card, player: int) -> None:
        if is_alone(me, me):
            await me.draw()


class GracieBrones(Minion, of=ACTION_HEROES):
    """Ongoing: When your turn starts, if you have no other minion here, you may put a +1 power counter on
    this one. If you do, it also gets +1 power for each such counter on it until the turn ends.
    """

    power = 5
    rulings = (STAYS,)

    async def start_of_turn(self, me: Card, player: int) -> None:
        if is_alone(me, me) and await me.may(f"Place a +1 power counter on {me.name}?"):
            await me.add_counters(me)
            await me.add_power(me, me.counters)


class Kickboxbro(Minion, of=ACTION_HEROES):
    """Ongoing: When your turn ends, you may store one card of your hand under this one. Talent: As an extra
    action, play one of those stored under this card. Special: When this base is about to score, if you have
    no other minion here, you may use this minion's talent.
    """

    power = 5
    rulings = ("Of several talents it may have, only one can be used before the base scores.",)

    async def end_of_turn(self, me: Card, player: int) -> None:
        await me.store(await me.choose(me.hand, f"Store which card under {me.name}?", may=True), under=me)

    async def talent(self, me: Card) -> None:
        stored = me.stored
        actions = [card for card in stored if card.is_action]
        await me.play_one(actions, kind=ACTION, secret=bool(stored))  # asked even if none of them is an action

    def in_window(self, me: Card, base: Card) -> bool:
        return me.base is base and is_alone(me, me)

    async def before_scoring(self, me: Card, base: Card) -> None:
        await me.use_talent(me, own=True, may=True)


class Rumbro(Minion, of=ACTION_HEROES):
    """Ongoing: On your turn, while you have no other minion here, this base's breakpoint is 4 lower."""

    power = 5

    def breakpoint_bonus(self, me: Card, base: Card) -> int:
        return -4 if base is me.base and me.is_your_turn and is_alone(me, me) else 0


class Robobro(Minion, of=ACTION_HEROES):
    """Ongoing: Each time another player has played or moved a minion here, you may put a +1 power counter on
    this one.
    """

    power = 5
    rulings = ("It counts for every single minion, even if several arrive together.",)

    scope = HERE

    def hears(self, me: Card, event: Event) -> bool:
        return me.is_other_player(event.brought_by)

    async def after_arrived(self, me: Card, event: Event) -> None:
        if await me.may(f"Place a +1 power counter on {me.name}?"):
            await me.add_counters(me)


class Warbro(Minion, of=ACTION_HEROES):
    """Talent: Choose another base where you have exactly one minion. Its breakpoint is 3 lower until the turn ends."""

    power = 5
    rulings = (STAYS,)

    async def talent(self, me: Card) -> None:
        bases = [base for base in lone_bases(me) if base is not me.base]
        me.change_breakpoint(await me.choose(bases, "Lower which breakpoint?"), -3)


class AllOutOfBubblegum(Action, of=ACTION_HEROES, copies=2):
    """One of your minions gets +2 power until the turn ends. If you have no other minion at that base, an extra action
    may follow.
    """

    name = "All Out of Bubblegum"
    boosts = Minions(yours=True)
    rulings = (STAYS,)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.boosts(me), "Strengthen which minion?")
        await me.add_power(minion, 2)
        if minion is not None and is_alone(me, minion):
            await me.extra_action()


class CollateralDamage(Action, of=ACTION_HEROES):
    """Choose a base. Its breakpoint is 5 lower until the turn ends."""

    rulings = (STAYS,)

    async def on_play(self, me: Card) -> None:
        me.change_breakpoint(await me.choose(me.bases, "Lower which breakpoint?"), -5)


class FinalStand(Action, of=ACTION_HEROES):
    """Special: When a base is about to score where you have exactly one minion, destroy one minion of each
    other player there, each with printed power 3 or less.
    """

    targets = Minions(yours=False, max_printed=3)
    window = BEFORE_SCORING
    only_special = True

    def can_be_special(self, me: Card, base: Card) -> bool:
        return len(base.minions_of(me.controller)) == 1

    async def on_special(self, me: Card, base: Card) -> None:
        fallen = []
        for player in me.others:
            weak = self.targets(me, at=base, of=player)
            minion = await me.choose(weak, f"Destroy which minion of {me.player_name(player)}?")
            fallen += [minion] if minion is not None else []
        await me.destroy(fallen)


class FriendsThroughEternity(Action, of=ACTION_HEROES):
    """Discard a card to play two extra actions."""

    async def on_play(self, me: Card) -> None:
        if await me.discard_cards(1, "Discard which card?"):
            await me.extra_action()
            await me.extra_action()


class GetToTheChoppa(Action, of=ACTION_HEROES):
    """Choose a minion of yours and move it to another base. If it is the only one you have there, you
    may play an extra action.
    """

    name = "Get to the Choppa!"
    targets = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Move which minion?")
        if minion is None:
            return
        await me.move(minion, to := await me.choose(minion.other_bases, "Move it to which base?"))
        if minion.base is to and is_alone(me, minion):
            await me.extra_action()


class HostageRescue(Action, of=ACTION_HEROES, copies=2):
    """Search your deck for a minion. Shuffle your deck and put that minion on top of it."""

    async def on_play(self, me: Card) -> None:
        await me.place_on_deck(await me.search(is_minion, "Place which minion on top of your deck?"))


class LoneWolf(Action, of=ACTION_HEROES, copies=2):
    """Play on a minion. Ongoing: It has +2 power, or +4 power as long as it is the only minion you have
    here.
    """

    plays_on = ON_MINION
    boosts = Minions()

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion is not me.host:
            return 0
        return 4 if is_alone(me, minion) else 2


class PushingTheLimit(Action, of=ACTION_HEROES):
    """At each base where you have exactly one minion, choose: that minion gets two +1 power counters, or you
    draw a card.
    """

    name = "Pushing the Limit"
    boosts = Minions(is_alone, yours=True)

    async def on_play(self, me: Card) -> None:
        for minion in self.boosts(me):
            modes = [f"Two +1 power counters on {minion.name}", "Draw a card"][: 1 if minion is me.must_affect else 2]
            if await me.choose_mode(modes, f"For {minion.name} at {minion.here.name}?") == 1:
                await me.add_counters(minion, 2)
            else:
                await me.draw()


class SloMoAttack(Action, of=ACTION_HEROES):
    """Play on a base. Talent: This base's breakpoint is 3 lower until the turn ends, if you have exactly one
    minion here. Ongoing: Other players' actions don't affect your minions here.
    """

    name = "Slo-Mo Attack"
    plays_on = ON_BASE
    rulings = (STAYS,)

    async def talent(self, me: Card) -> None:
        if me.base in lone_bases(me):
            me.change_breakpoint(me.base, -3)

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        yours_here = card.is_minion and card.base is me.base and card.controller == me.controller
        return yours_here and act.source.is_action and me.is_enemy(act.source)


class TheRightPerson(Action, of=ACTION_HEROES):
    """Play an extra minion, at a base without any minion of yours. Play an extra action."""

    async def on_play(self, me: Card) -> None:
        await me.extra_minion(fine_print=self)
        await me.extra_action()

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        return target is not None and not target.minions_of(player)


class WalkAwaySlowly(Action, of=ACTION_HEROES):
    """Special: Play after a base scores. One of your minions there returns to its owner's hand."""

    name = "Walk Away... Slowly"
    targets = Minions(yours=True)
    window = AFTER_SCORING
    only_special = True

    async def on_special(self, me: Card, base: Card) -> None:
        await me.return_to_hand(await me.choose(self.targets(me, at=base), "Return which minion?"))
