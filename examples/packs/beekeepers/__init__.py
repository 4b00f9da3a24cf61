"""Beekeepers, an example of a pack: one faction of original cards that uses each kind of ability."""
