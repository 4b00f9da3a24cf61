"""The server: people, bots and programs play in the browser or over a WebSocket.

`app.create_app` makes the ASGI application, `serving.serve` runs it. The parts, from the outside in:

- `serving` runs the processes, `app` puts everything together.
- `settings` defines every setting, `configuration` reads them from flags, variables and a file.
- `admin`: what operators do with the database beside a running server; `moderation` follows their orders.
- `http`: `routes` lists every path, `websocket` handles messages, `middleware` limits connections and requests.
- `review`: replays, analyses, and playing on from a past moment.
- `tables`: live tables. `registry` finds them; `table` shows their parts, one subject each.
- `processes`: worker processes, and the bus between server processes.
- `host`: what `review`, `tables` and `puzzles` need from whoever hosts them. They run in a web page too, so nothing is
  imported here.
- `people` and `puzzles`; `games`: a game as the server handles it, and what each viewer may know.
- `storage`: the database, its migrations, and the key for seeds. `messages`: everything that is sent, as types.
"""
