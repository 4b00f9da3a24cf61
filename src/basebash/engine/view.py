"""What a player or a spectator may know, as plain data without a handle to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from basebash.engine.data.terms import (
    ANY_KIND,
    BASE_DECK,
    DECK,
    GAME_OVER,
    HAND,
    KIND_NAMES,
    MADNESS,
    MONSTERS,
    PHASE_NAMES,
    PLAY_CARDS,
    SUPPLY,
    TREASURES,
    UNDER,
    player_to_json,
)
from basebash.engine.log import recent_events
from basebash.engine.mechanics.supplies import cost_of, madness_of
from basebash.engine.rules import power, prohibitions, rights, scoring, talents
from basebash.engine.vocabulary.printed import Base

if TYPE_CHECKING:
    from basebash.engine.data.rare_zones import RareZones
    from basebash.engine.data.values import Allowance
    from basebash.engine.game import Game
    from basebash.engine.vocabulary.card import Card

_HIDDEN: Final = (DECK, HAND, BASE_DECK, UNDER, SUPPLY)


class View:
    """The table through one pair of eyes. `data` is JSON data; hidden cards are numbers of cards, not ids.

    The keys of `data`: viewer, turn, phase, turn_player, first_player, target_vp, edition, scoring (the base that
    scores, or -1), has_paid (whether it has paid its VP), passed (who has passed in the open window since the last
    Special), players (name, vp, factions, hand_size, hand, deck_size, discard, known cards, titans beside the deck,
    stasis, number of Madness cards and what they cost at the end), bases
    (with totals, pressure, breakpoint, places, gains, cards on them and buried there), base_deck_size, base_discard,
    supplies, box, duel, plays, question, asked, winner, winners; recent (the last events), if asked for.
    """

    __slots__ = ("data",)

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data


def make_view(
    game: Game, viewer: int | None, *, gains: bool = True, bases: list[dict[str, Any]] | None = None, recent: int = 0
) -> View:
    """The view of a seat, or of a spectator (None)."""
    state = game.state
    over = state.phase == GAME_OVER
    question = None if game.is_over else game.question
    allowed = rights.rights_of(game.rules, state.turn_player) if state.phase == PLAY_CARDS else []
    playable: dict[int, set[int]] = {}  # what the player's cards can be played on
    for item in question.items if question is not None and question.kind == "main" else ():
        playable.setdefault(item[1], set()).add(item[2])
    data: dict[str, Any] = {
        "viewer": viewer,
        "turn": state.turn,
        "phase": PHASE_NAMES[state.phase],
        "turn_player": state.turn_player,
        "first_player": state.first_player,
        "target_vp": game.setup.target_vp,
        "edition": game.rules.edition,
        "scoring": state.scoring,
        "has_paid": game.rules.scoring is not None,
        "passed": game.rules.passed[:],
        "players": [_player(game, player, viewer, allowed, playable) for player in range(game.players)],
        "bases": _bases(game, viewer, gains=gains) if bases is None else bases,
        "base_deck_size": len(state.base_deck),
        "base_deck_top": _named(game.rules.card(state.base_deck[0]))
        if state.base_deck and is_known(game, state.base_deck[0], 0 if viewer is None else 1 << viewer)
        else None,
        "base_discard": [_named(game.rules.card(i)) for i in state.base_discard],
        "supplies": {} if state.rare_zones is None else _supplies(game, state.rare_zones),
        "box": [] if state.rare_zones is None else [_named(game.rules.card(i)) for i in state.rare_zones.box],
        "duel": _duel(game, viewer),
        "plays": [_right(game, right) for right in allowed],
        "asked": None if question is None else question.player,
        "question": question.to_json() if question is not None and question.player == viewer else None,
        "winner": game.winner if over else None,
        "winners": state.winners if over else [],
    }
    if recent:
        data["recent"] = recent_events(game.rules, game.entries, viewer, recent)
    return View(data)


def _named(card: Card) -> dict[str, Any]:
    return {"id": card.id, "name": card.name}


def _remembered(game: Game, card: Card) -> dict[str, Any]:
    """A card that everybody saw: without its id if it has gone where not everybody sees it."""
    return {"id": card.id if is_remembered(game, card.id) else -1, "name": card.name}


def is_remembered(game: Game, card: int) -> bool:
    """Whether everybody knows where a card is that everybody saw."""
    return game.state.zone[card] not in _HIDDEN or game.state.known[card] == game.rules.everyone


def _player(
    game: Game, player: int, viewer: int | None, allowed: list[Allowance], playable: dict[int, set[int]]
) -> dict[str, Any]:
    state, rare = game.state, game.state.rare_zones
    bit = 0 if viewer is None else 1 << viewer
    madness = None if rare is None or MADNESS not in rare.supply else madness_of(game.rules, player)
    others_hand = [] if player == viewer else [i for i in state.hands[player] if is_known(game, i, bit)]
    return {
        "name": game.setup.names[player],
        "vp": state.vp[player],
        "factions": state.factions[player][:],
        "hand_size": len(state.hands[player]),
        "hand": [_in_hand(game, game.rules.card(i), player, allowed, playable) for i in state.hands[player]]
        if player == viewer
        else None,
        "known_hand": sorted((_named(game.rules.card(i)) for i in others_hand), key=_id),
        "deck_size": len(state.decks[player]),
        "known_deck": [
            {"place": place, **_named(game.rules.card(i))}
            for place, i in enumerate(state.decks[player])
            if is_known(game, i, bit)
        ],
        "discard": [_named(game.rules.card(i)) for i in state.discards[player]],
        "titans": [] if rare is None else [_beside(game, i, viewer) for i in rare.beside[player]],
        "stasis": [] if rare is None else [_beside(game, i, viewer) for i in rare.stasis[player]],
        "madness": madness,
        "madness_cost": None if madness is None else cost_of(madness),
    }


def _beside(game: Game, card: int, viewer: int | None) -> dict[str, Any]:
    """A titan beside its deck, or a card in stasis."""
    rare = game.state.rare_zones
    on_it = [] if rare is None else [_named(game.rules.card(i)) for i in rare.on.get(card, ())]
    counters = game.state.counters[card]
    return {**_named(game.rules.card(card)), "counters": counters, "held": _under(game, card, viewer), "cards": on_it}


def _duel(game: Game, viewer: int | None) -> dict[str, Any] | None:
    """The duel that is being fought: its minions, the challenger's first, and the cards laid for it (D4)."""
    duel = game.rules.duel
    if duel is None:
        return None
    return {
        "challenger": player_to_json(duel.challenger),
        "base": -1 if duel.base is None else _remembered(game, duel.base)["id"],
        "minions": [_remembered(game, minion) for minion in duel.minions],
        "sides": [player_to_json(seat) for seat in duel.sides],
        "cards": _under(game, -1, viewer),
    }


