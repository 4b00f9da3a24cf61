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
    from basebash.engine.vocabulary.card import Card


class Minions:
    """Which minions in play: all of them, or those that fit every condition given.

    `yours` True for the controller's, False for other players' (an uncontrolled monster is neither, MT10); `owned` by
    the controller; `test` is asked with the card that has the ability and the minion. `a | b` is both groups.
    """

    def __init__(
        self,
        test: Callable[[Card, Card], bool] | None = None,
        *,
        yours: bool | None = None,
        owned: bool = False,
        max_power: int | None = None,
    ) -> None:
        self.test = test
        self.yours = yours
        self.owned = owned
        self.max_power = max_power
        self.more: tuple[Minions, ...] = ()

    def __call__(self, me: Card, *, at: Card | None = None) -> list[Card]:
        """The minions that fit now, in play or `at` a base."""
        found = me.find(at=at, yours=self.yours, owned=self.owned, max_power=self.max_power)
        test = self.test
        if test is not None:
            found = [minion for minion in found if test(me, minion)]
        for other in self.more:
            found += [minion for minion in other(me, at=at) if minion not in found]
        return found

    def __or__(self, other: Minions) -> Minions:
        both = Minions(self.test, yours=self.yours, owned=self.owned, max_power=self.max_power)
        both.more = (*self.more, other)
        return both


NO_MINIONS: Final = Minions(max_power=-1)  # powers are 0 or more (C7)
