"""Smash Up: Munchkin."""
