"""The options of a player: which cards can be played where, and with which right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from basebash.engine.data.terms import (
    ACTION,
    ANY_KIND,
    BARRED,
    BASE,
    FUSION,
    MINION,
    NO_ACTIONS,
    ON_BASE,
    ON_NOTHING,
    ON_YOUR_MINION,
    PLAY,
)
from basebash.engine.data.values import Allowance
from basebash.engine.rules import ability_index, limits, prohibitions, zones
from basebash.engine.rules.rights import affects, fits, is_opened, worth_spending
from basebash.engine.vocabulary.printed import CARDS, way_of

if TYPE_CHECKING:
    from basebash.engine.question import PlayItem
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card

_MINION: Final = way_of(MINION, ON_NOTHING)
_STANDARD: Final = way_of(ACTION, ON_NOTHING)
_ON_BASE: Final = way_of(ACTION, ON_BASE)


def options(game: Rules, player: int, rights: list[Allowance]) -> list[PlayItem]:
    """Every card that a player may play with these rights, and on what."""
    found: list[PlayItem] = []
    if not rights:
        return found
    state, faces = game.state, game.state.printed
    handles = game._handles or game._make_handles()
    kinds = 0
    for right in rights:
        kinds |= right.kind
    plain = _plain_rights(game, rights)
    is_open = _is_open(game)
    anywhere = _anywhere(game, plain) if plain and is_open else {}
    stand_in = "stands_in" in game.moments
    alike: dict[tuple[int, int], list[PlayItem]] = {}  # what one copy can do, its owner's other copies can too
    for i in state.hands[player]:
        printed = faces[i]
        ways = anywhere.get(printed.way)
        if ways is not None:
            for target, right in ways:
                found.append(("play", i, target, right))
            continue
        kind = printed.kind
        stands = stand_in and "stands_in" in printed.hooks
        if not kind & kinds and not stands:
            continue
        copy = printed.number, state.owner[i]
        mine = alike.get(copy)
        if mine is not None:
            for what, _, target, used in mine:
                found.append((what, i, target, used))
            continue
        mine = alike[copy] = []
        card = handles[i] or game.card(i)
        if kind not in plain or printed.only_special or stands:
            options_for(game, player, card, rights, mine, None)
        else:
            _plain_options(game, player, card, plain[kind], mine, is_open=is_open)
        found += mine
    opens = "opens_discard" in (game._index or game.index)
    openers = limits.unspent(game, "opens_discard", player) if opens else ability_index.NOTHING
    if openers or game.plays_from_discard:
        _options_in_discard(game, player, rights, found, openers)
    if stand_in and game.hears_of("stands_in"):
        found += _stand_ins(game, player, rights)
    return found


def _anywhere(game: Rules, plain: dict[int, list[Allowance]]) -> dict[int, list[tuple[int, Allowance]]]:
    """The ways to play a card without any restriction by rights or other cards (`Printed.way`)."""
    state = game.state
    ways: dict[int, list[tuple[int, Allowance]]] = {}
    if MINION in plain:
        ways[_MINION] = _on_bases(state.bases, plain[MINION])
    # A copied ability or an older printing may say otherwise.
    if ACTION in plain and not state.effects and game.edition >= 2019:
        ways[_STANDARD] = [(-1, right) for right in plain[ACTION]]
        ways[_ON_BASE] = _on_bases(state.bases, plain[ACTION])
    return ways


def _on_bases(bases: list[int], spent: list[Allowance]) -> list[tuple[int, Allowance]]:
    return [(base, right) for base in bases for right in spent]


def _options_in_discard(
    game: Rules,
    player: int,
    rights: list[Allowance],
    found: list[PlayItem],
    openers: list[Listener],
) -> None:
    """Add what may be played from the discard pile."""
    state = game.state
    generic = [right for right in rights if right.card < 0]
    for i in state.discards[player]:
        printed = state.printed[i]
        if not openers and not printed.from_discard:
            continue
        card = game.card(i)
        if printed.from_discard:
            own = [right for right in rights if right.card == i]
            options_for(game, player, card, own, found, None)
        if printed.from_discard and printed.may_play_from_discard(card, player):
            options_for(game, player, card, rights, found, None)
        elif openers:
            options_for(game, player, card, generic, found, openers)


def _plain_options(
    game: Rules, player: int, card: Card, spent: list[Allowance], found: list[PlayItem], *, is_open: bool
) -> None:
    """Add the ways to play a card with rights that apply anywhere."""
    targets = targets_of(game, player, card)
    if not is_open:
        targets = prohibitions.where_allowed(game, player, card, targets)
    i = card.id
    for target in targets:
        target_id = -1 if target is None else target.id
        for right in spent:
            found.append(("play", i, target_id, right))


def _is_open(game: Rules) -> bool:
    """Whether nothing in play forbids or charges for any play."""
    index = game._index or game.index
    if "forbids_play" in index or "asks_toll" in index:
        return False
    effects = game.state.effects
    return not effects or not any([effect.kind in (BARRED, NO_ACTIONS) for effect in effects])


def _plain_rights(game: Rules, rights: list[Allowance]) -> dict[int, list[Allowance]]:
    """By kind, the rights that are spent for every card of it, if no right to play such cards is restricted."""
    plain: dict[int, list[Allowance]] = {}
    if "forbids_extra" in (game._index or game.index):
        return plain
    limited = 0
    for right in rights:
        if not right.is_general:
            limited |= right.kind
    if not limited & MINION:
        plain[MINION] = worth_spending(game, [right for right in rights if right.kind & MINION])
    if not limited & ACTION:
        plain[ACTION] = worth_spending(game, [right for right in rights if right.kind & ACTION])
    return plain


def _stand_ins(game: Rules, player: int, rights: list[Allowance]) -> list[PlayItem]:
    """Add what cards in play or in stasis let the player use in place of a play (Monet)."""
    found: list[PlayItem] = []
    if prohibitions.cannot_play_actions(game, player):
        return found
    for ability, me, source in game.all_listeners("stands_in"):
        if me.controller == player and "use" in ability.hooks:
            fitting = [
                right
                for right in rights
                if ability.stands_in(me, player, right)
                and (right.free or not prohibitions.is_forbidden_extra(game, player, me, None))
            ]
            giver = -1 if source == me.id else source
            found += [("use", me.id, giver, right) for right in worth_spending(game, fitting)]
    return found


def options_for(
    game: Rules,
    player: int,
    card: Card,
    rights: list[Allowance],
    found: list[PlayItem],
    openers: list[Listener] | None,
    *,
    answers: bool = False,
) -> None:
    """Add the ways to play one card with these rights; `answers`: also one that is only a Special."""
    printed = card.printed
    kind = card.kind
    # A card that may be played whenever an action could is not an option if the player cannot play actions.
    stands = (
        "stands_in" in game.moments
        and "stands_in" in printed.hooks
        and not prohibitions.cannot_play_actions(game, player)
    )
    fitting = [
        right
        for right in rights
        if (right.kind & kind or (stands and printed.stands_in(card, player, right)))
        and (right.is_general or fits(right, card))
    ]
    if not fitting:
        return
    if printed.only_special and not answers:
        found += _as_special(game, player, card, fitting) if openers is None else []
        return
    # Most rights apply anywhere: then the right that is spent does not depend on the target.
    anywhere = (
        kind != FUSION
        and openers is None
        and "forbids_extra" not in (game._index or game.index)
        and all([right.base < 0 and right.rule < 0 and right.affecting < 0 for right in fitting])
    )
    spent = worth_spending(game, fitting) if anywhere else fitting
    targets = targets_of(game, player, card, silent=fitting[0].silent)
    if not _is_open(game):
        targets = prohibitions.where_allowed(game, player, card, targets)
    for target in targets:
        if not anywhere:
            spent = _rights_there(game, player, card, target, fitting, openers)
        for right in spent:
            found.append(("play", card.id, -1 if target is None else target.id, right))


def targets_of(game: Rules, player: int, card: Card, *, silent: bool = False) -> list[Any]:
    """What a card could be played on: bases, minions, or [None] for a standard action.

    A card that will be `silent` does not restrict where it is played.
    """
    printed = card.printed
    if card.kind & MINION:
        bases = game.bases
        if printed.is_choosy and not silent:
            bases = [base for base in bases if printed.can_be_played_on(card, player, base)]
        return bases if card.kind == MINION else [*bases, None]
    plays_on = card.plays_on
    targets: list[Any] = [None] if plays_on == ON_NOTHING else _places(game, player, plays_on)
    if printed.is_choosy:
        targets = [target for target in targets if printed.can_be_played_on(card, player, target)]
    return targets


def _places(game: Rules, player: int, plays_on: int) -> list[Any]:
    """What an action with these targets could be played on; [None] for a standard action."""
    if plays_on == ON_NOTHING:
        return [None]
    if plays_on != ON_YOUR_MINION:
        return game.bases if plays_on == ON_BASE else game.minions()
    controllers = game.state.controller
    return [minion for minion in game.minions() if controllers[minion.id] == player]


def could_copy(card: Card, action: Card, player: int) -> bool:
    """Whether a player could play this card, as an extra card, as if it had another action's text."""
    game = card.game
    targets = prohibitions.where_allowed(game, player, card, _places(game, player, action.plays_on))
    return any(not prohibitions.is_forbidden_extra(game, player, card, target) for target in targets)


