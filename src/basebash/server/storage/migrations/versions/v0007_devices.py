"""What a person's list of devices shows: a label, and when each was last used."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("devices", sa.Column("label", sa.String(40), nullable=False, server_default=""))
    op.add_column("devices", sa.Column("seen", sa.Float))


def downgrade() -> None:
    op.drop_column("devices", "seen")
    op.drop_column("devices", "label")
