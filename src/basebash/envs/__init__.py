"""Environments for researchers: PettingZoo, Gymnasium and OpenSpiel. See `docs/research.md`.

The three share `actions`, `observe` and `episode`. Each adapter is its own module and needs the extra of the same
name: `basebash.envs.pettingzoo`, `basebash.envs.gymnasium`, `basebash.envs.openspiel`.
"""
