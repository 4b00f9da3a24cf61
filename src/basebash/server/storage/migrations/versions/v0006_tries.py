"""First attempts at puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("puzzle", sa.String(60), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("tries")
