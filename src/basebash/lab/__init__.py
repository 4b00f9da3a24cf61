"""Mass simulation: arenas of bots, labs of any number of games, and reports. See `docs/lab.md`.

Needs the extra `lab`: `pip install "basebash[lab]"`.
"""
