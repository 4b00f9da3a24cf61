"""Is a pack fair? Play its factions with and against every official one, and report how strong they are."""
