"""Refits the numbers of the bots' evaluation to recorded games, and says how well its chances come true.

    python -m tools.fit_evaluation ../games            (the games of `tools.training_games`)

The weights are those of `bots/evaluate.py`, fitted by maximum likelihood to the winners of games from positions at the
start of turns. A part of the games is left out of the fit to test on. The reliability table says how often the players
won who were given each chance to win.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from basebash import Game
from basebash.bots import evaluate as today
from basebash.engine import PLAY_CARDS, Base
from basebash.engine.data.terms import ACTION, DECK, DISCARD, HAND, MADNESS, NOBODY, TITAN
from basebash.engine.rules.power import all_totals
from tools.training_games import games, positions

Numbers = NDArray[np.float64]
SEATS, BASES = 4, 6
HELD_OUT = 5  # one game in so many is left out of the fit
CLOSE_TO_TODAY = 20.0  # how strongly weights are drawn to today's, in observations

# Name and value today. The first ones belong to numbers counted for each player.
COUNTED = {
    "NEXT": today.NEXT,
    "MINION_IN_PLAY": today.MINION_IN_PLAY,
    "ACTION_IN_PLAY": today.ACTION_IN_PLAY,
    "TITAN_IN_PLAY": today.TITAN_IN_PLAY,
    "TALENT": today.TALENT,
    "SET_ASIDE": today.SET_ASIDE,
    "MADNESS_COSTS": today.MADNESS_COSTS,
    "IN_HAND": today.IN_HAND,
    "MORE_IN_HAND": today.MORE_IN_HAND,
    "STRENGTH_IN_HAND": today.STRENGTH_IN_HAND,
}
SHAPED = {
    "soon: constant": 0.339,
    "soon: near": 0.36,
    "soon: distance": 10.0,
    "spread: constant": 1.04,
    "spread: per missing": 0.463,
    "arrives: distance": 8.0,
    "NOW": today.NOW,
    "TEMPO": today.TEMPO,
    "ON_TABLE": today.ON_TABLE,
    "width: constant": today.SURE_AT_END,
    "width: per VP left": today.LESS_SURE,
}
TODAY = np.array([*COUNTED.values(), *SHAPED.values()])


class Samples(NamedTuple):
    """Positions as arrays: the first index is the position, then the seat or the base."""

    game: NDArray[np.int64]
    present: NDArray[np.bool_]  # the seats that are taken
    vp: Numbers
    counts: Numbers  # by seat, what `COUNTED` counts
    totals: Numbers  # by base and seat
    missing: Numbers  # by base
    prizes: Numbers  # by base and place
    extras: Numbers  # by base and seat
    mover: NDArray[np.int64]
    won: Numbers  # by seat, the share of the win


def counts_of(game: Game) -> Numbers:
    """Return for each seat what the weights in `COUNTED` are multiplied with."""
    state = game.state
    found = np.zeros((SEATS, len(COUNTED)))
    column = {name: i for i, name in enumerate(COUNTED)}
    found[mover_of(game), column["NEXT"]] = 1
    for cards in state.on.values():
        for i in cards:
            whose = state.controller[i]
            if whose is NOBODY:
                continue
            kind = state.printed[i].kind
            name = {ACTION: "ACTION_IN_PLAY", TITAN: "TITAN_IN_PLAY"}.get(kind, "MINION_IN_PLAY")
            found[whose, column[name]] += 1
            found[whose, column["TALENT"]] += "talent" in state.printed[i].hooks
    if state.rare_zones is not None:
        for player, aside in enumerate(state.rare_zones.stasis):
            found[player, column["SET_ASIDE"]] += len(aside)
        for cards in state.rare_zones.under.values():
            for i in cards:
                whose = state.controller[i]
                if whose is not NOBODY:
                    found[whose, column["SET_ASIDE"]] += 1
        for i, owner in enumerate(state.owner):
            if owner == MADNESS and state.zone[i] in (HAND, DECK, DISCARD):
                found[state.where[i], column["MADNESS_COSTS"]] -= 1
    for player, hand in enumerate(state.hands):
        more = max(0, len(hand) - today.FULL_HAND)
        powers = sorted([state.printed[i].power for i in hand], reverse=True)
        found[player, column["IN_HAND"]] = len(hand) - more
        found[player, column["MORE_IN_HAND"]] = more
        found[player, column["STRENGTH_IN_HAND"]] = sum([max(0, power) for power in powers[:2]])
    return found


def mover_of(game: Game) -> int:
    """Return who moves next."""
    state = game.state
    return state.turn_player if state.phase <= PLAY_CARDS else (state.seat + 1) % game.players


def sample(game: Game) -> tuple[Any, ...]:
    """Return what the evaluation sees of a position: the fields of `Samples` from `present` to `mover`."""
    players = game.players
    totals, extras = np.zeros((BASES, SEATS)), np.zeros((BASES, SEATS))
    missing, prizes = np.full(BASES, today.FAR - 1.0), np.zeros((BASES, 6))
    paying = game.rules.listeners("when_scoring")
    for place, base in enumerate(game.rules.bases[:BASES]):
        printed = base.printed
        assert isinstance(printed, Base)
        here = all_totals(game.rules, base)
        totals[place, :players] = here
        missing[place] = min(today.missing_at(game, base, here), today.FAR - 1)
        prizes[place, :3] = printed.vp
        if any(ability.in_window(me, base) for ability, me, _ in paying):
            extras[place, :players] = today.extras(game, base, here)
    vp = np.zeros(SEATS)
    vp[:players] = game.state.vp
    return np.arange(SEATS) < players, vp, counts_of(game), totals, missing, prizes, extras, mover_of(game)


def load(records: Iterable[dict[str, Any]]) -> Samples:
    """Replay games and collect their positions."""
    rows: list[tuple[Any, ...]] = []
    for record in records:
        if not record["winners"]:
            continue
        won = np.zeros(SEATS)
        won[record["winners"]] = 1.0 / len(record["winners"])
        rows += [(record["number"], *sample(game), won) for game in positions(record)]
    return Samples(*[np.array(column) for column in zip(*rows, strict=True)])


def scores(samples: Samples, weights: Numbers) -> Numbers:
    """Return each seat's score and the width of the softmax: `evaluate.scores` in arrays."""
    counted, shape = weights[: len(COUNTED)], dict(zip(SHAPED, weights[len(COUNTED) :], strict=True))
    missing = samples.missing
    far = np.maximum(missing, 0.0)
    soon = shape["soon: constant"] + shape["soon: near"] * np.exp(-far / shape["soon: distance"])
    spread = shape["spread: constant"] + shape["spread: per missing"] * far
    arrives = 1.0 - np.exp(-far / shape["arrives: distance"])
    totals = samples.totals
    present = samples.present[:, None, :]
    tempo = shape["TEMPO"] * (np.arange(SEATS) == samples.mover[:, None])
    strength = totals + tempo[:, None, :]
    lead = strength[:, :, None, :] - strength[:, :, :, None]  # by seat: the lead of each other
    behind = 1.0 / (1.0 + np.exp(-lead / spread[:, :, None, None]))
    others = present[..., None, :] & ~np.eye(SEATS, dtype=bool)
    place = np.where(others, behind, 0.0).sum(-1)
    expected = soon[..., None] * paid(samples.prizes, place) * np.where(totals > 0, 1.0, arrives[..., None])
    expected += shape["ON_TABLE"] * totals
    ahead = (others & (totals[:, :, None, :] > totals[:, :, :, None])).sum(-1).astype(float)
    at_once = np.where(totals > 0, shape["NOW"] * paid(samples.prizes, ahead), 0.0)
    bases = np.where(missing[..., None] <= 0, at_once, expected) + soon[..., None] * samples.extras
    return samples.vp + bases.sum(1) + samples.counts @ counted  # type: ignore[no-any-return]


