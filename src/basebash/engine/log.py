"""The log: what happened, as data, with a line of English for each event and viewer.

Entries hold ids and numbers only; text is made when somebody reads it. Who may see the cards of an entry is part of
it, so that a private look or a drawn card is shown only to those entitled to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from basebash.engine.data.terms import DISCARD

if TYPE_CHECKING:
    from basebash.engine.data.state import State
    from basebash.engine.data.terms import Who
    from basebash.engine.rules.context import Rules
    from basebash.engine.rules.power import Contribution
    from basebash.engine.vocabulary.card import Card

Part = str | dict[str, Any]
"""A piece of a line: text, or {"card": id, "name": ...}, {"base": ...}, {"player": ...} to link to."""


class LogEntry:
    """One event: what (`kind`), who, which cards, where, how many; `seen` has a bit for each player who may know."""

    __slots__ = (
        "after",
        "base",
        "cards",
        "contributions",
        "kind",
        "number",
        "player",
        "players",
        "seen",
        "text",
        "turn",
        "zone",
    )

    def __init__(
        self,
        kind: str,
        player: int,
        cards: tuple[int, ...],
        base: int,
        number: int,
        players: tuple[int, ...],
        seen: int,
        zone: int,
        turn: int,
        after: int,
        text: str,
        contributions: tuple[Contribution, ...] = (),
    ) -> None:
        self.kind = kind
        self.player = player
        self.cards = cards
        self.base = base
        self.number = number
        self.players = players
        self.seen = seen
        self.zone = zone
        self.text = text
        self.contributions = contributions  # what `number` adds up from, where the entry says so
        self.turn = turn
        self.after = after  # how many answers had been given: where to jump to in a replay


class LogLine:
    """An entry as one viewer sees it.

    `number`, `detail` and `contributions` are what its text says, for programs; None or empty where it does not say it.
    """

    __slots__ = ("after", "contributions", "detail", "kind", "number", "parts", "player", "turn")

    def __init__(
        self,
        kind: str,
        player: int,
        turn: int,
        after: int,
        parts: list[Part],
        number: int | None = None,
        detail: str = "",
        contributions: tuple[Contribution, ...] = (),
    ) -> None:
        self.kind = kind
        self.player = player
        self.turn = turn
        self.after = after
        self.parts = parts
        self.number = number
        self.detail = detail
        self.contributions = contributions

    @property
    def text(self) -> str:
        """The line as plain English."""
        return "".join(part if isinstance(part, str) else part["name"] for part in self.parts)

    def to_json(self) -> dict[str, Any]:
        """The line as JSON data."""
        data: dict[str, Any] = {
            "kind": self.kind,
            "player": self.player,
            "turn": self.turn,
            "after": self.after,
            "text": self.text,
            "parts": self.parts,
        }
        if self.number is not None:
            data["number"] = self.number
        if self.detail:
            data["detail"] = self.detail
        if self.contributions:
            data["contributions"] = [
                {"text": part.text, "amount": part.amount, "sets": part.sets} for part in self.contributions
            ]
        return data

    def __repr__(self) -> str:
        return self.text


# {who} the player, {card} the first card, {cards} the others (or all, where there is no source), {base}, {n},
# {whom} the other player. Entries whose first card is the source say so in SOURCED.
_TEMPLATES: Final = {
    "turn": "{who}'s turn {n} starts",
    "phase": "",
    "play": "{who} plays {card}{zone}{on}",
    "talent": "{who} uses the talent of {card}",
    "no effect": "{card} has no effect",
    "use": "{who} uses {card}",
    "destroy": "{card} destroys {cards}",
    "move": "{card} moves {cards} to {base}",
    "return": "{card} returns {cards} to hand",
    "to top": "{card} places {cards} on top of a deck",
    "to bottom": "{card} places {cards} on the bottom of a deck",
    "shuffle in": "{card} shuffles {cards} into a deck",
    "to hand": "{card} places {cards} into {whom}'s hand",
    "control": "{who} now controls {cards} ({card})",
    "transfer": "{card} is transferred to {cards}",
    "power": "{card} gives {cards} {n:+} power",
    "counters": "{card} places {n} power counter{s} on {cards}",
    "counters off": "{card} removes {n} counter{s} from {cards}",
    "counters moved": "{card} passes {n} power counter{s} to {cards}",
    "swap": "{card} swaps {cards}",
    "clash power": "{who} has {n} power there for {card}: {text}",
    "clash": "{card} prevails over {cards} at {base}",
    "box": "{card} places {cards} in the box",
    "bury": "{card} buries {cards} at {base}",
    "uncover": "{who} uncovers {card} at {base}",
    "carry": "{card} moves {cards}, face down, to {base}",
    "discard buried": "What lay buried at {base} is discarded: {all}",
    "store": "{who} stores {cards} under {card}",
    "stasis": "{card} places {n} stasis counter{s} on {cards}",
    "thaw": "{card} removes {n} stasis counter{s} from {cards}",
    "cancel": "{card} cancels the abilities of {cards}",
    "breakpoint": "{card} changes the breakpoint of {base} by {n:+}",
    "breakpoint set": "{card} sets the breakpoint of {base} to {n}",
    "reshuffle": "{who} shuffles the discard pile into a new deck",
    "shuffle": "{who}'s deck is shuffled",
    "draw": "{who} draws {all}",
    "draw from": "{who} draws {all} from the {text}",
    "supply shuffled": "The discard pile of the {text} is shuffled into a new deck",
    "to supply": "{card} puts {cards} into the {text}",
    "monster": "{card} comes to {base}",
    "treasures": "The treasures of {base}: {all}",
    "take treasure": "{who} takes {all}",
    "reckon": "{who} has {n} Madness card{s}: {text}",
    "discard": "{who} discards {all}",
    "reveal": "{who} reveals {all}",
    "look": "{who} looks at {all} on top of {whom}'s deck",
    "look at hand": "{who} looks at {whom}'s hand: {all}",
    "find": "{who} finds {cards} ({card})",
    "put back": "{who} puts {n} card{s} back on {whom}'s deck",
    "put back bottom": "{who} puts {n} card{s} on the bottom of {whom}'s deck",
    "vp": "{who} {gains} {abs} VP{by}",
    "new base": "{base} is in play",
    "base revealed": "{base} is revealed",
    "base to bottom": "{base} goes to the bottom of the base deck",
    "base to top": "{base} goes on top of the base deck",
    "replace base": "{base} takes the place of {card}",
    "destroy base": "{card} destroys {base}",
    "duel": "{card} and {cards} duel at {base}",
    "duel laid": "{who} lays a card face down",
    "duel bare": "{who} lays no card",
    "duel shown": "{who} turns up {card}",
    "duel power": "{card} has {n} power: {text}",
    "duel won": "The duel is won by {all}",
    "duel stopped": "The duel stops: the minions are no longer together",
    "score": "{base} scores",
    "award": "{who} takes place {n} at {base}",
    "scored": "The cards at {base} are discarded",
    "pass": "{who} passes",
    "mulligan": "{who} shows a hand without minions and draws another",
    "ban": "{who} bans the {text}",
    "draft": "{who} takes the {text}",
    "extra turn": "{who} will take an extra turn",
    "spared": "{card} does not affect {cards}",
    "win": "{who} wins with {n} VP",
    "tie": "The lead is tied: another turn is played",
    "chose": "{who} chooses {text}",
    "flip": "{who} flips a coin: {text} ({card})",
    "turn coin": "{who} turns the coin over: {text}",
}

# The same for a card that does it to itself, where its name would stand twice.
_TEMPLATES_FOR_ITSELF: Final = {
    "destroy": "{card} destroys itself",
    "move": "{card} moves to {base}",
    "return": "{card} returns to hand",
    "to top": "{card} goes on top of a deck",
    "to bottom": "{card} goes to the bottom of a deck",
    "shuffle in": "{card} is shuffled into a deck",
    "to hand": "{card} goes into {whom}'s hand",
    "control": "{who} now controls {card}",
    "power": "{card} gets {n:+} power",
    "counters": "{card} gets {n} power counter{s}",
    "counters off": "{card} loses {n} counter{s}",
    "box": "{card} goes into the box",
    "bury": "{card} is buried at {base}",
    "stasis": "{card} gets {n} stasis counter{s}",
    "thaw": "{card} loses {n} stasis counter{s}",
    "cancel": "{card} cancels its own abilities",
    "to supply": "{card} goes back into the {text}",
    "spared": "{card} does not affect itself",
}

EVENT_KINDS: Final = tuple(kind for kind in _TEMPLATES if kind not in ("phase", "no effect"))
"""What `recent_events` contains. A game can record these alone (`Rules.logged_kinds`), which costs little."""


def can_read(game: Rules, entry: LogEntry, viewer: int | None) -> bool:
    """Whether the viewer may read which cards the event is about."""
    return entry.seen == game.everyone or (viewer is not None and bool(entry.seen >> viewer & 1))


class _Shows:
    """Which facts of an event its line says: the `first` cards to everybody, the others to those who may read them."""

    __slots__ = ("all", "base", "first", "number", "others", "whom")

    def __init__(self, template: str) -> None:
        self.all = "{all}" in template
        self.others = "{cards}" in template
        self.first = 2 if "{on}" in template else int("{card}" in template or "{by}" in template)
        self.base = "{base}" in template
        self.whom = "{whom}" in template
        self.number = any(field in template for field in ("{n}", "{n:+}", "{abs}"))


_SHOWS: Final = {kind: _Shows(_TEMPLATES[kind]) for kind in EVENT_KINDS}
EventFacts = tuple[str, int, int, int, tuple[int, ...], int, int]
"""What a line says: kind, turn, player, other player (-1: none), ids of cards, base (-1: none), number."""


def event_facts(game: Rules, entry: LogEntry, viewer: int | None) -> EventFacts | None:
    """What the viewer's line for an event says, with ids; None if it is not among `EVENT_KINDS`."""
    shows = _SHOWS.get(entry.kind)
    if shows is None:
        return None
    cards = entry.cards
    if not ((shows.all or shows.others) and can_read(game, entry, viewer)):
        cards = cards[: shows.first]
    elif not shows.all and not shows.first:
        cards = cards[1:]
    whom = entry.players[0] if shows.whom else -1
    base = entry.base if shows.base else -1
    return entry.kind, entry.turn, entry.player, whom, cards, base, entry.number if shows.number else 0


