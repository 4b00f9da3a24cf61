"""Environments for researchers: PettingZoo, Gymnasium and OpenSpiel over one table. See `docs/research.md`.

`actions`, `observe` and `table` are what the three share. Each adapter is a module of its own and needs the extra of
its name: `basebash.envs.pettingzoo`, `basebash.envs.gymnasium`, `basebash.envs.openspiel`.
"""
