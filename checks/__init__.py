"""Checks of the rules that run for as long as you let them; the tests run a sample of each.

They need no expected results: they look for a broken invariant, or for two ways of doing the same thing that end
differently.
"""
