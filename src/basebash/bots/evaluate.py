"""What a position is worth to each player, without looking ahead.

A player's score is in victory points: those they have, those they can expect from each base (given how far it is from
its breakpoint, who leads by how much, and who moves next), and a little for power in play and cards in hand. A
softmax that gets steeper towards the end of the game turns scores into chances to win.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import TYPE_CHECKING

from basebash.engine import DECK, DISCARD, HAND, PLAY_CARDS, Base, Card, Game, State
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import ACTION, FUSION, GAME_OVER, MADNESS, MINION, NOBODY, TITAN
from basebash.engine.rules.context import Rules
from basebash.engine.rules.power import COUNTING, all_totals, breakpoint_of, pressure
from basebash.engine.rules.scoring import places_at, prizes_for, would_gain
from basebash.engine.view import gains_at

if TYPE_CHECKING:
    from basebash.engine.vocabulary.printed import Printed

# All numbers were fitted to the outcomes of games between bots by maximum likelihood, except those marked with a *:
# the fit valued cards in hand so highly that bots held back minions that anyone would play. The values below do no
# worse in games. Those for titans, set-aside cards and Madness were fitted separately, to random games of their sets.
FAR = 80
MOST_SHARES = 1 << 16  # kept in the cache
MOST_EXTRAS = 1 << 14  # the same
# How much of a base's prize counts, by the power missing to its breakpoint.
SOON = [0.339 + 0.36 * exp(-missing / 10.0) for missing in range(FAR)]
# How large a lead must be to count as safe, by the power missing.
SPREAD = [1.04 + 0.463 * missing for missing in range(FAR)]
# How likely a player with nothing at a base gets there before it scores, by the power missing.
ARRIVES = [1.0 - exp(-missing / 8.0) for missing in range(FAR)]
NOW = 0.97  # how much of its prize counts at a base that is about to score
TEMPO = 1.9  # what moving next is worth at a base, in power
NEXT = 0.22  # what moving next is worth
ON_TABLE = 0.03  # * a point of power in play, in addition to what it does at its base
MINION_IN_PLAY = 0.08  # *
ACTION_IN_PLAY = 0.174
TITAN_IN_PLAY = 0.3  # in addition to its power
IN_PLAY = {MINION: MINION_IN_PLAY, FUSION: MINION_IN_PLAY, ACTION: ACTION_IN_PLAY, TITAN: TITAN_IN_PLAY}
SET_ASIDE = 0.25  # a card that is buried, stored or in stasis
MADNESS_COSTS = 0.6  # a Madness card: every two cost 1 VP at the end, and until then it is in the way
TALENT = 0.056
MINION_PLAY = 0.35  # * what the right to play a minion usually brings; it only decides which lines are followed
ACTION_PLAY = 0.25  # * the same for an action
IN_HAND = 0.14  # * a card in hand, for the first FULL_HAND
FULL_HAND = 6
MORE_IN_HAND = 0.04  # * each further card in hand
STRENGTH_IN_HAND = 0.05  # * a point of power on the two strongest minions in hand
# How many points ahead make a player 2.7 times as likely to win: at the end, and more for each point still to go. These
# two were fitted again, to 1,227 games of 2 to 4 players.
SURE_AT_END = 1.73
LESS_SURE = 0.0915


class _Cards:
    """What counts of each card of a game, by id; the same in all its copies."""

    __slots__ = ("extras", "powers", "printed", "worths")

    def __init__(self, printed: tuple[Printed, ...]) -> None:
        self.extras: dict[tuple[object, ...], list[int]] = {}  # see `extras`
        self.printed = printed
        self.powers = [card.power for card in printed]
        self.worths = [IN_PLAY.get(card.kind, 0.0) + TALENT * ("talent" in card.hooks) for card in printed]


_cards = _Cards(())


def _cards_of(state: State) -> _Cards:
    """Return the numbers of this game's cards; those of one game are kept."""
    global _cards  # noqa: PLW0603  # a cache
    if _cards.printed is not state.printed:
        _cards = _Cards(state.printed)
    return _cards


