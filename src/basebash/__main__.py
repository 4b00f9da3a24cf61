"""`python -m basebash` is `basebash`."""

from basebash.cli import app

app(prog_name="basebash")
