"""Steampunks: machines bolted to the bases, and minions that make use of them."""

from basebash.engine import (
    ON_BASE,
    RETURN,
    Act,
    Action,
    BaseBoost,
    Card,
    Faction,
    Instead,
    Minion,
    Who,
)

STEAMPUNKS = Faction(
    "Steampunks",
    hyphenated="Steam|punks",
    set_name="Awesome Level 9000",
    summary="Machines built on your bases",
    difficulty=2,
    tags=("grow", "draw"),
    icon="steampunk-goggles",
    colours=("#7d5518", "#ffd68a"),
    intro=(
        "Build machines on a base and bring your people to them: Aggromotive and Rotary Slug Thrower "
        "hit hard, Difference Engine feeds your hand, "
        "Captain Ahab and the Zeppelins take your crew where it is needed. "
        "When a base scores, its machines are scrapped, but Scrap Diving and Mechanic fish them out again. "
        "Most of them need one of your minions at the base, "
        "and Steam Queen keeps other players' hands off them."
    ),
)


def has_machine_at(me: Card, base: Card) -> bool:
    """Whether one of its controller's actions is on the base."""
    return any(action.controller == me.controller for action in base.actions)


class SteamQueen(Minion, of=STEAMPUNKS):
    """Ongoing: Other players' cards don't affect your actions."""

    power = 5

    def unaffected(self, me: Card, card: Card, act: Act) -> bool:
        return card.is_action and card.controller == me.controller and me.is_enemy(act.source)


class Mechanic(Minion, of=STEAMPUNKS, copies=2):
    """Play an extra action from your discard pile. It must be one that goes on a base."""

    power = 4

    async def on_play(self, me: Card) -> None:
        await me.play_one([card for card in me.discard_pile if card.is_base_action])


class SteamMan(Minion, of=STEAMPUNKS, copies=3):
    """Ongoing: While one of your actions is on this base, this minion has +1 power."""

    power = 3
    rulings = ("Having several of your actions on the base works too, and is still only +1 power.",)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return 1 if minion is me and has_machine_at(me, me.here) else 0


class CaptainAhab(Minion, of=STEAMPUNKS, copies=4):
    """Talent: Move this minion to a base that one of your actions is on."""

    power = 2

    async def talent(self, me: Card) -> None:
        ports = [base for base in me.other_bases if has_machine_at(me, base)]
        await me.move(me, await me.choose(ports, "Move it where?"))


class Aggromotive(Action, of=STEAMPUNKS):
    """Play on a base. Ongoing: You have +5 power at this base while you have a minion here."""

    plays_on = ON_BASE
    rulings = ("No minion gets the +5 power: it belongs to your total there, in every player's turn.",)

    def side_power(self, me: Card, base: Card, player: int) -> int:
        return 5 if base is me.base and player == me.controller and me.has_minion_at(base) else 0


class ChangeOfVenue(Action, of=STEAMPUNKS):
    """Place an action of yours from a base or minion into your hand. Then play it as an extra action."""

    name = "Change of Venue"

    async def on_play(self, me: Card) -> None:
        yours = [action for action in me.all_actions if action.controller == me.controller]
        action = await me.choose(yours, "Take which action into your hand?")
        await me.place_in_hand(action)
        if action in me.hand:
            await me.play_card(action, may=True)


class DifferenceEngine(Action, of=STEAMPUNKS):
    """Play on a base. Ongoing: While you have a minion here, draw one more card at the end of your turn."""

    plays_on = ON_BASE

    async def end_of_turn(self, me: Card, player: int) -> None:
        if me.has_minion_at(me.here):
            await me.draw()


class EscapeHatch(Action, of=STEAMPUNKS):
    """Play on a base. Ongoing: Minions of yours here that would be destroyed return to your hand instead."""

    plays_on = ON_BASE
    rulings = ("A minion saved in this way wasn't destroyed, so Field of Honor gives nothing for it.",)

    def would_replace(self, me: Card, card: Card) -> bool:
        return card.is_minion and card.base is me.base and card.controller == me.controller

    async def instead_of_destroyed(self, me: Card, card: Card, by: Who) -> Instead | None:
        return me.instead(card, RETURN)  # which something may replace in turn (Ship's Engineer, Medical Officer)


class OrnateDome(Action, of=STEAMPUNKS):
    """Play on a base. Destroy every action of other players that is on it. Ongoing: No other player can play
    an action on this base.
    """

    plays_on = ON_BASE
    rulings = (
        "Actions on minions are left alone, and more of them may still be played.",
        "Actions that choose a base without being played on it, such as Rampage or Disenchant, still work.",
    )

    async def on_play(self, me: Card) -> None:
        await me.destroy([action for action in me.here.actions if me.is_enemy(action)])

    def forbids_play(self, me: Card, player: Who, card: Card, base: Card | None, target: Card | None) -> bool:
        return target is not None and me.is_on(target) and me.is_other_player(player)


class RotarySlugThrower(BaseBoost, of=STEAMPUNKS):
    """Play on a base. Ongoing: All your minions here have +2 power."""

    bonus = 2


class ScrapDiving(Action, of=STEAMPUNKS, copies=2):
    """Choose an action in your discard pile and place it into your hand."""

    async def on_play(self, me: Card) -> None:
        actions = [card for card in me.discard_pile if card.is_action]
        await me.place_in_hand(await me.choose(actions, "Take which action into your hand?"))


class Zeppelin(Action, of=STEAMPUNKS, copies=2):
    """Play on a base. Talent: Move a minion of yours here from another base, or from here to another base."""

    plays_on = ON_BASE

    async def talent(self, me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=True), "Move which of your minions?")
        if minion is not None:
            goals = me.other_bases if minion.base is me.base else [me.here]
            await me.move(minion, await me.choose(goals, "Move it where?"))
