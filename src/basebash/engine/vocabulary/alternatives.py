"""The parts of an ability that says OR."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.rules import asking, limits

if TYPE_CHECKING:
    from basebash.engine.data.terms import Who
    from basebash.engine.vocabulary.card import Card


class Alternatives:
    """An "A OR B" that is being used: `next` gives the part that happens now, then the other one if that is allowed.

    What is possible is asked again before each part, because the first one may have changed it.

        either = me.either()
        while part := await either.next("Draw a card", "Destroy an action" if me.here.actions else ""):
            ...
    """

    __slots__ = ("_done", "_may", "_player", "_prompt", "_source")

    def __init__(self, source: Card, player: Who, prompt: str, *, may: bool) -> None:
        self._source = source
        self._player = player
        self._prompt = prompt
        self._may = may
        self._done: list[int] = []  # the parts that have happened: two at most, even of three

    async def next(self, *parts: str) -> int:
        """The part that happens now, by its number in the order of the text from 1; 0 if none is left.

        A part given as "" is not possible now and not offered.
        """
        source, player, game = self._source, self._player, self._source.game
        if not self._done:
            part = await asking.choose_mode(game, player, list(parts), self._prompt, may=self._may, source=source)
        else:
            left = ["" if number in self._done else text for number, text in enumerate(parts, 1)]
            both = limits.unspent(game, "both_parts", player)
            givers = [listener for listener in both if listener[0].both_parts(listener[1], player)]
            if len(self._done) > 1 or not givers:
                return 0
            part = await asking.choose_mode(game, player, left, "The other part too?", may=True, source=source)
            if part:
                limits.spend(game, givers[0], player)
        self._done.append(part)
        return part
