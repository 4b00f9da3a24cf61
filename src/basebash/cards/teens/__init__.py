"""Smash Up: Teens."""
