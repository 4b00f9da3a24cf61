"""Mermaids: they call the others' minions over and make nothing of them."""

from basebash.engine import (
    MOVED,
    ON_BASE,
    TURN_END,
    Action,
    BaseBoost,
    Card,
    Faction,
    Lasting,
    Minion,
    Minions,
    Scoring,
)

MERMAIDS = Faction(
    "Mermaids",
    set_name="10th Anniversary",
    intro=(
        "Lure the others' minions to where you wait: their power counts less there, or not at all. "
        "The Mermaid Queen even borrows the small ones, and Temptresses grow whenever somebody is swept in. "
        "A base may still break by the full power on it, while the points go to you."
    ),
    summary="Lure rivals, drain what counts",
    difficulty=4,
    tags=("move", "smash"),
    icon="mermaid",
    colours=("#005663", "#ffadb9"),
)


def is_theirs_here(me: Card, card: Card) -> bool:
    """Whether it is a minion of another player at this card's base."""
    return card.is_minion and card.base is me.base and me.is_enemy(card)


class MermaidQueen(Minion, of=MERMAIDS):
    """Either move a minion of another player here, or choose a minion here. If its power is 3 or less, you
    control it until the turn ends.
    """

    power = 5

    async def on_play(self, me: Card) -> None:
        here = me.here
        minion = await me.choose(
            [*me.find_minions(elsewhere=True, yours=False), *here.minions], "Call or choose which minion?"
        )
        if minion is None:
            return
        await me.move(minion, here)
        if minion.in_play and minion.power <= 3:
            await me.give_control(minion, me.controller, until=TURN_END)


class Temptress(Minion, of=MERMAIDS, copies=2):
    """Ongoing: Once a minion of another player has moved here, this minion has +2 power for the rest of
    that turn.
    """

    power = 4

    def power_bonus(self, me: Card, minion: Card) -> int:
        if minion is not me:
            return 0
        return 2 if any(me.is_other_player(deed.whose) for deed in me.deeds(MOVED, at=me.base)) else 0


class Charmer(Minion, of=MERMAIDS, copies=3):
    """Talent: This minion may move to another base. You may then choose a minion of another player with
    power 3 or less and move it to where this minion is.
    """

    power = 3

    async def talent(self, me: Card) -> None:
        await me.move(me, await me.choose(me.other_bases, f"Move {me.name} to which base?", may=True))
        minions = me.find_minions(elsewhere=True, yours=False, max_power=3)
        await me.move(await me.choose(minions, "Move which minion here?", may=True), me.base)


class Siren(Minion, of=MERMAIDS, copies=4):
    """Ongoing: Each minion of another player here counts for 1 less in its controller's total."""

    power = 2

    def counted_bonus(self, me: Card, card: Card) -> int:
        return -1 if is_theirs_here(me, card) else 0


class BecalmedShores(Action, of=MERMAIDS):
    """Play on a base. Ongoing: Here the minions of other players have 1 power less. Talent: Transfer
    this action to a different base.
    """

    plays_on = ON_BASE
    targets = Minions(yours=False)

    def power_bonus(self, me: Card, minion: Card) -> int:
        return -1 if is_theirs_here(me, minion) else 0

    async def talent(self, me: Card) -> None:
        await me.transfer(me, await me.choose(me.other_bases, "Transfer it to which base?"))


class CaptiveAudience(Action, of=MERMAIDS, copies=2):
    """Choose a base. One of your minions there gets, until the turn ends, +1 power for every minion
    there that you don't own. Play an extra action.
    """

    boosts = Minions(yours=True)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Choose a base")
        if base is not None:
            strangers = len(base.minions) - len(me.find_minions(at=base, owned=True))
            minion = await me.choose(self.boosts(me, at=base), "Strengthen which minion?")
            await me.add_power(minion, strangers)
        await me.extra_action()


class Entranced(Lasting):
    """This minion counts for nothing in its controller's total."""

    def counted_power_of(self, me: Card, card: Card) -> int | None:
        return 0 if me.is_on(card) else None


class Charmed(Action, of=MERMAIDS, copies=2):
    """Choose a minion with power 3 or less. If you wish, move it to another base that has a minion of yours.
    Until the turn ends it counts for nothing in its controller's total. Play an extra action.
    """

    targets = Minions(max_power=3)

    async def on_play(self, me: Card) -> None:
        minion = await me.choose(self.targets(me), "Charm which minion?")
        if minion is not None:
            bases = [base for base in minion.other_bases if me.has_minion_at(base)]
            await me.move(minion, await me.choose(bases, "Move it to which base?", may=True))
            await me.lay(Entranced, on=minion)
        await me.extra_action()


class DesertIsland(Action, of=MERMAIDS):
    """Play on a base. Ongoing: No minion here counts in its controller's total. When your turn starts,
    destroy this card.
    """

    plays_on = ON_BASE
    targets = Minions()

    def counted_power_of(self, me: Card, card: Card) -> int | None:
        return 0 if card.is_minion and card.base is me.base else None

    async def start_of_turn(self, me: Card, player: int) -> None:
        await me.destroy(me)


class ShipwreckCove(BaseBoost, of=MERMAIDS):
    """Play on a base. Ongoing: Here your minions have +1 power each. Special: Once this base has
    scored, you may transfer this card to a different one.
    """

    bonus = 1

    async def after_scoring(self, me: Card, scoring: Scoring) -> None:
        await me.transfer(me, await me.choose(me.other_bases, "Transfer it to which base?", may=True))


class SirenSong(Action, of=MERMAIDS):
    """Choose a base. Choose one minion of each other player there and move them all to one other base that
    has a minion of yours.
    """

    targets = Minions(yours=False)

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Call minions away from which base?")
        if base is None:
            return
        called: list[Card] = []
        for player in me.others:
            prompt = f"Move which minion of {me.player_name(player)}?"
            minion = await me.choose(self.targets(me, at=base, of=player), prompt)
            called += [minion] if minion is not None else []
        to = [other for other in base.other_bases if me.has_minion_at(other)]
        await me.move(called, await me.choose(to if called else [], "Move to which base?"))


class TollBay(Action, of=MERMAIDS):
    """Choose a base. Draw a card for every minion of another player there."""

    async def on_play(self, me: Card) -> None:
        base = await me.choose(me.bases, "Take toll at which base?")
        if base is not None:
            await me.draw(len(me.find_minions(at=base, yours=False)))


class UltimateSong(Action, of=MERMAIDS):
    """Choose a base at which you have a minion. There each other player must play an extra minion with power 3 or
    less, or else reveal a hand without one. Until the turn ends, those minions' abilities are cancelled. You may also
    play an extra minion at that base, an extra action, or both.
    """

    async def on_play(self, me: Card) -> None:
        bases = [base for base in me.bases if me.has_minion_at(base)]
        base = await me.choose(bases, "Sing at which base?")
        if base is None:
            return
        for player in me.others:
            await me.demand_minion(player, max_power=3, at=base, silent=True)
        await me.extra_minion(at=base)
        await me.extra_action()
