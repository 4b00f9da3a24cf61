"""Information-set Monte Carlo tree search over determinised copies.

Each iteration descends a tree of answers in one copy, plays on to the start of the searcher's next turn with a quick
greedy policy for everybody, and evaluates everybody's chances there; each player in the tree maximises their own
(max-n). Three things make few iterations go far:

- The tree is seeded with the best turns that a beam search finds, so that answers that need each other are tried
  together. The number of answers tried at a node grows with its visits, the most promising first.
- Answers are identified by their meaning, not by their index, so that one node serves all copies.
- The answers at the root race: each is tried on the same copies in the same order, the effect of a copy is separated
  from the effect of an answer, and time goes to the best answer and to the rival with the largest expected gain. The
  spread of the values and the error of the priors are estimated from the position itself: a turn that may end the
  game needs more samples than a quiet one.
"""

from __future__ import annotations

from functools import partial
from math import erf, exp, log, pi, sqrt
from random import Random

from basebash.bots.bot import Ask, Copies, Thought
from basebash.bots.evaluate import chances
from basebash.bots.greedy import Line, is_at_end, lines_of_turn, quick_turn, release_lines, replied, settle, worth_of
from basebash.bots.moves import Signature, answer_with, best_several, is_single, signature, single_answers, text_of
from basebash.bots.tree import Budget, Child, Node, keep, line_from, tries_of, visits_of
from basebash.engine import Answer, Game

EXPLORE = 0.5  # exploration constant below the root, in standard deviations of the values
SLIGHT = 0.00001  # an expected gain too small to spend time on
PRIOR_ERROR = 0.1  # standard error of priors, before anything is measured
NOISE = 0.08  # standard deviation of an answer's values over copies, before anything is measured
KNOWN = 4.0  # how many observations these two count for
SWEEPS = 3  # passes of separating the effect of copies from the effect of answers
LATE_COMER = 0.02  # penalty for an answer that no line of the beam starts with
UNCLEAR = 0.03  # penalty for an answer that there was no time to follow to the end of the turn
WIDTH = 6  # of the beam
PLANS = 30  # lines of the beam that are added to the tree
LONGEST_PLAYOUT = 24  # turns and parts of turns in a rollout
RIPE = 4  # visits after which the searcher's own next answer gets a node
RIPE_FOR_OTHERS = 24  # the same for others: their cards differ between copies, and a good whole turn comes first


class NoCopy(Exception):
    """No copy could be dealt that is at the question."""


