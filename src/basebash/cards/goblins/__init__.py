"""Smash Up: Goblins."""
