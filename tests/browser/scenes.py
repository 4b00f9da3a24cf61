"""Positions of real games with something on the table that few games have, as the server would send them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from basebash import Game, State

Json = dict[str, Any]
Factions = list[list[str]]

NAMES = ["Ann", "Ben"]
_TURNS = 24  # a game that has not come to it by then is given up


def cards(state: Json) -> list[Json]:
    """All cards on all bases."""
    return [card for base in state["view"]["bases"] for card in base["cards"]]


def _mine(state: Json) -> Json:
    player: Json = state["view"]["players"][0]
    return player


def _is_asked(state: Json, kind: str = "") -> bool:
    question = state["view"]["question"]
    return question is not None and kind in ("", question["kind"])


def _news(state: Json, kind: str) -> bool:
    return any(line["kind"] == kind for line in state["log"][state["log_from"] :])


def _is_duel(state: Json) -> bool:
    duel = state["view"]["duel"]
    return duel is not None and _is_asked(state) and any(card["controller"] == 1 for card in duel["cards"])


def _is_draft(state: Json) -> bool:
    treasures = [n for n, line in enumerate(state["log"]) if line["kind"] == "treasures"]
    taken = [line for line in state["log"][treasures[-1] :] if line["kind"] == "take treasure"] if treasures else []
    return bool(taken) and _is_asked(state) and "reasure" in state["view"]["question"]["prompt"]


def _is_full(state: Json) -> bool:
    return _is_asked(state, "main") and len(cards(state)) > 6


def _has_fusion(state: Json) -> bool:
    """Whether a card in hand can be played as either half."""
    options = state["view"]["question"]["options"]
    fusions = [card["id"] for card in _mine(state)["hand"] if card["kind"] == "card"]
    ways = [{"target" in option for option in options if option.get("card") == card} for card in fusions]
    return len(cards(state)) > 4 and {True, False} in ways


SCENES: dict[str, tuple[Factions, Callable[[Json], object]]] = {
    "titan": (
        [["Kaiju", "Dinosaurs"], ["Pirates", "Mega Troopers"]],
        lambda s: _is_full(s) and {card["controller"] for card in cards(s) if card["kind"] == "titan"} == {0, 1},
    ),
    "clash": (
        [["Kaiju", "Dinosaurs"], ["Pirates", "Mega Troopers"]],
        lambda s: _is_asked(s) and _news(s, "clash"),
    ),
    "buried": (
        [["Ancient Egyptians", "Skeletons"], ["Cowboys", "Ancient Incas"]],
        lambda s: _is_full(s) and sum(len(base["buried"]) for base in s["view"]["bases"]) > 2,
    ),
    "monsters": (
        [["Warriors", "Dwarves"], ["Thieves", "Orcs"]],
        lambda s: _is_full(s) and sum(card["controller"] < 0 for card in cards(s)) > 2,
    ),
    "draft": ([["Warriors", "Dwarves"], ["Thieves", "Orcs"]], _is_draft),
    "madness": (
        [["Minions of Cthulhu", "Elder Things"], ["Miskatonic University", "Innsmouth"]],
        lambda s: _is_full(s) and sum(card["name"] == "Madness" for card in _mine(s)["hand"]) > 1,
    ),
    "duel": ([["Cowboys", "Samurai"], ["Vikings", "Cowboys"]], _is_duel),
    "duel-result": (
        [["Cowboys", "Samurai"], ["Vikings", "Cowboys"]],
        lambda s: _is_asked(s) and _news(s, "duel won") and _news(s, "duel shown"),
    ),
    "coin": ([["Goblins", "Ninjas"], ["Pirates", "Goblins"]], lambda s: _is_full(s) and _news(s, "flip")),
    "stasis": (
        [["Backtimers", "Action Heroes"], ["Extramorphs", "Backtimers"]],
        lambda s: _is_full(s) and all(player["stasis"] for player in s["view"]["players"]),
    ),
    "strangers": (
        [["Ignobles", "Sheep"], ["Anansi Tales", "Explorers"]],
        lambda s: _is_full(s) and any(card["owner"] == 1 for card in _mine(s)["hand"]),
    ),
    "box": (
        [["Geeks", "Slashers"], ["Teens", "Knights of the Round Table"]],
        lambda s: _is_full(s) and len(s["view"]["box"]) > 0,
    ),
    "fusion": (
        [["G.I. Gerald", "Rulers of the Cosmos"], ["Pearl and the Images", "Adolescent Epic Geckos"]],
        lambda s: _is_asked(s, "main") and len(s["view"]["plays"]) > 1 and _has_fusion(s),
    ),
    "end": (
        [["Minions of Cthulhu", "Elder Things"], ["Miskatonic University", "Innsmouth"]],
        lambda s: s["over"] and any(line["kind"] == "reckon" for line in s["log"]),
    ),
}


def state_message(game: Game, since: int = 0, names: Sequence[str] = NAMES) -> Json:
    """What the server would send Ann; `since`: the number of log lines sent before."""
    over = None
    if game.is_over:
        vp = game.state.vp
        ranked = sorted(range(game.players), key=lambda player: (player != game.winner, -vp[player]))
        won = {"winner": game.winner, "winners": game.winners}
        over = {**won, "standings": [[p, vp[p]] for p in ranked], "replay": "", "rematch": None}
    seat = {"kind": "person", "level": None, "connected": True, "resigned": False}
    return {
        "type": "state", "table": "scene", "name": "Friday night", "you": 0, "creator": True, "started": True,
        "answers": game.answers_given, "question_id": f"scene-{game.answers_given}",
        "view": game.view(0).data, "log": [line.to_json() for line in game.log_for(0)], "log_from": since,
        "events": [], "undo": {"free": False, "asked_by": None, "waiting_for": [], "way": "undo", "keep": None},
        "seats": [{**seat, "name": name, "factions": game.state.factions[n]} for n, name in enumerate(names)],
        "spectators": 0, "over": over, "clock": None, "chat": [], "late": None, "halted": None,
    }  # fmt: skip


def _search(factions: Factions, is_there: Callable[[Json], object], seed: int) -> Json | None:
    """Play a two-player game at random; return the state that Ann is sent when it is reached."""
    game = Game(factions=factions, names=NAMES, seed=seed, log=True, target_vp=10, duplicates=True)
    chance = State(2, seed)
    since = 0
    while game.is_over or game.state.turn <= _TURNS:
        if game.is_over or game.question.player == 0:
            state = state_message(game, since)
            if is_there(state):
                return state
            since = len(state["log"])
        if game.is_over:
            return None
        question = game.question
        plays = len(question.items) - (question.kind == "main")
        count = min(max(question.low, 1), plays, question.high) if plays else question.low
        left = list(range(max(plays, count)))
        game.answer(sorted(left.pop(chance.random(len(left))) for _ in range(count)))
    return None


@cache
def _found(name: str) -> str:
    factions, is_there = SCENES[name]
    for seed in itertools.count(1):
        state = _search(factions, is_there, seed)
        if state is not None:
            return json.dumps(state)
    raise AssertionError  # it counts on for ever


def scene(name: str) -> Json:
    """The first position of its kind; the same in every run, until cards change."""
    state: Json = json.loads(_found(name))
    return state
