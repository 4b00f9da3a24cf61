"""The server: people, bots and programs play in the browser or over a WebSocket.

`create_app` makes the ASGI application, `serve` runs it; the messages are types in `basebash.server.messages`.
"""

from basebash.server.app import DATABASE, create_app
from basebash.server.serving import serve
from basebash.server.settings import Settings

__all__ = ["DATABASE", "Settings", "create_app", "serve"]
