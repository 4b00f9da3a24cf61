"""E-mail addresses of people who want to be told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "addresses",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("addresses")
