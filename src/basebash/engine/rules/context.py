"""The context in which rules and abilities run: the state of a game, its cards, and what is resolving.

Everything that resolves gets a `Rules`: functions of the rules as `game`, abilities as `me.game`. It holds data and
answers questions about it; everything that changes the game is a function in the module of its subject.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from basebash.engine.data.events import Event, Frame, Resolving, Scoring
from basebash.engine.data.state import State
from basebash.engine.data.terms import (
    ASIDE,
    BASE,
    COPIED,
    DISCARD,
    HAND,
    MINION,
    NO_WINDOW,
    NOBODY,
    PLAY,
    STASIS,
    TITAN,
    Who,
    player_to_json,
)
from basebash.engine.data.values import Deed
from basebash.engine.log import LogEntry, Watch
from basebash.engine.rules import ability_index
from basebash.engine.rules.ability_index import NEVER, NOTHING, Listener
from basebash.engine.vocabulary.ability import GIVEN
from basebash.engine.vocabulary.card import Card, Trace
from basebash.engine.vocabulary.printed import CARDS

if TYPE_CHECKING:
    from basebash.engine.data.values import Effect
    from basebash.engine.mechanics.duels import Duel
    from basebash.engine.question import Answer, PlayItem, Question
    from basebash.engine.rules.power import Contribution
    from basebash.engine.setup import Setup


class Rules:
    """A game from the inside."""

    __slots__ = (
        "_abilities",
        "_bases",
        "_elsewhere",
        "_handles",
        "_hint",
        "_index",
        "_late",
        "_log",
        "_minions",
        "_shifts",
        "acting",
        "answers_given",
        "deciding",
        "declined",
        "departing",
        "duel",
        "edition",
        "everyone",
        "faction_names",
        "forced",
        "frames",
        "from_hand",
        "judging",
        "keeps_quiet",
        "logged_kinds",
        "measuring",
        "moments",
        "passed",
        "phases",
        "plays_from_discard",
        "powers",
        "quiet",
        "refused",
        "replacing",
        "reseeds",
        "resolving",
        "rests",
        "scoring",
        "setup",
        "since",
        "speaking",
        "starting",
        "state",
        "using",
        "window",
    )

    everyone: int  # one bit for each player
    # What the cards of this game can do, wherever they are; shared with copies.
    moments: frozenset[str]  # the hooks that some card in this game has
    plays_from_discard: bool
    # By hook, the cards that listen in other zones than play, with the zones in which they listen.
    _elsewhere: dict[str, list[tuple[int, tuple[int, ...]]]]
    from_hand: set[str]  # the hooks that cards in hand listen to
    faction_names: list[str]  # the factions in this game, which a player can name

    def __init__(self, setup: Setup, state: State, like: Rules | None = None) -> None:
        """Start from a state at a quiet point; `like` is a context with the same cards, of which this is a copy."""
        self.setup = setup
        self.state = state
        self.edition = setup.edition
        self.everyone = (1 << len(setup.names)) - 1 if like is None else like.everyone
        self.answers_given = 0
        self._log: list[LogEntry] | None = None
        # The kinds of events that are logged. None: all, including which cards had no effect (the slowest part).
        self.logged_kinds: frozenset[str] | None = None
        self.forced: list[tuple[Question, Answer]] | None = None  # decisions with only one answer, if recorded
        self.phases: list[State] | None = None  # snapshots at the start of each phase, if recorded
        # The last quiet point, the answers since, and where among them the seed was replaced.
        self.quiet: State | None = None  # None if it was not stored
        self.rests = False  # the state is that of the last quiet point, which is not stored yet
        self.keeps_quiet = False  # quiet points are stored, because the game has been cloned between them
        self.since: list[Answer] = []
        self.reseeds: list[tuple[int, int, bool]] = []
        self._hint: list[PlayItem] | None = None
        # Caches derived from the state: see `ability_index`.
        self._index: dict[str, list[Listener]] | None = None
        self._abilities: dict[int, list[Listener]] = {}
        self._bases: list[Card] | None = None
        self._minions: dict[int, list[Card]] = {}
        self._shifts = False  # some ability lends or cancels under a condition, so any change may affect who listens
        self._late = NEVER  # the hooks of lent and lasting abilities, which come after the printed ones
        self._handles: list[Card | None] = []
        # What is in the middle of resolving; empty at quiet points.
        self.frames: list[Frame] = []
        self.resolving: list[Resolving] = []
        self.using: list[tuple[Card, Event]] = []  # talents that are resolving: the card, and the record of its use
        self.departing: list[Card] = []  # cards that are about to leave play while their last abilities happen
        self.replacing = False  # a replacement is being asked for
        self.acting: list[tuple[Card, Who, Who, int]] = []  # see `triggers.start_acting`
        self.powers: dict[Card, tuple[int, int]] | None = None  # before what is resolving, if an ability watches them
        self.window = NO_WINDOW  # the scoring window that is open
        self.passed: list[int] = []  # who has passed in it since the last Special, if everybody is asked
        self.speaking: Card | None = None  # the card in play whose ability is being used in a scoring window
        self.declined = False  # ... and whether it was declined
        self.deciding: Card | None = None  # the card whose first question decides whether a once-a-turn ability is used
        self.refused = False  # ... and whether that was declined
        self.duel: Duel | None = None  # the duel that is under way
        self.scoring: Scoring | None = None  # of the base that has scored and has not been replaced yet
        self.judging = False  # whether a continuous ability applies is being computed
        self.measuring: list[Card] = []  # cards whose power is being computed
        self.starting: list[Card] = []  # cards whose starting power is being computed
        if like is None:
            self._look_through_cards()
        else:
            self._elsewhere, self.from_hand = like._elsewhere, like.from_hand
            self.moments, self.plays_from_discard = like.moments, like.plays_from_discard
            self.faction_names = like.faction_names

    def release(self) -> None:
        """Drop everything that leads back to this object: handles, listeners and what was resolving."""
        self._handles = []
        self._bases = None
        self._minions = {}
        self._abilities = {}
        self._index = None
        self._hint = None
        self.frames = []
        self.resolving = []
        self.using = []
        self.acting = []
        self.departing = []
        self.speaking = self.deciding = None
        self.powers = None
        self.duel = None
        self.scoring = None

    def trace(self, effect: Effect) -> Trace:
        """Return what is left of the card that put a lasting ability in place."""
        return Trace(self, effect)

    def _look_through_cards(self) -> None:
        """Find what the cards of this game can do, above all which listen in other zones than play, if any."""
        state = self.state
        owned = {card.faction.name for card, owner in zip(state.printed, state.owner, strict=True) if owner >= 0}
        self.faction_names = sorted(owned.union(*state.factions))
        faces = {*state.printed, *[CARDS[e.amount] for e in state.effects if e.kind == COPIED]}
        # The hooks that something in this game may have.
        self.moments = frozenset(GIVEN.union(*[printed.hooks for printed in faces]))
        self.plays_from_discard = any([printed.from_discard for printed in faces])
        self._elsewhere = {}
        self.from_hand = set()
        if not any([printed.listens_from for printed in faces]):
            return
        for i, printed in enumerate(state.printed):
            for hook, places in printed.listens_from.items():
                self._elsewhere.setdefault(hook, []).append((i, places))
                if HAND in places:
                    self.from_hand.add(hook)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.state.vp)

    def card(self, card_id: int) -> Card:
        """Return the handle of a card or base."""
        handles = self._handles or self._make_handles()
        card = handles[card_id]
        if card is None:
            card = handles[card_id] = Card(self, card_id)
        return card

    def _make_handles(self) -> list[Card | None]:
        """Return the list of handles of a copy; a clone that is never played needs none."""
        self._handles = [None] * len(self.state.printed)
        return self._handles

    def cards(self, ids: Sequence[int]) -> list[Card]:
        """Return the handles of several ids."""
        handles = self._handles or self._make_handles()
        return [handles[i] or self.card(i) for i in ids]

    def cards_were_dealt(self) -> None:
        """Update after the state got its cards."""
        self._handles = [None] * len(self.state.printed)
        self._look_through_cards()
        ability_index.invalidate(self)

    @property
    def bases(self) -> list[Card]:
        """The bases in play."""
        if self._bases is None:
            self._bases = self.cards(self.state.bases)
        return self._bases[:]

    def minions_at(self, base: int) -> list[Card]:
        """The minions at a base."""
        minions = self._minions.get(base)
        if minions is None:
            state = self.state
            handles, printed = self._handles or self._make_handles(), state.printed
            minions = [handles[i] or self.card(i) for i in state.on.get(base, ()) if printed[i].kind & MINION]
            self._minions[base] = minions
        return minions[:]

    @property
    def base_deck(self) -> list[Card]:
        """The base deck, top first."""
        return self.cards(self.state.base_deck)

    @property
    def base_discard(self) -> list[Card]:
        """The base discard pile."""
        return self.cards(self.state.base_discard)

    def hand(self, player: Who) -> list[Card]:
        """A player's hand; empty for nobody."""
        return self.cards(self.state.hands[player]) if player is not NOBODY else []

    def names(self, kind: int) -> list[str]:
        """The names of cards of this kind in the game, which a player can name."""
        factions = {printed.faction for printed in self.state.printed if printed.kind != BASE}
        return [card.name for faction in factions for card in faction.cards if card.kind & kind]

    def discard_pile(self, player: Who) -> list[Card]:
        """A player's discard pile; empty for nobody."""
        return self.cards(self.state.discards[player]) if player is not NOBODY else []

    def deck_size(self, player: Who) -> int:
        """The number of cards left in a player's deck; 0 for nobody."""
        return len(self.state.decks[player]) if player is not NOBODY else 0

    def supply(self, seat: int) -> list[Card]:
        """The deck of a supply (`MADNESS`, `MONSTERS`, `TREASURES`), top first."""
        rare = self.state.rare_zones
        return [] if rare is None else self.cards(rare.supply.get(seat, ()))

    def spent(self, seat: int) -> list[Card]:
        """The discard pile of a supply."""
        rare = self.state.rare_zones
        return [] if rare is None else self.cards(rare.spent.get(seat, ()))

    def clockwise(self, first: int | None = None) -> list[int]:
        """All players, clockwise from the current one (or `first`)."""
        n = self.players
        start = self.state.turn_player if first is None else first
        return [(start + i) % n for i in range(n)]

    def minions(self) -> list[Card]:
        """All minions in play."""
        return [minion for base in self.state.bases for minion in self.minions_at(base)]

    def titans(self) -> list[Card]:
        """All titans in play."""
        on, printed = self.state.on, self.state.printed
        return [self.card(i) for base in self.state.bases for i in on.get(base, ()) if printed[i].kind == TITAN]

    def actions(self) -> list[Card]:
        """All actions in play, on bases and on minions."""
        on_bases = [card for base in self.bases for card in base.on_it]
        return [action for card in on_bases for action in ([card] if card.is_action else card.actions)]

    def cards_in_stasis(self) -> list[Card]:
        """All cards in stasis, of all players."""
        rare = self.state.rare_zones
        return [] if rare is None else [self.card(i) for cards in rare.stasis for i in cards]

    def seers_of(self, *cards: Card) -> int:
        """The players who know where all these cards are, one bit each."""
        seen = self.everyone
        for card in cards:
            if self.state.zone[card.id] not in (PLAY, DISCARD, ASIDE):
                seen &= self.state.known[card.id]
        return seen

    @property
    def index(self) -> dict[str, list[Listener]]:
        """The listeners of every hook among the cards in play."""
        index = self._index
        return ability_index.build_index(self) if index is None else index

    def listeners(self, hook: str) -> list[Listener]:
        """The abilities in play with this hook."""
        return (self._index or self.index).get(hook, NOTHING)

    def all_listeners(self, hook: str) -> list[Listener]:
        """The abilities with this hook, in play or in the zones where they listen (except hands)."""
        speaking = (self._index or self.index).get(hook, NOTHING)
        if hook not in self._elsewhere:
            return speaking
        return speaking + self.listeners_elsewhere(hook)

    def listeners_elsewhere(self, hook: str, zone: int = -1, *, in_hands: bool = False) -> list[Listener]:
        """The abilities with this hook in other zones than play: in one zone, or in all.

        All zones include hands only with `in_hands`.
        """
        state = self.state
        found: list[Listener] = []
        for i, places in self._elsewhere.get(hook, ()):
            at = state.zone[i]
            if at in places and (at == zone if zone >= 0 else in_hands or at != HAND):
                found.append((state.printed[i], self.card(i), i))
        for effect in state.effects:
            if effect.kind == COPIED and state.zone[effect.target] == STASIS and zone in (-1, STASIS):
                copied = CARDS[effect.amount]
                if STASIS in copied.listens_from.get(hook, ()):
                    found.append((copied, self.card(effect.target), effect.target))
        return found

    def abilities_of(self, card: Card) -> list[Listener]:
        """The abilities that a card has now: printed, copied and lent, except those lost or cancelled."""
        if self.state.zone[card.id] == PLAY:
            if self._index is None:
                ability_index.build_index(self)
            changed = self._abilities.get(card.id)
            if changed is not None:
                return changed
        own: list[Listener] = [(card.printed, card, card.id)]
        if self.state.effects:
            own += [(printed, card, card.id) for printed in card.copies]
        return own

    def log(
        self,
        kind: str,
        player: Who,
        *,
        cards: Iterable[Card] = (),
        base: Card | None = None,
        number: int = 0,
        players: tuple[Who, ...] = (),
        seen: int | None = None,
        zone: int = -1,
        text: str = "",
        contributions: Iterable[Contribution] = (),
    ) -> None:
        """Log an event, if the log is recorded and includes this kind."""
        if self._log is None or (self.logged_kinds is not None and kind not in self.logged_kinds):
            return
        self._log.append(
            LogEntry(
                kind,
                player_to_json(player),
                tuple([card.id for card in cards]),
                -1 if base is None else base.id,
                number,
                tuple(map(player_to_json, players)),
                self.everyone if seen is None else seen,
                zone,
                self.state.turn,
                self.answers_given,
                text,
                tuple(contributions),
            )
        )

    @property
    def is_logging(self) -> bool:
        """Whether the log is recorded."""
        return self._log is not None

    def mark_quiet(self) -> None:
        """Mark a quiet point: nothing is resolving, so the state says everything."""
        self.rest()
        self.leave_quiet()

    def rest(self) -> None:
        """Mark a quiet point at which the game waits for an answer: its state is stored only when that comes."""
        self.rests = True
        self.quiet = None
        self.since = []
        self.reseeds = []

    def leave_quiet(self) -> None:
        """Continue from a quiet point, storing its state only if the game has been copied."""
        self.rests = False
        if self.keeps_quiet:
            self.quiet = self.state.copy()

    @property
    def hint(self) -> list[PlayItem] | None:
        """Share the options of the decision at the quiet point of this copy, so that they are computed once."""
        hint, self._hint = self._hint, None
        return hint

    def watch(self) -> Watch | None:
        """Return the position, to tell later whether a card has had an effect, if the log is recorded."""
        return None if self._log is None or self.logged_kinds is not None else Watch(self, self._log)

    def deeds(
        self, what: int, *, player: Who | None = None, card: Card | None = None, at: Card | None = None
    ) -> list[Deed]:
        """What was done this turn: plays, moves, ... (`terms.PLAYED`), by a player, with or to a card, at a base.

        A card means its current stay in play, not an earlier one.
        """
        return [
            deed
            for deed in self.state.deeds
            if deed.what == what
            and (player is None or deed.player == player)
            and (card is None or (deed.card == card.id and deed.arrival in (0, card.entered)))
            and (at is None or deed.base == at.id)
        ]

    def hears_of(self, hook: str) -> bool:
        """Whether any ability listens to such an event; if not, it is not created."""
        return hook in (self._index or self.index) or hook in self._elsewhere
