"""Random positions: any cards at any legal place, and two turns of random answers from there.

They reach what random games seldom do: empty decks, crowded bases, cards that belong to others, every phase.
`check_position` says what must always hold.
"""

from __future__ import annotations

from basebash import FACTIONS, Game, Setup, State
from basebash.engine import UNDER, Card
from basebash.engine.data.terms import (
    DECK,
    DISCARD,
    DRAW_CARDS,
    EDITIONS,
    END_TURN,
    HAND,
    MADNESS,
    MINION,
    MONSTERS,
    NOBODY,
    PLAY_CARDS,
    SCORE_BASES,
    START_TURN,
    STASIS,
    TITAN,
)
from basebash.engine.data.values import Allowance
from basebash.engine.rules import zones
from basebash.engine.rules.turn import FREE_ACTION, FREE_MINION
from basebash.invariants.conditions import check_conservation, check_places, check_view

PHASES = (START_TURN, PLAY_CARDS, PLAY_CARDS, PLAY_CARDS, SCORE_BASES, DRAW_CARDS, END_TURN)
LONGEST = 600  # answers in two turns


class Builder:
    """Lays out one position."""

    def __init__(self, seed: int, factions: list[str] | None = None) -> None:
        self.chance = State(2, f"position {seed}")
        players = 2 + self.chance.random(3)
        edition = EDITIONS[self.chance.random(len(EDITIONS))]
        names = sorted(factions or FACTIONS)
        self.chance.shuffle_plain(order := list(range(len(names))))
        pairs = [(names[order[2 * p]], names[order[2 * p + 1]]) for p in range(players)]
        titans = bool(self.chance.random(2))
        self.setup = Setup(players, factions=pairs, edition=edition, seed=seed, titans=titans, first_player=0)
        self.game = Game(players, factions=pairs, edition=edition, seed=seed, titans=titans, first_player=0)
        while self.game.question.kind != "main":  # nothing of the set-up is left in the middle
            self.game.answer(next(self.game.legal_answers()))
        self.state = self.game.state

    def build(self) -> Game:
        """Build the position, as a game that starts there."""
        chance, state, game = self.chance, self.state, self.game
        owned = [[*hand, *deck] for hand, deck in zip(state.hands, state.decks, strict=True)]
        for player, own in enumerate(owned):
            chance.shuffle_plain(own)
            for i in own:
                self._place(game.rules.card(i), player)
            state.shuffle_plain(state.decks[player])
            state.vp[player] = chance.random(14)
        self._side_cards()
        self._supplies()
        state.turn = 5 + chance.random(5)
        state.turn_player = state.seat = chance.random(game.players)
        state.phase = PHASES[chance.random(len(PHASES))]
        state.plays = []
        state.effects = []
        state.deeds = []
        state.once = []
        state.turn_start_serial = state.serial
        if state.phase == PLAY_CARDS:
            state.plays = [right for right in _free_plays() if chance.random(4)]
        return Game.from_position(self.setup, state)

    def _place(self, card: Card, player: int) -> None:
        """Put a player's card somewhere: into play most often, or into a hand, discard pile or deck."""
        chance, game, state = self.chance, self.game, self.state
        where = chance.random(12)
        zones.take(game.rules, card)
        state.known[card.id] = 0
        if where < 4 and self._into_play(card, player):
            return
        if where < 6 and len(state.hands[player]) < 10:
            zones.put(game.rules, card, HAND, player if chance.random(12) else chance.random(game.players))
        elif where < 8:
            zones.put(game.rules, card, DISCARD, player)
        elif where == 8 and not chance.random(6):
            zones.put(game.rules, card, UNDER, game.rules.bases[chance.random(len(game.rules.bases))].id)
            state.controller[card.id] = player
            state.known[card.id] = 1 << player
        elif where == 9 and not chance.random(8):
            zones.put(game.rules, card, STASIS, player)
            state.counters[card.id] = chance.random(4)
        elif where < 11 or chance.random(3):
            zones.put(game.rules, card, 0, player)
        else:
            zones.put(game.rules, card, DISCARD, player)

    def _into_play(self, card: Card, player: int) -> bool:
        chance, game, state = self.chance, self.game, self.state
        hosts: list[Card] = []
        if card.printed.kind & MINION:
            hosts = game.rules.bases
        elif card.printed.plays_on:
            hosts = [
                target
                for target in (*game.rules.bases, *game.rules.minions())
                if card.printed.plays_on_target(card, player, target)
            ]
        if not hosts:
            return False
        zones.put_into_play(game.rules, card, hosts[chance.random(len(hosts))], player)
        if not chance.random(10):
            state.controller[card.id] = chance.random(game.players)
        if card.printed.kind & MINION and not chance.random(4):
            state.counters[card.id] = 1 + chance.random(3)
        return True

    def _side_cards(self) -> None:
        """Put a titan into play for about half of the players."""
        chance, game, state = self.chance, self.game, self.state
        if state.rare_zones is None:
            return
        for player in range(game.players):
            titans = [i for i in state.rare_zones.beside[player] if state.printed[i].kind == TITAN]
            if titans and not chance.random(2):
                titan = game.rules.card(titans[chance.random(len(titans))])
                free = [base for base in game.rules.bases if not base.titans]
                if free:
                    zones.take(game.rules, titan)
                    zones.put_into_play(game.rules, titan, free[chance.random(len(free))], player)

    def _supplies(self) -> None:
        """Deal two thirds of each supply to hands, decks, discard piles and bases."""
        chance, game, state = self.chance, self.game, self.state
        for seat in [] if state.rare_zones is None else list(state.rare_zones.supply):
            for card in game.rules.supply(seat):
                if chance.random(3):
                    continue
                player = chance.random(game.players)
                zones.take(game.rules, card)
                state.known[card.id] = 0
                if seat == MADNESS:
                    zones.put(game.rules, card, (HAND, DECK, DISCARD)[chance.random(3)], player)
                elif not chance.random(3) or not self._into_play(card, player):
                    zones.put(game.rules, card, HAND, player)  # a monster goes to its discard pile
                elif seat == MONSTERS and chance.random(4):
                    state.controller[card.id] = NOBODY


