"""What can go wrong, each with one name and a message that says what to do about it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from basebash.engine.record import GameRecord


class BasebashError(Exception):
    """The root of all errors this package raises on purpose."""


class IllegalAnswer(BasebashError):
    """The answer is not among the legal ones; the game has not changed."""


class GameOver(IllegalAnswer):
    """There is no open question: the game has ended."""


class UnknownName(BasebashError):
    """No card, base, faction or set has this name."""

    def __init__(self, what: str, name: str, known: list[str]) -> None:
        near = nearest(name, known)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"There is no {what} named {name!r}.{hint}")
        self.nearest = near


class NotNow(BasebashError):
    """The hidden cards cannot be dealt again at this question without revealing them; at the next one they may be."""


class BadSetup(BasebashError):
    """The game cannot be set up like this."""


class BadSave(BasebashError):
    """The text is not a saved game that this version can read."""


class MissingSet(BadSave):
    """The saved game needs a set that is not installed; the message names its pack.

    `record` is what the save holds to be read without it: the log in words, and the result of a finished game.
    """

    record: GameRecord | None = None


def nearest(name: str, known: list[str]) -> list[str]:
    """The known names that look most like this one, best first.

    >>> nearest("Gost", ["Ghosts", "Robots", "Aliens"])
    ['Ghosts']
    """
    lowered = {k.lower(): k for k in known}
    close = [lowered[k] for k in get_close_matches(name.lower(), list(lowered), n=3, cutoff=0.6)]
    return close or [k for k in known if name.lower() in k.lower()][:3]
