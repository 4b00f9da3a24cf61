"""One way through a step: its action, and the decisions that follow, answered from its pool or by default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine import Game, Question, State
from basebash.engine.data.terms import NOBODY, PHASE_NAMES
from basebash.scenario.answers import answers
from basebash.scenario.defaults import defaults, yes_so_often
from basebash.scenario.errors import Refused
from basebash.scenario.expect import Failure
from basebash.scenario.files import Map, ScenarioError
from basebash.scenario.leftovers import complain, use_up_named, use_up_places
from basebash.scenario.names import DECLINES
from basebash.scenario.options import fits, is_offered, speaks_for_itself
from basebash.scenario.pool import Pool, plain, spelled_out
from basebash.scenario.questions import describe, is_number, show, topic
from basebash.scenario.repeats import name_the_victim, note_yes, repeat, use_up_repeated
from basebash.scenario.starts import MAX_ANSWERS, STARTS

if TYPE_CHECKING:
    from basebash.scenario.runner import Run


class Attempt:
    """One way through the decisions that a step raises."""

    def __init__(
        self, run: Run, step: Map, act: str, script: list[int], *, only_start: bool, by_name: bool = False
    ) -> None:
        self.run = run
        self.step = step
        self.act = act
        self.script = script
        self.only_start = only_start  # only the legality of the step is checked, not its consequences
        self.by_name = by_name  # an offer may be accepted by the name of its card, or of what it is about
        self.taken: list[tuple[int, int]] = []  # for each decision: the way taken, and the number of ways
        self.game = run.copy()
        self.game.rules.forced = []
        if act == "until" and self._waits_for_phase():
            self.game.rules.phases = []
        self.was_over = self.game.is_over  # also starts the copy, so that its window is open
        self.names = run.names
        choose = step.get("choose") or []
        self.pool: Pool = spelled_out(choose)
        self.names.note_cards(self.game.rules, self.pool)
        self.guess: tuple[int, int] | None = None  # entries left and decisions forced when an answer was guessed
        self.forced: list[tuple[Question, tuple[int, ...]]] = []
        self.kinds: set[str] = set()  # the kinds of questions asked
        self.picked: set[int] = set()  # cards at a base
        self.places: set[int] = set()  # the bases they were at
        self.pickers: set[int] = set()  # who picked them
        self.holders: set[int] = set()  # the other players whose cards were picked anywhere
        self.accepted: list[int] = []  # the cards whose offers were accepted by naming the target
        self.reorder: Game | None = None
        self.ordered: int | None = None  # the card in play that was named to respond (in 2013: picked in a window)
        self.picked_text = ""  # the alternatives that were picked, with what was asked
        self.stopped = 0  # how often fewer cards were picked than possible
        self.saved = False  # an extra play was kept for later
        self.spare = False  # a number was left over, or went to an alternative where it may have been an amount
        self.history: list[tuple[tuple[int, str], Pool]] = []  # the questions asked, and the entries that answered them
        # the question whose yes a number stands for, and how many more times
        self.often: tuple[tuple[int, str], int] | None = None
        not_offered = step.get("not_offered") or []
        self.not_offered = not_offered if isinstance(not_offered, list) else [not_offered]

    def next_script(self) -> list[int]:
        """Return the next way to try: the last decision that has another answer, changed."""
        taken = self.taken
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        return [way for way, _ in taken[:-1]] + [taken[-1][0] + 1] if taken else []

    def start(self) -> None:
        """Perform the action of the step."""
        STARTS[self.act](self)

    def go_on(self) -> None:
        """Answer the following decisions from the pool or by default, up to the next one that stays open."""
        for _ in range(MAX_ANSWERS):
            if self._is_done() or not self._decide(self.game.question):
                break
        else:
            raise ScenarioError("The step does not end.", self.step.line)
        if self.saved:
            self._finish_plays()
        use_up_named(self)
        use_up_places(self)
        left = [entry for entry in self.pool if entry != []]
        if left and not self.kinds & {"number", "mode"}:
            # Other engines do not ask about an impossible alternative.
            self.spare = self.spare or any(map(is_number, left))
            left = [entry for entry in left if not is_number(entry)]
        asked = " ".join(prompt.lower() for (_, prompt), entries in self.history if entries)
        # "Which one on the bottom?": another engine does not ask for the place, but it may be given.
        left = [entry for entry in left if plain(entry) not in ("top", "bottom") or plain(entry) not in asked]
        for _ in range(self.stopped):
            # Another engine asks for one card after another until told to stop.
            last = next((entry for entry in left if str(plain(entry)) in DECLINES), None)
            left = [entry for entry in left if entry is not last]
        for source in self.accepted:
            # Another engine asks "may you?" before "which?".
            for number, entry in enumerate(left):
                if self.names.is_yes(self.game.rules, plain(entry), source):
                    del left[number]
                    break
        complain(self, left)

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
        """Whether the step waits for a phase in which perhaps nobody is asked anything."""
        condition = self.step["until"]
        return isinstance(condition, Map) and condition.get("phase", "play") != "play"

    def _is_awaited(self, state: State) -> bool:
        condition = self.step["until"]
        players = self.run.position.players
        return ("turn" not in condition or players[state.turn_player] == str(condition["turn"])) and (
            "phase" not in condition or PHASE_NAMES[state.phase] == condition["phase"]
        )

    def _comes_to_rest(self) -> bool:
        """Return to the start of the phase that was waited for, if it has been reached."""
        for state in self.game.rules.phases or []:
            if self._is_awaited(state):
                self.game = Game.from_position(self.game.setup, state)
                return True
        return False

    def _decide(self, question: Question) -> bool:
        """Answer one decision; return False if it stays open."""
        self.kinds.add(question.kind)
        self._check_offers(question)
        use_up_repeated(self, question)
        repeat(self, question)
        name_the_victim(self, question)
        ways: list[tuple[Any, Pool, bool]] = [
            (answer, rest, False)
            for answer, rest in (answers(self.names, question, self.pool) if question.kind != "main" else ())
        ]
        named = len(ways)
        ways += defaults(self, question, fitting=bool(ways))
        if question.kind == "order":
            # Entries give the order, but are used up by it only if no other question takes them.
            unused = [(answer, self.pool, False) for answer, _, _ in ways[:named]]
            ways = unused + ways
            named = 0
        ways = yes_so_often(self, question) + ways
        if question.source == self.ordered and question.can_decline and len(question.items) == 1:
            # Naming a card to respond means that it does, unless the next entry declines.
            ways.insert(named if ways and ways[0][0] == () else 0, ((0,), self.pool, False))
        if not ways and self.act == "titan" and question.kind == "play" and self.step.get("on") in self.pool:
            raise Refused(f"{self.step['titan']} cannot be played on {show(self.step['on'])}")
        if not ways:
            raise ScenarioError(
                f"Nothing in `choose` answers {describe(question)} for {self.run.position.players[question.player]}.",
                self.step.line or self.run.line,
            )
        way = self.script[len(self.taken)] if len(self.taken) < len(self.script) else 0
        self.taken.append((way, len(ways)))
        before = self.pool
        answer, self.pool, guess = ways[way]
        if answer is None:
            return False
        note_yes(self, question, answer, before)
        used = [entry for entry in before if not any(entry is left for left in self.pool)]
        self.history.append((topic(question), [] if len(self.pool) == len(before) else used))
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
            own = question.kind == "card" and speaks_for_itself(question)
            self.accepted.append(question.source if own else -1)
        if question.kind == "number" and not answer and "mode" in self.kinds:
            self.spare = self.spare or any(is_number(entry) for _, entries in self.history for entry in entries)
        self.saved = self.saved or (question.saves and not answer)
        self.stopped += question.low <= len(answer) < question.high and len(answer) > 0
        self.answer(answer)
        return True

    def answer(self, answer: tuple[int, ...]) -> None:
        self._note_places(self.game.question, answer)
        self.game.answer(answer)
        for question, taken in self.game.rules.forced or []:
            self._note_places(question, taken)
        self.forced += self.game.rules.forced or []
        self.game.rules.forced = []

    def _note_places(self, question: Question, answer: tuple[int, ...]) -> None:
        for i in answer:
            card = question.options[i].card
            if question.kind == "mode":
                self.picked_text += f" {question.prompt} {question.options[i].text}"
                self.pickers.add(question.player)
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
            if is_offered(self.names, question, entry):
                raise Failure(f"{show(entry)} was offered: {describe(question)}", self.step.line)

    def _finish_plays(self) -> None:
        """Play an extra card in the pool that was kept for later."""
        while self.pool and isinstance(self.pool[0], Map) and "play" in self.pool[0] and not self.game.is_over:
            question = self.game.question
            if question.kind != "main":
                return
            options = [o for o in question.options if o.kind == "play" and fits(self.names, question, o, self.pool[0])]
            if not options:
                return
            self.pool = self.pool[1:]
            self.answer((options[0].index,))
            while not self._is_done():
                if not self._decide(self.game.question):
                    return
