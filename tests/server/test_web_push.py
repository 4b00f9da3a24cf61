"""Web push: the standards' example, and notices to players who are away from a game over days."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec.structs import replace

from basebash.server.people import web_push
from basebash.server.people.web_push import decode, encode
from basebash.server.storage.schema import SUBSCRIPTIONS
from tests.server.helpers import FAST, HttpError, Json, Person, Player, Server, http, play_on, sqlite_url
from tests.server.push_service import PushService
from tests.server.test_devices import add_device, devices_of
from tools.servers import wait_for

DAY = 24 * 3600


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.close()


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[Server]:
    settings = replace(FAST, push_services=(service.origin, "https://*.push.example"), notice_delay_seconds=0.05)
    running = Server(sqlite_url(tmp_path), settings)
    yield running
    running.stop()


def subscribe(person: Person, subscription: Json) -> None:
    http(
        f"{person.server.url}/api/me/push",
        subscription,
        {"Authorization": f"Bearer {person.secret}", "Origin": person.server.url},
    )


def subscribed(server: Server) -> int:
    count = sa.select(sa.func.count()).select_from(SUBSCRIPTIONS)
    engine = sa.create_engine(server.store.url)
    with engine.connect() as connection:
        found: int = connection.execute(count).scalar_one()
    engine.dispose()
    return found


def pair(server: Server, name: str = "Slow") -> tuple[Person, Person, Player, Player]:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    one = ann.table({"kind": "open"}, clock=DAY, name=name, target_vp=15)
    other = ben.join(one.table)
    one.until(lambda state: state["started"])
    return ann, ben, one, other


def turn_to(seat: int, one: Player, other: Player) -> None:
    """Play until it is a seat's turn and then the other's, so that it can become theirs again."""
    play_on([one, other], lambda state: state["view"]["asked"] == 1 - seat and state["answers"] > 0)


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    receiver = decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    number = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = web_push.encrypt(
        b"When I grow up, I want to be a watermelon",
        receiver,
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
        sender=ec.derive_private_key(number, ec.SECP256R1()),
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_whoever_is_away_is_told_that_it_is_their_turn(server: Server, service: PushService) -> None:
    _, ben, one, other = pair(server)
    subscribe(ben, service.subscription)
    turn_to(1, one, other)
    other.close()
    wait_for(lambda: server.table(one.table).audience.present_seats() == {0})
    while one.state["view"]["asked"] == 0:
        one.answer()
    assert service.next() == {"title": "Slow: your turn", "path": f"/t/{one.table}", "tag": one.table}
    [claims] = service.claims
    assert (claims["aud"], claims["sub"]) == (service.origin, server.url)
    assert claims["key"] == server.get("/api/push")["key"]
    one.close()


def test_a_new_round_of_a_league_is_announced_to_its_players(server: Server, service: PushService) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    league = ann.ask("/api/leagues", {"name": "Club", "factions": "random", "target_vp": 3})["league"]
    for person, name in ((ann, "Ann"), (ben, "Ben")):
        person.ask(f"/api/leagues/{league}/join", {"name": name})
    subscribe(ben, service.subscription)
    table = ann.ask(f"/api/leagues/{league}/start", {})["games"][0]["games"][0]["table"]
    assert service.next() == {"title": "Club, round 1: you play Ann", "path": f"/t/{table}", "tag": table}


def test_whoever_is_at_the_table_is_not_told(server: Server, service: PushService) -> None:
    ann, ben, one, other = pair(server)
    for person in (ann, ben):
        subscribe(person, service.subscription)
    play_on([one, other], lambda state: state["answers"] >= 6)
    assert service.is_quiet
    one.close()
    other.close()


def test_a_subscription_ends_with_the_browsers_the_device_and_the_account(server: Server, service: PushService) -> None:
    ann, ben, one, other = pair(server)
    subscribe(ben, service.subscription)
    subscribe(ben, service.subscription)  # again from the same device
    assert subscribed(server) == 1
    service.status = 410
    turn_to(1, one, other)
    other.close()
    wait_for(lambda: server.table(one.table).audience.present_seats() == {0})
    while one.state["view"]["asked"] == 0:
        one.answer()
    service.next()
    wait_for(lambda: subscribed(server) == 0)
    one.close()

    phone = add_device(ann)
    for device in (ann, phone):
        subscribe(device, service.subscription)
    assert subscribed(server) == 2
    [other_device] = [device["id"] for device in devices_of(ann) if not device["is_this"]]
    ann.ask(f"/api/me/devices/{other_device}", None, "DELETE")
    assert subscribed(server) == 1
    ann.ask("/api/me/push", None, "DELETE")
    assert subscribed(server) == 0
    subscribe(ann, service.subscription)
    ann.ask("/api/me", {"name": "Ann"}, "DELETE")
    assert subscribed(server) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://internal.example/admin"},
        {"endpoint": "https://user@a.push.example/1"},
        {"endpoint": "https://evil.example\\.push.example/1"},
        {"endpoint": "http://a.push.example/1"},
        {"endpoint": "https://a.push.example:99999/1"},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
    ],
)
def test_only_known_push_services_are_sent_anything(server: Server, service: PushService, change: Json) -> None:
    ann = Person(server, "Ann")
    with pytest.raises(HttpError) as error:
        subscribe(ann, {**service.subscription, **change})
    assert error.value.code == "bad_request"
    subscribe(ann, {**service.subscription, "endpoint": "https://a.push.example/1"})
