"""JSON log lines, limited in number even under attack."""

from __future__ import annotations

import logging
import time
from collections.abc import MutableMapping
from typing import Any

from structlog.processors import EventRenamer, JSONRenderer, TimeStamper, format_exc_info
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

_MAX_LINES = 20  # of one kind in a window
_WINDOW_SECONDS = 10.0  # the first line of the next window says how many were left out
_MAX_KINDS = 500


class RateLimitFilter(logging.Filter):
    """Limits the lines of each kind; the kind is the message before values are filled in."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, str], list[float]] = {}  # start of the window, lines, lines left out

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, str(record.msg))
        now = time.monotonic()
        if len(self._kinds) > _MAX_KINDS:
            self._kinds.clear()
        window = self._kinds.setdefault(kind, [now, 0, 0])
        if now - window[0] > _WINDOW_SECONDS:
            left_out = int(window[2])
            window[:] = [now, 0, 0]
            if left_out:
                record.left_out = left_out
        window[1] += 1
        if window[1] > _MAX_LINES:
            window[2] += 1
            return False
        return True


def _add_values(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the values of a line that `logs.Log` wrote."""
    line.update(getattr(line["_record"], "values", {}))
    return line


def make_formatter() -> logging.Formatter:
    """Return the format: a JSON object with time, level, logger, message and values."""
    before: list[Any] = [
        add_logger_name,
        add_log_level,
        TimeStamper(fmt="iso", key="time"),
        _add_values,
        ExtraAdder({"left_out"}),
        format_exc_info,
    ]
    return ProcessorFormatter(
        foreign_pre_chain=before,
        processors=[ProcessorFormatter.remove_processors_meta, EventRenamer("message"), JSONRenderer(default=str)],
    )


def log_as_json(level: int = logging.INFO) -> None:
    """Send all log lines of the process to standard error, as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(make_formatter())
    handler.addFilter(RateLimitFilter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
