"""Smash Up: Knights of the Round Table."""
