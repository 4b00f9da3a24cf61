"""Actions as numbers: every question is broken into single picks, and every pick has a fixed id.

An id says what is picked (a kind and, with it, a card, a base, a player, a number or a name) and does not depend on
the order of the options. An option with several parts (play this card, on that minion, with the extra play that a
third card gave) is picked part by part: first `play` with the card, then `on` and `using`, each only if needed.

The ids are in blocks, in this order:

| block | size | the action |
|---|---|---|
| wait | 1 | the only legal action of players who are not asked |
| done | 1 | no (more) picks: declines, or completes a choice of several |
| end | 1 | ends Play Cards |
| yes | 1 | agrees |
| play, talent, special | T each | plays the card, or uses its Talent or Special |
| use | T | uses what the card offers in Play Cards, including playing a titan |
| trigger | T | resolves this ability first |
| pick | T | picks the card or base |
| on | T | what the card is played on, or what the trigger is about |
| using | T | the card whose extra play is spent, or that gave the Talent |
| player | P | picks a player: 0 is the one who is asked, 1 the next clockwise, … |
| number | 41 | the number 0 to 40; which of several face-down cards at one place, oldest first |
| mode | 10 | the alternative 1 to 10 of a card; which part (by text) or which of `RULES` comes first |
| name | C | names a card |
| faction | F | picks a faction |

P is the number of players, C the number of different names of the cards of the sets in question (`card_index`), and F
that of their factions, both in the order of the catalogue. T is the number of things that can be picked, in this order:

| things | size | which |
|---|---|---|
| cards | 40 P | by owner (who is asked, then clockwise), faction (first, second), place in the printed deck |
| titans | 2 P | by owner, faction (first, second) |
| Madness | 30 | the cards of the Madness deck |
| monsters | 20 | those of the monster deck, by their place in its list |
| treasures | 22 | those of the treasure deck, by their place in its list |
| base places | 12 | the bases in play, from left to right |
| bases | B | any other base, by its place among the bases of the sets |
| nothing | 1 | a card played on nothing, a play that uses no card's extra play, an unknown card |

A slot belongs to a card, whoever controls it; slots of sets that are not in the game stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from basebash.bots import Ask
from basebash.engine import CARDS, FACTIONS, Answer, BadSetup, BasebashError, Option, Printed, Question
from basebash.engine.vocabulary.ability import Rule
from basebash.engine.vocabulary.printed import BASES as BASES_OF_SET
from basebash.engine.vocabulary.printed import SUPPLIES
from basebash.envs.card_index import CardIndex

Key = TypeVar("Key", bound="int | str")

DECK_SIZE = 40
TITANS = 2
"""How many titans a player can have: one per faction."""
SUPPLY_SIZES = {seat: len(supply.deck) for seat, supply in SUPPLIES.items()}
"""The sizes of the decks that belong to nobody, by their pseudo-seats: Madness, monsters, treasures."""
BASE_PLACES = 12
NUMBERS = 41
MODES = 10

WAIT, DONE, END, YES = range(4)
THING_KINDS = ("play", "talent", "special", "use", "trigger", "pick", "on", "using")
KINDS = ("wait", "done", "end", "yes", *THING_KINDS, "player", "number", "mode", "name", "faction")

_OPTION_KINDS = {kind: kind for kind in ("play", "talent", "special", "use", "trigger")} | {"card": "pick"}
RULES = tuple(sorted(rule.name for rule in Rule.__subclasses__()))
"""What the rules themselves put among the waiting triggers."""


class Unencodable(BasebashError):
    """The question offers something that has no action id."""


class Places:
    """Maps each card of a game to its slot, which follows from the factions in the game, the edition and the sets.

    The engine assigns ids in this order: decks, bases, supplies, titans.
    """

    __slots__ = ("_slots", "cards", "factions", "numbers", "players", "sheets")

    def __init__(self, factions: Sequence[Sequence[str]], edition: int, among: Sequence[str]) -> None:
        self.factions = factions
        self.players = players = len(factions)
        decks = DECK_SIZE * players
        sets = {FACTIONS[name].set_name for pair in factions for name in pair}
        cards: list[tuple[Printed, int, int]] = []  # printed, owner (-1: no player), place in its block
        for owner, pair in enumerate(factions):
            deck = [printed for name in pair for printed in FACTIONS[name].deck]
            cards += [(printed, owner, place) for place, printed in enumerate(deck)]
        used = [name for name in among if edition == 2013 or name in sets]
        cards += [(base, -1, -1) for name in used for base in BASES_OF_SET[name]]
        start = decks + TITANS * players
        for seat, supply in SUPPLIES.items():
            if supply.set_name in used:
                cards += [(printed, -1, start + place) for place, printed in enumerate(supply.deck)]
            start += SUPPLY_SIZES[seat]
        for owner, pair in enumerate(factions):
            for half, name in enumerate(pair):
                cards += [(titan, owner, DECK_SIZE + half) for titan in FACTIONS[name].titans]
        self.numbers = [printed.number for printed, _, _ in cards]
        self.cards = cards
        self._slots: dict[int, list[int]] = {}
        self.sheets: dict[Any, object] = {}  # what the observations of each seat have in common: see `observe`

    @staticmethod
    def of(factions: Sequence[Sequence[str]], edition: int, sets: tuple[str, ...]) -> Places:
        """Return the places for these factions in a game of these sets, from a cache."""
        return _places(tuple(tuple(pair) for pair in factions), edition, sets)

    def slots(self, seat: int) -> list[int]:
        """Return the slot of each card by id, counted from `seat`; -1 for a base."""
        if seat not in self._slots:
            self._slots[seat] = [self._slot(owner, place, seat) for _, owner, place in self.cards]
        return self._slots[seat]

    def _slot(self, owner: int, place: int, seat: int) -> int:
        if owner < 0:
            return place
        relative = (owner - seat) % self.players
        if place < DECK_SIZE:
            return relative * DECK_SIZE + place
        return DECK_SIZE * self.players + relative * TITANS + place - DECK_SIZE


@lru_cache(maxsize=64)
def _places(factions: tuple[tuple[str, ...], ...], edition: int, sets: tuple[str, ...]) -> Places:
    return Places(factions, edition, sets)


class Action:
    """A decoded id: its kind and, where it has one, its thing, player, number or name.

    `value` is the place in the block: the slot of a thing, a seat counted from the player who is asked, a number, a
    mode, the number of a name, or the number of a faction.
    """

    __slots__ = ("kind", "value")

    def __init__(self, kind: str, value: int) -> None:
        self.kind = kind
        self.value = value

    def __repr__(self) -> str:
        return f"<{self.kind} {self.value}>"


class Actions:
    """The ids of all actions in a game for 2 to 4 players with the sets of an index.

    >>> actions = Actions.of(2)
    >>> actions.parts(actions.id_of("play", 7))
    <play 7>
    >>> actions.describe(actions.id_of("play", 47))
    'play card 7 of player +1'
    """

    @staticmethod
    def of(players: int, sets: Iterable[str] | None = None) -> Actions:
        """Return the ids for this number of players and these sets (by default the built-in ones), from a cache."""
        index = CardIndex.of(sets)
        if (players, index) not in _ACTIONS:
            _ACTIONS[players, index] = Actions(players, index)
        return _ACTIONS[players, index]

    def __init__(self, players: int, index: CardIndex) -> None:
        if not 2 <= players <= 4:
            raise BadSetup(f"Smash Up is for 2 to 4 players, not {players}.")
        self.players = players
        self.index = index
        self.titans = DECK_SIZE * players  # the first slot of a titan
        self.supplies = self.titans + TITANS * players  # the first slot of a card that belongs to nobody
        self.cards = self.supplies + sum(SUPPLY_SIZES.values())
        self.nothing = self.cards + BASE_PLACES + len(index.bases)
        self.things = self.nothing + 1
        names, factions = len(index.names), len(index.factions)
        sizes = [1, 1, 1, 1, *[self.things] * len(THING_KINDS), players, NUMBERS, MODES, names, factions]
        self.blocks: dict[str, range] = {}
        start = 0
        for kind, size in zip(KINDS, sizes, strict=True):
            self.blocks[kind] = range(start, start + size)
            start += size
        self.size = start
        self._parts = [Action(kind, value) for kind, block in self.blocks.items() for value in range(len(block))]

    def id_of(self, kind: str, value: int = 0) -> int:
        """Return the id of an action."""
        block = self.blocks[kind]
        if not 0 <= value < len(block):
            raise Unencodable(f"There is no action id for {kind} {value}.")
        return block[value]

    def parts(self, action: int) -> Action:
        """Decode an id."""
        if not 0 <= action < self.size:
            raise Unencodable(f"{action} is not an action: ids go from 0 to {self.size - 1}.")
        return self._parts[action]

    def thing_name(self, thing: int) -> str:
        """Describe a thing in words."""
        if thing < self.titans:
            return f"card {thing % DECK_SIZE} of player +{thing // DECK_SIZE}"
        if thing < self.supplies:
            return f"titan {(thing - self.titans) % TITANS} of player +{(thing - self.titans) // TITANS}"
        if thing < self.cards:
            place = thing - self.supplies
            for seat, size in SUPPLY_SIZES.items():
                if place < size:
                    return f"card {place} of {SUPPLIES[seat].name}"
                place -= size
        if thing < self.cards + BASE_PLACES:
            return f"base {thing - self.cards}"
        return "nothing" if thing == self.nothing else CARDS[self.index.bases[thing - self.cards - BASE_PLACES]].name

    def describe(self, action: int) -> str:
        """Describe an action in words."""
        parts = self.parts(action)
        if parts.kind in THING_KINDS:
            return f"{parts.kind} {self.thing_name(parts.value)}"
        if parts.kind == "name":
            return f"name {self.index.names[parts.value]}"
        if parts.kind == "faction":
            return f"faction {self.index.factions[parts.value]}"
        if parts.kind == "player":
            return f"player +{parts.value}"
        return f"{parts.kind} {parts.value}" if parts.kind == "number" else _with_mode(parts)

    def thing(self, card: int, seat: int, row: Sequence[int], places: Places) -> int:
        """Return the slot of a card or base for the player at `seat`; `row` is the ids of the bases in play."""
        if card < 0:
            return self.nothing
        slot = places.slots(seat)[card]
        if slot >= 0:
            return slot
        if card in row:
            place = row.index(card)
            if place < BASE_PLACES:
                return self.cards + place
        return self.cards + BASE_PLACES + self._known(self.index.place_of_base, places.numbers[card])

    def paths_of(self, question: Question, row: Sequence[int], places: Places) -> list[tuple[int, ...]]:
        """Return the sequence of actions that picks each option of a question.

        Most options are plays. They are read from the engine's own data, which saves building a text for each.
        """
        if not _is_about_plays(question):
            return self.paths(question.options, question.player, row, places)
        seat = question.player
        things = {-1: self.nothing}
        on_at, using_at = self.blocks["on"].start, self.blocks["using"].start
        found: list[tuple[int, ...]] = []
        for what, card, target, right in question.items:
            if what == "end":
                found.append((END,))
                continue
            using = -1 if right is None else right.source
            if what == "talent":
                target, using = -1, target  # noqa: PLW2901  # what gave the Talent
            elif what == "use":
                target = -1  # noqa: PLW2901
            for i in (card, target, using):
                if i not in things:
                    things[i] = self.thing(i, seat, row, places)
            found.append((self.blocks[what].start + things[card], on_at + things[target], using_at + things[using]))
        return found

    def paths(self, options: Sequence[Option], seat: int, row: Sequence[int], places: Places) -> list[tuple[int, ...]]:
        """Return the sequence of actions that picks each option."""
        ages: dict[int, list[int]] = {}  # the face-down cards, by what they are under, oldest first
        for option in options:
            if option.kind == "card" and option.card < 0:
                ages.setdefault(option.target, []).append(option.value)
        parts = sorted(option.name for option in options if option.kind == "order")  # of a card: which comes first
        return [
            (self.id_of("mode", parts.index(option.name)),)
            if option.kind == "order"
            else self._path(option, seat, row, places, ages)
            for option in options
        ]

    def _path(
        self, option: Option, seat: int, row: Sequence[int], places: Places, ages: dict[int, list[int]]
    ) -> tuple[int, ...]:
        kind = option.kind
        if kind in _OPTION_KINDS:
            card = self.id_of(_OPTION_KINDS[kind], self.thing(option.card, seat, row, places))
            on = self.id_of("on", self.thing(option.target, seat, row, places))
            if option.card < 0 and kind == "card":
                return card, on, self.id_of("number", sorted(ages[option.target]).index(option.value))
            if option.card < 0 and kind == "trigger":
                return card, on, self.id_of("mode", RULES.index(option.name))
            return card, on, self.id_of("using", self.thing(option.using, seat, row, places))
        if kind == "player":
            return (self.id_of(kind, (option.player - seat) % self.players),)
        if kind == "number":
            return (self.id_of(kind, option.value),)
        if kind == "mode":
            return (self.id_of(kind, option.value - 1),)
        if kind == "name":
            return (self.id_of(kind, self._known(self.index.place_of_name, option.name)),)
        if kind == "faction":
            return (self.id_of(kind, self._known(self.index.place_of_faction, option.name)),)
        return (self.id_of(kind),)

    @staticmethod
    def _known(places: Mapping[Key, int], name: Key) -> int:
        if name not in places:
            what = name if name in FACTIONS else "A card"
            raise Unencodable(f"{what} is not of the sets that these actions are for: name its set in `sets`.")
        return places[name]


_ACTIONS: Final[dict[tuple[int, CardIndex], Actions]] = {}


def _is_about_plays(question: Question) -> bool:
    """Whether the options are plays, Talents and the like; a window may offer abilities of cards in play, too."""
    if question.kind == "special":
        return bool(question.items) and all(isinstance(item, tuple) for item in question.items)
    return bool(question.items) and isinstance(question.items[0], tuple)


def cards_of(question: Question) -> list[int]:
    """Return the card or base of each option; -1 if it has none or the player does not know it."""
    if _is_about_plays(question):
        return [item[1] for item in question.items]
    return [option.card for option in question.options]


def _with_mode(parts: Action) -> str:
    return f"mode {parts.value + 1}" if parts.kind == "mode" else parts.kind


class Picking:
    """An unfinished answer: the picks made so far for one question.

    Options that are equal in every part are one action, which picks the first of them.
    """

    __slots__ = ("_depth", "_legal", "_open", "answer", "high", "kind", "low", "made", "paths", "picked", "started")

    def __init__(self, question: Question | Ask | Picking, paths: list[tuple[int, ...]]) -> None:
        self.low: int = question.low
        self.high: int = min(question.high, len(paths))
        self.kind: str = question.kind
        self.paths = paths
        self.made: list[int] = []  # all actions so far
        self.picked: list[int] = []  # options that are picked
        self.started: list[int] = []  # actions that lead to the next one
        self.answer: Answer | None = None  # as soon as it is complete
        self._open: list[int] = []
        self._depth = 0
        self._legal: list[int] | None = None
        self._begin_pick()

    def legal(self) -> list[int]:
        """Return the actions that can come next, in ascending order."""
        if self._legal is None:
            ids = {self.paths[i][self._depth] for i in self._open}
            if not self.started and len(self.picked) >= self.low:
                ids.add(DONE)
            self._legal = sorted(ids)
        return self._legal

    def apply(self, action: int) -> None:
        """Apply a legal action."""
        self.made.append(action)
        self._legal = None
        if action == DONE:
            self._finish()
            return
        self.started.append(action)
        self._open = [i for i in self._open if self.paths[i][self._depth] == action]
        self._depth += 1
        self._skip_settled()
        if self._depth == len(self.paths[self._open[0]]):
            self.picked.append(self._open[0])
            self._begin_pick()

    def copy(self) -> Picking:
        """Return an independent copy."""
        return Picking(self, self.paths).remade(self.made)

    def remade(self, made: Iterable[int]) -> Picking:
        """Apply these actions and return self."""
        for action in made:
            self.apply(action)
        return self

    def _begin_pick(self) -> None:
        self.started = []
        self._depth = 0
        self._open = list(range(len(self.paths)))
        for i in self.picked:
            self._open.remove(i)
        if self.picked and len(self.picked) == self.high:
            self._finish()

    def _skip_settled(self) -> None:
        paths = [self.paths[i] for i in self._open]
        while self._depth < len(paths[0]) and all(path[self._depth] == paths[0][self._depth] for path in paths):
            self._depth += 1

    def _finish(self) -> None:
        self.answer = tuple(self.picked if self.kind == "arrange" else sorted(self.picked))


def picks_for(paths: Sequence[tuple[int, ...]], answer: Answer, question: Question) -> Iterable[int]:
    """Return the actions that give this answer."""
    picking = Picking(question, list(paths))
    for option in answer:
        goal = picking.paths[option]
        before = len(picking.picked)
        while picking.answer is None and len(picking.picked) == before:
            action = next(a for a in picking.legal() if a in goal)
            yield action
            picking.apply(action)
    if picking.answer is None:
        yield DONE
