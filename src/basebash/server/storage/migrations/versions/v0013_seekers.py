"""People who wait for an opponent."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "seekers",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(40), index=True),
    )


def downgrade() -> None:
    op.drop_table("seekers")
