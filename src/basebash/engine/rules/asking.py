"""Ask the players. Cards do it through the methods of `Card`, which describe each kind of question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from basebash.engine.data.terms import BASE_DECK, DECK, HAND, NOBODY, UNDER, Who
from basebash.engine.question import Answer, Mode, PlayItem, Question
from basebash.engine.vocabulary.handle import Handle

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


async def ask(
    game: Rules,
    player: Who,
    kind: str,
    prompt: str,
    items: list[Any],
    *,
    low: int,
    high: int,
    source: Card | None = None,
    saves: bool = False,
    always: bool = False,
    secret: bool = False,
) -> Answer:
    """Ask the question, unless it has only one answer (`always` asks even then).

    `secret`: hidden cards decide what can be picked. With `ask_everyone` such a question is asked even if there is
    nothing to pick, so that silence reveals nothing; the same applies if hidden cards are among the items.
    """
    if "shows_top_base" in game.moments and game.state.base_deck:
        _show_top_base(game)
    if player is NOBODY:  # the current player decides for cards without a controller (MT41)
        player = game.state.turn_player
    secret = game.setup.ask_everyone and high > 0 and (secret or _has_hidden(game, items))
    count = len(items)
    high = min(high, count)
    low = min(low, high)
    is_forced = not (always or secret) and (high == 0 or (low == count and (low == 1 or kind != "arrange")))
    speaks = source is not None and source is game.speaking
    decides = source is not None and source is game.deciding
    if decides:
        game.deciding = None
    if is_forced and (game.forced is None or not low):
        game.declined |= speaks and not low
        game.refused |= decides and not low and not saves
        return tuple(range(low))
    question = Question(
        game,
        player,
        kind,
        prompt,
        items,
        None,
        low,
        high,
        -1 if source is None else source.id,
        saves,
        secret,
        kind == "special" or (low == 0 and speaks),
    )
    if not is_forced:
        picked = await question
        game.declined |= speaks and not picked
        game.refused |= decides and not picked and not saves
        return picked
    assert game.forced is not None
    answer = tuple(range(low))
    game.forced.append((question, answer))
    return answer


def main_question(
    game: Rules, player: int, prompt: str, items: list[PlayItem] | None, find: Callable[[Rules, int], list[Any]]
) -> Question:
    """Return the question for the next step of Play Cards: one of the items, which are computed on demand."""
    if "shows_top_base" in game.moments and game.state.base_deck:
        _show_top_base(game)
    return Question(game, player, "main", prompt, items, find)


def _has_hidden(game: Rules, items: list[Any]) -> bool:
    """Whether a card that not everybody knows is among the items."""
    state = game.state
    for item in items:
        i = item.id if isinstance(item, Handle) else item[1] if isinstance(item, tuple) else -1
        if i >= 0 and state.zone[i] in (HAND, DECK, BASE_DECK, UNDER) and state.known[i] != game.everyone:
            return True
    return False


def _show_top_base(game: Rules) -> None:
    if any(ability.shows_top_base(me) for ability, me, _ in game.listeners("shows_top_base")):
        game.state.known[game.state.base_deck[0]] = game.everyone


async def choose(
    game: Rules,
    player: Who,
    cards: list[Card],
    prompt: str,
    *,
    may: bool = False,
    source: Card | None = None,
    kind: str = "card",
    secret: bool = False,
) -> Card | None:
    """See `Card.choose`."""
    low = 0 if may else 1
    answer = await ask(game, player, kind, prompt, cards, low=low, high=1, source=source, secret=secret)
    return cards[answer[0]] if answer else None


async def choose_some(
    game: Rules,
    player: Who,
    cards: list[Card],
    prompt: str,
    *,
    low: int,
    high: int,
    source: Card | None = None,
    kind: str = "card",
    secret: bool = False,
) -> list[Card]:
    """See `Card.choose_some`."""
    answer = await ask(game, player, kind, prompt, cards, low=low, high=high, source=source, secret=secret)
    return [cards[i] for i in answer]


async def arrange(game: Rules, player: Who, cards: list[Card], prompt: str, source: Card | None) -> list[Card]:
    """See `Card.arrange`."""
    n = len(cards)
    answer = await ask(game, player, "arrange", prompt, cards, low=n, high=n, source=source)
    return [cards[i] for i in answer]


async def ask_item(
    game: Rules,
    player: Who,
    kind: str,
    prompt: str,
    items: list[PlayItem],
    source: Card | None = None,
    *,
    may: bool = False,
    saves: bool = False,
    secret: bool = False,
) -> PlayItem | None:
    """Ask for one of several things to do."""
    answer = await ask(
        game,
        player,
        kind,
        prompt,
        items,
        low=0 if may else 1,
        high=1,
        source=source,
        saves=saves,
        secret=secret,
    )
    return items[answer[0]] if answer else None


async def choose_value(
    game: Rules,
    player: Who,
    kind: str,
    values: list[int],
    prompt: str,
    *,
    may: bool = False,
    source: Card | None = None,
) -> int | None:
    """Ask for a player or a number."""
    answer = await ask(game, player, kind, prompt, values, low=0 if may else 1, high=1, source=source)
    return values[answer[0]] if answer else None


async def choose_text(
    game: Rules, player: Who, kind: str, values: list[str], prompt: str, *, source: Card | None = None
) -> str | None:
    """Ask for a card name or a faction."""
    answer = await ask(game, player, kind, prompt, values, low=1, high=1, source=source)
    if not answer:
        return None
    game.log("chose", player, text=values[answer[0]])
    return values[answer[0]]


async def choose_mode(
    game: Rules,
    player: Who,
    modes: list[str],
    prompt: str,
    *,
    may: bool,
    source: Card | None,
    secret: bool = False,
) -> int:
    """See `Card.choose_mode`."""
    low = 0 if may else 1
    picked = await choose_modes(game, player, modes, prompt, low=low, high=1, source=source, secret=secret)
    return picked[0] if picked else 0


async def choose_modes(
    game: Rules,
    player: Who,
    modes: list[str],
    prompt: str,
    *,
    low: int,
    high: int,
    source: Card | None,
    secret: bool = False,
) -> list[int]:
    """Ask for some of several alternatives, numbered in the order of the text; "" is an impossible one."""
    items = [Mode(number, text) for number, text in enumerate(modes, 1) if text]
    answer = await ask(game, player, "mode", prompt, items, low=low, high=high, source=source, secret=secret)
    return [items[i].number for i in answer]


async def may(
    game: Rules, player: Who, prompt: str, source: Card | None = None, *, having: list[Card] | None = None
) -> bool:
    """See `Card.may`."""
    items = ["yes"] if having is None or having else []
    secret = having is not None
    return bool(await ask(game, player, "yes", prompt, items, low=0, high=1, source=source, secret=secret))
