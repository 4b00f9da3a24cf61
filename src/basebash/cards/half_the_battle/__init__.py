"""Half the Battle."""

from basebash.cards.half_the_battle import (
    adolescent_epic_geckos,
    bases,
    gi_gerald,
    pearl_and_the_images,
    rulers_of_the_cosmos,
)

__all__ = ["adolescent_epic_geckos", "bases", "gi_gerald", "pearl_and_the_images", "rulers_of_the_cosmos"]
