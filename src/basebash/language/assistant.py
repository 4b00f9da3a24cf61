"""A server of the Model Context Protocol, with which an assistant plays: `basebash mcp`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from random import Random
from threading import Lock

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from basebash.engine import FACTIONS, RANDOM, BasebashError, NotNow, find_card, find_faction
from basebash.language.environment import RULES
from basebash.language.seats import LocalSeat, Seat, ServerSeat

INSTRUCTIONS = (
    "Play games compatible with Smash Up. Start with new_game (or sit_down at a server's table), then call answer with "
    "the numbers of options until the game is over. view shows the table with the texts of all cards in sight."
)


class Assistant:
    """The tools of an assistant, and the seat that it has."""

    def __init__(self, server: str = "", table: str = "", token: str = "") -> None:
        """`server` is the only one whose tables can be joined; with a `table` it has a seat from the start."""
        self.server = server
        self._seat: Seat | None = ServerSeat(server, table, token) if table else None
        self._lock = Lock()

    def new_game(
        self,
        players: int = 2,
        factions: str = "",
        bots: str = "normal",
        edition: int = 2019,
        target_vp: int = 15,
        seed: int | None = None,
    ) -> str:
        """Start a new game against bots and show it.

        factions: your two, as "Ghosts, Pirates"; else random. bots: random, easy, normal or hard. players: 2 to 4.
        """
        return self._safely(lambda: self._start(players, factions, bots, edition, target_vp, seed))

    def sit_down(self, table: str, token: str = "", name: str = "Assistant") -> str:
        """Take a seat at a table of the server: an open one, or with a token the seat that it belongs to."""
        return self._safely(lambda: self._join(table, token, name))

    def view(self) -> str:
        """Show the table, the texts of the cards in sight, recent events, and your question with numbered options."""
        return self._safely(lambda: self._sitting().show())

    def legal_answers(self) -> str:
        """Show your question with its numbered options, and how many to pick."""
        return self._safely(lambda: self._sitting().legal_answers())

    def answer(self, options: list[int]) -> str:
        """Answer your question with the numbers of options (empty to pass); show what happens and the next question."""
        return self._safely(lambda: self._sitting().answer(options))

    def card(self, name: str) -> str:
        """Show what is printed on a card or base, with its rulings, or describe a faction."""
        return self._safely(lambda: _described(name))

    def rules(self) -> str:
        """Show the rules of the game in brief, and the names of all factions."""
        return f"{RULES.format(vp=15)}\n\nFactions: {', '.join(FACTIONS)}."

    def hint(self) -> str:
        """Show what a bot would answer to your question."""
        return self._safely(lambda: self._sitting().hint())

    def tools(self) -> MCPServer:
        """Return a server that offers all of this."""
        server: MCPServer = MCPServer("basebash", instructions=INSTRUCTIONS, log_level="WARNING")
        for tool in (self.new_game, self.view, self.legal_answers, self.answer, self.card, self.rules, self.hint):
            server.tool(structured_output=False)(tool)
        if self.server:
            server.tool(structured_output=False)(self.sit_down)
        return server

    def _safely(self, act: Callable[[], str]) -> str:
        """Do one thing at a time, and tell the assistant what was wrong."""
        with self._lock:
            try:
                return act()
            except BasebashError as error:
                raise ToolError(str(error)) from None

    def _sitting(self) -> Seat:
        if self._seat is None:
            raise NotNow("There is no game yet: call new_game first.")
        return self._seat

    def _start(self, players: int, factions: str, bots: str, edition: int, target_vp: int, seed: int | None) -> str:
        chosen = secrets.randbelow(1_000_000) if seed is None else seed
        self._seat = LocalSeat.start(
            players=players,
            factions=_pairs(factions, players, chosen),
            bots=bots,
            edition=edition,
            target_vp=target_vp,
            seed=chosen,
        )
        return self._seat.show()

    def _join(self, table: str, token: str, name: str) -> str:
        self._seat = ServerSeat(self.server, table, token) if token else ServerSeat.join(self.server, table, name)
        return self._seat.show()


def _pairs(wanted: str, players: int, seed: int) -> Sequence[Sequence[str]] | str:
    """Return the factions of all seats: those that are wanted for the first, and random ones for the others."""
    if not wanted.strip():
        return RANDOM
    mine = [find_faction(name).name for name in wanted.split(",")]
    if len(mine) != 2:
        raise BasebashError(f"Name two factions, not {len(mine)}.")
    others = [name for name in FACTIONS if name not in mine]
    dealt = Random(seed).sample(others, 2 * (players - 1))
    return [mine, *(dealt[i : i + 2] for i in range(0, len(dealt), 2))]


def _described(name: str) -> str:
    try:
        card = find_card(name)
    except BasebashError as error:
        try:
            faction = find_faction(name)
        except BasebashError:
            raise error from None
        cards = ", ".join(f"{card.name} x{card.copies}" for card in faction.cards)
        return f"{faction.name} ({faction.set_name}): {faction.intro}\nCards: {cards}."
    return "\n".join([f"{card.name} ({card.faction.name}): {card.text}", *(f"Ruling: {text}" for text in card.rulings)])
