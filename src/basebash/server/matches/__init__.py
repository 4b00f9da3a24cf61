"""Games between people who were brought together by the server."""
