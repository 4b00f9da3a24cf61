"""Leagues of a club: tournaments of games at tables."""