def _free_plays() -> list[Allowance]:
    return [FREE_MINION, FREE_ACTION]


def check_position(game: Game) -> None:
    """Check what must hold at every question of every position."""
    check_conservation(game)
    check_places(game)
    state = game.state
    assert state.bases or state.scoring >= 0, "no base is left"
    for base in game.rules.bases:
        assert base.breakpoint >= 0
        for minion in base.minions:
            assert minion.power >= 0
    assert all(vp >= 0 for vp in state.vp)
    if not game.is_over:
        question = game.question
        assert question.low <= len(question.items), f"{question.prompt}: no answer"
        assert 0 <= question.player < game.players


def check_copies(game: Game) -> None:
    """A copy, a save and the game itself are the same."""
    digest = game.digest()
    assert game.clone().digest() == digest, "a copy differs"
    assert Game.load(game.save(log=False)).digest() == digest, "a save differs"


def play_position(seed: int, factions: list[str] | None = None) -> int:
    """Play two turns from a random position, with all checks; return the number of answers."""
    game = Builder(seed, factions).build()
    chance = State(2, f"answers {seed}")
    until = game.state.turn + 2
    while not game.is_over and game.state.turn < until and game.answers_given < LONGEST:
        check_position(game)
        if not chance.random(30):
            check_copies(game)
            for viewer in (None, *range(game.players)):
                check_view(game, viewer)
        game.answer(game.question.random_answer(chance))
    assert game.answers_given < LONGEST, "two turns that do not end"
    answers = game.answers_given
    if answers and not chance.random(4):
        digest = game.digest()
        last = game.history[-1]
        game.undo()
        game.answer(last)
        assert game.digest() == digest, "taken back and given again, it differs"
    return answers
