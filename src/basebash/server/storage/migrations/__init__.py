"""The history of the database schema (alembic)."""
