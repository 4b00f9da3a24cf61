"""What operators do with the database, beside a server that may be running. `basebash.cli.admin` has the commands."""
