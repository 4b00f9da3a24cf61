"""The log of the server: an event in plain words, and named values.

Callers never pass tokens, seeds or the paths of requests. `json_logs` decides how lines look.
"""

from __future__ import annotations

import logging
from typing import Any


class Log:
    """Logs events with values."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger

    def info(self, event: str, **values: Any) -> None:
        """Log something usual."""
        self._log(logging.INFO, event, values)

    def warning(self, event: str, **values: Any) -> None:
        """Log something that may need attention."""
        self._log(logging.WARNING, event, values)

    def error(self, event: str, *, exc_info: BaseException | bool | None = None, **values: Any) -> None:
        """Log a fault."""
        self._log(logging.ERROR, event, values, exc_info)

    def exception(self, event: str, **values: Any) -> None:
        """Log a fault with the exception that is being handled."""
        self._log(logging.ERROR, event, values, exc_info=True)

    def _log(
        self, level: int, event: str, values: dict[str, Any], exc_info: BaseException | bool | None = None
    ) -> None:
        self._logger.log(level, event, extra={"values": values}, exc_info=exc_info)


log = Log(logging.getLogger("basebash.server"))
