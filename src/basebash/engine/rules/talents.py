"""Talents: which a card has, which are used up, and what happens when one is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.events import Event
from basebash.engine.data.terms import USED, Who
from basebash.engine.data.values import Deed
from basebash.engine.log import tell_idle
from basebash.engine.rules import limits, triggers

if TYPE_CHECKING:
    from basebash.engine.question import PlayItem
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


def of(card: Card) -> list[Listener]:
    """The talents that a card has: its own and those it was given."""
    return [listener for listener in card.game.abilities_of(card) if "talent" in listener[0].hooks]


def usable(game: Rules, player: int) -> list[PlayItem]:
    """The talents that a player may use now in Play Cards."""
    talents = game.listeners("talent")
    if not talents:
        return []
    controllers = game.state.controller
    used = {deed.other for deed in game.state.deeds if deed.what == USED}
    return [
        ("talent", me.id, -1 if source == me.id else source, None)
        for ability, me, source in talents
        if controllers[me.id] == player
        and not ((source in used or ability.only_one) and is_used_up(game, (ability, me, source)))
    ]


def is_used_up(game: Rules, talent: Listener) -> bool:
    """Whether a talent was used as often as allowed this turn, in the card's current stay (T5)."""
    ability, me, source = talent
    if ability.only_one and is_barred(game, talent):
        return True
    uses = 0
    for deed in game.state.deeds:
        if deed.what == USED and deed.other == source and deed.arrival == game.state.entered[source]:
            uses += deed.value == _value(talent)
    if not uses:
        return False
    # "Twice" and "a second time" mean the same second use, no matter who allows it.
    extra = game.listeners("extra_talents")
    return not extra or uses > max(0, *[ability.extra_talents(it, me) for ability, it, _ in extra])


def is_barred(game: Rules, talent: Listener) -> bool:
    """Whether another card's use of this talent this turn rules out any more ("use only one")."""
    ability, me, _ = talent
    return ability.only_one and limits.is_spent(game, talent, me.controller)


def _value(talent: Listener) -> int:
    """Distinguish the talents that one card has or gives: its own, what it gives, and each that was copied."""
    ability, me, source = talent
    if source != me.id:
        return -1
    return 0 if ability is me.printed else 1 + ability.number


async def use_item(game: Rules, player: int, item: PlayItem) -> None:
    """Use the talent of an option of Play Cards."""
    card = game.card(item[1])
    giver = item[2] if item[2] >= 0 else card.id
    for talent in of(card):
        if talent[2] == giver and not is_used_up(game, talent):
            await use(game, player, talent)
            return


async def use(game: Rules, player: Who, talent: Listener, *, counts: bool = True) -> None:
    """Use a talent; if it `counts`, that is one of its uses this turn."""
    _, me, source = talent
    if counts:
        here = me.base
        base = -1 if here is None else here.id
        arrival = game.state.entered[source]
        game.state.deeds.append(Deed(USED, player, me.id, base, source, arrival, _value(talent)))
    for listener in list(game.abilities_of(me)) if source != me.id else ():
        if "swaps_talent" in listener[0].hooks and not limits.is_spent(game, listener, player):
            instead = await listener[0].swaps_talent(me, talent)
            if instead is not None:
                limits.spend(game, listener, player)
                talent = instead
    if talent[0].only_one:
        limits.spend(game, talent, player)
    game.log("talent", player, cards=(me,))
    host = me.host
    user = host if me.is_action and host is not None else me
    event = Event(user, player, user.base)
    event.source = me
    heard = triggers.triggers_of(game, "after_talent_used", [event])
    triggers.open_frame(game)
    game.using.append((me, event))
    watch = game.watch()
    triggers.start_acting(game, me, player)
    await talent[0].talent(me)
    triggers.stop_acting(game)
    tell_idle(game, watch, player, me)
    game.using.remove((me, event))
    triggers.set_off(game, heard)
    frame = triggers.end_frame(game)
    if frame is not None:
        await triggers.settle(game, frame)


async def choose(source: Card, talents: list[Listener], prompt: str, *, may: bool) -> Listener | None:
    """Choose one of several talents, by the cards that have or give them."""
    cards = [source.game.card(giver) for _, _, giver in talents]
    card = await source.choose(cards, prompt, may=may)
    return None if card is None else talents[cards.index(card)]


def renew(game: Rules, action: Card) -> None:
    """An action that was transferred gives its talent again at its new place (L20); its own talent stays used (N4)."""
    deeds = game.state.deeds
    for i, deed in enumerate(deeds):
        if deed.what == USED and deed.other == action.id != deed.card:
            deeds[i] = Deed(USED, deed.player, deed.card, deed.base, deed.other, arrival=-1, value=deed.value)
