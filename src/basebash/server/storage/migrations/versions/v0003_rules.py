"""The digest of the rules, checksums of moves, final results, and who created a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.String(32)))
    op.add_column("tables", sa.Column("maker", sa.String(16)))
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("moves", sa.Column("meaning", sa.BigInteger))
    op.add_column("moves", sa.Column("checksum", sa.String(16)))
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("results")
    op.drop_column("moves", "checksum")
    op.drop_column("moves", "meaning")
    op.drop_column("tables", "version")
    op.drop_column("tables", "maker")
    op.drop_column("tables", "rules")
