"""The verbs for bases and the base deck. Abilities use them through the methods of `Card`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from basebash.engine.data.events import Event
from basebash.engine.data.terms import ASIDE, BASE_DECK, BASE_DISCARD, NOBODY, Who
from basebash.engine.mechanics import monsters
from basebash.engine.rules import ability_index, triggers, verbs
from basebash.engine.rules.departures import leave
from basebash.engine.rules.zones import TO_DISCARD, discard_buried, keep_under, put_base, take

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


def top_base(game: Rules) -> Card | None:
    """Take the top card of the base deck."""
    refill_bases(game)
    if not game.state.base_deck:
        return None
    base = game.card(game.state.base_deck[0])
    take(game, base)
    return base


def refill_bases(game: Rules) -> None:
    """Refill an empty base deck from the base discard pile; not in 2013 (E3)."""
    state = game.state
    if state.base_deck or game.edition == 2013:
        return
    state.base_deck = state.base_discard
    state.base_discard = []
    for i in state.base_deck:
        state.zone[i] = BASE_DECK
    state.shuffle(state.base_deck)
    ability_index.invalidate_conditional(game)


def look_at_bases(game: Rules, count: int, player: int) -> list[Card]:
    """See `Card.look_at_bases`."""
    refill_bases(game)
    seen = game.state.base_deck[:count]
    for i in seen:
        game.state.known[i] |= 1 << player
    return [game.card(i) for i in seen]


def reveal_bases(game: Rules, count: int) -> list[Card]:
    """See `Card.reveal_bases`."""
    refill_bases(game)
    coming = [] if game.scoring is None else game.scoring.next_bases
    bases = [base for base in game.base_deck if base not in coming][:count]
    for base in bases:
        game.state.known[base.id] = game.everyone
        game.log("base revealed", NOBODY, base=base)
    return bases


def stack_bases(game: Rules, bases: list[Card], player: int, *, bottom: bool = False) -> None:
    """See `Card.stack_bases`."""
    for base in reversed(bases):
        put_base_on_deck(game, base, bottom=bottom)
        game.state.known[base.id] = 1 << player


async def swap_base(game: Rules, base: Card | None, new: Card | None) -> Card | None:
    """See `Card.swap_base`."""
    if base is None or new is None:
        return None
    await replace_base(game, base, new)
    put_base_on_deck(game, base)
    game.state.shuffle(game.state.base_deck)
    ability_index.invalidate_conditional(game)
    return new


async def add_base(game: Rules, *, at: int = -1, base: Card | None = None, under: Sequence[int] = ()) -> Card | None:
    """Bring a base (by default the top one of the base deck) into play, with the cards `under` it staying there."""
    triggers.open_frame(game)
    if base is None:
        base = top_base(game)
    elif base.zone != ASIDE:
        take(game, base)
    if base is not None:
        put_base(game, base, at=at)
        for i in under:
            game.state.on.setdefault(base.id, []).append(i)
            game.state.where[i] = base.id
        if under:
            ability_index.invalidate(game)
        game.log("new base", NOBODY, base=base)
        await _arrived(game, base)
    await triggers.close_frame(game)
    return base


async def _arrived(game: Rules, base: Card) -> None:
    """A base has come into play with its monsters: announces it to its listeners."""
    await monsters.settle(game, base)
    triggers.announce(game, "after_base_played", [Event(base, game.state.turn_player, base)])


async def replace_base(game: Rules, base: Card, by: Card | None, *, scores_on: bool = False) -> Card | None:
    """See `Card.replace_base`."""
    triggers.open_frame(game)
    new = top_base(game) if by is None else by
    if new is not None:
        await _put_in_place_of(game, base, new, scores_on=scores_on)
    await triggers.close_frame(game)
    return new


async def _put_in_place_of(game: Rules, base: Card, new: Card, *, scores_on: bool) -> None:
    state = game.state
    scoring, window = state.scoring, game.window
    if new.zone != ASIDE:
        take(game, new)
    at = state.bases.index(base.id)
    on_it = state.on.pop(base.id, [])
    ability_index.invalidate(game)
    take(game, base)
    put_base(game, new, at=at)
    if on_it:
        state.on[new.id] = on_it
    for i in on_it:
        state.where[i] = new.id
    keep_under(game, base, new)
    if scores_on and scoring == base.id:
        state.scoring, game.window = new.id, window
    ability_index.invalidate(game)
    game.log("replace base", NOBODY, cards=(base,), base=new)
    await _arrived(game, new)


async def clear(game: Rules, base: Card, *, keep: Sequence[Card] = (), by: Who, source: Card | None) -> None:
    """Discard all cards at a base at once (B8), and then those that came there meanwhile (Ancient Sumerian God).

    What something would keep there instead (Medical Officer) is discarded all the same, because its base goes.
    """
    asked: list[Card] = []
    while base.in_play and (leaving := [card for card in base.on_it if card not in keep]):
        fresh = [card for card in leaving if card not in asked]
        asked += fresh
        await leave(game, fresh or leaving, TO_DISCARD, by=by, source=source, replaceable=bool(fresh))


def discard_base(game: Rules, base: Card) -> None:
    """Put a base into the base discard pile."""
    if base.zone != ASIDE:
        take(game, base)
    game.state.zone[base.id] = BASE_DISCARD
    game.state.base_discard.append(base.id)


def put_base_on_deck(game: Rules, base: Card, *, bottom: bool = False) -> None:
    """Put a base on top (or the bottom) of the base deck."""
    if base.zone != ASIDE:
        take(game, base)
    game.state.zone[base.id] = BASE_DECK
    if bottom:
        game.state.base_deck.append(base.id)
    else:
        game.state.base_deck.insert(0, base.id)
    ability_index.invalidate_conditional(game)


async def destroy_base(
    source: Card, base: Card | None, replacements: int, keep: list[Card], new: Card | None, *, destroys: bool
) -> None:
    """See `Card.destroy_base`."""
    game = source.game
    state = game.state
    if base is None or not base.in_play:
        return
    at = state.bases.index(base.id)
    game.log("destroy base", source.controller, cards=(source,), base=base)
    if new is None and not state.base_deck and game.edition == 2013:
        keep = []  # there is no base for them to stay on
    if destroys:
        doomed = [card for card in base.on_it if card not in keep]
        await verbs.destroy(source, doomed, source.controller, direct=False)
    await clear(game, base, keep=keep, by=source.controller, source=source)
    staying = state.on.pop(base.id, [])
    if staying:
        ability_index.invalidate(game)
    discard_buried(game, base)
    discard_base(game, base)
    for _ in range(replacements):
        await add_base(game, at=at, base=new, under=staying)
        new, staying = None, []
