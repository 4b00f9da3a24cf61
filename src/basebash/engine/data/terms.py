"""The rulebook's words as constants.

Zones, phases and kinds are small integers, because they fill the columns of the state; they are open sets, so
later sets can add their own (titans, buried cards) without touching what is here.
"""

from enum import Enum
from typing import Final, TypeAlias

# Zones. A base in play and a card on it are both in PLAY; ASIDE is "nowhere": revealed or resolving. BESIDE is beside
# the deck (titans), UNDER is face down under a base (buried), under a card (stored) or laid down in a duel, SUPPLY is
# one of the decks that belong to nobody, BOX is out of the game.
DECK: Final = 0
HAND: Final = 1
DISCARD: Final = 2
PLAY: Final = 3
ASIDE: Final = 4
BASE_DECK: Final = 5
BASE_DISCARD: Final = 6
BESIDE: Final = 7
UNDER: Final = 8
STASIS: Final = 9
SUPPLY: Final = 10
BOX: Final = 11
ZONE_NAMES: Final = (
    *("deck", "hand", "discard", "play", "aside", "base deck", "base discard"),
    *("beside", "held", "stasis", "supply", "box"),
)


class Nobody(Enum):
    """Takes the place of a player's number: the controller of a base, the owner of a monster.

    It is not a number, so it cannot be used as an index. It is not a player either: where a card mentions another
    player, use `Card.is_other_player`, `is_enemy`, `is_enemy_of` or `are_rivals` instead of comparing with `!=`.
    """

    NOBODY = -1  # what saves, views and the log contain for it

    def __repr__(self) -> str:
        return "NOBODY"


NOBODY: Final = Nobody.NOBODY
Who: TypeAlias = int | Nobody
"""The owner or controller of something, or whoever does it: a player's number, or nobody."""


def are_rivals(one: Who, other: Who) -> bool:
    """Whether these are two different players; nobody is not a player (MT10)."""
    return one is not NOBODY and other is not NOBODY and one != other


def player_to_json(player: Who) -> int:
    """Convert a player for saves, views and the log: -1 for nobody."""
    return -1 if player is NOBODY else player


def player_from_json(number: int) -> Who:
    """Read what `player_to_json` wrote."""
    return NOBODY if number == -1 else number


def bit_of(player: Who) -> int:
    """The bit of a player among those who know a card (`State.known`); 0 for nobody."""
    return 0 if player is NOBODY else 1 << player


# The owners of cards that belong to no player: the supplies, each with its own number.
MADNESS: Final = -2
MONSTERS: Final = -3
TREASURES: Final = -4

# Phases, in the order of a turn.
SETUP: Final = 0
START_TURN: Final = 1
PLAY_CARDS: Final = 2
SCORE_BASES: Final = 3
DRAW_CARDS: Final = 4
END_TURN: Final = 5
GAME_OVER: Final = 6
OPENING: Final = 7  # between set-up and the first turn: hands without minions may be exchanged
PHASE_NAMES: Final = ("setup", "start", "play", "score", "draw", "end", "over", "opening")

# Kinds of card: flags, so that a right or a fusion can be of two.
MINION: Final = 1
ACTION: Final = 2
BASE: Final = 4
TITAN: Final = 8
ANY_KIND: Final = MINION + ACTION
FUSION: Final = MINION + ACTION
KIND_NAMES: Final = {MINION: "minion", ACTION: "action", ANY_KIND: "card", BASE: "base", TITAN: "titan"}

# What an action is played on; without it the action is standard (T6).
ON_NOTHING: Final = 0
ON_BASE: Final = 1
ON_MINION: Final = 2
ON_YOUR_MINION: Final = 3

# Scoring windows in which a Special may be played from hand; flags are added together.
NO_WINDOW: Final = 0
BEFORE_SCORING: Final = 1
AFTER_SCORING: Final = 2
WHEN_SCORING: Final = 4
TREASURES_SHOWN: Final = 8

