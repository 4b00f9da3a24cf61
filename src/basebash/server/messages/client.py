"""WebSocket messages from the client."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from basebash.server.messages.fields import Collection, Count, FactionName, PhraseName, SeatNumber, TableId, Token
from basebash.server.messages.tables import TableSettings


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message. Without a token one watches. `since`: how many log lines the client still has."""

    table: TableId
    token: Token | None = None
    since: Count | None = None


class Answer(Struct, tag="answer", forbid_unknown_fields=True):
    """The answer to the open question. `number` is the `answers` of the state that showed the question."""

    number: Count
    picks: Annotated[list[Annotated[int, Meta(ge=0, le=10_000)]], Meta(max_length=200)]


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take back my last answer and everything after it."""


class Consent(Struct, tag="consent", forbid_unknown_fields=True):
    """Agree or disagree to the undo that another player asked for."""

    yes: bool


class Resign(Struct, tag="resign", forbid_unknown_fields=True):
    """Give up; a bot plays on."""


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """After the end: play again at a new table, where the same tokens are valid.

    `factions`: chosen `again` as the settings say, the `same`, or `other` ones, in which case the new table waits for
    its creator, who may change the settings first.
    """

    factions: Literal["again", "same", "other"] = "again"


class Change(Struct, tag="change", forbid_unknown_fields=True):
    """The creator changes the settings before the start."""

    settings: TableSettings


class Pick(Struct, tag="pick", forbid_unknown_fields=True):
    """Pick factions before the start, where players choose: two, or fewer to think again.

    `seat`: a bot that the creator picks for; null for your own seat.
    """

    factions: Annotated[list[FactionName], Meta(max_length=2)]
    seat: SeatNumber | None = None


class Collect(Struct, tag="collect", forbid_unknown_fields=True):
    """Say before the start which sets you have; none stands for all."""

    collection: Collection


class StandIn(Struct, tag="stand_in", forbid_unknown_fields=True):
    """Say whether a bot may play for this seat until its player is back.

    For your own seat it takes effect at once. For a player who is away it is a vote: a majority of the others who are
    here must agree.
    """

    seat: SeatNumber
    yes: bool


class Nudge(Struct, tag="nudge", forbid_unknown_fields=True):
    """Remind this player that everybody is waiting for them."""

    seat: SeatNumber


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """The creator starts before every seat is taken; bots take the open ones."""


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    """Say something to everyone at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Phrase(Struct, tag="phrase", forbid_unknown_fields=True):
    """Say one of the ready-made phrases, which is possible even where chat is switched off."""

    phrase: PhraseName


class Report(Struct, tag="report", forbid_unknown_fields=True):
    """Report a line of the chat to whoever runs the server."""

    number: Count


class Explain(Struct, tag="explain", forbid_unknown_fields=True):
    """Ask why a number is what it is. `card` is a minion or, for breakpoint and total, a base in play."""

    what: Literal["power", "breakpoint", "total"]
    card: Count
    player: SeatNumber | None = None


class Settle(Struct, tag="settle", forbid_unknown_fields=True):
    """Say what should become of a game that does not fit the current rules (`State.halted`); the others must agree.

    `go_on` from where it still fits, `keep` it as a replay, or wait until the server has the `older` rules again.
    """

    way: Literal["go_on", "keep", "older"]


class AskPreview(Struct, tag="preview", forbid_unknown_fields=True):
    """Ask what each option of my open question would lead to."""

    number: Count


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    """Ask what a bot would do at my open question. Only where `State.hints` says so."""

    number: Count


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Ask whether the server is there."""


ClientMessage = (
    Hello | Answer | Undo | Consent | Resign | Rematch | Start | Change | Pick | Collect | StandIn | Nudge | Chat
    | Phrase | Report | Explain | Settle | AskPreview | AskHint | Ping
)  # fmt: skip
