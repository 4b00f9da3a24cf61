"""The game in a web page: tables without a server, in a web worker.

`host.PageHost` answers the same requests and messages as the server, with the same code. Only what it is given differs:

- `records`, `store`, `analyses`: storage in the browser's own database instead of SQL.
- `pool`: bots and replays run in a second web worker instead of processes.
- `alone`: nobody else is here, so there are no people, operators or limits.
- `transfer`: tables as files, to keep them or to take them to another browser.
- `worker`: what the web workers call.

All of it is plain Python, so it runs outside a browser too, which is how most of its tests run.
"""
