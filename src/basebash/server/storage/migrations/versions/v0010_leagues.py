"""Leagues: their members and the pairings of their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("status", sa.String(8), nullable=False, index=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("maker", sa.String(16)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("league_id", sa.String(16), sa.ForeignKey("leagues.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(8)),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("factions", sa.Text, nullable=False),
        sa.Column("is_out", sa.Boolean, nullable=False),
    )
    op.create_table(
        "pairings",
        sa.Column("league_id", sa.String(16), sa.ForeignKey("leagues.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("one", sa.Integer, nullable=False),
        sa.Column("two", sa.Integer),
        sa.Column("table_id", sa.String(40), index=True),
        sa.Column("points", sa.Float),
        sa.Column("vp", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("pairings", "members", "leagues"):
        op.drop_table(table)
