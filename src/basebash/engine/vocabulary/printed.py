"""What is printed: factions, cards, bases, and the moments at which an ability acts.

A card is a class: its attributes are what is printed on it, its docstring is its text in our own words, and its
methods are the moments it speaks. The class has one instance, shared by all games and never changed; `me` is the
card in the game that has the ability now, be it printed there, granted or copied.

- `def` methods are pure. They are called while something is computed.
- `async def` methods happen. They may ask questions and change things, through the verbs of `me`.

    class Ghost(Minion, of=GHOSTS, copies=4):
        'You may discard a card.'

        power = 2

        async def on_play(self, me: Card) -> None:
            await me.discard_cards(1, "Discard a card?", may=True)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from basebash.engine.data.terms import (
    ACTION,
    BASE,
    BESIDE,
    FUSION,
    MADNESS,
    MINION,
    MONSTERS,
    NO_WINDOW,
    NOBODY,
    ON_BASE,
    ON_MINION,
    ON_NOTHING,
    ON_YOUR_MINION,
    TITAN,
    TREASURES,
    Who,
)
from basebash.engine.errors import UnknownName
from basebash.engine.vocabulary.ability import Ability
from basebash.engine.vocabulary.colours import derive_colours
from basebash.engine.vocabulary.targets import NO_MINIONS, Minions

if TYPE_CHECKING:
    from basebash.engine.vocabulary.card import Card


class Faction:
    """Twenty cards that belong together, the bases that come with them, and what players are told about them.

    `summary` says what it does in about five words, `difficulty` is 1 to 5 (`DIFFICULTIES`), and `tags` are the
    `TAGS` that fit, the most typical first. `icon` is the name of a glyph of game-icons.net or of an SVG file in the
    pack, as "icon.svg"; without one the faction's initials are shown. `colours` are the ink and the pop, derived from
    the name by default. `hyphenated` is the name with a | where a long word may be divided. `partner` is a
    faction to try it with, and what the two do together.
    """

    def __init__(
        self,
        name: str,
        *,
        set_name: str,
        intro: str,
        summary: str = "",
        difficulty: int = 3,
        tags: tuple[str, ...] = (),
        icon: str = "",
        colours: tuple[str, str] | None = None,
        hyphenated: str = "",
        partner: tuple[str, str] | None = None,
    ) -> None:
        self.name = name
        self.set_name = set_name
        self.intro = intro
        self.summary = summary
        self.difficulty = difficulty
        self.tags = tags
        self.icon = icon
        self.ink, self.pop = colours or derive_colours(name)
        self.hyphenated = hyphenated or name
        self.partner = partner
        self.cards: list[Printed] = []
        self.bases: list[Base] = []
        self.titans: list[Titan] = []
        self.enter_catalogue()

    def enter_catalogue(self) -> None:
        """Register it by its name."""
        FACTIONS[self.name] = self
        _FACTION_BY_KEY[key(self.name)] = self

    @property
    def difficulty_name(self) -> str:
        """Its difficulty, in a word."""
        return DIFFICULTIES[self.difficulty - 1]

    @property
    def deck(self) -> list[Printed]:
        """The faction's cards, each as often as it is in the box."""
        return [card for card in self.cards for _ in range(card.copies)]

    def __repr__(self) -> str:
        return f"<Faction {self.name}>"


class Supply(Faction):
    """Cards that belong to no player and to no faction: a deck of their own, in the game with their set (M2, MT2)."""

    def __init__(
        self, name: str, seat: int, *, set_name: str, deck_name: str, icon: str, colours: tuple[str, str]
    ) -> None:
        super().__init__(name, set_name=set_name, intro="", icon=icon, colours=colours)
        self.seat = seat
        self.deck_name = deck_name

    def enter_catalogue(self) -> None:
        """Players cannot choose it, so it is not among the factions."""


