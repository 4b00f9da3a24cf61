"""Cards without abilities: they copy the name, power and kind of a printed card, but do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from basebash import CARDS, State
from basebash.engine import Ability, Action, Base, Card, Fusion, Minion, Monster, Printed, Titan
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import BOX, NOBODY, PLAY

_KINDS = (Monster, Minion, Fusion, Action, Titan, Base)
_KEPT = (
    *("name", "key", "text", "power", "copies", "seat", "faction", "traits"),
    *("plays_on", "plays_on_once", "treasures", "breakpoint", "vp", "monsters"),
)


def blank(printed: Printed) -> Printed:
    """Return the printed card without its abilities and with a number of its own, so that it can be copied."""
    kind = next(kind for kind in _KINDS if isinstance(printed, kind))
    card: Printed = kind()
    for name in _KEPT:
        if hasattr(printed, name):
            setattr(card, name, getattr(printed, name))
    if printed.is_choosy:  # where it can be played is not an ability
        card.is_choosy = True
        card.can_be_played_on = printed.can_be_played_on  # type: ignore[method-assign]
    add_printed(card)
    return card


def add_printed(card: Printed) -> None:
    """Register a card that is in no set, so that it can be played and copied like others."""
    card.number = len(CARDS)
    CARDS.append(card)


@contextmanager
def made_up_cards() -> Iterator[None]:
    """Forget the cards that were registered during the block."""
    count = len(CARDS)
    try:
        yield
    finally:
        del CARDS[count:]


class Lender(Action):
    """Play on a minion. That minion also has an ability, if this action was given one to lend."""

    name = key = "Lender"

    def __init__(self, lent: Ability | None, like: Printed) -> None:
        super().__init__()
        self.lent = lent
        self.faction = like.faction

    def lends(self, me: Card) -> Ability | None:
        """The ability that its host has because of it."""
        return self.lent


def with_spare(state: State, card: int) -> State:
    """Copy a state and add another card with this name to the box, so that its abilities can come up in the game."""
    changed = state.copy()
    changed.rare_zones = changed.rare_zones or RareZones(len(state.vp))
    spare = changed.add_card(state.printed[card], state.owner[card], BOX)
    changed.rare_zones.box.append(spare)
    changed.controller[spare] = NOBODY
    return changed


def with_printed(state: State, card: int, printed: Printed) -> State:
    """Copy a state with something else printed on a card."""
    changed = state.copy()
    changed.printed = (*state.printed[:card], printed, *state.printed[card + 1 :])
    return changed


def speaking_cards(state: State) -> list[int]:
    """Return the minions and actions in play that have abilities there."""
    return [
        i
        for i, printed in enumerate(state.printed)
        if state.zone[i] == PLAY and isinstance(printed, Minion | Action) and printed.indexed
    ]