def scores(game: Game) -> list[float]:
    """Return what each player has and can expect, in victory points."""
    rules = game.rules
    state = rules.state
    players = len(state.vp)
    result = [float(vp) for vp in state.vp]
    cards = _cards_of(state)
    # During Play Cards the current player still moves next.
    mover = state.turn_player if state.phase <= PLAY_CARDS else (state.seat + 1) % players
    paying = rules.listeners("when_scoring")
    for base in rules.bases:
        printed = base.printed
        assert isinstance(printed, Base)
        totals = all_totals(rules, base)
        missing = missing_at(game, base, totals)
        expected = shares(tuple(totals), missing, printed.vp, mover)
        for player in range(players):
            result[player] += expected[player]
        if paying and any(ability.in_window(me, base) for ability, me, _ in paying):
            soon = SOON[max(0, min(missing, FAR - 1))]
            for player, extra in enumerate(extras(game, base, totals)):
                result[player] += soon * extra
    result[mover] += NEXT
    worths, controller = cards.worths, state.controller
    for on_it in state.on.values():
        for i in on_it:
            whose = controller[i]
            if whose is not NOBODY:
                result[whose] += worths[i]
    if state.rare_zones is not None:
        _add_rare_zones(state, state.rare_zones, result)
    _add_hands(state, cards.powers, result)
    return result


def _add_hands(state: State, powers: list[int], result: list[float]) -> None:
    """Add what cards in hand are worth: their number, and the power of the two strongest minions."""
    for player, hand in enumerate(state.hands):
        first = second = 0
        for i in hand:
            power = powers[i]
            if power > first:
                first, second = power, first
            elif power > second:
                second = power
        more = max(0, len(hand) - FULL_HAND)
        result[player] += IN_HAND * (len(hand) - more) + MORE_IN_HAND * more + STRENGTH_IN_HAND * (first + second)


def _add_rare_zones(state: State, rare: RareZones, result: list[float]) -> None:
    """Add what is out of play: cards in stasis and face-down cards are worth a little, Madness costs points (M31)."""
    for player, cards in enumerate(rare.stasis):
        result[player] += SET_ASIDE * len(cards)
    for cards in rare.under.values():
        for i in cards:
            whose = state.controller[i]
            if whose is not NOBODY:
                result[whose] += SET_ASIDE
    if MADNESS in rare.supply:
        for i in madness_of(state.owner):
            if state.zone[i] in (HAND, DECK, DISCARD):
                result[state.where[i]] -= MADNESS_COSTS


@lru_cache(maxsize=64)
def madness_of(owner: tuple[int, ...]) -> list[int]:
    """Return the ids of the Madness cards among all cards of a game."""
    return [i for i, seat in enumerate(owner) if seat == MADNESS]


def missing_at(game: Game, base: Card, totals: list[int]) -> int:
    """Return how much power a base needs to reach its breakpoint; power that scores less still counts in full (L7)."""
    bears = sum(totals) if COUNTING.isdisjoint(game.rules.index) else pressure(game.rules, base)
    return breakpoint_of(game.rules, base) - bears


def chances(game: Game) -> list[float]:
    """Return each player's chance to win; they add up to 1."""
    state = game.state
    if state.phase == GAME_OVER:
        return [1.0 / len(state.winners) if player in state.winners else 0.0 for player in range(len(state.vp))]
    return chances_from(game, scores(game))


def worth_and_promise(game: Game, me: int) -> tuple[float, float]:
    """Return a player's chance to win, and what it is if the plays they have left bring what they usually do."""
    state = game.state
    if state.phase == GAME_OVER:
        worth = 1.0 / len(state.winners) if me in state.winners else 0.0
        return worth, worth
    points = scores(game)
    worth = chances_from(game, points)[me]
    if state.phase != PLAY_CARDS or state.turn_player != me:
        return worth, worth
    points[me] += _worth_of_plays(state, me)
    return worth, chances_from(game, points)[me]


