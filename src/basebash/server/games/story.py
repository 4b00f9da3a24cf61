"""The story of a finished game: where the points came from, the most valuable card, the closest base.

A worker replays the game to find out. Everything in it is public once the game is over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from basebash import Game
from basebash.engine import LogEntry
from basebash.engine.data.terms import NOBODY
from basebash.engine.rules import power, scoring
from basebash.server import messages
from basebash.server.games.replay_cache import LOCK, ReplayedGame, decode_game, replayed_game
from basebash.server.messages import StoryBase, StoryCard, StoryGain, StoryScoring, StoryTurn


class _Scored:
    """A base that scored: its log entries, and the game just before the points were awarded."""

    def __init__(self, game: Game, entries: list[LogEntry], then: Game) -> None:
        self.step = entries[0].after
        self.turn = entries[0].turn
        self.base_id = entries[0].base
        self.name = game.rules.card(self.base_id).name
        self.places = {entry.player: entry.number for entry in entries}
        self.then = then

    def is_certain(self) -> bool:
        """Whether the position before explains the places; a Special at the last moment may have changed them."""
        if self.base_id not in self.then.state.bases:
            return False
        base = self.then.rules.card(self.base_id)
        places = scoring.places_at(self.then.rules, base, power.all_totals(self.then.rules, base))
        return {player: place for player, place in enumerate(places) if place} == self.places

    def rows(self) -> list[tuple[int, int, int]]:
        """Return player, power and VP of everybody who took a place, best first."""
        base = self.then.rules.card(self.base_id)
        totals = power.all_totals(self.then.rules, base)
        prizes = scoring.prizes_for(base, [self.places.get(player, 0) for player in range(self.then.players)])
        rows = [(player, totals[player], prizes[player]) for player in self.places]
        return sorted(rows, key=lambda row: (-row[1], row[0]))

    def worth(self) -> Iterator[tuple[int, str, int, int]]:
        """Yield each minion's id, name and controller, and how many VP its player owes to its power."""
        base = self.then.rules.card(self.base_id)
        totals = power.all_totals(self.then.rules, base)
        prizes = scoring.prizes_for(base, scoring.places_at(self.then.rules, base, totals))
        for minion in base.minions:
            player = minion.controller
            if player is NOBODY:
                continue
            without = list(totals)
            without[player] -= minion.power
            places = scoring.places_at(self.then.rules, base, without)
            has_others = any(other.controller == player and other.id != minion.id for other in base.minions)
            if not has_others and not without[player]:
                places[player] = 0
            yield minion.id, minion.name, player, prizes[player] - scoring.prizes_for(base, places)[player]


def tell_story(text: str, table: str, times: list[float], people: list[int]) -> bytes:
    """Return the story of a finished game as JSON. Runs in a worker.

    `times`: when each answer was given. `people`: the seats that are not bots.
    """
    origin, answers = decode_game(text)
    with LOCK:
        return messages.encode(_story(replayed_game(table, origin, answers), times, people))


def _story(replayed: ReplayedGame, times: list[float], people: list[int]) -> messages.Story:
    game = replayed.game
    scored = [
        _Scored(game, entries, replayed.at(entries[0].after - 1)) for entries in _awards(game) if entries[0].after
    ]
    certain = [one for one in scored if one.is_certain()]
    gains = [StoryGain(e.turn, e.after, e.player, e.number, _source(game, e)) for e in game.entries if e.kind == "vp"]
    lengths = _lengths(game, times)
    return messages.Story(
        names=list(game.setup.names),
        factions=[list(pair) for pair in game.state.factions],
        winners=game.winners,
        standings=game.standings,
        target_vp=game.setup.target_vp,
        turns=max((entry.turn for entry in game.entries), default=0),
        steps=len(game.history),
        seconds=round(times[-1] - times[0]) if times else None,
        gains=[*_initial_points(game), *gains],
        sources=_sources(game),
        scored=len(scored),
        played=sum(entry.kind == "play" for entry in game.entries),
        destroyed=sum(max(1, len(entry.cards) - 1) for entry in game.entries if entry.kind == "destroy"),
        card=_best_card(game, certain),
        closest=_closest(certain),
        biggest=_biggest(gains, lengths),
        quickest=_quickest(game, gains, lengths, people),
    )


def _initial_points(game: Game) -> list[StoryGain]:
    """Return the points that players started with, if the game started in the middle."""
    start = game.start
    if start is None:
        return []
    return [StoryGain(start.turn, 0, player, vp, "") for player, vp in enumerate(start.vp) if vp]


