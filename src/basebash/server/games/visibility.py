"""What each viewer may know. Everything that a client gets about a game goes through this module."""

from __future__ import annotations

import json
import secrets
from typing import Any

from msgspec import UNSET, Struct

from basebash import BasebashError, Game, LogLine, NotNow, Question
from basebash.engine import LogEntry, sum_up
from basebash.engine.data.terms import BASE_DECK, DECK, HAND, SUPPLY, UNDER, ZONE_NAMES
from basebash.engine.rules import power, scoring
from basebash.engine.view import gains_at
from basebash.server.messages import Explain, Explanation, ExplanationPart, GameEvent, OptionPreview

Knowledge = tuple[int, bytes]
"""How many random numbers were drawn, and for each card the players who know it, one bit each."""


class Standing(Struct):
    """Totals, places and prizes by player at a base, and its breakpoint."""

    totals: list[int]
    places: list[int]
    prizes: list[int]
    breakpoint: int


_HIDDEN_ZONES = frozenset((DECK, HAND, BASE_DECK, UNDER, SUPPLY))
_DEALS = (1, 2, 3)  # the seeds of the deals on which previews are computed
# The state that a play without effect does not change.
_MATTERS = (
    "base_deck base_discard bases controller counters decks effects extra_turns memo on phase drawn scoring turn vp"
).split()
_PLACES = ("no place", "1st", "2nd", "3rd", "4th")


def is_paced(question: Question) -> bool:
    """Whether the speed of an answer could reveal hidden cards, because they decide whether anything can be picked."""
    return question.secret


