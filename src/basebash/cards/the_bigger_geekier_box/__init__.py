"""The Bigger Geekier Box."""

from basebash.cards.the_bigger_geekier_box import bases, geeks

__all__ = ["bases", "geeks"]