class Search:
    """The search for one answer."""

    def __init__(self, question: Ask, copies: Copies, chance: Random, budget: Budget) -> None:
        self.me = question.player
        self.copies = copies
        self.chance = chance
        self.budget = budget
        self.seed = chance.getrandbits(48)
        self.deals: list[Game] = []
        self.luck: list[float] = []  # the effect of each copy on all answers
        self.root = Node()
        self.done = 0
        self.question = question
        self.drift = 0.0  # mean difference between values and priors, which are taken at different moments
        self.noise = NOISE  # the estimated standard deviation of an answer's values
        self.prior_error = PRIOR_ERROR  # the estimated standard error of the priors

    def deal(self, number: int) -> Game:
        """Return the copy of this number, which the caller may change."""
        while len(self.deals) <= number:
            game = self.copies.deal_for(self.question, self.seed + len(self.deals))
            if game is None:
                raise NoCopy
            self.deals.append(game)
            self.luck.append(0.0)
        return self.deals[number].clone()

    def run(self) -> None:
        """Search until the budget is spent or one answer is left."""
        self._seed_tree()
        while not self.budget.is_spent(self.done):
            child = self._next()
            if child is None:
                break
            self._iterate(child)
            self.done += 1
            self._weigh()

    def adopt(self, node: Node) -> None:
        """Reuse a part of the last search's tree if it is about the same question."""
        if not node.is_about(self.question):
            return
        question = self.deal(0).question
        for key, child in node.children.items():
            answer = answer_with(question, key)
            if answer is None:
                return
            child.answer = answer
        keep(node, self.me)
        self.root = node

    def best(self) -> Child:
        """Return the answer that did best."""
        return self._ranked()[0]

    def thoughts(self) -> list[Thought]:
        """Return the answers that were tried, best first, each with the value that ranks it.

        Correcting for the luck of copies and for uncertainty can lead beyond 0 and 1; what is reported is a chance.
        """
        return [
            Thought(child.answer, line_from(child), min(1.0, max(0.0, self._certain(child))), child.visits)
            for child in self._ranked()[:12]
        ]

    def _ranked(self) -> list[Child]:
        """Return the answers that were tried, best first; all of them if there was no time to try any."""
        children = list(self.root.children.values())
        tried = [child for child in children if child.visits]
        return sorted(tried or children, key=self._certain, reverse=True)

    # ------------------------------------------------------------------------------------------- what was found
    def _estimate(self, child: Child) -> float:
        """Return the estimated value of an answer to the searcher; the prior counts for some visits."""
        followed = self._followed(child)
        total = followed.kept_total + sum([values[self.me] - self.luck[copy] for copy, values in followed.found])
        return (total + self._trust * (followed.prior + self.drift)) / (followed.visits + self._trust)

    def _error(self, child: Child) -> float:
        """Return the standard error of the estimate."""
        return self.noise / sqrt(self._followed(child).visits + self._trust)

    @property
    def _trust(self) -> float:
        """How many visits a prior counts for."""
        return (self.noise / self.prior_error) ** 2

    def _certain(self, child: Child) -> float:
        """Return a cautious estimate."""
        return self._estimate(child) - 0.5 * self._error(child)

    def _followed(self, child: Child) -> Child:
        """Return the end of the line that was followed most: exploring beside it does not count against the answer."""
        while child.node is not None and child.node.player == self.me and child.node.children:
            most = max(child.node.children.values(), key=visits_of)
            if most.visits < 2 or 2 * most.visits < child.visits:
                break
            child = most
        return child

    def _next(self) -> Child | None:
        """Return the best answer at the root or its most promising rival, whichever was tried less.

        Return None if no rival promises a gain.
        """
        worth = [(self._estimate(child), self._error(child), child) for child in self.root.children.values()]
        most, error, best = max(worth, key=_first)
        rival, promise = best, SLIGHT
        for value, other_error, child in worth:
            if child.visits and best.visits:
                gain = _expected_gain(value - most, sqrt(error**2 + other_error**2))
            else:  # values of the best answer say nothing about an answer that was never tried
                gain = _expected_gain(child.prior - best.prior, sqrt(2.0) * self.prior_error)
            if child is not best and gain > promise:
                rival, promise = child, gain
        if rival is best:
            return None if best.visits or len(worth) == 1 else best
        return min(best, rival, key=tries_of)

    def _weigh(self) -> None:
        """Separate the effect of copies from that of answers, and estimate the noise and the error of the priors.

        This is a two-way analysis of variance. An answer that was tried once says nothing about its copy.
        """
        me = self.me
        tried = [child for child in map(self._followed, self.root.children.values()) if child.found]
        if not tried:
            return
        several = [child for child in tried if len(child.found) > 1]
        used = 0
        for _ in range(SWEEPS if several else 0):
            sums = [0.0] * len(self.luck)
            counts = [0] * len(self.luck)
            for child in several:
                mean = self._mean(child)
                for copy, values in child.found:
                    sums[copy] += values[me] - mean
                    counts[copy] += 1
            used = sum([count > 0 for count in counts])
            luck = [total / count if count else 0.0 for total, count in zip(sums, counts, strict=True)]
            middle = sum(luck) / used
            self.luck = [value - middle if count else 0.0 for value, count in zip(luck, counts, strict=True)]
        left = 0.0
        for child in several:
            mean = self._mean(child)
            left += sum([(values[me] - mean - self.luck[copy]) ** 2 for copy, values in child.found])
        free = max(0, sum([len(child.found) - 1 for child in several]) - used + 1)
        self.noise = sqrt((KNOWN * NOISE**2 + left) / (KNOWN + free))
        offs = [self._mean(child) - child.prior for child in tried]
        self.drift = sum(offs) / len(offs)
        errors = sum([(off - self.drift) ** 2 for off in offs])
        self.prior_error = sqrt((KNOWN * PRIOR_ERROR**2 + errors) / (KNOWN + len(offs) - 1))

    def _mean(self, child: Child) -> float:
        """Return an answer's mean value, corrected for the luck of its copies."""
        return sum([values[self.me] - self.luck[copy] for copy, values in child.found]) / len(child.found)

    # ------------------------------------------------------------------------------------------- growing
    def _seed_tree(self) -> None:
        """Seed the tree with the best turns that a beam search finds in the first copies."""
        for number, part in enumerate((0.25,) if self.root.children else (0.25, 0.4)):
            lines = lines_of_turn(
                self.deal(number),
                self.me,
                self.chance,
                WIDTH,
                is_late=partial(self.budget.is_over, part),
            )
            for line in lines[:PLANS]:
                self._add_line(line)
            release_lines(lines)
            if self.budget.is_over(part):
                break
        self._add_rest()

    def _add_rest(self) -> None:
        """Add the answers at the root that the beam dropped, each valued by a quick turn that starts with it."""
        question = self.deal(0).question
        if not is_single(question):
            self._add_children(self.root, self.deal(0))
            return
        is_late = partial(self.budget.is_over, 0.5)
        for answer in single_answers(question):
            key = signature(question, answer)
            if key in self.root.children:
                continue
            game = self.deal(0)
            start = game.state.turn
            game.answer(answer)
            game = settle(game, self.me, self.chance, start)
            if not is_at_end(game, self.me, start):
                game = quick_turn(game, self.me, self.chance, is_late)
            prior = chances(game)[self.me] - UNCLEAR * is_late()
            game.release()
            self.root.children[key] = Child(answer, prior, text_of(question, answer))

    def _add_line(self, line: Line) -> None:
        node = self.root
        for number, step in enumerate(line.steps, 1):
            if not node.is_about(step.question):
                return
            child = node.children.get(step.signature)
            if child is None:
                child = Child(step.answer, line.value, step.text)
                node.children[step.signature] = child
            child.prior = max(child.prior, line.value)
            if number == len(line.steps):
                return
            if child.node is None:
                child.node = Node()
            node = child.node

    def _add_children(self, node: Node, game: Game) -> dict[Signature, Answer]:
        """Return the answers of a node that are legal here; new ones get their prior."""
        question = game.question
        value = partial(worth_of, game)
        if is_single(question):
            here = {signature(question, answer): answer for answer in single_answers(question)}
            for key, answer in here.items():
                if key not in node.children:
                    prior = value(answer) - LATE_COMER if node.children else value(answer)
                    node.children[key] = Child(answer, prior, text_of(question, answer))
            return here
        if not node.children:
            for prior, answer in best_several(question, value, self.chance, 16)[:5]:
                key = signature(question, answer)
                node.children[key] = Child(answer, prior, text_of(question, answer))
        found = {key: answer_with(question, key) for key in node.children}
        return {key: answer for key, answer in found.items() if answer is not None}

    # ------------------------------------------------------------------------------------------- one iteration
    def _iterate(self, picked: Child) -> None:
        path: list[Child] = []
        node: Node | None = self.root
        number = len(picked.found)
        game = self.deal(number)
        chance = Random(self.seed + number)  # the same for all answers
        start = game.state.turn
        while node is not None and not self._is_far(game, start):
            question = game.question
            if node is self.root:
                child = picked
                answer = child.answer
            else:
                here = self._add_children(node, game) if node.is_about(question) else {}
                if not here:
                    break
                key = self._select(node, list(here), question.player)
                child = node.children[key]
                answer = here[key]
            node.visits += 1
            path.append(child)
            game.answer(answer)
            if child.node is None and child.visits >= self._ripe_at(game):
                child.node = Node()
            node = child.node
        end = self._play_on(game, start, chance)
        if end is None:
            return
        values = chances(end)
        end.release()
        for child in path:
            child.found.append((number, values))

    def _ripe_at(self, game: Game) -> int:
        """Return how many visits it takes until the open question gets a node."""
        return RIPE if not game.is_over and game.question.player == self.me else RIPE_FOR_OTHERS

    def _select(self, node: Node, keys: list[Signature], player: int) -> Signature:
        """Select one of the most promising children; the number considered grows with the visits."""
        children = sorted([(-node.children[key].prior, n, key) for n, key in enumerate(keys)])
        visits = node.visits + 1
        # A line from the beam is followed first, so that its start is judged by its best continuation.
        wide = 1 + int(0.5 * sqrt(visits))
        best, most = children[0][2], -1e9
        for place, (prior, _, key) in enumerate(children):
            child = node.children[key]
            if place >= wide and -prior - 2 * self.prior_error < most:
                break  # unless everything tried so far does worse than this one promises
            if player == self.me:
                score = self._estimate(child)
            else:
                score = sum([values[player] for _, values in child.found], child.prior) / (len(child.found) + 1)
            score += EXPLORE * self.noise * sqrt(log(visits) / (child.visits + 1))
            if score > most:
                best, most = key, score
        return best

    def _is_far(self, game: Game, start: int) -> bool:
        """Whether the game has reached the searcher's next turn or its end."""
        if game.is_over:
            return True
        state = game.state
        gone = state.turn - start
        return gone > 0 and game.question.kind == "main" and (state.turn_player == self.me or gone >= game.players)

    def _play_on(self, game: Game, start: int, chance: Random) -> Game | None:
        """Play good turns for everybody up to the searcher's next turn; None if time runs out first."""
        for _ in range(LONGEST_PLAYOUT):
            if self._is_far(game, start):
                break
            if game.state.turn > start and game.state.turn_player == self.me:
                game = replied(game, chance, 6)  # what is asked at the start of the turn
                continue
            game = quick_turn(game, game.question.player, chance, self.budget.is_over)
            if self.budget.is_over():
                return None
        return game


def _expected_gain(lead: float, error: float) -> float:
    """Return the expected gain of measuring a lead that is known with this error, and taking it if it is positive.

    >>> round(_expected_gain(0.0, 0.1), 3), round(_expected_gain(-0.2, 0.1), 3), round(_expected_gain(0.3, 0.01), 3)
    (0.04, 0.001, 0.3)
    """
    z = lead / error
    return error * (exp(-0.5 * z * z) / sqrt(2.0 * pi) + 0.5 * z * (1.0 + erf(z / sqrt(2.0))))


def _first(entry: tuple[float, float, Child]) -> float:
    return entry[0]
