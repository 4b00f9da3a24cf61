"""Train MaskablePPO (sb3-contrib) against a bot on the CPU, and plot how often it wins.

    python examples/train_ppo.py --seconds 120 --plot learning.png

Needs the extras `gymnasium` and `train`. The policy scores each legal action from its row of features and a summary of
the table, so all cards share what is learned; the value comes from the same summary.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import matplotlib as mpl
import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import Tensor, nn

from basebash.envs.gymnasium import SeatEnv
from basebash.envs.observe import CARD_COLUMNS, LAYOUTS, MOST_ACTIONS

PLAYERS = 2
LAYOUT = LAYOUTS[PLAYERS]
ENVS = 16
SUMMARY = ("table", "players", "bases")  # the parts of the observation that the networks see
WINDOW = 100  # size of the plot's moving window in games; smaller at the start
FEWEST = 20


class Trimmed(gymnasium.Wrapper[dict[str, Any], int, dict[str, Any], int]):
    """Keeps the parts of the observation that the policy reads, and of the info whether the game was won."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        self.seat_env = env
        inner = env.observation_space.spaces
        self.observation_space = spaces.Dict(
            {
                "action_features": inner["action_features"],
                "legal_actions": inner["legal_actions"],
                "summary": spaces.Box(-np.inf, np.inf, (summary_size(),), np.float32),
            }
        )

    def reset(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game."""
        observation, _ = self.env.reset(**options)
        return self._trim(observation), {}

    def step(self, action: int) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """A pick."""
        observation, reward, over, cut_off, info = self.env.step(action)
        return self._trim(observation), reward, over, cut_off, {"won": info["winner"] == self.seat_env.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask that MaskablePPO asks for."""
        return self.seat_env.action_masks()

    def _trim(self, observation: dict[str, Any]) -> dict[str, Any]:
        whole, parts = observation["observation"], LAYOUT.parts
        cards = LAYOUT.part(whole, "cards")
        picked = cards[cards[:, CARD_COLUMNS.index("picked")] > 0].sum(axis=0)
        return {
            "action_features": observation["action_features"],
            "legal_actions": observation["legal_actions"],
            "summary": np.concatenate([*(whole[parts[name][0]] for name in SUMMARY), picked]),
        }


def summary_size() -> int:
    """Return the length of the summary: parts of the observation, and the row of the card that is being played."""
    return sum(int(np.prod(LAYOUT.parts[name][1])) for name in SUMMARY) + LAYOUT.card_columns


class Scorer(nn.Module):
    """Scores the legal actions, in place of stable-baselines3's two networks."""

    def __init__(self, actions: int, width: int = 64) -> None:
        super().__init__()
        columns = LAYOUT.action_columns
        self.actions = actions
        self.sizes = [MOST_ACTIONS * columns, MOST_ACTIONS, summary_size()]
        self.latent_dim_pi, self.latent_dim_vf = actions, width
        self.table = nn.Sequential(nn.Linear(summary_size(), width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.action = nn.Sequential(nn.Linear(columns + width, width), nn.Tanh(), nn.Linear(width, 1))
        self.value = nn.Sequential(nn.Linear(summary_size(), width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits for every action id, and the input of the value function."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: Tensor) -> Tensor:
        """Return logits for every action id; those of illegal ones do not matter."""
        rows, ids, summary = torch.split(features, self.sizes, dim=1)
        ids = ids.long()
        most = int((ids >= 0).sum(dim=1).max())
        ids = ids[:, :most]
        rows = rows.reshape(len(rows), MOST_ACTIONS, -1)[:, :most]
        table = self.table(summary).unsqueeze(1).expand(-1, most, -1)
        scores = self.action(torch.cat([rows, table], dim=2)).squeeze(2)
        logits = torch.zeros(len(rows), self.actions)
        index = ids.clamp(min=0)  # the padding rows add nothing to action 0
        return logits.scatter_add(1, index, torch.where(ids >= 0, scores, 0.0))

    def forward_critic(self, features: Tensor) -> Tensor:
        """Return the input of the value function."""
        summary: Tensor = torch.split(features, self.sizes, dim=1)[2]
        result: Tensor = self.value(summary)
        return result


class ScoringPolicy(MaskableMultiInputActorCriticPolicy):
    """A policy whose logits come from `Scorer`."""

    def _build_mlp_extractor(self) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        self.mlp_extractor = Scorer(int(self.action_space.n))  # type: ignore[assignment]  # it has the same methods

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1))


class Progress(BaseCallback):
    """Records who won each game, and stops when the time is up."""

    def __init__(self, seconds: float, games: int | None) -> None:
        super().__init__()
        self.seconds = seconds
        self.games = games
        self.won: list[bool] = []
        self.ended: list[float] = []  # seconds from the start, one entry per game

    def _on_training_start(self) -> None:
        self.start = time.monotonic()

    def _on_step(self) -> bool:
        elapsed = time.monotonic() - self.start
        for done, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            if done:
                self.won.append(info["won"])
                self.ended.append(elapsed)
                if len(self.won) % WINDOW == 0:
                    print(f"{elapsed:5.0f} s  {self.num_timesteps:7} picks  {len(self.won):5} games  {self.rate():.0%}")
        return elapsed < self.seconds and (self.games is None or len(self.won) < self.games)

    def rate(self) -> float:
        """Return how many of the latest games were won."""
        return float(np.mean(self.won[-WINDOW:])) if self.won else 0.0


def _same(env: Trimmed) -> Trimmed:
    return env


def train(
    seconds: float, opponent: str = "random", seed: int = 1, games: int | None = None, target_vp: int = 15
) -> Progress:
    """Train for this long (or this many games); factions and the starting player are random."""
    torch.set_num_threads(1)
    made = [Trimmed(SeatEnv(PLAYERS, opponent, seat=None, vp_reward=0.3, target_vp=target_vp)) for _ in range(ENVS)]
    model = MaskablePPO(
        ScoringPolicy,
        DummyVecEnv([partial(_same, env) for env in made]),
        n_steps=64,
        batch_size=256,
        n_epochs=3,
        learning_rate=3e-3,
        gamma=0.95,
        gae_lambda=0.9,
        seed=seed,
        device="cpu",
    )
    progress = Progress(seconds, games)
    model.learn(total_timesteps=1 << 40, callback=progress)
    return progress


def plot(progress: Progress, opponent: str, path: Path) -> None:
    """Plot the share of games won over time, with 95 % intervals (Wilson's)."""
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415  # only after the backend is chosen

    won = np.cumsum([0.0, *progress.won])
    ends = np.arange(min(FEWEST, len(won) - 1), len(won))
    sizes = np.minimum(ends, WINDOW)
    rates = (won[ends] - won[ends - sizes]) / sizes
    middle = (rates + 1.92 / sizes) / (1 + 3.84 / sizes)
    spread = 1.96 * np.sqrt(rates * (1 - rates) / sizes + 0.96 / sizes**2) / (1 + 3.84 / sizes)
    at = np.array(progress.ended)[ends - 1]
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.fill_between(at, middle - spread, middle + spread, alpha=0.2)
    axes.plot(at, rates)
    axes.axhline(1 / PLAYERS, linestyle=":", color="grey")
    axes.set(
        xlabel="seconds of training",
        ylabel=f"games won, of the last {WINDOW}",
        xlim=(0, None),
        ylim=(0, 1),
        title=f"MaskablePPO against {opponent}, {len(progress.won)} games",
    )
    figure.savefig(path, dpi=120)
    plt.close(figure)


def main() -> None:
    """Parse the command line, train and plot."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO against a bot.")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--opponent", default="random", help="a bot's name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, default=Path("learning.png"))
    given = parser.parse_args()
    progress = train(given.seconds, given.opponent, given.seed)
    plot(progress, given.opponent, given.plot)
    print(f"{len(progress.won)} games; won {progress.rate():.0%} of the last {WINDOW}. The plot is in {given.plot}.")


if __name__ == "__main__":
    main()
