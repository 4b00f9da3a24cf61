"""Learn to beat a bot with nothing but NumPy: policy gradients on a linear policy.

    python examples/train_numpy.py --games 300

Needs the extra `gymnasium`. The policy is one weight for each feature of an action: the probability of a legal action
is proportional to the exponential of its weighted features. After every few games the weights move towards the picks
that preceded good results (REINFORCE). It is the shortest way from an observation to a player that learns; for a
stronger one see `train_ppo.py`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from basebash.envs.gymnasium import SeatEnv
from basebash.envs.observe import LAYOUTS
from basebash.envs.spaces import Arrays

PLAYERS = 2
BATCH = 4  # games per update
FADING = 0.95  # discount of later rewards, per pick
Floats = NDArray[np.float64]


@dataclass
class Learner:
    """A linear policy and the state of its optimiser (Adam)."""

    weights: Floats = field(default_factory=lambda: np.zeros(LAYOUTS[PLAYERS].action_columns))
    rate: float = 0.1
    steps: int = 0
    mean: Floats | float = 0.0
    square: Floats | float = 0.0

    def chances(self, rows: Floats) -> Floats:
        """Return the probability of each legal action, from its row of features."""
        scores = rows @ self.weights
        powers = np.exp(scores - scores.max())
        shares: Floats = powers / powers.sum()
        return shares

    def improve(self, gradient: Floats) -> None:
        """Take a step up the gradient."""
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.99 * self.square + 0.01 * gradient**2
        sized = self.mean / (1 - 0.9**self.steps)
        spread = np.sqrt(self.square / (1 - 0.99**self.steps)) + 1e-8
        self.weights = self.weights + self.rate * sized / spread


def play(env: SeatEnv, learner: Learner, chance: np.random.Generator) -> tuple[Floats, Floats, bool]:
    """Play a game; return the gradient of each pick, the rewards after it, and whether the game was won."""
    observation: Arrays = env.reset()[0]
    pulls, rewards = [], []
    while True:
        legal = observation["legal_actions"]
        rows = observation["action_features"][legal >= 0].astype(np.float64)
        chances = learner.chances(rows)
        picked = int(chance.choice(len(chances), p=chances))
        pulls.append(rows[picked] - chances @ rows)
        observation, reward, over, cut_off, info = env.step(int(legal[picked]))
        rewards.append(reward)
        if over or cut_off:
            return np.array(pulls), np.array(rewards), info["winner"] == env.seat


def train(games: int, opponent: str = "random", seed: int = 1) -> tuple[Learner, list[bool]]:
    """Play this many games, updating after every few; return the learner and which games it won."""
    env = SeatEnv(PLAYERS, opponent, seat=None, vp_reward=0.3)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    learner = Learner()
    won: list[bool] = []
    while len(won) < games:
        played = [play(env, learner, chance) for _ in range(BATCH)]
        won += [is_won for _, _, is_won in played]
        pulls = np.concatenate([pulls for pulls, _, _ in played])
        worth = np.concatenate([worth_of(rewards) for _, rewards, _ in played])
        better = (worth - worth.mean()) / (worth.std() + 1e-8)
        learner.improve(better @ pulls / len(pulls))
    return learner, won


def worth_of(rewards: Floats) -> Floats:
    """Return the discounted sum of the rewards after each pick."""
    worth = np.zeros(len(rewards))
    ahead = 0.0
    for i in reversed(range(len(rewards))):
        ahead = worth[i] = rewards[i] + FADING * ahead
    return worth


def share_won(learner: Learner, games: int, opponent: str = "random", seed: int = 2) -> float:
    """Return how many of this many new games it wins."""
    env = SeatEnv(PLAYERS, opponent, seat=None)
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    return float(np.mean([play(env, learner, chance)[2] for _ in range(games)]))


def main() -> None:
    """Parse the command line, train and report."""
    parser = argparse.ArgumentParser(description="Train a linear policy against a bot.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--opponent", default="random", help="a bot's name")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    before = share_won(Learner(), 100, given.opponent)
    print(f"Untrained it wins {before:.0%} of 100 games.")
    learner, _ = train(given.games, given.opponent, given.seed)
    after = share_won(learner, 100, given.opponent)
    print(f"After {given.games} games it wins {after:.0%} of 100 new ones.")


if __name__ == "__main__":
    main()
