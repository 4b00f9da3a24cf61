"""Tricksters: traps on bases, and holes in everybody's hand."""

from collections.abc import Iterable

from basebash.engine import (
    CHANGE_POWER,
    HERE,
    MINION,
    ON_BASE,
    OTHERS,
    Act,
    Action,
    Allowance,
    Card,
    Event,
    Faction,
    Minion,
    Titan,
    Who,
)

TRICKSTERS = Faction(
    "Tricksters",
    set_name="Core Set",
    summary="Hinder everybody, guard your own",
    difficulty=3,
    tags=("smash", "draw"),
    icon="bad-gnome",
    colours=("#12715c", "#ffe3a0"),
    intro=(
        "You make it expensive to play against you. "
        "Line a base with Flame Trap, Pay the Piper and a Leprechaun, and visitors will think twice; "
        "meanwhile Gremlins and Take The Shinies empty their hands. "
        "Your own power is modest, so lock down one base at a time and win it slowly."
    ),
)


def still_here(me: Card, event: Event) -> list[Card]:
    """The minion that was played here, if it and this card are still at that base."""
    return [event.card] if event.card.base is me.base is event.base else []


class Leprechaun(Minion, of=TRICKSTERS):
    """Ongoing: A minion that another player plays here with less power than this one is destroyed,
    once its own ability has been resolved.
    """

    power = 5
    rulings = (
        "A minion that its own ability moved off this base survives.",
        "If the minion's ability removes Leprechaun from the base first, the minion survives.",
    )

    scope = HERE + OTHERS

    def holds(self, me: Card, event: Event) -> bool:
        return event.card in still_here(me, event) and event.card.power < me.power

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.destroy(event.card)


class Brownie(Minion, of=TRICKSTERS, copies=2):
    """Ongoing: Another player who plays a card that affects this minion then discards 2 random cards."""

    power = 4
    rulings = (
        "The card has to affect Brownie directly.",
        "Cards that were in play already don't count, even if they affect Brownie now.",
    )

    scope = OTHERS
    lingers = True

    def holds(self, me: Card, event: Event) -> bool:
        return me in event.affected or (me.in_play and event.card.id in me.power_sources)

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.discard_random(2, player=event.player)

    async def after_action_played(self, me: Card, event: Event) -> None:
        await self.after_minion_played(me, event)


class Gnome(Minion, of=TRICKSTERS, copies=3):
    """You may destroy a minion here whose power is lower than your number of minions here."""

    power = 3

    async def on_play(self, me: Card) -> None:
        crowd = len(me.find_minions(here=True, yours=True))
        victims = me.find_minions(here=True, max_power=crowd - 1)
        await me.destroy(await me.choose(victims, "Destroy which minion?", may=True))


class Gremlin(Minion, of=TRICKSTERS, copies=4):
    """Ongoing: After this minion is destroyed, you draw a card and the other players each discard
    one at random.
    """

    power = 2

    async def after_this_destroyed(self, me: Card, event: Event) -> None:
        await me.draw()
        for player in me.others:
            await me.discard_random(1, player=player)


class BlockThePath(Action, of=TRICKSTERS):
    """Play on a base, naming a faction. Ongoing: Nobody can play minions of that faction here."""

    name = "Block the Path"
    plays_on = ON_BASE

    async def on_play(self, me: Card) -> None:
        name = await me.choose_faction(me.faction_names, "Block which faction?")
        me.memo = 0 if name is None else 1 + me.faction_names.index(name)

    def named(self, me: Card) -> str:
        return me.faction_names[me.memo - 1] if me.memo else ""

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return base is me.base and card.is_minion and self.named(me) == card.faction.name


class EnshroudingMist(Action, of=TRICKSTERS, copies=2):
    """Play on a base. Ongoing: You may play an extra minion here on each of your turns."""

    plays_on = ON_BASE

    def offers(self, me: Card, player: int) -> Allowance | None:
        return Allowance(MINION, base=me.here.id) if player == me.controller else None


class FlameTrap(Action, of=TRICKSTERS):
    """Play on a base. Ongoing: When another player plays a minion here, resolve its ability,
    then destroy both that minion and this card.
    """

    plays_on = ON_BASE
    rulings = (
        "The minion is destroyed only if, after its ability, it is still on the same base as Flame Trap.",
        "Flame Trap is destroyed even if the minion can't be.",
    )

    scope = HERE + OTHERS
    ordered = True

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.destroy([*still_here(me, event), me])