def _worth_of_plays(state: State, me: int) -> float:
    """Return what the plays that the current player has left usually bring; a card is needed for each."""
    minions = actions = 0
    for i in state.hands[me]:
        if state.printed[i].kind & MINION:
            minions += 1
        else:
            actions += 1
    total = 0.0
    for right in state.plays:
        if right.kind & MINION and minions:
            minions -= 1
            total += MINION_PLAY
        elif right.kind & ACTION and actions:
            actions -= 1
            total += ACTION_PLAY
    return total


def chances_from(game: Game, points: list[float]) -> list[float]:
    """Turn scores into chances to win."""
    best = max(points)
    left = max(0.0, game.setup.target_vp - best)
    width = SURE_AT_END + LESS_SURE * left
    weights = [exp((point - best) / width) for point in points]
    total = sum(weights)
    return [weight / total for weight in weights]


def extras(game: Game, base: Card, totals: list[int]) -> list[int]:
    """Return what each player would gain in addition to the prizes for places, if the base scored now.

    This scores the base in a copy, which takes longer than everything else together, so the result is kept for
    positions that are equal in all that such abilities depend on.
    """
    state = game.state
    known = _cards_of(state).extras
    here = state.on.get(base.id, ())
    cards = [*here, *[i for host in here for i in state.on.get(host, ())]]
    key = (
        base.id,
        tuple(cards),
        tuple([state.controller[i] for i in cards]),
        tuple(totals),
        tuple(state.vp),
        tuple([len(hand) for hand in state.hands]),
        tuple([(effect.kind, effect.target, effect.amount) for effect in state.effects]),
        state.turn_player,
    )
    found = known.get(key)
    if found is None:
        if len(known) > MOST_EXTRAS:
            known.clear()
        found = known[key] = _find_extras(game, base, totals)
    return found


def _find_extras(game: Game, base: Card, totals: list[int]) -> list[int]:
    rules = game.rules
    places = places_at(rules, base, totals)
    prizes = prizes_for(base, places)
    if rules.since:
        gains = gains_at(game, base, places)
    else:  # nothing is resolving, so the state is enough, which is quicker to copy than the game
        twin = Rules(rules.setup, rules.state.copy(), rules)
        gains = would_gain(twin, twin.card(base.id), places)
        twin.release()
    return [gain - prize for gain, prize in zip(gains, prizes, strict=True)]


_shares: dict[tuple[tuple[int, ...], int, tuple[int, ...], int], tuple[float, ...]] = {}


def shares(totals: tuple[int, ...], missing: int, prizes: tuple[int, ...], mover: int) -> tuple[float, ...]:
    """Return what each player can expect from a base with these totals that still needs this much power."""
    key = (totals, missing, prizes, mover)
    found = _shares.get(key)
    if found is None:
        if len(_shares) > MOST_SHARES:
            _shares.clear()
        found = _shares[key] = _find_shares(totals, missing, prizes, mover)
    return found


def _find_shares(totals: tuple[int, ...], missing: int, prizes: tuple[int, ...], mover: int) -> tuple[float, ...]:
    players = len(totals)
    paid: tuple[float, ...] = (*prizes, 0, 0)
    if missing <= 0:
        return tuple([NOW * paid[sum([other > total for other in totals])] if total else 0.0 for total in totals])
    missing = min(missing, FAR - 1)
    spread = SPREAD[missing]
    soon = SOON[missing]
    ahead = [0.0] * players
    for one in range(1, players):
        for other in range(one):
            lead = float(totals[one] - totals[other])
            if one == mover:
                lead += TEMPO
            elif other == mover:
                lead -= TEMPO
            chance = 1.0 / (1.0 + exp(-lead / spread))
            ahead[other] += chance
            ahead[one] += 1.0 - chance
    result = []
    for total, place in zip(totals, ahead, strict=True):
        whole = int(place)
        pay = paid[whole] + (place - whole) * (paid[whole + 1] - paid[whole])
        result.append(soon * (pay if total else pay * ARRIVES[missing]) + ON_TABLE * total)
    return tuple(result)
