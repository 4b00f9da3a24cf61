"""Plays a whole game against a bot, at random: `python examples/client.py http://127.0.0.1:8000`."""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def play(server: str) -> dict[str, Any]:
    """Makes a table, sits down and answers every question; gives back how it ended."""
    wish = {"seats": [{"kind": "me", "name": "Example"}, {"kind": "bot", "level": "easy"}]}
    request = urllib.request.Request(f"{server}/api/tables", json.dumps(wish).encode())
    with urllib.request.urlopen(request) as response:
        place = json.load(response)
    answered = -1
    with connect(server.replace("http", "ws", 1) + "/ws") as socket:
        socket.send(json.dumps({"type": "hello", "table": place["table"], "token": place["token"]}))
        for raw in socket:
            message = json.loads(raw)
            if message["type"] == "error":
                print(message["message"])
            if message["type"] != "state" or message["view"] is None:
                continue
            if message["over"]:
                return dict(message["over"])
            question = message["view"]["question"]
            if question is None or message["answers"] == answered:
                continue  # somebody else is asked, or this question has its answer already
            answered = message["answers"]
            size = random.randint(question["low"], min(question["high"], len(question["options"])))
            picks = random.sample(range(len(question["options"])), size)
            socket.send(json.dumps({"type": "answer", "number": answered, "picks": picks}))
    raise ConnectionError("The server went away.")


if __name__ == "__main__":
    print(play(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"))