def recent_events(game: Rules, entries: list[LogEntry], viewer: int | None, count: int) -> list[dict[str, Any]]:
    """The last `count` events as JSON data, with exactly what the viewer's lines say: cards and bases by their keys."""
    last: list[dict[str, Any]] = []
    for entry in reversed(entries):
        if len(last) == count:
            break
        facts = event_facts(game, entry, viewer)
        if facts is not None:
            kind, turn, player, whom, cards, base, number = facts
            keys = [game.card(card).printed.key for card in cards]
            where = game.card(base).printed.key if base >= 0 else ""
            last.append(
                {
                    "kind": kind,
                    "turn": turn,
                    "player": player,
                    "whom": whom,
                    "cards": keys,
                    "base": where,
                    "number": number,
                }
            )
    return last[::-1]


def line_for(game: Rules, entry: LogEntry, viewer: int | None) -> LogLine:
    """What a viewer (a player, or None for a spectator) may read about an event."""
    sees = can_read(game, entry, viewer)
    template = _TEMPLATES.get(entry.kind, entry.kind)
    if sees and len(entry.cards) == 2 and entry.cards[0] == entry.cards[1]:
        template = _TEMPLATES_FOR_ITSELF.get(entry.kind, template)
    parts: list[Part] = []
    for piece in template.replace("}", "{").split("{"):
        parts += _fill(game, entry, piece, sees=sees)
    merged: list[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    number = entry.number if any(field in template for field in _NUMBERS) else None
    detail = entry.text if "{text}" in template else ""
    return LogLine(entry.kind, entry.player, entry.turn, entry.after, merged, number, detail, entry.contributions)


_NUMBERS: Final = ("{n}", "{n:+}", "{abs}")


def _in_words(parts: tuple[Contribution, ...]) -> str:
    """A sum line by line: "printed 3; Howl +2"."""
    return "; ".join(
        f"{part.text} {'= ' if part.sets else ''}{part.amount if part.sets or not n else format(part.amount, '+d')}"
        for n, part in enumerate(parts)
    )


# What an effect changes, besides what is written down; marks of what was done this turn do not count.
_CHANGES: Final = (
    "base_deck base_discard bases controller counters decks discards drawn effects extra_turns hands memo on plays vp"
).split()


class Watch:
    """A position, to tell later whether a card that was played or used has changed anything."""

    __slots__ = ("_entries", "_length", "_state", "_waiting")

    def __init__(self, game: Rules, entries: list[LogEntry]) -> None:
        self._entries = entries
        self._length = len(entries)
        self._state: State = game.state.copy()
        self._waiting = _waiting(game)

    def saw_nothing(self, game: Rules) -> bool:
        """Whether nothing has changed since, and nothing that happened was written down."""
        if any(entry.kind != "chose" for entry in self._entries[self._length :]) or _waiting(game) != self._waiting:
            return False
        was, now = self._state, game.state
        return _rare_zones(was) == _rare_zones(now) and all(
            getattr(was, name) == getattr(now, name) for name in _CHANGES
        )


def tell_idle(game: Rules, watch: Watch | None, player: Who, card: Card) -> None:
    """Log that a card has had no effect since the watch began, if it has not."""
    if watch is not None and watch.saw_nothing(game):
        game.log("no effect", player, cards=(card,))


def _waiting(game: Rules) -> list[Any]:
    """What is still to come: what was set off, where cards that resolve will go, what replaces a base that scores."""
    cards = [(play.goes_to, play.otherwise, play.countered) for play in game.resolving]
    scoring = game.scoring
    bases = [] if scoring is None else [*scoring.next_bases, scoring.offers_top, scoring.replaces, len(scoring.waiting)]
    return [*(len(frame.triggers) for frame in game.frames), *cards, *bases]


def _rare_zones(state: State) -> Any:
    return None if state.rare_zones is None else state.rare_zones.to_json()


def _fill(game: Rules, entry: LogEntry, piece: str, *, sees: bool) -> list[Part]:
    cards = entry.cards
    number = entry.number
    if piece == "card":
        return [_card(game, cards[0])]
    if piece == "cards":
        return _cards(game, cards[1:], sees=sees)
    if piece == "all":
        return _cards(game, cards, sees=sees)
    if piece == "who":
        return [_player(game, entry.player)]
    if piece == "whom":
        return [_player(game, entry.players[0])]
    if piece == "base":
        return [{"base": entry.base, "name": game.card(entry.base).name}]
    if piece == "on":
        return [" on ", _card(game, cards[1])] if len(cards) > 1 else []
    if piece == "by":
        return [" (", _card(game, cards[0]), ")"] if cards else []
    words = {
        "zone": " from the discard pile" if entry.zone == DISCARD else "",
        "text": _in_words(entry.contributions) or entry.text or "nothing",
        "n": str(number),
        "n:+": f"{number:+d}",
        "abs": str(abs(number)),
        "s": "" if number == 1 else "s",
        "gains": "gains" if number > 0 else "loses",
    }
    return [words.get(piece, piece)]


def _player(game: Rules, player: int) -> Part:
    return {"player": player, "name": game.setup.names[player]} if player >= 0 else "the table"


def _card(game: Rules, card: int) -> Part:
    kind = "base" if game.card(card).is_base else "card"
    return {kind: card, "name": game.card(card).name}


def _cards(game: Rules, cards: tuple[int, ...], *, sees: bool) -> list[Part]:
    if not sees:
        return ["a card" if len(cards) == 1 else f"{len(cards)} cards"]
    if not cards:
        return ["nothing"]
    parts: list[Part] = []
    for n, card in enumerate(cards):
        if n:
            parts.append(" and " if n == len(cards) - 1 else ", ")
        parts.append(_card(game, card))
    return parts