def view(game: Game, viewer: int | None, bases: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the view of a seat or a spectator. `bases`: as in another viewer's view, who sees the same there.

    That is so unless there are face-down cards.
    """
    rare = game.state.rare_zones
    return game.view(viewer, bases=None if rare is not None and any(rare.under.values()) else bases).data


def open_view(game: Game) -> dict[str, Any]:
    """Return the view with all hands open, for finished games."""
    data = game.view(None).data
    for seat, player in enumerate(data["players"]):
        player["hand"] = game.view(seat).data["players"][seat]["hand"]
    if not game.is_over:
        data["question"] = game.question.to_json()
    return data


def event(line: LogLine, entry: LogEntry) -> GameEvent:
    """Return a log entry for animation. Its cards come from the line, which names only what the reader may know."""
    cards = [part["card"] for part in line.parts if isinstance(part, dict) and "card" in part]
    kind: Any = entry.kind
    zone: Any = ZONE_NAMES[entry.zone] if kind == "play" and entry.zone >= 0 else None
    power_there = sum_up(list(entry.contributions)) if kind == "award" else UNSET
    return GameEvent(
        kind, entry.player, cards, entry.base if entry.base >= 0 else None, entry.number, zone, power_there
    )


# ----------------------------------------------------------------------------------------------- undo
def knowledge(game: Game) -> Knowledge:
    """Return who knows which card now."""
    state = game.state
    everyone = game.rules.everyone
    known = bytearray(
        [bits if zone in _HIDDEN_ZONES else everyone for bits, zone in zip(state.known, state.zone, strict=True)]
    )
    for player, hand in enumerate(state.hands):
        for i in hand:
            known[i] |= 1 << player
    if not game.is_over:  # the asked player sees the options: a deck that is searched, the top of the base deck
        question = game.question
        for option in question.options if question.kind != "main" else ():
            for i in (option.card, option.target):
                if i >= 0:
                    known[i] |= 1 << question.player
    return state.drawn, bytes(known)


def was_something_revealed(before: Knowledge, now: Knowledge, seat: int) -> bool:
    """Whether a random number was drawn, or anybody learnt a card that the seat did not know before.

    A player may undo what only showed their own cards to others.
    """
    if before[0] != now[0] or len(before[1]) != len(now[1]):
        return True
    if before[1] == now[1]:
        return False
    return any(new & ~old and not old >> seat & 1 for old, new in zip(before[1], now[1], strict=True))


# ----------------------------------------------------------------------------------------------- previews
def preview(game: Game, seat: int, *, for_others: bool = False) -> dict[str, OptionPreview]:
    """Return what each option of the seat's open question leads to; `game` is a copy that may be changed.

    `for_others`: others read it too, so the seat goes by its name instead of "you".

    It is computed on several deals of the hidden cards: if the outcomes differ, hidden cards decide and there is no
    preview. The deals depend only on what the seat knows, so previews reveal nothing.
    """
    question = game.question
    if not question.low <= 1 <= question.high:
        return {}
    deals = [deal for deal in (redeal(game, seat, seed) for seed in _DEALS) if deal is not None]
    if len(deals) < len(_DEALS):
        return {}
    before = [_standings(deal) for deal in deals]
    names = [name if for_others or player != seat else "you" for player, name in enumerate(game.setup.names)]
    found = {}
    for index in range(len(question.items)):
        outcome = _outcome(deals[0], before[0], seat, index, names)
        if outcome is not None and all(
            outcome == _outcome(deal, standings, seat, index, names)
            for deal, standings in zip(deals[1:], before[1:], strict=True)
        ):
            found[str(index)] = outcome
    return found


def redeal(game: Game, seat: int, seed: int | None = None) -> Game | None:
    """Return a copy in which what the seat cannot know is dealt again; None if that is impossible now."""
    try:
        return game.determinised(seat, secrets.randbits(62) if seed is None else seed)
    except NotNow:
        return None


def _outcome(game: Game, before: dict[int, Standing], seat: int, index: int, names: list[str]) -> OptionPreview | None:
    """Return what an option changes in the standings; None if it changes nothing.

    A base that has paid its prizes has no standings any more.
    """
    paid = -1 if game.rules.scoring is None else game.rules.scoring.base.id
    copy = game.clone()
    try:
        copy.answer(index)
    except BasebashError:
        return None
    pieces = []
    totals = {}
    for base_id, now in _standings(copy).items():
        was = before.get(base_id)
        if was is None or was == now or base_id == paid:
            continue
        totals[str(base_id)] = now.totals
        changed = [player for player in range(copy.players) if was.totals[player] != now.totals[player]]
        whom = seat if seat in changed or not changed else changed[0]
        place = now.places[whom]
        prize = now.prizes[whom]
        text = f"{names[whom]} {now.totals[whom]}: {_PLACES[place]}" + (f", {prize} VP" if place or prize else "")
        if sum(now.totals) >= now.breakpoint:
            text += ", ready to score"
        pieces.append((now.totals[whom] < was.totals[whom], copy.rules.card(base_id).name, text))
    pieces.sort(key=lambda piece: piece[0])  # where power comes from is said after where it goes
    words = [text if len(pieces) == 1 else f"{name}: {text}" for _, name, text in pieces]
    for player, (was_vp, now_vp) in enumerate(zip(game.state.vp, copy.state.vp, strict=True)):
        if was_vp != now_vp:
            words.append(f"{names[player]} {now_vp - was_vp:+d} VP")
    if words:
        return OptionPreview("; ".join(words), totals)
    return OptionPreview("nothing to affect now", idle=True) if _is_idle(game, copy, seat) else None


def _is_idle(before: Game, after: Game, seat: int) -> bool:
    """Whether playing a card from the seat's hand only discarded the card and used up a play."""
    was, now = before.state, after.state
    played = [card for card in was.hands[seat] if card not in now.hands[seat]]
    if after.is_over or after.question.kind != "main" or after.question.player != seat or len(played) != 1:
        return False
    if any(getattr(was, name, None) != getattr(now, name, None) for name in _MATTERS):
        return False
    hands = [[card for card in hand if card not in played] for hand in was.hands]
    discards = [pile + played if owner == was.owner[played[0]] else pile for owner, pile in enumerate(was.discards)]
    return hands == now.hands and discards == now.discards and len(now.plays) < len(was.plays)


def _standings(game: Game) -> dict[int, Standing]:
    """Return how the players stand at each base."""
    found = {}
    for base in game.rules.bases:
        totals = power.all_totals(game.rules, base)
        places = scoring.places_at(game.rules, base, totals)
        found[base.id] = Standing(totals, places, gains_at(game, base, places), base.breakpoint)
    return found


def explain(game: Game, what: Explain) -> Explanation | None:
    """Return why a number on the table is what it is; None for anything that is not openly in play."""
    card_id = what.card
    bases = game.state.bases
    player = what.player
    if what.what == "power":
        if card_id not in [minion.id for minion in game.rules.minions()]:
            return None
        parts = game.explain_power(card_id)
    elif card_id not in bases:
        return None
    elif what.what == "breakpoint":
        parts = game.explain_breakpoint(card_id)
    else:
        if player is None or player >= game.players:
            return None
        parts = game.explain_total(card_id, player)
    shown = [ExplanationPart(part.amount, part.sets, part.text, part.source) for part in parts]
    return Explanation(what.what, card_id, player, shown, sum_up(parts))


# ----------------------------------------------------------------------------------------------- ruling reports
def report(game: Game, seat: int) -> str | None:
    """Return the game as a save file with no more than the seat knows: a position, without seed and past.

    All hidden cards are dealt again with new randomness. None if that is impossible at this question.
    """
    true_key = json.loads(game.save(log=False))["quiet"]["key"]
    for _ in range(8):
        copy = redeal(game, seat)
        if copy is None:
            continue
        data = json.loads(copy.save())
        data["setup"]["seed"] = 0
        if data["quiet"]["key"] == true_key:  # randomness used since then has been seen, and cannot change
            continue
        data["start"] = data["quiet"]
        data["answers"] = data["answers"][len(data["answers"]) - data["since"] :]
        text = json.dumps(data, separators=(",", ":"))
        try:
            if Game.load(text).view(seat).data == game.view(seat).data:
                return text
        except BasebashError:
            continue
    return None
