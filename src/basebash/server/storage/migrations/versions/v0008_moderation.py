"""What operators have muted, blocked, hidden, closed and banned, and a log of what they did."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "moderation",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("subject", sa.String(80), primary_key=True),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("operator", sa.String(40), nullable=False),
        sa.Column("action", sa.String(10), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("audit", "moderation"):
        op.drop_table(table)