DIFFICULTIES: Final = ("easy", "light", "medium", "tricky", "expert")
TAGS: Final = ("smash", "grow", "swarm", "move", "draw")  # what factions do
FACTIONS: Final[dict[str, Faction]] = {}
SUPPLIES: Final[dict[int, Supply]] = {
    MADNESS: Supply(
        "Madness",
        MADNESS,
        set_name="The Obligatory Cthulhu Set",
        deck_name="Madness deck",
        icon="tentacles-skull",
        colours=("#3a3550", "#c9f2b0"),
    ),
    MONSTERS: Supply(
        "Monsters",
        MONSTERS,
        set_name="Smash Up: Munchkin",
        deck_name="monster deck",
        icon="spiked-dragon-head",
        colours=("#44463f", "#f0e6cf"),
    ),
    TREASURES: Supply(
        "Treasures",
        TREASURES,
        set_name="Smash Up: Munchkin",
        deck_name="treasure deck",
        icon="locked-chest",
        colours=("#6a5210", "#ffeebb"),
    ),
}
CARDS: Final[list[Printed]] = []  # every card and base, by `Printed.number`
BASES: Final[dict[str, list[Base]]] = {}  # every base, by its set: every set is a key
PACKS: Final[dict[str, str]] = {}  # of each set that is not built in: the pack it comes from, as name and version
BY_KEY: Final[dict[str, Printed]] = {}  # by `Printed.key`
_BY_NAME: Final[dict[str, list[Printed]]] = {}
_BY_CLASS: Final[dict[type, Printed]] = {}
_FACTION_BY_KEY: Final[dict[str, Faction]] = {}


def key(name: str) -> str:
    """A name without case, accents, punctuation and a leading "The", for comparing.

    >>> key("The Séance!") == key("seance")
    True
    """
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9 ]", "", plain.replace("-", " ").replace(".", " ")).split()
    return "".join(words[1:] if len(words) > 1 and words[0] == "the" else words)


def find_card(name: str, kind: int = 0, factions: Sequence[str] = ()) -> Printed:
    """The printed card or base with this name (of this kind), or `UnknownName` with the nearest ones.

    Of several, one of the `factions` comes first.
    """
    found = [card for card in _BY_NAME.get(key(name), ()) if not kind or card.kind & kind]
    if not found:
        raise UnknownName("card or base", name, [c.name for c in CARDS])
    return next((card for card in found if card.faction.name in factions), found[0])


def find_faction(name: str) -> Faction:
    """The faction with this name, or `UnknownName` with the nearest ones."""
    faction = FACTIONS.get(name) or _FACTION_BY_KEY.get(key(name))
    if faction is None:
        raise UnknownName("faction", name, list(FACTIONS))
    return faction


