"""What forbids a play, and why a card cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine.data.terms import (
    ACTION,
    BARRED,
    BASE,
    NO_ACTIONS,
    ON_BASE,
    PLAY_CARDS,
    Who,
)
from basebash.engine.data.values import Allowance
from basebash.engine.rules import play_options

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


def cannot_play_actions(game: Rules, player: Who) -> bool:
    """Whether the player cannot play any action this turn (Mark of Sleep)."""
    state = game.state
    return any(
        effect.kind == NO_ACTIONS
        and effect.target == player
        and state.turn_player == player
        and state.turn > effect.turn
        for effect in state.effects
    )


def is_forbidden_extra(game: Rules, player: Who, card: Card, target: Card | None) -> bool:
    """Whether something forbids the player to play the card there as an extra card."""
    forbidding = game.listeners("forbids_extra")
    if not forbidding:
        return False
    base = base_of(target)
    return any([ability.forbids_extra(me, player, card, base) for ability, me, _ in forbidding])


def is_forbidden(game: Rules, player: Who, card: Card, target: Card | None, *, extra: bool = False) -> bool:
    """Whether something forbids the player to play the card there; `extra`: it would be an extra card."""
    if extra and is_forbidden_extra(game, player, card, target):
        return True
    return not where_allowed(game, player, card, [target])


def base_of(target: Card | None) -> Card | None:
    """The base of a card that is played on this."""
    return target if target is None or target.kind == BASE else target.base


def where_allowed(game: Rules, player: Who, card: Card, targets: list[Any]) -> list[Any]:
    """The targets on which nothing forbids the player to play the card ("cannot" beats "can", P5)."""
    state = game.state
    if state.effects:
        if any([e.kind == BARRED and e.target == player and e.amount == card.printed.number for e in state.effects]):
            return []
        if card.kind & ACTION and cannot_play_actions(game, player):
            targets = [] if card.kind == ACTION else [target for target in targets if target is not None]
    index = game._index or game.index
    if "asks_toll" in index:
        targets = [target for target in targets if target is None or _can_pay_tolls(game, player, card, target)]
    if "forbids_play" not in index:
        return targets
    allowed: list[Any] = []
    for target in targets:
        base = target if target is None or target.kind == BASE else target.base
        on = target if card.kind == ACTION else None
        for ability, me, _ in index["forbids_play"]:
            if ability.forbids_play(me, player, card, base, on):
                break
        else:
            allowed.append(target)
    return allowed


def _can_pay_tolls(game: Rules, player: Who, card: Card, target: Card) -> bool:
    """Whether the player has as many other cards as it costs to play the card there."""
    base = target.base
    if base is None:
        return True
    tolls = [me for ability, me, _ in game.listeners("asks_toll") if ability.asks_toll(me, player, card, base)]
    return not tolls or len(tolls) <= len([other for other in game.hand(player) if other is not card])


def why_not(game: Rules, player: int, card: Card, rights: list[Allowance]) -> str:
    """The reason why a card in hand cannot be played now, in a few words."""
    state = game.state
    if state.phase != PLAY_CARDS or state.turn_player != player:
        return "Not your turn to play cards"
    if card.printed.only_special:
        return "Only as a Special while a base scores"
    if not any(right.kind & card.kind for right in rights):
        return "No minion play left" if card.is_minion else "No action play left"
    targets = play_options.targets_of(game, player, card)
    if not targets:
        return "Nothing to play it on"
    if all(is_forbidden(game, player, card, target) for target in targets):
        return "Another card forbids it"
    return "Your extra plays don't allow this card"


def where_not(game: Rules, player: int, card: Card, offered: set[int]) -> dict[str, str]:
    """For a card that may be played at some bases: the reason why not at the others, by the id of the base."""
    if card.kind == ACTION and card.plays_on != ON_BASE:
        return {}
    reasons: dict[str, str] = {}
    for base in game.bases:
        if base.id in offered:
            continue
        on = base if card.kind == ACTION else None
        forbidding = [
            me.name
            for ability, me, _ in game.listeners("forbids_play")
            if ability.forbids_play(me, player, card, base, on)
        ]
        if card.printed.is_choosy and not card.printed.can_be_played_on(card, player, base):
            forbidding.append(card.name)
        reasons[str(base.id)] = f"{forbidding[0]} forbids it" if forbidding else "Not with the plays you have left"
    return reasons


def are_specials_forbidden(game: Rules, player: Who) -> bool:
    """Whether a player cannot play Specials, because of the base that is scoring (Mindraker)."""
    if game.state.scoring < 0 or "forbids_specials" not in (game._index or game.index):
        return False
    base = game.card(game.state.scoring)
    return any(ability.forbids_specials(me, player, base) for ability, me, _ in game.listeners("forbids_specials"))


def is_special_forbidden(game: Rules, card: Card) -> bool:
    """Return whether the Specials of a card cannot be used, because of the base that is scoring (And Stay Down!)."""
    silencing = game.listeners("forbids_special_abilities") if game.state.scoring >= 0 else ()
    return any(
        ability.forbids_special_abilities(me, card, game.card(game.state.scoring)) for ability, me, _ in silencing
    )
