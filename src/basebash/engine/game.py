"""A game from the outside: its setup, its seed and its answers.

`Game` is the public face of the engine. The rules run as one coroutine that stops at each question, and `answer`
resumes it. A clone or a save is the state at the last quiet point plus the answers since, which are replayed.
"""

from __future__ import annotations

import json
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from typing import Any

from basebash.engine import copies, determinise, restoring, saves
from basebash.engine.data.state import State
from basebash.engine.describe import describe, describe_table
from basebash.engine.errors import BadSave, BasebashError, GameOver, IllegalAnswer
from basebash.engine.log import LogEntry, LogLine, line_for
from basebash.engine.question import Answer, Option, Question
from basebash.engine.record import record_of
from basebash.engine.rules import power, turn
from basebash.engine.rules.context import Rules
from basebash.engine.rules.power import Contribution
from basebash.engine.setup import RANDOM, Setup
from basebash.engine.view import View, make_view

History = tuple[Any, Answer]
"""The answers so far as a linked list, newest first, so that clones share it."""


class Game:
    """A game of Smash Up.

    Examples:
        >>> from basebash import Game
        >>> game = Game(factions=[("Ghosts", "Steampunks"), ("Killer Plants", "Bear Cavalry")], seed=7)
        >>> game.question.kind
        'main'
        >>> while not game.is_over:
        ...     game.answer(next(game.legal_answers()))
        >>> game.winner in (0, 1)
        True
    """

    __slots__ = ("_anchor", "_anchored", "_history", "_question", "_run", "_start", "rules")

    rules: Rules
    """The rules context. Bots, environments and tools read it; it is not part of the public API."""

    def __init__(
        self,
        players: int | None = None,
        *,
        factions: str | Sequence[Sequence[str]] = RANDOM,
        edition: int = 2019,
        seed: int | str = 0,
        names: Iterable[str] = (),
        duplicates: bool = False,
        target_vp: int = 15,
        first_player: int | None = None,
        draft_pool: int | None = None,
        ask_everyone: bool = False,
        titans: bool | None = None,
        banned: Iterable[str] = (),
        bans: int = 0,
        sets: Iterable[str] | None = None,
        log: bool = False,
    ) -> None:
        """Set up a game for 2 to 4 players.

        `factions` is "random", "draft", or a pair of names for each player. `first_player` counts from 0 and is
        random by default. `duplicates` lets two players have the same faction. `ask_everyone` asks players even when
        they have nothing to pick if hidden cards decide that, so that the absence of a question reveals nothing.
        `titans` is on by default in the 2019 edition. `banned` factions are neither dealt nor drafted, and before a
        draft each player may ban up to `bans` more. `sets` names the sets that factions and bases come from: by
        default the built-in ones, and those of the chosen factions. `log` records the log from the start instead of
        on first use.
        """
        setup = Setup(
            players,
            factions=factions,
            edition=edition,
            seed=seed,
            names=names,
            duplicates=duplicates,
            target_vp=target_vp,
            first_player=first_player,
            draft_pool=draft_pool,
            ask_everyone=ask_everyone,
            titans=titans,
            banned=banned,
            bans=bans,
            sets=sets,
        )
        self._begin(Rules(setup, State(len(setup.names), seed)), None, record=log)
        self._ensure_started()

    @classmethod
    def from_position(cls, setup: Setup, state: State, *, log: bool = False) -> Game:
        """Start a game in the middle, from a state at a quiet point; `log` as for every game."""
        game = Game._blank()
        game._begin(Rules(setup, state.copy()), state.copy(), record=log)
        return game

    @staticmethod
    def _blank() -> Game:
        """A game that is about to begin from another one, a save or a position."""
        return _Blank()

    def _begin(self, rules: Rules, start: State | None, *, record: bool) -> None:
        self.rules = rules
        rules._log = [] if record else None
        self._start = start  # the position it began from; None if that follows from the setup
        self._anchor: State | None = None  # an earlier quiet point; None for the position it began from
        self._anchored = 0  # how many answers had been given there
        self._history: History | None = None
        self._question: Question | None = None
        self._run: Coroutine[Question, Answer, None] | None = None

    # ------------------------------------------------------------------------------------------- questions
    @property
    def question(self) -> Question:
        """The open question; raises `GameOver` if there is none."""
        if self._run is None:
            self._ensure_started()
        if self._question is None:
            raise GameOver("The game is over: there is nothing to answer.")
        return self._question

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self._run is None:
            self._ensure_started()
        return self._question is None

    def answer(self, picks: int | Option | Iterable[int | Option] | None = None) -> None:
        """Answer the open question with an option or its index, several of them, or nothing to decline.

        An illegal answer raises `IllegalAnswer` and changes nothing.
        """
        question = self._question or self.question
        if type(picks) is tuple and len(picks) == 1 and type(picks[0]) is int:  # what bots and saves give
            answer: Answer = (picks[0],)
        elif isinstance(picks, int):
            answer = (picks,)
        elif picks is None:
            answer = ()
        elif isinstance(picks, Option):
            answer = (picks.index,)
        else:
            answer = tuple([pick if isinstance(pick, int) else pick.index for pick in picks])
        if not question.is_legal(answer):
            raise IllegalAnswer(
                f"{answer} does not answer {question.prompt!r}: pick {question.low} to {question.high} "
                f"of the options 0 to {len(question.items) - 1}."
            )
        self._history = (self._history, answer)
        self.rules.answers_given += 1
        self.rules.since.append(answer)
        self._advance(answer)

    def legal_answers(self) -> Iterator[Answer]:
        """Iterate over the legal answers to the open question."""
        return self.question.legal_answers()

    @property
    def answers_given(self) -> int:
        """How many answers have been given."""
        return self.rules.answers_given

    @property
    def history(self) -> list[Answer]:
        """All answers so far, oldest first."""
        answers: list[Answer] = []
        link = self._history
        while link is not None:
            answers.append(link[1])
            link = link[0]
        return answers[::-1]

    # ------------------------------------------------------------------------------------------- what is known
    @property
    def setup(self) -> Setup:
        """How the game was set up."""
        return self.rules.setup

    @property
    def state(self) -> State:
        """The whole state, hidden cards included. Players and bots get a `view` instead."""
        return self.rules.state

    @property
    def players(self) -> int:
        """The number of players."""
        return self.rules.players

    @property
    def start(self) -> State | None:
        """The position the game began from; None if that follows from the setup."""
        return self._start

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has happened yet in a game that starts in the middle."""
        return self._run is None and self.rules.quiet is None

    @property
    def winner(self) -> int | None:
        """The winner, once the game is over; the first of several."""
        return self.state.winners[0] if self.state.winners else None

    @property
    def winners(self) -> list[int]:
        """The winners, once the game is over: one player, or several who share the win (M32)."""
        return self.state.winners[:]

    @property
    def scores(self) -> list[int]:
        """The VP that decide the game, player by player."""
        return self.state.vp[:]

    @property
    def standings(self) -> list[tuple[int, int]]:
        """The players with their VP, best first: the winners, also by a tie-break, and then the others."""
        vp, winners = self.state.vp, self.state.winners
        others = [(player, points) for player, points in enumerate(vp) if player not in winners]
        return [(player, vp[player]) for player in winners] + sorted(others, key=_by_vp)

    @property
    def result(self) -> list[float]:
        """The result of a finished game for each player: 1 for the winner (winners share it), 0 for the others."""
        winners = self.state.winners
        if not winners:
            return []
        return [1.0 / len(winners) if player in winners else 0.0 for player in range(self.players)]

    def view(
        self,
        viewer: int | None = None,
        *,
        gains: bool = True,
        bases: list[dict[str, Any]] | None = None,
        recent: int = 0,
    ) -> View:
        """What a player or a spectator may know, as plain data without a reference to the game.

        `gains=False` leaves out what each base would pay if it scored now, the slowest part. `bases` are those of
        another view of the same moment, if no card is face down. `recent` is how many of the last events to include.
        """
        self._ensure_started()
        return make_view(self, viewer, gains=gains, bases=bases, recent=recent)

    def describe(self, viewer: int | None = None) -> str:
        """The game as text: state, texts of the cards in sight, recent events, and the numbered options if asked."""
        return describe(self, viewer)

    def log_for(self, viewer: int | None = None, *, since: int = 0) -> list[LogLine]:
        """The log as a player or a spectator may read it, from entry number `since` on."""
        return [line_for(self.rules, entry, viewer) for entry in self.entries[since:]]

    @property
    def entries(self) -> list[LogEntry]:
        """The log as data. Clones and saves do not contain it; it follows from the answers.

        It is recorded from the first time it is read; what came before is found by replaying the answers.
        """
        self._ensure_started()
        if self.rules._log is None:
            replayed = copies.replayed(self).rules._log
            assert replayed is not None
            if not self._is_at_rest and not self.is_over:
                return replayed  # whether the effect in progress does nothing can only be seen from its start
            self.rules._log = replayed
        return self.rules._log

    def explain_power(self, card: int) -> list[Contribution]:
        """Why a minion's power is what it is: contributions to it, in order."""
        return power.explain_power(self.rules, self.rules.card(card))

    def explain_breakpoint(self, base: int) -> list[Contribution]:
        """Why a base's breakpoint is what it is."""
        return power.explain_breakpoint(self.rules, self.rules.card(base))

    def explain_total(self, base: int, player: int) -> list[Contribution]:
        """Why a player's total at a base is what it is."""
        return power.explain_total(self.rules, self.rules.card(base), player)

    def digest(self) -> str:
        """A text that is equal for two games exactly if they are in the same state at the same question."""
        question = None if self.is_over else self.question.to_json()
        return json.dumps([self.state.to_json(), question], separators=(",", ":"))

    def __str__(self) -> str:
        return describe_table(self, None)

    def __repr__(self) -> str:
        return f"<Game, turn {self.state.turn}, VP {self.state.vp}>"

    # ------------------------------------------------------------------------------------------- clones
    def clone(self) -> Game:
        """An independent copy at the same question. The log is not copied; it follows from the answers."""
        if self._run is None:
            self._ensure_started()
        return copies.twin(self, copies.keep_quiet(self), self.rules.since)

    def determinised(self, observer: int, seed: int) -> Game:
        """A copy in which everything the observer cannot know is dealt again, consistent with what they know.

        Unknown cards trade places with unknown cards of the same owner, in hands and decks alike, and randomness
        continues from `seed`. In the middle of an effect the answers since the last quiet point are given again by
        what they mean. Raises `NotNow` if no deal fits: the true cards are never revealed. The copy knows nothing of
        the true game's past and seed.
        """
        self._ensure_started()
        return determinise.deal(self, observer, seed)

    def reseed(self, seed: int, *, mixes: bool = False) -> None:
        """Continue with another seed, in this game and its clones; `mixes` also shuffles cards that nobody knows."""
        self._ensure_started()
        rules = self.rules
        if self._is_at_rest:
            rules.rests = True
        else:
            copies.keep_quiet(self)
            rules.reseeds.append((len(rules.since), seed, mixes))
        rules.keeps_quiet = True
        rules.state.reseed(seed)
        if mixes:
            determinise.mix_unknown(rules.state, seed)

    def release(self) -> None:
        """Drop all references that lead back to the game, so that its memory is freed at once.

        For programs that make clones by the thousand. Only the state of a released game is left.
        """
        self._run = None
        self._question = None
        self.rules.release()

    def _take(self, answer: Answer) -> None:
        """Give an answer without a check, and without a place in the history."""
        self._ensure_started()
        self.rules.since.append(answer)
        self._advance(answer)

    @property
    def _is_at_rest(self) -> bool:
        """Whether the state is that of the last quiet point."""
        return not self.rules.since and self._question is not None and self._question.kind == "main"

    # ------------------------------------------------------------------------------------------- undo, saves
    def undo(self, to: int | None = None) -> None:
        """Take back the last answer, or all answers from number `to` on (0: back to the start)."""
        answers = self.history
        keep = len(answers) - 1 if to is None else to
        if not 0 <= keep <= len(answers):
            raise IllegalAnswer(f"There are {len(answers)} answers to take back; cannot go back to number {keep}.")
        rules = Rules(self.setup, copies.first_state(self))
        rules.keeps_quiet = self.rules.keeps_quiet
        self._begin(rules, self._start, record=self.rules._log is not None)
        for answer in answers[:keep]:
            self.answer(answer)

    def save(self, *, log: bool = True) -> str:
        """The game as JSON, in the middle of any question; `Game.load` continues from there.

        With packs, it also holds the log and the result in words, readable without them, unless `log` is false.
        """
        self._ensure_started()
        rules = self.rules
        quiet = rules.state if rules.rests else copies.keep_quiet(self)
        record = record_of(self) if log and rules.setup.packs else None
        save = saves.Save(rules.setup, self._start, self.history, quiet, len(rules.since), rules.reseeds, record)
        return save.to_json()

    @classmethod
    def load(cls, text: str) -> Game:
        """The game that `save` wrote; raises `BadSave` if the text is broken or from a newer version.

        One whose pack is missing raises `MissingSet`, a `BadSave` that says what to install and has a `record`.
        """
        return restoring.restored(Game._blank(), saves.parse(text, fits=_fits))

    @classmethod
    def replay(cls, text: str) -> Iterator[Game]:
        """Replay a saved game from its start: yield the same object before the first and after each answer."""
        save = saves.parse(text, fits=_fits)
        game = Game._blank()
        state = State(len(save.setup.names), save.setup.seed) if save.start is None else save.start.copy()
        game._begin(Rules(save.setup, state), save.start, record=True)
        yield game
        for answer in save.answers:
            try:
                game.answer(answer)
            except BasebashError as error:
                raise BadSave(f"Invalid save: answer {game.answers_given} does not fit. {error}") from None
            yield game

    # ------------------------------------------------------------------------------------------- the driver
    def _ensure_started(self) -> None:
        """Run up to the first question, if that has not happened yet."""
        if self._run is None:
            rules = self.rules
            reseeds = rules.reseeds
            if rules.quiet is None:
                rules.mark_quiet()
            self._run = turn.run(rules)
            self._advance(None)
            rules.reseeds = reseeds
            self._apply_reseeds()

    def _apply_reseeds(self) -> None:
        rules = self.rules
        for number, seed, mixes in rules.reseeds:
            if number == len(rules.since):
                rules.state.reseed(seed)
                if mixes:
                    determinise.mix_unknown(rules.state, seed)

    def _advance(self, answer: Answer | None) -> None:
        assert self._run is not None
        rules = self.rules
        if rules.rests:
            rules.leave_quiet()
        try:
            self._question = self._run.send(answer)  # type: ignore[arg-type]  # None starts it
        except StopIteration:
            self._question = None
        if rules.reseeds:
            self._apply_reseeds()


class _Blank(Game):
    """A game made from another one, a save or a position: `_begin` fills it."""

    __slots__ = ()

    def __init__(self) -> None:
        pass


def _by_vp(entry: tuple[int, int]) -> int:
    return -entry[1]


def _fits(save: saves.Save) -> bool:
    return restoring.fits(Game._blank(), save)
