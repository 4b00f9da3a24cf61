"""Players pick their factions in the room, and collections limit what is dealt."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from basebash import FACTIONS
from tests.server.helpers import HttpError, Player, Server, play_on

CORE, LEVEL = "Core Set", "Awesome Level 9000"


def factions_of(name: str) -> set[str]:
    return {faction for faction, printed in FACTIONS.items() if printed.set_name == name}


class Room:
    """A table at which two people choose, with the creator connected."""

    def __init__(self, server: Server, *more_seats: dict[str, Any], **settings: Any) -> None:
        self.server = server
        self._exit = ExitStack()
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, *more_seats]
        made = server.post("/api/tables", {"seats": seats, "factions": "choose", **settings})
        self.table = made["table"]
        self.ann = self._exit.enter_context(Player(server.url, self.table, made["token"]))

    def join(self, name: str = "Ben", **more: Any) -> Player:
        token = self.server.post(f"/api/tables/{self.table}/join", {"name": name, **more})["token"]
        player: Player = self._exit.enter_context(Player(self.server.url, self.table, token))
        return player

    def close(self) -> None:
        self._exit.close()

    def __enter__(self) -> Room:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def test_the_game_starts_once_everybody_has_picked(server: Server) -> None:
    with Room(server) as room:
        ann = room.ann
        ann.send(type="pick", factions=["Ghosts", "Pirates"])
        ann.read("state", lambda state: state["seats"][0]["picked"])
        entry = server.get(f"/api/tables/{room.table}")
        assert entry["factions"] == "choose"
        assert [seat["factions"] for seat in entry["seats"]] == [["Ghosts", "Pirates"], []]
        ben = room.join()
        assert not ben.state["started"]
        assert ben.state["seats"][0]["factions"] == ["Ghosts", "Pirates"]
        assert ben.refused(type="pick", factions=["Pirates", "Robots"]) == "bad_request"  # Ann has them
        assert ben.refused(type="pick", factions=["Robots", "Robots"]) == "bad_request"
        assert ben.refused(type="pick", factions=["Robots", "Nobody"]) == "bad_request"
        assert ben.refused(type="pick", factions=["Robots", "Zombies"], seat=0) == "not_your_seat"
        ben.send(type="pick", factions=["robots"])
        ben.read("state", lambda state: state["seats"][1]["factions"] == ["Robots"])
        assert not ben.state["seats"][1]["picked"]
        ben.send(type="pick", factions=["robots", "zombies"])
        state = ben.read("state", lambda state: state["started"])
        assert [seat["factions"] for seat in state["seats"]] == [["Ghosts", "Pirates"], ["Robots", "Zombies"]]
        assert ben.refused(type="pick", factions=["Aliens", "Ninjas"]) == "already_started"


def test_a_player_may_think_again(server: Server) -> None:
    with Room(server) as room:
        ann = room.ann
        ann.send(type="pick", factions=["Ghosts", "Pirates"])
        ann.read("state", lambda state: state["seats"][0]["picked"])
        ann.send(type="pick", factions=[])
        ann.read("state", lambda state: not state["seats"][0]["picked"])
        ben = room.join()
        ben.send(type="pick", factions=["Ghosts", "Pirates"])  # they are free again
        ben.read("state", lambda state: state["seats"][1]["factions"] == ["Ghosts", "Pirates"])
        assert not ben.state["started"]


def test_hidden_picks_show_only_at_the_start(server: Server) -> None:
    with Room(server, hidden_picks=True) as room:
        ann = room.ann
        ann.send(type="pick", factions=["Ghosts", "Pirates"])
        assert ann.read("state", lambda state: state["seats"][0]["picked"])["seats"][0]["factions"]
        ben = room.join()
        with Player(server.url, room.table) as spectator:
            assert [seat["picked"] for seat in ben.state["seats"]] == [True, False]
            for message in (ben.state, spectator.state, server.get(f"/api/tables/{room.table}")):
                shown = {field: value for field, value in message.items() if field != "pool"}  # what may be picked
                assert "Ghosts" not in str(shown)
                assert "Pirates" not in str(shown)
        ben.send(type="pick", factions=["Ghosts", "Robots"])  # nobody knows that Ann has the Ghosts
        state = ben.read("state", lambda state: state["started"])
        assert [seat["factions"] for seat in state["seats"]] == [["Ghosts", "Pirates"], ["Ghosts", "Robots"]]


def test_the_creator_picks_for_bots_and_others_are_dealt_theirs(server: Server) -> None:
    with Room(server, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}) as room:
        ann, ben = room.ann, room.join()
        assert ben.refused(type="pick", factions=["Robots", "Zombies"], seat=2) == "not_your_seat"
        ann.send(type="pick", factions=["Robots", "Zombies"], seat=2)
        ben.read("state", lambda state: state["seats"][2]["factions"] == ["Robots", "Zombies"])
        ben.send(type="pick", factions=["Pirates"])
        ben.read("state", lambda state: state["seats"][1]["factions"])
        ann.send(type="start")  # without waiting for the picks of people
        state = ben.read("state", lambda state: state["started"])
        dealt = [seat["factions"] for seat in state["seats"]]
        assert dealt[1][0] == "Pirates"
        assert dealt[2] == ["Robots", "Zombies"]
        assert len({name for pair in dealt for name in pair}) == 8


def test_picks_for_seats_can_come_with_the_new_table(server: Server) -> None:
    seats: list[dict[str, Any]] = [
        {"kind": "me", "name": "Ann", "factions": ["Ghosts", "Pirates"]},
        {"kind": "bot", "level": "easy"},
    ]
    made = server.post("/api/tables", {"seats": seats, "factions": "choose"})
    with Player(server.url, made["table"], made["token"]) as ann:
        assert ann.state["started"]
        assert ann.state["seats"][0]["factions"] == ["Ghosts", "Pirates"]
    seats[1]["factions"] = ["Pirates", "Robots"]
    with pytest.raises(HttpError, match="Another player has Pirates") as error:
        server.post("/api/tables", {"seats": seats, "factions": "choose"})
    assert error.value.status == 400


def test_changed_settings_drop_the_picks_that_no_longer_fit(server: Server) -> None:
    with Room(server) as room:
        ann = room.ann
        ann.send(type="pick", factions=["Ghosts", "Pirates"])
        ann.read("state", lambda state: state["seats"][0]["picked"])
        ann.send(type="change", settings={"factions": "choose", "banned": ["Robots"]})
        ann.read("state", lambda state: state["settings"]["banned"])
        assert ann.state["seats"][0]["picked"]
        ann.send(type="change", settings={"factions": "choose", "banned": ["Pirates"]})
        ann.read("state", lambda state: state["settings"]["banned"] == ["Pirates"])
        assert not ann.state["seats"][0]["picked"]
        assert ann.refused(type="pick", factions=["Ghosts", "Pirates"]) == "bad_request"
        ann.send(type="change", settings={"factions": "random"})
        ann.read("state", lambda state: state["settings"]["factions"] == "random")
        assert ann.refused(type="pick", factions=["Ghosts", "Robots"]) == "not_allowed"


def test_everybody_picks_again_for_a_rematch(server: Server) -> None:
    with Room(server, target_vp=1) as room:
        ann, ben = room.ann, room.join()
        ann.send(type="pick", factions=["Ghosts", "Pirates"])
        ben.send(type="pick", factions=["Robots", "Zombies"])
        play_on([ann, ben], lambda state: state["over"] is not None)
        ben.send(type="rematch", factions="again")
        rematch = ben.read("state", lambda state: state["over"]["rematch"])["over"]["rematch"]
        with Player(server.url, rematch, ben.token) as again:
            assert not again.state["started"]
            assert [seat["picked"] for seat in again.state["seats"]] == [False, False]


# ----------------------------------------------------------------------------------------------- collections
@pytest.mark.parametrize("factions", ["random", "draft", "choose"])
def test_bots_deals_and_drafts_come_from_the_collection(server: Server, factions: str) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
    wanted = {"seats": seats, "factions": factions, "collection": [LEVEL], "collections": "union", "waits": True}
    made = server.post("/api/tables", wanted)
    mine = factions_of(LEVEL)
    with Player(server.url, made["table"], made["token"]) as ann:
        assert set(ann.state["pool"]) == mine
        ann.send(type="start")
        state = ann.read("state", lambda state: state["started"])
        if factions == "draft":
            assert {option["name"] for option in state["view"]["question"]["options"]} <= mine
        else:
            assert {name for seat in state["seats"] for name in seat["factions"]} <= mine
        assert not state["pool"]


@pytest.mark.parametrize(
    ("combined", "expected"), [("all", len(FACTIONS)), ("union", 12), ("intersection", 4)], ids=str
)
def test_the_creator_chooses_how_collections_combine(server: Server, combined: str, expected: int) -> None:
    assert len(factions_of(CORE) | factions_of(LEVEL)) == 12
    with Room(server, collection=[CORE, LEVEL], collections=combined) as room:
        ben = room.join(collection=[LEVEL])
        assert len(ben.state["pool"]) == expected
        assert server.get(f"/api/tables/{room.table}")["pool"] == expected
        if combined == "intersection":
            assert ben.refused(type="pick", factions=["Robots", "Zombies"]) == "bad_request"
            room.ann.send(type="pick", factions=["Ghosts", "Killer Plants"])
            ben.read("state", lambda state: state["seats"][0]["picked"])
            ben.send(type="collect", collection=[CORE])  # nothing is left that both have
            state = ben.read("state", lambda state: len(state["pool"]) == 8)
            assert not state["seats"][0]["picked"]
            ben.send(type="collect", collection=[])
            ben.read("state", lambda state: len(state["pool"]) == 12)


def test_a_table_with_too_few_factions_says_so_and_waits(server: Server) -> None:
    with Room(server, factions="random", collection=[CORE], collections="intersection") as room:
        ben = room.join(collection=[LEVEL])
        assert not ben.state["started"]
        assert not ben.state["pool"]
        assert room.ann.refused(type="start") == "bad_request"
        room.ann.send(type="change", settings={"factions": "random", "collections": "union"})
        assert ben.read("state", lambda state: state["started"])
