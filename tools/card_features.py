"""What a fit of values for single cards needs of recorded games (`tools.training_games`), as arrays.

A feature is a card in a place: in a player's hand, in play under their control, in their discard pile, or set aside for
them; a base where they have power, or where they lead. What is still in a deck counts for nothing, so a card's value is
what it is worth more than in the deck.
"""

from __future__ import annotations

import json
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from basebash import CARDS, FACTIONS, Game
from basebash.bots import evaluate
from basebash.engine.data.terms import NOBODY, Who
from basebash.engine.rules.power import all_totals
from tools.training_games import positions

PLACES = ("hand", "play", "discard", "aside", "present", "leads")
HAND, PLAY, DISCARD, ASIDE, PRESENT, LEADS = range(len(PLACES))
SEATS = 4
NOT_TAKEN = -1e6  # the score of an empty seat
STRONGEST = 6  # cards with more power share a group


class Positions(NamedTuple):
    """Positions as arrays: by position and seat, except for the features, which come one after the other."""

    game: NDArray[np.int32]
    score: NDArray[np.float32]  # by seat, of today's evaluation
    left: NDArray[np.float32]  # the share of the target that nobody has reached yet
    won: NDArray[np.float32]  # by seat, the share of the win
    factions: NDArray[np.int16]  # by seat, the numbers of the two factions
    counts: NDArray[np.int16]  # by seat, the number of features
    features: NDArray[np.int16]


def left_to_target(game: Game) -> float:
    """Return the share of the target that nobody has reached yet."""
    target = game.setup.target_vp
    return max(0, target - max(game.state.vp)) / target


def features(game: Game) -> list[list[int]]:
    """Return each player's features: the number of a card plus that of the place times the number of all cards."""
    state = game.state
    found: list[list[int]] = [[] for _ in state.vp]

    def add(player: Who, place: int, cards: list[int]) -> None:
        if player is not NOBODY:
            found[player].extend([place * len(CARDS) + state.printed[i].number for i in cards])

    for player in range(game.players):
        add(player, HAND, state.hands[player])
        add(player, DISCARD, state.discards[player])
    for i in (i for cards in state.on.values() for i in cards):
        add(state.controller[i], PLAY, [i])
    if state.rare_zones is not None:
        for player, aside in enumerate(state.rare_zones.stasis):
            add(player, ASIDE, aside)
        for i in (i for cards in state.rare_zones.under.values() for i in cards):
            add(state.controller[i], ASIDE, [i])
    for base in game.rules.bases:
        totals = all_totals(game.rules, base)
        for player, total in enumerate(totals):
            if total > 0:
                add(player, PRESENT, [base.id])
                if all(total > other for seat, other in enumerate(totals) if seat != player):
                    add(player, LEADS, [base.id])
    return found


def group_of_cards() -> NDArray[np.int64]:
    """Return the group of each card: those of the same kind and power, with or without a talent."""
    keys = [(card.kind, min(card.power, STRONGEST), "talent" in card.hooks) for card in CARDS]
    groups = {key: number for number, key in enumerate(sorted(set(keys)))}
    return np.array([groups[key] for key in keys])


def of_file(path: Path) -> Positions | None:
    """Replay the games in a file."""
    rows: list[tuple[Any, ...]] = []
    flat: list[int] = []
    order = {name: number for number, name in enumerate(sorted(FACTIONS))}
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        record = json.loads(line) if line.endswith("\n") else {"winners": []}
        if not record["winners"]:
            continue
        players = len(record["factions"])
        won, factions = np.zeros(SEATS, np.float32), np.full((SEATS, 2), -1, np.int16)
        won[record["winners"]] = 1.0 / len(record["winners"])
        factions[:players] = [[order[name] for name in pair] for pair in record["factions"]]
        for game in positions(record):
            score, count = np.full(SEATS, NOT_TAKEN, np.float32), np.zeros(SEATS, np.int16)
            score[:players] = evaluate.scores(game)
            here = features(game)
            count[:players] = [len(one) for one in here]
            for one in here:
                flat += one
            rows.append((record["number"], score, left_to_target(game), won, factions, count))
    if not rows:
        return None
    game_numbers, score, left, won, factions, count = (np.array(column) for column in zip(*rows, strict=True))
    return Positions(
        game_numbers.astype(np.int32), score, left.astype(np.float32), won, factions, count, np.array(flat, np.int16)
    )


def load(folder: Path, workers: int) -> Positions:
    """Replay all games in a folder."""
    paths = sorted(folder.glob("games-*.jsonl"))
    with Pool(workers) as pool:
        parts = [part for part in pool.imap(of_file, paths) if part is not None]
    return Positions._make(np.concatenate(column) for column in zip(*parts, strict=True))
