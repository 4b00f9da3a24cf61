"""The names in a scenario: which card a name, an id or a description means."""

from __future__ import annotations

from typing import Any

from basebash.engine import DECK, DISCARD, FACTIONS, HAND, Option, key
from basebash.engine.data.terms import STASIS
from basebash.engine.rules.context import Rules
from basebash.scenario.files import Map, ScenarioError
from basebash.scenario.position import Position

DECLINES = ("pass", "none", "no")
PLACES_AND_KINDS = ("top", "bottom", "action", "minion")
WORDS = (*DECLINES, "yes", *PLACES_AND_KINDS)


class Names:
    """The names in a scenario."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.ids = position.ids

    def is_card(self, game: Rules, name: Any, card: int) -> bool:
        """Whether a name, an id or a description means this card."""
        if card < 0:
            return False
        if isinstance(name, Map):
            return self._fits_description(game, name, card)
        if str(name) in self.ids:
            return self.ids[str(name)] == card
        return key(str(name)) == key(game.card(card).name)

    def note_cards(self, game: Rules, entry: Any) -> None:
        """Note which cards the descriptions in an entry mean now: a card may have moved once it is known as chosen."""
        for part in entry if isinstance(entry, list) else entry.values() if isinstance(entry, Map) else ():
            self.note_cards(game, part)
        if isinstance(entry, Map) and not {"pick", "play", "player"} & set(entry):
            every = range(len(game.state.zone))
            entry.cards = frozenset(card for card in every if self._fits_description(game, entry, card))

    def _fits_description(self, game: Rules, description: Map, card: int) -> bool:
        if card in description.cards:
            return True
        handle = game.card(card)
        for word, value in description.items():
            if word == "card":
                fits = key(str(value)) == key(handle.name)
            elif word == "id":
                fits = self.ids.get(str(value)) == card
            elif word == "base":
                fits = handle.base is not None and self.is_card(game, value, handle.base.id)
            else:
                player = self.position.player_or_nobody(value, description.line)
                fits = (handle.owner if word == "owner" else handle.controller) == player
            if not fits:
                return False
        return True

    def name_of(self, game: Rules, wanted: Any) -> str:
        return game.card(self.ids[wanted]).name if str(wanted) in self.ids else str(wanted)

    def check_name(self, name: Any, line: int) -> None:
        """Raise an error if nothing in the game or catalogue has this name."""
        if isinstance(name, Map):
            for word, value in name.items():
                if word in ("card", "base"):
                    self.check_name(value, line)
                elif word in ("owner", "controller"):
                    self.position.player_or_nobody(value, name.line)
                elif word != "id":
                    raise ScenarioError(
                        f"Unknown key {word!r}; a card is described by card, base, owner, controller, id.", name.line
                    )
                elif str(value) not in self.ids:
                    raise ScenarioError(f"There is no card with the id {value!r}.", name.line)
            return
        if str(name) not in self.ids:
            self.position.card(name, line)

    def check_entry(self, entry: Any, line: int) -> None:
        """Raise an error if an entry of a pool is not made of words, numbers, players, factions, cards and bases."""
        if isinstance(entry, list):
            for part in entry:
                self.check_entry(part, line)
        elif isinstance(entry, Map):
            if "pick" in entry or "play" in entry:
                known = {"player", "pick"} if "pick" in entry else {"player", "play", "on", "as"}
                for word, value in entry.items():
                    if word not in known:
                        raise ScenarioError(
                            f"Unknown key {word!r}; an entry has {', '.join(sorted(known))}.", entry.line
                        )
                    if word == "player":
                        self.position.player(value, entry.line)
                    elif word == "as":
                        check_kind(value, entry.line)
                    else:
                        self.check_entry(value, entry.line)
            else:
                self.check_name(entry, entry.line)
        elif not (
            isinstance(entry, int)
            or str(entry) in (*WORDS, *self.position.players, *self.ids)
            or any(key(str(entry)) == key(name) for name in FACTIONS)
        ):
            self.position.card(entry, line)

    def is_yes(self, game: Rules, entry: Any, source: int) -> bool:
        """Whether an entry accepts an offer of the card `source` without naming a target."""
        if isinstance(entry, list | int) or (isinstance(entry, Map) and "play" in entry):
            return False
        return bool(entry == "yes") or self.is_card(game, entry, source)

    def from_zone(self, game: Rules, option: Option, where: Any, player: int, line: int) -> bool:
        """Whether the card of an option is in the place that `from` names (default: the player's hand)."""
        card = game.card(option.card)
        if where is None or where == "hand":
            return card.zone == HAND
        if where == "discard":
            return card.zone == DISCARD
        if where == "deck":
            return card.zone == DECK
        if where == "stasis":
            return card.zone == STASIS
        return card.zone == HAND and game.state.where[card.id] == self.position.player(where, line)


def check_kind(word: Any, line: int) -> None:
    """Raise an error if `as` is not a kind that cards are played as."""
    if word not in ("action", "minion"):
        raise ScenarioError("`as` is action or minion.", line)
