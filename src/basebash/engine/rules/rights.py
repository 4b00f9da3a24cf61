"""Rights to play cards: what may be played with which, on what, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.terms import (
    ACTION,
    MINION,
    Who,
)
from basebash.engine.data.values import Allowance
from basebash.engine.rules import limits

if TYPE_CHECKING:
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card

# How cards are played (`Printed.way`).


def rights_of(game: Rules, player: int) -> list[Allowance]:
    """Every right to play a card that a player has now in Play Cards: free, extra, and offered by cards."""
    state = game.state
    rights = state.plays[:]
    for listener in (game._index or game.index).get("offers", ()):
        _add_offer(rights, listener, player)
    if game.plays_from_discard:
        for i in state.discards[player]:
            if state.printed[i].from_discard:
                _add_offer(rights, (state.printed[i], game.card(i), i), player)
    return rights


def _add_offer(rights: list[Allowance], listener: Listener, player: int) -> None:
    """Add the right that a card gives on each of the player's turns, unless they have used it (T4)."""
    ability, me, _ = listener
    right = ability.offers(me, player)
    if right is not None and not limits.is_spent(me.game, listener, player, "offers"):
        right.source = me.id
        right.arrival = me.entered
        right.offer = 2 + ability.number
        rights.append(right)


def _covers(narrow: Allowance, wide: Allowance) -> bool:
    """Whether everything that may be played with the first right may be played with the second as well."""
    return (
        wide.kind & narrow.kind == narrow.kind
        and (wide.max_power < 0 or 0 <= narrow.max_power <= wide.max_power)
        and wide.base in (-1, narrow.base)
        and wide.card in (-1, narrow.card)
        and wide.name in ("", narrow.name)
        and wide.affecting in (-1, narrow.affecting)
        and (wide.rule < 0 or (wide.rule == narrow.rule and wide.source == narrow.source))
    )


def _has_consequence(game: Rules, right: Allowance) -> bool:
    return right.offer > 0 and any(
        "offer_used" in ability.hooks for ability, _, _ in game.abilities_of(game.card(right.source))
    )


def _decides_more(right: Allowance) -> bool:
    """Whether playing a card with this right makes a difference: to what it may affect, or to what follows."""
    return right.rule >= 0 or right.name == "*"


def worth_spending(game: Rules, rights: list[Allowance]) -> list[Allowance]:
    """Of several rights that fit, return those between which there is a choice, the narrowest first.

    A right is never spent while a narrower one would do (pitfall 17). One that has a consequence (Storyteller's Hut),
    or affects what follows (Space Prince, The Gray Wolf), is a different choice and hides no other. A regular play
    hides no extra one, because it may be worth keeping (H11); an extra play hides the regular one unless the number of
    extra cards is limited (Eliza).
    """
    if len(rights) < 2:
        return rights
    limited = "forbids_extra" in (game._index or game.index)
    plain = [r for r in rights if not _has_consequence(game, r)]
    # Of equal rights, one that a play may end is spent first (Subterranean Lair).
    plain.sort(key=lambda r: (_narrowness(r), not (r.offer and offering(game, r)[0].offer_may_end)))
    kept: list[Allowance] = []
    for right in plain:
        for narrower in kept:
            same = right.free == narrower.free or (right.free and not limited)
            if same and _covers(narrower, right) and not _decides_more(narrower):
                break
        else:
            kept.append(right)
    return [r for r in rights if _has_consequence(game, r)] + kept


def _narrowness(right: Allowance) -> int:
    return right.free - 2 * right.narrowness


def spend(game: Rules, player: Who, right: Allowance | None, card: Card) -> None:
    """Use up a right of a player who plays a card."""
    if right is None:
        return
    if right.offer:
        limits.spend(game, offering(game, right), player, "offers")
    elif right in game.state.plays:
        game.state.plays.remove(right)
        if right.name == "*":
            _settle_on_name(game, right, card.name)


def offering(game: Rules, right: Allowance) -> Listener:
    """The ability that offers a right each turn, with the card that has it or what is left of that."""
    source = game.card(right.source)
    lasting = [(a, me, i) for a, me, i in game.listeners("offers") if me.controller == game.state.turn_player]
    for ability, me, giver in [*game.abilities_of(source), *lasting]:
        is_same = me.id == source.id and me.entered == right.arrival  # a base may have left two rights behind
        if is_same and "offers" in ability.hooks and ability.number == right.offer - 2:
            return ability, me, giver
    return source.printed, source, source.id


def _settle_on_name(game: Rules, right: Allowance, name: str) -> None:
    """Rights to play several cards with the same name (`name` "*", Blossom): the first one played decides the name."""
    for i, other in enumerate(game.state.plays):
        if other.name == "*" and other.source == right.source:
            game.state.plays[i] = Allowance(other.kind, name=name, source=other.source)


def affects(action: Card, target: Card | None, right: Allowance) -> bool:
    """Whether an action, played there, can directly affect the minion that the right names (A3, A4).

    A minion that has left play and come back is another one.
    """
    minion = action.game.card(right.affecting)
    if minion.entered != right.arrival:
        return False
    if target is not None and target is not minion.base:
        return target is minion
    return minion.in_play and action.printed.would_affect(action, minion)


def is_opened(openers: list[Listener], player: int, card: Card, target: Card | None, right: Allowance) -> bool:
    """Whether something lets a player play a card from their discard pile there with this right."""
    for ability, me, _ in openers:
        if ability.opens_discard(me, player, card, target, right):
            return True
    return False


def fits(right: Allowance, card: Card) -> bool:
    """Whether a restricted right applies to this card, wherever it is played."""
    return (
        (right.card < 0 or right.card == card.id)
        and (right.max_power < 0 or card.printed.power <= right.max_power)
        and (not right.name or _has_name(card, right.name))
    )


def _has_name(card: Card, name: str) -> bool:
    """Whether a card has the name that an allowance demands: any, a certain one, or (with "!") any other."""
    if name == "*":
        return True
    return card.name != name[1:] if name[0] == "!" else card.is_a(name)


def regular_plays(game: Rules, price: int) -> list[Allowance] | None:
    """The regular plays of these kinds, if all of them are left; otherwise None."""
    found: list[Allowance] = []
    for kind in (MINION, ACTION):
        if price & kind:
            left = [right for right in game.state.plays if right.free and right.kind == kind]
            if not left:
                return None
            found.append(left[0])
    return found