# Which events a card hears (see `Ability.scope`); flags are added together.
ANYWHERE: Final = 0
HERE: Final = 1  # at this card's base
YOURS: Final = 2  # the card or player of the event is this card's controller's
OTHERS: Final = 4  # ... is another player's
ANOTHER: Final = 8  # not this card itself
ON_THIS_BASE: Final = 16  # an action played on this card's base itself, not on a minion there

# How long an effect lasts.
TURN_END: Final = 0  # until the end of this turn
YOUR_TURN_START: Final = 1  # until its player's next turn starts
YOUR_TURN_END: Final = 2  # until the end of its player's turn (this one, if it is theirs)
YOUR_NEXT_TURN_END: Final = 3  # until the end of its player's next turn, which is never this one
WHILE_IN_PLAY: Final = 4  # as long as the card it is on stays in play

# Kinds of effect.
POWER: Final = 0  # amount added to a minion's power
SIDE_POWER: Final = 1  # amount added to a player's total at a base
BREAKPOINT: Final = 2  # amount added to a breakpoint
STARTING_BREAKPOINT: Final = 3  # the breakpoint before modification
COPIED: Final = 4  # the card also has the abilities of the printed card `amount`
LOST: Final = 5  # the card has lost the ability that `amount` (a card) gives it
CANCELLED: Final = 6  # the card's printed abilities do not exist
CONTROL: Final = 7  # borrowed; goes back to player `amount`
NO_ACTIONS: Final = 8  # player `target` cannot play actions
FACE_DOWN: Final = 9  # the base deck's top card is turned down
SPARED: Final = 10  # the card is not affected by card `amount`, which arrived as `value` says
BARRED: Final = 12  # player `target` cannot play copies of the printed card `amount`
NOTED: Final = 11  # a number that a card stores for itself
LAID: Final = 13  # a lasting ability, number `amount`
PREVAILS: Final = 14  # of those that set the breakpoint, card `amount` was chosen

# Effects that stay when their target leaves play, because it is a player or for another reason.
OUTLASTING: Final = frozenset({NO_ACTIONS, FACE_DOWN, SPARED, BARRED, NOTED})

# Effects that change which abilities listen.
CHANGING: Final = frozenset({COPIED, LOST, CANCELLED, LAID})

# What can be done to a card. The names are those of the verbs.
DESTROY: Final = "destroy"
MOVE: Final = "move"
RETURN: Final = "return"
PLACE: Final = "place"
SHUFFLE: Final = "shuffle"
TRANSFER: Final = "transfer"
CONTROL_OF: Final = "control"
CHANGE_POWER: Final = "power"
ATTACH: Final = "attach"
CANCEL: Final = "cancel"
GRANT: Final = "grant"
COUNT: Final = "count"
BURY: Final = "bury"
UNCOVER: Final = "uncover"
SWAP: Final = "swap"

# E12: what counts as "affecting" a card grew with the editions.
_AFFECTS_2013 = frozenset({MOVE, RETURN, DESTROY, ATTACH})
_AFFECTS_2016 = _AFFECTS_2013 | {PLACE, CHANGE_POWER, CONTROL_OF, CANCEL}
_AFFECTS_2019 = _AFFECTS_2016 | {TRANSFER, SHUFFLE, GRANT, COUNT, BURY, UNCOVER, SWAP}
AFFECTS: Final = {2013: _AFFECTS_2013, 2016: _AFFECTS_2016, 2019: _AFFECTS_2019}

EDITIONS: Final = (2013, 2016, 2019)

# What a turn remembers (see `Deed`).
PLAYED: Final = 0
MOVED: Final = 1
USED: Final = 2  # a talent
DESTROYED: Final = 3
DISCARDED: Final = 4  # from play
RETURNED: Final = 5
COUNTED: Final = 6  # got +1 power counters
TITAN_PLAYED: Final = 7
BURIED: Final = 8
LEFT: Final = 9  # a base whose ability still applies at the end of the turn
FLIPPED: Final = 10  # a coin; `value` 1 for heads
THAWED: Final = 11  # had its last stasis counter removed
AFFECTED: Final = 12  # by an action that `player` played, directly
INCREASED: Final = 13  # ... in its power
SEEN: Final = 14  # cards of a deck: looked at, revealed or searched