def paid(prizes: Numbers, place: Numbers) -> Numbers:
    """Return the prize for a place, which may lie between two."""
    whole = np.clip(place.astype(int), 0, SEATS)
    here: Numbers = np.take_along_axis(prizes, whole, -1)
    after: Numbers = np.take_along_axis(prizes, np.minimum(whole + 1, prizes.shape[-1] - 1), -1)
    expected: Numbers = here + (place - whole) * (after - here)
    return expected


def logits(samples: Samples, weights: Numbers) -> Numbers:
    """Return what the softmax is taken of; empty seats have no chance."""
    points = np.where(samples.present, scores(samples, weights), -1e6)
    best = points.max(-1, keepdims=True)
    constant, per_point = weights[-2:]
    return (points - best) / (constant + per_point * np.maximum(0.0, 15.0 - best))  # type: ignore[no-any-return]


def chances(samples: Samples, weights: Numbers) -> Numbers:
    """Return each seat's chance to win."""
    weight = np.exp(logits(samples, weights))
    return weight / weight.sum(-1, keepdims=True)  # type: ignore[no-any-return]


def log_loss(samples: Samples, weights: Numbers) -> float:
    """Return the mean surprise at the winners; lower is better."""
    return float(-(samples.won * np.log(np.maximum(chances(samples, weights), 1e-12))).sum(-1).mean())


