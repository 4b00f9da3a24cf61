"""The Bigger Geekier Box."""
