"""The answers that the pool of a step (`choose`) gives to the engine's questions.

An entry may say the same thing in several ways, and the engine may ask for it in several ways. This module and
`options` alone decide what matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from basebash.engine import Answer, Option, Question
from basebash.engine.rules.context import Rules
from basebash.scenario.files import Map
from basebash.scenario.names import DECLINES, Names
from basebash.scenario.options import fits, means, mentions, speaks_for_itself
from basebash.scenario.pool import Pool, closed, is_for_another, opened, shrunk


def answers(names: Names, question: Question, pool: Pool) -> Iterator[tuple[Answer, Pool]]:
    """Yield the answers that entries of the pool give to a question, and the pool that is then left."""
    for answer, rest in _all_answers(names, question, opened(names, question, pool)):
        yield answer, closed(rest)


def _all_answers(names: Names, question: Question, pool: Pool) -> Iterator[tuple[Answer, Pool]]:
    entries = list(enumerate(pool))
    if question.kind == "bottom":  # "top" and "bottom" are about this question; a list of cards may be about another
        entries.sort(key=lambda numbered: not (isinstance(numbered[1], str) and numbered[1] in ("top", "bottom")))
    for number, wanted in entries:
        rest = pool[:number] + pool[number + 1 :]
        if is_for_another(names, question, wanted):
            continue
        if question.kind == "name" and isinstance(wanted, list):
            # A list of cards is for the question that comes next; it implies their name (Across the Divide).
            yield from [(named[0][0], pool) for part in wanted if (named := _answer(names, question, part, [], 0))]
        yield from _answer(names, question, wanted, rest, number)
    yield from _answer_with_pairs(names, question, pool)


def _answer_with_pairs(names: Names, question: Question, pool: Pool) -> list[tuple[Answer, Pool]]:
    """Several cards, each in a list with the answer to its next question: `[[ivan, Cuzcu], [scout, Workshop]]`."""
    picks: list[int] = []
    rest: Pool = []
    for entry in pool if question.high > 1 else ():
        pair = isinstance(entry, list) and len(entry) == 2
        fitting = (
            [o.index for o in question.options if o.index not in picks and fits(names, question, o, entry[0])]
            if pair
            else []
        )
        if fitting:
            picks.append(fitting[0])
        rest.append(entry[1] if fitting else entry)
    return [(tuple(picks), rest)] if max(1, question.low) <= len(picks) <= question.high else []


def _answer(names: Names, question: Question, wanted: Any, rest: Pool, number: int) -> list[tuple[Answer, Pool]]:
    if isinstance(wanted, list):
        found = _answer_with_list(names, question, wanted, rest, number)
        return [] if found is None else [found]
    if not isinstance(wanted, Map) and str(wanted) in DECLINES:
        return [((), rest)] if question.can_decline else []
    if wanted in ("top", "bottom") and question.can_decline and f"decline for the {wanted}" in question.prompt.lower():
        return [((), rest)]
    if question.kind == "bottom" and (word := _place_on_deck(question, wanted)):
        return [_top_or_bottom(question, word, rest)]
    is_card = not isinstance(wanted, Map) or "play" not in wanted
    if question.kind == "play" and is_card:
        return _answer_play(names, question, wanted, rest)
    amount = _answer_amount(question, wanted, rest)
    if amount is not None:
        return amount
    if question.kind == "special" and is_card:
        named = [option for option in question.options if names.is_card(question.game, wanted, option.card)]
        together = _with_another(names, question.game, named, Option.target_of, rest)
        if together is not None:  # card and base as separate entries (Wil Wheaton)
            return [together]
    fitting = [option.index for option in question.options if means(names, question, option, wanted)]
    if not fitting and question.kind == "card" and len(question.items) == 1 and speaks_for_itself(question):
        # The name of the asking card accepts the only thing it offers (Pirate King; a titan).
        fitting = [0] if names.is_yes(question.game, wanted, question.source) else []
    if not fitting:
        return _answer_special(names, question, wanted, rest)
    if question.kind == "play":
        fitting.sort(key=lambda index: question.options[index].target >= 0)  # a fusion without `on` is an action
    return _with_more_picks(names, question, fitting[0], rest)


def accepted_by_name(names: Names, question: Question, pool: Pool) -> list[tuple[Answer, Pool]]:
    """Accept an offer of one thing by the name of its card or of what a yes is about, if nothing else fits.

    A number of cards with the same name can also be given as a list of that name.
    """
    if question.kind == "number":
        return _counted_by_name(names, question, pool)
    if not question.can_decline or len(question.items) != 1 or question.kind not in ("card", "mode", "yes"):
        return []
    ways: list[tuple[Answer, Pool]] = []
    for number, wanted in enumerate(opened(names, question, pool)):
        if isinstance(wanted, str):
            named = question.kind == "yes" and mentions(names, question, wanted)
            if named or names.is_card(question.game, wanted, question.source):
                ways.append(((0,), pool[:number] + pool[number + 1 :]))
    return ways


def _counted_by_name(names: Names, question: Question, pool: Pool) -> list[tuple[Answer, Pool]]:
    pool = opened(names, question, pool)
    lists = [entry for entry in pool if isinstance(entry, list)]
    alone = [entry for entry in pool if isinstance(entry, str)]
    ways: list[tuple[Answer, Pool]] = []
    for named in (*lists, [entry for entry in alone if mentions(names, question, entry)]):
        if named and all(mentions(names, question, part) for part in named):
            rest = [entry for entry in pool if entry is not named and not any(entry is part for part in named)]
            ways += [((option.index,), closed(rest)) for option in question.options if option.value == len(named)]
    return ways


def _answer_special(names: Names, question: Question, wanted: Any, rest: Pool) -> list[tuple[Answer, Pool]]:
    """`{play: CARD, on: BASE}` for a card in hand that asks for its place later (Mboro Hornet)."""
    if question.kind != "special" or not isinstance(wanted, Map) or not {"play", "on"} <= set(wanted):
        return []
    cards = [o.index for o in question.options if o.target < 0 and names.is_card(question.game, wanted["play"], o.card)]
    return [((cards[0],), [wanted["on"], *rest])] if cards else []


def _with_more_picks(names: Names, question: Question, first: int, rest: Pool) -> list[tuple[Answer, Pool]]:
    """Answer a question with several picks: as many as the pool names, or fewer if other questions need the entries."""
    picks = [first]
    ways: list[tuple[Answer, Pool]] = [(tuple(picks), rest)]
    while len(picks) < question.high and (more := _next_pick(names, question, rest, picks)) is not None:
        picks.append(more[0])
        rest = more[1]
        ways.insert(0, (tuple(picks), rest))
    return [way for way in ways if len(way[0]) >= question.low]


def orders_begun(names: Names, question: Question, pool: Pool) -> Iterator[tuple[Answer, Pool]]:
    """Orders whose beginning the entries give: other bases keep their order, a single other card comes last."""
    pool = opened(names, question, pool)
    for number, wanted in enumerate(pool):
        parts = wanted if isinstance(wanted, list) else [wanted]
        if is_for_another(names, question, wanted):
            continue
        picks: list[int] = []
        left: Pool = [*parts, *pool[:number], *pool[number + 1 :]]
        while (more := _next_pick(names, question, left, picks)) is not None:
            picks.append(more[0])
            left = more[1]
        if len(picks) >= max(len(parts), 1 if question.items[0].is_base else len(question.items) - 1):
            yield (*picks, *(o.index for o in question.options if o.index not in picks)), closed(left)


def _next_pick(names: Names, question: Question, pool: Pool, picks: list[int]) -> tuple[int, Pool] | None:
    """A question with several picks can also be answered by several entries."""
    for number, wanted in enumerate(pool):
        if isinstance(wanted, list) or is_for_another(names, question, wanted):
            continue
        for option in question.options:
            if option.index not in picks and fits(names, question, option, wanted):
                return option.index, pool[:number] + pool[number + 1 :]
    return None


def _answer_with_list(
    names: Names, question: Question, wanted: list[Any], rest: Pool, number: int
) -> tuple[Answer, Pool] | None:
    if not wanted:
        return ((), rest) if question.can_decline else None
    if question.kind == "bottom" and set(map(str, wanted)) <= {"top", "bottom"}:
        return _top_or_bottom(question, wanted[0], [*wanted[1:], *rest])
    if question.high == 1:
        for place, part in enumerate(wanted):
            found = _answer(names, question, part, rest, number)
            if found:
                left = wanted[:place] + wanted[place + 1 :]
                answer, others = found[0]
                return answer, others[:number] + shrunk(wanted, left) + others[number:]
        return None
    picks: list[int] = []
    left = []
    for part in wanted:
        fitting = [o.index for o in question.options if o.index not in picks and means(names, question, o, part)]
        if fitting and len(picks) < question.high:
            picks.append(fitting[0])
        else:
            left.append(part)
    if picks and left and question.kind == "mode" and len(wanted) <= question.high:
        # "A minion and/or this titan": entries that name none of them say whose another part is, which is asked next.
        others = [option.index for option in question.options if option.index not in picks]
        return (*picks, *others[: len(left)]), [*rest[:number], *shrunk(wanted, left), *rest[number:]]
    if len(picks) < max(1, question.low) or (left and question.high >= len(wanted)):
        return None
    return tuple(picks), rest[:number] + shrunk(wanted, left) + rest[number:]


def _answer_play(names: Names, question: Question, wanted: Any, rest: Pool) -> list[tuple[Answer, Pool]]:
    """An extra card played immediately; card and base may be separate entries."""
    game = question.game
    options = question.options
    if wanted == "yes":
        return [((0,), rest)] if len(options) == 1 else []
    if isinstance(wanted, int):
        return []
    ways: list[tuple[Answer, Pool]] = []
    for here, there in ((Option.card_of, Option.target_of), (Option.target_of, Option.card_of)):
        named = [option for option in options if names.is_card(game, wanted, here(option))]
        alone = len({_name_at(game, there(option)) for option in named}) == 1
        if alone:
            ways.append(((named[0].index,), rest))
        together = _with_another(names, game, named, there, rest)
        if together is not None:
            # A card's name alone is less specific than card and place; a place alone is enough if the card is given.
            ways.insert(len(ways) if here is Option.target_of else 0, together)
        elif not alone and here is Option.card_of:  # a fusion without a base is an action
            ways += [((option.index,), rest) for option in named if option.target < 0][:1]
    return ways


def _with_another(
    names: Names, game: Rules, named: list[Option], there: Callable[[Option], int], rest: Pool
) -> tuple[Answer, Pool] | None:
    for number, other in enumerate(rest):
        if isinstance(other, list | int) or (isinstance(other, Map) and ("play" in other or "player" in other)):
            continue
        for option in named:
            if names.is_card(game, other, there(option)):
                return (option.index,), rest[:number] + rest[number + 1 :]
    return None


def _name_at(game: Rules, card: int) -> str:
    return "" if card < 0 else f"{game.card(card).name} {card if game.card(card).in_play else ''}"


def _top_or_bottom(question: Question, first: str, rest: Pool) -> tuple[Answer, Pool]:
    """Top or bottom, card by card, for a question that asks which cards go to the bottom."""
    words = [first]
    left = rest[:]
    while len(words) < len(question.items) and any(
        entry in ("top", "bottom") for entry in left if isinstance(entry, str)
    ):
        place = next(n for n, entry in enumerate(left) if isinstance(entry, str) and entry in ("top", "bottom"))
        words.append(left.pop(place))
    return tuple(n for n, word in enumerate(words) if word == "bottom"), left


def use_up_forced(names: Names, question: Question, answer: Answer, pool: Pool) -> Pool:
    """Return the rest of a pool if an entry names the only answer to a question. A bare yes or number does not."""
    read = opened(names, question, pool)
    named = [entry for entry in read if not _is_bare(question, entry)]
    for picked, rest in [*_all_answers(names, question, named), *_named_in_part(names, question, named)]:
        if picked and set(picked) <= set(answer):
            if len(rest) == len(named):  # a list that shrank
                return closed(rest + [entry for entry in read if _is_bare(question, entry)])
            left = [entry for entry in read if _is_bare(question, entry)] + rest
            return closed([entry for entry in read if _take(left, entry)])
    return pool


def _named_in_part(names: Names, question: Question, pool: Pool) -> Iterator[tuple[Answer, Pool]]:
    """Return the entries that name one of several cards which are all taken."""
    for number, wanted in enumerate(pool if question.high > 1 else ()):
        if not isinstance(wanted, list) and not is_for_another(names, question, wanted):
            for option in question.options:
                if fits(names, question, option, wanted):
                    yield (option.index,), pool[:number] + pool[number + 1 :]


def _is_bare(question: Question, entry: Any) -> bool:
    if isinstance(entry, int):
        return question.kind not in ("number", "mode")
    return isinstance(entry, str) and (entry == "yes" or entry in DECLINES)


def _answer_amount(question: Question, wanted: Any, rest: Pool) -> list[tuple[Answer, Pool]] | None:
    """Return an amount where entry and engine may express it differently; None if this is not about an amount."""
    if question.kind == "number" and wanted == "yes":
        # The reverse: this many times yes, and perhaps a final no.
        more = min(rest.count("yes"), len(question.items) - 2)
        left = rest[:]
        for word in ["yes"] * more + [word for word in DECLINES if word in rest][:1]:
            left.remove(word)
        return [((option.index,), left) for option in question.options if option.value == more + 1]
    if not isinstance(wanted, int) or question.kind not in ("card", "bottom", "arrange"):
        return None
    alike = len({option.text for option in question.options}) == 1
    if question.high > 1:
        fits = question.low <= wanted <= question.high and (alike or wanted in (question.low, len(question.items)))
        return [(tuple(range(wanted)), rest)] if fits else []
    if alike and question.can_decline and 0 < wanted <= len(question.items) and not question.items[0].in_play:
        return [((0,), [wanted - 1, *rest] if wanted > 1 else rest)]  # equal cards, asked for one by one
    return None


def _place_on_deck(question: Question, entry: Any) -> str:
    """Top or bottom, also as the first or second alternative if one card is placed; "" for anything else."""
    if isinstance(entry, int):
        return ("top", "bottom")[entry - 1] if len(question.items) == 1 and entry in (1, 2) else ""
    return entry if entry in ("top", "bottom") else ""


def _take(entries: Pool, entry: Any) -> bool:
    """Remove this very entry; return whether it was there."""
    for number, other in enumerate(entries):
        if other is entry:
            del entries[number]
            return True
    return False