def special_ways(game: Rules, player: int, card: Card) -> list[PlayItem]:
    """The ways to play a card as a Special while a base scores."""
    printed = card.printed
    base = game.card(game.state.scoring)
    if prohibitions.are_specials_forbidden(game, player) or not printed.can_be_special(card, base):
        return []
    targets = printed.special_targets(card, base)
    ways: list[Card | None] = [*targets] if targets is not None else [base if card.is_minion else None]
    return [
        ("special", card.id, -1 if target is None else target.id, None)
        for target in ways
        if not prohibitions.is_forbidden(game, player, card, target, extra=True)
    ]


def ways_to_play(
    source: Card, card: Card, at: list[Card] | None, player: int, kind: int = ANY_KIND, *, silent: bool = False
) -> list[PlayItem]:
    """The ways to play this very card now, as an extra card (a fusion: as a card of this kind, F9).

    A `silent` card does not restrict where it is played.
    """
    game = source.game
    items: list[PlayItem] = []
    if card.zone == PLAY:  # it was played meanwhile
        return items
    right = Allowance(card.kind & kind, card=card.id, source=source.id, silent=silent)
    options_for(game, player, card, [right], items, None, answers=source is card)
    if card.printed.window & game.window and card.buried_at is not None:
        items = special_ways(game, player, card)  # an uncovered card is played as the moment allows (G37)
    if at is None:
        return items
    return [
        item
        for item in items
        if (item[2] < 0 and (not card.is_fusion or card.buried_at is not None))
        or (item[2] >= 0 and (game.card(item[2]).base in at or game.card(item[2]) in at))
    ]


