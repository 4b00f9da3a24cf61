"""A game from the outside: its set-up, its seed and its answers.

`Game` is the public face of the engine. The rules run as one coroutine that stops at each question; `answer` moves it
on to the next. A coroutine cannot be copied and never needs to be: a copy is the state at the last quiet point and the
answers since, given again. Quiet points fall before each decision of Play Cards and between the scoring of two bases.
Their states are kept from the first copy in the middle of an effect on; for that one, the last is found by giving the
answers since the game's anchor again: the position it began from, was loaded at, or was copied at.
"""

from __future__ import annotations

import json
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from basebash.engine import old_saves
from basebash.engine.data.state import State
from basebash.engine.data.terms import LAID, NO_WINDOW, NOTED
from basebash.engine.errors import BadSave, BasebashError, GameOver, IllegalAnswer, NotNow
from basebash.engine.log import LogEntry, LogLine, line_for
from basebash.engine.question import Answer, Option, Question
from basebash.engine.redeal import Misfit, Step, hidden_cards, mix_unknown, redeal
from basebash.engine.rules import power, turn
from basebash.engine.rules.context import Rules
from basebash.engine.rules.voices import NEVER
from basebash.engine.setup import RANDOM, Setup
from basebash.engine.view import View, make_view
from basebash.engine.vocabulary.printed import BY_KEY

History = tuple[Any, Answer]

SAVE_FORMAT: Final = "basebash game"
_DEALS: Final = 120  # tries to find a deal that fits in the middle of an effect
SAVE_VERSION: Final = 2


