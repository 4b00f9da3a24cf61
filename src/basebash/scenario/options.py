"""Which options of a question an entry of `choose` means."""

from __future__ import annotations

from typing import Any

from basebash.engine import ACTION, MINION, Card, Option, Question, key
from basebash.engine.data.terms import BESIDE
from basebash.scenario.files import Map
from basebash.scenario.names import DECLINES, PLACES_AND_KINDS, WORDS, Names


def fits(names: Names, question: Question, option: Option, entry: Any) -> bool:
    """Whether an entry of a pool, other than a list or a declining word, means this option."""
    game = question.game
    if isinstance(entry, Map):
        if "play" in entry:
            return _fits_play(names, question, option, entry)
        card = question.source if option.kind == "yes" else _card_of(question, option)
        if option.kind in ("play", "special") and names.is_card(game, entry, option.target):
            return True
        return option.kind in ("card", "trigger", "play", "special", "yes") and names.is_card(game, entry, card)
    if option.kind in ("number", "mode"):
        return _fits_number(question, option, entry)
    if option.kind == "yes":
        # The name of the asking card accepts what it asks about itself.
        return bool(entry == "yes") or (not isinstance(entry, int) and names.is_card(game, entry, question.source))
    if option.kind == "player":
        return str(entry) == names.position.players[option.player] or (entry == "yes" and len(question.items) == 1)
    if option.kind in ("name", "faction"):
        return key(str(entry)) == key(option.name)
    if entry == "yes":
        return len(question.items) == 1
    if isinstance(entry, int):
        return False
    if option.kind in ("play", "special"):
        return names.is_card(game, entry, option.card) or names.is_card(game, entry, option.target)
    if option.kind == "trigger" and names.is_card(game, entry, option.target):
        return True
    return names.is_card(game, entry, _card_of(question, option))


def means(names: Names, question: Question, option: Option, entry: Any) -> bool:
    """Whether an entry means an option, or names the card that only this alternative mentions."""
    if fits(names, question, option, entry):
        return True
    if isinstance(entry, Map):
        entry = entry.get("card")
    if option.kind != "mode" or not isinstance(entry, str) or entry in WORDS:
        return False
    name = names.name_of(question.game, entry)
    return [other for other in question.options if says(other.text, name)] == [option]


def offers(names: Names, question: Question, entry: Any) -> bool:
    """Whether a decision offers what an entry names, or the card that it names offers the only thing."""
    return is_offered(names, question, entry) or is_asking(names, question, entry)


def is_offered(names: Names, question: Question, entry: Any) -> bool:
    """Whether the thing an entry names is itself an option, or goes to the base that is one (Pirate King)."""
    to_base = bool(question.items) and isinstance(question.items[0], Card) and question.items[0].is_base
    is_meant = (question.kind == "yes" or to_base) and is_asking(names, question, entry)
    return is_meant or _is_option(names, question, entry)


def _is_option(names: Names, question: Question, entry: Any) -> bool:
    if not isinstance(entry, Map) and str(entry) in DECLINES:
        return question.can_decline
    if entry == "yes":
        return question.can_decline and len(question.items) == 1
    return any(fits(names, question, option, entry) for option in question.options)


def is_about_card(names: Names, question: Question, card: Any) -> bool:
    """Whether a decision is about a card: the card asks, or is among the options."""
    game = question.game
    return question.kind != "main" and (
        names.is_card(game, card, question.source)
        or any(names.is_card(game, card, option.card) for option in question.options)
    )


def is_asking_one(names: Names, question: Question, card: Any) -> bool:
    """Whether a card offers exactly one thing, which may be declined."""
    offers_one = question.can_decline and len(question.items) == 1
    return offers_one and names.is_card(question.game, card, question.source)


def is_asking(names: Names, question: Question, entry: Any) -> bool:
    """Whether a card in play that offers one thing in a scoring window is named for it (Pirate King)."""
    offers_one = question.window and question.kind in ("yes", "card") and len(question.items) == 1
    return offers_one and not isinstance(entry, int) and names.is_card(question.game, entry, question.source)


def _fits_play(names: Names, question: Question, option: Option, entry: Map) -> bool:
    game = question.game
    if option.kind not in ("play", "special") or not names.is_card(game, entry["play"], option.card):
        return False
    if "as" in entry and (option.kind != "play" or not is_played_as(question, option, entry["as"])):
        return False
    where = entry.get("on")
    return where is None or names.is_card(game, where, option.target)


def mentions(names: Names, question: Question, wanted: Any) -> bool:
    """Whether the name of a card is in the question."""
    return says(question.prompt, names.name_of(question.game, wanted))


def says(text: str, name: str) -> bool:
    """Whether a text contains a name, word by word."""
    return f" {_words(name)} " in f" {_words(text)} "


def speaks_for_itself(question: Question) -> bool:
    """Whether the question comes from a card in a scoring window or a titan that is set aside."""
    return question.window or (question.source >= 0 and question.game.card(question.source).zone == BESIDE)


def is_played_as(question: Question, option: Option, word: str) -> bool:
    """Whether a card is played as a minion or as an action: by its right, or as a fusion by its place."""
    right = question.items[option.index][3]
    printed = question.game.card(option.card).printed
    kind = MINION & (printed.kind if right is None else right.kind) or ACTION
    if option.target < 0:
        kind = ACTION
    return kind == (ACTION if word == "action" else MINION)


def _fits_number(question: Question, option: Option, entry: Any) -> bool:
    """Whether an entry means this number or alternative."""
    if isinstance(entry, int) or option.kind == "number":
        return bool(entry == option.value)
    if entry == "yes":
        return question.can_decline and len(question.items) == 1
    # The only alternative that mentions it: "say action or minion", top or bottom.
    return entry in PLACES_AND_KINDS and [o for o in question.options if str(entry) in o.text.lower()] == [option]


def _card_of(question: Question, option: Option) -> int:
    """Return the card that an option is about, even if it is face down for the player who is asked."""
    item = question.items[option.index]
    return item.id if isinstance(item, Card) else option.card


def _words(text: str) -> str:
    return " ".join(key(word) for word in text.split())
