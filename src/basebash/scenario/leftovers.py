"""Entries of a pool that are left over at the end of a step: some count as used, the others are errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.terms import PLAY
from basebash.scenario.answers import use_up_forced
from basebash.scenario.errors import Refused, WrongTurn
from basebash.scenario.files import Map
from basebash.scenario.names import WORDS
from basebash.scenario.options import says
from basebash.scenario.pool import Pool, plain
from basebash.scenario.questions import show

if TYPE_CHECKING:
    from basebash.scenario.attempt import Attempt


def use_up_named(attempt: Attempt) -> None:
    """Use up entries that name the only possible answer to a decision."""
    for number, (question, taken) in enumerate(attempt.forced):
        left = use_up_forced(attempt.names, question, taken, attempt.pool)
        if left != attempt.pool:
            attempt.pool = left
            if attempt.guess is not None and number >= attempt.guess[1]:
                attempt.guess = None


def use_up_places(attempt: Attempt) -> None:
    """Use up entries that another engine may ask for first: whose card, where it is, or a given destination."""
    game = attempt.game
    places = attempt.places | {base.id for card in attempt.picked if (base := game.rules.card(card).base) is not None}
    players = attempt.run.position.players
    holders = {players[player] for player in attempt.holders}
    kept = []
    for entry in attempt.pool:
        place = plain(entry)
        named = entry.get("player") if isinstance(entry, Map) else None
        if named is not None and players.index(str(named)) not in attempt.pickers:
            kept.append(entry)
        elif isinstance(place, str) and place in holders:
            holders.remove(place)
        elif isinstance(place, Map | list | int) or not (
            any(attempt.names.is_card(game.rules, place, i) for i in places) or _is_mentioned(attempt, place)
        ):
            kept.append(entry)
    attempt.pool = kept


def _is_mentioned(attempt: Attempt, entry: str) -> bool:
    """Whether an alternative that was picked says this name, so that another engine may ask for it (Topaz).

    The id of one of several cards of a name says more than the text does.
    """
    if not entry or entry in WORDS:
        return False
    game = attempt.game.rules
    name = attempt.names.name_of(game, entry)
    alike = [i for i, zone in enumerate(game.state.zone) if zone == PLAY and game.card(i).name == name]
    return (entry not in attempt.names.ids or len(alike) == 1) and says(attempt.picked_text, name)


def complain(attempt: Attempt, left: Pool) -> None:
    """Raise the error for these leftover entries."""
    if left and left[0] is attempt.step.get("on"):
        if attempt.act != "titan" or not attempt.run.stays_aside(attempt.game, attempt.step):
            raise Refused(f"{attempt.step[attempt.act]} cannot be used or played on {show(left[0])}")
        left = left[1:]
    if left:
        message = f"{show(left[0])} in `choose` was never an answer to anything that was asked."
        raise WrongTurn(message, asked=bool(attempt.forced or attempt.kinds - {"main", "order"}))
    if attempt.guess is not None or (attempt.often is not None and attempt.often[1] > 0):
        raise WrongTurn("A guess was wrong.")
