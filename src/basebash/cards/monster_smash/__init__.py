"""Monster Smash."""
