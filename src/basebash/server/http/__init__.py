"""The HTTP and WebSocket front end."""
