"""Counters for the operator, in the text format that Prometheus reads, and log lines in JSON."""

from __future__ import annotations

import json
import logging
import mmap
import time
from collections import Counter
from pathlib import Path
from typing import Any

log = logging.getLogger("basebash.table")

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


def _memory() -> int:
    """What the process has in memory now; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE
    except (OSError, IndexError, ValueError):
        return 0


class Metrics:
    """What happened so far."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._buckets = [0] * len(_BOUNDS)
        self._answers = 0
        self._seconds = 0.0

    def answered(self, seconds: float) -> None:
        """An answer was acknowledged so long after it came."""
        self._answers += 1
        self._seconds += seconds
        for number, bound in enumerate(_BOUNDS):
            if seconds <= bound:
                self._buckets[number] += 1

    def render(self, gauges: dict[str, float]) -> str:
        """All of it as text."""
        lines = [
            "# TYPE process_resident_memory_bytes gauge",
            f"process_resident_memory_bytes {_memory()}",
            "# TYPE process_cpu_seconds_total counter",
            f"process_cpu_seconds_total {time.process_time():.3f}",
        ]
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE basebash_{name} gauge", f"basebash_{name} {value}"]
        for name, count in sorted(self.counts.items()):
            lines += [f"# TYPE basebash_{name}_total counter", f"basebash_{name}_total {count}"]
        lines.append("# TYPE basebash_refused_total counter")
        lines += [f'basebash_refused_total{{code="{code}"}} {count}' for code, count in sorted(self.refused.items())]
        lines.append("# TYPE basebash_answer_seconds histogram")
        for bound, count in zip(_BOUNDS, self._buckets, strict=True):
            lines.append(f'basebash_answer_seconds_bucket{{le="{bound}"}} {count}')
        lines += [
            f'basebash_answer_seconds_bucket{{le="+Inf"}} {self._answers}',
            f"basebash_answer_seconds_sum {self._seconds:.6f}",
            f"basebash_answer_seconds_count {self._answers}",
        ]
        return "\n".join(lines) + "\n"


class JsonLines(logging.Formatter):
    """A log line is a JSON object; what is passed as `extra={"data": {...}}` becomes its fields.

    Callers never pass tokens, seeds or the paths of requests.
    """

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "data", {}),
        }
        if record.exc_info:
            data["trace"] = self.formatException(record.exc_info)
        return json.dumps(data, default=str)


def log_as_json(level: int = logging.INFO) -> None:
    """Sends all log lines of the process to the standard error, as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
