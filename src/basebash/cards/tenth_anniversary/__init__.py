"""10th Anniversary."""

from basebash.cards.tenth_anniversary import bases, mermaids, sheep, skeletons

__all__ = ["bases", "mermaids", "sheep", "skeletons"]
