"""Smash Up: Slashers."""