class Printed(Ability):
    """A printed card. Use `Minion`, `Action` or `Base`."""

    name: str = ""
    text: str = ""  # what it does, in our own words
    power: int = 0
    copies: int = 1
    kind: int = MINION
    seat: int = 0  # of a card that belongs to no player: the supply it comes from (`terms.MADNESS`, ...)
    number: int = -1
    plays_on: int = ON_NOTHING
    plays_on_once: int = -1  # what its printing before 2019 was played on, if different (E13)
    rulings: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()  # for "your Microbots"
    mentions: tuple[str, ...] = ()  # minions named in the ability
    targets: Minions = NO_MINIONS  # the minions that an action can directly affect by its own ability (A1)
    boosts: Minions = NO_MINIONS  # ... and those whose power it can directly increase, as Cease and Desist defines it
    hunters: Minions = Minions(yours=True)  # with `prey_of`: the minions that may be chosen to determine others
    calls_minions: bool = False  # the base that is chosen first is where the minions move to
    aims: bool = False  # the fine print that it `allows` by is about what an action affects, not only where it goes
    window: int = NO_WINDOW  # when it may be played from hand as a Special
    only_special: bool = False  # it has no use outside its window
    from_discard: bool = False  # `may_play_from_discard` or `offers` may apply in its owner's discard pile
    is_choosy: bool = False  # `can_be_played_on` restricts it
    way: int = -1  # what decides how it is played (`way_of`), unless it decides more than that itself
    is_printed = True
    faction: Faction

    def __init_subclass__(cls, of: Faction | int | None = None, copies: int = 1) -> None:
        if of is not None:
            register(cls(), of, copies, cast("Any", cls).__doc__ or "")

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # ---------------------------------------------------------------------------- how it may be played
    def can_be_played_on(self, me: Card, player: int, target: Card) -> bool:
        """Whether `player` may play this card on `target`: a minion there, an action if `plays_on` fits too."""
        return True

    def would_increase(self, me: Card, minion: Card) -> bool:
        """Whether this action can directly increase the power of `minion`, played on it or not."""
        return minion in self.boosts(me) or any(card.printed.would_increase(me, minion) for card in self.models(me))

    def would_affect(self, me: Card, minion: Card) -> bool:
        """Whether this action can directly affect `minion` without being played on it (A4)."""
        if type(self).prey_of is not Printed.prey_of:
            return any(minion in self.prey_of(me, hunter) for hunter in self.hunters(me))
        declared = minion in self.targets(me) or minion in self.boosts(me)
        return declared or any(card.printed.would_affect(me, minion) for card in self.models(me))

    def models(self, me: Card) -> list[Card]:
        """For an action that copies the ability of one of several cards: those cards."""
        return []

    def prey_of(self, me: Card, hunter: Card) -> list[Card]:
        """For an action with a minion that determines which others are affected: those affected if it is `hunter`."""
        return []

    @property
    def aims_at_minions(self) -> bool:
        """Whether it is an action that directly affects a minion."""
        is_declared = self.targets is not NO_MINIONS or self.boosts is not NO_MINIONS
        return is_declared or self.plays_on > ON_BASE or type(self).prey_of is not Printed.prey_of

    def allows(self, me: Card, player: int, card: Card, target: Card | None) -> bool:
        """Whether `player` may play `card` there with an `Allowance` with fine print that this card (`me`) gave.

        The right belongs to `player`: `me` may be in its owner's discard pile by now.
        """
        return True

    async def extra_played(self, me: Card, player: int, card: Card) -> None:
        """`player` played `card` with an `Allowance` with fine print that this card (`me`) gave; it has resolved."""

    def can_be_special(self, me: Card, base: Card) -> bool:
        """Whether it may be played from hand as a Special in its window while `base` scores."""
        return True

    def special_targets(self, me: Card, base: Card) -> list[Card] | None:
        """What it can be played on as a Special; None if it is not played on anything."""
        return None

    async def on_special(self, me: Card, base: Card) -> None:
        """It was played as a Special while `base` scores; by default that is like playing it."""
        await self.on_play(me)

    def may_play_from_discard(self, me: Card, player: int) -> bool:
        """Whether, in a discard pile, it may be played whenever its owner can play such a card (Spectre)."""
        return False

    def named(self, me: Card) -> str:
        """What was named for it when it was played, visible to all."""
        return ""

    def plays_on_target(self, me: Card, player: Who, target: Card) -> bool:
        """Whether `target` is what this action is played on."""
        plays_on = me.plays_on
        if player is NOBODY:
            return False
        if plays_on == ON_BASE:
            return target.is_base and self.can_be_played_on(me, player, target)
        return (
            target.is_minion
            and (plays_on == ON_MINION or (plays_on == ON_YOUR_MINION and target.controller == player))
            and self.can_be_played_on(me, player, target)
        )


def way_of(kind: int, plays_on: int) -> int:
    """The kind of a card and what it is played on as one number, for lookups."""
    return 16 * kind + plays_on


