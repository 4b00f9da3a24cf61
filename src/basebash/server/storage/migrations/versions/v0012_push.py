"""Where people's devices want to be told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("device", sa.String(12), primary_key=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public_key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("origin", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("subscriptions")
