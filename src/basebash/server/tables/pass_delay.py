"""How long automatic passes take, where their speed could reveal hidden cards.

The page passes by itself for a player who has nothing to play, while a person who has something takes their time before
passing. Both must look the same, so a pass with nothing to pick waits as long as people with a choice took lately: the
distribution of delays is the same by construction.
"""

from __future__ import annotations

import secrets
from collections import deque

_RANDOM = secrets.SystemRandom()
_INITIAL = (1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.7, 3.3, 4.5)  # before anybody has passed, in units of the pause
_LONGEST = 12.0  # in units of the pause: nobody waits longer for a page
_KEPT = 100


class PassDelays:
    """How long people took lately to pass although they had a choice."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._taken: deque[float] = deque((pause * factor for factor in _INITIAL), maxlen=_KEPT)

    def note(self, seconds: float) -> None:
        """Note how long a person with a choice took to pass."""
        self._taken.append(min(seconds, self._pause * _LONGEST))

    def draw(self) -> float:
        """Return how long a pass without a choice takes."""
        return _RANDOM.choice(self._taken) * _RANDOM.uniform(0.9, 1.1)
