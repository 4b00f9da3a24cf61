"""A game names its sets: what else is installed changes nothing about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from basebash import CARDS, FACTIONS, BadSave, BadSetup, Game, Setup, UnknownName
from basebash.engine import Base, Card, Faction, Minion
from basebash.engine.data.terms import EDITIONS
from basebash.engine.old_saves import FIRST_SETS
from basebash.engine.vocabulary.printed import BASES
from basebash.engine.vocabulary.registering import BadPack, registering


class _TakenOut(Exception):
    """Ends a block whose registration is undone."""


def register_aardvarks() -> None:
    """A faction that comes first by name, with a base."""
    aardvarks = Faction("Aardvarks", set_name="Anthill", intro="Dig.")

    class Digger(Minion, of=aardvarks, copies=20):
        """Draw a card."""

        power = 2

        async def on_play(self, me: Card) -> None:
            await me.draw(1)

    class Mound(Base, of=aardvarks):
        """No ability."""

        breakpoint = 15
        vp = (3, 2, 1)


@contextmanager
def installed() -> Iterator[None]:
    """The pack is installed in this block and taken out at its end."""
    with suppress(_TakenOut), registering("no pack"):
        with registering("anthill 1.0"):
            register_aardvarks()
        yield
        raise _TakenOut


@pytest.fixture
def aardvarks() -> Iterator[None]:
    with installed():
        yield


def play_some(game: Game, answers: int) -> Game:
    for _ in range(answers):
        if not game.is_over:
            options = list(game.legal_answers())
            game.answer(options[len(options) // 2])
    return game


def older(text: str) -> str:
    """A save as it was before games named their sets."""
    data = json.loads(text)
    del data["setup"]["sets"]
    return json.dumps(data)


GAMES = [
    play_some(Game(2, seed=4, edition=edition, factions=factions, sets=FIRST_SETS), 40)
    for edition in EDITIONS
    for factions in ("random", "draft")
]
SAVES = [text for game in GAMES for text in (game.save(), older(game.save()))]
EXPECTED = [([g.digest() for g in Game.replay(text)], Game.load(text).log_for(None)) for text in SAVES]


@pytest.mark.parametrize("number", range(len(SAVES)))
@pytest.mark.usefixtures("aardvarks")
def test_older_saves_continue_unchanged_with_another_faction(number: int) -> None:
    text, (digests, log) = SAVES[number], EXPECTED[number]
    assert [game.digest() for game in Game.replay(text)] == digests
    game = Game.load(text)
    assert [str(line) for line in game.log_for(None)] == [str(line) for line in log]
    game.undo()
    assert game.digest() == digests[-2]
    game.undo(0)
    assert game.digest() == digests[0]


@pytest.mark.usefixtures("aardvarks")
def test_new_games_use_a_pack_only_where_it_is_named() -> None:
    assert "Aardvarks" not in Game(2, seed=1).setup.pool
    named = Game(factions=[("Aardvarks", "Ghosts"), ("Robots", "Aliens")], edition=2013)
    assert "Mound" in [card.name for card in named.state.printed if isinstance(card, Base)]
    assert named.setup.packs == {"Anthill": "anthill 1.0"}
    assert "Aardvarks" in Setup(sets=["Core Set", "Anthill"]).pool
    with pytest.raises(BadSetup, match="Aardvarks is from Anthill"):
        Setup(factions=[("Aardvarks", "Ghosts"), ("Robots", "Aliens")], sets=FIRST_SETS)


def test_the_base_deck_of_2013_is_of_the_named_sets() -> None:
    game = Game(edition=2013, sets=["Core Set"])
    assert {card.faction.set_name for card in game.state.printed} == {"Core Set"}
    with pytest.raises(UnknownName, match="Core Set"):
        Setup(sets=["Cor Set"])


def test_a_save_names_the_pack_that_is_missing() -> None:
    with installed():
        text = Game(factions=[("Aardvarks", "Ghosts"), ("Robots", "Aliens")]).save()
        assert Game.load(text).setup.packs
    with pytest.raises(BadSave, match=r"anthill 1\.0"):
        Game.load(text)
    with pytest.raises(BadSave, match=r"anthill 1\.0"):
        next(Game.replay(text))


def test_today_s_sets_are_those_of_saves_that_name_none() -> None:
    assert set(FIRST_SETS) <= set(BASES)
    assert len(FIRST_SETS) == 25


def test_a_collision_leaves_the_catalogue_as_it_was() -> None:
    factions, cards = dict(FACTIONS), CARDS[:]
    with pytest.raises(BadPack, match="Ghosts is taken"), registering("copycat 1.0"):
        Faction("Ghosts", set_name="Copies", intro="")
    with pytest.raises(BadPack, match="Core Set is taken"), registering("copycat 1.0"):
        Faction("Copycats", set_name="Core Set", intro="")
    assert (factions, cards) == (FACTIONS, CARDS)
    assert set(BASES) == {faction.set_name for faction in FACTIONS.values()}
