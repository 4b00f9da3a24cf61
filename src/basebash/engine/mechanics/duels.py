"""Duels: two minions, a card laid face down for each, and the higher power wins (D)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.events import Trigger
from basebash.engine.data.terms import ACTION, HAND, NOBODY, UNDER, Who
from basebash.engine.rules import asking, decks, plays, prohibitions, triggers, zones
from basebash.engine.rules.power import explain_power

if TYPE_CHECKING:
    from basebash.engine.data.events import Frame
    from basebash.engine.vocabulary.card import Card


class Duel:
    """A duel. If it did not take place or stopped, nobody has won and nobody lost; in a tie both did both (D14)."""

    __slots__ = ("arrivals", "challenger", "clashes", "frame", "losers", "minions", "victors", "winners")

    def __init__(self, challenger: Who, minions: list[Card], frame: Frame | None = None) -> None:
        self.challenger = challenger
        self.minions = minions  # the challenger first
        self.arrivals = [minion.entered for minion in minions]
        self.frame = frame  # of what started it: the duel is over when that is done (D16)
        self.winners: list[Card] = []
        self.losers: list[Card] = []
        self.clashes: list[Trigger] | None = None  # of titans, if they wait until it is over (H31)
        self.victors: list[Who] = []  # the players who have won it, each once

    @property
    def base(self) -> Card | None:
        """The base where it is fought: that of its first minion that is still in play."""
        return next((minion.base for minion in self.minions if minion.in_play), None)

    @property
    def sides(self) -> list[Who]:
        """The players who control the minions now, the challenger's first (D13)."""
        return [minion.controller for minion in self.minions]

    @property
    def is_on(self) -> bool:
        """Whether both minions are still together at one base (D12)."""
        one, other = self.minions
        together = one.in_play and other.in_play and one.base is other.base
        return together and [minion.entered for minion in self.minions] == self.arrivals

    def postpone_clashes(self) -> None:
        """Titans do not clash before the duel is over (D30)."""
        if self.clashes is None:
            self.clashes = []

    def spoils(self) -> list[tuple[int, Card]]:
        """The players who choose what happens to a loser: the winners' controllers, the current player first (D25)."""
        if not self.winners:
            return []
        game = self.minions[0].game
        pairs = [(w.controller, loser) for w in self.winners for loser in self.losers if w is not loser]
        return [(player, loser) for player in game.clockwise() for whose, loser in pairs if whose == player]


async def fight(source: Card, mine: Card | None, theirs: Card | None, challenger: Who) -> Duel:
    """See `Card.duel`."""
    game = source.game
    if mine is None or theirs is None or mine.base is None or mine.base is not theirs.base or game.duel is not None:
        return Duel(challenger, [])  # there is never a duel inside a duel (D18)
    duel = game.duel = Duel(challenger, [mine, theirs], game.frames[-1])
    sides = [challenger, theirs.controller]
    game.log("duel", challenger, cards=(mine, theirs), base=mine.base)
    await triggers.resolve(
        game, [Trigger(ability, me, "when_dueling", duel) for ability, me, _ in game.listeners("when_dueling")]
    )
    await triggers.resolve(
        game, [Trigger(a, me, "when_dueling", duel) for a, me, _ in game.listeners_elsewhere("when_dueling")]
    )
    laid = [await _lay(source, player) for player in sides]
    for player, card in zip(sides, laid, strict=True):
        await _turn_up(source, card, player)
    await _use_cards(source, duel)
    if duel.is_on:
        best = max(mine.power, theirs.power)
        duel.winners = [minion for minion in duel.minions if minion.power == best]
        duel.losers = [minion for minion in duel.minions if minion.power < best] or duel.minions[:]
        for minion in duel.minions if game.is_logging else ():
            contributions = explain_power(game, minion)
            game.log("duel power", minion.controller, cards=(minion,), number=minion.power, contributions=contributions)
        duel.victors = list(dict.fromkeys(minion.controller for minion in duel.winners))
    game.log("duel won" if duel.winners else "duel stopped", challenger, cards=duel.winners)
    triggers.set_off(
        game, [Trigger(ability, me, "after_duel", duel) for ability, me, _ in game.all_listeners("after_duel")]
    )
    return duel


async def _lay(source: Card, player: Who) -> Card | None:
    """Let a player lay a card from hand face down; others see that there is one (D6)."""
    game = source.game
    if player is NOBODY:
        return None
    hand = game.hand(player)
    card = await source.choose(hand, "Lay a card face down for the duel?", may=True, player=player, secret=True)
    if card is not None:
        decks.conceal(game, [card], 1 << player)
        known = game.state.known[card.id]
        zones.take(game, card)
        zones.put(game, card, UNDER, NOBODY)
        game.state.controller[card.id] = player
        game.state.known[card.id] = known
    game.log("duel laid" if card is not None else "duel bare", player)
    return card


async def _turn_up(source: Card, card: Card | None, player: Who) -> None:
    """Turn up a laid card: an action is played, with all its triggers; anything else goes back (D7)."""
    if card is None:
        return
    game = source.game
    zones.take(game, card)
    game.state.known[card.id] = game.everyone
    game.log("duel shown", player, cards=(card,))
    if not card.is_action:
        zones.put(game, card, HAND, player)
        return
    await triggers.run_apart(game, _play_laid(source, card, player))


async def _play_laid(source: Card, card: Card, player: Who) -> None:
    """Play the card, or discard it if it cannot be played, which may trigger abilities too."""
    await source.play_card(card, player=player, kind=ACTION)


async def _use_cards(source: Card, duel: Duel) -> None:
    """Let players use cards in hand in a duel, until both pass (D11)."""
    game = source.game
    if "use" not in game.from_hand:
        return
    passes = seat = 0
    while passes < 2:
        player = duel.sides[seat]
        if player is NOBODY:
            return
        usable = [card for _, card, _ in game.listeners_elsewhere("use", HAND) if card.controller == player]
        cards = [c for c in usable if c.printed.may_use(c, player) and not prohibitions.is_special_forbidden(game, c)]
        prompt = "Use a card from your hand in the duel?"
        card = await asking.choose(game, player, cards, prompt, may=True, kind="special", secret=True)
        passes = passes + 1 if card is None else 0
        if card is not None:
            await plays.use(game, player, ("use", card.id, -1, None))
        seat = 1 - seat
