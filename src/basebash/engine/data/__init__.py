"""The data of a game: constants, small values, events, and the state in columns."""
