"""Saved games as JSON: the setup, the position, the last quiet point and the answers.

`Game.save` and `Game.load` are the public face. Saves of format 1 are upgraded (`old_saves`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from basebash.engine import old_saves
from basebash.engine.data.state import State
from basebash.engine.errors import BadSave, MissingSet
from basebash.engine.question import Answer
from basebash.engine.record import FIELD, GameRecord, read_record
from basebash.engine.setup import Setup
from basebash.engine.vocabulary.printed import BY_KEY

FORMAT: Final = "basebash game"
VERSION: Final = 2
FIELDS: Final = ("setup", "start", "answers", "quiet", "since", "reseeds")


class Save:
    """What a saved game consists of."""

    __slots__ = ("answers", "quiet", "record", "reseeds", "setup", "since", "start")

    def __init__(
        self,
        setup: Setup,
        start: State | None,
        answers: list[Answer],
        quiet: State,
        since: int,
        reseeds: list[tuple[int, int, bool]],
        record: GameRecord | None = None,
    ) -> None:
        self.setup = setup
        self.start = start  # the position the game began from; None if that follows from the setup
        self.answers = answers
        self.quiet = quiet  # the state at the last quiet point
        self.since = since  # how many answers were given since
        self.reseeds = reseeds  # after which of these the seed was replaced: number, seed, whether decks were mixed
        self.record = record  # what can be read without the game's packs

    def to_json(self) -> str:
        """The save as text."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "setup": self.setup.to_json(),
            "start": None if self.start is None else self.start.to_json(),
            "answers": self.answers,
            "quiet": self.quiet.to_json(),
            "since": self.since,
            "reseeds": self.reseeds,
        }
        if self.record is not None:
            data[FIELD] = self.record.to_json()
        return json.dumps(data, separators=(",", ":"))


def parse(text: str, *, fits: Callable[[Save], bool]) -> Save:
    """Read a save; raises `BadSave` if it is broken. `fits` says whether the answers of an upgraded save still fit."""
    try:
        data: Any = json.loads(text)
    except (ValueError, TypeError) as error:
        raise BadSave(f"This is not a saved game: {error}.") from None
    except RecursionError:
        raise BadSave("This is not a saved game: it is nested too deeply.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadSave("This is not a saved game of Basebash.")
    version = data.get("version")
    if version == 1:
        return _upgraded(data, fits)
    if version != VERSION:
        raise BadSave(f"The game was saved in format {version}; this Basebash reads format {VERSION}. Update it.")
    return _read(data)


def _read(data: dict[str, Any]) -> Save:
    missing = [field for field in FIELDS if field not in data]
    if missing:
        raise BadSave(f"Invalid save: {', '.join(missing)} is missing.")
    try:
        setup = Setup.from_json(data["setup"])
    except MissingSet as error:
        error.record = read_record(data)
        raise
    start = None if data["start"] is None else State.from_json(data["start"], BY_KEY)
    quiet = State.from_json(data["quiet"], BY_KEY)
    if type(data["answers"]) is not list:
        raise BadSave("Invalid save: the answers are not a list.")
    for number, answer in enumerate(data["answers"]):
        if type(answer) is not list or not {int}.issuperset(map(type, answer)):
            raise BadSave(f"Invalid save: answer {number} is not a list of integers.")
    answers: list[Answer] = [tuple(answer) for answer in data["answers"]]
    try:
        since = int(data["since"])
        reseeds = [(int(number), int(seed), bool(mixes and mixes[0])) for number, seed, *mixes in data["reseeds"]]
    except (TypeError, ValueError) as error:
        raise BadSave(f"Invalid save: {error}.") from None
    return Save(setup, start, answers, quiet, since, reseeds)


def _upgraded(data: dict[str, Any], fits: Callable[[Save], bool]) -> Save:
    """A save of format 1; without the answers in the middle of an effect, if they no longer fit."""
    try:
        new = old_saves.upgrade(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadSave(f"Invalid save ({type(error).__name__}: {error}).") from None
    if not fits(_read(new)):
        new |= {"answers": [], "since": 0}
    return _read(new)
