"""Run the migrations on the connection of `basebash.server.storage.database.migrate`."""

from alembic import context

if hasattr(context, "config"):  # not when a tool merely imports every module
    context.configure(connection=context.config.attributes["connection"])
    with context.begin_transaction():
        context.run_migrations()
