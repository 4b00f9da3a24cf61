"""Live tables: who sits where, the game on it, and who watches."""
