"""10th Anniversary."""

from basebash.cards.tenth_anniversary import bases, mermaids, sheep, skeletons, world_champs

__all__ = ["bases", "mermaids", "sheep", "skeletons", "world_champs"]
