"""The state: copies and JSON are complete, and only the verbs change it."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import basebash
from basebash import CARDS, FACTIONS, BadSave, Game, State
from basebash.engine import BY_KEY, DECK, DISCARD, HAND, MINION, NOBODY, UNDER, Allowance, Effect
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.state import FIELDS
from basebash.engine.data.terms import DISCARDED
from basebash.engine.data.values import Deed
from basebash.engine.rules import decks, zones
from basebash.invariants import random_game

PACKAGE = Path(basebash.__file__).parent
ENGINE = sorted((PACKAGE / "engine").rglob("*.py"))
SHARED = ("key", "printed", "owner")  # never changed


def played_on() -> State:
    """A state at a quiet point in the middle of a game, with every field filled."""
    game = Game(3, seed=21, edition=2019)
    for at in random_game(game, 4):
        quiet = at.question.kind == "main"
        if quiet and at.state.turn > 8 and at.state.on and at.state.deeds and all(at.state.discards):
            break
    state = game.state
    state.effects.append(Effect(0, 1, 2, 0, 0, 1, 3))
    state.plays.append(Allowance(MINION, max_power=2, base=1, card=4, name="x", source=2, rule=3, offer=1, free=True))
    state.rare_zones = state.rare_zones or RareZones(3)
    held, base = state.decks[0].pop(), state.bases[0]
    state.once.append((state.printed[base].key, base, state.entered[base], base, state.entered[base], 0))
    state.zone[held], state.where[held] = UNDER, base
    state.rare_zones.under[base] = [held]
    state.extra_turns.append(1)
    state.winners = [1]
    state.memo[base] = 3
    state.scoring = base
    return state


def changed(value: Any) -> Any:
    """The value, changed in place wherever that is possible; else another one."""
    if isinstance(value, dict):
        first = next(iter(value))
        if isinstance(value[first], list):
            value[first].append(-7)
            value[-5] = [1]
        else:
            value[first] += 1
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, list):
                part.append("other" if part and isinstance(part[0], str) else -7)
        value.append(value[0] if value and not isinstance(value[0], list) else -9)
    elif isinstance(value, tuple):
        return (*value, value[0])
    elif isinstance(value, bytes):
        return value + b"!"
    elif isinstance(value, RareZones):
        next(iter(value.under.values())).append(-7)
    else:
        return value + 1
    return value


@pytest.mark.parametrize("field", FIELDS)
def test_a_copy_has_every_field_and_shares_none_that_changes(field: str) -> None:
    state = played_on()
    before = json.dumps(state.to_json())
    twin = state.copy()
    assert json.dumps(twin.to_json()) == before
    if field not in SHARED and not isinstance(getattr(state, field), int):
        assert getattr(twin, field) is not getattr(state, field)
    setattr(twin, field, changed(getattr(twin, field)))
    assert json.dumps(twin.to_json()) != before
    assert json.dumps(state.to_json()) == before, f"a change of {field} in a copy shows in the original"


def test_every_field_is_filled_in_the_state_that_is_copied() -> None:
    state = played_on()
    empty = [field for field in FIELDS if not getattr(state, field)]
    assert set(empty) <= {"first_player", "turn_player", "seat", "base_discard"}


@pytest.mark.parametrize("field", FIELDS)
def test_json_keeps_every_field(field: str) -> None:
    state = played_on()
    twin = State.from_json(json.loads(json.dumps(state.to_json())), BY_KEY)
    mine, theirs = getattr(state, field), getattr(twin, field)
    if field in ("deeds", "effects", "plays"):
        mine, theirs = [v.to_json() for v in mine], [v.to_json() for v in theirs]
    if field == "rare_zones":
        mine, theirs = mine.to_json(), theirs.to_json()
    assert mine == theirs
    assert type(mine) is type(theirs)
    if isinstance(mine, list) and mine:
        assert [type(part) for part in mine] == [type(part) for part in theirs]


def test_marks_of_older_saves_are_read() -> None:
    """They named a card by its arrival or name alone."""
    state = played_on()
    base, player = state.bases[0], state.turn_player
    arrival, key = state.entered[base], state.printed[base].key
    data = json.loads(json.dumps(state.to_json()))
    number = state.printed[base].number
    data["once"] = [
        *([0, arrival, 1], [0, "Tenacious Z", 1], [arrival, "Shinobi", 1], [0, 10**6, 1]),
        *(["offer", base, arrival, number + 2], ["use", base, arrival, number, 1]),
    ]
    twin = State.from_json(data, BY_KEY)
    assert twin.once == [
        (key, base, arrival, base, arrival, 1),
        *((f"Zombies/Tenacious Z{what}", -1, 0, -1, 0, 1) for what in ("", " offers", " use")),
        *((f"Ninjas/Shinobi{what}", base, arrival, -1, 0, 1) for what in ("", " offers", " use")),
        (f"{key} offers", base, arrival, base, arrival, player),
        (f"{key} use", base, arrival, base, arrival, 1),
    ]


@pytest.mark.parametrize("kind", [Effect, Allowance])
def test_values_that_last_keep_every_field_in_json(kind: type[Effect] | type[Allowance]) -> None:
    state = played_on()
    value = state.effects[-1] if kind is Effect else state.plays[-1]
    fields = inspect.signature(kind).parameters
    assert len(value.to_json()) == len(fields)
    twin = State.from_json(json.loads(json.dumps(state.to_json())), BY_KEY)
    other = twin.effects[-1] if kind is Effect else twin.plays[-1]
    for field in fields:
        assert getattr(value, field) == getattr(other, field)


@pytest.mark.parametrize("field", State(2, seed=0).to_json())
def test_json_without_a_field_is_refused(field: str) -> None:
    data = played_on().to_json()
    del data[field]
    with pytest.raises(BadSave, match="damaged"):
        State.from_json(data, BY_KEY)


@pytest.mark.parametrize("field", ["zone", "where", "controller", "counters", "memo", "entered", "known", "owner"])
def test_columns_of_different_length_are_refused(field: str) -> None:
    data = json.loads(json.dumps(played_on().to_json()))
    data[field].pop()
    with pytest.raises(BadSave, match="columns"):
        State.from_json(data, BY_KEY)


def damage_two_places(data: dict[str, Any]) -> None:
    data["hands"][0].append(data["decks"][0][0])


def damage_no_such_card(data: dict[str, Any]) -> None:
    data["decks"][1].append(9999)


def damage_players(data: dict[str, Any]) -> None:
    data["vp"].append(0)


def damage_name(data: dict[str, Any]) -> None:
    data["printed"][0] = "No Such Card"


def damage_effect(data: dict[str, Any]) -> None:
    data["effects"] = [[1, 2]]


def damage_type(data: dict[str, Any]) -> None:
    data["on"] = 5


def damage_controller(data: dict[str, Any]) -> None:
    data["controller"][0] = -2


def damage_deed(data: dict[str, Any]) -> None:
    data["deeds"].append([0, -2, 0])


@pytest.mark.parametrize(
    "damage",
    [
        damage_two_places,
        damage_no_such_card,
        damage_players,
        damage_name,
        damage_effect,
        damage_type,
        damage_controller,
        damage_deed,
    ],
)
def test_a_damaged_state_is_refused(damage: Any) -> None:
    data = json.loads(json.dumps(played_on().to_json()))
    damage(data)
    with pytest.raises(BadSave, match="damaged"):
        State.from_json(data, BY_KEY)


def test_nobody_has_a_hand_deck_or_discard_pile() -> None:
    """MT8"""
    game = Game(factions=[["Pirates", "Ninjas"], ["Robots", "Zombies"]])
    card = game.rules.card(game.state.hands[0][0])
    zones.take(game.rules, card)
    for zone in (HAND, DECK, DISCARD):
        with pytest.raises(ValueError, match="nobody"):
            zones.put(game.rules, card, zone, NOBODY)
    assert game.rules.hand(NOBODY) == game.rules.discard_pile(NOBODY) == decks.draw(game.rules, NOBODY, 2) == []
    with pytest.raises(TypeError):
        game.state.hands[NOBODY]  # type: ignore[call-overload]


def test_nobody_is_written_as_a_number_and_read_back() -> None:
    state = played_on()
    state.controller[3] = NOBODY
    data = json.loads(json.dumps(state.to_json()))
    assert data["controller"][3] == -1
    assert State.from_json(data, BY_KEY).controller[3] is NOBODY


# ----------------------------------------------------------------------------------------------- chance
def test_chance_is_fair_enough_and_repeats_itself() -> None:
    """Pitfall 30."""
    chance, again = State(2, 9), State(2, 9)
    numbers = [chance.random(6) for _ in range(6000)]
    assert numbers == [again.random(6) for _ in range(6000)]
    assert set(numbers) == set(range(6))
    assert all(850 < numbers.count(n) < 1150 for n in range(6))


def test_a_shuffle_keeps_the_cards_and_reaches_every_order() -> None:
    chance = State(2, 1)
    orders = set()
    for _ in range(300):
        cards = [1, 2, 3, 4]
        chance.shuffle_plain(cards)
        orders.add(tuple(cards))
    assert len(orders) == 24


# ----------------------------------------------------------------------------------------------- one verb per change
CHANGES = {
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "popitem",
    "shuffle", "shuffle_plain", "add_card", "random",
}  # fmt: skip


def part_of_the_state(node: ast.AST, names: dict[str, str]) -> str | None:
    """The field of the state that an expression is or lies in; "" for the state itself, None for anything else."""
    field = ""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            if node.attr == "state":
                return field
            field = node.attr
        node = node.value
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id] or field
    return None


def is_copy(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def targets_of(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        found = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        found = [node.target]
    elif isinstance(node, ast.Delete):
        found = node.targets
    else:
        found = []
    return [part for target in found for part in (target.elts if isinstance(target, ast.Tuple) else [target])]


def writes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines on which a module writes to the state itself, and to which field."""
    names = {"state": ""}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            field = None if is_copy(node.value) else part_of_the_state(node.value, names)
            if field is not None:
                names |= {target.id: field for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(tree):
        changed_here = [target for target in targets_of(node) if not isinstance(target, ast.Name)]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            changed_here.append(node.func.value)
        for target in changed_here:
            field = part_of_the_state(target, names)
            if field is not None:
                yield target.lineno, field


@pytest.mark.parametrize(
    "source",
    [
        "me.game.state.vp[0] += 1",
        "me.game.state.hands[1].append(3)",
        "state = me.game.state\nstate.turn = 3",
        "hand = me.game.state.hands[0]\nhand.remove(2)",
        "del game.state.on[3]",
        "a, game.state.zone[3] = 1, 2",
        "game.state.effects = []",
        "game.state.shuffle(x)",
    ],
)
def test_the_scan_sees_a_bypass(source: str) -> None:
    assert list(writes(ast.parse(source)))


@pytest.mark.parametrize(
    "source", ["x = me.game.state.vp[0]", "me.memo = 3", "found = []\nfound.append(game.state.turn)"]
)
def test_the_scan_lets_reading_pass(source: str) -> None:
    assert not list(writes(ast.parse(source)))


@pytest.mark.parametrize(
    "path",
    sorted((PACKAGE / "cards").rglob("*.py")),
    ids=lambda path: path.relative_to(PACKAGE).as_posix(),
)
def test_cards_change_the_state_through_verbs_only(path: Path) -> None:
    assert not list(writes(ast.parse(path.read_text(encoding="utf-8"))))


READERS = ("errors", "events", "log", "power", "question", "setup", "terms", "values", "view")


@pytest.mark.parametrize("name", READERS)
def test_parts_of_the_engine_that_only_read(name: str) -> None:
    (path,) = (PACKAGE / "engine").rglob(f"{name}.py")
    assert not list(writes(ast.parse(path.read_text(encoding="utf-8"))))


# Where a card is: only the verbs put it there. `state` reads it from a file, `determinise` redeals a copy.
WHERE = {"hands", "decks", "discards", "bases", "base_deck", "base_discard", "on", "zone", "where"}
# Set-up: the cards come into the game. A supply is refilled from its discard pile like a deck.
DEALING = {"turn": {"decks", "base_deck"}, "supplies": {"zone"}}


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_only_verbs_put_cards_into_zones(path: Path) -> None:
    if path.stem in ("zones", "verbs", "decks", "bases", "rare_zones", "state", "determinise"):
        return
    for line, field in writes(ast.parse(path.read_text(encoding="utf-8"))):
        assert field not in WHERE - DEALING.get(path.stem, set()), f"{path.name}:{line} changes {field}"


# ----------------------------------------------------------------------------------------------- no card in the kernel
def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The strings of a module that are not docstrings."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docs.add(id(node.value))  # the docstring of an attribute
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


# "Madness" is also the rulebook's word for a supply.
NAMED = {card.name for card in CARDS if card.name != "Madness"} | set(FACTIONS)
NAMES = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(NAMED)))})(?!\w)")


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_card_is_named_in_the_engine(path: Path) -> None:
    if path.stem == "old_saves":  # recognises what an old save holds by name
        return
    sets = {faction.set_name for faction in FACTIONS.values()}
    for line, text in strings(ast.parse(path.read_text(encoding="utf-8"))):
        found = [] if text in sets else NAMES.findall(text)
        assert not found, f"{path.name}:{line} names {found}"


def test_no_card_class_is_imported_by_the_engine() -> None:
    for path in ENGINE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("basebash.cards")


def test_a_deed_of_nobody_stays_one_when_its_base_leaves_play() -> None:
    deed = Deed(DISCARDED, NOBODY, 3, 7, whose=NOBODY).without_place()
    assert deed.base == -1
    assert deed.player is NOBODY
    assert deed.whose is NOBODY
