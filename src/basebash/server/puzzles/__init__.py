"""Puzzles, and how many people solve them."""
