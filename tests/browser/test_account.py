"""An account on several devices: a phrase, a passkey, puzzle progress, friends and invitations."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Person, Server
from tests.browser.test_access import check_with_axe
from tests.browser.test_people import begin

PHONE = (390, 844)


@pytest.fixture
def named(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The server by a name, because passkeys do not belong to addresses."""
    monkeypatch.setattr(server, "url", server.url.replace("127.0.0.1", "localhost"))
    return server


def add_authenticator(person: Person) -> tuple[CDPSession, str]:
    """Give a browser an authenticator that agrees to everything."""
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def _signs_in_with_a_passkey(ann: Person, person: MakePerson) -> None:
    """Ann makes a passkey and uses it on another device, which has it from the same keychain."""
    ways = ann.page.get_by_role("region", name="If you lose this device")
    there, here = add_authenticator(ann)
    ways.get_by_role("button", name="Add a passkey").click()
    expect(ways.get_by_role("list", name="Your passkeys").get_by_role("listitem")).to_have_count(1)
    [credential] = there.send("WebAuthn.getCredentials", {"authenticatorId": here})["credentials"]
    tablet = person("", size=(820, 1180))
    tablet.go("/me")
    session, authenticator = add_authenticator(tablet)
    session.send("WebAuthn.addCredential", {"authenticatorId": authenticator, "credential": credential})
    tablet.button("Use a passkey").click()
    expect(tablet.page.get_by_label("Name at the table")).to_have_value("Ann")
    ann.page.reload()
    ways.get_by_role("button", name="Remove").click()
    expect(ways.get_by_role("list", name="Your passkeys")).to_be_hidden()


def test_a_phrase_and_a_passkey_bring_an_account_back(
    person: MakePerson, named: Server, tmp_path: Path, browser_name: str
) -> None:
    ann = person("Ann")
    begin(ann)
    puzzle = named.get("/api/puzzles")["puzzles"][0]["id"]
    tried = {puzzle: {"isSolved": True, "tries": 2, "hasHelp": False}}
    ann.page.evaluate("(tried) => { localStorage['basebash.puzzles'] = JSON.stringify(tried) }", tried)
    with ann.page.expect_response("**/api/me/puzzles"):
        ann.go("/puzzles")
    ann.go("/me")
    ways = ann.page.get_by_role("region", name="If you lose this device")
    ways.get_by_role("button", name="Make a recovery phrase").click()
    old = ways.locator(".words").inner_text()
    # The phrase was not kept, and the server died: both can be repaired.
    ann.allowed = "ERR_"
    named.kill()
    named.start()
    ann.page.reload()
    expect(ways).to_contain_text("You have a recovery phrase since")
    ways.get_by_role("button", name="Make a new phrase").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Make a new phrase").click()
    phrase = ways.locator(".words").inner_text()
    assert phrase != old
    check_with_axe(ann)

    phone = person("", size=PHONE, is_phone=True, theme="light")
    phone.allowed = "404"
    phone.go("/me")
    phone.page.get_by_label("Code or recovery phrase").fill(old)
    phone.button("Sign in").click()
    expect(phone.page.get_by_text("This phrase is wrong")).to_be_visible()
    phone.go(f"/me#phrase={phrase.replace(' ', '-')}")
    phone.page.reload()
    phone.button("Sign in").click()
    expect(phone.page.get_by_label("Name at the table")).to_have_value("Ann")
    assert "phrase" not in phone.page.url
    check_with_axe(phone)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    with phone.page.expect_response("**/api/me/puzzles"):
        phone.go("/puzzles")
    phone.page.wait_for_function(f"() => localStorage['basebash.puzzles']?.includes('{puzzle}')")
    phone.go("/me")
    file = phone.save(phone.button("Download everything"), tmp_path)
    with zipfile.ZipFile(file) as export:
        assert puzzle in export.read("data.json").decode()

    devices = ann.page.get_by_role("list", name="Your devices").get_by_role("listitem")
    if browser_name == "chromium":
        _signs_in_with_a_passkey(ann, person)
    ann.page.reload()
    signed_in = 3 if browser_name == "chromium" else 2
    expect(devices).to_have_count(signed_in)
    devices.filter(has_not_text="this device").first.get_by_role("button", name="Sign out").click()
    expect(devices).to_have_count(signed_in - 1)
    expect(ann.page.get_by_text("The device is signed out.")).to_be_visible()


def test_an_account_that_nobody_could_open_again_is_not_left_unasked(person: MakePerson, server: Server) -> None:
    ann, ben = person("Ann"), person("Ben")
    begin(ann)
    ann.button("Make a code").click()
    code = ann.page.locator(".dcode").inner_text()
    secret = begin(ben)
    server.post("/api/tables", {"seats": [{"kind": "me", "name": "Ben"}, {"kind": "open"}]}, secret)
    ben.go(f"/me?code={code}")
    expect(ben.page.get_by_role("heading", name="Your tables")).to_be_visible()
    ben.button("Sign in").click()
    dialog = ben.page.get_by_role("dialog", name="Leave the account of Ben on this device?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(ben.page.get_by_label("Name at the table")).to_have_value("Ben")
    ben.button("Sign in").click()
    dialog.get_by_role("button", name="Leave it").click()
    expect(ben.page.get_by_label("Name at the table")).to_have_value("Ann")


def test_friends_find_and_invite_each_other(person: MakePerson, server: Server) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), person("Cleo", size=PHONE, is_phone=True)
    for somebody in (ann, ben, cleo):
        begin(somebody)
    ann.page.get_by_label("Others may see my ratings").check()
    page = ann.page.get_by_role("link", name="As others see it").get_attribute("href")
    assert page is not None
    for somebody in (ben, cleo):
        somebody.go(page)
        somebody.button("Follow").click()
        expect(somebody.button("Unfollow")).to_be_visible()
    ann.page.reload()
    ann.button("Follow back Ben").click()
    expect(ann.page.get_by_role("region", name="Friends")).to_contain_text("Friend")

    secret = ann.page.evaluate("JSON.parse(localStorage['basebash.device'])")
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    made = server.post("/api/tables", {"seats": seats, "name": "Friday", "factions": "random"}, secret)
    ann.sit(made["table"], 0, made["token"])
    for name in ("Ben", "Cleo"):
        ann.button(f"Invite {name}").click()
        expect(ann.button(f"Invited {name}")).to_be_disabled()
    for somebody in (ann, ben, cleo):
        somebody.allowed = "ERR_"
    server.kill()
    server.start()
    ben.go("/me")
    expect(ben.page.get_by_role("region", name="Friends")).to_contain_text("at Friday")  # Ann's page is there again
    cleo.go("/")
    invitations = cleo.page.get_by_role("region", name="Invitations")
    expect(invitations).to_contain_text("Ann invites you")
    assert cleo.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    check_with_axe(cleo)
    invitations.get_by_role("button", name="Decline Friday").click()
    expect(invitations).to_be_hidden()
    cleo.go("/me")
    expect(cleo.page.get_by_role("region", name="Friends")).to_contain_text("You follow them")
    ben.page.get_by_role("region", name="Invitations").get_by_role("link", name="Join Friday").click()
    ben.button("Sit down").click()
    ann.wait_for_state(lambda state: state["seats"][1]["name"] == "Ben")
