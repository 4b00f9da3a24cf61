"""Extra plays: cards that an ability lets a player play now, from hand, deck or elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basebash.engine.data.terms import (
    ANY_KIND,
    ASIDE,
    DECK,
    KIND_NAMES,
    NOBODY,
    PLAY,
    PLAY_CARDS,
    START_TURN,
    STASIS,
    Who,
)
from basebash.engine.data.values import NOT_PLAYED, Allowance, Attempt
from basebash.engine.rules import (
    asking,
    decks,
    lasting,
    play_options,
    plays,
    prohibitions,
    zones,
)

if TYPE_CHECKING:
    from basebash.engine.question import PlayItem
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card
    from basebash.engine.vocabulary.printed import Printed


def _may_keep(game: Rules) -> bool:
    """Whether an extra card may be kept for later: in Play Cards; by the 2013 book also from the start of the turn."""
    phase = game.state.phase
    return phase == PLAY_CARDS or (phase == START_TURN and game.edition == 2013)


async def _attempt(game: Rules, player: int, item: PlayItem, *, silent: bool = False, special: bool = False) -> Attempt:
    """Play or use the card of an option."""
    if item[0] == "use":
        return Attempt(await plays.use(game, player, item), happened=True)
    at = None if item[2] < 0 else prohibitions.base_of(game.card(item[2]))
    happened = await plays.play_way(game, player, item, silent=silent, special=special)
    return Attempt(game.card(item[1]), at, happened=happened)


async def play_extra(
    source: Card,
    right: Allowance,
    player: Who,
    *,
    now: bool = False,
    must: bool = False,
    later: bool = False,
    special: bool = False,
) -> Attempt:
    """Give an extra card, to play now, or to keep for later in Play Cards where the rules allow it (E7).

    `later`: the player has said that it is not to be played now. `special`: it is played as a Special.
    """
    game = source.game
    if player is NOBODY or (special and prohibitions.are_specials_forbidden(game, player)):
        return NOT_PLAYED
    state = game.state
    as_special = any(r.as_special for r in game.resolving)
    keeps = not now and not as_special and state.turn_player == player and _may_keep(game)
    if keeps:
        state.plays.append(right)
    if later or len(game.frames) > plays.DEEPEST:
        return NOT_PLAYED
    items = play_options.options(game, player, [right])
    what = KIND_NAMES[right.kind]
    prompt = f"Play an extra {what}{' now' if keeps else ''}?"
    secret = bool(state.hands[player])
    item = await asking.ask_item(game, player, "play", prompt, items, source, may=not must, saves=keeps, secret=secret)
    return NOT_PLAYED if item is None else await _attempt(game, player, item, special=special)


async def play_now(
    source: Card,
    card: Card | None,
    at: list[Card] | None,
    player: Who,
    *,
    may: bool,
    kept: bool = False,
    goes_to: int = -1,
    off_top: bool = False,
    kind: int = ANY_KIND,
    silent: bool = False,
) -> bool:
    """See `Card.play_card`."""
    game = source.game
    if card is None or player is NOBODY:
        return False
    items = play_options.ways_to_play(source, card, at, player, kind, silent=silent)
    if not items:
        if card.zone == ASIDE:
            decks.discard(game, [card], player)
        return False
    prompt = f"Play {card.name}{'?' if may else ' where?'}"
    item = await asking.ask_item(game, player, "play", prompt, items, source, may=may)
    if item is None:
        return False
    target = None if item[2] < 0 else game.card(item[2])
    base = game.card(game.state.scoring) if item[0] == "special" else None
    return await plays.play(
        game,
        player,
        card,
        target,
        None,
        special_base=base,
        kept=kept,
        goes_to=goes_to,
        off_top=off_top,
        silent=silent,
    )


async def play_copying(card: Card, printed: Printed) -> None:
    """See `Card.play_copying`."""
    game, player = card.game, card.controller
    if player is NOBODY:
        return
    card.copy_abilities(printed)
    items = play_options.ways_to_play(card, card, None, player)
    item = await asking.ask_item(game, player, "play", f"Play {card.name} where?", items, card)
    if item is not None:
        target = None if item[2] < 0 else game.card(item[2])
        base = game.card(game.state.scoring) if printed.window & game.window else None
        await plays.play(game, player, card, target, None, special_base=base, copying=True)
    if card.zone not in (PLAY, ASIDE, STASIS):
        lasting.end_copies(game, card)


async def play_one(
    source: Card,
    cards: list[Card],
    at: list[Card] | None,
    player: Who,
    *,
    may: bool,
    secret: bool = False,
    kind: int = ANY_KIND,
    silent: bool = False,
) -> Attempt:
    """See `Card.play_one`."""
    if player is NOBODY:
        return NOT_PLAYED
    game = source.game
    items = [
        item for card in cards for item in play_options.ways_to_play(source, card, at, player, kind, silent=silent)
    ]
    item = await asking.ask_item(game, player, "play", "Play which card?", items, source, may=may, secret=secret)
    if item is None:
        return NOT_PLAYED
    what, card, target, _ = item
    return await _attempt(game, player, (what, card, target, None), silent=silent)  # such a card spends no right


async def play_off_top(
    source: Card, at: Card | None, player: Who, wanted: Callable[[Card], bool], count: int, kind: int
) -> list[Card]:
    """See `Card.play_off_top`."""
    game = source.game
    where = None if at is None else [at]
    played: list[Card] = []
    rest: list[Card] = []
    for n in range(count):
        found, others = decks.reveal_until(source, player, wanted, 1, refills=not n)
        rest += others
        for card in found:
            if await play_now(source, card, where, player, may=False, off_top=True, kind=kind):
                played.append(card)
    for card in rest:
        zones.put(game, card, DECK, zones.deck_for(card))
    if rest:
        zones.shuffle_deck(game, player)
    return played
