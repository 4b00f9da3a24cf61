"""Dealing anew all that a player cannot know, so that bots and previews never see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.terms import DECK, HAND, HELD, MADNESS, SUPPLY

if TYPE_CHECKING:
    from basebash.engine.state import State


def redeal(state: State, now: State, observer: int, chance: State, *, hands: bool) -> State:
    """The state with all that the observer does not know dealt anew.

    A card counts as unknown if it is neither known in `state` nor `now`, the state of the same game a few answers
    later. First the unknown places of each deck are mixed, then unknown cards of the same owner change places
    between decks and (if `hands`) hands; so every place keeps its owner's cards, and what is known stays. A Madness
    card goes with those of its holder, and an unknown treasure in a hand could be any that is left.
    """
    new = state.copy()
    bit = 1 << observer
    hidden = [not (before | after) & bit for before, after in zip(state.known, now.known, strict=True)]
    supplies = [] if new.side is None else list(new.side.supply.values())
    for deck in (*new.decks, new.base_deck, *supplies):
        places = [p for p, i in enumerate(deck) if hidden[i]]
        cards = sorted(deck[p] for p in places)  # from the true order to one that tells nothing
        known = [new.known[deck[p]] for p in places]
        chance.shuffle_plain(cards)
        for place, i, seen in zip(places, cards, known, strict=True):
            deck[place] = i
            new.known[i] = seen
    slots: dict[int, list[tuple[list[int], int]]] = {}
    under = list(new.side.under.values()) if new.side is not None else []
    for pile in (*new.decks, *supplies, *(new.hands if hands else ()), *(under if hands else ())):
        for place, i in enumerate(pile):
            if hidden[i] and now.zone[i] in (DECK, HAND, HELD, SUPPLY):
                whose = new.controller[i] if new.owner[i] == MADNESS else new.owner[i]
                slots.setdefault(whose, []).append((pile, place))
    for owned in slots.values():
        cards = [pile[place] for pile, place in owned]
        about = [(new.zone[i], new.where[i], new.controller[i], new.known[i], new.entered[i]) for i in cards]
        cards.sort()
        chance.shuffle_plain(cards)
        for (pile, place), i, (zone, where, controller, seen, entered) in zip(owned, cards, about, strict=True):
            pile[place] = i
            new.zone[i] = zone
            new.where[i] = where
            new.controller[i] = controller
            new.known[i] = seen
            new.entered[i] = entered
    return new
