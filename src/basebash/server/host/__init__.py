"""What the table code needs from whoever hosts it: storage, people, moderation, limits, metrics and workers.

The server has one implementation of each part, and the game in a web page (`basebash.browser`) another. Modules that
run in both import nothing that only a server has; import-linter checks that.
"""
