"""A mail server that keeps what it is sent."""

from __future__ import annotations

import email
import email.policy
import queue
import socketserver
import threading
from email.message import EmailMessage

from tests.server.helpers import PATIENCE

# It takes names and passwords, but does not encrypt.
REPLIES = {b"EHLO": b"250-here\r\n250 AUTH PLAIN\r\n", b"AUTH": b"235 welcome\r\n", b"QUIT": b"221 bye\r\n"}


class MailServer:
    """Speaks as much SMTP as smtplib needs."""

    def __init__(self) -> None:
        self._messages: queue.SimpleQueue[EmailMessage] = queue.SimpleQueue()
        self.heard: list[bytes] = []
        """Every line that was no part of a message."""
        kept, heard = self._messages, self.heard

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 here\r\n")
                while line := self.rfile.readline():
                    heard.append(line)
                    command = line[:4].upper()
                    if command == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        lines = iter(self.rfile.readline, b".\r\n")
                        message = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                        assert isinstance(message, EmailMessage)
                        kept.put(message)
                    self.wfile.write(REPLIES.get(command, b"250 fine\r\n"))

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self) -> EmailMessage:
        """Wait for the next message."""
        return self._messages.get(timeout=PATIENCE)

    @property
    def is_quiet(self) -> bool:
        """Whether no message waits to be read."""
        return self._messages.empty()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
