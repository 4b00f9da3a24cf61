"""Personal pages, tables before the start and after the end, absent players, and a page without its server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Game, Person, Server, open_options
from tests.browser.test_access import check_with_axe
from tests.server.helpers import Player, play_on

FACTIONS = [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]]
TWO = {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}], "factions": FACTIONS, "name": "Friday"}


def is_anns_turn(ann: Player) -> bool:
    """Whether Ann is asked something that no page answers by itself."""
    return ann.question is not None and ann.question["kind"] == "main"


def is_bens_turn(player: Player) -> bool:
    return bool(player.state["view"]["asked"] == 1)


def sits_down(ann: Person, server: Server, is_there: Callable[[Player], object]) -> tuple[Person, Game]:
    """At a table with Ben, where it has come to something."""
    game = Game(server, TWO)
    game.play_until(is_there)
    ann.sit(game.table, 0, game.token)
    expect(ann.board).to_be_visible()
    return ann, game


def begin(ann: Person) -> str:
    """Ann gives herself a name on her page; return the secret of her device."""
    ann.go("/me")
    ann.page.get_by_label("Name at the table").fill(ann.name)
    ann.button("Save").click()
    expect(ann.page.get_by_role("heading", name="Your data")).to_be_visible()
    secret = ann.page.evaluate("JSON.parse(localStorage['basebash.device'])")
    assert isinstance(secret, str)
    return secret


def finished(server: Server, secret: str) -> None:
    """A rated game against a bot to its end: one to the usual 15 points."""
    server.finished_game()  # the first bot of a server takes long to come
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
    made = server.post("/api/tables", {"seats": seats, "name": "Lunch", "factions": FACTIONS}, secret)
    with Player(server.url, made["table"], made["token"]) as player:
        play_on([player], lambda state: state["over"])


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_my_page_on_two_devices(person: MakePerson, server: Server, theme: str) -> None:
    ann = person(f"Ann {theme}", theme=theme)
    secret = begin(ann)
    finished(server, secret)
    made = server.post("/api/tables", TWO, secret)
    ben = server.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
    ann.page.reload()
    games = ann.page.get_by_role("region", name="Games", exact=True)
    expect(games).to_contain_text("1 in all")
    expect(games.get_by_role("row", name=re.compile("Lunch"))).to_contain_text(re.compile("1st|2nd"))
    expect(ann.page.get_by_role("region", name="How you do")).to_contain_text(re.compile("Easy *provisional"))
    expect(games).to_contain_text(re.compile(r"Easy 1200 → \d+: (1st|2nd) against 1200 and was still a guess"))
    expect(ann.page.get_by_role("region", name="By faction").get_by_text("Dinosaurs")).to_be_visible()
    check_with_axe(ann)

    ann.button("Make a code").click()
    code = ann.page.locator(".dcode").inner_text()
    phone = person("", size=(390, 844), is_phone=True, theme=theme)
    phone.go(f"/me?code={code}")
    phone.button("Sign in").click()
    expect(phone.page.get_by_label("Name at the table")).to_have_value(f"Ann {theme}")
    expect(phone.page.get_by_role("region", name="Games", exact=True)).to_contain_text("1 in all")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    check_with_axe(phone)
    # The tables of the other device are this one's too, on every page.
    phone.go("/")
    expect(phone.page.get_by_role("link", name=re.compile("^(Go on|Your turn|Answer) Friday$"))).to_be_visible()
    phone.go("/me")
    phone.page.get_by_role("button", name=re.compile("^(Open|Your turn|Answer) Friday$")).click()
    expect(phone.hand.get_by_role("button")).to_have_count(5)

    ann.button("Delete my data …").click()
    dialog = ann.page.get_by_role("dialog", name="Delete my data")
    sure = dialog.get_by_role("button", name="Delete my data")
    expect(sure).to_be_disabled()
    dialog.get_by_role("textbox").fill(f"Ann {theme}")
    sure.click()
    expect(ann.page.get_by_text("Your data has been deleted.")).to_be_visible()
    phone.allowed = "401"
    phone.go("/me")
    expect(phone.page.get_by_text("Play a game, and it stands here.")).to_be_visible()
    with Player(server.url, made["table"], ben["token"]) as other:
        assert other.state["seats"][0]["name"] == "a player"


def test_every_page_shows_whose_turn_it_is(person: MakePerson, server: Server) -> None:
    ann, game = sits_down(person(), server, is_anns_turn)
    ann.go("/cards")
    expect(ann.page.locator("nav .nyt")).to_contain_text("1", timeout=30_000)
    expect(ann.page).to_have_title(re.compile(r"^\(1\) "))
    icon = ann.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/icon-waiting.svg")
    ann.go("/")
    expect(ann.page.get_by_role("link", name=re.compile("^Your turn "))).to_be_visible()
    # It is shown at another table too, but a table does not announce itself.
    other = server.post("/api/tables", TWO)
    server.post(f"/api/tables/{other['table']}/join", {"name": "Ben"})
    kept = {"table": other["table"], "name": "", "seats": [{"seat": 0, "token": other["token"]}], "at": 2}
    add = "(kept) => { localStorage[key] = JSON.stringify([kept, ...JSON.parse(localStorage[key])]) }"
    ann.page.evaluate(add.replace("key", "'basebash.tables'"), {**kept, "over": False})
    ann.go(f"/t/{other['table']}")
    expect(ann.page.get_by_role("link", name=re.compile("1 other table waits for you$"))).to_be_visible(timeout=30_000)
    ann.go(f"/t/{game.table}")
    expect(ann.question).to_be_visible()
    expect(icon).to_have_attribute("href", "/icon-waiting.svg")
    game.close()


def test_the_browser_notifies_you_of_your_turn_on_request(person: MakePerson, server: Server) -> None:
    ann = person()
    ann.context.add_init_script(
        "globalThis.sent = []; class Notice { static permission = 'granted'; constructor(text) { sent.push(text) } };"
        "globalThis.Notification = Notice;"
        "Object.defineProperty(document, 'hidden', { get: () => globalThis.away ?? false })"
    )
    _, game = sits_down(ann, server, is_bens_turn)
    ann.button("Settings").click()
    ann.page.get_by_label("Notices of the browser").check()
    ann.page.keyboard.press("Escape")
    assert ann.page.evaluate("sent") == []
    ann.page.evaluate("globalThis.away = true")
    game.play_until(is_anns_turn)
    ann.page.wait_for_function("() => sent.length > 0")
    assert ann.page.evaluate("sent[0]") == "Friday: your turn"
    game.close()


def test_a_bot_plays_for_an_absent_player_until_they_are_back(person: MakePerson, server: Server) -> None:
    ann, game = sits_down(person(), server, is_bens_turn)
    game.close()
    away = ann.page.get_by_role("region", name="Somebody is away")
    expect(away).to_contain_text("Ben is away. Let a bot play?")
    check_with_axe(ann)
    away.get_by_role("button", name="Nudge").click()
    away.get_by_role("button", name="Let a bot play").click()
    expect(away).to_be_hidden()
    expect(ann.page.get_by_text("A bot is playing for Ben.").first).to_be_visible()
    ann.wait_until_asked()
    with Player(server.url, game.table, game.tokens[1]) as ben:
        ben.until(lambda state: not state["seats"][1]["stand_in"])
        expect(ann.page.get_by_text("Ben is back.").first).to_be_visible()


def test_a_bot_plays_for_me_when_i_say_so(person: MakePerson, server: Server) -> None:
    ann, game = sits_down(person(), server, is_anns_turn)
    ann.button("This table").click()
    ann.button("Let a bot play for me").click()
    mine = ann.page.get_by_role("region", name="A bot plays for you")
    expect(mine).to_be_visible()
    ann.wait_for_state(lambda state: state["seats"][0]["stand_in"])
    mine.get_by_role("button", name="I play again").click()
    expect(mine).to_be_hidden()
    game.close()


def test_phrases_are_seen_at_once(person: MakePerson, server: Server) -> None:
    ann = person()
    game = Game(server, TWO)
    ann.sit(game.table, 0, game.token)
    expect(ann.board).to_be_visible()
    game.players[1].send(type="phrase", phrase="nice_move")
    expect(ann.page.get_by_role("status").filter(has_text="Ben: Nice move")).to_be_visible()
    tab = ann.page.get_by_role("tab", name="Chat")
    expect(tab).to_contain_text("1")
    tab.focus()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("group", name="Quick phrases").get_by_role("button", name="Thanks").press("Enter")
    expect(ann.page.get_by_role("list", name="Messages")).to_contain_text("Thanks")
    assert game.players[1].read("chat", lambda line: line["seat"] == 0)["text"] == "Thanks"
    game.close()


def test_settings_change_before_the_start(person: MakePerson, server: Server) -> None:
    made = server.post("/api/tables", {**TWO, "waits": True, "factions": "random"})
    joined = server.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
    ann, ben = person("Ann"), person("Ben", size=(390, 844), is_phone=True)
    ann.sit(made["table"], 0, made["token"])
    ben.sit(made["table"], 1, joined["token"])
    ann.page.get_by_label("Goal").select_option("10")
    ann.page.get_by_label("Series").select_option("3")
    expect(ben.page.get_by_label("Goal")).to_have_value("10")
    expect(ben.page.get_by_label("Goal")).to_be_disabled()
    check_with_axe(ann)
    ann.page.get_by_role("button", name="Start", exact=True).click()
    expect(ann.page.get_by_role("region", name="Race to 10 victory points")).to_be_visible()
    expect(ben.board).to_be_visible()


def test_a_series_goes_on_with_the_same_and_with_other_factions(person: MakePerson, server: Server) -> None:
    ann = person()
    game = Game(server, {**TWO, "target_vp": 3, "series": 3})
    game.reaches(lambda player: player.state["over"])
    ann.sit(game.table, 0, game.token)
    expect(ann.page.get_by_text("Game 1 of at most 3")).to_be_visible()
    ann.button("Other factions").click()
    link = ann.page.get_by_role("link", name="To the next game")
    link.click()
    expect(ann.page.get_by_text("Everyone is here. Change what you like, and start.")).to_be_visible()
    expect(ann.page.get_by_role("combobox", name="Factions", exact=True)).to_have_value("random")
    game.close()


def test_a_rematch_takes_everyone_along_once_all_agree(person: MakePerson, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    game = Game(server, {**TWO, "target_vp": 2})
    game.reaches(lambda player: player.state["over"])
    for seat, somebody in enumerate((ann, ben)):
        token = game.players[seat].token
        assert token is not None
        somebody.sit(game.table, seat, token)
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_role("link", name="Go to the rematch")).to_be_visible()  # Ben has not agreed yet
    ben.page.get_by_role("link", name="Go to the rematch").click()
    for somebody in (ann, ben):
        somebody.page.wait_for_url(lambda url: "/t/" in url and not url.endswith(game.table))
        somebody.wait_for_state(lambda state: state["table"] != game.table and state["started"])
    ann.go(f"/t/{game.table}")  # it can still be looked at
    expect(ann.question.get_by_role("link", name="Story")).to_be_visible()
    game.close()


def test_a_series_against_bots_is_set_up_with_the_game(person: MakePerson) -> None:
    ann = person()
    ann.go("/")
    ann.link("Play bots").click()
    open_options(ann)
    # Nobody waits for anybody here, so there is nothing to say about who is away.
    expect(ann.page.get_by_label("Who is away")).to_have_count(0)
    ann.page.get_by_label("Series").select_option("Best of 3")
    expect(ann.page.locator(".options > summary")).to_contain_text("Best of 3")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.wait_for_state(lambda state: state["started"])
    assert ann.state["series"]["of"] == 3


def test_a_table_says_from_the_start_what_happens_if_a_player_is_away(person: MakePerson) -> None:
    ann = person()
    ann.go("/")
    ann.link("New table").click()
    open_options(ann)
    ann.page.get_by_label("Who is away").select_option("A bot, after 10 min")
    ann.page.get_by_label("Free talk").uncheck()
    ann.page.get_by_label("Series").select_option("Best of 5")
    ann.button("Open the table").click()
    ann.wait_for_state(lambda state: state["settings"])
    settings = ann.state["settings"]
    assert (settings["absent"], settings["talk"], settings["series"]) == (600, False, 5)


def test_the_page_opens_without_the_server_and_never_stays_old(person: MakePerson, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        ann = person(server=server, is_kept=True)
        ann.go("/")
        ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        ann.page.wait_for_function(
            "() => caches.match('/index.html', { cacheName: 'shell' }).then((found) => found !== undefined)"
        )
        ann.page.reload()
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        server.kill()
        ann.allowed = "ERR_"
        ann.page.reload()
        expect(ann.page.get_by_role("link", name="Basebash")).to_be_visible()
        expect(ann.page.get_by_role("status").filter(has_text="The server is away just now")).to_be_visible()
        server.start()
        expect(ann.page.get_by_text("The server is away just now")).to_be_hidden()
        # Another build on the server is the one that is shown.
        old = "new Response('<h1>Old</h1>', { headers: { 'content-type': 'text/html' } })"
        kept = "caches.match('/index.html', { cacheName: 'shell' }).then((found) => found.text())"
        home = ann.page.get_by_role("link", name="Basebash")

        def shows_the_new_one() -> bool:
            ann.page.evaluate(f"caches.open('shell').then((shell) => shell.put('/index.html', {old}))")
            ann.page.reload()
            expect(home.or_(ann.page.get_by_role("heading", name="Old"))).to_be_visible()
            ann.page.wait_for_function(f"() => {kept}.then((text) => !text.includes('Old'))")
            return home.is_visible()

        assert any(shows_the_new_one() for _ in range(5))  # a server that takes its time is not waited for
        manifest = server.get("/manifest.webmanifest")
        assert manifest["start_url"] == "/"
    finally:
        server.stop()
