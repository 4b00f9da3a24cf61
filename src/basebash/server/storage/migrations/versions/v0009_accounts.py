"""Ways back to a lost account, friends, invitations, and puzzle progress for every device."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def _person(
    name: str = "person_id", *, primary_key: bool = False, nullable: bool = False, index: bool = False
) -> sa.Column[str]:
    person = sa.ForeignKey("people.id")
    return sa.Column(name, sa.String(16), person, primary_key=primary_key, nullable=nullable, index=index)


def upgrade() -> None:
    op.create_table(
        "recoveries",
        _person(primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _person(nullable=False, index=True),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        _person(nullable=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "follows",
        _person(primary_key=True),
        _person("other_id", primary_key=True, index=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(40), primary_key=True),
        _person(primary_key=True, index=True),
        _person("from_id", nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "progress",
        _person(primary_key=True),
        sa.Column("puzzle", sa.String(60), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
    )
    op.create_table(
        "days",
        _person(primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
    )


def downgrade() -> None:
    for table in ("days", "progress", "invitations", "follows", "challenges", "passkeys", "recoveries"):
        op.drop_table(table)
