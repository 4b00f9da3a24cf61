"""The mechanics of the later sets, one module each: titans, monsters, duels and the rest."""
