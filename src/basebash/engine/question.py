"""Questions: the only way the engine stops. Each is for one player, with all its legal options, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING, Any

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import NOBODY, UNDER
from basebash.engine.vocabulary.ability import Rule
from basebash.engine.vocabulary.handle import Handle

if TYPE_CHECKING:
    from basebash.engine.data.state import State
    from basebash.engine.data.values import Allowance
    from basebash.engine.rules.context import Rules

Answer = tuple[int, ...]
"""An answer: the indices of the picked options, in the order picked; empty to decline."""

PlayItem = tuple[str, int, int, "Allowance | None"]
"""An option of Play Cards inside the engine: what to do, the card, its target, the allowance spent."""


class Option:
    """One thing that can be picked, as plain data.

    `kind` is play, talent, use, special, end, card, player, number, mode, name, faction, yes or trigger. `card` and
    `target` are ids, `text` is what a button would say.
    """

    __slots__ = ("card", "index", "kind", "name", "player", "target", "text", "using", "value")

    def __init__(
        self,
        index: int,
        kind: str,
        text: str,
        *,
        card: int = -1,
        target: int = -1,
        player: int = -1,
        value: int = -1,
        name: str = "",
        using: int = -1,
    ) -> None:
        self.index = index
        self.kind = kind
        self.text = text
        self.card = card
        self.target = target
        self.player = player
        self.value = value
        self.name = name
        self.using = using  # the card that gave the extra play which would be spent

    def card_of(self) -> int:
        """The id of its card."""
        return self.card

    def target_of(self) -> int:
        """The id of what its card would be played on."""
        return self.target

    def to_json(self) -> dict[str, Any]:
        """The option as JSON data, without what does not apply."""
        data: dict[str, Any] = {"index": self.index, "kind": self.kind, "text": self.text}
        for field in ("card", "target", "player", "value", "using"):
            if getattr(self, field) >= 0:
                data[field] = getattr(self, field)
        if self.name:
            data["name"] = self.name
        return data

    def __repr__(self) -> str:
        return f"<{self.index}: {self.text}>"


class Mode:
    """One of several alternatives, with its place in the text: those that are not possible are left out."""

    __slots__ = ("number", "text")

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text


class Question:
    """What one player is asked: pick between `low` and `high` of the `options`; with `low` 0 it can be declined.

    `kind` says what it is about: main (the next step of Play Cards), play (an extra card, now), special (a Me
    First window), card, bottom (which cards go to the bottom), player, number, mode (one of several alternatives),
    name, faction, yes, order (which of several simultaneous things comes first) or arrange (the order of cards that
    go somewhere).
    """

    __slots__ = (
        "_find",
        "_items",
        "_options",
        "game",
        "high",
        "kind",
        "low",
        "player",
        "prompt",
        "saves",
        "secret",
        "source",
        "window",
    )

    def __init__(
        self,
        game: Rules,
        player: int,
        kind: str,
        prompt: str,
        items: list[Any] | None,
        find: Callable[[Rules, int], list[Any]] | None = None,
        low: int = 1,
        high: int = 1,
        source: int = -1,
        saves: bool = False,
        secret: bool = False,
        window: bool = False,
    ) -> None:
        self.game = game
        self.player = player
        self.kind = kind
        self.prompt = prompt
        self._items = items
        self._find = find  # finds the items once they are asked for: most copies are dropped before that
        self.low = low
        self.high = high
        self.source = source
        self.saves = saves  # declining keeps the extra play for later in the turn
        self.secret = secret  # cards that others cannot see decide what can be picked; set with `ask_everyone` only
        self.window = window  # it asks whether a Special is used or played while a base scores
        self._options: list[Option] | None = None

    def __await__(self) -> Generator[Question, Answer, Answer]:
        return (yield self)

    @property
    def can_decline(self) -> bool:
        """Whether picking nothing is an answer."""
        return self.low == 0

    @property
    def items(self) -> list[Any]:
        """What the options stand for inside the engine."""
        if self._items is None:
            assert self._find is not None
            self._items = self._find(self.game, self.player)
        return self._items

    @property
    def options(self) -> list[Option]:
        """All that can be picked."""
        if self._options is None:
            self._options = [self._describe(i, item) for i, item in enumerate(self.items)]
        return self._options

    def is_legal(self, answer: Answer) -> bool:
        """Whether this is an answer to the question."""
        if len(answer) == 1:
            items = self.items if self._items is None else self._items
            return self.low <= 1 <= self.high and 0 <= answer[0] < len(items)
        return (
            self.low <= len(answer) <= self.high
            and len(set(answer)) == len(answer)
            and all(0 <= i < len(self.items) for i in answer)
        )

    def legal_answers(self) -> Iterator[Answer]:
        """Every legal answer, one after the other; picks are in ascending order unless their order matters."""
        n = range(len(self.items))
        for size in range(self.low, min(self.high, len(self.items)) + 1):
            yield from permutations(n, size) if self.kind == "arrange" else combinations(n, size)

    def count_answers(self) -> int:
        """How many legal answers there are (for an arrangement: up to order)."""
        n = len(self.items)
        return sum(comb(n, size) for size in range(self.low, min(self.high, n) + 1))

    def random_answer(self, chance: State) -> Answer:
        """A legal answer at random; declining is as likely as each option. `chance` is any state's generator."""
        n = len(self.items)
        if self.high == 1:
            if self.low == 1:
                return (chance.random(n),)
            i = chance.random(n + 1)
            return (i,) if i < n else ()
        size = self.low + chance.random(self.high - self.low + 1)
        pool = list(range(n))
        picked = [pool.pop(chance.random(len(pool))) for _ in range(size)]
        return tuple(picked if self.kind == "arrange" else sorted(picked))

    def to_json(self) -> dict[str, Any]:
        """The question as JSON data."""
        return {
            "player": self.player,
            "kind": self.kind,
            "prompt": self.prompt,
            "source": self.source,
            "low": self.low,
            "high": self.high,
            "options": [option.to_json() for option in self.options],
        }

    def __repr__(self) -> str:
        return f"<Question for {self.game.setup.names[self.player]}: {self.prompt} {self.options}>"

    def _describe(self, index: int, item: Any) -> Option:
        game = self.game
        if isinstance(item, Handle):
            if self._is_dark(item):
                whose = "nobody" if item.controller is NOBODY else game.setup.names[item.controller]
                return Option(
                    index, "card", f"A face-down card of {whose}", target=game.state.where[item.id], value=item.entered
                )
            return Option(index, "card", item.name, card=item.id, name=item.name)
        if isinstance(item, Trigger):
            if isinstance(item.ability, Rule):
                rule = item.ability.name
                if item.ability.names_card:
                    return Option(index, "trigger", f"{rule} ({item.card.name})", card=item.card.id, name=rule)
                return Option(index, "trigger", rule, name=rule)
            name = item.card.name
            if isinstance(item.about, Event) and not self._is_dark(item.about.card):
                about = item.about.card
                return Option(index, "trigger", f"{name} ({about.name})", card=item.card.id, target=about.id, name=name)
            return Option(index, "trigger", name, card=item.card.id, name=name)
        if isinstance(item, tuple):
            return self._describe_play(index, item)
        if self.kind == "player":
            return Option(index, "player", game.setup.names[item], player=item)
        if self.kind == "yes":
            return Option(index, "yes", "Yes", value=1)
        if self.kind == "number":
            return Option(index, "number", str(item), value=item)
        if isinstance(item, Mode):
            return Option(index, "mode", item.text, value=item.number)
        return Option(index, self.kind, str(item), name=str(item))

    def _is_dark(self, card: Handle) -> bool:
        """Whether it lies face down and the player who is asked does not know it (G20)."""
        state = self.game.state
        return state.zone[card.id] == UNDER and not state.known[card.id] >> self.player & 1

    def _describe_play(self, index: int, item: PlayItem) -> Option:
        what, card_id, target_id, right = item
        game = self.game
        if what == "end":
            return Option(index, "end", "End Play Cards")
        card = game.card(card_id)
        using = right.source if right is not None else -1
        if what == "talent":
            text = f"Talent of {card.name}"
            if target_id >= 0:
                text += f" (from {game.card(target_id).name})"
            return Option(index, "talent", text, card=card_id, using=target_id, name=card.name)
        text = {"use": f"Use {card.name}", "special": f"{card.name} (Special)"}.get(what, card.name)
        target = -1 if what == "use" else target_id
        if target >= 0:
            text += f" on {game.card(target).name}"
        if right is not None and not right.free and using >= 0:
            text += f" (extra from {game.card(using).name})"
        return Option(index, what, text, card=card_id, target=target, using=using, name=card.name)
