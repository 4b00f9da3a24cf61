"""The database, its migrations, and the secrets kept apart from it."""
