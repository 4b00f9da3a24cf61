"""Pretty Pretty Smash Up."""
