"""What an action can directly affect, declared once on the card.

    class SeeingStars(Action, of=NINJAS, copies=2):
        'Choose a minion with power 3 or less and destroy it.'

        targets = Minions(max_power=3)

        async def on_play(self, me: Card) -> None:
            await me.destroy(await me.choose(self.targets(me), "Destroy which minion?"))

The effect chooses from the same minions that decide whether the card is "an action that directly affects this
minion" (A1 to A4), so the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from basebash.engine.data.terms import Who
    from basebash.engine.vocabulary.card import Card


class Minions:
    """Which minions in play: all of them, or those that fit every condition given.

    - `yours`: True for its controller's, False for other players' (an uncontrolled monster is neither, MT10)
    - `beside_yours`: where its controller has a minion
    - `owned`: by its controller
    - `counters`: True for those with +1 power counters, False for those without
    - `min_printed`, `max_printed`: by their printed power
    - `test`: is asked with the card that has the ability and the minion, and gives something true if it fits

    `a | b` are the minions of both.
    """

    def __init__(
        self,
        test: Callable[[Card, Card], object] | None = None,
        *,
        yours: bool | None = None,
        beside_yours: bool = False,
        owned: bool = False,
        monster: bool = False,
        counters: bool | None = None,
        min_power: int = 0,
        max_power: int | None = None,
        min_printed: int = 0,
        max_printed: int | None = None,
    ) -> None:
        self.test = test
        self.yours = yours
        self.beside_yours = beside_yours
        self.owned = owned
        self.monster = monster
        self.counters = counters
        self.min_power = min_power
        self.max_power = max_power
        self.min_printed = min_printed
        self.max_printed = max_printed
        self.more: tuple[Minions, ...] = ()
        self.are_none = max_power is not None and max_power < 0  # powers are 0 or more (C7)

    def __call__(self, me: Card, *, at: Card | None = None, of: Who | None = None) -> list[Card]:
        """The minions that fit now: anywhere or `at` a base, all players' or those `of` one."""
        if self.are_none:
            return []
        test = self.test
        found = [
            minion
            for minion in me.find_minions(at=at, yours=self.yours, owned=self.owned, max_power=self.max_power)
            if (of is None or minion.controller == of)
            and not (self.monster and not minion.is_monster)
            and (self.counters is None or (minion.counters > 0) is self.counters)
            and not (self.min_power and minion.power < self.min_power)
            and not (self.beside_yours and not me.has_minion_at(minion.here))
            and not (self.min_printed and minion.printed_power < self.min_printed)
            and (self.max_printed is None or minion.printed_power <= self.max_printed)
            and (test is None or test(me, minion))
        ]
        for other in self.more:
            found += [minion for minion in other(me, at=at, of=of) if minion not in found]
        return found

    def __or__(self, other: Minions) -> Minions:
        both = Minions(
            self.test,
            yours=self.yours,
            beside_yours=self.beside_yours,
            owned=self.owned,
            monster=self.monster,
            counters=self.counters,
            min_power=self.min_power,
            max_power=self.max_power,
            min_printed=self.min_printed,
            max_printed=self.max_printed,
        )
        both.more = (*self.more, other)
        return both


NO_MINIONS: Final = Minions(max_power=-1)
# The minion that the action itself brings into play: none of those there when it is played.
NEWCOMER: Final = Minions(max_power=-1)
PLAYERS_MINIONS: Final = Minions(yours=True) | Minions(yours=False)
