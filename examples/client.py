"""Play at random: `python examples/client.py SERVER` against a bot, `... SERVER TABLE` in an open seat of a table."""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def play(server: str = "http://127.0.0.1:8000", table: str = "") -> dict[str, Any]:
    """Take a seat, answer every question, and return the result."""
    new = {"seats": [{"kind": "me", "name": "Example"}, {"kind": "bot", "level": "easy"}]}
    path, wish = (f"/{table}/join", {"name": "Example"}) if table else ("", new)
    request = urllib.request.Request(f"{server}/api/tables{path}", json.dumps(wish).encode())
    with urllib.request.urlopen(request) as response:
        place = json.load(response)
    answered = -1
    with connect(server.replace("http", "ws", 1) + "/ws") as socket:
        socket.send(json.dumps({"type": "hello", "table": place["table"], "token": place["token"]}))
        while True:
            message = json.loads(socket.recv())
            if message["type"] == "error":
                print(message["message"])
            if message["type"] != "state" or message["view"] is None:
                continue
            if message["over"]:
                return dict(message["over"])
            question = message["view"]["question"]
            if question is None or message["answers"] == answered:
                continue  # somebody else is asked, or this question is answered already
            answered = message["answers"]
            size = random.randint(question["low"], min(question["high"], len(question["options"])))
            picks = random.sample(range(len(question["options"])), size)
            socket.send(json.dumps({"type": "answer", "number": answered, "picks": picks}))


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
