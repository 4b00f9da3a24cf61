"""Once a turn: which abilities were used this turn, and by whom.

A mark names the ability, the card that has it, the card that gives it (itself, unless it was lent) and the player. Both
cards mean their current stay in play: one that left and came back is new, and so is what it lends. `use`, `offers` and
everything else that a card does are limited separately.
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
    """Return the mark of a player's use of an ability; `hook` is "use" or "offers" for those.

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
    """Mark that a player uses an ability; return the mark, for `take_back`."""
    mark = mark_of(game, listener, player, hook, at)
    game.state.once.append(mark)
    return mark


def take_back(game: Rules, mark: Mark | None) -> None:
    """Remove the mark: the ability was not used after all."""
    if mark is not None:
        game.state.once.remove(mark)


def user_of(ability: Ability, me: Card, about: Any, controller: Who) -> Who:
    """The player who uses an ability about something: its controller, or the player whom a base's text means (P13)."""
    user = ability.user(me, about) if isinstance(about, Event) or not me.is_base else None
    return controller if user is None else user


def unspent(game: Rules, hook: str, player: Who) -> list[Listener]:
    """The listeners to this hook, without those that the player has used up this turn."""
    found = game.listeners(hook)
    if not game.state.once:
        return found
    return [listener for listener in found if hook not in listener[0].once or not is_spent(game, listener, player)]
