"""The game as text: complete, without hidden cards, and short enough for a language model."""

from __future__ import annotations

import re
from statistics import median

from basebash import Game
from basebash.bots import ask, make_bot

FACTIONS = [["Ninjas", "Innsmouth"], ["Robots", "Cyborg Apes"]]


def _described(seed: int) -> list[tuple[Game, int, str]]:
    """Every decision of a game between bots: a copy of the game, who decides, and the description."""
    game = Game(factions=FACTIONS, seed=seed, log=True)
    bots = [make_bot("easy-1", seat) for seat in range(2)]
    seen = []
    while not game.is_over:
        player = game.question.player
        seen.append((game.clone(), player, game.describe(player)))
        game.answer(ask(bots[player], game))
    return seen


def test_it_lists_every_option_with_its_number() -> None:
    for game, _, text in _described(1):
        for option in game.question.options:
            assert f"\n  {option.index + 1}. {option.text}" in text


def test_it_has_the_text_of_every_card_in_hand_and_those_in_play_that_still_matter() -> None:
    for game, player, text in _described(2):
        state = game.state
        in_play = [game.rules.card(i).printed for base in state.bases for i in state.on.get(base, ())]
        lasting = [card for card in in_play if re.search("(Ongoing|Talent|Special):", card.text)]
        shown = [game.rules.card(i).printed for i in (*state.hands[player], *state.bases)]
        for printed in (*shown, *lasting):
            assert f"\n  {printed.name}: {printed.text}" in text or not printed.text
        for printed in set(in_play) - {*shown, *lasting}:
            assert f"\n  {printed.name}: " not in text


def test_it_depends_on_nothing_the_player_cannot_know() -> None:
    for game, player, text in _described(3)[::5]:
        dealt_again = game.determinised(player, seed=8)
        without_events = re.compile(r"Recent events\n(  .*\n)*")
        assert without_events.sub("", dealt_again.describe(player)) == without_events.sub("", text)


def test_a_waiting_player_learns_who_has_to_answer_but_not_the_options() -> None:
    game = Game(factions=FACTIONS, seed=4, log=True)
    waiting = game.describe(1 - game.question.player)
    assert f"{game.setup.names[game.question.player]} has to answer." in waiting
    assert "\n  1. " not in waiting


def test_it_says_who_won() -> None:
    game, player, _ = _described(5)[-1]
    while not game.is_over:
        game.answer(ask(make_bot("easy-1", player), game))
    assert game.winner is not None
    assert f"Won by {game.setup.names[game.winner]}." in game.describe()


def test_it_is_compact() -> None:
    tokens = [len(re.findall(r"\w{1,5}|[^\w\s]", text)) for _, _, text in _described(6)]
    assert median(tokens) < 1200
