"""Smash Up: Clowns."""
