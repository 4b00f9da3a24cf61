"""What links show where they are shared: meta tags, pictures and QR codes."""

from __future__ import annotations

import html
import io
import re
import urllib.request

import pytest
from PIL import Image

from basebash.server.http.handlers import pages
from tests.server.helpers import HttpError, Person, Server, play_on
from tools.servers import wait_for


def tags(server: Server, path: str) -> dict[str, str]:
    """The meta tags for sharing of a page."""
    with urllib.request.urlopen(server.url + path) as response:
        page = response.read().decode()
    return {
        name: html.unescape(content)
        for name, content in re.findall(r'property="(og:[a-z:_]+)" content="([^"]*)"', page)
    }


def picture(url: str) -> Image.Image:
    with urllib.request.urlopen(url) as response:
        assert response.headers["Content-Type"] == "image/png"
        return Image.open(io.BytesIO(response.read()))


@pytest.fixture(autouse=True)
def built_client() -> None:
    if not (pages.STATIC / "index.html").is_file():
        pytest.skip("the browser client has not been built")


def test_a_table_a_replay_a_story_and_a_puzzle(server: Server) -> None:
    ann, ben = server.pair(name='"Friday" & <b>', target_vp=3, factions=[["Ninjas", "Robots"], ["Zombies", "Pirates"]])
    with ann, ben:
        before = tags(server, f"/t/{ann.table}")
        assert before["og:title"] == 'Basebash: "Friday" & <b>'
        assert before["og:description"] == "Ann, Ben. Watch the game."
        assert before["og:url"] == f"{server.url}/t/{ann.table}"
        play_on([ann, ben], lambda state: state["over"])
        wait_for(lambda: tags(server, f"/t/{ann.table}") != before)
        over = ann.state["over"]
        names = " and ".join(("Ann", "Ben")[seat] for seat in over["winners"])
        points = " : ".join(str(vp) for _, vp in over["standings"])
    for kind, said in (("replay", "Step through the game."), ("story", "The story of the game.")):
        found = tags(server, f"/{kind}/{ann.table}")
        assert found["og:title"].startswith(f"Basebash: {names} win")
        assert found["og:title"].endswith(points)
        assert found["og:description"] == f"Ann: Ninjas + Robots; Ben: Zombies + Pirates. {said}"
        assert picture(found["og:image"]).size == (1200, 630)
    puzzle = server.get("/api/puzzles")["puzzles"][0]
    found = tags(server, f"/puzzles/{puzzle['id']}")
    assert found["og:title"] == f"Basebash puzzle: {puzzle['title']}"
    assert picture(found["og:image"]).size == (1200, 630)


def test_a_league_says_who_may_join_and_hidden_things_say_nothing(server: Server) -> None:
    ann = Person(server, "Ann")
    league = ann.ask("/api/leagues", {"name": "Friday club"})["league"]
    ann.ask(f"/api/leagues/{league}/join", {"name": "Ann"})
    found = tags(server, f"/leagues/{league}")
    assert found["og:title"] == "Basebash: Friday club"
    assert found["og:description"] == "A Swiss league, 1 member. Open to join."
    assert tags(server, "/") == tags(server, "/t/unknown") == tags(server, "/puzzles/unknown") == {}
    with pytest.raises(HttpError) as refused:
        server.get("/api/pictures/t/unknown.png")
    assert refused.value.status == 404


def test_a_qr_code_leads_only_to_this_server(server: Server) -> None:
    svg = server.get(f"/api/qr?link={server.url}/t/abc")["text"]
    assert svg.startswith("<svg")
    assert svg != server.get(f"/api/qr?link={server.url}/t/abd")["text"]
    for link in ("https://elsewhere.example/t/abc", "javascript:alert(1)", "", f"{server.url}/{'x' * 200}"):
        with pytest.raises(HttpError) as refused:
            server.get(f"/api/qr?link={link}")
        assert refused.value.code == "bad_request"
