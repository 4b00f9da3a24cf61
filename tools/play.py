"""Starts the server for people on this machine, and opens the browser where there is a screen."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from pathlib import Path

from tools.fast import Background
from tools.servers import PATIENCE, free_port, is_basebash

ROOT = Path(__file__).parent.parent
LOG = ROOT / "build" / "play.log"


def is_free(host: str, port: int) -> bool:
    """Whether a server can listen there."""
    try:
        socket.create_server((host, port)).close()
    except OSError:
        return False
    return True


def address_for_friends() -> str:
    """Return this machine's address in its network, so that friends can use the links."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which interface a packet would use
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def has_screen() -> bool:
    """Whether a browser can be opened here."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def welcome(address: str, *, is_ours: bool) -> None:
    """Print the address, and open it in a browser."""
    print(f"Basebash is at {address}" + (" (press Ctrl+C to stop; games are kept)" if is_ours else ", already running"))
    sys.stdout.flush()
    if has_screen():
        webbrowser.open(address)


def main() -> int:
    """Run the server until it is stopped."""
    parser = argparse.ArgumentParser(prog="make play", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 lets friends in your network in")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database", default="", help="where the games are kept, if not in basebash.db")
    wish = parser.parse_args()
    port: int = wish.port
    shown = address_for_friends() if wish.host == "0.0.0.0" else wish.host  # noqa: S104  # only compared
    if not is_free(wish.host, port):
        if is_basebash(f"http://{shown}:{port}"):
            welcome(f"http://{shown}:{port}", is_ours=False)
            return 0
        print(f"Port {port} is taken by another program; using a free one.")
        port = free_port(wish.host)
    address = f"http://{shown}:{port}"
    command = [str(Path(sys.executable).with_name("basebash")), "serve", "--host", wish.host, "--port", str(port)]
    if wish.database:
        command += ["--database", wish.database]
    LOG.parent.mkdir(exist_ok=True)
    background = Background(ROOT)
    background.take_over()
    with LOG.open("w") as log:
        server = subprocess.Popen(command, stderr=log)  # noqa: S603  # a command of our own
    # The server ends with this process, however that ends.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: sys.exit(0))
    try:
        end = time.monotonic() + PATIENCE
        while not is_basebash(address):
            if server.poll() is not None or time.monotonic() > end:
                print(f"The server did not start. Its output ({LOG}):\n{LOG.read_text()}", file=sys.stderr)
                return 1
            time.sleep(0.1)
        welcome(address, is_ours=True)
        if background.start():
            print("The engine is being compiled in the background: the next start plays faster (make pure undoes it).")
            sys.stdout.flush()
        return server.wait()
    except KeyboardInterrupt:
        print()
        return 0
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