def playable(game: Rules, player: int, right: Allowance, returned: list[Card]) -> list[Card]:
    """The cards that a player could play with this right, if `returned` had gone from play to their owners' hands."""
    now = game.state
    if returned:  # tried on a copy, because hand sizes and what is in play affect what may be played
        game.state = now.copy()
        for card in returned:
            zones.return_silently(game, card)
    items = options(game, player, [right])
    if returned:
        game.state = now
        ability_index.invalidate(game)
    return [game.card(i) for i in dict.fromkeys(item[1] for item in items)]


def _rights_there(
    game: Rules,
    player: int,
    card: Card,
    target: Card | None,
    rights: list[Allowance],
    openers: list[Listener] | None,
) -> list[Allowance]:
    """The rights that fit a card with which it may be played on this target."""
    base = target if target is None or target.kind == BASE else target.base
    base_id = -1 if base is None else base.id
    is_fusion = card.kind == FUSION
    usable: list[Allowance] = []
    for right in rights:
        if (
            (right.base < 0 or right.base == base_id)
            and (not is_fusion or right.kind & (ACTION if target is None else MINION))
            and (right.rule < 0 or CARDS[right.rule].allows(game.card(right.source), player, card, target))
            and (right.affecting < 0 or affects(card, target, right))
            and (openers is None or is_opened(openers, player, card, target, right))
            and (right.free or not prohibitions.is_forbidden_extra(game, player, card, target))
        ):
            usable.append(right)
    return usable if len(usable) < 2 else worth_spending(game, usable)


def _as_special(game: Rules, player: int, card: Card, fitting: list[Allowance]) -> list[PlayItem]:
    """A right to play an action in a scoring window also allows an action that is only a Special (Mole)."""
    if not card.printed.window & game.window:
        return []
    found: list[PlayItem] = []
    for what, card_id, target_id, _ in special_ways(game, player, card):
        target = None if target_id < 0 else game.card(target_id)
        for right in fitting:
            if right.rule < 0 or CARDS[right.rule].allows(game.card(right.source), player, card, target):
                found.append((what, card_id, target_id, right))
                break
    return found
