"""Running scenarios: steps, the decisions they raise, and what is expected."""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from basebash.engine import Game, Option, Question, State
from basebash.engine.data.terms import BESIDE, HELD, NO_WINDOW, NOBODY, PHASE_NAMES, USED
from basebash.scenario.expect import Expectations, Failure
from basebash.scenario.files import Map, Scenario, ScenarioError, read_scenarios, scenario_files
from basebash.scenario.pool import DECLINES, Matcher, Pool, check_kind, is_played_as
from basebash.scenario.position import Position

_STEP_KEYS = frozenset(
    "player play on from as talent ability use titan uncover special end answer until expect fails choose "
    "not_offered".split()
)
_ACTS = ("play", "talent", "use", "titan", "uncover", "special", "end", "answer", "until", "expect", "fails")
_OF_PLAY_CARDS = ("play", "talent", "use", "uncover", "end")  # windows are passed before one of these
_MAX_TRIES = 400
_MAX_ANSWERS = 2000
_MOST = 99  # times that a card can be told in `[card, times]`


class Refused(Exception):
    """What a step asks for is not legal now."""


class _WrongTurn(Exception):
    """The pool did not work out this way; there may be another."""

    def __init__(self, message: str, *, asked: bool = False) -> None:
        super().__init__(message)
        self.asked = asked  # something was asked; what the pool holds is not among its answers


class _NotOffered(ScenarioError):
    """The pool holds what none of the decisions of a step offers, if there are any."""

    def __init__(self, problem: _WrongTurn, line: int) -> None:
        super().__init__(str(problem), line)
        self.asked = problem.asked


class Outcome:
    """How a scenario ended: passed, failed or an error, with what to say about it."""

    def __init__(self, path: Path, title: str, *, line: int = 0) -> None:
        self.path = path
        self.title = title
        self.line = line
        self.kind = "pass"
        self.message = ""
        self.log: list[str] = []
        self.seconds = 0.0

    @property
    def passed(self) -> bool:
        """Whether all went as expected."""
        return self.kind == "pass"

    def __str__(self) -> str:
        if self.passed:
            return f"pass   {self.title}"
        return f"{self.kind:<6} {self.path}:{self.line}: {self.title}\n       {self.message}"


def run_path(path: Path) -> Iterator[Outcome]:
    """Runs every scenario of a file, or of all files in a folder."""
    files = scenario_files(path)
    if not files:
        outcome = Outcome(path, path.name)
        outcome.kind = "error"
        outcome.message = "There is no scenario file here (*.yaml)."
        yield outcome
    for file in files:
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario):
                yield run_scenario(scenario)
            else:
                title, error = scenario
                outcome = Outcome(file, title, line=error.line)
                outcome.kind = "error"
                outcome.message = str(error)
                yield outcome


def run_scenario(scenario: Scenario) -> Outcome:
    """Runs one scenario."""
    outcome = Outcome(scenario.path, scenario.title, line=scenario.line)
    started = time.perf_counter()
    run: Run | None = None
    try:
        run = Run(scenario)
        run.all_steps()
    except ScenarioError as error:
        outcome.kind = "error"
        outcome.message = str(error)
        outcome.line = error.line or (run.line if run else scenario.line)
    except Failure as failure:
        outcome.kind = "fail"
        outcome.message = str(failure)
        outcome.line = failure.line or (run.line if run else scenario.line)
    except Refused as refusal:
        outcome.kind = "fail"
        outcome.message = f"refused: {refusal}"
        outcome.line = run.line if run else scenario.line
    except Exception as error:  # noqa: BLE001  # a card that breaks is the outcome of its scenario, not ours
        place = traceback.extract_tb(error.__traceback__)[-1]
        outcome.kind = "error"
        outcome.message = f"the engine broke: {type(error).__name__}: {error} ({place.filename}:{place.lineno})"
        outcome.line = run.line if run else scenario.line
    if run is not None and not outcome.passed:
        outcome.log = [line.text for line in run.game.log_for(None) if line.text]
    outcome.seconds = time.perf_counter() - started
    return outcome


def write_junit(outcomes: list[Outcome], file: Path) -> None:
    """Writes the outcomes in the XML that CI servers read."""
    suite = ET.Element(
        "testsuite",
        name="basebash scenarios",
        tests=str(len(outcomes)),
        failures=str(sum(o.kind == "fail" for o in outcomes)),
        errors=str(sum(o.kind == "error" for o in outcomes)),
    )
    for outcome in outcomes:
        case = ET.SubElement(
            suite, "testcase", classname=str(outcome.path), name=outcome.title, time=f"{outcome.seconds:.3f}"
        )
        if not outcome.passed:
            tag = "failure" if outcome.kind == "fail" else "error"
            note = ET.SubElement(case, tag, message=outcome.message)
            note.text = f"{outcome.path}:{outcome.line}\n" + "\n".join(outcome.log)
    ET.ElementTree(suite).write(file, encoding="utf-8", xml_declaration=True)


