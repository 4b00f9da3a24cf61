"""The route table: every HTTP path of the server. Routes, rate limits and the OpenAPI document come from it."""

from __future__ import annotations

from functools import cache
from typing import Any

from basebash.server import messages
from basebash.server.http.endpoint import Endpoint, Query
from basebash.server.http.exchange import Request, Response
from basebash.server.http.game_routes import game_endpoints
from basebash.server.http.handlers.account import AccountHandlers
from basebash.server.http.handlers.days import DaysHandlers
from basebash.server.http.handlers.devices import DeviceHandlers
from basebash.server.http.handlers.friends import FriendHandlers
from basebash.server.http.handlers.leagues import LeagueHandlers
from basebash.server.http.handlers.mail import MailHandlers
from basebash.server.http.handlers.operations import OperationsHandlers
from basebash.server.http.handlers.pages import PageHandlers
from basebash.server.http.handlers.people import PeopleHandlers
from basebash.server.http.handlers.puzzles import PuzzleHandlers
from basebash.server.http.handlers.queue import QueueHandlers
from basebash.server.http.handlers.review import ReviewHandlers
from basebash.server.http.handlers.sharing import SharingHandlers
from basebash.server.http.handlers.tables import TableHandlers
from basebash.server.http.openapi import describe
from basebash.server.http.responses import BrieflyCached, json_response
from basebash.server.settings import Settings

_LINK = (Query("person", "string"), Query("token", "string"))


