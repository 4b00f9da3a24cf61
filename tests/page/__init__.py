"""Tests of the game in a web page, outside a browser: the same Python code with other storage and workers."""
