"""Is a pack fair? Plays its factions with and against every official one, and reports how strong they are."""