def fit(samples: Samples, weights: Numbers = TODAY, steps: int = 12) -> Numbers:
    """Return the most likely weights, starting from others, to which they are drawn a little (Fisher scoring)."""
    start, best = weights, weights
    scale = 0.02 * np.maximum(0.05, np.abs(start))
    prior = CLOSE_TO_TODAY / np.maximum(0.05, np.abs(start)) ** 2

    def loss(at: Numbers) -> float:
        return len(samples.won) * log_loss(samples, at) + 0.5 * float((prior * (at - start) ** 2).sum())

    least = loss(best)
    for _ in range(steps):
        expected = chances(samples, best)
        slopes = []
        for i in range(len(best)):
            step = np.zeros(len(best))
            step[i] = scale[i]
            change = logits(samples, best + step) - logits(samples, best - step)
            slopes.append(np.where(samples.present, change, 0.0) / (2 * scale[i]))
        slope = np.stack(slopes, -1)  # by position, seat and weight
        gradient = ((samples.won - expected)[..., None] * slope).sum((0, 1)) - prior * (best - start)
        middle = (expected[..., None] * slope).sum(1, keepdims=True)
        spread = (slope - middle) * np.sqrt(expected)[..., None]
        flat = spread.reshape(-1, len(best))
        direction = np.linalg.solve(flat.T @ flat + np.diag(prior), gradient)
        size = 1.0
        while size > 0.01 and loss(best + size * direction) >= least:
            size /= 2
        if size <= 0.01:
            break
        best = best + size * direction
        least = loss(best)
    return best


class Bin(NamedTuple):
    """A line of the reliability table: all chances in a range."""

    low: float
    high: float
    seats: int
    given: float
    won: float
    error: float  # of the share won, with the game as the unit


def reliability(samples: Samples, weights: Numbers, lines: int = 10) -> list[Bin]:
    """Return how often the players won who were given each chance to win."""
    given = chances(samples, weights)[samples.present]
    won = samples.won[samples.present]
    game = np.repeat(samples.game, SEATS).reshape(-1, SEATS)[samples.present]
    table = []
    for line in range(lines):
        low, high = line / lines, (line + 1) / lines
        inside = (given >= low) & ((given < high) if line < lines - 1 else (given <= 1.0))
        if not inside.any():
            continue
        share = won[inside].mean()
        by_game = np.bincount(np.unique(game[inside], return_inverse=True)[1], won[inside] - share)
        error = float(np.sqrt((by_game**2).sum()) / inside.sum())
        table.append(Bin(low, high, int(inside.sum()), float(given[inside].mean()), float(share), error))
    return table


def select(samples: Samples, rows: NDArray[np.bool_]) -> Samples:
    """Return some of the positions."""
    return Samples._make(column[rows] for column in samples)


def main() -> None:
    """Fit, and print weights, log-loss and the reliability table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the games are")
    folder = parser.parse_args().folder
    samples = load(games(folder))
    out = samples.game % HELD_OUT == 0
    train, test = select(samples, ~out), select(samples, out)
    print(f"{len(np.unique(samples.game))} games, {len(samples.game)} positions; tested on {out.sum()} of them")
    fitted = fit(train)
    for name, old, new in zip([*COUNTED, *SHAPED], TODAY, fitted, strict=True):
        print(f"{name:22} {old:8.3f} {new:8.3f}")
    print(f"log-loss: today {log_loss(test, TODAY):.4f}, fitted {log_loss(test, fitted):.4f}")
    seats = test.present.sum(-1)
    for players in sorted(set(seats.tolist())):
        some = select(test, seats == players)
        print(f"  {players} players: today {log_loss(some, TODAY):.4f}, fitted {log_loss(some, fitted):.4f}")
    print("chance         seats   given     won")
    for line in reliability(samples, TODAY):
        head = f"{line.low:.1f} to {line.high:.1f}  {line.seats:8}   {line.given:.3f}"
        print(f"{head}   {line.won:.3f} ± {line.error:.3f}")


if __name__ == "__main__":
    main()
