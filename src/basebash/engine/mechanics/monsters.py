"""Monsters and treasures: how monsters come into play, and who gets the treasures of those that leave (MT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import ASIDE, HAND, MONSTERS, NOBODY, TREASURES, Who
from basebash.engine.mechanics import supplies
from basebash.engine.rules import asking, plays, prohibitions
from basebash.engine.rules.zones import put, put_home
from basebash.engine.vocabulary.ability import Rule
from basebash.engine.vocabulary.printed import Base, Monster

if TYPE_CHECKING:
    from basebash.engine.data.events import Scoring
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


async def settle(game: Rules, base: Card) -> None:
    """Put the monsters of a base into play with it, played by nobody (MT15 to MT17)."""
    printed = base.printed
    assert isinstance(printed, Base)
    for _ in range(printed.monsters):
        await play(game, base, NOBODY, must=True)


async def play(game: Rules, base: Card | None, player: Who, *, must: bool = False) -> Card | None:
    """Play the top card of the monster deck on a base: by this player, but under nobody's control (MT21 to MT25).

    Whatever forbids minions there forbids it, and it stays on the deck (MT26), unless it comes with its base (`must`).
    """
    pile = supplies.pile_of(game, MONSTERS)
    if base is None or not base.in_play or not pile:
        return None
    monster = game.card(pile[0])
    if not must and prohibitions.is_forbidden(game, player, monster, base):
        game.state.known[monster.id] = game.everyone  # everybody has seen why
        return None
    return monster if await plays.play(game, player, monster, base, None) else None


# ----------------------------------------------------------------------------------------------- treasures
class Loot(Rule):
    """The player who destroys a monster draws its treasures (MT52, MT57)."""

    name = "Draw treasures"
    names_card = True
    lingers = True

    async def after_destroyed(self, me: Card, event: Event) -> None:
        source = event.source
        assert isinstance(me.printed, Monster)
        drawn = supplies.draw(me.game, event.by, me.printed.treasures, TREASURES)
        for ability, it, _ in me.game.abilities_of(source) if source is not None and drawn else ():
            await ability.looted(it, drawn, event.by)


LOOT: Final = Loot()


def collects(source: Card | None, monster: Card) -> bool:
    """Whether treasures are drawn for a monster that this card destroys (MT56)."""
    abilities = [] if source is None else source.game.abilities_of(source)
    return all(ability.collects(me, monster) for ability, me, _ in abilities)


def loot_of(source: Card, slayers: dict[Card, Who]) -> list[Trigger]:
    """The number of treasures to be drawn for monsters, each by the player who destroys it, if a player does (MT53)."""
    events = [
        Event(monster, monster.controller, monster.base, by=by, source=source)
        for monster, by in slayers.items()
        if by is not NOBODY
        and isinstance(monster.printed, Monster)
        and monster.printed.treasures
        and collects(source, monster)
    ]
    return [Trigger(LOOT, event.card, "after_destroyed", event) for event in events]


def reward_of(game: Rules, base: Card) -> int:
    """The number of treasures that are shared out when a base scores (MT61)."""
    reward = sum(m.printed.treasures for m in base.minions if isinstance(m.printed, Monster))
    return reward + sum(ability.treasures_bonus(me, base) for ability, me, _ in game.listeners("treasures_bonus"))


def reveal(game: Rules, base: Card, scoring: Scoring) -> None:
    """Set aside the treasures of a base that scores, visible to everybody (MT61)."""
    scoring.treasures = supplies.lift(game, TREASURES, reward_of(game, base))
    for treasure in scoring.treasures:
        game.state.known[treasure.id] = game.everyone
    if scoring.treasures:
        game.log("treasures", NOBODY, cards=scoring.treasures, base=base)


async def share_out(game: Rules, scoring: Scoring) -> None:
    """From the winner down each player who is there takes one, again and again (MT62 to MT64).

    Power and presence are those by which VP were awarded (MT66).
    """
    there = [player for player in game.clockwise() if scoring.places[player] or scoring.totals[player] > 0]
    order = sorted(there, key=lambda player: -scoring.totals[player])
    left = [treasure for treasure in scoring.treasures if treasure.zone == ASIDE]
    while left and order:
        for player in order:
            treasure = await asking.choose(game, player, left[:], "Take which treasure?")
            if treasure is not None:
                left.remove(treasure)
                put(game, treasure, HAND, player)
                game.log("take treasure", player, cards=(treasure,))
    for treasure in left:
        put_home(game, treasure)
    scoring.treasures = []