def route_table(  # the handlers of all subjects
    settings: Settings,
    tables: TableHandlers,
    review: ReviewHandlers,
    people: PeopleHandlers,
    devices: DeviceHandlers,
    account: AccountHandlers,
    friends: FriendHandlers,
    days: DaysHandlers,
    mail: MailHandlers,
    leagues: LeagueHandlers,
    queue: QueueHandlers,
    sharing: SharingHandlers,
    puzzles: PuzzleHandlers,
    operations: OperationsHandlers,
    pages: PageHandlers,
) -> list[Endpoint]:
    """Return all endpoints, the pages last."""
    endpoints = [
        *game_endpoints(settings, tables, review, puzzles),
        Endpoint(
            "POST", "/api/me", people.create, "Create a person with this device",
            body=messages.PersonRequest, response=messages.Device, status=201,
        ),
        Endpoint(
            "GET", "/api/me", people.own_page, "My page",
            response=messages.Me, auth="owner",
        ),
        Endpoint(
            "PUT", "/api/me", people.change, "Change my name, and who may see my page",
            body=messages.PersonRequest, auth="owner",
        ),
        Endpoint(
            "DELETE", "/api/me", people.delete, "Delete my data",
            body=messages.Goodbye, auth="owner",
        ),
        Endpoint(
            "GET", "/api/me/games", people.games, "My games",
            response=messages.Games, query=(Query("skip"),), auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/code", devices.make_code, "Make a code for another device",
            response=messages.DeviceCode, auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/device", devices.add, "Add this device with a code",
            body=messages.DeviceRequest, response=messages.Device,
        ),
        Endpoint(
            "GET", "/api/me/devices", devices.show_all, "My devices",
            response=messages.OwnDevices, auth="owner",
        ),
        Endpoint(
            "DELETE", "/api/me/devices/{device}", devices.sign_out, "Sign out a device", auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/recovery", devices.make_phrase, "Make a recovery phrase; it replaces an earlier one",
            response=messages.RecoveryPhrase, auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/recover", devices.recover, "Add this device with a recovery phrase",
            body=messages.RecoveryRequest, response=messages.Device,
        ),
        Endpoint(
            "GET", "/api/me/keys", account.keys, "My ways back without a device", response=messages.OwnKeys,
            auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/passkeys/options", account.passkey_options, "What the browser needs to make a passkey",
            response=messages.PasskeyOptions, auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/passkeys", account.add_passkey, "Add a passkey that the browser has made",
            body=messages.PasskeyRequest, auth="owner",
        ),
        Endpoint(
            "DELETE", "/api/me/passkeys/{passkey}", account.remove_passkey, "Remove a passkey", auth="owner",
        ),
        Endpoint(
            "POST", "/api/passkeys/options", account.sign_in_options, "What the browser needs to ask for a passkey",
            response=messages.PasskeyOptions,
        ),
        Endpoint(
            "POST", "/api/passkeys", account.sign_in, "Add this device with a passkey",
            body=messages.PasskeyRequest, response=messages.Device,
        ),
        Endpoint(
            "GET", "/api/me/puzzles", account.progress, "My puzzle progress",
            response=messages.PuzzleProgress, auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/puzzles", account.add_progress, "Combine my puzzle progress with that of this device",
            body=messages.PuzzleProgress, response=messages.PuzzleProgress, auth="owner",
        ),
        Endpoint(
            "GET", "/api/me/export", account.export, "Everything that is stored about me (zip)",
            cost=settings.save_cost, auth="owner",
        ),
        Endpoint(
            "GET", "/api/me/friends", friends.show_all, "Whom I follow, who follows me, and where friends are",
            response=messages.FriendList, cost=settings.replay_cost, auth="owner",
        ),
        Endpoint("PUT", "/api/me/friends/{person}", friends.follow, "Follow somebody", auth="owner"),
        Endpoint("DELETE", "/api/me/friends/{person}", friends.unfollow, "Stop following somebody", auth="owner"),
        Endpoint(
            "GET", "/api/me/invitations", friends.invitations, "Tables to which I am invited",
            response=messages.Invitations, auth="owner",
        ),
        Endpoint(
            "DELETE", "/api/me/invitations/{table}", friends.decline, "Decline an invitation", auth="owner",
        ),
        Endpoint(
            "POST", "/api/tables/{table}/invite", friends.invite, "Invite somebody who follows me",
            body=messages.InvitationRequest, auth="owner",
        ),
        *_league_endpoints(leagues),
        Endpoint(
            "GET", "/api/push", days.push_key, "The server's key for web push", response=messages.PushKey,
        ),
        Endpoint(
            "POST", "/api/me/push", days.subscribe, "Tell this device when it is my turn",
            body=messages.PushSubscription, auth="owner",
        ),
        Endpoint("DELETE", "/api/me/push", days.unsubscribe, "Tell this device nothing", auth="owner"),
        Endpoint(
            "GET", "/api/qr", sharing.qr, "A QR code of a page of this server (SVG)",
            query=(Query("link", "string"),),
        ),
        Endpoint(
            "GET", "/api/pictures/{kind}/{name}", sharing.picture, "The picture of a page's preview (PNG)",
            cost=settings.replay_cost,
        ),
        Endpoint(
            "GET", "/api/me/mail", mail.show, "My e-mail address", response=messages.OwnAddress, auth="owner",
        ),
        Endpoint(
            "PUT", "/api/me/mail", mail.set, "Tell me by e-mail, once I have confirmed the address",
            body=messages.AddressRequest, response=messages.OwnAddress, auth="owner",
        ),
        Endpoint("DELETE", "/api/me/mail", mail.remove, "Forget my address", auth="owner"),
        Endpoint(
            "POST", "/api/mail/confirm", mail.confirm, "Confirm an address with the link sent to it", query=_LINK,
        ),
        Endpoint(
            "POST", "/api/mail/off", mail.turn_off, "Forget an address with the link in every message", query=_LINK,
        ),
        Endpoint(
            "POST", "/api/me/vacation", days.begin_vacation, "Stop my clocks in games over days",
            body=messages.VacationRequest, response=messages.Vacation, auth="owner",
        ),
        Endpoint(
            "DELETE", "/api/me/vacation", days.end_vacation, "Have my clocks run again",
            response=messages.Vacation, auth="owner",
        ),
        Endpoint(
            "POST", "/api/queue", queue.seek, "Play someone now: wait for an opponent, or go on waiting",
            body=messages.QueueRequest, response=messages.QueueView, auth="owner",
        ),
        Endpoint("DELETE", "/api/queue", queue.leave, "Stop waiting for an opponent", auth="owner"),
        Endpoint(
            "POST", "/api/me/seats/{table}", devices.seats, "Tokens for my seats, for this device",
            response=messages.MySeats, auth="owner",
        ),
        Endpoint(
            "GET", "/api/people/{person}", people.page, "A page that its owner shows", response=messages.Person
        ),
        Endpoint(
            "GET", "/healthz", BrieflyCached(operations.health), "Whether the server and its database work",
            limit="light",
        ),
        Endpoint(
            "GET", "/metrics", operations.metrics, "Metrics in the format of Prometheus", limit="light"
        ),
        Endpoint(
            "GET", "/operator", operations.operator_page, "The operators' page", is_documented=False
        ),
    ]  # fmt: skip

    @cache
    def document() -> bytes:
        return messages.encode(describe(endpoints))

    async def openapi(_: Request) -> Response:
        return json_response(document())

    return [
        *endpoints,
        Endpoint("GET", "/openapi.json", openapi, "This document", limit="light", is_documented=False),
        Endpoint("GET", "/{path:path}", pages.page, "The browser client", limit="light", is_documented=False),
    ]


def _league_endpoints(leagues: LeagueHandlers) -> list[Endpoint]:
    league = "/api/leagues/{league}"
    return [
        Endpoint(
            "GET", "/api/leagues", leagues.show_all, "Leagues that are listed or mine",
            response=messages.LeagueList, auth="device",
        ),
        Endpoint(
            "POST", "/api/leagues", leagues.create, "Create a league",
            body=messages.LeagueRequest, response=messages.LeagueCreated, status=201, auth="owner",
        ),
        Endpoint("GET", league, leagues.show, "One league", response=messages.League, auth="device"),
        Endpoint(
            "POST", f"{league}/join", leagues.join, "Join a league",
            body=messages.LeagueJoin, response=messages.League, auth="owner",
        ),
        Endpoint("DELETE", f"{league}/join", leagues.leave, "Leave a league", response=messages.League, auth="owner"),
        Endpoint(
            "POST", f"{league}/start", leagues.start, "Start a league that I made",
            body=dict[str, Any], response=messages.League, auth="owner",
        ),
        Endpoint(
            "POST", f"{league}/settle", leagues.settle, "Decide a game of a league that I made",
            body=messages.LeagueSettle, response=messages.League, auth="owner",
        ),
    ]  # fmt: skip
