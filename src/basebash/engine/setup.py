"""How a game is set up: who plays what, by which edition, from which seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from basebash.engine.data.terms import EDITIONS
from basebash.engine.errors import BadSave, BadSetup
from basebash.engine.vocabulary.printed import FACTIONS, find_faction

RANDOM = "random"
DRAFT = "draft"
_NEWER = ("banned", "bans")  # older saves know no bans


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
        self._check(players)

    @property
    def pool(self) -> list[str]:
        """The factions that can be dealt or drafted, in order."""
        return [name for name in sorted(FACTIONS) if name not in self.banned]

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
        if not isinstance(self.factions, str):
            data["factions"] = [list(pair) for pair in self.factions]
        return data

    @staticmethod
    def from_json(data: Any) -> Setup:
        """The set-up that `to_json` wrote."""
        try:
            setup = Setup(
                len(data["names"]),
                **{field: data[field] for field in Setup.__slots__ if field in data or field not in _NEWER},
            )
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
