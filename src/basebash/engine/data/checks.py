"""Validate a state from a file: every number is in range and refers to something that exists."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from basebash.engine.data.rare_zones import Pile
from basebash.engine.data.terms import (
    ANY_KIND,
    BASE,
    BASE_DECK,
    BASE_DISCARD,
    CONTROL,
    DECK,
    DISCARD,
    HAND,
    MADNESS,
    NOBODY,
    PHASE_NAMES,
    PLAY,
    PLAYED,
    TITAN,
    TREASURES,
    ZONE_NAMES,
    player_to_json,
)

if TYPE_CHECKING:
    from basebash.engine.data.state import State
    from basebash.engine.data.values import Allowance, Deed

_MUCH: Final = 1 << 40
_COUNTERS: Final = 10_000
_PLAYERS: Final = (2, 4)
_INT: Final = {int}


def _are_numbers(values: list[Any] | tuple[Any, ...], low: int, high: int) -> bool:
    return not values or (_INT.issuperset(map(type, values)) and low <= min(values) and max(values) <= high)


def problem_of(state: State) -> str:
    """Return what is wrong with a state; empty if nothing is."""
    players = len(state.vp)
    if not _PLAYERS[0] <= players <= _PLAYERS[1]:
        return "the number of players is impossible"
    if not len(state.hands) == len(state.decks) == len(state.discards) == len(state.factions) == players:
        return "its players don't add up"
    return _columns(state, players) or _table(state, players) or _piles(state) or _hosts(state) or _lasting(state)


def _columns(state: State, players: int) -> str:
    cards = len(state.printed)
    seats = [seat for seat in state.controller if seat is not NOBODY]
    ranges = (
        ("owner", state.owner, TREASURES, players - 1),
        ("zone", state.zone, 0, len(ZONE_NAMES) - 1),
        ("where", state.where, TREASURES, max(cards, players) - 1),
        ("controller", seats, 0, players - 1),
        ("counters", state.counters, 0, _COUNTERS),
        ("entered", state.entered, 0, _MUCH),
        ("known", state.known, 0, (1 << players) - 1),
    )
    if (
        any([len(column) != cards for _, column, _, _ in ranges if column is not seats])
        or len(state.controller) != cards
    ):
        return "its columns differ in length"
    for name, column, low, high in ranges:
        if not _are_numbers(column, low, high):
            return f"{name} has a value that is not allowed"
    if not _are_numbers(list(state.memo), 0, cards - 1) or not _are_numbers(list(state.memo.values()), -_MUCH, _MUCH):
        return "a card stores a value that is not allowed"
    return ""


def _table(state: State, players: int) -> str:
    seats = [state.turn_player, state.seat, state.first_player, *state.extra_turns, *state.winners]
    if not (
        _are_numbers(seats, 0, players - 1)
        and _are_numbers([state.turn, state.drawn, state.serial, state.turn_start_serial], 0, _MUCH)
        and _are_numbers([state.phase], 0, len(PHASE_NAMES) - 1)
        and _are_numbers([state.scoring], -1, len(state.printed) - 1)
        and _are_numbers(state.vp, -1000, 1000)
    ):
        return "a number is missing or out of range"
    if not all([type(name) is str for names in state.factions for name in names]):
        return "a faction is not a name"
    if len(state.key) != 32:
        return "its random generator has no key"
    return ""


def _piles(state: State) -> str:
    """Check that every card is in one place, the one that its columns name, and where its kind may be."""
    every: list[Pile] = [(PLAY, host, pile) for host, pile in state.on.items()]
    for zone, lists in ((HAND, state.hands), (DECK, state.decks), (DISCARD, state.discards)):
        every += [(zone, player, pile) for player, pile in enumerate(lists)]
    rare = state.rare_zones
    if rare is not None:
        if len(rare.beside) != len(state.vp) or len(rare.stasis) != len(state.vp):
            return "its titans and stasis zones do not match its players"
        if not _are_numbers(rare.coins, 0, 1) or not _are_numbers(list(rare.counters.values()), 0, _COUNTERS):
            return "a coin or counter has an impossible value"
        every += rare.piles()
    bases: list[Pile] = [
        (PLAY, None, state.bases),
        (BASE_DECK, None, state.base_deck),
        (BASE_DISCARD, None, state.base_discard),
    ]
    of_cards = [*chain.from_iterable([pile for _, _, pile in every])]
    of_bases = [*state.bases, *state.base_deck, *state.base_discard]
    if not _INT.issuperset(map(type, chain(of_cards, of_bases))):
        return "a card is not a number"
    zones, wheres = state.zone, state.where
    if sorted(of_cards + of_bases) != list(range(len(zones))):
        return "a card is in two places, in none, or does not exist"
    for zone, where, pile in every + bases:
        for card in pile:
            if zones[card] != zone or (where is not None and wheres[card] != where):
                return "a card is not where its columns say"
    for player, pile in enumerate(state.discards):
        if not {player, MADNESS}.issuperset([state.owner[card] for card in pile]):
            return "a discard pile has another player's card"
    return _kinds(state, of_cards, of_bases)


def _kinds(state: State, of_cards: list[int], of_bases: list[int]) -> str:
    kinds = [card.kind for card in state.printed]
    if not {BASE}.issuperset([kinds[card] for card in of_bases]):
        return "a card is where only bases can be"
    if BASE in [kinds[card] for card in of_cards]:
        return "a base is where only cards can be"
    if TITAN in kinds and any(
        [kind == TITAN and zone in (HAND, DECK, DISCARD) for kind, zone in zip(kinds, state.zone, strict=True)]
    ):
        return "a titan is where titans cannot be"
    titans = [state.controller[card] for card, kind in enumerate(kinds) if kind == TITAN and state.zone[card] == PLAY]
    if len(titans) > len(set(titans)):
        return "a player has two titans in play"
    if state.scoring >= 0 and kinds[state.scoring] != BASE:
        return "something that is not a base scores"
    return ""


def _hosts(state: State) -> str:
    """Check that cards in play are on a base, or on cards that are."""
    for host in state.on:
        seen = set()
        at = host
        while at not in state.bases:
            if not 0 <= at < len(state.zone) or at in seen:
                return "a card is on nothing"
            if state.zone[at] != PLAY:
                return "a card in play is on one that is not"
            seen.add(at)
            at = state.where[at]
    return ""


def _lasting(state: State) -> str:
    cards = len(state.printed)
    players = len(state.vp)
    for effect in state.effects:
        if not _are_numbers(effect.to_json(), -_MUCH, _MUCH):
            return "an effect has a value that is not allowed"
        if not (
            -1 <= effect.target < cards
            and -1 <= effect.source < cards
            and -1 <= player_to_json(effect.player) < players
        ):
            return "an effect refers to something that does not exist"
        if effect.kind == CONTROL and not -1 <= effect.amount < players:
            return "a card would go back to nobody"
    if not all([_is_right(right, cards) for right in state.plays]):
        return "a right to play refers to something that does not exist"
    if not all([_is_deed(deed, cards, players) for deed in state.deeds]):
        return "a deed refers to something that does not exist"
    if not {int, str}.issuperset([type(part) for mark in state.once for part in mark]):
        return "a once-a-turn mark is invalid"
    return ""


def _is_right(right: Allowance, cards: int) -> bool:
    return (
        _are_numbers((right.base, right.card, right.source, right.affecting), -1, cards - 1)
        and _are_numbers((right.max_power, right.offer, right.rule, right.arrival), -_MUCH, _MUCH)
        and _are_numbers((right.kind,), 1, ANY_KIND)
        and type(right.name) is str
        and type(right.free) is type(right.silent) is bool
    )


def _is_deed(deed: Deed, cards: int, players: int) -> bool:
    return (
        _are_numbers((deed.card, deed.base, -1 if deed.what == PLAYED else deed.other), TREASURES, cards - 1)
        and _are_numbers((player_to_json(deed.player), player_to_json(deed.whose)), -1, players - 1)
        and _are_numbers(
            (deed.what, deed.phase, deed.zone, deed.arrival, deed.value, deed.other, deed.other_arrival), -_MUCH, _MUCH
        )
        and type(deed.regular) is bool
    )
