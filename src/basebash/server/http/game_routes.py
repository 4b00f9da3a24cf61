"""The paths of everything that has to do with games. They are answered in a web page too."""

from __future__ import annotations

from basebash.server import messages
from basebash.server.http.endpoint import Endpoint, Query
from basebash.server.http.handlers.catalogue import get_catalogue
from basebash.server.http.handlers.pack_icons import get_pack_icon
from basebash.server.http.handlers.puzzles import PuzzleHandlers
from basebash.server.http.handlers.review import ReviewHandlers
from basebash.server.http.handlers.tables import TableHandlers
from basebash.server.http.responses import BrieflyCached
from basebash.server.settings import Settings

_STEP = Query("step", description="How many answers have been given.")
_AS = Query("as", "string", "The number of a seat, or all.")


def game_endpoints(
    settings: Settings, tables: TableHandlers, review: ReviewHandlers, puzzles: PuzzleHandlers
) -> list[Endpoint]:
    """Return the endpoints of the catalogue, tables, reviews and puzzles."""
    replay_cost, save_cost = settings.replay_cost, settings.save_cost
    table = "/api/tables/{table}"
    return [
        Endpoint("GET", "/api/catalogue", get_catalogue, "All factions and cards", response=messages.Catalogue),
        Endpoint(
            "GET", "/api/packs/{pack}/{icon}", get_pack_icon, "The icon of a pack's faction (SVG)", limit="light"
        ),
        Endpoint("GET", "/api/tables", BrieflyCached(tables.lobby), "The lobby", response=messages.TableList),
        Endpoint(
            "GET", "/api/live", BrieflyCached(tables.live), "Listed games that are being played",
            response=messages.TableList,
        ),
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
        Endpoint("GET", "/api/puzzles", puzzles.show_all, "All puzzles", response=messages.PuzzleList),
        Endpoint(
            "POST", "/api/puzzles/{puzzle}", puzzles.attempt, "A puzzle's position after the answers of an attempt",
            body=messages.PuzzleRequest, response=messages.PuzzleTry, cost=replay_cost, auth="device",
        ),
        Endpoint(
            "GET", "/api/puzzles/{puzzle}/help", puzzles.help, "A hint and the solution", response=messages.PuzzleHelp
        ),
    ]  # fmt: skip
