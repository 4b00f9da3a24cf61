"""Orders of operators: what `basebash.server.moderation` follows, and the audit log."""

from __future__ import annotations

import ipaddress
import time

import sqlalchemy as sa
from msgspec import Struct

from basebash import BasebashError
from basebash.server.limits import client_of
from basebash.server.moderation import client_subject
from basebash.server.storage.schema import AUDIT, LEAGUES, MODERATION, PEOPLE, TABLES
from basebash.server.storage.seed_secrets import SeedSecrets

ACTIONS = {
    "mute": ("mute", True),
    "unmute": ("mute", False),
    "block": ("block", True),
    "unblock": ("block", False),
    "hide": ("hide", True),
    "show": ("hide", False),
    "close": ("close", True),
    "reopen": ("close", False),
    "ban-name": ("name", True),
    "allow-name": ("name", False),
}
"""What can be ordered: the kind of decision, and whether it is made or withdrawn."""


class BadOrder(BasebashError):
    """An order makes no sense; the message says why."""


class AuditLine(Struct):
    """One order that was given."""

    at: float
    operator: str
    action: str
    subject: str
    reason: str


def give_order(
    connection: sa.Connection,
    action: str,
    subject: str,
    operator: str,
    reason: str = "",
    seeds: SeedSecrets | None = None,
) -> str:
    """Write an order and its line in the audit log; return the subject as it is stored.

    Running servers follow within a second or two.
    """
    kind, is_made = ACTIONS[action]
    subject = _resolve(connection, kind, subject.strip(), seeds)
    same = sa.and_(MODERATION.c.kind == kind, MODERATION.c.subject == subject)
    is_known = connection.execute(sa.select(MODERATION).where(same)).first() is not None
    if is_known == is_made:
        raise BadOrder(
            f"There is nothing to do: {subject} {'has this order already' if is_made else 'has no such order'}."
        )
    if is_made:
        connection.execute(sa.insert(MODERATION), {"kind": kind, "subject": subject})
    else:
        connection.execute(sa.delete(MODERATION).where(same))
    line = AuditLine(time.time(), operator[:40], action, subject, reason)
    connection.execute(
        sa.insert(AUDIT),
        {"at": line.at, "operator": line.operator, "action": action, "subject": subject, "reason": reason},
    )
    return subject


def _resolve(connection: sa.Connection, kind: str, subject: str, seeds: SeedSecrets | None) -> str:
    """Return a subject as it is stored; `BadOrder` if there is no such thing."""
    if not 0 < len(subject) <= 80:
        raise BadOrder("Name what the order is about, in at most 80 characters.")
    if kind in ("hide", "close"):
        _find_table(connection, subject)
        return subject
    if kind == "name":
        if not subject.strip("*? "):
            raise BadOrder("This pattern would ban every name.")
        return subject
    what, _, which = subject.partition(":")
    if what == "person":
        if not connection.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.id == which)).first():
            raise BadOrder(f"There is no person {which}. `basebash admin people` lists them.")
    elif what == "seat" and kind == "mute":
        table, _, seat = which.rpartition("/")
        if seat not in ("0", "1", "2", "3"):
            raise BadOrder("Name a seat as seat:TABLE/NUMBER; the first one has number 0.")
        _find_table(connection, table)
    elif what == "address" and kind == "block":
        return client_subject(_pseudonym(which, seeds))
    elif not (what == "client" and kind == "block"):
        ways = "person:ID or seat:TABLE/NUMBER" if kind == "mute" else "person:ID, address:ADDRESS or client:NAME"
        raise BadOrder(f"Name whom to {kind} as {ways}.")
    return subject


def _find_table(connection: sa.Connection, table: str) -> None:
    if not any(
        connection.execute(sa.select(found.c.id).where(found.c.id == table)).first() for found in (TABLES, LEAGUES)
    ):
        raise BadOrder(f"There is no table {table}. `basebash admin tables` lists them.")


def _pseudonym(address: str, seeds: SeedSecrets | None) -> str:
    """Return the pseudonym of an address: of an IPv6 address, that of its /64 network."""
    try:
        ipaddress.ip_address(address)
    except ValueError:
        raise BadOrder(f"{address} is not an IP address.") from None
    if seeds is None:
        raise BadOrder("Addresses are stored with the server's key. Name its file: --key FILE.")
    return seeds.pseudonym(client_of(address))


def list_orders(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return what is in force: kinds and subjects."""
    query = sa.select(MODERATION).order_by(MODERATION.c.kind, MODERATION.c.subject)
    return [(kind, subject) for kind, subject in connection.execute(query)]


def read_audit(connection: sa.Connection, limit: int = 50) -> list[AuditLine]:
    """Return the newest lines of the audit log, newest first."""
    query = sa.select(AUDIT.c.at, AUDIT.c.operator, AUDIT.c.action, AUDIT.c.subject, AUDIT.c.reason)
    return [AuditLine(*row) for row in connection.execute(query.order_by(AUDIT.c.number.desc()).limit(limit))]
