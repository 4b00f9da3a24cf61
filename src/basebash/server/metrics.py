"""Metrics for Prometheus; those of several processes on one machine are added up."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the folder in which several processes store their numbers
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


def memory_of(process: str = "self") -> int:
    """Return the resident memory of a process in bytes; 0 if the system does not say."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE
    except (OSError, IndexError, ValueError):
        return 0


class Metrics:
    """All metrics of this process."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._is_shared = SHARED in os.environ

        def count(name: str, text: str, labels: tuple[str, ...] = ()) -> Counter:
            return Counter(f"basebash_{name}", text, labels, registry=registry)

        def gauge(name: str, text: str) -> Gauge:
            return Gauge(f"basebash_{name}", text, registry=registry, multiprocess_mode="livesum")

        self.tables_created = count("tables_created", "Tables created")
        self.tables_restored = count("tables_restored", "Tables loaded from the database")
        self.tables_damaged = count("tables_damaged", "Tables that could not be read and were set aside")
        self.games_started = count("games_started", "Games started")
        self.games_over = count("games_over", "Games finished")
        self.games_halted = count("games_halted", "Games whose answers do not fit the current rules")
        self.answers = count("answers", "Answers given, by people and bots")
        self.undos = count("undos", "Answers taken back")
        self.engine_faults = count("engine_faults", "Answers on which the engine failed")
        self.bots_late = count("bots_late", "Bots that waited long for a free core")
        self.refused = count("refused", "Refused requests and messages, by reason", ("code",))
        self.seconds = Histogram(
            "basebash_answer_seconds", "From an answer's arrival to its commit", buckets=_BOUNDS, registry=registry
        )
        self.tables = gauge("tables_in_memory", "Tables in memory")
        self.connections = gauge("connections", "WebSocket connections")
        self.bots_waiting = gauge("bots_waiting", "Bots waiting for a free core")
        self.memory = gauge("memory_bytes", "Memory of the server processes, without workers")
        self.cpu = gauge("cpu_seconds", "Processor time of the running server processes, without workers")
        if not self._is_shared:
            ProcessCollector(registry=registry)

    def refuse(self, code: str) -> None:
        """Count a refusal."""
        self.refused.labels(code).inc()

    def measure(self, *, tables: int, connections: int, bots_waiting: int) -> None:
        """Update the gauges."""
        times = os.times()
        self.tables.set(tables)
        self.connections.set(connections)
        self.bots_waiting.set(bots_waiting)
        self.memory.set(memory_of())
        self.cpu.set(times.user + times.system)

    def render(self) -> bytes:
        """Return all metrics as text."""
        if not self._is_shared:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it has no types
        return generate_latest(registry)

    def close(self) -> None:
        """Drop the gauges of this process, which is ending; its counters stay."""
        if self._is_shared:
            drop_gauges_of(os.getpid())


def drop_gauges_of(process: int) -> None:
    """Stop adding the gauges of a process that has ended; its counters stay."""
    mark_process_dead(process)  # type: ignore[no-untyped-call]  # likewise
