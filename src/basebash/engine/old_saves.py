"""Fills in what older saves leave out, and converts saves of format 1 (the first 25 factions) to format 2.

The random generator has changed since format 1, so earlier draws cannot be replayed: such a game continues from its
last quiet point, and nothing before it can be undone. The position itself is complete.
"""

from __future__ import annotations

from typing import Any

from basebash.engine.data.state import key_of
from basebash.engine.data.terms import ACTION, ANY_KIND, BARRED, COPIED, MINION, MOVED, PLAYED, USED
from basebash.engine.vocabulary.printed import CARDS, FACTIONS, Printed, Titan

FIRST_SETS = (  # the sets of a save that does not name its sets
    "Awesome Level 9000",
    "Big in Japan",
    "Cease and Desist",
    "Smash Up: Clowns",
    "Core Set",
    "World Tour: Culture Shock",
    "Excellent Movies, Dudes!",
    "Smash Up: Goblins",
    "Half the Battle",
    "World Tour: International Incident",
    "It's Your Fault!",
    "Smash Up: Knights of the Round Table",
    "Monster Smash",
    "Smash Up: Munchkin",
    "Oops, You Did It Again",
    "Smash Up: Penguins",
    "Pretty Pretty Smash Up",
    "Science Fiction Double Feature",
    "Smash Up: Slashers",
    "Smash Up: Teens",
    "That '70s Expansion",
    "10th Anniversary",
    "The Obligatory Cthulhu Set",
    "What Were We Thinking?",
    "The Bigger Geekier Box",
)
_SETS = (  # of format 1
    "Awesome Level 9000",
    "Cease and Desist",
    "Core Set",
    "World Tour: Culture Shock",
    "Science Fiction Double Feature",
)
_KINDS = {0: MINION, 1: ACTION, 3: ANY_KIND}
_NAMES = {"From QWith Love": "From Q With Love"}
_TALENT_USED, _OFFER_USED = 1, 2  # marks in the column `used` of then


def _cards_of_then() -> list[Printed]:
    """The cards by the numbers they had."""
    return [card for card in CARDS if card.faction.set_name in _SETS and not isinstance(card, Titan)]


def upgrade(data: dict[str, Any]) -> dict[str, Any]:
    """A save of format 1 as one of format 2."""
    quiet = _state(data["quiet"])
    answers = data["answers"]
    since = int(data["since"])
    return {
        "setup": {**data["setup"], "titans": False},
        "start": quiet,
        "quiet": quiet,
        "answers": answers[len(answers) - since :],
        "since": since,
        "reseeds": [],
    }


def _state(old: dict[str, Any]) -> dict[str, Any]:
    cards = _cards_of_then()
    by_name = {card.name: card for card in cards}
    printed = [by_name[_NAMES.get(name, name)] for name in old["printed"]]
    new = {field: value for field, value in old.items() if field not in ("played", "moved", "used", "rng", "winner")}
    new["printed"] = [card.key for card in printed]
    new["key"] = key_of(f"saved {old['rng']}").hex()
    new["drawn"] = 0
    new["winners"] = [old["winner"]] if old["winner"] >= 0 else []
    new["dawn"] = old["serial"]
    new["side"] = None
    new["deeds"] = _deeds(old, printed)
    new["once"] = _once(old, cards, printed)
    new["effects"] = [_effect(effect, cards) for effect in old["effects"]]
    new["plays"] = [
        [_KINDS[right[0]], *right[1:6], cards[right[6]].key if right[6] >= 0 else "", *right[7:]]
        for right in old["plays"]
    ]
    new["memo"] = [_memo(card, memo, old, printed) for card, memo in zip(printed, old["memo"], strict=True)]
    return new


def _deeds(old: dict[str, Any], printed: list[Printed]) -> list[list[Any]]:
    played = [
        [PLAYED, player, card, base, -1, phase, -1, 0, printed[card].kind, False, player]
        for player, card, base, phase in old["played"]
    ]
    moved = [
        [MOVED, old["controller"][card], card, old["where"][card], origin, -1, -1, old["entered"][card], 0, False, -1]
        for card, origin in old["moved"]
    ]
    used = [
        [USED, old["controller"][card], card, -1, card, -1, -1, old["entered"][card], 0, False, -1]
        for card, marks in enumerate(old["used"])
        if marks & _TALENT_USED
    ]
    return [*played, *moved, *used]


def _once(old: dict[str, Any], cards: list[Printed], printed: list[Printed]) -> list[list[Any]]:
    marks: list[list[Any]] = []
    for what, player in old["once"]:
        if what >= 0:
            marks.append([what // 1_000_000, what % 1_000_000, player])
        else:
            marks.append([(-1 - what) // 10_000, cards[(-1 - what) % 10_000].name, player])
    for card, used in enumerate(old["used"]):
        if used & _OFFER_USED:
            marks.append(["offer", card, old["entered"][card], 2 + printed[card].number])
    return marks


def _effect(effect: list[int], cards: list[Printed]) -> list[Any]:
    kind, target, amount, *rest = effect
    return [kind, target, cards[amount].key if kind in (COPIED, BARRED) else amount, *rest, 0, 0]


def _memo(card: Printed, memo: int, old: dict[str, Any], printed: list[Printed]) -> int:
    """Of a card that names a faction (Block the Path) the number is now one among the factions of the game."""
    if not memo or "faction" not in card.text or "naming" not in card.text:
        return memo
    then = [name for name, faction in FACTIONS.items() if faction.set_name in _SETS]
    owned = {card.faction.name for card, owner in zip(printed, old["owner"], strict=True) if owner >= 0}
    now = sorted(owned.union(*old["factions"]))
    return 1 + now.index(then[memo - 1]) if then[memo - 1] in now else 0
