"""Whether a position is a puzzle: one turn is best by a margin, whatever the player cannot see.

The position is never searched itself, only copies in which everything hidden from the player is dealt again. The first
copy is the one that is kept; in the others the same turn must be the only best one.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from basebash import Answer, Game, NotNow
from basebash.bots import ask, make_bot
from basebash.bots.evaluate import missing_at
from basebash.bots.greedy import position_key
from basebash.engine import DECK, MINION, State
from basebash.engine.rules.power import all_totals
from basebash.puzzles.search import WON, Ending, NotUnique, Sample, Search, TooMany, exact_key, least
from basebash.puzzles.store import Found, MinedPuzzle, summary_of
from basebash.puzzles.themes import themes_of
from basebash.puzzles.turns import ME, Goal, is_turn_over, let_rivals_answer, outcome

DEALS: Final = 4
"""In how many deals of what the player cannot see the turn is searched."""
MOST_NODES: Final = 10_000
"""How many answers the search of a turn may take."""
MOST_LINES: Final = 20_000
"""How many lines a turn may have by a rough estimate; most turns have fewer, because their order rarely matters."""
MARGIN: Final = 2
"""How many VP the best turn brings more than any other."""
FEWEST_ENDS: Final = 12
"""With fewer ends there is little to choose from."""
FEWEST_STEPS: Final = 2
REACH: Final = 4
"""How much power beyond the two strongest minions in hand may be missing to a breakpoint."""
FIRST_TURNS: Final = 40
MORE_TURNS: Final = 250
"""How many random turns are played before the search."""
MOST_NEAR: Final = 0.15
"""The largest share of random turns that may come near the best."""
LARGEST_HAND: Final = 4
TRIMS: Final = 8
"""How many choices of cards are tried where the hand is larger."""
RANDOM_TRIES: Final = 20
MOST_LUCKY: Final = 3
"""A puzzle that random answers solve more often than this is too easy."""

_SEEDS: Final = 1 << 40


class Verdict:
    """The best turn of a position: its goal, an ending that reaches it, and what has to be done."""

    __slots__ = ("best", "endings", "goal")

    def __init__(self, goal: Goal, best: Ending, endings: list[Ending]) -> None:
        self.goal = goal
        self.best = best
        self.endings = endings


def is_promising(game: Game) -> bool:
    """Return whether a base could score this turn, by a rough estimate."""
    state = game.state
    powers = sorted((state.printed[i].power for i in state.hands[ME] if state.printed[i].kind & MINION), reverse=True)
    most = sum(powers[:2]) + REACH
    return any(0 < _missing(game, base) <= most for base in range(len(game.rules.bases)))


def _missing(game: Game, number: int) -> int:
    base = game.rules.bases[number]
    return missing_at(game, base, all_totals(game.rules, base))


def looks_unique(deal: Game, chance: State) -> int | None:
    """Return the best score among random turns if few come near it, and those have something in common."""
    sample = Sample(deal)
    sample.add(FIRST_TURNS, chance)
    if (
        sample.best < MARGIN
        or sample.lines > MOST_LINES
        or sample.share > MOST_NEAR
        or len(sample.common()) < FEWEST_STEPS
    ):
        return None
    sample.add(MORE_TURNS, chance)
    if sample.share > MOST_NEAR or len(sample.common()) < FEWEST_STEPS:
        return None
    return sample.best


def judge(deal: Game, *, exact: bool = False, most: int = MOST_NODES, known: int | None = None) -> Verdict | None:
    """Return the only best turn of a deal; None if several are as good, or there are too many to tell.

    `known`: a score that can be reached.
    """
    try:
        fewest = 0 if known is None else FEWEST_STEPS
        search = Search(deal, most, key=exact_key if exact else position_key, known=known, fewest=fewest)
    except (TooMany, NotUnique):
        return None
    if len(search.endings) < FEWEST_ENDS:
        return None
    near = search.near_best()
    goal = Goal("win") if search.best >= WON else Goal("gain", search.best)
    if goal.kind == "gain" and goal.target <= 0:
        near = [one for one in search.endings if max(one.gained[ME + 1 :]) <= 0 and one.score > -WON]
        goal = Goal("stop")
        if not near or any(not one.answers for one in near):
            return None
    essential = least(near)
    if len(essential) != 1 or len(essential[0]) < FEWEST_STEPS:
        return None
    fits = [one for one in near if one.done == essential[0] and one.score == search.best]
    if not fits:
        return None
    return Verdict(goal, min(fits, key=_length), search.endings)


def _length(one: Ending) -> int:
    return len(one.answers)


def trimmed(deal: Game, kept: frozenset[int], size: int, chance: State) -> Game:
    """Return the same position with only this many cards in the player's hand; the others go into the deck."""
    assert deal.start is not None
    state = deal.start.copy()
    hand, deck = state.hands[ME], state.decks[ME]
    spare = [card for card in hand if state.owner[card] == ME and card not in kept]
    while len(hand) > size and spare:
        card = spare.pop(chance.random(len(spare)))
        hand.remove(card)
        deck.insert(chance.random(len(deck) + 1), card)
        state.zone[card] = DECK
        state.known[card] = 0
    return Game.from_position(deal.setup, state)


