"""The game as text: for a terminal, a notebook, or a language model that plays.

Every line is made from a player's `View`, so that nothing hidden can get into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from basebash.engine.game import Game
    from basebash.engine.vocabulary.printed import Printed

RECENT: Final = 8
"""How many lines of the log `describe` shows."""

_INDENT: Final = "  "
_LASTING: Final = ("Ongoing:", "Talent:", "Special:")  # abilities that matter after a card has been played


def describe(game: Game, player: int | None) -> str:
    """The text for `player` (None: a spectator): the table, texts of visible cards, recent events, legal answers."""
    data = game.view(player).data
    events = [line.text for line in game.log_for(player, since=-RECENT)]
    return describe_view(data, lambda card: game.rules.card(card["id"]).printed, events)


def describe_view(data: dict[str, Any], find: Callable[[dict[str, Any]], Printed | None], events: Iterable[str]) -> str:
    """The same from a view alone: `find` returns the printed card of one in sight; `events` are lines of the log."""
    lines = [*_table(data), "Texts", *_texts(data, find)]
    happened = [f"{_INDENT}{text}" for text in events if text]
    if happened:
        lines += ["Recent events", *happened]
    return "\n".join(lines + describe_question(data))


def describe_table(game: Game, player: int | None) -> str:
    """The table alone, as `player` sees it."""
    return "\n".join(_table(game.view(player).data))


def _table(data: dict[str, Any]) -> list[str]:
    lines = [*_status(data), "Players"]
    for seat, player in enumerate(data["players"]):
        lines += _player(data, seat, player)
    lines.append("Bases")
    for base in data["bases"]:
        lines += _base(data, base)
    return [*lines, "Elsewhere", *_elsewhere(data)]


def _status(data: dict[str, Any]) -> list[str]:
    names = _names(data)
    if data["winner"] is not None:
        return [f"The game is over. Won by {' and '.join(names[seat] for seat in data['winners'])}."]
    line = f"Turn {data['turn']} of {names[data['turn_player']]}, {data['phase']}; {data['target_vp']} VP end the game."
    scoring = [base["name"] for base in data["bases"] if base["id"] == data["scoring"]]
    return [line, *(f"{name} is scoring." for name in scoring)]


def _player(data: dict[str, Any], seat: int, player: dict[str, Any]) -> Iterator[str]:
    you = " (you)" if seat == data["viewer"] else ""
    yield (
        f"{_INDENT}{player['name']}{you}: {player['vp']} VP; {' + '.join(player['factions'])}; "
        f"hand {player['hand_size']}, deck {player['deck_size']}"
    )
    lists = {
        "hand": [_with_power(card) for card in player["hand"] or ()],
        "known cards in hand": [] if you else [card["name"] for card in player["known_hand"]],
        "known cards in deck": [f"{card['name']} (number {card['place'] + 1})" for card in player["known_deck"]],
        "discard pile": [card["name"] for card in player["discard"]],
        "titans beside the deck": [_beside(card) for card in player["titans"]],
        "stasis": [_beside(card) for card in player["stasis"]],
    }
    for title, cards in lists.items():
        if cards:
            yield f"{_INDENT * 2}{title}: {_counted(cards)}"


def _with_power(card: dict[str, Any]) -> str:
    return f"{card['name']} {card['power']}" if card["kind"] == "minion" else str(card["name"])


def _beside(card: dict[str, Any]) -> str:
    return f"{card['name']} ({_counters(card)})" if card["counters"] else str(card["name"])


def _counters(card: dict[str, Any]) -> str:
    return "1 counter" if card["counters"] == 1 else f"{card['counters']} counters"


def _base(data: dict[str, Any], base: dict[str, Any]) -> Iterator[str]:
    totals = ", ".join(f"{name} {total}" for name, total in zip(_names(data), base["totals"], strict=True) if total)
    yield (
        f"{_INDENT}{base['name']}: {base['pressure']} of {base['breakpoint']}, VP {'/'.join(map(str, base['vp']))}"
        f"{'; ' if totals else ''}{totals}"
    )
    if base["counters"]:
        yield f"{_INDENT * 2}counters: {base['counters']}"
    for card in base["cards"]:
        yield from _in_play(data, card, _INDENT * 2)
    for card in base["buried"]:
        yield f"{_INDENT * 2}buried: {_face_down(data, card)}"


def _in_play(data: dict[str, Any], card: dict[str, Any], indent: str) -> Iterator[str]:
    facts = [_whose(data, card["controller"])]
    if card["owner"] != card["controller"]:
        facts.append(f"owner {_whose(data, card['owner'])}")
    if card["kind"] == "minion" and card["power"] != card["printed_power"]:
        facts.append(f"printed {card['printed_power']}")
    if card["counters"]:
        facts.append(_counters(card))
    if card["talents_used"]:
        facts.append("talent used" if all(card["talents_used"]) else "talent ready")
    if card["named"]:
        facts.append(f"names {card['named']}")
    strength = f" {card['power']}" if card["kind"] in ("minion", "titan") else ""
    yield f"{indent}{card['name']}{strength} ({', '.join(facts)})"
    for under in card["held"]:
        yield f"{indent}{_INDENT}under it: {_face_down(data, under)}"
    for attached in card["cards"]:
        yield from _in_play(data, attached, indent + _INDENT)


def _face_down(data: dict[str, Any], card: dict[str, Any]) -> str:
    return f"{card.get('name') or 'a hidden card'} ({_whose(data, card['controller'])})"


def _elsewhere(data: dict[str, Any]) -> list[str]:
    lines = [f"{_INDENT}base deck: {data['base_deck_size']}"]
    if data["base_deck_top"]:
        lines[0] += f", next {data['base_deck_top']['name']}"
    for title, cards in (("base discard pile", data["base_discard"]), ("removed from the game", data["box"])):
        if cards:
            lines.append(f"{_INDENT}{title}: {_counted([card['name'] for card in cards])}")
    lines += [f"{_INDENT}{name} deck: {supply['deck_size']}" for name, supply in data["supplies"].items()]
    if data["duel"]:
        lines.append(f"{_INDENT}duel between {' and '.join(card['name'] for card in data['duel']['minions'])}")
    return lines


def _texts(data: dict[str, Any], find: Callable[[dict[str, Any]], Printed | None]) -> list[str]:
    """The text of each card that may matter to the player: in hand, titans, bases, and in play if it still matters."""
    printed: dict[Printed, None] = {}
    for base in data["bases"]:
        for card in _with_attached(base):
            found = find(card)
            if found is not None and (card is base or any(word in found.text for word in _LASTING)):
                printed[found] = None
    for player in data["players"]:
        for card in (*(player["hand"] or ()), *player["titans"]):
            found = find(card)
            if found is not None:
                printed[found] = None
    return [f"{_INDENT}{card.name}: {card.text}" for card in printed if card.text]


def _with_attached(card: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield card
    for attached in card["cards"]:
        yield from _with_attached(attached)


def describe_question(data: dict[str, Any]) -> list[str]:
    """The open question with its numbered options, or who is asked; nothing if the game is over."""
    if data["question"] is None:
        return [] if data["asked"] is None else [f"{_names(data)[data['asked']]} has to answer."]
    question = data["question"]
    low, high = question["low"], question["high"]
    count = "" if (low, high) == (1, 1) else f" Pick {low}." if low == high else f" Pick {low} to {high}."
    lines = [f"{question['prompt']}{count}"]
    lines += [f"{_INDENT}{option['index'] + 1}. {option['text']}" for option in question["options"]]
    return lines


def _names(data: dict[str, Any]) -> list[str]:
    return [player["name"] for player in data["players"]]


def _whose(data: dict[str, Any], seat: int) -> str:
    return _names(data)[seat] if seat >= 0 else "nobody"


def _counted(names: list[str]) -> str:
    """Names with their counts, in the order of their first occurrence: "Zapbot 2, Nukebot 5 x2"."""
    return ", ".join(name if count == 1 else f"{name} x{count}" for name, count in Counter(names).items())