def register(card: Printed, of: Faction | int, copies: int, text: str) -> None:
    """Register a card in the catalogue: of a faction, or of a supply by its seat."""
    cls: Any = type(card)
    originals = [_BY_CLASS[c] for c in cls.__mro__ if c in _BY_CLASS]
    _BY_CLASS[cls] = card
    if isinstance(of, int):
        card.seat = of
        of = SUPPLIES[of]
    card.faction = of
    card.copies = copies
    card.text = re.sub(r"\s+", " ", text).strip()
    if originals:  # a reprint of that card in another faction
        card.name = card.name or originals[0].name
        card.text = card.text or originals[0].text
    elif not card.name:
        card.name = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", cls.__name__)
    card.is_choosy = cls.can_be_played_on is not Printed.can_be_played_on
    if not card.is_choosy and not card.only_special and "stands_in" not in card.hooks:
        card.way = way_of(card.kind, card.plays_on)
    card.number = len(CARDS)
    CARDS.append(card)
    card.key = f"{of.name}/{card.name}" + ("/base" if isinstance(card, Base) else "")
    BY_KEY[card.key] = card
    _BY_NAME.setdefault(key(card.name), []).append(card)
    if isinstance(card, Base):
        of.bases.append(card)
        BASES.setdefault(of.set_name, []).append(card)
    elif isinstance(card, Titan):
        of.titans.append(card)
    else:
        of.cards.append(card)


class Minion(Printed):
    """A minion: it is played on a base and brings its power there."""

    kind = MINION


class Monster(Minion):
    """A monster: a minion that nobody owns, nor controls at first. Treasures are drawn for it (MT7 to MT9)."""

    treasures: int = 0


class Action(Printed):
    """An action: standard, or played on a base or minion, as `plays_on` says."""

    kind = ACTION


class Boost(Action):
    """An action on a minion that gives it `bonus` power."""

    plays_on = ON_MINION
    boosts = Minions()
    bonus: int = 0

    def power_bonus(self, me: Card, minion: Card) -> int:
        return self.bonus if me.is_on(minion) else 0


class Penalty(Boost):
    """An action on a minion that takes power from it: `bonus` is negative, so nothing is boosted."""

    boosts = NO_MINIONS


class BaseBoost(Action):
    """An action on a base that gives its controller's minions there `bonus` power each."""

    plays_on = ON_BASE
    boosts = Minions(yours=True)
    bonus: int = 0

    def power_bonus(self, me: Card, minion: Card) -> int:
        is_yours_here = minion.controller == me.controller and minion.base is me.base
        return self.bonus if is_yours_here and minion.is_minion else 0


class Fusion(Printed):
    """A fusion: a minion and an action in one. Played as an action it does `as_action` and is discarded (F)."""

    kind = FUSION

    async def as_action(self, me: Card) -> None:
        """Its Action ability."""


class Titan(Printed):
    """A titan: it waits beside the deck and comes into play in its own way (H)."""

    kind = TITAN
    speaks: ClassVar[Mapping[str, int | tuple[int, ...]]] = {"use": BESIDE}
    keeps: int = 0  # how many of the counters that it got beside the deck stay on it

    async def count_up(self, me: Card, needed: int) -> None:
        """It gets a counter beside the deck; once it has as many as `needed`, it may be played."""
        me.tally(me)
        if me.counters < needed or not await me.play_titan(me.bases):  # playing it is announced by itself
            await me.announce_special(self, me.owner)

    def where(self, me: Card, player: int) -> Iterable[Card]:
        """The bases where `player` may play it now in Play Cards, for its `price`."""
        return ()

    def may_use(self, me: Card, player: int) -> bool:
        """Whether it may be played now."""
        return me.can_play_titan(me, self.where(me, player))

    async def use(self, me: Card, player: int) -> None:
        """It is played."""
        await me.play_titan(self.where(me, player), may=False)


class Base(Printed):
    """A base: the players fight over it. On it, "you" is any player whom its text describes (P13)."""

    kind = BASE
    breakpoint: int = 0
    vp: tuple[int, int, int] = (0, 0, 0)
    not_at_setup: bool = False  # it cannot be among the first bases
    monsters: int = 0  # how many come into play with it (MT15)
