"""Bodies of the HTTP API: people, their devices and their pages."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from basebash.server.messages.fields import Against, Name, Unrated
from basebash.server.messages.tables import SeatToken, TableEntry


class PersonRequest(Struct, forbid_unknown_fields=True):
    """Who I am. `public`: others may see my page."""

    name: Name
    public: bool = False


class Device(Struct):
    """This device belongs to me now: its secret."""

    secret: str
    name: str


class DeviceRequest(Struct, forbid_unknown_fields=True):
    """The code that another of my devices shows."""

    code: Annotated[str, Meta(min_length=4, max_length=80)]


class DeviceCode(Struct):
    """What to type on another device, once, within this many seconds."""

    code: str
    seconds: int


class OwnDevice(Struct):
    """One of my devices: a browser and a system as far as they are known, and when it was last used (within an hour).

    `is_this`: the one that asks.
    """

    id: str
    label: str
    created: float
    seen: float
    is_this: bool


class OwnDevices(Struct):
    """My devices, this one first."""

    devices: list[OwnDevice]


class OwnPasskey(Struct):
    """One of my passkeys, named after the browser and system that made it."""

    id: str
    label: str
    created: float


class OwnKeys(Struct):
    """My ways back if all devices are lost: when my recovery phrase was made, if I have one, and my passkeys."""

    phrase_since: float | None
    passkeys: list[OwnPasskey]


class RecoveryPhrase(Struct):
    """My new recovery phrase. It cannot be shown again, and earlier ones are no longer valid."""

    phrase: str


class RecoveryRequest(Struct, forbid_unknown_fields=True):
    """A recovery phrase, which makes this device mine."""

    phrase: Annotated[str, Meta(min_length=4, max_length=200)]


class PasskeyOptions(Struct):
    """What the browser needs to make or to ask for a passkey: WebAuthn's options, as JSON."""

    options: str


class PasskeyRequest(Struct, forbid_unknown_fields=True):
    """What the browser has responded: a WebAuthn credential, as JSON."""

    credential: Annotated[str, Meta(max_length=8000)]


class Friend(Struct):
    """Somebody I follow, or who follows me. `table`: where they are now, if we follow each other."""

    id: str
    name: str
    public: bool
    followed: bool
    follows: bool
    table: TableEntry | None = None


class Met(Struct):
    """Somebody I have played with and do not follow."""

    id: str
    name: str


class FriendList(Struct):
    """Whom I follow and who follows me, and whom I have met lately."""

    friends: list[Friend]
    met: list[Met]


class InvitationRequest(Struct, forbid_unknown_fields=True):
    """Invite somebody who follows me to a table at which I sit."""

    person: Annotated[str, Meta(max_length=16)]


class Invitation(Struct):
    """A table to which somebody invites me."""

    by: str
    table: TableEntry


class Invitations(Struct):
    """The tables to which I am invited, newest first."""

    invitations: list[Invitation]


class Goodbye(Struct, forbid_unknown_fields=True):
    """Delete my data. The name confirms it."""

    name: str


class MySeats(Struct):
    """Tokens for my seats at a table, for this device."""

    table: str
    name: str
    seats: list[SeatToken]


class MyTable(Struct):
    """A table at which I sit, and my seat."""

    seat: int
    table: TableEntry


class RatingChange(Struct):
    """How a game moved one of my ratings, and why.

    `place`: mine among these opponents, whose ratings were `opponents`. `weight`: how much the game counted; less than
    1 after recent games against the same person. `provisional`: the rating was still a guess, so it moved further.
    """

    against: Against
    before: int
    after: int
    place: int
    opponents: list[int]
    weight: float = 1.0
    provisional: bool = False


class PlayedGame(Struct):
    """A game that I have finished: my place, all points from the best down, and whom I played against.

    `changes`: how it moved my ratings. `unrated`: why it did not.
    """

    table: str
    name: str
    at: float
    place: int
    points: list[int]
    factions: list[str]
    against: list[Against]
    changes: list[RatingChange] = []
    unrated: Unrated | None = None


class RatingView(Struct):
    """My rating against people or bots of one level, and its value after each of the last games.

    A new player and every bot have 1200; whoever has 200 more wins about two games of three. `uncertainty`: the
    standard deviation. `provisional`: there are too few games for more than a guess.
    """

    against: Against
    rating: int
    won: int
    lost: int
    course: list[int]
    uncertainty: int = 0
    provisional: bool = False


class FactionRecord(Struct):
    """My record with one faction. `last`: the last games, oldest first, true for won."""

    faction: str
    played: int
    won: int
    last: list[bool]


class Person(Struct):
    """A person's page, as others may see it."""

    id: str
    name: str
    played: int
    ratings: list[RatingView]
    factions: list[FactionRecord]


class OwnAddress(Struct):
    """Where I am told by e-mail that it is my turn. `possible`: the server sends e-mail."""

    possible: bool
    address: str
    confirmed: bool


class AddressRequest(Struct, forbid_unknown_fields=True):
    """Tell me by e-mail, once I have confirmed the address."""

    address: Annotated[str, Meta(max_length=254, pattern=r"^[^@\s<>,;:\"\\]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$")]


class PushKey(Struct):
    """The server's public key for `PushManager.subscribe`, as base64url; empty if there is no web push."""

    key: str


class PushSubscription(Struct, forbid_unknown_fields=True):
    """Where this device wants to be told that it is my turn: the parts of the browser's `PushSubscription`."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class Vacation(Struct, frozen=True):
    """Until when I am on vacation, if I am, and how many days of it I have left this year."""

    until: float | None
    days_left: int


class VacationRequest(Struct, forbid_unknown_fields=True):
    """Stop my clocks in games over days for some days."""

    days: Annotated[int, Meta(ge=1, le=60)]


class Me(Person):
    """My page. `games` are the newest."""

    public: bool
    created: float
    tables: list[MyTable]
    games: list[PlayedGame]
    vacation: Vacation = Vacation(None, 0)


class Games(Struct):
    """Older games of mine."""

    games: list[PlayedGame]
