"""Oops, You Did It Again."""