class Run:
    """One run of a scenario: the game as it stands, moved on step by step."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.line = scenario.line
        self.position = Position(scenario)
        self.game = self.position.game
        self.checks_decision = False  # the step that comes next looks at the decision that is left open
        self.rests = False  # at the start of a phase that was waited for
        self.reorder: Game | None = None  # where the order was settled by default of what asks now
        self.right = 0  # which of the `rights` that allow the next play is spent
        self.rights = 1
        self.match = Matcher(self.position)
        self.expectations = Expectations(self)

    def all_steps(self) -> None:
        """Runs the steps, then checks what is expected at the end.

        A play that several rights allow spends the first of them: a scenario does not say which. If something later
        fails, the play is made with the next right instead, and what follows it is run again.
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
        """What a step does: a card may be played in answer to what has just happened, or uncovered as is offered."""
        if act not in ("play", "uncover") or self.game.is_over or self.game.question.kind == "main":
            return act
        question = self.game.question
        asked = "player" not in step or self.position.player(step["player"], step.line) == question.player
        if not asked or not any(
            self.match.is_card(self.game.rules, step[act], option.card) for option in question.options
        ):
            return act
        if act == "uncover":
            return "answer"
        return "special" if question.kind == "special" and self.game.rules.window == NO_WINDOW else act

    def copy(self) -> Game:
        """The game as it stands, to go on with; what has not begun yet begins in the copy only."""
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
                self.match.check_name(step[word], step.line)
        for word in ("choose", "not_offered", "answer"):
            self.match.check_entry(step.get(word) or [], step.line)
        if not isinstance(step.get("ability", 1), int):
            raise ScenarioError(
                "`ability` is a number: 1 for the first talent that is usable, 2 for the next.", step.line
            )
        return acts[0]

    def _is_of_play_cards(self, act: str, step: Map) -> bool:
        """Whether a step belongs to Play Cards; a titan may also be what the open decision offers."""
        if act == "titan":
            return self.game.is_over or not self.match.names(self.game.question, step["titan"])
        return act in _OF_PLAY_CARDS

    def _must_fail(self, step: Any, line: int) -> None:
        if not isinstance(step, Map):
            raise ScenarioError("`fails` holds a step.", line)
        if self.is_accepted(step, idle=False):
            raise Failure(f"expected this to be refused: {_show(step)}", line)

    def is_accepted(self, step: Map, *, idle: bool = True) -> bool:
        """Whether a step would be legal now, with all that it chooses; nothing changes.

        Without `idle` a talent that does nothing is not.
        """
        act = self._act_of(step)
        if act in ("expect", "fails"):
            raise ScenarioError(f"`{act}` is nothing that a player does.", step.line)
        before = after = self.game
        try:
            self.game = self.copy()
            if self._is_of_play_cards(act, step):
                self.come_to_play()
            after = self._search(step, act, only_start="choose" not in step).game
        except Refused:
            return False
        except _NotOffered as problem:
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
        side = game.state.side
        player = self.position.player(step["player"], step.line) if "player" in step else game.state.turn_player
        return side is not None and any(self.match.is_card(game.rules, step["titan"], i) for i in side.beside[player])

    def pass_windows(self) -> None:
        """Passes for everyone in a Me First window that was left open."""
        while not self.game.is_over and self.game.question.window:
            game = self.game = self.game.clone()
            while _passes_by_default(game):
                game.answer(_first(game.question))
            if not game.is_over and game.question.kind != "main":
                self.game = self._search(Map(), "pass").game

    def come_to_play(self) -> None:
        """Goes on to the next main decision: windows are passed, and so is what the first phase of all asks."""
        self.pass_windows()
        while not self.game.is_over and self.game.question.kind != "main":
            self.game = self._search(Map(), "pass").game
            self.pass_windows()

    # ------------------------------------------------------------------------------------------- decisions
    def _search(self, step: Map, act: str, *, only_start: bool = False) -> _Attempt:
        """Runs a step so that its pool works out: greedily first, then with second thoughts.

        What a pool entry implies (a target implies the yes before it) shows only later; so the decisions without a
        fitting entry are tried again with their other answers until every entry is used. If that does not work out,
        offers are also accepted by name.
        """
        nearly: list[_Attempt] = []
        problems: list[Exception] = []
        for by_name in (False, True) if step.get("choose") else (False,):
            script: list[int] = []
            for _ in range(_MAX_TRIES):
                attempt = _Attempt(self, step, act, script, only_start=only_start, by_name=by_name)
                try:
                    attempt.start()
                    if not attempt.only_start:
                        attempt.go_on()
                except (Refused, ScenarioError, _WrongTurn) as error:
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
        if isinstance(problem, _WrongTurn):
            raise _NotOffered(problem, step.line or self.line)
        raise problem


