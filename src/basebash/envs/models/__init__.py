"""Trained policies that play as bots: `make_bot("model:NAME")`. They need NumPy.

Each is a file of weights in this folder. `docs/research.md` says how they were trained and how strong they are.
"""

from basebash.envs.models.bot import ModelBot, load, model_names

__all__ = ["ModelBot", "load", "model_names"]
