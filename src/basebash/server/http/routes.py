"""The route table: every HTTP path of the server. Routes, rate limits and the OpenAPI document come from it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from basebash.server import messages
from basebash.server.http.endpoint import Endpoint, Query
from basebash.server.http.handlers.account import AccountHandlers
from basebash.server.http.handlers.catalogue import get_catalogue
from basebash.server.http.handlers.devices import DeviceHandlers
from basebash.server.http.handlers.friends import FriendHandlers
from basebash.server.http.handlers.operations import OperationsHandlers
from basebash.server.http.handlers.pack_icons import get_pack_icon
from basebash.server.http.handlers.pages import PageHandlers
from basebash.server.http.handlers.people import PeopleHandlers
from basebash.server.http.handlers.puzzles import PuzzleHandlers
from basebash.server.http.handlers.review import ReviewHandlers
from basebash.server.http.handlers.tables import TableHandlers
from basebash.server.http.openapi import describe
from basebash.server.http.responses import BrieflyCached, json_response
from basebash.server.settings import Settings

_STEP = Query("step", description="How many answers have been given.")
_AS = Query("as", "string", "The number of a seat, or all.")


def route_table(  # the handlers of all subjects
    settings: Settings,
    tables: TableHandlers,
    review: ReviewHandlers,
    people: PeopleHandlers,
    devices: DeviceHandlers,
    account: AccountHandlers,
    friends: FriendHandlers,
    puzzles: PuzzleHandlers,
    operations: OperationsHandlers,
    pages: PageHandlers,
) -> list[Endpoint]:
    """Return all endpoints, the pages last."""
    replay_cost, save_cost = settings.replay_cost, settings.save_cost
    table = "/api/tables/{table}"
    endpoints = [
        Endpoint("GET", "/api/catalogue", get_catalogue, "All factions and cards", response=messages.Catalogue),
        Endpoint(
            "GET", "/api/packs/{pack}/{icon}", get_pack_icon, "The icon of a pack's faction (SVG)", limit="light"
        ),
        Endpoint("GET", "/api/tables", BrieflyCached(tables.lobby), "The lobby", response=messages.TableList),
        Endpoint(
            "POST", "/api/tables", tables.create, "Create a table",
            body=messages.TableRequest, response=messages.Created, status=201, auth="device",
        ),
        Endpoint("GET", table, tables.show, "One table", response=messages.TableEntry),
        Endpoint(
            "POST", f"{table}/join", tables.join, "Take an open seat",
            body=messages.JoinRequest, response=messages.Joined, auth="device",
        ),
        Endpoint(
            "GET", f"{table}/replay", review.replay,
            "A game after some answers: a finished one, or as the token's seat or a spectator sees it",
            response=messages.Replay, cost=replay_cost, query=(_STEP, _AS), auth="seat",
        ),
        Endpoint("GET", f"{table}/save", review.save, "A save file", cost=save_cost, auth="seat"),
        Endpoint(
            "GET", f"{table}/story", review.story, "How a finished game came about",
            response=messages.Story, cost=save_cost,
        ),
        Endpoint(
            "GET", f"{table}/analysis", review.analysis, "An analysis as far as it has come",
            response=messages.Analysis, auth="seat",
        ),
        Endpoint(
            "POST", f"{table}/analysis", review.start_analysis, "Start or continue an analysis",
            response=messages.Analysis, cost=save_cost, auth="seat",
        ),
        Endpoint(
            "DELETE", f"{table}/analysis", review.stop_analysis, "Stop an analysis and keep what was found",
            response=messages.Analysis, auth="seat",
        ),
        Endpoint(
            "GET", f"{table}/advice", review.advice, "What a bot would have done at a step",
            response=messages.AnalysisMoment, cost=save_cost, query=(_STEP,), auth="seat",
        ),
        Endpoint(
            "POST", f"{table}/play-on", review.play_on, "Create a table that continues a finished game against bots",
            body=messages.PlayOn, response=messages.PlayedOn, status=201, cost=save_cost, auth="device",
        ),
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
            "GET", "/api/me/export", account.export, "Everything that is stored about me (zip)", cost=save_cost,
            auth="owner",
        ),
        Endpoint(
            "GET", "/api/me/friends", friends.show_all, "Whom I follow, who follows me, and where friends are",
            response=messages.FriendList, cost=replay_cost, auth="owner",
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
            "POST", f"{table}/invite", friends.invite, "Invite somebody who follows me",
            body=messages.InvitationRequest, auth="owner",
        ),
        Endpoint(
            "POST", "/api/me/seats/{table}", devices.seats, "Tokens for my seats, for this device",
            response=messages.MySeats, auth="owner",
        ),
        Endpoint(
            "GET", "/api/people/{person}", people.page, "A page that its owner shows", response=messages.Person
        ),
        Endpoint("GET", "/api/puzzles", puzzles.show_all, "All puzzles", response=messages.PuzzleList),
        Endpoint(
            "POST", "/api/puzzles/{puzzle}", puzzles.attempt, "A puzzle's position after the answers of an attempt",
            body=messages.PuzzleRequest, response=messages.PuzzleTry, cost=replay_cost, auth="device",
        ),
        Endpoint(
            "GET", "/api/puzzles/{puzzle}/help", puzzles.help, "A hint and the solution", response=messages.PuzzleHelp
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
    document = messages.encode(describe(endpoints))

    async def openapi(_: Request) -> Response:
        return json_response(document)

    return [
        *endpoints,
        Endpoint("GET", "/openapi.json", openapi, "This document", limit="light", is_documented=False),
        Endpoint("GET", "/{path:path}", pages.page, "The browser client", limit="light", is_documented=False),
    ]
