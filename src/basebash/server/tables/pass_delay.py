"""How long passes take where haste could tell of hidden cards.

The page passes by itself for a player who has nothing to play, and a person who has something takes their time before
they pass. Both must look the same: a pass with nothing to pick waits as long as people lately took who could have
picked something. So the spread of delays is the same by construction, whatever it is.
"""

from __future__ import annotations

import secrets
from collections import deque

_CHANCE = secrets.SystemRandom()
_FIRST = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.7, 3.3, 4.5)  # before anybody has passed, in units of the pause
_LONGEST = 12.0  # in units of the pause: nobody waits longer for a page


class Pace:
    """What passes of people took lately."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._taken: deque[float] = deque((pause * factor for factor in _FIRST), maxlen=100)

    def note(self, seconds: float) -> None:
        """A person who could have picked something passed after so long."""
        self._taken.append(min(seconds, self._pause * _LONGEST))

    def draw(self) -> float:
        """How long a pass by the page takes."""
        return _CHANCE.choice(self._taken) * _CHANCE.uniform(0.9, 1.1)