class Game(Rules):
    """A game of Smash Up.

    >>> from basebash import Game
    >>> game = Game(factions=[("Ghosts", "Steampunks"), ("Killer Plants", "Bear Cavalry")], seed=7)
    >>> game.question.kind
    'main'
    >>> while not game.is_over:
    ...     game.answer(next(game.legal_answers()))
    >>> game.winner in (0, 1)
    True
    """

    __slots__ = ("_anchor", "_anchored", "_history", "_question", "_run", "_start")

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
        log: bool = False,
    ) -> None:
        """Sets up a game for 2 to 4 players.

        `factions` is "random", "draft", or a pair of names for each player; `first_player` counts from 0 and is
        random by default; `duplicates` lets two players have the same faction; `ask_everyone` asks players even when
        they have nothing to pick, if cards that others cannot see decide that, so that nobody can tell; `titans` is
        on by default in the edition of 2019; `banned` factions are neither dealt nor drafted, and before a draft each
        player may ban as many as `bans`; `log`: it will be read, so it is written from the start.
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
        )
        self._begin(setup, State(len(setup.names), seed), None, record=log)
        self._wake()

    @classmethod
    def from_position(cls, setup: Setup, state: State, *, log: bool = False) -> Game:
        """A game that starts in the middle, from a state at a quiet point; `log` as for every game."""
        game = _Copy()
        game._begin(setup, state.copy(), state.copy(), record=log)
        return game

    def _begin(self, setup: Setup, state: State, start: State | None, *, record: bool) -> None:
        Rules.__init__(self, setup, state)
        self._start = start  # the position it began from; None if that follows from the set-up
        self._anchor: State | None = None  # an earlier quiet point; None for the position it began from
        self._anchored = 0  # how many answers had been given there
        self._history: History | None = None
        self._log = [] if record else None
        self._question: Question | None = None
        self._run: Coroutine[Question, Answer, None] | None = None

    # ------------------------------------------------------------------------------------------- the public face
    @property
    def question(self) -> Question:
        """The open question. `GameOver` if there is none."""
        if self._run is None:
            self._wake()
        if self._question is None:
            raise GameOver("The game is over: there is nothing to answer.")
        return self._question

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self._run is None:
            self._wake()
        return self._question is None

    def answer(self, picks: int | Option | Iterable[int | Option] | None = None) -> None:
        """Answers the open question: an option or its index, several of them, or nothing to decline.

        An answer that is not legal raises `IllegalAnswer` and changes nothing.
        """
        question = self._question or self.question
        if isinstance(picks, int):
            answer: Answer = (picks,)
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
        self.answers_given += 1
        self._since.append(answer)
        self._advance(answer)

    def legal_answers(self) -> Iterator[Answer]:
        """Every legal answer to the open question, one after the other."""
        return self.question.legal_answers()

    @property
    def winner(self) -> int | None:
        """Who won, once the game is over."""
        return self.state.winners[0] if self.state.winners else None

    @property
    def scores(self) -> list[int]:
        """The VP that decide the game, player by player."""
        return self.state.vp[:]

    @property
    def winners(self) -> list[int]:
        """Who won, once the game is over: one player, or several who share the win (M32)."""
        return self.state.winners[:]

    @property
    def standings(self) -> list[tuple[int, int]]:
        """The players with their VP, best first: who won, also by a tie-break, and then the others."""
        vp, winners = self.state.vp, self.state.winners
        others = [(player, points) for player, points in enumerate(vp) if player not in winners]
        return [(player, vp[player]) for player in winners] + sorted(others, key=_by_vp)

    @property
    def result(self) -> list[float]:
        """What each player got out of a finished game: 1 for the winner (winners share it), 0 for the others."""
        winners = self.state.winners
        if not winners:
            return []
        return [1.0 / len(winners) if player in winners else 0.0 for player in range(self.players)]

    @property
    def start(self) -> State | None:
        """The position that the game began from; None if that follows from the set-up."""
        return self._start

    @property
    def history(self) -> list[Answer]:
        """All answers so far, oldest first."""
        answers: list[Answer] = []
        link = self._history
        while link is not None:
            answers.append(link[1])
            link = link[0]
        return answers[::-1]

    def view(self, viewer: int | None = None, *, gains: bool = True, bases: list[dict[str, Any]] | None = None) -> View:
        """What a player may know, or a spectator: plain data without a handle to the game.

        `gains=False` leaves out what each base would pay if it scored now, which takes the longest to find out;
        `bases` are those of another view of the same moment, where nothing lies face down.
        """
        self._wake()
        return make_view(self, viewer, gains=gains, bases=bases)

    def log_for(self, viewer: int | None = None, *, since: int = 0) -> list[LogLine]:
        """The log as a player or a spectator may read it, from entry number `since` on."""
        return [line_for(self, entry, viewer) for entry in self.entries[since:]]

    @property
    def entries(self) -> list[LogEntry]:
        """The log as data. It is no part of a copy or a save, but follows from the answers.

        It is written from when it is first asked for; what came before is found by giving the answers again.
        """
        self._wake()
        if self._log is None:
            told = self._replayed(self.history, record=True)._log
            assert told is not None
            if not self._is_at_rest and not self.is_over:
                return told  # in the middle of an effect nobody has watched here whether it has one
            self._log = told
        return self._log

    # ------------------------------------------------------------------------------------------- copies
    def clone(self) -> Game:
        """An independent copy, at the same question. The log is not copied; it follows from the answers."""
        self._wake()
        twin = _Copy()
        twin._become(self, self._keep_quiet(), self._since)
        return twin

    def release(self) -> None:
        """Lets go of all that leads back to the game, so that its memory is free at once.

        For those who make copies by the thousand; of a game that was released, only the state is left.
        """
        self._run = None
        self._question = None
        self._handles = []
        self._bases = None
        self._minions = {}
        self._abilities = {}
        self._index = None
        self.frames = []
        self.replacing = []
        self.resolving = []
        self.using, self.acting = [], []
        self.duel = None
        self.scoring = None
        self.speaking = None
        self.declined = False

    def _become(self, origin: Game, quiet: State, since: list[Answer]) -> None:
        self.setup = origin.setup
        self.edition = origin.edition
        self.everyone = origin.everyone
        self.plays_from_discard = origin.plays_from_discard
        self._afar = origin._afar
        self.from_hand = origin.from_hand
        self.moments = origin.moments
        self._start = origin._start
        self._anchor, self._anchored = quiet, origin.answers_given - len(origin._since)
        self._history = origin._history
        self.answers_given = origin.answers_given
        self._log = None
        self.tells = origin.tells
        self.forced = None
        self.phases = None
        self.state = quiet.copy()
        self._quiet = quiet
        self._rests = False
        self._since = []
        self._reseeds = origin._reseeds[:]
        self._keeps = bool(self._reseeds)  # they are no answers and cannot be found again by giving those
        self._hint = None
        self._index = None
        self._bases = None
        self._minions = {}
        self._shifts = False
        self._late = NEVER
        self._abilities = {}
        self._handles = []
        self.rescues = []
        self.replacing = []
        self.powers = None
        self.frames = []
        self.resolving = []
        self.using, self.acting = [], []
        self.window = NO_WINDOW
        self.judging = self.declined = False
        self.measuring = []
        self.starting = []
        self.duel = None
        self.scoring = None
        self.speaking = None
        self._question = self._run = None
        for answer in since:
            if self.is_over or not self.question.is_legal(answer):
                raise ValueError("The answers do not fit: cards dealt anew may raise other questions.")
            self._take(answer)
        self._quiet = quiet
        if origin._is_at_rest and not since:
            assert origin._question is not None
            self._hint = origin._question.items

    def _keep_quiet(self) -> State:
        """The state at the last quiet point, kept from what follows."""
        if self._rests:
            self._quiet = self.state.copy()
            self._rests = False
        elif self._quiet is None:
            twin = _Copy()
            state = self._first_state() if self._anchor is None else self._anchor.copy()
            twin._begin(self.setup, state, self._start, record=False)
            twin._keeps = self._keeps = True
            twin._wake()
            for answer in self.history[self._anchored :]:
                twin._take(answer)
            self._quiet = twin._quiet
            twin.release()
            assert self._quiet is not None
        return self._quiet

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has happened yet in a game that starts in the middle."""
        return self._run is None and self._quiet is None

    def determinised(self, observer: int, seed: int) -> Game:
        """A copy in which all that the observer cannot know is dealt anew, agreeing with all they know.

        Unknown cards change places with unknown cards of the same owner, in hands and decks alike, and chance goes
        on from `seed`. In the middle of an effect the answers since the last quiet point are given again by what they
        mean; should that not fit the new cards, it is dealt again, and chance in the middle is another unless the
        observer saw what it brought. `NotNow` if no deal fits: the true cards are never given away. The copy knows
        nothing of the true game's past and seed.
        """
        self._wake()
        quiet = self._keep_quiet()
        chance = State(2, seed)
        if self._is_at_rest:
            twin = _Copy()
            twin._become(self, redeal(quiet, hidden_cards(quiet, quiet, observer), chance), [])
            twin._hint = None
            twin.reseed(chance.random(1 << 62))
        else:
            twin = self._dealt_in_the_middle(quiet, observer, chance)
            twin.reseed(chance.random(1 << 62), mixes=True)
        twin._forget()
        return twin

    def _dealt_in_the_middle(self, quiet: State, observer: int, chance: State) -> _Copy:
        """A copy dealt anew at the last quiet point, in which the same has happened since for the observer to see."""
        now = self.state
        if len(quiet.known) != len(now.known):
            raise NotNow("The cards were dealt since the last quiet point. Ask again at the next question.")
        hidden = hidden_cards(quiet, now, observer)
        bit = 1 << observer
        was_chance = quiet.drawn != now.drawn or quiet.key != now.key
        # Cards that the observer saw before they were shuffled and drawn: the same chance would deal the same again.
        tells = was_chance and any(
            not now.known[i] & bit and i not in quiet.hands[player]
            for player, hand in enumerate(now.hands)
            for i in hand
            if player != observer
        )
        steps = self._steps(quiet)
        for attempt in range(_DEALS):
            dealt = redeal(quiet, hidden, chance)
            if not was_chance or tells or attempt < _DEALS // 2:
                dealt.reseed(chance.random(1 << 62))
            twin = _Copy()
            try:
                twin._become(self, dealt, [])
                twin._keeps = True  # its history is still that of the true game
                for step in steps:
                    if twin.is_over:
                        break
                    twin._take(step.answer_in(twin.question, observer, hidden, chance))
                if self._same_to(observer, twin):
                    return twin
            except (Misfit, IndexError, AssertionError, ValueError, KeyError):
                continue
        raise NotNow("No deal of the hidden cards fits this question. Ask again at the next one.")

    def _steps(self, quiet: State) -> list[Step]:
        """What was asked and answered since the last quiet point."""
        if not self._since:
            return []
        truth = _Copy()
        truth._become(self, quiet, [])
        steps: list[Step] = []
        for answer in self._since:
            steps.append(Step(truth.question, answer))
            truth._take(answer)
        return steps

    def _take(self, answer: Answer) -> None:
        """Gives an answer without a check, and without a place in the history."""
        self._wake()
        self._since.append(answer)
        self._advance(answer)

    def _forget(self) -> None:
        """A copy that was dealt anew starts at its quiet point: the past and the true seed are not its business."""
        self.setup = self.setup.without_seed()
        self._start = self._keep_quiet()
        history: Any = None
        for answer in self._since:
            history = (history, answer)
        self._history = history
        self.answers_given = len(self._since)
        self._anchor = None
        self._anchored = 0
        self._keeps = bool(self._reseeds)

    def reseed(self, seed: int, *, mixes: bool = False) -> None:
        """Chance goes on from another seed, in this game and its copies from now on.

        `mixes`: the cards of decks that nobody knows are mixed too.
        """
        self._wake()
        if self._is_at_rest:
            self._rests = True
        else:
            self._keep_quiet()
            self._reseeds.append((len(self._since), seed, mixes))
        self._keeps = True
        self.state.reseed(seed)
        if mixes:
            mix_unknown(self.state, seed)

    @property
    def _is_at_rest(self) -> bool:
        """Whether the state is that of the last quiet point."""
        return not self._since and self._question is not None and self._question.kind == "main"

    def _same_to(self, observer: int, twin: Game) -> bool:
        if self.is_over or twin.is_over:
            return self.is_over and twin.is_over
        mine, theirs = self.question, twin.question
        if mine.player != theirs.player or mine.kind != theirs.kind or mine.prompt != theirs.prompt:
            return False
        return self.view(observer, gains=False).data == twin.view(observer, gains=False).data

    def undo(self, to: int | None = None) -> None:
        """Takes back the last answer, or all answers from number `to` on (0: back to the start)."""
        answers = self.history
        keep = len(answers) - 1 if to is None else to
        if not 0 <= keep <= len(answers):
            raise IllegalAnswer(f"There are {len(answers)} answers to take back; cannot go back to number {keep}.")
        keeps = self._keeps
        self._begin(self.setup, self._first_state(), self._start, record=self._log is not None)
        self._keeps = keeps
        for answer in answers[:keep]:
            self.answer(answer)

    def _first_state(self) -> State:
        return State(self.players, self.setup.seed) if self._start is None else self._start.copy()

    def _replayed(self, answers: list[Answer], *, record: bool) -> Game:
        twin = _Copy()
        twin._begin(self.setup, self._first_state(), self._start, record=record)
        for answer in answers:
            twin.answer(answer)
        twin._wake()  # what happens before the first question
        return twin

    def save(self) -> str:
        """The game as JSON, in the middle of whatever question: `Game.load` goes on from there."""
        self._wake()
        quiet = self.state if self._rests else self._keep_quiet()
        return json.dumps(
            {
                "format": SAVE_FORMAT,
                "version": SAVE_VERSION,
                "setup": self.setup.to_json(),
                "start": None if self._start is None else self._start.to_json(),
                "answers": self.history,
                "quiet": quiet.to_json(),
                "since": len(self._since),
                "reseeds": self._reseeds,
            },
            separators=(",", ":"),
        )

    @classmethod
    def load(cls, text: str) -> Game:
        """The game that `save` wrote; `BadSave` if the text is broken or from a newer version."""
        data = _parse_save(text)
        setup = Setup.from_json(data["setup"])
        start = None if data["start"] is None else State.from_json(data["start"], BY_KEY)
        quiet = State.from_json(data["quiet"], BY_KEY)
        try:
            answers: list[Answer] = data["answers"]
            before = len(answers) - int(data["since"])
            if not 0 <= before <= len(answers) or len(quiet.vp) != len(setup.names):
                raise BadSave("The saved game is damaged: its answers don't fit.")
            game = _Copy()
            game._begin(setup, quiet, start, record=False)
            game._anchor, game._anchored = quiet.copy(), before
            game._reseeds = [
                (int(number), int(seed), bool(mixes and mixes[0])) for number, seed, *mixes in data["reseeds"]
            ]
            game._keeps = bool(game._reseeds)
            history: History | None = None
            for answer in answers[:before]:
                history = (history, answer)
            game._history = history
            game.answers_given = before
            for answer in answers[before:]:
                game.answer(answer)
            game._look_over()
        except (ArithmeticError, AssertionError, AttributeError, IllegalAnswer, LookupError, RuntimeError) as error:
            raise BadSave(f"The saved game is damaged: {error}.") from None
        except (TypeError, ValueError) as error:
            raise BadSave(f"The saved game is damaged: {error}.") from None
        return game

    def _look_over(self) -> None:
        """Asks of a state from a file what only its cards know: numbers that they keep for themselves may be wrong."""
        self._wake()
        state = self.state
        if state.memo or any([effect.kind in (LAID, NOTED) for effect in state.effects]):
            for i in state.memo:
                state.printed[i].named(self.card(i))
            power.standings(self)
            if self._question is not None:
                self._question.to_json()

    @classmethod
    def replay(cls, text: str) -> Iterator[Game]:
        """The saved game from its start, after each answer: the same object, moved on."""
        data = _parse_save(text)
        setup = Setup.from_json(data["setup"])
        start = None if data["start"] is None else State.from_json(data["start"], BY_KEY)
        game = _Copy()
        state = State(len(setup.names), setup.seed) if start is None else start.copy()
        game._begin(setup, state, start, record=True)
        yield game
        for answer in data["answers"]:
            try:
                game.answer(answer)
            except BasebashError as error:
                raise BadSave(f"Answer {game.answers_given} of the saved game does not fit: {error}") from None
            yield game

    def digest(self) -> str:
        """A text that is equal for two games exactly if they are in the same state at the same question."""
        question = None if self.is_over else self.question.to_json()
        return json.dumps([self.state.to_json(), question], separators=(",", ":"))

    def __str__(self) -> str:
        return self.view(None).board()

    def __repr__(self) -> str:
        return f"<Game, turn {self.state.turn}, VP {self.state.vp}>"

    # ------------------------------------------------------------------------------------------- the driver
    def _wake(self) -> None:
        """Runs up to the first question, if that has not happened yet."""
        if self._run is None:
            reseeds = self._reseeds
            if self._quiet is None:
                self.mark_quiet()
            self._run = turn.run(self)
            self._advance(None)
            self._reseeds = reseeds
            self._reseed()

    def _reseed(self) -> None:
        for number, seed, mixes in self._reseeds:
            if number == len(self._since):
                self.state.reseed(seed)
                if mixes:
                    mix_unknown(self.state, seed)

    def _advance(self, answer: Answer | None) -> None:
        assert self._run is not None
        if self._rests:
            self._pass_quiet()
        try:
            self._question = self._run.send(answer)  # type: ignore[arg-type]  # None starts it
        except StopIteration:
            self._question = None
        if self._reseeds:
            self._reseed()