class Hideout(Action, of=TRICKSTERS):
    """Play on a base. Ongoing: When another player's action is about to affect your minions here, destroy this card,
    and that action doesn't affect your minions.
    """

    plays_on = ON_BASE
    rulings = ("Against an Ongoing ability, your minions stay unaffected until the current turn ends.",)

    def would_intercept(self, me: Card, target: Card, act: Act) -> bool:
        exposed = target.is_minion and target.controller == me.controller and target.base is me.base
        return exposed and act.source.is_action and me.is_enemy(act.source)

    async def intercept(self, me: Card, target: Card, act: Act) -> Card | None:
        yours = me.find_minions(yours=True)
        await me.destroy(me)
        me.spare(yours, act.source)
        return None

    def meddlers(self, me: Card, event: Event) -> list[Card]:
        """Other players' actions that, by this event, begin to change the power of your minions here."""
        fresh = [m for m in me.find_minions(here=True, yours=True) if event.card.is_action or m is event.card]
        sources = {source for minion in fresh for source in minion.power_sources}
        actions = [event.card] if event.card.is_action else me.all_actions
        return [action for action in actions if action.id in sources and me.is_enemy(action)]

    def hears(self, me: Card, event: Event) -> bool:
        return bool(self.meddlers(me, event))

    async def after_action_played(self, me: Card, event: Event) -> None:
        action = await me.choose(self.meddlers(me, event), "Hide your minions from which action?")
        if action is not None:
            await self.intercept(me, action, Act(CHANGE_POWER, action, action.controller))

    async def after_arrived(self, me: Card, event: Event) -> None:
        await self.after_action_played(me, event)


class MarkOfSleep(Action, of=TRICKSTERS):
    """Choose a player, who can't play any actions during their next turn."""

    name = "Mark of Sleep"
    rulings = ("Actions that are in play already can still be used.",)

    async def on_play(self, me: Card) -> None:
        player = await me.choose_player(me.clockwise(), "Who can't play actions on their next turn?")
        if player is not None:
            me.forbid_actions(player)


class PayThePiper(Action, of=TRICKSTERS):
    """Play on a base. Ongoing: Another player who plays a minion here then discards
    a card of their choice.
    """

    name = "Pay the Piper"
    plays_on = ON_BASE

    scope = HERE + OTHERS

    async def after_minion_played(self, me: Card, event: Event) -> None:
        await me.discard_cards(1, f"{me.name}: discard a card", player=event.player)


class TakeTheShinies(Action, of=TRICKSTERS):
    """All other players discard 2 cards at random."""

    async def on_play(self, me: Card) -> None:
        for player in me.others:
            await me.discard_random(2, player=player)


class Disenchant(Action, of=TRICKSTERS, copies=2):
    """Destroy an action that is on a base or on a minion."""

    async def on_play(self, me: Card) -> None:
        await me.destroy(await me.choose(me.all_actions, "Destroy which action?"))


class BigFunnyGiant(Titan, of=TRICKSTERS):
    """Special: You may give up your regular minion play to play this titan at a base without any player's
    minions. Ongoing: To play a minion here, another player must discard a card. When your turn ends and no
    other player has a minion here, this titan gets a +1 power counter. Talent: Destroy a minion here with
    power 2 or less. If you do, move this titan to another base.
    """

    price = MINION

    def where(self, me: Card, player: int) -> Iterable[Card]:
        return (base for base in me.bases if all(not minion.is_controlled for minion in base.minions))

    def asks_toll(self, me: Card, player: Who, card: Card, base: Card) -> bool:
        return card.is_minion and base is me.base and me.is_other_player(player)

    async def end_of_turn(self, me: Card, player: int) -> None:
        if not any(map(me.is_enemy, me.here.minions)):
            await me.add_counters(me)

    async def talent(self, me: Card) -> None:
        small = me.find_minions(here=True, max_power=2)
        if await me.destroy(await me.choose(small, "Destroy which minion?")):
            await me.move(me, await me.choose(me.other_bases, f"Move {me.name} where?"))
