"""The game for language models: answers as text, the text environment, and an assistant over the real protocol."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from random import Random
from statistics import median
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from basebash import BasebashError, Game, IllegalAnswer, NotNow, Option, UnknownName
from basebash.bots import Ask
from basebash.language.answers import read_answer
from basebash.language.assistant import Assistant
from basebash.language.environment import TextEnv
from basebash.language.seats import LocalSeat, ServerSeat


def question(low: int, high: int, count: int, kind: str = "card") -> Ask:
    return Ask(0, kind, "Pick", [Option(i, "card", f"Card {i}") for i in range(count)], low=low, high=high)


@pytest.mark.parametrize(
    ("text", "asked", "answer"),
    [
        ("3", question(1, 1, 4), (2,)),
        ("Of the 12 options I prefer the second: [2]", question(1, 1, 4), (1,)),
        ("4 1", question(0, 3, 4), (0, 3)),
        ("3, 1, 2", question(3, 3, 3, "arrange"), (2, 0, 1)),
        ("Pass.", question(0, 1, 2), ()),
        ("[]", question(0, 1, 2), ()),
        ("", question(0, 0, 0), ()),
    ],
)
def test_answers_are_read(text: str, asked: Ask, answer: tuple[int, ...]) -> None:
    assert read_answer(text, asked) == answer


@pytest.mark.parametrize(
    ("text", "asked", "says"),
    [
        ("5", question(1, 1, 4), "There is no option 5: pick 1 of the options 1 to 4."),
        ("0", question(1, 1, 4), "There is no option 0"),
        ("pass", question(1, 1, 4), "Pick not 0: pick 1 of"),
        ("1 2", question(1, 1, 4), "Pick not 2: pick 1 of the options 1 to 4."),
        ("2 2", question(0, 3, 4), "Pick each option once: pick 0 to 3 of the options 1 to 4, or pass."),
        ("Play the Ninja", question(1, 1, 4), '"Play the Ninja" has no number: pick 1'),
        ("1", question(2, 2, 3, "arrange"), "in the order you want"),
        ("2", question(0, 1, 1), "There is no option 2: pick option 1, or pass."),
        ("1", question(0, 0, 0), "There is no option 1: there is nothing to pick, so pass."),
    ],
)
def test_illegal_answers_are_explained(text: str, asked: Ask, says: str) -> None:
    with pytest.raises(IllegalAnswer, match=re.escape(says)):
        read_answer(text, asked)


@pytest.mark.parametrize(("players", "opponents"), [(2, ()), (3, "random"), (4, ["random", "easy", "random"])])
def test_a_game_of_texts(players: int, opponents: Any) -> None:
    env = TextEnv(players, opponents=opponents, target_vp=6)
    chance = Random(players)
    env.reset(seed=5)
    asked = set()
    done = env.is_done
    while not done:
        player, text = env.get_observation()
        asked.add(player)
        numbers = re.findall(r"\n  (\d+)\. ", text[text.rindex("Elsewhere") :])
        done, info = env.step(f"I think [{chance.choice(numbers)}] is best." if numbers else "pass")
        if not info["legal"]:
            assert "Your last answer was not legal. " in env.get_observation()[1]
    rewards, info = env.close()
    assert asked == ({0} if opponents else set(range(players)))
    assert set(rewards) == asked
    assert info["winners"]
    if not opponents:
        assert sum(rewards.values()) == pytest.approx(0)
    assert rewards[0] == (1 if info["winners"] == [0] else -1 / (players - 1))


def test_the_same_seed_and_texts_give_the_same_game() -> None:
    seen = []
    for _ in range(2):
        env = TextEnv(opponents="random")
        env.reset(seed=9)
        for _ in range(30):
            env.step("1")
        seen.append(env.get_observation())
    assert seen[0] == seen[1]


def test_after_several_illegal_answers_the_game_goes_on() -> None:
    env = TextEnv(patience=2)
    env.reset(seed=1)
    assert env.game is not None
    player, before = env.get_observation()
    assert env.step("nonsense") == (False, {"player": player, "legal": False, "reason": _reason(env, "nonsense")})
    assert env.game.answers_given == 0
    assert env.get_observation()[1].startswith(before)
    env.step("999")
    assert env.game.answers_given > 0
    assert "your question was answered for you" in env.get_observation()[1]
    assert env.close()[1]["illegal"][player] == 2
    with pytest.raises(NotNow):
        TextEnv().step("1")


def _reason(env: TextEnv, text: str) -> str:
    assert env.game is not None
    with pytest.raises(IllegalAnswer) as error:
        read_answer(text, Ask.of(env.game.question))
    return str(error.value)


def test_descriptions_are_short() -> None:
    """Counting four characters as a token, over games of two random players with all factions."""
    sizes = []
    for seed in range(9):
        game = Game(2, seed=seed, log=True)
        chance = Random(seed)
        for number in range(200):
            if game.is_over:
                break
            if number % 20 == 0:
                sizes.append(len(game.describe(game.question.player)) / 4)
            game.answer(Ask.of(game.question).random_answer(chance))
    assert median(sizes) < 1200


# ----------------------------------------------------------------------------------------------- the real protocol
def talk(arguments: list[str], say: Callable[[Callable[..., Awaitable[str]]], Awaitable[None]]) -> None:
    """Run `basebash mcp` and let a client talk to it over its standard input and output."""

    async def run() -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "basebash", "mcp", *arguments])
        async with Client(command) as client:

            async def call(tool: str, **given: Any) -> str:
                result = await client.call_tool(tool, given)
                (content,) = result.content
                text: str = content.text  # type: ignore[union-attr]
                return f"Error: {text}" if result.is_error else text

            names = [tool.name for tool in (await client.list_tools()).tools]
            assert {"new_game", "view", "legal_answers", "answer", "card", "rules", "hint"} <= set(names)
            assert ("sit_down" in names) == bool(arguments)
            await say(call)

    asyncio.run(run())


async def play_on(call: Callable[..., Awaitable[str]], chance: Random) -> str:
    """Play at random until the game is over."""
    text = await call("view")
    for _ in range(3000):
        if "The game is over." in text:
            return text
        asked = await call("legal_answers")
        if "The game is over." in asked:
            return asked
        numbers = [int(number) for number in re.findall(r"^  (\d+)\. ", asked, re.MULTILINE)]
        low = re.search(r"Pick (\d+)", asked.splitlines()[0])
        size = int(low[1]) if low else 1
        text = await call("answer", options=sorted(chance.sample(numbers, min(size, len(numbers)))))
    raise AssertionError("the game does not end")


def test_an_assistant_plays_whole_games_against_bots() -> None:
    async def say(call: Callable[..., Awaitable[str]]) -> None:
        assert "call new_game first" in await call("view")
        assert "Error: " in await call("new_game", factions="Ghosts")
        shown = await call("new_game", factions="Ghosts, Pirates", bots="random", seed=3, target_vp=5)
        assert "You (you): 0 VP; Ghosts + Pirates" in shown
        asked = await call("legal_answers")
        wrong = "Error: Error executing tool answer: "
        assert await call("answer", options=[99]) == f"{wrong}There is no option 99: pick {asked_for(asked)}."
        assert await call("legal_answers") == asked
        assert "A bot would pick" in await call("hint")
        assert "discard a card" in (await call("card", name="ghost")).lower()
        assert "Cards: " in await call("card", name="Pirates")
        assert "Did you mean" in await call("card", name="Gohst") or "Error" in await call("card", name="Gohst")
        assert "Zombies" in await call("rules")
        assert "Won by" in await play_on(call, Random(1))
        assert "The game is over" in await call("answer", options=[1])
        assert "You (you)" in await call("new_game", players=4, bots="random", seed=4, target_vp=3)
        assert "Won by" in await play_on(call, Random(2))

    talk([], say)


def asked_for(asked: str) -> str:
    numbers = re.findall(r"^  (\d+)\. ", asked, re.MULTILINE)
    return f"1 of the options 1 to {len(numbers)}"


def test_the_same_seed_gives_the_same_local_game() -> None:
    shown = [Assistant().new_game(factions="Ghosts, Pirates", players=3, seed=8) for _ in range(2)]
    assert shown[0] == shown[1]
    assert Assistant().new_game(factions="Ghosts, Pirates", players=3, seed=9) != shown[0]


def test_it_says_what_is_missing() -> None:
    with pytest.raises(BasebashError, match="http://"):
        ServerSeat("ftp://here", "x", "y")
    with pytest.raises(BasebashError, match="does not answer"):
        ServerSeat.join("http://127.0.0.1:9", "x", "y", patience=2)
    seat = LocalSeat.start(bots="random", target_vp=1, seed=2)
    with pytest.raises(UnknownName):
        LocalSeat.start(factions=[["Ghosts", "Nobody"], ["Robots", "Aliens"]])
    with pytest.raises(IllegalAnswer):
        seat.answer([50])