class _Copy(Game):
    """A game that is made from another one, a save or a position."""

    __slots__ = ()

    def __init__(self) -> None:
        pass


def _by_vp(entry: tuple[int, int]) -> int:
    return -entry[1]


def _upgraded(data: dict[str, Any]) -> dict[str, Any]:
    """A save of the first format; without the answers in the middle of an effect, if they no longer fit."""
    try:
        new = old_saves.upgrade(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadSave(f"The saved game is damaged ({type(error).__name__}: {error}).") from None
    save: dict[str, Any] = {"format": SAVE_FORMAT, "version": SAVE_VERSION, **new}
    try:
        Game.load(json.dumps(save))
    except BadSave:
        save |= {"answers": [], "since": 0}
    return save


def _parse_save(text: str) -> dict[str, Any]:
    try:
        data: Any = json.loads(text)
    except (ValueError, TypeError) as error:
        raise BadSave(f"This is not a saved game: {error}.") from None
    except RecursionError:
        raise BadSave("This is not a saved game: it is nested too deeply.") from None
    if not isinstance(data, dict) or data.get("format") != SAVE_FORMAT:
        raise BadSave("This is not a saved game of Basebash.")
    version = data.get("version")
    if version == 1:
        data = _upgraded(data)
    elif version != SAVE_VERSION:
        raise BadSave(f"The game was saved in format {version}; this Basebash reads format {SAVE_VERSION}. Update it.")
    missing = [field for field in ("setup", "start", "answers", "quiet", "since", "reseeds") if field not in data]
    if missing:
        raise BadSave(f"The saved game is damaged: {', '.join(missing)} is missing.")
    try:
        data["answers"] = [tuple(answer) for answer in data["answers"]]
    except TypeError as error:
        raise BadSave(f"The saved game is damaged: {error}.") from None
    if not {int}.issuperset(map(type, chain.from_iterable(data["answers"]))):
        raise BadSave("The saved game is damaged: an answer is none.")
    return dict(data)
