"""Smash Up: Penguins."""
