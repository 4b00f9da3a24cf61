"""Types of single fields: names and numbers with their limits, and the kinds of things.

The kinds of the engine are repeated here, so that clients can rely on them; `test_kinds` compares both.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=24)]
FactionName = Annotated[str, Meta(min_length=1, max_length=40)]
SetName = Annotated[str, Meta(min_length=1, max_length=60)]
Collection = Annotated[list[SetName], Meta(max_length=100)]
"""The sets that somebody has; empty for all of them."""
PackName = Annotated[str, Meta(min_length=1, max_length=40)]
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(max_length=100)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]

Level = Literal["easy", "normal", "hard", "adaptive"]
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard", "adaptive")
Against = Literal["easy", "normal", "hard", "adaptive", "people"]
AGAINST: tuple[Against, ...] = ("easy", "normal", "hard", "adaptive", "people")
Unrated = Literal["packs", "target", "device", "person"]
"""Why a game is not rated: packs, another number of points, two seats on one device, or of one person."""
SeatKind = Literal["person", "open", "bot"]
ErrorCode = Literal[
    "bad_message", "hello_first", "no_table", "bad_token", "not_your_seat", "not_started", "already_started",
    "not_asked", "stale", "illegal", "nothing_to_undo", "no_undo_asked", "over", "not_over", "not_allowed",
    "not_in_play", "too_fast", "too_big", "too_many", "full", "bad_request", "not_found", "busy",
    "halted", "damaged",
]  # fmt: skip
PhraseName = Literal[
    "good_game", "good_luck", "nice_move", "oops", "one_moment", "your_turn", "thanks", "rematch"
]  # fmt: skip
PHRASES: dict[PhraseName, str] = {
    "good_game": "Good game",
    "good_luck": "Good luck",
    "nice_move": "Nice move",
    "oops": "Oops",
    "one_moment": "One moment",
    "your_turn": "Your turn",
    "thanks": "Thanks",
    "rematch": "Rematch?",
}

CardKind = Literal["minion", "action", "card", "base", "titan"]
Phase = Literal["setup", "start", "play", "score", "draw", "end", "over", "opening"]
Zone = Literal[
    "deck", "hand", "discard", "play", "aside", "base deck", "base discard", "beside", "held", "stasis", "supply",
    "box",
]  # fmt: skip
QuestionKind = Literal[
    "main", "play", "special", "card", "bottom", "player", "number", "mode", "name", "faction", "yes", "order",
    "arrange",
]  # fmt: skip
OptionKind = Literal[
    "play", "talent", "use", "special", "end", "card", "player", "number", "mode", "name", "faction", "yes", "trigger"
]  # fmt: skip
LogKind = Literal[
    "turn", "phase", "play", "talent", "no effect", "use", "destroy", "move", "return", "to top", "to bottom",
    "shuffle in", "to hand", "control", "transfer", "power", "counters", "counters off", "counters moved", "swap",
    "clash power", "clash", "box", "bury", "uncover", "carry", "discard buried", "store", "stasis", "thaw", "cancel",
    "breakpoint", "breakpoint set", "reshuffle", "shuffle", "draw", "draw from", "supply shuffled", "to supply",
    "monster", "treasures", "take treasure", "reckon", "discard", "reveal", "look", "look at hand", "find", "put back",
    "put back bottom", "vp", "new base", "base revealed", "base to bottom", "base to top", "replace base",
    "destroy base", "duel", "duel laid", "duel bare", "duel shown", "duel power", "duel won", "duel stopped", "score",
    "award", "scored", "pass", "mulligan", "ban", "draft", "extra turn", "spared", "win", "tie", "chose", "flip",
    "turn coin",
]  # fmt: skip
