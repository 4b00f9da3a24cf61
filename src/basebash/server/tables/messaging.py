"""What a message of a client asks for at its table, whatever connection brings it."""

from __future__ import annotations

import time

import msgspec

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.metrics import TableMetrics
from basebash.server.tables.client import Client
from basebash.server.tables.table import Table


def decode(raw: str | bytes) -> messages.ClientMessage:
    """Return a message from a client; `Refused` if it is not one."""
    try:
        return messages.decode_client(raw)
    except msgspec.MsgspecError as error:
        raise Refused("bad_message", f"Invalid message: {error}.") from None
    except (UnicodeError, RecursionError):
        raise Refused("bad_message", "Invalid message.") from None


def expect_hello(message: messages.ClientMessage) -> messages.Hello:
    """Return the first message of a connection; `Refused` if it does not name a table."""
    if not isinstance(message, messages.Hello):
        raise Refused("hello_first", 'Name the table first: {"type":"hello","table":...,"token":...}.')
    return message


def next_text(table: Table, client: Client) -> bytes | None:
    """Return what the client is sent next; None if nothing waits."""
    if client.outbox:
        return client.outbox.pop(0)
    if client.wants_state and not client.is_dismissed:
        client.wants_state = False
        return table.states.state_for(client)
    return None


async def handle(  # noqa: C901  # a list
    table: Table, client: Client, message: messages.ClientMessage, metrics: TableMetrics
) -> None:
    """Do what a message asks for; `Refused` if that is not possible."""
    match message:
        case messages.Answer():
            started = time.perf_counter()
            await table.answering.answer(client, message)
            metrics.seconds.observe(time.perf_counter() - started)
        case messages.AskPreview():
            table.previews.preview(client, message.number)
        case messages.AskHint():
            table.previews.hint(client, message.number)
        case messages.Explain():
            table.previews.explain(client, message)
        case messages.Undo():
            await table.takebacks.undo(client)
        case messages.Consent():
            await table.takebacks.consent(client, yes=message.yes)
        case messages.Settle():
            await table.takebacks.settle(client, message.way)
        case messages.Resign():
            await table.takebacks.resign(client)
        case messages.Start():
            await table.seating.start(client)
        case messages.Change():
            await table.seating.change_settings(client, message.settings)
        case messages.Rematch():
            await table.rematches.rematch(client, message.factions)
        case messages.Pick():
            await table.picking.pick(client, message)
        case messages.Collect():
            await table.picking.collect(client, message.collection)
        case messages.StandIn():
            await table.absence.stand_in(client, message.seat, yes=message.yes)
        case messages.Nudge():
            await table.absence.nudge(client, message.seat)
        case messages.Phrase():
            await table.chat.say_phrase(client, message.phrase)
        case messages.Report():
            await table.chat.report(client, message.number)
        case messages.Chat():
            await table.chat.say(client, message.text)
        case messages.Ping():
            client.send(messages.Pong())
        case messages.Hello():
            raise Refused("bad_message", "You are at a table already; open another connection.")
