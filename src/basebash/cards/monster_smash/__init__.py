"""Monster Smash."""

from basebash.cards.monster_smash import bases, giant_ants, mad_scientists, vampires, werewolves

__all__ = ["bases", "giant_ants", "mad_scientists", "vampires", "werewolves"]
