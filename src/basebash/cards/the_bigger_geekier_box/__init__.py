"""The Bigger Geekier Box."""

from basebash.cards.the_bigger_geekier_box import bases, geeks, smash_up_all_stars

__all__ = ["bases", "geeks", "smash_up_all_stars"]