class _Attempt:
    """One way through the decisions that a step raises."""

    def __init__(
        self, run: Run, step: Map, act: str, script: list[int], *, only_start: bool, by_name: bool = False
    ) -> None:
        self.run = run
        self.step = step
        self.act = act
        self.script = script
        self.only_start = only_start  # it is asked whether the step is legal, not what follows
        self.by_name = by_name  # an offer may be accepted by the name of who makes it, or what it is about
        self.taken: list[tuple[int, int]] = []  # for each decision: which of how many ways
        self.game = run.copy()
        self.game.rules.forced = []
        if act == "until" and self._waits_for_phase():
            self.game.rules.phases = []
        self.was_over = self.game.is_over  # also wakes the copy up, so that its window is open
        self.match = run.match
        choose = step.get("choose") or []
        self.pool: Pool = [_spelled_out(entry) for entry in (choose if isinstance(choose, list) else [choose])]
        self.guess: tuple[int, int] | None = None  # entries left and decisions forced when an answer was guessed
        self.forced: list[tuple[Question, tuple[int, ...]]] = []
        self.kinds: set[str] = set()  # what was asked
        self.picked: set[int] = set()  # cards at a base
        self.places: set[int] = set()  # the bases where they were
        self.pickers: set[int] = set()  # who picked them
        self.holders: set[int] = set()  # whose cards, other than one's own, were picked anywhere
        self.accepted: list[int] = []  # the cards whose offers were taken up by naming the target
        self.reorder: Game | None = None
        self.ordered: int | None = None  # the card in play that was named to speak (in 2013: picked in a window)
        self.stopped = 0  # how often fewer cards were picked than could be
        self.saved = False  # an extra play was kept for later
        self.spare = False  # a number was left over, or went to an alternative where it may have been an amount
        self.history: list[tuple[tuple[int, str], Pool]] = []  # what was asked, and the entries that answered it
        self.often: tuple[tuple[int, str], int] | None = None  # a yes that a number said, and how often it is still due
        not_offered = step.get("not_offered") or []
        self.not_offered = not_offered if isinstance(not_offered, list) else [not_offered]

    def next_script(self) -> list[int]:
        """The next way to try: the last decision that has another answer, changed."""
        taken = self.taken
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        return [way for way, _ in taken[:-1]] + [taken[-1][0] + 1] if taken else []

    # ------------------------------------------------------------------------------------------- the step itself
    def start(self) -> None:
        """Does what the step says."""
        getattr(self, f"_start_{self.act}")()

    def _player(self) -> int | None:
        if "player" not in self.step:
            return None
        return self.run.position.player(self.step["player"], self.step.line)

    def _main(self) -> Question:
        if self.game.is_over:
            raise Refused("the game is over")
        question = self.game.question
        if question.kind != "main":
            raise Refused(f"an open decision comes first: {question.prompt}")
        player = self._player()
        if player is not None and player != question.player:
            raise Refused(f"it is not {self.step['player']}'s turn to play cards")
        return question

    def _pick(self, options: list[Option], what: str) -> None:
        if not options:
            raise Refused(f"{what} is not possible now")
        self._answer((options[0].index,))

    def _start_play(self) -> None:
        question = self._main()
        step, match, game = self.step, self.match, self.game
        options = [
            option
            for option in question.options
            if option.kind == "play"
            and match.is_card(game.rules, step["play"], option.card)
            and match.from_zone(game.rules, option, step.get("from"), question.player, step.line)
        ]
        if "as" in step:
            options = [option for option in options if is_played_as(question, option, step["as"])]
        if "on" in step:
            options = [option for option in options if match.is_card(game.rules, step["on"], option.target)]
        elif any(option.target < 0 or game.rules.card(option.card).is_fusion for option in options):
            options = [option for option in options if option.target < 0]  # a fusion without `on` is an action
        elif len({option.target for option in options}) > 1 and not self.only_start:
            names = sorted({game.rules.card(option.target).name for option in options})
            raise ScenarioError(f"Play {step['play']} on what? `on:` one of {', '.join(names)}.", step.line)
        # The same play with different rights.
        options = [o for o in options if (o.card, o.target) == (options[0].card, options[0].target)]
        self.run.rights = len(options)
        self._pick(options[self.run.right :], f"playing {step['play']}" + (f" on {step['on']}" if "on" in step else ""))

    def _start_talent(self) -> None:
        question = self._main()
        options = [
            option
            for option in question.options
            if option.kind == "talent" and self.match.is_card(self.game.rules, self.step["talent"], option.card)
        ]
        if not options:  # it may be named by the action that lends it
            named = [option for option in question.options if option.kind == "talent"]
            options = [
                option for option in named if self.match.is_card(self.game.rules, self.step["talent"], option.using)
            ]
            options = options or [option for option in named if self._is_on_named(option)]
        options.sort(key=_granted_last)
        number = self.step.get("ability")
        if number is not None:
            options = options[number - 1 : number]
        self._pick(options, f"the talent of {self.step['talent']}")

    def _is_on_named(self, option: Option) -> bool:
        """Whether a talent is that of an action on the named minion, which has none itself (Ocean Tattoo)."""
        host = self.game.rules.card(option.card).host
        if host is None or not host.is_minion or not self.match.is_card(self.game.rules, self.step["talent"], host.id):
            return False
        own = [
            host.printed,
            *(ability for ability, _, _ in self.game.rules.abilities_of(host)),
        ]  # also if it is cancelled
        return not any("talent" in ability.hooks for ability in own)

    def _start_use(self) -> None:
        self._use(self.step["use"])

    def _uses(self, question: Question, card: Any) -> list[Option]:
        return [o for o in question.options if o.kind == "use" and self.match.is_card(question.game, card, o.card)]

    def _use(self, card: Any) -> None:
        self._pick(self._uses(self._main(), card), f"using {card}")
        if "on" in self.step:
            self.pool.insert(0, self.step["on"])
            self.only_start = False

    def _start_titan(self) -> None:
        """Plays a titan that is set aside, in Play Cards or as the open decision offers it."""
        step, game = self.step, self.game
        if not game.is_over and game.question.kind != "main":
            self._accept_titan(game.question)
            return
        question = self._main()
        options = [
            option
            for option in question.options
            if option.kind == "use"
            and game.rules.card(option.card).zone == BESIDE
            and self.match.is_card(game.rules, step["titan"], option.card)
        ]
        self._pick(options, f"playing {step['titan']}")
        if "on" in step:
            if not game.is_over and game.question.kind == "play" and not self.match.offers(game.question, step["on"]):
                raise Refused(f"{step['titan']} cannot be played on {_show(step['on'])}")
            self.pool.insert(0, step["on"])
            self.only_start = False
        elif not self.game.is_over and self.match.is_asking_one(self.game.question, step["titan"]):
            self._answer((0,))

    def _accept_titan(self, question: Question) -> None:
        player = self._player()
        if player is not None and player != question.player:
            raise Refused(f"the open decision is not {self.step['player']}'s")
        for entry in (self.step.get("on", self.step["titan"]), self.step["titan"]):
            for answer, _ in self.match.answers(question, [entry]):
                if answer:
                    if "on" in self.step and entry is not self.step["on"]:
                        self.pool.insert(0, self.step["on"])
                        self.only_start = False
                    picked = question.options[answer[0]]
                    self.ordered = picked.card if picked.kind == "trigger" else None
                    self._answer(answer)
                    return
        if not self.pool or not self.match.is_card(self.game.rules, self.step["titan"], question.source):
            raise Refused(f"{self.step['titan']} cannot be played by {_describe(question)}")
        if "on" in self.step:  # it asks at once what it needs: `choose` tells (The Bride)
            self.pool.append(self.step["on"])

    def _start_uncover(self) -> None:
        game = self.game
        options = [
            option
            for option in self._main().options
            if option.card >= 0
            and game.rules.card(option.card).zone == HELD
            and self.match.is_card(game.rules, self.step["uncover"], option.card)
        ]
        if "on" in self.step:
            options = [option for option in options if self.match.is_card(game.rules, self.step["on"], option.target)]
        self._pick(options, f"uncovering {self.step['uncover']}")

    def _start_end(self) -> None:
        if self.step["end"] != "play":
            raise ScenarioError("`end: play` is the only phase that is ended.", self.step.line)
        question = self._main()
        self._pick([option for option in question.options if option.kind == "end"], "ending Play Cards")

    def _start_answer(self) -> None:
        if self.game.is_over:
            raise Refused("there is no open decision")
        player = self._player()
        if player is not None and player != self.game.question.player:
            raise Refused(f"the open decision is not {self.step['player']}'s")
        while True:
            for answer, rest in self.match.answers(self.game.question, [self.step["answer"]]):
                if not rest:
                    picked = self.game.question.options[answer[0]] if answer else None
                    self.ordered = picked.card if picked is not None and picked.kind == "trigger" else None
                    self._answer(answer)
                    return
            if self.game.question.kind != "order":
                break
            self._answer(_first(self.game.question))  # of the first phase of all: elsewhere the order is settled by now
        question = self.game.question
        if (
            self.pool
            and question.can_decline
            and self.match.is_yes(self.game.rules, self.step["answer"], question.source)
        ):
            return  # a yes to a card that asks at once what it needs: `choose` tells (The Bride)
        raise Refused(f"{self.step['answer']!r} is not an answer to {_describe(question)}")

    def _start_until(self) -> None:
        condition = self.step["until"]
        if not isinstance(condition, Map) or not condition or not set(condition) <= {"turn", "phase"}:
            raise ScenarioError("`until` is written {turn: PLAYER, phase: PHASE}.", self.step.line)
        if "phase" in condition and condition["phase"] not in PHASE_NAMES:
            raise ScenarioError(f"There is no phase {condition['phase']!r}.", self.step.line)
        if "turn" in condition:
            self.run.position.player(condition["turn"], self.step.line)

    def _start_pass(self) -> None:
        """What follows when everyone has passed."""

    def _start_special(self) -> None:
        """Goes on to the decision about this Special, passing for those who are asked before."""
        step, match = self.step, self.match
        player = self._player()
        if not self.game.is_over and self.game.question.kind == "main":  # a Special of your own turn (Deputy)
            self._use(step["special"])
            return
        self._put_first()
        window = (self.game.rules.window, self.game.state.scoring)
        for _ in range(_MAX_ANSWERS):
            game = self.game
            if game.is_over or (game.rules.window, game.state.scoring) != window:
                break
            question = game.question
            if question.kind == "order":
                wanted = [o for o in question.options if match.is_card(game.rules, step["special"], o.card)]
                self._answer((wanted[0].index,) if wanted else (0,))
                continue
            if not question.window:
                break
            if player is None or player == question.player:
                if question.kind == "special":
                    options = self._special_options(question)
                    if options:
                        if "on" in step and options[0].target < 0:
                            self.pool.insert(0, step["on"])
                            self.only_start = False
                        self._answer((options[0].index,))
                        self._accept_own(options[0])
                        return
                elif match.is_card(game.rules, step["special"], question.source):
                    self._accept(question)
                    return
            self._answer(())
        raise Refused(f"{step['special']} cannot be used or played in a window that is open now")

    def _put_first(self) -> None:
        """Of cards in play whose order nobody has chosen yet, the one that is named speaks first."""
        before = self.run.reorder
        if before is None:
            return
        for option in before.question.options:
            if self.match.is_card(before.rules, self.step["special"], option.card):
                self.game = before.clone()
                self.game.rules.forced = []
                self._answer((option.index,))
                return

    def _special_options(self, question: Question) -> list[Option]:
        """The ways to play this Special; one that asks for its target only later has none yet."""
        match, step = self.match, self.step
        options = [o for o in question.options if match.is_card(question.game, step["special"], o.card)]
        if "on" not in step:
            return options
        there = [o for o in options if match.is_card(question.game, step["on"], o.target)]
        return there or [o for o in options if o.target < 0]

    def _accept_own(self, option: Option) -> None:
        """In 2013 a card in play is picked in the window and then asks what it wants."""
        if option.kind == "trigger" and not self.game.is_over:
            question = self.game.question
            if question.can_decline and self.match.is_card(self.game.rules, self.step["special"], question.source):
                self._accept(question)

    def _accept(self, question: Question) -> None:
        """Uses the ability of a card in play that a window offers."""
        self.accepted.append(question.source)
        if "on" in self.step and self.step["on"] not in self.pool:
            self.pool.insert(0, self.step["on"])
        if question.kind == "yes":
            self._answer((0,))
            return
        for answer, rest in self.match.answers(question, self.pool):
            if answer:
                self.pool = rest
                self._answer(answer)
                return
        if len(question.items) == 1:
            self._answer((0,))
            return
        raise ScenarioError(f"What for {self.step['special']}? {_describe(question)}", self.step.line)

    # ------------------------------------------------------------------------------------------- what it raises
    def go_on(self) -> None:
        """Answers what follows from the pool or by default, as far as the next decision that stays open."""
        for _ in range(_MAX_ANSWERS):
            if self._is_done() or not self._decide(self.game.question):
                break
        else:
            raise ScenarioError("This goes on for ever.", self.step.line)
        if self.saved:
            self._finish_plays()
        self._use_up_forced()
        self._use_up_places()
        left = [entry for entry in self.pool if entry != []]
        if left and not self.kinds & {"number", "mode"}:
            # An alternative that is not possible need not be asked.
            self.spare = self.spare or any(map(_is_number, left))
            left = [entry for entry in left if not _is_number(entry)]
        asked = " ".join(prompt.lower() for (_, prompt), entries in self.history if entries)
        # "Which one on the bottom?": where to is no question of its own, but may be told.
        left = [entry for entry in left if entry not in ("top", "bottom") or entry not in asked]
        for _ in range(self.stopped):
            # Another engine asks for one card after the other, until it is told to stop.
            last = next((entry for entry in left if not isinstance(entry, Map | list) and str(entry) in DECLINES), None)
            left = [entry for entry in left if entry is not last]
        for source in self.accepted:
            # Another engine asks "may you?" before it asks which.
            for number, entry in enumerate(left):
                if self.match.is_yes(self.game.rules, entry, source):
                    del left[number]
                    break
        self._complain(left)

    def _complain(self, left: Pool) -> None:
        """Raises what is wrong with a pool of which this is left."""
        if left and left[0] is self.step.get("on"):
            if self.act != "titan" or not self.run.stays_aside(self.game, self.step):
                raise Refused(f"{self.step[self.act]} cannot be used or played on {_show(left[0])}")
            left = left[1:]
        if left:
            message = f"{_show(left[0])} in `choose` was never an answer to anything that was asked."
            raise _WrongTurn(message, asked=bool(self.forced or self.kinds - {"main", "order"}))
        if self.guess is not None or (self.often is not None and self.often[1] > 0):
            raise _WrongTurn("A guess did not pay off.")

    def _use_up_forced(self) -> None:
        """A decision that could be taken in one way only was: an entry left over that names it counts as used."""
        for number, (question, taken) in enumerate(self.forced):
            left = self.match.use_up_forced(question, taken, self.pool)
            if left != self.pool:
                self.pool = left
                if self.guess is not None and number >= self.guess[1]:
                    self.guess = None

    def _use_up_places(self) -> None:
        """Another engine may ask first whose a card is, for what it is on, or for a goal that is given."""
        game = self.game
        places = self.places | {base.id for card in self.picked if (base := game.rules.card(card).base) is not None}
        players = self.run.position.players
        holders = {players[player] for player in self.holders}
        kept = []
        for entry in self.pool:
            place = entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry
            told = entry.get("player") if isinstance(entry, Map) else None
            if told is not None and players.index(str(told)) not in self.pickers:
                kept.append(entry)
            elif isinstance(place, str) and place in holders:
                holders.remove(place)
            elif isinstance(place, Map | list | int) or not any(
                self.match.is_card(game.rules, place, i) for i in places
            ):
                kept.append(entry)
        self.pool = kept

    def _is_done(self) -> bool:
        if self.act == "until" and self._comes_to_rest():
            return True
        if self.game.is_over:
            if self.act == "until":
                raise ScenarioError("The game ended before that.", self.step.line)
            return True
        if self.act == "until":
            return self._is_awaited(self.game.state)
        return self.game.question.kind == "main"

    def _waits_for_phase(self) -> bool:
        """Whether it waits for a phase in which perhaps nobody is asked anything."""
        condition = self.step["until"]
        return isinstance(condition, Map) and condition.get("phase", "play") != "play"

    def _is_awaited(self, state: State) -> bool:
        condition = self.step["until"]
        players = self.run.position.players
        return ("turn" not in condition or players[state.turn_player] == str(condition["turn"])) and (
            "phase" not in condition or PHASE_NAMES[state.phase] == condition["phase"]
        )

    def _comes_to_rest(self) -> bool:
        """Goes back to the start of the phase that is waited for, if that has come."""
        for state in self.game.rules.phases or []:
            if self._is_awaited(state):
                self.game = Game.from_position(self.game.setup, state)
                return True
        return False

    def _decide(self, question: Question) -> bool:
        """Answers one decision; False if it stays open."""
        self.kinds.add(question.kind)
        self._check_offers(question)
        self._use_up_repeated(question)
        self._repeat(question)
        self._name_the_victim(question)
        ways: list[tuple[Any, Pool, bool]] = [
            (answer, rest, False)
            for answer, rest in (self.match.answers(question, self.pool) if question.kind != "main" else ())
        ]
        named = len(ways)
        ways += self._defaults(question, fitting=bool(ways))
        if question.kind == "order":
            # Entries tell the order, but are used up by it only if no other question takes them.
            told = [(answer, self.pool, False) for answer, _, _ in ways[:named]]
            ways = told + ways
            named = 0
        ways = self._yes_so_often(question) + ways
        if question.source == self.ordered and question.can_decline and len(question.items) == 1:
            # Who named the card as the one to speak wants it to speak, if the next entry does not decline.
            ways.insert(named if ways and ways[0][0] == () else 0, ((0,), self.pool, False))
        if not ways and self.act == "titan" and question.kind == "play" and self.step.get("on") in self.pool:
            raise Refused(f"{self.step['titan']} cannot be played on {_show(self.step['on'])}")
        if not ways:
            raise ScenarioError(
                f"Nothing in `choose` answers {_describe(question)} for {self.run.position.players[question.player]}.",
                self.step.line or self.run.line,
            )
        way = self.script[len(self.taken)] if len(self.taken) < len(self.script) else 0
        self.taken.append((way, len(ways)))
        before = self.pool
        answer, self.pool, guess = ways[way]
        if answer is None:
            return False
        self._note_yes(question, answer, before)
        used = [entry for entry in before if not any(entry is left for left in self.pool)]
        self.history.append((_topic(question), [] if len(self.pool) == len(before) else used))
        self.reorder = None
        if len(self.pool) < len(before) and answer and question.options[answer[0]].kind == "trigger":
            self.ordered = question.options[answer[0]].card
        elif question.kind == "order":
            self.reorder = self.game.clone()
        if guess:
            self.guess = (len(self.pool), len(self.forced))
        elif self.guess is not None and answer and len(self.pool) < self.guess[0]:
            self.guess = None
        if answer and question.can_decline and question.kind != "yes":
            own = question.kind == "card" and self.match.speaks_for_itself(question)
            self.accepted.append(question.source if own else -1)
        if question.kind == "number" and not answer and "mode" in self.kinds:
            self.spare = self.spare or any(_is_number(entry) for _, entries in self.history for entry in entries)
        self.saved = self.saved or (question.saves and not answer)
        self.stopped += question.low <= len(answer) < question.high and len(answer) > 0
        self._answer(answer)
        return True

    def _use_up_repeated(self, question: Question) -> None:
        """What was asked before with one answer only, and may now be done once more, has used up its entries (Sifu)."""
        if question.kind != "card" or not question.can_decline:
            return
        asked = [decision for decision in self.forced if _topic(decision[0]) == _topic(question)]
        for decision in asked:
            self.pool = self.match.use_up_forced(*decision, self.pool)
            self.forced.remove(decision)
        if asked and self.pool and isinstance(self.pool[0], int):
            again = max(0, self.pool[0] - len(asked))
            self.pool = [asked[-1][0].items[0].name] * again + self.pool[1:]

    def _yes_so_often(self, question: Question) -> list[tuple[Any, Pool, bool]]:
        """A yes that is still due because a number said how often."""
        due = question.kind == "yes" and self.often is not None and self.often[0] == _topic(question) and self.often[1]
        return [((0,), self.pool, False)] if due else []

    def _yes_by_number(self, question: Question) -> list[tuple[Any, Pool, bool]]:
        """A number from two on is so many times yes, where an amount is asked for one by one (Mi-go)."""
        if question.kind != "yes" or self.often is not None:
            return []
        numbers = [i for i, entry in enumerate(self.pool) if isinstance(entry, int) and entry > 1]
        return [((0,), self.pool[:i] + self.pool[i + 1 :], False) for i in numbers[:1]]

    def _note_yes(self, question: Question, answer: tuple[int, ...], before: Pool) -> None:
        """Counts the yeses that a number stands for."""
        if question.kind != "yes" or not answer:
            return
        number = [entry for entry in before if isinstance(entry, int) and not any(entry is e for e in self.pool)]
        if number:
            self.often = (_topic(question), number[0] - 1)
        elif self.often is not None and self.often[0] == _topic(question):
            self.often = (self.often[0], self.often[1] - 1)

    def _name_the_victim(self, question: Question) -> None:
        """An entry that names the only card to choose does not accept what that card then offers, if it need not.

        So who names the only possible victim does not save it, and who takes the only Scout does not take it home.
        """
        asking = question.kind == "yes" and question.source >= 0 and not self.game.rules.card(question.source).is_base
        if not self.game.rules.replacing and not asking:
            return
        for decision in self.forced[:]:
            left = self.match.use_up_forced(*decision, self.pool)
            if left != self.pool:
                way = self.script[len(self.taken)] if len(self.taken) < len(self.script) else 0
                self.taken.append((way, 2))
                if way == 0:
                    self.pool = left
                    self.forced.remove(decision)

    def _repeat(self, question: Question) -> None:
        """A number says how often what was just answered is done, where it is asked for one by one: `[worker, 2]`."""
        asked = [topic for topic, _ in self.history]
        pool = self.pool
        if question.kind != "card" or _topic(question) not in asked:
            return
        if len(pool) > 1 and isinstance(pool[1], int) and self.forced:
            pool = self.match.use_up_forced(*self.forced[-1], pool[:1]) + pool[1:]
        if pool and isinstance(pool[0], int):
            last = len(asked) - 1 - asked[::-1].index(_topic(question))
            once = [entry for _, entries in self.history[last:] for entry in entries]
            self.pool = once * (pool[0] - 1) + pool[1:]

    def _defaults(self, question: Question, *, fitting: bool) -> list[tuple[Any, Pool, bool]]:
        """What is done where nothing in the pool fits, and guesses that a later entry may bear out."""
        pool = self.pool
        passive = self.act == "until"
        ways: list[tuple[Any, Pool, bool]] = []
        if question.kind == "main":
            return [((len(question.items) - 1,), pool, False)]
        if question.kind in ("order", "arrange"):
            ways.append((_first(question), pool, False))
        elif self._stays_open(question) and not passive:
            ways.append((None, pool, False))
            ways.append(((), pool, False))
        elif question.can_decline:
            ways.append(((), pool, False))
        elif passive and not fitting:
            ways.append((_first(question), pool, False))
        answering = (
            question.kind == "special" and self.game.rules.window == NO_WINDOW
        )  # Mboro Hornet: "may you?", then where
        if pool and (
            question.kind in ("yes", "mode")
            or (question.high == 1 and question.kind in ("card", "player"))
            or ((answering or question.kind == "play") and len(question.items) == 1)
        ):
            ways += [((option.index,), pool, True) for option in question.options]
        if pool and question.kind == "special":
            # In 2013 a card in play is picked in the window before it asks what for.
            ways += [((option.index,), pool, True) for option in question.options if option.kind == "trigger"]
        ways += self._yes_by_number(question)
        only = question.items[0] if question.kind == "card" and len(question.items) == 1 else None
        if pool and isinstance(pool[0], int) and pool[0] > 0 and only is not None and (only.in_play or pool[0] == 1):
            # So many of the only thing there is, where it is asked for one by one (counters).
            ways.append(((0,), [question.items[0].name] * (pool[0] - 1) + pool[1:], False))
        if self.by_name:
            ways += [(answer, rest, False) for answer, rest in self.match.accepted_by_name(question, pool)]
        if question.kind == "arrange":
            ways += [(answer, rest, False) for answer, rest in self.match.orders_begun(question, pool)]
        if pool and question.kind == "order":
            ways += [((option.index,), pool, False) for option in question.options[1:]]
        return ways

    def _stays_open(self, question: Question) -> bool:
        """Whether it is a Me First window; or if looked at next, what a base may offer while it scores."""
        if question.window or not (self.run.checks_decision and question.can_decline and question.source >= 0):
            return question.window
        return question.game.state.scoring >= 0 and question.game.card(question.source).is_base

    def _answer(self, answer: tuple[int, ...]) -> None:
        self._note_places(self.game.question, answer)
        self.game.answer(answer)
        for question, taken in self.game.rules.forced or []:
            self._note_places(question, taken)
        self.forced += self.game.rules.forced or []
        self.game.rules.forced = []

    def _note_places(self, question: Question, answer: tuple[int, ...]) -> None:
        for i in answer:
            card = question.options[i].card
            if card < 0 or question.kind in ("main", "order"):
                continue
            base, host = question.game.card(card).base, question.game.card(card).host
            holder = question.game.card(card).controller
            if holder is not NOBODY and holder != question.player:
                self.holders.add(holder)
            self.pickers.add(question.player)
            if base is not None and base.id != card:
                self.picked.add(card)
                self.places |= {base.id} if host is None else {base.id, host.id}

    def _check_offers(self, question: Question) -> None:
        if question.kind in ("main", "order"):
            return
        for entry in self.not_offered:
            if self.match.is_offered(question, entry):
                raise Failure(f"{_show(entry)} was offered: {_describe(question)}", self.step.line)

    def _finish_plays(self) -> None:
        """An extra card in the pool that was kept for later is played now."""
        while self.pool and isinstance(self.pool[0], Map) and "play" in self.pool[0] and not self.game.is_over:
            question = self.game.question
            if question.kind != "main":
                return
            options = [o for o in question.options if o.kind == "play" and self.match.fits(question, o, self.pool[0])]
            if not options:
                return
            self.pool = self.pool[1:]
            self._answer((options[0].index,))
            while not self._is_done():
                if not self._decide(self.game.question):
                    return


