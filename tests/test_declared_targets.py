"""What a standard action directly affects is what its card declares (A1 to A4); `make metamorphic` plays many more."""

from __future__ import annotations

import pytest

from basebash import FACTIONS, Setup
from basebash.engine import Action, Card, Minions
from checks.metamorphic.declared_targets import play_card
from checks.metamorphic.lockstep import Difference


@pytest.mark.parametrize("faction", Setup().pool)
def test_actions_affect_what_they_declare(faction: str) -> None:
    actions = [card for card in FACTIONS[faction].cards if isinstance(card, Action)]
    assert sum(play_card(card, seed) for seed, card in enumerate(actions)) > 20


def test_an_undeclared_target_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    invasion = next(card for card in FACTIONS["Aliens"].cards if card.name == "Invasion")

    async def move_another(me: Card) -> None:
        minion = await me.choose(me.find_minions(yours=False), "Move which minion?")
        if minion is not None:
            await me.move(minion, await me.choose(minion.other_bases, "Move it where?"))

    monkeypatch.setattr(invasion, "targets", Minions(yours=True))
    monkeypatch.setattr(invasion, "on_play", move_another)
    with pytest.raises(Difference, match="Invasion does not declare that it affects"):
        sum(play_card(invasion, seed) for seed in range(5))