def _under(game: Game, place: int, viewer: int | None) -> list[dict[str, Any]]:
    """The cards that lie face down under a base or card: what the viewer does not know is only whose and where."""
    rare = game.state.rare_zones
    if rare is None:
        return []
    bit = 0 if viewer is None else 1 << viewer
    return [
        {
            "controller": player_to_json(game.state.controller[i]),
            "place": n,
            **(_named(game.rules.card(i)) if is_known(game, i, bit) else {}),
        }
        for n, i in enumerate(rare.under.get(place, ()))
    ]


SUPPLY_NAMES: Final = {MADNESS: "madness", MONSTERS: "monsters", TREASURES: "treasures"}


def _supplies(game: Game, rare: RareZones) -> dict[str, Any]:
    """The decks that belong to nobody: how many cards are left, and what was discarded."""
    return {
        SUPPLY_NAMES[seat]: {
            "deck_size": len(deck),
            "discard": [_named(game.rules.card(i)) for i in rare.spent.get(seat, ())],
        }
        for seat, deck in rare.supply.items()
    }


def is_known(game: Game, card: int, bit: int) -> bool:
    """Whether the viewer with this bit (0: a spectator) knows which card it is."""
    known = game.state.known[card]
    return known == game.rules.everyone or bool(known & bit)


def _id(entry: dict[str, Any]) -> int:
    return int(entry["id"])


def _in_hand(
    game: Game, card: Card, player: int, allowed: list[Allowance], playable: dict[int, set[int]]
) -> dict[str, Any]:
    return {
        **_named(card),
        "kind": KIND_NAMES[card.printed.kind],
        "power": card.printed.power,
        "owner": player_to_json(card.owner),
        "why_not": "" if card.id in playable else prohibitions.why_not(game.rules, player, card, allowed),
        "where_not": prohibitions.where_not(game.rules, player, card, playable[card.id]) if card.id in playable else {},
    }


def _bases(game: Game, viewer: int | None, *, gains: bool) -> list[dict[str, Any]]:
    return [
        _base(game, base, standing, viewer, gains=gains)
        for base, standing in zip(game.rules.bases, power.standings(game.rules), strict=True)
    ]


def _base(game: Game, base: Card, standing: power.Standing, viewer: int | None, *, gains: bool) -> dict[str, Any]:
    printed = base.printed
    assert isinstance(printed, Base)
    places = scoring.places_at(game.rules, base, standing.totals)
    return {
        **_named(base),
        "breakpoint": standing.limit,
        "printed_breakpoint": printed.breakpoint,
        "vp": list(printed.vp),
        "totals": standing.totals,
        "places": places,
        **({"gains": gains_at(game, base, places)} if gains else {}),
        "pressure": standing.pressure,
        "counters": base.counters or base.memo,
        "buried": _under(game, base.id, viewer),
        "cards": [_in_play(game, card, viewer, standing.powers) for card in base.on_it],
    }


def gains_at(game: Game, base: Card, places: list[int]) -> list[int]:
    """The VP that each player would gain if the base scored now; by place, unless something else pays too."""
    if any(ability.in_window(me, base) for ability, me, _ in game.rules.listeners("when_scoring")):
        twin = game.clone()
        if not twin.is_over:
            gained = scoring.would_gain(twin.rules, twin.rules.card(base.id), places)
            twin.release()
            return gained
    return scoring.prizes_for(base, places)


def _in_play(game: Game, card: Card, viewer: int | None, powers: dict[int, int]) -> dict[str, Any]:
    strength = powers.get(card.id)
    return {
        **_named(card),
        "kind": KIND_NAMES[card.printed.kind],
        "owner": player_to_json(card.owner),
        "controller": player_to_json(card.controller),
        "power": card.power if strength is None else strength,
        "printed_power": card.printed.power,
        "counters": card.counters,
        "talents_used": [talents.is_used_up(game.rules, talent) for talent in talents.of(card)],
        "named": card.printed.named(card),
        "held": _under(game, card.id, viewer),
        "cards": [_in_play(game, on_it, viewer, powers) for on_it in card.on_it],
        **({} if power.counts(game.rules, card) else {"counts": False}),
    }


def _right(game: Game, right: Allowance) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": KIND_NAMES[right.kind], "free": right.free}
    if right.max_power >= 0:
        data["max_power"] = right.max_power
    for field in ("base", "card", "source"):
        number = getattr(right, field)
        if number >= 0:
            data[field] = _remembered(game, game.rules.card(number))
    if right.name:
        data["name"] = right.name
    data["unrestricted"] = right.is_unrestricted and right.kind != ANY_KIND
    return data
