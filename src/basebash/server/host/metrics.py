"""What tables count."""

from __future__ import annotations

from typing import Protocol


class Count(Protocol):
    """A number that only grows."""

    def inc(self, amount: float = 1) -> None:
        """Count one more."""


class Times(Protocol):
    """How long something took."""

    def observe(self, amount: float) -> None:
        """Note a time in seconds."""


class TableMetrics(Protocol):
    """The counters that tables use."""

    @property
    def tables_created(self) -> Count:
        """Tables created."""

    @property
    def tables_restored(self) -> Count:
        """Tables loaded from the storage."""

    @property
    def tables_damaged(self) -> Count:
        """Tables that could not be read and were set aside."""

    @property
    def games_started(self) -> Count:
        """Games started."""

    @property
    def games_over(self) -> Count:
        """Games finished."""

    @property
    def games_halted(self) -> Count:
        """Games whose answers do not fit the current rules."""

    @property
    def answers(self) -> Count:
        """Answers given, by people and bots."""

    @property
    def undos(self) -> Count:
        """Answers taken back."""

    @property
    def engine_faults(self) -> Count:
        """Answers on which the engine failed."""

    @property
    def bots_late(self) -> Count:
        """Bots that waited long for a free core."""

    @property
    def seconds(self) -> Times:
        """From an answer's arrival to its commit."""

    def refuse(self, code: str) -> None:
        """Count a refusal."""
