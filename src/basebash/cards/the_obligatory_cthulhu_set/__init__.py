"""The Obligatory Cthulhu Set."""

from basebash.cards.the_obligatory_cthulhu_set import (
    bases,
    elder_things,
    innsmouth,
    madness,
    minions_of_cthulhu,
    miskatonic_university,
)

__all__ = [
    "bases",
    "elder_things",
    "innsmouth",
    "madness",
    "minions_of_cthulhu",
    "miskatonic_university",
]
