"""Puzzles: positions in which exactly one turn is best by a margin, found in games of bots. See `docs/puzzles.md`."""
