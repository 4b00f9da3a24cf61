"""The server: people, bots and programs play in the browser or over a WebSocket.

`create_app` makes the ASGI application, `serve` runs it. The parts, from the outside in:

- `serving` runs the processes, `app` puts everything together.
- `settings` defines every setting, `configuration` reads them from flags, variables and a file.
- `admin`: what operators do with the database beside a running server; `moderation` follows their orders.
- `http`: `routes` lists every path, `websocket` handles messages, `middleware` limits connections and requests.
- `review`: replays, analyses, and playing on from a past moment.
- `tables`: live tables. `registry` finds them; `table` shows their parts, one subject each.
- `processes`: worker processes, and the bus between server processes.
- `people` and `puzzles`; `games`: a game as the server handles it, and what each viewer may know.
- `storage`: the database, its migrations, and the key for seeds. `messages`: everything that is sent, as types.
"""

from basebash.server.app import DATABASE, create_app
from basebash.server.serving import serve
from basebash.server.settings import Settings

__all__ = ["DATABASE", "Settings", "create_app", "serve"]