def puzzle_at(game: Game, chance: State) -> MinedPuzzle | None:
    """Return a puzzle at a position of a game, at the first player's decision; None if there is none.

    Large hands make turns that nobody wants to think through. Of these only a few cards are kept: those of a good turn,
    and others.
    """
    try:
        deal = game.determinised(ME, chance.random(_SEEDS))
        sample = Sample(deal)
        sample.add(FIRST_TURNS, chance)
        if sample.best < MARGIN:
            return None
        if len(game.state.hands[ME]) <= LARGEST_HAND:
            return puzzle_from(deal, chance) if sample.share <= MOST_NEAR else None
        used = sample.used()
        for _ in range(TRIMS):
            kept = used[chance.random(len(used))]
            if len(kept) < LARGEST_HAND:
                size = max(len(kept) + 1, LARGEST_HAND - chance.random(2))
                start = trimmed(deal, kept, size, chance)
                found = puzzle_from(start.determinised(ME, chance.random(_SEEDS)), chance)
                if found is not None:
                    return found
    except NotNow:
        pass
    return None


def puzzle_from(deal: Game, chance: State) -> MinedPuzzle | None:
    """Return the puzzle at a deal; None if its turn has several best lines, or what is hidden matters."""
    known = looks_unique(deal, chance)
    found = None if known is None else judge(deal, known=known)
    if found is None:
        return None
    for _ in range(1, DEALS):
        other = judge(deal.determinised(ME, chance.random(_SEEDS)), known=known)
        if other is None or other.goal != found.goal or other.best.done != found.best.done:
            return None
    assert deal.start is not None
    weakest = weakest_solver(deal, found.goal, chance)
    if weakest is None:
        return None
    state = deal.start.to_json()
    name = blake2b(repr((state["printed"], state["zone"], state["where"])).encode(), digest_size=5).hexdigest()
    best = found.best
    return MinedPuzzle(
        id=name,
        setup=deal.setup.to_json(),
        state=state,
        goal=found.goal,
        solution=list(best.answers),
        done=sorted(best.done),
        themes=themes_of(deal, found.goal, best.answers, found.endings),
        found=weakest,
        ends=len(found.endings),
        steps=len(best.done),
        summary=summary_of(deal),
    )


def weakest_solver(deal: Game, goal: Goal, chance: State) -> Found | None:
    """Return the weakest bot that solves a puzzle; None if random answers often do."""
    lucky = sum(_solves_by_chance(deal, goal, chance) for _ in range(RANDOM_TRIES))
    if lucky > MOST_LUCKY:
        return None
    if lucky:
        return "random"
    bots: tuple[tuple[Found, str, int], ...] = (("easy", "easy", 2), ("normal", "normal", 1), ("hard", "search@60", 1))
    for name, bot, tries in bots:
        if any(solves(deal, goal, bot, chance.random(_SEEDS)) for _ in range(tries)):
            return name
    return "nobody"


def _solves_by_chance(deal: Game, goal: Goal, chance: State) -> bool:
    game = deal.clone()
    before = list(game.state.vp)
    let_rivals_answer(game)
    while not is_turn_over(game):
        game.answer(game.question.random_answer(chance))
        let_rivals_answer(game)
    return outcome(game, goal, before) == "solved"


def solves(deal: Game, goal: Goal, bot: str, seed: int) -> bool:
    """Return whether a bot solves a puzzle."""
    player = make_bot(bot, seed)
    game = deal.clone()
    before = list(game.state.vp)
    let_rivals_answer(game)
    while not is_turn_over(game):
        game.answer(ask(player, game))
        let_rivals_answer(game)
    return outcome(game, goal, before) == "solved"


def replayed(deal: Game, answers: list[Answer]) -> Game:
    """Return the position after these answers of the player."""
    game = deal.clone()
    let_rivals_answer(game)
    for answer in answers:
        game.answer(answer)
        let_rivals_answer(game)
    return game
