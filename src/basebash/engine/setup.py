"""How a game is set up: who plays what, by which edition, from which seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from basebash.engine.data.terms import EDITIONS
from basebash.engine.errors import BadSave, BadSetup, MissingSet, UnknownName
from basebash.engine.old_saves import FIRST_SETS
from basebash.engine.vocabulary.printed import BASES, FACTIONS, PACKS, find_faction

RANDOM = "random"
DRAFT = "draft"
_NEWER = ("banned", "bans", "sets")  # fields that older saves lack


class Setup:
    """The choices made before a game starts. Immutable; shared by all copies of the game."""

    __slots__ = (
        "ask_everyone",
        "banned",
        "bans",
        "draft_pool",
        "duplicates",
        "edition",
        "factions",
        "first_player",
        "names",
        "seed",
        "sets",
        "target_vp",
        "titans",
    )

    def __init__(
        self,
        players: int | None = None,
        *,
        factions: str | Sequence[Sequence[str]] = RANDOM,
        edition: int = 2019,
        seed: int | str = 0,
        names: Iterable[str] = (),
        duplicates: bool = False,
        target_vp: int = 15,
        first_player: int | None = None,
        draft_pool: int | None = None,
        ask_everyone: bool = False,
        titans: bool | None = None,
        banned: Iterable[str] = (),
        bans: int = 0,
        sets: Iterable[str] | None = None,
    ) -> None:
        chosen = [] if isinstance(factions, str) else [tuple(find_faction(f).name for f in pair) for pair in factions]
        if players is None:
            players = len(chosen) or 2
        self.names = tuple(names) or tuple(f"Player {i + 1}" for i in range(players))
        self.factions: str | tuple[tuple[str, ...], ...] = factions if isinstance(factions, str) else tuple(chosen)
        self.edition = edition
        self.seed = seed
        self.duplicates = duplicates
        self.target_vp = target_vp
        self.first_player = first_player
        self.draft_pool = draft_pool
        self.ask_everyone = ask_everyone  # also players with nothing to pick: silence would reveal that
        self.titans = edition >= 2019 if titans is None else titans  # whether titans wait beside the decks
        self.banned = tuple(find_faction(name).name for name in banned)  # neither dealt nor drafted
        self.bans = bans  # how many factions each player may ban before a draft
        self.sets = _default_sets(chosen) if sets is None else _in_order(sets)  # factions and bases come from these
        self._check(players)

    @property
    def pool(self) -> list[str]:
        """The factions that can be dealt or drafted, in order."""
        return [name for name in sorted(FACTIONS) if FACTIONS[name].set_name in self.sets and name not in self.banned]

    @property
    def packs(self) -> dict[str, str]:
        """The pack, as name and version, of each set that is not built in."""
        return {name: PACKS[name] for name in self.sets if name in PACKS}

    def _check(self, players: int) -> None:
        if not 2 <= players <= 4:
            raise BadSetup(f"Smash Up is for 2 to 4 players, not {players}.")
        if len(self.names) != players:
            raise BadSetup(f"There are {players} players but {len(self.names)} names.")
        if self.edition not in EDITIONS:
            raise BadSetup(f"There is no edition {self.edition}; choose one of {', '.join(map(str, EDITIONS))}.")
        if self.target_vp < 1:
            raise BadSetup("The target must be at least 1 VP.")
        if self.first_player is not None and not 0 <= self.first_player < players:
            raise BadSetup(f"There is no player {self.first_player} to go first; count from 0.")
        self._check_factions(players)

    def _check_factions(self, players: int) -> None:
        if isinstance(self.factions, str):
            if self.factions not in (RANDOM, DRAFT):
                raise BadSetup('Factions are "random", "draft", or two names for each player.')
            left = len(self.pool)
            if self.draft_pool is not None and not 2 * players <= self.draft_pool <= left:
                raise BadSetup(f"A draft needs {2 * players} to {left} factions on the table.")
            if self.bans < 0 or left - self.bans * players < (2 if self.duplicates else 2 * players):
                raise BadSetup(f"{players} players need {2 * players} factions; the bans leave too few.")
            return
        if len(self.factions) != players:
            raise BadSetup(f"There are {players} players but factions for {len(self.factions)}.")
        for name, pair in zip(self.names, self.factions, strict=True):
            if len(set(pair)) != 2 or len(pair) != 2:
                raise BadSetup(f"{name} needs two different factions, not {' and '.join(pair) or 'none'}.")
        everything = [faction for pair in self.factions for faction in pair]
        for faction in everything:
            if FACTIONS[faction].set_name not in self.sets:
                raise BadSetup(f"{faction} is from {FACTIONS[faction].set_name}, which is not among the game's sets.")
        if not self.duplicates and len(set(everything)) != len(everything):
            twice = next(f for f in everything if everything.count(f) > 1)
            raise BadSetup(f"Two players have {twice}: allow duplicates, or choose other factions.")

    def without_seed(self) -> Setup:
        """The same set-up with seed 0, for copies whose owner must not know what chance will bring."""
        new = Setup.__new__(Setup)
        for field in self.__slots__:
            setattr(new, field, getattr(self, field))
        new.seed = 0
        return new

    def to_json(self) -> dict[str, Any]:
        """The set-up as JSON data."""
        data = {field: getattr(self, field) for field in self.__slots__}
        data["names"] = list(self.names)
        data["banned"] = list(self.banned)
        data["sets"] = list(self.sets)
        if self.packs:
            data["packs"] = self.packs
        if not isinstance(self.factions, str):
            data["factions"] = [list(pair) for pair in self.factions]
        return data

    @staticmethod
    def from_json(data: Any) -> Setup:
        """The set-up that `to_json` wrote; `BadSave` if it is damaged or needs a pack that is not installed."""
        try:
            sets = data.get("sets", FIRST_SETS)
            _check_installed(sets, data.get("packs", {}))
            fields = {field: data[field] for field in Setup.__slots__ if field in data or field not in _NEWER}
            setup = Setup(len(data["names"]), **{**fields, "sets": sets})
        except (KeyError, TypeError, AttributeError) as error:
            raise BadSave(f"The saved set-up is damaged ({type(error).__name__}: {error}).") from None
        numbers = (setup.edition, setup.target_vp, setup.first_player or 0, setup.draft_pool or 0, setup.bans)
        if not all(type(number) is int for number in numbers) or type(setup.seed) not in (int, str):
            raise BadSave("The saved set-up is damaged: a number is not an integer.")
        if not all(type(switch) is bool for switch in (setup.duplicates, setup.ask_everyone, setup.titans)):
            raise BadSave("The saved set-up is damaged: a switch is neither true nor false.")
        if not all(type(name) is str for name in setup.names):
            raise BadSave("The saved set-up is damaged: a name is not a string.")
        return setup


def _default_sets(factions: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """The built-in sets, and those of the chosen factions: what else is installed does not change a game."""
    chosen = {FACTIONS[name].set_name for pair in factions for name in pair}
    return _in_order([name for name in BASES if name not in PACKS or name in chosen])


def _in_order(sets: Iterable[str]) -> tuple[str, ...]:
    """The named sets in the order of the base deck before it is shuffled: the built-in ones, then packs by name."""
    wanted = set(sets)
    for name in wanted - set(BASES):
        raise UnknownName("set", name, list(BASES))
    return (*[name for name in BASES if name in wanted and name not in PACKS], *sorted(wanted & PACKS.keys()))


def _check_installed(sets: Iterable[str], packs: dict[str, str]) -> None:
    for name in sets:
        if name not in BASES:
            raise MissingSet(
                f"This game needs {packs.get(name, 'a newer version')} for the set {name}: install it first."
            )
