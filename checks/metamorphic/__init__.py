"""Metamorphic tests: wrong rulings found without knowing the right one.

Each test changes a position in a way that must not matter, or must matter in a known way, plays the two positions side
by side with the same answers, and compares all that can be seen of them. `make metamorphic` runs them for as long as
you like; `make test` runs a sample.
"""
