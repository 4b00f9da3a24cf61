"""Once a turn: which abilities were used this turn, and by whom.

A mark names the ability, the card that has it, the card that gives it (itself, unless it was lent) and the player. Both
cards are meant as they are in play now: one that left and came back is new, and so is what it lends. What a card may be
used for, what it offers and what it does of itself are abilities of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from basebash.engine.data.events import Event
from basebash.engine.data.terms import Who, player_to_json

if TYPE_CHECKING:
    from typing import Any

    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.ability import Ability
    from basebash.engine.vocabulary.card import Card

Mark: TypeAlias = tuple[str, int, int, int, int, int]


def mark_of(game: Rules, listener: Listener, player: Who, hook: str = "", at: Card | None = None) -> Mark:
    """The mark of a player's use of an ability; `hook` is "use" or "offers" if it is that.

    `at`: one of all cards that have the ability may use it for each such card.
    """
    ability, me, giver = listener
    key = f"{ability.key} {hook}" if hook else ability.key
    if at is not None:
        return key, at.id, at.entered, -1, 0, player_to_json(player)
    if ability.only_one:
        return key, -1, 0, -1, 0, player_to_json(player)
    given = me.entered if giver == me.id else game.state.entered[giver]
    return key, me.id, me.entered, giver, given, player_to_json(player)


def is_spent(game: Rules, listener: Listener, player: Who, hook: str = "", at: Card | None = None) -> bool:
    """Whether a player has used an ability this turn; one that a card has twice may be used twice."""
    once = game.state.once
    if not once:
        return False
    uses = once.count(mark_of(game, listener, player, hook, at))
    if not uses or listener[0].only_one:
        return uses > 0
    return uses >= max(1, game.abilities_of(listener[1]).count(listener))


def spend(game: Rules, listener: Listener, player: Who, hook: str = "", at: Card | None = None) -> Mark:
    """Marks that a player uses an ability; the mark, for `take_back`."""
    mark = mark_of(game, listener, player, hook, at)
    game.state.once.append(mark)
    return mark


def take_back(game: Rules, mark: Mark | None) -> None:
    """The ability was not used after all."""
    if mark is not None:
        game.state.once.remove(mark)


def user_of(ability: Ability, me: Card, about: Any, controller: Who) -> Who:
    """The player who uses an ability that speaks of something: its controller, or whoever a base's text means (P13)."""
    user = ability.user(me, about) if isinstance(about, Event) or not me.is_base else None
    return controller if user is None else user


def unspent(game: Rules, hook: str, player: Who) -> list[Listener]:
    """The abilities that speak at this moment, without those that the player has used up this turn."""
    found = game.listeners(hook)
    if not game.state.once:
        return found
    return [listener for listener in found if hook not in listener[0].once or not is_spent(game, listener, player)]
