"""The index of abilities: for each hook, the listeners among the cards in play.

It is built on demand and kept until something changes the listeners. Cards that come and go with only their printed
abilities are added and removed one by one; everything else drops the index (`invalidate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from basebash.engine.data.terms import CANCELLED, CHANGING, COPIED, LAID, LOST
from basebash.engine.vocabulary.ability import LASTING, Ability
from basebash.engine.vocabulary.printed import CARDS

if TYPE_CHECKING:
    from basebash.engine.data.values import Effect
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card
    from basebash.engine.vocabulary.printed import Printed

Listener = tuple[Ability, "Card", int]
"""An ability that listens now: the ability, the card that has it, the card that gives it."""

NOTHING: Final[list[Listener]] = []
NEVER: Final[frozenset[str]] = frozenset()


class _Checks:
    are_on: ClassVar[bool] = False


def check_what_is_kept(*, on: bool) -> None:
    """Turn on comparing the kept index with a fresh one after every change (`BASEBASH_CHECK=1`): for tests."""
    _Checks.are_on = on


def invalidate(game: Rules) -> None:
    """Drop the index: what is in play, or which abilities exist, has changed. Nothing else drops it."""
    game._index = None
    game._bases = None
    if game._minions:
        game._minions = {}


def note_arrival(game: Rules, card: Card, host: int) -> None:
    """Add a card that came into play on its host (a base: -1): it listens after those that were there before."""
    hooks = card.printed.indexed
    comes_with = card.id in game.state.on
    if comes_with or _depends_on(game, card, hooks) or (game._late and not game._late.isdisjoint(hooks)):
        invalidate(game)
        return
    if host < 0:
        game._bases = None
    else:
        game._minions.pop(host, None)
    index = game._index
    if index is not None and hooks:
        listener = (card.printed, card, card.id)
        for hook in hooks:
            # Never in place: somebody may be iterating over the list.
            index[hook] = [*index[hook], listener] if hook in index else [listener]
    if _Checks.are_on:
        _check_index(game)


def note_departure(game: Rules, card: Card, host: int) -> None:
    """Remove a card that is about to leave its host (a base: -1) and play; what is on a minion leaves next."""
    hooks = card.printed.indexed
    if _depends_on(game, card, hooks) or (host < 0 and card.id in game.state.on):
        invalidate(game)
        return
    if host < 0:
        game._bases = None
    else:
        game._minions.pop(host, None)
    index = game._index
    if index is not None:
        for hook in hooks:
            found = [listener for listener in index.pop(hook, NOTHING) if listener[1] is not card]
            if found:
                index[hook] = found


def note_move(game: Rules, origin: int, goal: int) -> None:
    """Update the index for a card that went from one host to another: its abilities stay the same."""
    game._minions.pop(origin, None)
    game._minions.pop(goal, None)
    invalidate_conditional(game)


def _depends_on(game: Rules, card: Card, hooks: tuple[str, ...]) -> bool:
    """Whether other listeners may depend on where this card is, or it on more than what is printed on it."""
    effects = game.state.effects
    return (
        game._shifts
        or "lends" in hooks
        or "cancels" in hooks
        or card.id in game._abilities
        or (bool(effects) and any([e.target == card.id and e.kind in CHANGING for e in effects]))
    )


def invalidate_conditional(game: Rules) -> None:
    """Something changed that conditions of abilities may depend on: if one `wavers`, the listeners may change."""
    if game._shifts:
        invalidate(game)
    elif _Checks.are_on:
        _check_index(game)


def _check_index(game: Rules) -> None:
    """Check that the kept index equals a fresh one."""
    kept = game._index
    if kept is not None:
        found = build_index(game)
        assert _summary(kept) == _summary(found), f"the index is stale: {_summary(kept)} is not {_summary(found)}"


def build_index(game: Rules) -> dict[str, list[Listener]]:
    """Build the index, in the order in which cards came into play.

    Only cards with more or less than their printed abilities get their own list.
    """
    state = game.state
    in_play = state.bases[:]
    on = state.on
    for base in state.bases:
        for i in on.get(base, ()):
            in_play.append(i)
            if i in on:
                in_play += on[i]
    index: dict[str, list[Listener]] = {}
    game._abilities = {}
    printed = state.printed
    handles = game._handles or game._make_handles()
    speaking = [i for i in in_play if printed[i].indexed]
    speaking.sort(key=state.entered.__getitem__)
    _enter(index, [(printed[i], handles[i] or game.card(i), i) for i in speaking])
    effects = state.effects
    changes = [e for e in effects if e.kind in (COPIED, LOST, CANCELLED)] if effects else []
    laid = [_laid(game, e) for e in effects if e.kind == LAID] if effects else NOTHING
    _enter(index, laid)
    if changes or "cancels" in index:
        in_play.sort(key=state.entered.__getitem__)
        index = _build_changed_index(game, in_play, changes, laid)
    game._index = index
    game._late = NEVER.union(*[ability.indexed for ability, _, _ in laid])
    game._shifts = False
    for hook in ("lends", "cancels"):
        if hook in index and any([ability.wavers for ability, _, _ in index[hook]]):
            game._shifts = True
    if "lends" in index:
        _lend(game, index, in_play, changes)
    return index


def _build_changed_index(
    game: Rules, in_play: list[int], changes: list[Effect], laid: list[Listener]
) -> dict[str, list[Listener]]:
    """Build the index where abilities were copied, lost or cancelled."""
    index: dict[str, list[Listener]] = {}
    silent = _cancelled(game, in_play, changes)
    changed = {e.target for e in changes} | silent
    printed = game.state.printed
    speaking: list[Listener] = []
    for card in game.cards(in_play):
        i = card.id
        if i not in changed:
            if printed[i].indexed:
                speaking.append((printed[i], card, i))
            continue
        own: list[Listener] = []
        if i not in silent:
            own += [(text, card, i) for text in _texts_on(card, changes)]
        game._abilities[i] = own
        speaking += own
    _enter(index, speaking)
    _enter(index, laid)
    return index


def _lend(game: Rules, index: dict[str, list[Listener]], in_play: list[int], changes: list[Effect]) -> None:
    """Return the abilities that cards have because of others (Flighterizer, Signs in the Stars)."""
    abilities = game._abilities
    # What a cancelled base was lent is cancelled too.
    silent = _cancelled(game, in_play, changes) if changes or "cancels" in index else set[int]()
    for ability, lender, _ in list(index["lends"]):
        card = lender.host
        lent = ability.lends(lender)
        if card is None or lent is None or card.id in silent or _has_lost(changes, card.id, lender.id):
            continue
        if card.id not in abilities:
            abilities[card.id] = [(card.printed, card, card.id)]
        listener = (lent, card, lender.id)
        abilities[card.id].append(listener)
        game._late = game._late.union(lent.indexed)
        _enter(index, [listener])


def _cancelled(game: Rules, in_play: list[int], changes: list[Effect]) -> set[int]:
    """Return the cards whose abilities are cancelled. One that is cancelled itself cancels nothing (C12)."""
    cancelled = {e.target for e in changes if e.kind == CANCELLED}
    cards = game.cards(in_play)
    for effect in game.state.effects:
        if effect.kind == LAID and "cancels" in LASTING[effect.amount].hooks:
            ability, trace, _ = _laid(game, effect)
            cancelled |= {card.id for card in cards if ability.cancels(trace, card)}
    copiers = {e.target for e in changes if e.kind == COPIED}
    for canceller in cards:
        if "cancels" in canceller.printed.hooks or canceller.id in copiers:
            for text in _texts_on(canceller, changes):
                if "cancels" in text.hooks and canceller.id not in cancelled:
                    cancelled |= {card.id for card in cards if text.cancels(canceller, card)}
    return cancelled


def _texts_on(card: Card, changes: list[Effect]) -> list[Printed]:
    """Return what is printed on a card and what it has copied, unless it lost both."""
    if _has_lost(changes, card.id, card.id):
        return []
    return [card.printed, *[CARDS[e.amount] for e in changes if e.kind == COPIED and e.target == card.id]]


def _laid(game: Rules, effect: Effect) -> Listener:
    return LASTING[effect.amount], game.trace(effect), effect.source


def _has_lost(changes: list[Effect], card: int, giver: int) -> bool:
    return any([e.kind == LOST and e.target == card and e.amount == giver for e in changes])


def _summary(index: dict[str, list[Listener]]) -> dict[str, list[tuple[str, int, int]]]:
    return {hook: [(repr(a), me.id, giver) for a, me, giver in found] for hook, found in index.items()}


def _enter(index: dict[str, list[Listener]], listeners: list[Listener]) -> None:
    for listener in listeners:
        for hook in listener[0].indexed:
            if hook in index:
                index[hook].append(listener)
            else:
                index[hook] = [listener]
