"""People: devices, history, ratings."""
