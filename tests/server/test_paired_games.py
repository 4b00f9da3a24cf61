"""Paired games: two that differ only in what one player cannot know look the same to that player.

Compared are the messages as they are sent, byte for byte, to the player and to a spectator: view, log, and events, from
which the browser makes its recap. So are the delay of the next answer, hints, previews, and what an analysis of the
player's own turns finds.
"""

from __future__ import annotations

from typing import Any

import pytest

from basebash import Game, Option, State
from basebash.engine import copies
from basebash.engine.data.terms import DECK
from basebash.server.games import advice, visibility
from basebash.server.tables.absence import Absence
from basebash.server.tables.client import Client
from basebash.server.tables.table import Table
from tests.server.helpers import Server


def look(option: Option) -> Any:
    """Return an option without its index."""
    return {**option.to_json(), "index": 0}


def quiet_table(server: Server, players: int) -> Table:
    """Return a table at which a game has started and nobody is connected."""
    made = server.post("/api/tables", {"seats": [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]})
    for _ in range(players - 1):
        server.post(f"/api/tables/{made['table']}/join", {"name": "Guest"})
    return server.table(made["table"])


def sent(game: Game, table: Table, viewer: int | None) -> tuple[bytes, bytes]:
    """Return the states that a viewer gets who has just come, and one who has seen all log lines but the last two."""
    core = table.core
    assert core.play is not None
    core.play.game = game
    newcomer, regular = Client(viewer, None), Client(viewer, max(0, len(game.entries) - 2))
    regular.is_new = False
    table.states.forget_views()
    return table.states.state_for(newcomer), table.states.state_for(regular)


def delay_of(game: Game, observer: int) -> Any:
    """Return what the observer can tell from how long somebody else's answer takes.

    The page passes by itself where there is nothing to pick, except in Play Cards. That must not depend on hidden
    cards, unless the answer is delayed (see `PassDelays`).
    """
    if game.is_over or game.question.player == observer or game.question.kind == "main":
        return None
    return "delayed" if visibility.is_paced(game.question) else len(game.question.items) > 0


def advised(game: Game, observer: int) -> Any:
    """Return the hint, the preview and the analysis for an observer who is asked."""
    preview = visibility.preview(game.clone(), observer)
    return preview, advice._moves(game, preview, 8, 7), advice._chances(game, observer, 7)


class Truths:
    """Two games that differ only in what one player cannot know, in which everybody openly does the same."""

    def __init__(self, game: Game, observer: int, played: Option, seed: int) -> None:
        start = game.clone()
        if game.question.player != observer and played.card >= 0:
            start.state.known[played.card] = game.rules.everyone  # it is played in both
        start.reseed(seed)
        self.observer = observer
        self.one = start.clone()
        self.other = start.determinised(observer, seed)
        self.other.state.base_deck = self.one.state.base_deck[:]
        if self.one.state.rare_zones is not None and self.other.state.rare_zones is not None:
            self.other.state.rare_zones.supply = self.one.state.rare_zones.copy().supply
        self.other.reseed(seed)
        for truth in (self.one, self.other):
            copies.forget_past(truth)
            truth.rules._log = []
        self.chance = State(2, seed)
        self.asked: list[str] = []

    def answer(self, one: Option | None, other: Option | None) -> None:
        self.asked.append(self.one.question.prompt)
        for truth, option in ((self.one, one), (self.other, other)):
            truth.answer(option)

    def answer_alike(self) -> bool:
        """Give the open question the same visible answer in both games; False if there is none."""
        mine, theirs = self.one.question, self.other.question
        if mine.low == theirs.low == 0 and (self.chance.random(2) or not mine.items or not theirs.items):
            self.answer(None, None)
            return True
        looks = [look(option) for option in mine.options]
        both = [
            (a, b)
            for a in mine.options
            for b in theirs.options
            if look(a) == look(b)
            and looks.count(look(a)) == 1  # two options that look the same may do different things
        ]
        if mine.low > 1 or theirs.low > 1 or not both:
            return False
        self.answer(*both[self.chance.random(len(both))])
        return True

    def frame(self, game: Game, table: Table) -> Any:
        """Return everything that the observer and a spectator get, and what they can tell from the time it takes."""
        waiting = None if game.is_over else (game.question.player, game.question.kind, game.question.prompt)
        return waiting, delay_of(game, self.observer), *(sent(game, table, viewer) for viewer in (self.observer, None))

    def shown(self, game: Game) -> Any:
        """Return the cards that were revealed, in order: once these differ, the games may differ."""
        log = game.log_for(self.observer)
        asked = None if game.is_over else game.question
        searched = [  # searching a deck shows what is not in it, and so reveals hands
            option.card
            for option in (asked.options if asked is not None and asked.player == self.observer else ())
            if option.card >= 0 and game.state.zone[option.card] == DECK
        ]
        return (
            searched,
            [part["card"] for line in log for part in line.parts if isinstance(part, dict) and "card" in part],
            [(len(game.state.hands[player]), len(game.state.decks[player])) for player in range(game.players)],
        )

    def compare(self, table: Table) -> int:
        """Play while both look the same and return the number of steps; fail if they differ with no card revealed."""
        for step in range(1, 60):
            if self.shown(self.one) != self.shown(self.other):
                return step
            assert self.frame(self.one, table) == self.frame(self.other, table), self.asked
            if self.one.is_over or not self.one.rules.since or not self.answer_alike():
                return step
        return step


@pytest.mark.parametrize("seed", range(9))
def test_games_that_look_the_same_keep_looking_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(Absence, "away", lambda *_: None)  # it depends on when the message was made
    table = quiet_table(server, players=2 + seed % 2)
    game = Game(2 + seed % 2, seed=seed, edition=(2019, 2016, 2013)[seed % 3], ask_everyone=True)
    chance = State(2, seed)
    compared = secret = 0
    while not game.is_over and game.answers_given < 300:
        question = game.question
        answer = question.random_answer(chance)
        if question.kind == "main":
            answer = (
                chance.random(max(1, len(question.items) - 1)),
            )  # "end" is the last option, and only taken if it is the only one
            for observer in range(game.players):
                truths = Truths(game, observer, question.options[answer[0]], chance.random(1 << 60))
                same = [o for o in question.options if look(o) == look(question.options[answer[0]])]
                twin = [o for o in truths.other.question.options if look(o) == look(same[0])]
                truths.answer(same[0], twin[0])
                compared += truths.compare(table)
        secret += visibility.is_paced(question)
        game.answer(answer)
    assert compared > 100
    assert secret


@pytest.mark.parametrize("seed", range(3))
def test_advice_does_not_depend_on_hidden_cards(seed: int) -> None:
    game = Game(2, seed=seed, ask_everyone=True)
    chance = State(2, seed)
    compared = 0
    while not game.is_over and compared < 12:
        question = game.question
        if question.kind == "main" and len(question.items) > 1:
            seat = question.player
            truths = Truths(game, seat, question.options[-1], chance.random(1 << 60))
            assert advised(truths.one, seat) == advised(truths.other, seat)
            compared += 1
        game.answer(question.random_answer(chance))
    assert compared == 12
