"""Looking back at games: replays, analyses, playing on from a past moment."""
