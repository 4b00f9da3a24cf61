"""JSON log lines, limited in number even under attack.

Callers never pass tokens, seeds or the paths of requests.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import structlog
from structlog.processors import EventRenamer, JSONRenderer, TimeStamper, format_exc_info
from structlog.stdlib import BoundLogger, ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

_MAX_LINES = 20  # of one kind in a window
_WINDOW_SECONDS = 10.0  # the first line of the next window says how many were left out
_MAX_KINDS = 500

log: BoundLogger = structlog.wrap_logger(
    logging.getLogger("basebash.server"),
    processors=[
        structlog.stdlib.filter_by_level,
        add_logger_name,
        add_log_level,
        TimeStamper(fmt="iso", key="time"),
        format_exc_info,
        ProcessorFormatter.wrap_for_formatter,
    ],
    wrapper_class=BoundLogger,
)


class RateLimitFilter(logging.Filter):
    """Limits the lines of each kind; the kind is the message before values are filled in."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, str], list[float]] = {}  # start of the window, lines, lines left out

    def filter(self, record: logging.LogRecord) -> bool:
        data = record.msg if isinstance(record.msg, dict) else None
        kind = (record.name, str(data.get("event")) if data is not None else str(record.msg))
        now = time.monotonic()
        if len(self._kinds) > _MAX_KINDS:
            self._kinds.clear()
        window = self._kinds.setdefault(kind, [now, 0, 0])
        if now - window[0] > _WINDOW_SECONDS:
            left_out = int(window[2])
            window[:] = [now, 0, 0]
            if left_out and data is not None:
                data["left_out"] = left_out
            elif left_out:
                record.left_out = left_out
        window[1] += 1
        if window[1] > _MAX_LINES:
            window[2] += 1
            return False
        return True


def make_formatter() -> logging.Formatter:
    """Return the format: a JSON object with time, level, logger, message and values."""
    before: list[Any] = [
        add_logger_name,
        add_log_level,
        TimeStamper(fmt="iso", key="time"),
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
