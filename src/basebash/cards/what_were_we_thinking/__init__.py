"""What Were We Thinking?"""

from basebash.cards.what_were_we_thinking import bases, explorers, grannies, rock_stars, teddy_bears

__all__ = ["bases", "explorers", "grannies", "rock_stars", "teddy_bears"]
