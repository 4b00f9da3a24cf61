"""The tables of the database, in their current form; `migrations` has the way there."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
TABLES = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("setup", sa.Text),
    sa.Column("rematch", sa.String(40)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("rules", sa.String(32)),
    sa.Column("maker", sa.String(16)),
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    sa.Column("wins", sa.Text),
    sa.Column("due", sa.Float),  # in a game over days: when the time of the player who is asked is up
    sa.Column("due_seat", sa.Integer),
    sa.Index("tables_by_status", "status", "listed", "touched"),
    sa.Index("tables_by_due", "due"),
)
MOVES = sa.Table(
    "moves",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("picks", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("meaning", sa.BigInteger),
    sa.Column("checksum", sa.String(16)),
)
RESULTS = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
CHAT = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False, server_default="talk"),
)
POSITIONS = sa.Table(
    "positions",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""The start of games that continue another one. Their seed is in the set-up, as usual."""
ANALYSES = sa.Table(
    "analyses",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),  # whose own turns of a game under way; -1: all of a finished one
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("owner", sa.String(16), nullable=False),
    sa.Index("analyses_by_state", "state", "owner"),
)
MOMENTS = sa.Table(
    "moments",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("player", sa.Integer, nullable=False),
    sa.Column("given", sa.String(16), nullable=False),  # a digest of the answers that it is about
    sa.Column("data", sa.Text, nullable=False),
)
PEOPLE = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("vacation_until", sa.Float),
    sa.Column("vacation_year", sa.Integer),
    sa.Column("vacation_days", sa.Integer),  # taken in that year
)
DEVICES = sa.Table(
    "devices",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("label", sa.String(40), nullable=False, server_default=""),
    sa.Column("seen", sa.Float),  # when it was last used, within an hour
)
CODES = sa.Table(
    "codes",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("until", sa.Float, nullable=False),
)
PLAYS = sa.Table(
    "plays",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("place", sa.Integer),
    sa.Column("facts", sa.Text),
    sa.Index("plays_by_person", "person_id", "ended"),
)
RATINGS = sa.Table(
    "ratings",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("against", sa.String(8), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("lost", sa.Integer, nullable=False),
    sa.Column("course", sa.Text, nullable=False),
)
TRIES = sa.Table(
    "tries",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("puzzle", sa.String(60), primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
)
PUZZLE_RATINGS = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.String(60), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
)
SOLVERS = sa.Table(
    "solvers",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
)
"""The ratings of people in puzzles."""
RECOVERIES = sa.Table(
    "recoveries",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
)
PASSKEYS = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("uses", sa.BigInteger, nullable=False),  # as counted by the authenticator
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
CHALLENGES = sa.Table(
    "challenges",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id")),
    sa.Column("until", sa.Float, nullable=False),
)
SUBSCRIPTIONS = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("device", sa.String(12), primary_key=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("public_key", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("origin", sa.String(200), nullable=False),  # of the page that asked for it
    sa.Column("created", sa.Float, nullable=False),
)
"""Devices that are told by web push when it is their owner's turn."""
ADDRESSES = sa.Table(
    "addresses",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("is_confirmed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
FOLLOWS = sa.Table(
    "follows",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("other_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("since", sa.Float, nullable=False),
)
INVITATIONS = sa.Table(
    "invitations",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("from_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
PROGRESS = sa.Table(
    "progress",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("puzzle", sa.String(60), primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("helped", sa.Boolean, nullable=False),
)
PUZZLE_DAYS = sa.Table(
    "days",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
)
LEAGUES = sa.Table(
    "leagues",
    metadata,
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
MEMBERS = sa.Table(
    "members",
    metadata,
    sa.Column("league_id", sa.String(16), sa.ForeignKey("leagues.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(8)),  # of a bot
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("factions", sa.Text, nullable=False),
    sa.Column("is_out", sa.Boolean, nullable=False),
)
"""Who is in which league."""
PAIRINGS = sa.Table(
    "pairings",
    metadata,
    sa.Column("league_id", sa.String(16), sa.ForeignKey("leagues.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("board", sa.Integer, primary_key=True),
    sa.Column("one", sa.Integer, nullable=False),
    sa.Column("two", sa.Integer),
    sa.Column("table_id", sa.String(40), index=True),
    sa.Column("points", sa.Float),
    sa.Column("vp", sa.Text, nullable=False),
)
"""The games of leagues; `points` is what the first of the two got."""
SEEKERS = sa.Table(
    "seekers",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("table_id", sa.String(40), index=True),
)
"""Who waits for an opponent; `table_id` is the table of the game that was found."""
MODERATION = sa.Table(
    "moderation",
    metadata,
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("subject", sa.String(80), primary_key=True),
)
AUDIT = sa.Table(
    "audit",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("operator", sa.String(40), nullable=False),
    sa.Column("action", sa.String(10), nullable=False),
    sa.Column("subject", sa.String(80), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)
"""What operators did. Server processes notice changes of `MODERATION` by a new row here."""
