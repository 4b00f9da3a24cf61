"""Runs a scenario: its steps one after another, and the expectations in between and at the end."""

from __future__ import annotations

from typing import Any

from basebash.engine import Game
from basebash.engine.data.terms import NO_WINDOW, USED
from basebash.scenario.attempt import Attempt
from basebash.scenario.errors import NotOffered, Refused, WrongTurn
from basebash.scenario.expect import Expectations, Failure
from basebash.scenario.files import Map, Scenario, ScenarioError
from basebash.scenario.names import Names, check_kind
from basebash.scenario.options import is_about_card
from basebash.scenario.position import Position
from basebash.scenario.questions import first, show

_STEP_KEYS = frozenset(
    "player play on from as talent ability use titan uncover special end answer until expect fails choose "
    "not_offered".split()
)
_ACTS = ("play", "talent", "use", "titan", "uncover", "special", "end", "answer", "until", "expect", "fails")
_OF_PLAY_CARDS = ("play", "talent", "use", "uncover", "end")  # windows are passed before one of these
_MAX_TRIES = 400


class Run:
    """One run of a scenario: the current game, advanced step by step."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.line = scenario.line
        self.position = Position(scenario)
        self.game = self.position.game
        self.checks_decision = False  # the next step checks the decision that is left open
        self.rests = False  # at the start of a phase that was waited for
        self.reorder: Game | None = None  # where the order of the open question was settled by default
        self.right = 0  # which of the `rights` that allow the next play is spent
        self.rights = 1
        self.names = Names(self.position)
        self.expectations = Expectations(self)

    def all_steps(self) -> None:
        """Run the steps, then check the expectations at the end.

        A scenario does not say which right a play spends: if several allow it, the first one is spent. If something
        fails later, the play is made with the next right instead, and the following steps run again.
        """
        data = self.scenario.data
        steps = [] if data.get("steps") is None else data["steps"]
        if not isinstance(steps, list):
            raise ScenarioError("`steps` should be a list.", data.line)
        forks: list[tuple[int, Game, bool, Game | None, int]] = []
        problem: tuple[Exception, int] | None = None
        number = self.right = 0
        while number <= len(steps):
            before = self.game, self.rests, self.reorder
            self.rights = 1
            try:
                if number < len(steps):
                    self.checks_decision = _checks_decision((steps[number + 1 :] or [data])[0])
                    self._run(steps[number])
                else:
                    self._check_end(data)
            except (Refused, Failure) as error:
                problem = problem or (error, self.line)
                if not forks:
                    self.line = problem[1]
                    raise problem[0] from None
                number, self.game, self.rests, self.reorder, self.right = forks.pop()
                continue
            if self.right + 1 < self.rights:
                forks.append((number, *before, self.right + 1))
            self.right = 0
            number += 1

    def _run(self, step: Any) -> None:
        if not isinstance(step, Map):
            raise ScenarioError(f"A step is a mapping, not {step!r}.", self.line)
        self.line = step.line
        self.step(step)

    def _check_end(self, data: Map) -> None:
        expected = data.get("expect")
        if expected is not None:
            if not isinstance(expected, Map):
                raise ScenarioError("`expect` should be a mapping.", data.line)
            self.line = expected.line or self.line
            if not self.rests and not _checks_decision(data):
                self.come_to_play()
            self.expectations.check(self.game, expected)

    # ------------------------------------------------------------------------------------------- steps
    def step(self, step: Map) -> None:
        """Runs one step."""
        act = self._act_of(step)
        if act == "expect":
            expected = step["expect"]
            if not isinstance(expected, Map):
                raise ScenarioError("`expect` should be a mapping.", step.line)
            self.expectations.check(self.game, expected)
        elif act == "fails":
            self._must_fail(step["fails"], step.line)
        else:
            meant = self._meant(act, step)
            if meant != act:
                line = step.line
                step = Map({meant if word == act else word: value for word, value in step.items()})
                act, step.line = meant, line
            if self._is_of_play_cards(act, step):
                self.come_to_play()
            attempt = self._search(step, act)
            self.game = attempt.game
            self.rests = self.game.is_fresh
            self.reorder = attempt.reorder

    def _meant(self, act: str, step: Map) -> str:
        """Return the action of a step: a card may be played in response to the last one, or uncovered as offered."""
        if act not in ("play", "uncover") or self.game.is_over or self.game.question.kind == "main":
            return act
        question = self.game.question
        asked = "player" not in step or self.position.player(step["player"], step.line) == question.player
        if not asked or not any(
            self.names.is_card(self.game.rules, step[act], option.card) for option in question.options
        ):
            return act
        if act == "uncover":
            return "answer"
        return "special" if question.kind == "special" and self.game.rules.window == NO_WINDOW else act

    def copy(self) -> Game:
        """Return the current game to play on; what has not started yet starts in the copy only."""
        game = self.game
        return Game.from_position(game.setup, game.state) if game.is_fresh else game.clone()

    def _act_of(self, step: Map) -> str:
        for word in step:
            if word not in _STEP_KEYS:
                raise ScenarioError(f"Unknown key {word!r}; a step has {', '.join(sorted(_STEP_KEYS))}.", step.line)
        acts = [act for act in _ACTS if act in step]
        if len(acts) != 1:
            raise ScenarioError(f"A step does one of {', '.join(_ACTS)}, not {acts or 'nothing'}.", step.line)
        if "player" in step:
            self.position.player(step["player"], step.line)
        check_kind(step.get("as", "action"), step.line)
        for word in ("play", "talent", "use", "titan", "uncover", "special", "on"):
            if word in step:
                self.names.check_name(step[word], step.line)
        for word in ("choose", "not_offered", "answer"):
            self.names.check_entry(step.get(word) or [], step.line)
        if not isinstance(step.get("ability", 1), int):
            raise ScenarioError(
                "`ability` is a number: 1 for the first talent that is usable, 2 for the next.", step.line
            )
        return acts[0]

    def _is_of_play_cards(self, act: str, step: Map) -> bool:
        """Whether a step belongs to Play Cards; a titan may also be offered by the open decision."""
        if act == "titan":
            return self.game.is_over or not is_about_card(self.names, self.game.question, step["titan"])
        return act in _OF_PLAY_CARDS

    def _must_fail(self, step: Any, line: int) -> None:
        if not isinstance(step, Map):
            raise ScenarioError("`fails` holds a step.", line)
        if self.is_accepted(step, idle=False):
            raise Failure(f"expected this to be refused: {show(step)}", line)

    def is_accepted(self, step: Map, *, idle: bool = True) -> bool:
        """Whether a step would be legal now, with all its choices; nothing changes.

        Without `idle` a talent without effect is not legal.
        """
        act = self._act_of(step)
        if act in ("expect", "fails"):
            raise ScenarioError(f"`{act}` is not an action of a player.", step.line)
        before = after = self.game
        try:
            self.game = self.copy()
            if self._is_of_play_cards(act, step):
                self.come_to_play()
            after = self._search(step, act, only_start="choose" not in step).game
        except Refused:
            return False
        except NotOffered as problem:
            if not problem.asked and (idle or act != "talent"):
                raise
            return False
        finally:
            self.game = before
        if act == "titan" and self.stays_aside(after, step):
            return False
        return idle or act != "talent" or not _is_same(before, after)

    def stays_aside(self, game: Game, step: Map) -> bool:
        """Whether the titan of a step is beside its deck: it may try to come and fail (Great Grandma)."""
        rare = game.state.rare_zones
        player = self.position.player(step["player"], step.line) if "player" in step else game.state.turn_player
        return rare is not None and any(self.names.is_card(game.rules, step["titan"], i) for i in rare.beside[player])

    def pass_windows(self) -> None:
        """Pass for everyone in a Me First window that was left open."""
        while not self.game.is_over and self.game.question.window:
            game = self.game = self.game.clone()
            while _passes_by_default(game):
                game.answer(first(game.question))
            if not game.is_over and game.question.kind != "main":
                self.game = self._search(Map(), "pass").game

    def come_to_play(self) -> None:
        """Advance to the next main decision: pass in windows and in the first phase."""
        self.pass_windows()
        while not self.game.is_over and self.game.question.kind != "main":
            self.game = self._search(Map(), "pass").game
            self.pass_windows()

    # ------------------------------------------------------------------------------------------- decisions
    def _search(self, step: Map, act: str, *, only_start: bool = False) -> Attempt:
        """Run a step so that every entry of its pool is used: first greedily, then by backtracking.

        What a pool entry implies (a target implies the yes before it) shows only later, so decisions without a matching
        entry are retried with their other answers until every entry is used. If that fails, offers are also accepted by
        name.
        """
        nearly: list[Attempt] = []
        problems: list[Exception] = []
        for by_name in (False, True) if step.get("choose") else (False,):
            script: list[int] = []
            for _ in range(_MAX_TRIES):
                attempt = Attempt(self, step, act, script, only_start=only_start, by_name=by_name)
                try:
                    attempt.start()
                    if not attempt.only_start:
                        attempt.go_on()
                except (Refused, ScenarioError, WrongTurn) as error:
                    problems.append(error)
                else:
                    if not attempt.spare and (act != "titan" or only_start or not self.stays_aside(attempt.game, step)):
                        return attempt
                    nearly.append(attempt)
                script = attempt.next_script()
                if not script:
                    break
        if nearly:
            return nearly[0]
        problem = problems[0]
        if isinstance(problem, WrongTurn):
            raise NotOffered(problem, step.line or self.line)
        raise problem


def _checks_decision(step: Any) -> bool:
    """Whether a step, or the end of the scenario, checks the open decision."""
    expected = step.get("expect") if isinstance(step, Map) else None
    return isinstance(expected, Map) and expected.get("decision", "none") not in (None, "none")


def _passes_by_default(game: Game) -> bool:
    return not game.is_over and (game.question.window or game.question.kind in ("order", "arrange"))


def _is_same(before: Game, after: Game) -> bool:
    """Whether nothing happened except that a talent is used up: other engines reject such a talent."""
    if after.is_over or after.question.kind != "main":
        return False
    old, new = (game.state.copy() for game in (before, after))
    for state in (old, new):
        state.deeds = [deed for deed in state.deeds if deed.what != USED]
    return old.to_json() == new.to_json()
