"""Basebash: play, study and extend the shuffle-building card game Smash Up in Python.

An unofficial fan project, not affiliated with AEG. Everything a user of the library needs is imported from here:

>>> from basebash import Game
>>> game = Game(players=2, seed=1)
>>> game.question.player in (0, 1)
True
"""

import os as _os

import basebash.build as _build  # first: it refuses a compiled engine that is out of date
import basebash.cards as _cards  # fills the catalogue
import basebash.packs as _packs
from basebash.engine import (
    CARDS,
    FACTIONS,
    Answer,
    BadSave,
    BadSetup,
    BasebashError,
    Contribution,
    Faction,
    Game,
    GameOver,
    IllegalAnswer,
    LogLine,
    NotNow,
    Option,
    Printed,
    Question,
    Setup,
    State,
    UnknownName,
    View,
    find_card,
    find_faction,
)
from basebash.engine.errors import MissingSet
from basebash.engine.record import GameRecord
from basebash.engine.rules.ability_index import check_what_is_kept as _check_what_is_kept

__version__ = "0.1.0"

IS_COMPILED = _build.IS_COMPILED
ENGINE = _build.ENGINE

if _os.environ.get("BASEBASH_CHECK") == "1":
    _check_what_is_kept(on=True)

__all__ = [
    "CARDS",
    "ENGINE",
    "FACTIONS",
    "IS_COMPILED",
    "Answer",
    "BadSave",
    "BadSetup",
    "BasebashError",
    "Contribution",
    "Faction",
    "Game",
    "GameOver",
    "GameRecord",
    "IllegalAnswer",
    "LogLine",
    "MissingSet",
    "NotNow",
    "Option",
    "Printed",
    "Question",
    "Setup",
    "State",
    "UnknownName",
    "View",
    "__version__",
    "find_card",
    "find_faction",
]

_packs.load_installed()
_packs.load_named()
del _build, _cards, _packs
