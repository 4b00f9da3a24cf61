"""The ways to finish a turn: a beam search over whole turns, and quick turns for playouts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from basebash.bots.bot import Thought
from basebash.bots.evaluate import chances, missing_at, shares, worth_and_promise
from basebash.bots.moves import Signature, best_several, is_single, signature, single_answers, text_of
from basebash.engine import MINION, USED, Answer, Base, Game, Question, State
from basebash.engine.rules.power import all_totals

LONGEST_LINE = 24  # answers to look ahead
LONGEST_EFFECT = 8  # answers to follow an effect
MOST_PICKS_INSIDE = 8  # answers tried there at a question about several cards
MOST_REPLIES = 40  # consecutive answers of other players that are chosen with care


class Line:
    """A sequence of answers by one player and the position it leads to.

    `promise` is what the position is worth if the plays that are left bring what they usually do.
    """

    __slots__ = ("game", "promise", "steps", "value")

    def __init__(self, game: Game, steps: tuple[Step, ...], value: float, promise: float = 0.0) -> None:
        self.game = game
        self.steps = steps
        self.value = value
        self.promise = promise

    @property
    def first(self) -> Answer:
        """Return the answer to give now."""
        return self.steps[0].answer

    def thought(self) -> Thought:
        """Convert to a `Thought`."""
        return Thought(self.first, ", ".join(step.text for step in self.steps), self.value)


class Step:
    """One answer of a line: its picks, and its signature across copies."""

    __slots__ = ("answer", "question")

    def __init__(self, question: Question, answer: Answer) -> None:
        self.question = question
        self.answer = answer

    @property
    def signature(self) -> Signature:
        """The answer's signature, which is the same in every copy."""
        return signature(self.question, self.answer)

    @property
    def text(self) -> str:
        """The answer in words."""
        return text_of(self.question, self.answer)


def lines_of_turn(
    game: Game,
    me: int,
    chance: Random,
    width: int,
    *,
    effects: int = 0,
    most_picks: int = 40,
    is_late: Callable[[], bool] | None = None,
) -> list[Line]:
    """Return ways for a player to finish the turn, best first, found by a beam search over `width` lines.

    The game is a copy at a question for this player; the others answer with `reply`. Of the answers at each decision,
    up to `effects` are followed through what they ask before they are compared; and then lines are compared by what
    they promise, not by what they are worth at once. Once `is_late` returns True, the lines found so far are returned.
    """
    turn = game.state.turn
    beam = [Line(game, (), 0.0)]
    ended: list[Line] = []
    for _ in range(LONGEST_LINE):
        found: dict[object, Line] = {}
        for line in beam:
            if is_late is not None and found and is_late():
                return sorted(ended or found.values(), key=_by_value)
            following = _followed(_continued(line, me, chance, most_picks), me, turn, chance, effects)
            line.game.release()
            for new in following:
                if is_at_end(new.game, me, turn):
                    ended.append(new)
                    continue
                key = position_key(new.game)
                old = found.get(key)
                if old is None or old.value < new.value:
                    found[key] = new
                    if old is not None:
                        old.game.release()
                else:
                    new.game.release()
        if not found:
            break
        beam = sorted(found.values(), key=_by_promise if effects else _by_value)
        for line in beam[width:]:
            line.game.release()
        del beam[width:]
    return sorted(ended or beam, key=_by_value)


def _followed(lines: list[Line], me: int, turn: int, chance: Random, effects: int) -> list[Line]:
    """Follow the best lines that end in the middle of an effect to the next decision of Play Cards.

    In the middle a card has been paid for that has not brought anything yet, so values there say little.
    """
    if not effects:
        return lines
    quiet: list[Line] = []
    for new in sorted(lines, key=_by_value):
        if _is_quiet(new.game, me, turn) or not effects:
            quiet.append(new)
            continue
        effects -= 1
        line = new
        for _ in range(LONGEST_EFFECT):
            inside: list[Line] = []
            for after in _continued(line, me, chance, MOST_PICKS_INSIDE):
                (quiet if _is_quiet(after.game, me, turn) else inside).append(after)
            line.game.release()
            if not inside:
                break
            inside.sort(key=_by_value)
            for dropped in inside[1:]:
                dropped.game.release()
            line = inside[0]
        else:
            quiet.append(line)
    return quiet


def _is_quiet(game: Game, me: int, turn: int) -> bool:
    """Whether a player's line has reached a decision of Play Cards, or its end."""
    return is_at_end(game, me, turn) or game.question.kind == "main"


def _continued(line: Line, me: int, chance: Random, most_picks: int) -> list[Line]:
    question = line.game.question
    turn = line.game.state.turn
    tried: list[Line] = []

    def value(answer: Answer) -> float:
        twin = line.game.clone()
        twin.answer(answer)
        twin = settle(twin, me, chance, turn)
        worth, promise = worth_and_promise(twin, me)
        tried.append(Line(twin, (*line.steps, Step(question, answer)), worth, promise))
        return worth

    if is_single(question):
        for answer in single_answers(question):
            value(answer)
    else:
        best_several(question, value, chance, most_picks)
        tried.sort(key=_by_value)
        for dropped in tried[4:]:
            dropped.game.release()
        del tried[4:]
    return tried


def release_lines(lines: list[Line]) -> None:
    """Drop all references that lead back to the games of these lines, which are no longer needed."""
    for line in lines:
        line.game.release()
        for step in line.steps:
            step.question.game.release()


