"""Many games at once as a Gymnasium vector environment, in this process or distributed over several.

>>> import gymnasium
>>> import basebash.envs.gymnasium
>>> tables = gymnasium.make_vec("basebash/Seat-v0", num_envs=3, opponents="random")
>>> observation, info = tables.reset(seed=7)
>>> observation["action_mask"].shape[0]
3

Game i is the one that a single environment with the seed `seed + i` would play, so results do not depend on the
number of workers. After its end, the next step starts a new game, whatever the action is.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from basebash.engine import BadSetup, BasebashError
from basebash.envs.gymnasium import SeatEnv
from basebash.envs.observe import Seen
from basebash.envs.spaces import Arrays

INFOS = {"illegal": np.int64, "winner": np.int64, "won": np.float64}
"""The keys of `info`, with one number per game each."""
RESULTS = {"rewards": np.float64, "terminations": np.bool_, "truncations": np.bool_} | INFOS


class Batch:
    """The arrays of all games, one row per game. Workers write their rows into shared memory."""

    def __init__(self, space: spaces.Dict, count: int, *, shared: bool) -> None:
        shapes: dict[str, tuple[tuple[int, ...], np.dtype[Any]]] = {}
        for name, box in space.items():
            shapes[name] = (count, *(box.shape or ())), np.dtype(box.dtype)
        for name, kind in RESULTS.items():
            shapes[name] = (count,), np.dtype(kind)
        self.observations: list[str] = list(space)
        self.shapes = shapes
        self.memory: dict[str, Any] = {
            name: multiprocessing.RawArray("b", int(np.prod(shape)) * dtype.itemsize) if shared else None
            for name, (shape, dtype) in shapes.items()
        }
        self.arrays: dict[str, NDArray[Any]] = {}
        self._open()
        self.arrays["legal_actions"].fill(-1)

    def _open(self) -> None:
        for name, (shape, dtype) in self.shapes.items():
            memory = self.memory[name]
            self.arrays[name] = (
                np.zeros(shape, dtype) if memory is None else np.frombuffer(memory, dtype).reshape(shape)
            )

    def __getstate__(self) -> dict[str, Any]:
        return {"observations": self.observations, "shapes": self.shapes, "memory": self.memory, "arrays": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()

    def row(self, table: int) -> Seen:
        """Return the arrays of one game, to be filled."""
        arrays = self.arrays
        names = ("observation", "action_mask", "legal_actions", "action_features")
        return Seen(*(arrays[name][table] for name in names))


class Tables:
    """The games of one process."""

    def __init__(self, batch: Batch, rows: range, options: dict[str, Any]) -> None:
        self.batch = batch
        self.rows = rows
        self.envs = [SeatEnv(into=batch.row(row), **options) for row in rows]
        self.is_over = [False] * len(rows)

    def reset(self, seeds: Sequence[int | None]) -> None:
        """Start all games."""
        for row, env, seed in zip(self.rows, self.envs, seeds, strict=True):
            _, info = env.reset(seed=seed)
            self._write(row, 0.0, over=False, cut_off=False, info=info)
        self.is_over = [False] * len(self.envs)

    def step(self, actions: Sequence[int]) -> None:
        """Make a pick in every game, or start a new game where the last one has ended."""
        for number, (row, env, action) in enumerate(zip(self.rows, self.envs, actions, strict=True)):
            if self.is_over[number]:
                _, info = env.reset()
                reward, over, cut_off = 0.0, False, False
            else:
                _, reward, over, cut_off, info = env.step(action)
            self._write(row, reward, over=over, cut_off=cut_off, info=info)
            self.is_over[number] = over or cut_off

    def _write(self, row: int, reward: float, *, over: bool, cut_off: bool, info: dict[str, Any]) -> None:
        arrays = self.batch.arrays
        arrays["rewards"][row] = reward
        arrays["terminations"][row] = over
        arrays["truncations"][row] = cut_off
        for name in INFOS:
            arrays[name][row] = info[name]


class SeatVectorEnv(VectorEnv[Arrays, NDArray[np.int64], NDArray[Any]]):
    """A vector of `basebash.envs.gymnasium.SeatEnv`, which documents the other options.

    `workers` processes share the games; with 0 this process plays them all. With `copy=False` the arrays are not
    copied, and the next step overwrites them.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # a class variable, as in Gymnasium

    def __init__(self, num_envs: int = 1, *, workers: int = 0, copy: bool = True, **options: Any) -> None:
        if num_envs < 1 or workers < 0:
            raise BadSetup(f"num_envs must be at least 1 and workers at least 0, not {num_envs} and {workers}.")
        if options.get("view"):
            raise BadSetup("Vector environments have no views: use basebash.envs.gymnasium.SeatEnv.")
        single = SeatEnv(**options)
        self.num_envs = num_envs
        self.copies = copy
        self.single_observation_space: spaces.Dict = single.observation_space
        self.single_action_space: spaces.Discrete = single.action_space
        self.observation_space = batch_space(single.observation_space, num_envs)
        self.action_space = batch_space(single.action_space, num_envs)
        workers = min(workers, num_envs)
        self.batch = Batch(single.observation_space, num_envs, shared=workers > 0)
        self.tables = None if workers else Tables(self.batch, range(num_envs), options)
        self._workers: list[tuple[Any, Connection, range]] = []
        context = multiprocessing.get_context("spawn")
        for number in range(workers):
            rows = range(num_envs * number // workers, num_envs * (number + 1) // workers)
            ours, theirs = context.Pipe()
            process = context.Process(target=_run_worker, args=(theirs, self.batch, rows, options), daemon=True)
            process.start()
            theirs.close()
            self._workers.append((process, ours, rows))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Start all games, with the seeds `seed`, `seed + 1`, …, or those of a list."""
        if seed is None or isinstance(seed, int):
            seeds: list[int | None] = [None if seed is None else seed + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise BadSetup(f"{self.num_envs} games need {self.num_envs} seeds, not {len(seeds)}.")
        self._do("reset", seeds)
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a pick in every game."""
        self._do("step", [int(action) for action in actions])
        arrays = self.batch.arrays
        rewards, over, cut_off = (arrays[name].copy() for name in ("rewards", "terminations", "truncations"))
        return self._observations(), rewards, over, cut_off, self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the workers."""
        for process, pipe, _ in self._workers:
            pipe.close()
            process.join()
        self._workers = []

    def _do(self, what: str, values: list[Any]) -> None:
        if self.tables is not None:
            getattr(self.tables, what)(values)
            return
        for _, pipe, rows in self._workers:
            pipe.send((what, values[rows.start : rows.stop]))
        errors = [pipe.recv() for _, pipe, _ in self._workers]
        for error in errors:
            if error is not None:
                raise error

    def _observations(self) -> Arrays:
        arrays = self.batch.arrays
        return {name: arrays[name].copy() if self.copies else arrays[name] for name in self.batch.observations}

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for name in INFOS:
            infos[name] = self.batch.arrays[name].copy()
            infos[f"_{name}"] = np.ones(self.num_envs, np.bool_)
        return infos


def _run_worker(pipe: Connection, batch: Batch, rows: range, options: dict[str, Any]) -> None:
    """Run a worker: execute commands from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    tables = Tables(batch, rows, options)
    while True:
        try:
            what, values = pipe.recv()
        except EOFError:
            return
        error: BasebashError | None = None
        try:
            getattr(tables, what)(values)
        except BasebashError as wrong:
            error = wrong
        pipe.send(error)
