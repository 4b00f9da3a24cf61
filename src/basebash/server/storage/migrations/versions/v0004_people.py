"""People with their devices, games and ratings; series of games; kinds of chat lines."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("wins", sa.Text))
    op.add_column("chat", sa.Column("kind", sa.String(8), nullable=False, server_default="talk"))
    op.create_table(
        "people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "plays",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("place", sa.Integer),
        sa.Column("facts", sa.Text),
    )
    op.create_index("plays_by_person", "plays", ["person_id", "ended"])
    op.create_table(
        "ratings",
        sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("against", sa.String(8), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("course", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("ratings", "plays", "codes", "devices", "people"):
        op.drop_table(table)
    op.drop_column("chat", "kind")
    op.drop_column("tables", "wins")
