"""Copies: an ability that is copied or lent behaves like the same ability printed on the card."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from basebash import Game, Option, State
from basebash.engine import Minion
from basebash.engine.data.terms import COPIED, NOBODY, PLAY, WHILE_IN_PLAY
from basebash.engine.data.values import Effect
from basebash.invariants import Builder
from checks.metamorphic.blanks import Lender, blank, speaking_cards, with_printed, with_spare
from checks.metamorphic.lockstep import Explained, Key, Lockstep, Seating, Unordered

ASKING_WHAT_ACTIONS_GIVE = ("Mystic Transference",)


class Followed(Lockstep):
    """Plays two games as long as a card stays in play."""

    ignored: ClassVar[frozenset[str]] = frozenset({"effects"})

    def __init__(self, left: Game, right: Game, card: int) -> None:
        super().__init__(left, right)
        self.card = card
        self.arrival = left.state.entered[card]

    def goes_on(self) -> bool:
        """Compare the games; return whether the card is still there and there is a question to answer."""
        state = self.left.state
        in_play = state.zone[self.card] == PLAY
        if in_play and state.entered[self.card] != self.arrival:
            return False  # it has left and come back, so it is another card
        return super().goes_on() and in_play


class FollowedLoan(Unordered):
    """Plays two games as long as an action stays on a minion. An option need not say which card lends an ability."""

    ignored: ClassVar[frozenset[str]] = frozenset({"effects"})

    def __init__(self, left: Game, right: Game, lender: int) -> None:
        super().__init__(left, right)
        self.lender = lender
        self.host = left.state.where[lender]

    def goes_on(self) -> bool:
        """Compare the games; return whether the ability is still lent and there is a question to answer."""
        return self._is_lent() and super().goes_on()

    def _is_lent(self) -> bool:
        state = self.left.state
        return state.zone[self.lender] == PLAY and state.where[self.lender] == self.host

    def fail(self, what: str) -> NoReturn:
        """Raise `Difference`, unless the ability is no longer lent."""
        if not self._is_lent():
            raise Explained("the action that lends the ability has left the minion")
        super().fail(what)

    def _key(self, option: Option, seat: Seating) -> Key:
        if option.kind in ("talent", "use"):
            giver = -1 if option.using == self.lender else option.using
            return (option.kind, option.card, -1, -1, -1, giver, "")
        return super()._key(option, seat)


def play_copied(seed: int) -> int:
    """Compare a card that has its ability printed with one that has nothing printed and a copy of that ability."""
    chance = State(2, f"copies {seed}")
    game = Builder(seed).build()
    cards = speaking_cards(game.state)
    if not cards:
        return 0
    card = cards[chance.random(len(cards))]
    own = with_spare(game.state, card)
    printed = own.printed[card]
    copied = with_printed(own, card, blank(printed))
    you = copied.controller[card]
    copied.effects.append(Effect(COPIED, card, printed.number, WHILE_IN_PLAY, you, card, copied.turn))
    left, right = Game.from_position(game.setup, own), Game.from_position(game.setup, copied)
    return _played(Followed(left, right, card), chance, printed.name)


def play_lent(seed: int) -> int:
    """Compare a minion that has its ability printed with one that has nothing printed and is lent that ability."""
    chance = State(2, f"loans {seed}")
    game = Builder(seed).build()
    cards = [i for i in speaking_cards(game.state) if _may_be_lent(game.state, i)]
    if not cards:
        return 0
    card = cards[chance.random(len(cards))]
    printed = game.state.printed[card]
    start = with_spare(game.state, card)
    games = []
    for own, lent in ((printed, None), (blank(printed), printed)):
        state = with_printed(start, card, own)
        you = state.controller[card]
        lender = state.add_card(Lender(lent, printed), 0 if you is NOBODY else you, PLAY, card)
        state.controller[lender] = you
        state.serial += 1
        state.entered[lender] = state.entered[card]
        state.known[lender] = game.rules.everyone
        state.on.setdefault(card, []).append(lender)
        games.append(Game.from_position(game.setup, state))
    lender = len(start.printed)
    left, right = games
    return _played(FollowedLoan(left, right, lender), chance, printed.name)


def _may_be_lent(state: State, card: int) -> bool:
    """Whether an ability lent to a minion is indistinguishable from its own.

    With another of its name in play, equal triggers would come in another order (P6).
    """
    printed = state.printed[card]
    names = [state.printed[i].name for i in range(len(state.zone)) if state.zone[i] == PLAY]
    asks = any(name in ASKING_WHAT_ACTIONS_GIVE for name in names) and "talent" in printed.hooks
    return isinstance(printed, Minion) and names.count(printed.name) == 1 and not asks


def _played(games: Lockstep, chance: State, name: str) -> int:
    games.answers.append(f"{name} has the ability, printed on the left")
    return games.play(chance)
