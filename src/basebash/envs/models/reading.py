"""Which numbers of an observation with identity a network reads, and by what each is divided.

The training code (`examples/train_attention.py`) and the bot (`network`) both follow these tables.
"""

from __future__ import annotations

from typing import Final

from basebash.envs.v2.columns import ACTION_AT, BASE_AT, CARD_AT, TABLE_AT, ZONE_OF

PLAYERS: Final = 2
TOKENS: Final = 56
"""The most cards that a network looks at; about one position in a thousand has more in sight."""
CLIP: Final = 4.0
"""Numbers are cut to this after the division."""

SEEN_ZONES: Final = tuple(ZONE_OF[name] for name in ("hand", "other_hand", "play", "beside", "face_down", "stasis"))
"""A card in one of these zones becomes a token; so does any card that a question is about."""
MARKS: Final = tuple(CARD_AT[name] for name in ("offered", "picked", "source"))

# Scaled numbers: (column, divisor).
TABLE: Final = tuple(
    (TABLE_AT[name], by)
    for name, by in {
        "low": 5, "high": 5, "picks_made": 5, "is_started": 1, "turn": 50, "target_vp": 15, "is_first": 1,
        "base_deck": 30, "base_discard": 30, "duel": 1, "scoring": 1,
    }.items()
)  # fmt: skip
PLAYER: Final = ((0, 15), (1, 10), (2, 40), (3, 40), (6, 10))  # VP, hand, deck, discard, Madness
CARD: Final = tuple(
    (CARD_AT[name], by)
    for name, by in {
        "minion": 1, "action": 1, "titan": 1, "printed_power": 5, "talent": 1, "special": 1, "ongoing": 1, "on": 1,
        "order": 10, "power": 5, "counters": 5, "talent_ready": 1, "cards_under": 5, "duel": 2, "offered": 1,
        "picked": 1, "source": 1, "playable": 1,
    }.items()
)  # fmt: skip
BASE: Final = (
    *(
        (BASE_AT[name], by)
        for name, by in {
            "breakpoint": 20, "missing": 20, "vp_1": 5, "vp_2": 5, "vp_3": 5, "counters": 5, "scoring": 1,
            "offered": 1, "picked": 1, "source": 1,
        }.items()
    ),
    *((len(BASE_AT) + player, 20) for player in range(PLAYERS)),  # totals
    *((len(BASE_AT) + PLAYERS + player, 5) for player in range(PLAYERS)),  # buried cards
)  # fmt: skip
ACTION: Final = ((ACTION_AT["number"], 5), (ACTION_AT["mode"], 5))
PLAY_KINDS: Final = 3
"""The plays that are left are counted by kind: of a minion, an action, or either."""

# Embeddings: how many identities (None: the number of cards or factions), and how many numbers each.
EMBEDDINGS: Final = {
    "card": (None, 32), "faction": (None, 16), "zone": (len(ZONE_OF), 8), "who": (6, 6), "place": (14, 6),
    "phase": (8, 6), "question": (20, 8), "kind": (20, 12),
}  # fmt: skip
WIDTH: Final = 64
HEADS: Final = 4
BLOCKS: Final = 2
HIDDEN: Final = 128
SCORER: Final = 96
