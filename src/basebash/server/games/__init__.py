"""A game as the server handles it: set-up, answers by seat, what each viewer may know."""