def quick_turn(game: Game, me: int, chance: Random, is_late: Callable[[], bool]) -> Game:
    """Return the position after a good turn, found quickly: the best answer each time, and minions only where their
    power adds most. The game itself is used up.
    """
    turn = game.state.turn
    best: Game | None = None
    most = -1.0
    for _ in range(LONGEST_LINE):
        step: Game | None = None
        step_worth = -1.0
        answers = _promising(game, chance)
        last = len(answers) - 1
        for number, answer in enumerate(answers):
            if is_late():
                return game
            twin = game if number == last else game.clone()
            twin.answer(answer)
            twin = settle(twin, me, chance, turn)
            worth = chances(twin)[me]
            if is_at_end(twin, me, turn):
                if worth > most:
                    if best is not None:
                        best.release()
                    best, most = twin, worth
                else:
                    twin.release()
            elif worth > step_worth:
                if step is not None:
                    step.release()
                step, step_worth = twin, worth
            else:
                twin.release()
        if step is None:
            break
        game = step
    if best is None:
        return game
    if game is not best:
        game.release()
    return best


def _promising(game: Game, chance: Random) -> list[Answer]:
    """Return the answers that a quick turn considers."""
    question = game.question
    if not is_single(question):
        return [question.random_answer(State(2, chance.getrandbits(32))) for _ in range(4)]
    answers = single_answers(question)
    if question.kind != "main":
        return answers if len(answers) <= 8 else chance.sample(answers, 8)
    state = game.state
    plays: dict[int, list[tuple[int, int, int]]] = {}
    others: list[Answer] = []
    for answer in answers:
        what, card, target, _ = question.items[answer[0]]
        if what == "play" and target >= 0 and state.printed[card].kind & MINION:
            plays.setdefault(state.printed[card].number, []).append((answer[0], card, target))
        else:
            others.append(answer)
    return [*((_strongest_play(game, question.player, options),) for options in plays.values()), *others]


def is_at_end(game: Game, me: int, turn: int) -> bool:
    """Whether a player's line ends here: the turn is over, or another player makes the next decision of theirs."""
    return game.is_over or game.state.turn != turn or game.question.player != me


def settle(game: Game, me: int, chance: Random, turn: int) -> Game:
    """Answer for the other players within this turn, up to the next decision of Play Cards or of `me`.

    Return the game or a copy that goes on instead of it.
    """
    for _ in range(MOST_REPLIES):
        if game.is_over:
            break
        question = game.question
        if question.player == me or question.kind == "main" or game.state.turn != turn:
            break
        game = replied(game, chance, 6)
    return game


def reply(game: Game, chance: Random, options: int) -> Answer:
    """Return a quick answer: among a sample of options, the one that leaves its player best off."""
    if not is_single(game.question):
        return question_sample(game, chance, options)
    answers = _sample(game, chance, options)
    return max(answers, key=partial(worth_of, game)) if len(answers) > 1 else answers[0]


def replied(game: Game, chance: Random, options: int) -> Game:
    """Return the position after `reply`, in the game or in one of the copies that were compared."""
    if not is_single(game.question):
        game.answer(question_sample(game, chance, options))
        return game
    player = game.question.player
    answers = _sample(game, chance, options)
    last = len(answers) - 1
    best: Game | None = None
    most = 0.0
    for number, answer in enumerate(answers):
        twin = game if number == last else game.clone()
        twin.answer(answer)
        worth = chances(twin)[player] if last else 0.0
        if best is None or worth > most:
            if best is not None:
                best.release()
            best, most = twin, worth
        else:
            twin.release()
    assert best is not None
    return best


def _sample(game: Game, chance: Random, options: int) -> list[Answer]:
    """Return the answers with at most one pick, or a sample of them."""
    answers = single_answers(game.question)
    return chance.sample(answers, options) if len(answers) > options else answers


def question_sample(game: Game, chance: Random, options: int) -> Answer:
    """Return the best for its player of a few random answers with several picks."""
    question = game.question
    return best_several(question, partial(worth_of, game), chance, options)[0][1]


def worth_of(game: Game, answer: Answer) -> float:
    """Return what the position is worth, right after this answer, to the player who is asked."""
    player = game.question.player
    twin = game.clone()
    twin.answer(answer)
    worth = chances(twin)[player]
    twin.release()
    return worth


def _strongest_play(game: Game, me: int, plays: list[tuple[int, int, int]]) -> int:
    """Return the option among minion plays (option, card, base) that gains most by power alone."""
    printed = game.state.printed
    before: dict[int, tuple[tuple[int, ...], int, float]] = {}
    best, most = plays[0][0], -1e9
    for option, card, at in plays:
        base = game.rules.card(at).printed
        assert isinstance(base, Base)
        if at not in before:
            there = all_totals(game.rules, game.rules.card(at))
            totals, missing = tuple(there), missing_at(game, game.rules.card(at), there)
            before[at] = (totals, missing, lead_of(shares(totals, missing, base.vp, me), me))
        totals, missing, lead = before[at]
        power = printed[card].power
        after = (*totals[:me], totals[me] + power, *totals[me + 1 :])
        gain = lead_of(shares(after, missing - power, base.vp, me), me) - lead
        if gain > most:
            best, most = option, gain
    return best


def lead_of(points: tuple[float, ...], me: int) -> float:
    """Return a player's lead over the best of the others."""
    return points[me] - max(points[:me] + points[me + 1 :])


def position_key(game: Game) -> object:
    """Return a key that is equal for lines that reach the same position in a different order."""
    state = game.state
    question = game.question
    return (
        question.kind,
        question.prompt,
        0 if question.kind == "main" else len(question.items),
        tuple(state.zone),
        tuple(state.where),
        tuple(state.counters),
        tuple(state.vp),
        frozenset((deed.other, deed.value) for deed in state.deeds if deed.what == USED),
        len(state.plays),
        len(state.effects),
    )


def _by_value(line: Line) -> float:
    return -line.value


def _by_promise(line: Line) -> float:
    return -line.promise
