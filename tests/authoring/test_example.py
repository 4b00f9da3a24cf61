"""The example pack passes every check and has what the documentation says."""

from __future__ import annotations

from pathlib import Path

from basebash.authoring import check_pack
from basebash.packs import drawing_of

FOLDER = Path(__file__).parents[2] / "examples" / "packs" / "beekeepers"


def test_the_example_pack_passes_every_check() -> None:
    opened, findings = check_pack(FOLDER, games=4)
    assert findings == []
    assert opened is not None
    (faction,) = opened.pack.factions
    assert (len(faction.deck), len(faction.bases), len(faction.titans)) == (20, 2, 1)
    assert drawing_of(faction) is not None


def test_the_example_pack_shows_each_kind_of_ability() -> None:
    opened, _ = check_pack(FOLDER, games=0)
    assert opened is not None
    (faction,) = opened.pack.factions
    cards = (*faction.cards, *faction.titans, *faction.bases)
    hooks = {hook for card in cards for hook in card.hooks}
    assert {"on_play", "talent", "power_bonus", "start_of_turn", "use"} <= hooks
    assert {"after_counters", "after_this_destroyed", "after_destroyed", "after_scoring"} <= hooks
    assert any(card.once for card in cards)
    assert {card.plays_on for card in faction.cards} >= {0, 1, 2}  # on nothing, on a base, on a minion
    code = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.py"))
    for word in ("me.search(", "me.either(", "me.extra_minion(", "me.extra_action(", "me.add_counters(", "me.lay("):
        assert word in code
    for word in ("def cannot(", "def on_special(", "me.move(", "me.destroy(", "me.draw(", "me.remove_counters("):
        assert word in code
