"""What must hold at every question of every game, and random games to check it in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from basebash import Game, State
from basebash.engine import DECK, HAND, NOBODY, sum_up
from basebash.engine.data.terms import ASIDE, BASE_DECK, BASE_DISCARD, DISCARD, MADNESS, PLAY, STASIS

ANYWHERE = -99
LONGEST = 4000  # answers; the longest random game seen took about a third of this


def random_game(game: Game, seed: int) -> Iterator[Game]:
    """Yield the game at each of its questions, answered at random."""
    chance = State(2, seed)
    while not game.is_over:
        assert game.answers_given < LONGEST, "the game does not end"
        yield game
        game.answer(game.question.random_answer(chance))


def play_game(game: Game, seed: int) -> int:
    """Play a game at random to its end, with all checks at every question; return the number of answers."""
    cards = len(game.state.printed)
    for at in random_game(game, seed):
        check_conservation(at)
        check_places(at)
        for base in at.rules.bases:
            for minion in base.minions:
                assert minion.power >= 0, f"{minion.name} has power {minion.power}"
                assert minion.power == sum_up(at.explain_power(minion.id)), f"the power of {minion.name} is not its sum"
                assert minion.is_monster or minion.is_controlled, f"nobody controls {minion.name}"
                assert minion.controller is NOBODY or 0 <= minion.controller < at.players
    assert game.winner is not None, "the game has no winner"
    rare = game.state.rare_zones
    has_madness = rare is not None and MADNESS in rare.supply  # which may cost the winner VP in the end
    assert game.state.vp[game.winner] >= 15 or has_madness, "the winner has fewer than 15 VP"
    assert len(game.state.printed) == cards, "the number of cards has changed"
    return game.answers_given


def piles_of(game: Game) -> Iterator[tuple[int, int, list[int]]]:
    """Yield every pile of cards: its zone, its owner or host, and the cards."""
    state = game.state
    for player in range(game.players):
        for zone, cards in ((HAND, state.hands), (DECK, state.decks), (DISCARD, state.discards)):
            yield zone, player, cards[player]
    for host, pile in state.on.items():
        assert pile, "an empty pile is kept"
        yield PLAY, host, pile
    for zone, bases in ((PLAY, state.bases), (BASE_DECK, state.base_deck), (BASE_DISCARD, state.base_discard)):
        yield zone, ANYWHERE, bases
    for zone, whose, pile in state.rare_zones.piles() if state.rare_zones is not None else ():
        yield zone, ANYWHERE if whose is None else whose, pile


def check_conservation(game: Game) -> None:
    """Check that every card is in exactly one place, and that the columns agree with the lists (pitfall 10)."""
    state = game.state
    found: set[int] = set()
    for zone, where, pile in piles_of(game):
        for card in pile:
            lies_there = state.zone[card] == zone and where in (ANYWHERE, state.where[card])
            assert lies_there, f"{state.printed[card].name} is in zone {zone} of {where}, not where it says"
            assert card not in found, f"{state.printed[card].name} is in two places"
            found.add(card)
    for card, printed in enumerate(state.printed):
        assert (card in found) == (state.zone[card] != ASIDE), f"{printed.name} is nowhere, or set aside and somewhere"


def check_places(game: Game) -> None:
    """Check that cards are where the rules allow: on a base in play, in their owner's discard pile, and so on."""
    state = game.state
    for card, zone in enumerate(state.zone):
        if zone == PLAY:
            host = card
            while state.where[host] >= 0:
                host = state.where[host]
            assert host in state.bases, f"{state.printed[card].name} is in play on no base in play"
    for player, pile in enumerate(state.discards):
        for card in pile:
            assert state.owner[card] in (player, MADNESS), f"{state.printed[card].name} is in another discard pile"
    titans = [titan.controller for titan in game.rules.titans()]
    assert len(titans) == len(set(titans)), "a player has two titans in play"
    rare = state.rare_zones
    for holder in () if rare is None else rare.under:
        assert holder < 0 or state.zone[holder] in (PLAY, STASIS), f"{state.printed[holder].name} left a card behind"
    if game.is_over or game.question.kind == "main":
        check_quiet(game)


def check_quiet(game: Game) -> None:
    """Check that nothing is in the middle of resolving: no card is set aside, in a duel or waiting to be swapped in."""
    state, rare = game.state, game.state.rare_zones
    for card, zone in enumerate(state.zone):
        assert zone != ASIDE, f"{state.printed[card].name} is set aside at a quiet point"
    if rare is not None:
        assert -1 not in rare.under, "a card laid in a duel is left behind"
        waiting = [state.printed[card].name for card in rare.on if state.zone[card] != STASIS]
        assert not waiting, f"what was on {waiting} is left behind"
    assert not game.rules.frames, "a frame is left open"
    assert not game.rules.resolving, "a card is still being played"


def hidden_from(game: Game, viewer: int | None) -> set[int]:
    """Return the cards whose identity the view must not reveal to a viewer."""
    state = game.state
    bit = 0 if viewer is None else 1 << viewer
    hidden = set()
    for player in range(game.players):
        for card in (*state.hands[player], *state.decks[player]):
            known = state.known[card]
            if known != game.rules.everyone and not known & bit:
                hidden.add(card)
    rare = state.rare_zones
    piles = [] if rare is None else [*rare.under.values(), *rare.supply.values()]
    for card in (*state.base_deck, *(card for pile in piles for card in pile)):
        known = state.known[card]
        if known != game.rules.everyone and not known & bit and state.owner[card] != MADNESS:
            hidden.add(card)
    return hidden


def ids_in(data: Any) -> Iterator[int]:
    """Return every card id in the data of a view."""
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
    """Check that a view names no card that its viewer must not know (pitfall 28)."""
    data = game.view(viewer).data
    shown = set(ids_in({key: value for key, value in data.items() if key != "question"}))
    leaked = shown & hidden_from(game, viewer)
    assert not leaked, f"{[game.rules.card(card).name for card in leaked]} shown to {viewer}"
    if viewer != data["asked"]:
        assert data["question"] is None
