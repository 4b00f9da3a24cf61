"""A worker process, and the connection to it.

Jobs and results are sent through a pair of sockets that the event loop reads: a standard process pool has two threads
in the server process for this, and waking them costs several times as much as a preview's message does.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import threading
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, cast

_LENGTH = struct.Struct("!Q")


class WorkerDied(Exception):
    """A worker process ended before it had finished its job."""


class WorkerProcess(asyncio.Protocol):
    """A process that does one job at a time.

    `on_free` is called whenever it has finished a job, `on_end` once when it has ended. `prepare` is called in the
    process first.
    """

    def __init__(
        self,
        prepare: Callable[[], None],
        on_free: Callable[[WorkerProcess], None],
        on_end: Callable[[WorkerProcess], None],
    ) -> None:
        self._on_free = on_free
        self._on_end = on_end
        self._transport: asyncio.Transport | None = None
        self._unsent = b""
        self._received = bytearray()
        self._result: asyncio.Future[Any] | None = None
        self.is_busy = False
        self._socket, theirs = socket.socketpair()
        self._socket.setblocking(False)
        with theirs:
            context = multiprocessing.get_context("spawn")
            self._process = context.Process(target=_serve_jobs, args=(theirs, prepare), daemon=True)
            self._process.start()
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(loop.create_connection(lambda: self, sock=self._socket))

    async def run(self, request: bytes) -> Any:
        """Run an encoded job and return its result; `WorkerDied` if the process ends."""
        self.is_busy = True
        self._result = asyncio.get_running_loop().create_future()
        self._unsent = _LENGTH.pack(len(request)) + request
        self._send()
        return await self._result

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the job that has been waiting for the connection."""
        self._transport = cast("asyncio.Transport", transport)
        self._send()

    def _send(self) -> None:
        if self._transport is not None:
            self._transport.write(self._unsent)
            self._unsent = b""

    def data_received(self, data: bytes) -> None:
        """Collect the result."""
        self._received += data
        if len(self._received) < _LENGTH.size:
            return
        (length,) = _LENGTH.unpack_from(self._received)
        if len(self._received) < _LENGTH.size + length:
            return
        result, fault = pickle.loads(self._received[_LENGTH.size :])  # noqa: S301  # from our own process
        self._received.clear()
        if self._result is not None and not self._result.done():  # whoever wanted it may have been cancelled
            if fault is None:
                self._result.set_result(result)
            else:
                self._result.set_exception(fault)
        self.is_busy = False
        self._on_free(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the job that was running."""
        if self.is_busy and self._result is not None and not self._result.done():
            self._result.set_exception(WorkerDied("A worker process ended before it had finished its job."))
        self._on_end(self)

    def end(self) -> None:
        """End the process once it has finished its job. May be called in any thread."""
        with contextlib.suppress(OSError):  # it has ended already
            self._socket.shutdown(socket.SHUT_WR)

    def join(self) -> None:
        """Wait until the process has ended."""
        self._process.join()


def encode_job(job: Callable[..., Any], arguments: tuple[object, ...]) -> bytes:
    """Return a job as it is sent to a worker process."""
    return pickle.dumps((job, arguments))


def start_worker() -> None:
    """Lower the priority of a worker, and end it when the server ends, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    if hasattr(os, "nice"):
        os.nice(10)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=wait, daemon=True).start()


def _serve_jobs(connection: socket.socket, prepare: Callable[[], None]) -> None:
    """Do jobs until the connection is closed. Runs in the worker process."""
    prepare()
    with connection, connection.makefile("rb") as requests:
        while (request := _read(requests)) is not None:
            response = _response_to(request)
            connection.sendall(_LENGTH.pack(len(response)) + response)


def _read(requests: BinaryIO) -> bytes | None:
    head = requests.read(_LENGTH.size)
    return requests.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else None


def _response_to(request: bytes) -> bytes:
    """Return the result of a job, or the error that it raised, with its traceback as a note."""
    try:
        job, arguments = pickle.loads(request)  # noqa: S301  # from our own process
        return pickle.dumps((job(*arguments), None))
    except Exception as error:  # noqa: BLE001  # raised where the job was requested
        text = f"in a worker process:\n{traceback.format_exc()}"
        error.add_note(text)
        try:
            response = pickle.dumps((None, error))
            pickle.loads(response)  # noqa: S301  # some errors can be written but not read
        except Exception:  # noqa: BLE001  # any error of a job's own class
            response = pickle.dumps((None, RuntimeError(text)))
        return response
