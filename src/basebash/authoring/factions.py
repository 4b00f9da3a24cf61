"""Checking what a pack's factions are: twenty cards, bases, a summary, colours, an icon, names of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from basebash.authoring.findings import Finding, finding_of
from basebash.engine import CARDS, FACTIONS, Faction, Printed, key, nearest
from basebash.engine.vocabulary.colours import colour_problems
from basebash.engine.vocabulary.printed import DIFFICULTIES, TAGS
from basebash.packs import Pack, icon_problem
from basebash.packs.places import place_of_name

CARDS_IN_A_DECK: Final = 20
BASES_OF_A_FACTION: Final = 2


def check_factions(pack: Pack) -> Iterator[Finding]:
    """Yield what is wrong with the factions of a pack, each at the line that creates the faction or the card."""
    for faction in pack.factions:
        facts = list(_not_text(faction)) or [*_facts(faction), *_look(pack, faction)]
        for problem in (*_deck(faction), *facts):
            yield _at(pack, faction.name, problem)
        for card in (*faction.cards, *faction.titans, *faction.bases):
            if (taken := _name_problem(pack, card)) is not None:
                yield _at(pack, type(card).__name__, taken)


def _at(pack: Pack, name: str, problem: str) -> Finding:
    return finding_of(pack.folder, f"{place_of_name(pack.folder, name)}{problem}")


def _deck(faction: Faction) -> Iterator[str]:
    copies = [card.copies for card in faction.cards]
    if any(type(number) is not int for number in copies):  # which is said of the card
        return
    if sum(copies) != CARDS_IN_A_DECK:
        what = "add" if sum(copies) < CARDS_IN_A_DECK else "remove"
        missing = abs(CARDS_IN_A_DECK - sum(copies))
        yield (
            f"{faction.name} has {sum(copies)} cards and needs {CARDS_IN_A_DECK}: {what} {missing} "
            "(copies=4 makes four of one)."
        )
    if len(faction.bases) < BASES_OF_A_FACTION:
        bases = f"{len(faction.bases)} {'base' if len(faction.bases) == 1 else 'bases'}"
        yield f"{faction.name} has {bases} and needs {BASES_OF_A_FACTION}: add a class of Base."


def _not_text(faction: Faction) -> Iterator[str]:
    for name in ("summary", "intro", "icon", "hyphenated"):
        if type(getattr(faction, name)) is not str:
            yield f'{name} must be a text: {name}="...".'
    if type(faction.tags) is not tuple:
        yield 'tags needs a comma and parentheses: tags=("grow",).'
    partner = faction.partner
    if partner is not None and not (type(partner) is tuple and [type(part) for part in partner] == [str, str]):
        yield 'partner must be the name of a faction and a sentence: partner=("Pirates", "...").'


def _facts(faction: Faction) -> Iterator[str]:
    if not 3 <= len(faction.summary.split()) <= 7:
        yield f'{faction.name} needs a summary of about five words: summary="Grow, swarm and sting".'
    if type(faction.difficulty) is not int or not 1 <= faction.difficulty <= len(DIFFICULTIES):
        names = ", ".join(f"{number} {name}" for number, name in enumerate(DIFFICULTIES, 1))
        yield f"difficulty must be a number: {names}; not {faction.difficulty!r}."
    wrong = [tag for tag in faction.tags if tag not in TAGS]
    if wrong or not faction.tags:
        yield f'tags must be one or more of {", ".join(TAGS)}: tags=("grow", "swarm").'
    if not faction.intro.strip():
        yield f"{faction.name} needs an intro: a few sentences on how to play it."
    if faction.hyphenated.replace("|", "") != faction.name:
        yield f'hyphenated must be the name with | between syllables: "{faction.name[:4]}|{faction.name[4:]}".'
    if faction.partner is not None and faction.partner[0] not in FACTIONS:
        close = nearest(faction.partner[0], list(FACTIONS))
        hint = f"; did you mean {close[0]}?" if close else "."
        yield f"The partner {faction.partner[0]} is not a faction{hint}"


def _look(pack: Pack, faction: Faction) -> Iterator[str]:
    for problem in colour_problems(faction.ink, faction.pop):
        yield f"The colours cannot be read: {problem}. Without colours=... the faction gets a readable pair."
    if unusable := icon_problem(faction.icon, pack.folder):
        yield unusable


def _name_problem(pack: Pack, card: Printed) -> str | None:
    for other in CARDS:
        if other is not card and key(other.name) == key(card.name) and other.faction not in pack.factions:
            return f"The name {card.name} is taken: a card of {other.faction.name} has it. Rename the card."
    return None
