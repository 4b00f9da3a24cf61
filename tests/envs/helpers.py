"""Tables played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from basebash import Game
from basebash.envs.episode import Episode

MECHANICS = {
    "titans": [["Magical Girls", "Kaiju"], ["Dinosaurs", "Zombies"]],
    "madness": [["Elder Things", "Miskatonic University"], ["Innsmouth", "Minions of Cthulhu"]],
    "burying": [["Ancient Egyptians", "Ghosts"], ["Skeletons", "Pirates"]],
    "monsters": [["Clerics", "Thieves"], ["Warriors", "Mages"]],
    "duels": [["Cowboys", "Samurai"], ["Vikings", "Ninjas"]],
    "flips": [["Goblins", "Tricksters"], ["Luchadors", "Aliens"]],
    "stasis": [["Backtimers", "Wizards"], ["Wraithrustlers", "Aliens"]],
    "fusions": [["G.I. Gerald", "Wizards"], ["Adolescent Epic Geckos", "Aliens"]],
}
"""Factions for two players with each mechanic of the later sets."""


def make_table(players: int, seed: int, *, target_vp: int = 15, factions: str = "random") -> Episode:
    return Episode(Game(players, seed=seed, target_vp=target_vp, factions=factions, duplicates=seed % 2 == 1))


def moments(table: Episode, seed: int) -> Iterator[Episode]:
    """Play at random; yield the table before each pick."""
    chance = Random(seed)
    while table.seat >= 0:
        yield table
        table.apply(chance.choice(table.legal()))
