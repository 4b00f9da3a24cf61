"""Abilities of several parts, of which a player chooses: A OR B, A and/or B, up to two of these.

    async for chosen in me.either():
        if chosen("Draw a card"):
            await me.draw()
        elif chosen("Destroy an action here", me.here.actions):
            await me.destroy(await me.choose(me.here.actions, "Destroy which action?"))

The body of the loop runs first with nothing chosen, to collect the parts that are possible, and then once for each part
that happens. It must not do anything outside the parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.rules import asking, limits

if TYPE_CHECKING:
    from basebash.engine.data.terms import Who
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.vocabulary.card import Card


class Alternatives:
    """The parts of an ability that is being used. Subclasses differ in what they ask."""

    def __init__(self, source: Card, player: Who, prompt: str, *, may: bool) -> None:
        self.source = source
        self.player = player
        self.prompt = prompt
        self.may = may
        self.texts: list[str] = []  # of all parts; "" for one that is not possible, or has happened
        self.done: list[int] = []  # the parts that have happened, by number from 1
        self.is_collecting = False
        self.waiting: list[int] = []  # the parts that were chosen and have not happened yet
        self.chosen = 0  # the part that happens now
        self.number = 0  # the part that the body has reached

    def __call__(self, text: str, when: object = True) -> bool:
        """Whether this part happens now. It is offered only if `when` is true (not empty, not zero)."""
        self.number += 1
        if self.is_collecting:
            self.texts.append(text if when and self.number not in self.done else "")
            return False
        return self.number == self.chosen

    def __aiter__(self) -> Alternatives:
        return self

    async def __anext__(self) -> Alternatives:
        self.number = 0
        if self.is_collecting:
            self.is_collecting = False
            self.waiting = await self.ask()
            if not self.waiting:
                raise StopAsyncIteration
        if self.waiting:
            self.chosen = self.waiting.pop(0)
            self.done.append(self.chosen)
        elif self.is_over():
            raise StopAsyncIteration
        else:
            self.is_collecting = True
            self.texts = []
        return self

    async def ask(self) -> list[int]:
        """Ask which parts happen next; return their numbers."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Whether nothing more may be chosen."""
        return bool(self.done)


class Either(Alternatives):
    """One part happens, or two in the order chosen if something allows it."""

    async def ask(self) -> list[int]:
        """Ask which part happens, or whether another one happens too."""
        game, player = self.source.game, self.player
        prompt, may = ("The other part too?", True) if self.done else (self.prompt, self.may)
        part = await asking.choose_mode(game, player, self.texts, prompt, may=may, source=self.source)
        if part and self.done:
            limits.spend(game, self.allowing_both()[0], player)
        return [part] if part else []

    def is_over(self) -> bool:
        """Whether a part has happened, unless something allows both."""
        return len(self.done) > 1 or (bool(self.done) and not self.allowing_both())

    def allowing_both(self) -> list[Listener]:
        """The abilities that allow the player both parts."""
        both = limits.unspent(self.source.game, "both_parts", self.player)
        return [listener for listener in both if listener[0].both_parts(listener[1], self.player)]


class AndOr(Alternatives):
    """Any of the parts happen, in the order of the text."""

    async def ask(self) -> list[int]:
        """Ask which parts happen."""
        game, low = self.source.game, 0 if self.may else 1
        high = len(self.texts)
        return sorted(
            await asking.choose_modes(
                game, self.player, self.texts, self.prompt, low=low, high=high, source=self.source
            )
        )


class UpTo(Alternatives):
    """Up to a number of the parts happen, one after the other, each once; of a price all of them or none."""

    def __init__(self, source: Card, player: Who, prompt: str, most: int, *, is_price: bool) -> None:
        Alternatives.__init__(self, source, player, prompt, may=True)
        self.most = most
        self.is_price = is_price

    async def ask(self) -> list[int]:
        """Ask which part happens next, if any."""
        may = not (self.is_price and self.done)
        part = await asking.choose_mode(
            self.source.game, self.player, self.texts, self.prompt, may=may, source=self.source
        )
        return [part] if part else []

    def is_over(self) -> bool:
        """Whether that many parts have happened."""
        return len(self.done) >= self.most
