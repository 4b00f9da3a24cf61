"""E-mail, if the operator has set up a mail server: only to addresses that their owners have confirmed.

The links in a message are signed with a key that follows from the key for seeds, so no secret of theirs is stored.
"""

from __future__ import annotations

import asyncio
import hmac
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any, Literal
from urllib.parse import urlencode

import sqlalchemy as sa

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.logs import log
from basebash.server.settings import Settings
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.storage.schema import ADDRESSES, PLAYS
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.storage.store import Store

_SECONDS = 20  # that the mail server may take
_CONFIRM_SECONDS = 3 * 24 * 3600
_MAX_SENT_AT_ONCE = 4
_SMTPS = 465  # the port on which a connection is encrypted from its beginning

Purpose = Literal["confirm", "off"]


class Mail:
    """The addresses of all people, and what is sent to them."""

    def __init__(self, store: Store, seeds: SeedSecrets, settings: Settings) -> None:
        self._store = store
        self._key = seeds.secret_for("mail")
        self._settings = settings
        self._free = asyncio.Semaphore(_MAX_SENT_AT_ONCE)

    @property
    def is_possible(self) -> bool:
        """Whether the operator has set up e-mail."""
        return bool(self._settings.smtp_host and self._settings.mail_from and self._settings.public_url)

    async def of_person(self, owner: Owner) -> messages.OwnAddress:
        """Return a person's address, and whether it is confirmed."""
        row = await self._row(owner.id)
        if row is None:
            return messages.OwnAddress(self.is_possible, "", confirmed=False)
        return messages.OwnAddress(self.is_possible, row.address, confirmed=row.is_confirmed)

    async def set(self, owner: Owner, address: str) -> None:
        """Note a person's address, and send it the link that confirms it."""
        values = {
            "person_id": owner.id, "address": address, "is_confirmed": False, "created": self._store.clock.now(),
        }  # fmt: skip

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(ADDRESSES).where(ADDRESSES.c.person_id == owner.id))
            connection.execute(sa.insert(ADDRESSES), values)

        await self._store.do(job)
        text = (
            "Somebody, probably you, wants to be told at this address when it is their turn at Basebash.\n\n"
            f"Confirm it here: {self._link('confirm', owner.id, address)}\n\n"
            "If that was not you, do nothing: you will get no other message.\n"
        )
        await self._send(owner.id, address, "Confirm your address", text)

    async def confirm(self, person: str, token: str) -> bool:
        """Confirm an address; False if the link is wrong or too old, or the address is no longer this person's."""
        row = await self._row(person)
        is_late = row is None or row.created < self._store.clock.now() - _CONFIRM_SECONDS
        if row is None or is_late or not self._fits("confirm", person, row.address, token):
            return False
        note = sa.update(ADDRESSES).where(ADDRESSES.c.person_id == person, ADDRESSES.c.address == row.address)
        await self._store.do(lambda connection: connection.execute(note.values(is_confirmed=True)))
        return True

    async def turn_off(self, person: str, token: str) -> bool:
        """Forget an address at the request of whoever reads its mail; False if the link is wrong."""
        row = await self._row(person)
        if row is None or not self._fits("off", person, row.address, token):
            return False
        await self.remove(person)
        return True

    async def remove(self, person: str) -> None:
        """Forget a person's address."""
        delete = sa.delete(ADDRESSES).where(ADDRESSES.c.person_id == person)
        await self._store.do(lambda connection: connection.execute(delete))

    async def remove_unconfirmed(self) -> None:
        """Forget addresses that nobody has confirmed in time."""
        late = sa.and_(~ADDRESSES.c.is_confirmed, ADDRESSES.c.created < self._store.clock.now() - _CONFIRM_SECONDS)
        await self._store.do(lambda connection: connection.execute(sa.delete(ADDRESSES).where(late)))

    async def your_turn(self, table: str, name: str, seat: int) -> None:
        """Tell the person at a seat that it is their turn, if they have confirmed an address."""
        if not self.is_possible:
            return
        query = (
            sa.select(ADDRESSES.c.person_id, ADDRESSES.c.address)
            .join(PLAYS, PLAYS.c.person_id == ADDRESSES.c.person_id)
            .where(PLAYS.c.table_id == table, PLAYS.c.seat == seat, ADDRESSES.c.is_confirmed)
        )
        await self._write_to(query, f"{name}: your turn" if name else "Your turn", "It is your turn", table)

    async def tell(self, person: str, about: str, table: str) -> None:
        """Tell a person something about a table, if they have confirmed an address."""
        query = sa.select(ADDRESSES.c.person_id, ADDRESSES.c.address)
        query = query.where(ADDRESSES.c.person_id == person, ADDRESSES.c.is_confirmed)
        if self.is_possible:
            await self._write_to(query, about, "Your game is ready", table)

    async def _write_to(self, query: sa.Select[Any], subject: str, text: str, table: str) -> None:
        try:
            row = await self._store.do(lambda connection: connection.execute(query).first(), writes=False)
        except DatabaseUnavailable:  # logged already
            return
        if row is not None:
            link = f"{self._settings.public_url.rstrip('/')}/t/{table}"
            await self._send(row.person_id, row.address, subject, f"{text}: {link}\n")

    async def _row(self, person: str) -> Any:
        query = sa.select(ADDRESSES.c.address, ADDRESSES.c.is_confirmed, ADDRESSES.c.created)
        query = query.where(ADDRESSES.c.person_id == person)
        return await self._store.do(lambda connection: connection.execute(query).first(), writes=False)

    # ------------------------------------------------------------------------------------------- links
    def _token(self, purpose: Purpose, person: str, address: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{person}\0{address}".encode(), "sha256").hexdigest()[:40]

    def _fits(self, purpose: Purpose, person: str, address: str, token: str) -> bool:
        return hmac.compare_digest(self._token(purpose, person, address).encode(), token.encode())

    def _link(self, purpose: Purpose, person: str, address: str, path: str = "mail") -> str:
        query = urlencode({"person": person, "token": self._token(purpose, person, address)})
        return f"{self._settings.public_url.rstrip('/')}/{path}/{purpose}?{query}"

    # ------------------------------------------------------------------------------------------- sending
    async def _send(self, person: str, address: str, subject: str, text: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._settings.mail_from, address, f"Basebash: {subject}"
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="basebash.invalid")
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{self._link('off', person, address, 'api/mail')}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(f"{text}\n--\nNo more of these: {self._link('off', person, address)}\n")
        async with self._free:
            try:
                await asyncio.to_thread(self._deliver, message)
            except (OSError, smtplib.SMTPException) as error:
                log.warning("a message could not be sent", error=type(error).__name__)  # it could name the address

    def _deliver(self, message: EmailMessage) -> None:
        with self._mail_server() as server:
            if self._settings.smtp_user:
                server.login(self._settings.smtp_user, self._settings.smtp_password)
            server.send_message(message)

    def _mail_server(self) -> smtplib.SMTP:
        """Connect to the mail server. A password is only sent to the server whose certificate bears this name."""
        host, port = self._settings.smtp_host, self._settings.smtp_port
        checked = ssl.create_default_context()
        if port == _SMTPS:
            return smtplib.SMTP_SSL(host, port, timeout=_SECONDS, context=checked)
        server = smtplib.SMTP(host, port, timeout=_SECONDS)
        try:
            if self._settings.smtp_user:
                server.starttls(context=checked)
        except (OSError, smtplib.SMTPException):
            server.close()
            raise
        return server
