"""The game for language models: text in, text out.

`environment` is an environment in the style of TextArena, and `assistant` lets an assistant play by the Model Context
Protocol (`basebash mcp`), against bots or in a seat at a server's table. Both show `game.describe`.
"""