def _awards(game: Game) -> list[list[LogEntry]]:
    """Return the log entries about places, a list for each base that scored."""
    found: list[list[LogEntry]] = []
    for entry in game.entries:
        if entry.kind == "score":
            found.append([])
        elif entry.kind == "award" and found:
            found[-1].append(entry)
    return [entries for entries in found if entries]


def _source(game: Game, entry: LogEntry) -> str:
    return game.rules.card(entry.cards[0]).name if entry.cards else ""


def _sources(game: Game) -> list[list[int]]:
    """Return for each player the VP from first, second and third places, and from everything else."""
    found = [[0, 0, 0, 0 if game.start is None else game.start.vp[player]] for player in range(game.players)]
    place = {}
    for entry in game.entries:
        if entry.kind == "award":
            place[entry.player] = entry.number
        elif entry.kind == "vp":
            at = place.pop(entry.player, 0)
            is_prize = bool(entry.cards) and game.rules.card(entry.cards[0]).is_base and 1 <= at <= 3
            found[entry.player][at - 1 if is_prize else 3] += entry.number
        elif entry.kind in ("turn", "score"):
            place = {}
    return found


def _best_card(game: Game, scored: list[_Scored]) -> StoryCard | None:
    """Return the card that gained its player most: by power at bases that scored, or by its own ability."""
    moments: dict[tuple[int, int], list[StoryScoring]] = defaultdict(list)
    names = {}
    for one in scored:
        for card, name, player, vp in one.worth():
            names[card] = name
            if vp > 0:
                moments[card, player].append(StoryScoring(one.turn, one.step, one.name, vp))
    for entry in game.entries:
        if entry.kind == "vp" and entry.number > 0 and entry.cards and not game.rules.card(entry.cards[0]).is_base:
            card = entry.cards[0]
            names[card] = game.rules.card(card).name
            moments[card, entry.player].append(StoryScoring(entry.turn, entry.after, "", entry.number))
    if not moments:
        return None
    (card, player), best = max(moments.items(), key=lambda item: (sum(m.vp for m in item[1]), len(item[1])))
    return StoryCard(names[card], player, sum(moment.vp for moment in best), sorted(best, key=lambda m: m.step))


def _closest(scored: list[_Scored]) -> StoryBase | None:
    """Return where the least power decided about the most VP between two players in neighbouring places."""
    best: tuple[tuple[int, int], StoryBase] | None = None
    for one in scored:
        rows = one.rows()
        for upper, lower in pairwise(rows):
            if upper[1] == lower[1] or upper[2] == lower[2]:
                continue
            key = (upper[1] - lower[1], -abs(upper[2] - lower[2]))
            if best is None or key < best[0]:
                best = key, StoryBase(one.name, one.turn, one.step, [upper, lower])
    return None if best is None else best[1]


def _sums(gains: list[StoryGain]) -> dict[tuple[int, int], int]:
    """Return the VP by turn and player."""
    sums: dict[tuple[int, int], int] = defaultdict(int)
    for gain in gains:
        sums[gain.turn, gain.player] += gain.vp
    return sums


def _biggest(gains: list[StoryGain], lengths: dict[int, int]) -> StoryTurn | None:
    """Return the turn in which somebody gained most."""
    sums = _sums(gains)
    if not sums:
        return None
    (turn, player), vp = max(sums.items(), key=lambda item: item[1])
    last = max(gain.step for gain in gains if (gain.turn, gain.player) == (turn, player))
    return StoryTurn(turn, last, player, vp, lengths.get(turn)) if vp > 0 else None


def _quickest(game: Game, gains: list[StoryGain], lengths: dict[int, int], people: list[int]) -> StoryTurn | None:
    """Return the shortest turn in which a person played something."""
    steps = {(e.turn, e.player): e.after for e in game.entries if e.kind == "play" and e.player in people}
    turns = [(lengths[e.turn], e.turn, e.player) for e in game.entries if e.kind == "turn" and e.turn in lengths]
    own = [one for one in turns if one[1:] in steps]
    if not own:
        return None
    seconds, turn, player = min(own)
    return StoryTurn(turn, steps[turn, player], player, _sums(gains)[turn, player], seconds)


def _lengths(game: Game, times: list[float]) -> dict[int, int]:
    """Return how many seconds each turn took, from the answer that ended the one before; unknown for the first."""
    begun = [(entry.turn, entry.after) for entry in game.entries if entry.kind == "turn"]
    ends = [*(after for _, after in begun[1:]), len(times)]
    if not begun:  # it started in the middle of a turn, and ended in the same one
        return {}
    return {
        turn: round(times[end - 1] - times[after - 1])
        for (turn, after), end in zip(begun, ends, strict=True)
        if 0 < after <= end <= len(times)
    }
