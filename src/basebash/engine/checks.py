"""Whether a state from a file can be played: every number is one, and leads to something that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine.terms import BASE, DECK, HAND, NOBODY, PHASE_NAMES, PLAY, TITAN, TREASURES, ZONE_NAMES

if TYPE_CHECKING:
    from basebash.engine.state import State

_MUCH = 1 << 40
_COUNTERS = 10_000
_PLAYERS = (2, 4)


def _is_number(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _are_numbers(values: object, low: int, high: int) -> bool:
    if not isinstance(values, (list, tuple)) or not {int}.issuperset(map(type, values)):
        return False
    return not values or (low <= min(values) and max(values) <= high)


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def problem_of(state: State) -> str:
    """What is wrong with a state whose lists have the right lengths; empty if nothing is."""
    players = len(state.vp)
    if not _PLAYERS[0] <= players <= _PLAYERS[1]:
        return "so many players there cannot be"
    return _columns(state, players) or _table(state, players) or _piles(state) or _hosts(state) or _lasting(state)


def _columns(state: State, players: int) -> str:
    cards = len(state.printed)
    ranges = (
        ("owner", state.owner, TREASURES, players - 1),
        ("zone", state.zone, 0, len(ZONE_NAMES) - 1),
        ("where", state.where, TREASURES, max(cards, players) - 1),
        ("controller", state.controller, TREASURES, players - 1),
        ("counters", state.counters, 0, _COUNTERS),
        ("memo", state.memo, -_MUCH, _MUCH),
        ("entered", state.entered, 0, _MUCH),
        ("known", state.known, 0, (1 << players) - 1),
    )
    for name, column, low, high in ranges:
        if not _are_numbers(column, low, high):
            return f"{name} has something that it cannot have"
    return ""


def _table(state: State, players: int) -> str:
    cards = len(state.printed)
    numbers = (
        (state.phase, 0, len(PHASE_NAMES) - 1),
        (state.turn, 0, _MUCH),
        (state.turn_player, 0, players - 1),
        (state.seat, 0, players - 1),
        (state.first_player, 0, players - 1),
        (state.scoring, -1, cards - 1),
        (state.drawn, 0, _MUCH),
        (state.serial, 0, _MUCH),
        (state.dawn, 0, _MUCH),
    )
    if not all(_is_number(value, low, high) for value, low, high in numbers):
        return "a number of the table is none, or leads nowhere"
    lists = ((state.vp, -1000, 1000), (state.extra_turns, 0, players - 1), (state.winners, 0, players - 1))
    if not all(_are_numbers(values, low, high) for values, low, high in lists):
        return "a list of the table has something that it cannot have"
    if not all(_are_texts(names) for names in state.factions):
        return "its factions are no names"
    if len(state.key) != 32:
        return "its chance has no key"
    return ""


def _piles(state: State) -> str:
    every = [*state.hands, *state.decks, *state.discards, *state.on.values()]
    bases = [state.bases, state.base_deck, state.base_discard]
    side = state.side
    if side is not None:
        if len(side.beside) != len(state.vp) or len(side.stasis) != len(state.vp):
            return "its side table is for others"
        every += [pile for _, _, pile in side.piles()]
        if not _are_numbers(side.coins, 0, 1):
            return "a coin has two sides"
    last = len(state.printed) - 1
    if not all(_are_numbers(pile, 0, last) for pile in (*every, *bases)):
        return "a card is no number"
    if any(state.printed[i].kind != BASE for pile in bases for i in pile):
        return "a card lies where bases do"
    if any(state.printed[i].kind == BASE for pile in every for i in pile):
        return "a base lies where cards do"
    held = [*state.hands, *state.decks, *state.discards]
    if any(state.printed[i].kind == TITAN for pile in held for i in pile):
        return "a titan lies where it cannot"
    if state.scoring >= 0 and state.printed[state.scoring].kind != BASE:
        return "something scores that is no base"
    return ""


def _hosts(state: State) -> str:
    """Cards in play are on a base, or on cards that are."""
    for host in state.on:
        seen = set()
        at = host
        while at not in state.bases:
            if not 0 <= at < len(state.zone) or at in seen:
                return "a card is on nothing"
            if state.zone[at] != PLAY:  # it is not in play itself, but still has what is on it
                break
            seen.add(at)
            at = state.where[at]
    players = len(state.vp)
    for i, zone in enumerate(state.zone):
        if zone == PLAY and not NOBODY <= state.controller[i] < players:
            return "a card in play has no player"
        if zone in (DECK, HAND) and not 0 <= state.where[i] < players:
            return "a card lies with nobody"
    return ""


def _lasting(state: State) -> str:
    cards = len(state.printed)
    players = len(state.vp)
    for effect in state.effects:
        if not all(_is_number(value, -_MUCH, _MUCH) for value in effect.to_json()):
            return "an effect has something that it cannot have"
        if not (-1 <= effect.target < cards and -1 <= effect.source < cards and -1 <= effect.player < players):
            return "an effect leads nowhere"
    for right in state.plays:
        ids = (right.base, right.card, right.source, right.affecting)
        if not _are_numbers(ids, -1, cards - 1) or not _are_texts([right.name]):
            return "a right to play leads nowhere"
        if not _are_numbers((right.kind, right.max_power, right.offer, right.rule), -_MUCH, _MUCH):
            return "a right to play has something that it cannot have"
        if not _are_numbers([int(right.free)], 0, 1):
            return "a right to play is neither free nor not"
    for deed in state.deeds:
        fields = [int(value) if isinstance(value, bool) else value for value in deed.to_json()]
        if not _are_numbers(fields, -_MUCH, _MUCH):
            return "a deed has something that it cannot have"
        things = (deed.card, deed.base, deed.other)
        if not _are_numbers(things, TREASURES, cards - 1) or not _is_number(deed.player, TREASURES, players - 1):
            return "a deed leads nowhere"
    if not all(_is_plain(part) for mark in state.once for part in mark):
        return "a mark is none"
    return ""


def _is_plain(part: Any) -> bool:
    return isinstance(part, (int, str)) and not isinstance(part, bool)
