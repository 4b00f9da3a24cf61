"""Games over days: when the asked player's time is up, and vacations, in which clocks stand still."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.Float))
    op.add_column("tables", sa.Column("due_seat", sa.Integer))
    op.create_index("tables_by_due", "tables", ["due"])
    op.add_column("people", sa.Column("vacation_until", sa.Float))
    op.add_column("people", sa.Column("vacation_year", sa.Integer))
    op.add_column("people", sa.Column("vacation_days", sa.Integer))


def downgrade() -> None:
    op.drop_index("tables_by_due", "tables")
    for name in ("vacation_until", "vacation_year", "vacation_days"):
        op.drop_column("people", name)
    for name in ("due", "due_seat"):
        op.drop_column("tables", name)