def _topic(question: Question) -> tuple[int, str]:
    """What a question is about, without what is left to do."""
    return question.source, re.sub(r"\d+", "", question.prompt)


def _checks_decision(step: Any) -> bool:
    """Whether a step, or the end of the scenario, looks at the decision that is open."""
    expected = step.get("expect") if isinstance(step, Map) else None
    return isinstance(expected, Map) and expected.get("decision", "none") not in (None, "none")


def _passes_by_default(game: Game) -> bool:
    return not game.is_over and (game.question.window or game.question.kind in ("order", "arrange"))


def _spelled_out(entry: Any) -> Any:
    """A list of a card and how often, `[worker, 2]`, as that many times the card."""
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], int) and not isinstance(entry[0], int):
        return entry[:1] * entry[1] if 0 < entry[1] <= _MOST else entry
    return entry


def _is_number(entry: Any) -> bool:
    """Whether an entry is the number of an alternative, or says which of several parts are done: `[1, 2]`."""
    return isinstance(entry, int) or (isinstance(entry, list) and all(isinstance(part, int) for part in entry))


def _is_same(before: Game, after: Game) -> bool:
    """Whether nothing has happened but that a talent is used up: other engines refuse such a talent."""
    if after.is_over or after.question.kind != "main":
        return False
    old, new = (game.state.copy() for game in (before, after))
    for state in (old, new):
        state.deeds = [deed for deed in state.deeds if deed.what != USED]
    return old.to_json() == new.to_json()


def _granted_last(option: Option) -> bool:
    return option.using >= 0


def _first(question: Question) -> tuple[int, ...]:
    return tuple(range(question.low))


def _describe(question: Question) -> str:
    options: Iterable[str] = [option.text for option in question.options]
    if question.can_decline:
        options = [*options, "pass"]
    return f"{question.prompt!r} [{', '.join(options)}]"


def _show(value: Any) -> str:
    if isinstance(value, Map):
        return "{" + ", ".join(f"{word}: {_show(part)}" for word, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_show(part) for part in value) + "]"
    return str(value)
