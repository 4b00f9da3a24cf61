"""What several tests need: random games, and checks that hold at every question of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from basebash import Game, State
from basebash.engine import DECK, HAND
from basebash.engine.terms import ASIDE, BASE_DECK, BASE_DISCARD, DISCARD, MADNESS, PLAY

ANYWHERE = -99
LONGEST = 4000  # answers; the longest random game seen has about a third of it


def random_game(game: Game, seed: int) -> Iterator[Game]:
    """The game at each of its questions, answered at random."""
    chance = State(2, seed)
    while not game.is_over:
        assert game.answers_given < LONGEST, "the game does not end"
        yield game
        game.answer(game.question.random_answer(chance))


def check_conservation(game: Game) -> None:
    """Every card is in exactly one place, and the columns agree with the lists (pitfall 10)."""
    state = game.state
    places: dict[int, list[tuple[int, int]]] = {}

    def look(zone: int, where: int, pile: list[int]) -> None:
        for card in pile:
            places.setdefault(card, []).append((zone, where))

    for player in range(game.players):
        for zone, cards in ((HAND, state.hands), (DECK, state.decks), (DISCARD, state.discards)):
            look(zone, player, cards[player])
    for host, pile in state.on.items():
        assert pile, "an empty pile is kept"
        look(PLAY, host, pile)
    for zone, bases in ((PLAY, state.bases), (BASE_DECK, state.base_deck), (BASE_DISCARD, state.base_discard)):
        look(zone, ANYWHERE, bases)
    for zone, whose, pile in state.side.piles() if state.side is not None else ():
        look(zone, ANYWHERE if whose is None else whose, pile)
    for card, printed in enumerate(state.printed):
        found = places.get(card, [])
        if state.zone[card] == ASIDE:
            assert not found, f"{printed.name} is set aside and lies in {found}"
        else:
            at = [place for place in found if place[1] in (ANYWHERE, state.where[card])]
            assert len(found) == 1, f"{printed.name} is in {found}"
            assert [zone for zone, _ in at] == [state.zone[card]], f"{printed.name} is in {found}, not where it says"


def hidden_from(game: Game, viewer: int | None) -> set[int]:
    """The cards whose identity a viewer must not learn from the view."""
    state = game.state
    bit = 0 if viewer is None else 1 << viewer
    hidden = set()
    for player in range(game.players):
        for card in (*state.hands[player], *state.decks[player]):
            known = state.known[card]
            if known != game.everyone and not known & bit:
                hidden.add(card)
    side = state.side
    piles = [] if side is None else [*side.under.values(), *side.supply.values()]
    for card in (*state.base_deck, *(card for pile in piles for card in pile)):
        known = state.known[card]
        if known != game.everyone and not known & bit and state.owner[card] != MADNESS:
            hidden.add(card)
    return hidden


def ids_in(data: Any) -> Iterator[int]:
    """Every card id that appears in the data of a view."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("id", "card", "target", "source", "using", "base") and isinstance(value, int) and value >= 0:
                yield value
            else:
                yield from ids_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from ids_in(value)


def check_view(game: Game, viewer: int | None) -> None:
    """A view names no card that its viewer must not know (pitfall 28)."""
    data = game.view(viewer).data
    shown = set(ids_in({key: value for key, value in data.items() if key != "question"}))
    leaked = shown & hidden_from(game, viewer)
    assert not leaked, f"{[game.card(card).name for card in leaked]} shown to {viewer}"
    if viewer != data["asked"]:
        assert data["question"] is None
