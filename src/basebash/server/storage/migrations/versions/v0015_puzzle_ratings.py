"""Ratings of puzzles, and of the people who try them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(60), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
    )
    op.create_table(
        "solvers",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("solvers", "puzzle_ratings"):
        op.drop_table(table)
