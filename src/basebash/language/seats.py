"""A seat for an assistant: in a game of its own against bots, or at a server's table."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from basebash.bots import Ask, Bot, ask, make_bot
from basebash.engine import BasebashError, Game, IllegalAnswer, NotNow, Printed, UnknownName, find_card
from basebash.engine.describe import RECENT, describe_question, describe_view
from basebash.language.answers import checked

WAIT_SECONDS = 20.0
"""How long a call waits for the other players; the assistant can then look again."""
HINTS = 3


class Seat:
    """What an assistant can do in a seat. Options count from 1."""

    def show(self) -> str:
        """Describe the table, what has happened, and the open question."""
        raise NotImplementedError

    def legal_answers(self) -> str:
        """Describe the open question alone."""
        raise NotImplementedError

    def answer(self, options: Sequence[int]) -> str:
        """Answer the open question, let the others play, and describe what has happened."""
        raise NotImplementedError

    def hint(self) -> str:
        """Describe what a bot would do at the open question."""
        raise NotImplementedError


class LocalSeat(Seat):
    """The first seat of a game in this process; bots play the others."""

    def __init__(self, game: Game, bots: Sequence[Bot], adviser: Bot) -> None:
        self.game = game
        self.bots = bots
        self.adviser = adviser
        self._let_bots_answer()

    @classmethod
    def start(
        cls,
        *,
        players: int = 2,
        factions: Sequence[Sequence[str]] | str = "random",
        bots: str = "normal",
        edition: int = 2019,
        target_vp: int = 15,
        seed: int = 0,
    ) -> LocalSeat:
        """Start a game."""
        names = ["You", *(f"Bot {seat}" for seat in range(1, players))]
        game = Game(players, names=names, factions=factions, edition=edition, target_vp=target_vp, seed=seed, log=True)
        return cls(game, [make_bot(bots, seed + seat) for seat in range(1, players)], make_bot("hard", seed))

    def show(self) -> str:
        """Describe the table, what has happened, and the open question."""
        return self.game.describe(0)

    def legal_answers(self) -> str:
        """Describe the open question alone."""
        return _question_of(self.game.view(0).data)

    def answer(self, options: Sequence[int]) -> str:
        """Answer the open question, let the bots play, and describe what has happened."""
        if self.game.is_over:
            raise NotNow(_question_of(self.game.view(0).data))
        seen = len(self.game.entries)
        self.game.answer(checked([option - 1 for option in options], Ask.of(self.game.question)))
        self._let_bots_answer()
        lines = [line.text for line in self.game.log_for(0, since=seen) if line.text]
        return "\n".join([*lines, "", *_question_of(self.game.view(0).data).splitlines()])

    def hint(self) -> str:
        """Describe what a bot would do at the open question."""
        if self.game.is_over:
            raise NotNow(_question_of(self.game.view(0).data))
        question = Ask.of(self.game.question)
        answer = ask(self.adviser, self.game)
        numbers = ", ".join(str(pick + 1) for pick in answer) or "none (pass)"
        return f"A bot would pick {numbers}: {question.text_of(answer)}."

    def _let_bots_answer(self) -> None:
        game = self.game
        while not game.is_over and game.question.player > 0:
            game.answer(ask(self.bots[game.question.player - 1], game))


class ServerSeat(Seat):
    """A seat at a table of a server, by the protocol that browsers use."""

    def __init__(self, server: str, table: str, token: str, *, patience: float = WAIT_SECONDS) -> None:
        if not server.startswith(("http://", "https://")):
            raise BasebashError(f"{server} is not the address of a server: it starts with http:// or https://.")
        self.server = server.rstrip("/")
        self.table = table
        self.token = token
        self.patience = patience
        self.state: dict[str, Any] = {}
        self.log: list[str] = []
        self._open = ExitStack()
        self._socket: ClientConnection | None = None

    @classmethod
    def join(cls, server: str, table: str, name: str, *, patience: float = WAIT_SECONDS) -> ServerSeat:
        """Take an open seat of a table."""
        seat = cls(server, table, "", patience=patience)
        request = urllib.request.Request(  # noqa: S310  # only HTTP: see above
            f"{seat.server}/api/tables/{table}/join", json.dumps({"name": name}).encode()
        )
        try:
            with urllib.request.urlopen(request, timeout=patience) as response:  # noqa: S310
                seat.token = json.load(response)["token"]
        except urllib.error.HTTPError as error:
            raise BasebashError(json.load(error).get("message", str(error))) from None
        except OSError as error:
            raise BasebashError(f"{seat.server} does not answer: {error}") from None
        return seat

    def show(self) -> str:
        """Describe the table once this seat is asked, the game is over, or the patience has run out."""
        self._wait(lambda: self._is_asked)
        data = self._view()
        factions = [name for player in data["players"] for name in player["factions"]]

        def find(card: dict[str, Any]) -> Printed | None:
            try:
                return find_card(card["name"], factions=factions)
            except UnknownName:  # of a pack that is installed only there
                return None

        return describe_view(data, find, self.log[-RECENT:])

    def legal_answers(self) -> str:
        """Describe the open question alone."""
        self._wait(lambda: self._is_asked)
        return _question_of(self._view())

    def answer(self, options: Sequence[int]) -> str:
        """Answer the open question, wait for the others, and describe what has happened."""
        self._wait(lambda: self._is_asked)
        question = self._view()["question"]
        if question is None:
            raise NotNow(_question_of(self._view()))
        picks = list(checked([option - 1 for option in options], Ask.from_json(question)))
        number, seen = self.state["answers"], len(self.log)
        self._send({"type": "answer", "number": number, "picks": picks})
        self._wait(lambda: self.state.get("answers", number) != number)
        self._wait(lambda: self._is_asked)
        return "\n".join([*self.log[seen:], "", *_question_of(self._view()).splitlines()])

    def hint(self) -> str:
        """Describe what a bot would do, if the table allows hints."""
        self._wait(lambda: self._is_asked)
        question = self._view()["question"]
        if question is None:
            raise NotNow(_question_of(self._view()))
        self._send({"type": "hint", "number": self.state["answers"]})
        found: list[dict[str, Any]] = []
        self._wait(lambda: bool(found), found)
        if not found:
            return "The server has not thought of anything yet: ask again."
        lines = [
            f"{', '.join(str(pick + 1) for pick in move['picks']) or 'none (pass)'}: {move['text']} "
            f"({move['chance']:.0%} to win)"
            for move in found[0]["moves"][:HINTS]
        ]
        return "\n".join(["A bot would pick, best first:", *lines])

    @property
    def _is_asked(self) -> bool:
        """Whether there is something to see: a question for this seat, or the end."""
        view = self.state.get("view")
        return view is not None and (view["question"] is not None or self.state["over"] is not None)

    def _leave(self) -> None:
        self._open.close()
        self._socket = None

    def _view(self) -> dict[str, Any]:
        view: dict[str, Any] | None = self.state.get("view")
        if view is None:
            raise NotNow("The game has not started yet: look again once every seat is taken.")
        return view

    def _send(self, message: dict[str, Any]) -> None:
        self._connected().send(json.dumps(message))

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            try:
                address = self.server.replace("http", "ws", 1) + "/ws"
                self._socket = self._open.enter_context(connect(address, open_timeout=self.patience))
            except (OSError, WebSocketException) as error:
                raise BasebashError(f"{self.server} does not answer: {error}") from None
            self.state, self.log = {}, []
            self._socket.send(
                json.dumps({"type": "hello", "table": self.table, "token": self.token or None, "since": 0})
            )
        return self._socket

    def _wait(self, done: Callable[[], bool], hints: list[dict[str, Any]] | None = None) -> None:
        """Read what has come, and then until `done()` or until the patience has run out."""
        end = time.monotonic() + self.patience
        socket = self._connected()
        while True:
            left = 0.0 if done() else max(end - time.monotonic(), 0.0)
            try:
                message = json.loads(socket.recv(timeout=left))
            except TimeoutError:
                return
            except ConnectionClosed:  # the server restarts: connect again, which sends the whole state
                self._leave()
                socket = self._connected()
                continue
            if message["type"] == "state":
                self.state = message
                self.log[message["log_from"] :] = [line["text"] for line in message["log"]]
            elif message["type"] == "hint" and hints is not None:
                hints.append(message)
            elif message["type"] == "error":
                raise IllegalAnswer(message["message"])


def _question_of(data: dict[str, Any]) -> str:
    if data["winner"] is not None:
        names = " and ".join(data["players"][seat]["name"] for seat in data["winners"])
        return f"The game is over. Won by {names}."
    return "\n".join(describe_question(data))
