"""The command line, command by command, with typed input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

import basebash
from basebash import Game
from basebash.bots import Bot, make_bot
from basebash.cli import app
from basebash.invariants import random_game

GOOD = """\
scenario: All is well
players: {A: {hand: [Ghost]}, B: {}}
bases: [Ninja Dojo]
base_deck: [Tortuga]
steps:
  - {player: A, play: Ghost, on: Ninja Dojo}
expect:
  power: {Ninja Dojo: {A: 2}}
"""
BAD = GOOD.replace("All is well", "All is lost").replace("A: 2", "A: 3")
BROKEN = GOOD.replace("All is well", "Who is that").replace("play: Ghost,", "play: Gost,")


def run(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner(env={"COLUMNS": "120", "NO_COLOR": "1"}).invoke(app, [str(a) for a in arguments], input=typed)


def plain(result: Result) -> str:
    """The output on one line, however it was wrapped."""
    return " ".join(result.output.split())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def saved(file: Path, answers: int = 12, seed: int = 3) -> Game:
    game = Game(2, seed=seed, names=["You", "Ada"])
    for at in random_game(game, 1):
        if at.answers_given >= answers:
            break
    file.write_text(game.save(), encoding="utf-8")
    return game


# ----------------------------------------------------------------------------------------------- the whole
def test_version() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.output.strip() == f"basebash {basebash.__version__} ({basebash.ENGINE})"


def test_it_runs_as_a_module_too() -> None:
    ran = subprocess.run([sys.executable, "-m", "basebash", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith(f"basebash {basebash.__version__} (")


def test_without_a_command_there_is_help() -> None:
    result = run()
    for command in ("play", "watch", "replay", "cards", "scenario"):
        assert command in result.output


def test_an_unknown_command_is_an_error() -> None:
    assert run("plaay").exit_code == 2


# ----------------------------------------------------------------------------------------------- play
def test_play_asks_and_answers_until_one_quits() -> None:
    result = run("play", "--seed", "5", typed="?\nl\nq\n")
    assert result.exit_code == 0, result.output
    assert "Your hand" in result.output
    assert "End Play Cards" in result.output or "1 " in result.output
    assert plain(result).count("takes your last answer back") >= 2


def test_play_reads_numbers_and_refuses_nonsense() -> None:
    result = run("play", "--seed", "5", "--factions", "Ghosts, pirates", typed="999\nnonsense\n1\nq\n")
    assert result.exit_code == 0, result.output
    assert "That is not one of the options." in result.output
    assert "'nonsense' is not an answer" in result.output
    assert "Ghosts + Pirates" in result.output


def test_what_is_said_about_a_question_is_not_followed_by_the_table_again() -> None:
    result = run("play", "--seed", "5", typed="h\nnonsense\n?\nq\n")
    assert result.exit_code == 0, result.output
    assert "'nonsense' is not an answer" in result.output
    assert result.output.count("Your hand") == 1
    assert run("play", "--seed", "5", typed="1\nq\n").output.count("Your hand") == 2


def test_play_says_you_and_plays_against_a_normal_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(name: str, seed: int) -> Bot:
        asked.append(name)
        return make_bot(name, seed)

    monkeypatch.setattr("basebash.cli.terminal.make_bot", noted)
    result = run("play", "--seed", "5", typed="1\n1\nl\nq\n")
    assert asked == ["normal", "hard"]  # the opponent, and who gives hints
    assert "You play " in plain(result)
    assert not re.search("You (plays|draws|'s)", plain(result))


def test_the_end_of_input_ends_play() -> None:
    result = run("play", "--seed", "5", typed="1\n")
    assert result.exit_code == 0
    assert "Bye." in result.output


def test_play_shows_a_card_and_the_nearest_to_a_wrong_name() -> None:
    result = run("play", "--seed", "5", typed="c Buccaneer\nc Bucaneer\nq\n")
    assert "Buccaneer" in result.output
    assert "Did you mean Buccaneer?" in result.output


def test_play_shows_power_of_a_card_and_titans_beside_the_decks() -> None:
    output = run("play", "--seed", "5", "--factions", "Ghosts,pirates", typed="c Buccaneer\nq\n").output
    assert "titans: Creampuff Man, The Kraken" in output
    assert "4 minion · Pirates · Core Set" in output


def test_a_card_is_shown_as_it_is_written() -> None:
    output = run("cards", "Cut Lass", "--code").output
    assert "class CutLass(Minion, of=PIRATES, copies=3):" in output
    assert "    async def on_play(self, me: Card) -> None:" in output
    assert "class" not in run("cards", "Cut Lass").output


def test_play_saves_takes_back_and_resumes(file: Path) -> None:
    result = run("play", "--seed", "5", typed=f"s {file}\n1\nu\nq\n")
    assert result.exit_code == 0, result.output
    assert "Saved to" in result.output
    start = Game.load(file.read_text(encoding="utf-8"))
    assert start.question.player == 0

    again = file.with_name("again.json")
    result = run("play", "--resume", file, typed=f"1\nu\ns {again}\nq\n")
    assert result.exit_code == 0, result.output
    back = Game.load(again.read_text(encoding="utf-8"))
    assert back.digest() == start.digest()
    assert back.history == start.history

    later = file.with_name("later.json")
    assert run("play", "--resume", file, typed=f"1\ns {later}\nq\n").exit_code == 0
    assert Game.load(later.read_text(encoding="utf-8")).answers_given > start.answers_given


def test_nothing_to_take_back_is_no_crash() -> None:
    assert run("play", "--seed", "5", typed="u\nq\n").exit_code == 0


def test_a_save_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    result = run("play", "--seed", "5", typed=f"s {tmp_path / 'no' / 'such' / 'folder.json'}\nq\n")
    assert result.exit_code == 0
    assert "No such file" in result.output


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot be read"), ("{", "not a saved game"), ('{"format": "basebash game", "version": 99}', "format 99")],
)
def test_a_save_that_cannot_be_read_is_reported(file: Path, content: str | None, message: str) -> None:
    if content is not None:
        file.write_text(content, encoding="utf-8")
    result = run("play", "--resume", file)
    assert result.exit_code == 2
    assert message in plain(result)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--factions", "Gosts,Pirates"], "Did you mean Ghosts"),
        (["--factions", "Ghosts"], "two different factions"),
        (["--factions", "Ghosts,Ghosts"], "two different factions"),
        (["--edition", "2014"], "no edition 2014"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_reported(arguments: list[str], message: str) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert message in plain(result)


@pytest.mark.parametrize("players", ["1", "5"])
def test_play_is_for_two_to_four(players: str) -> None:
    assert run("play", "--players", players).exit_code == 2


def test_play_with_a_draft() -> None:
    result = run("play", "--draft", "--seed", "1", "--players", "3", typed="1\n1\nq\n")
    assert result.exit_code == 0, result.output
    assert "Choose a faction" in result.output


def test_a_game_can_be_played_to_its_end() -> None:
    typed = "".join(f"{n}\n" for n in (1, 2, 3, "", "1 2", "1 2 3", "1 2 3 4")) * 4000
    result = run("play", "--seed", "8", typed=typed)
    assert result.exit_code == 0
    assert " won." in result.output


def test_play_gives_hints_and_has_bots_to_play_against() -> None:
    result = run("play", "--seed", "5", "--bots", "easy", typed="h\nq\n")
    assert result.exit_code == 0
    assert re.search(r"→ \d\.\d{3} +\d+x +\w+", result.output)
    assert run("play", "--seed", "5", "--bots", "easy,easy").exit_code == 2


# ----------------------------------------------------------------------------------------------- watch
def test_watch_shows_a_whole_game() -> None:
    result = run("watch", "--seed", "2", "--speed", "100000")
    assert result.exit_code == 0, result.output
    assert " won." in result.output
    assert "wins with" in result.output


def test_watch_step_by_step() -> None:
    result = run("watch", "--seed", "2", "--speed", "0", "--players", "4", typed="\n\n\n")
    assert result.exit_code == 0
    assert "Dan" in result.output
    assert " won." not in result.output


def test_watch_is_the_same_for_the_same_seed() -> None:
    first, second = (run("watch", "--seed", "6", "--speed", "0", typed="\n" * 30).output for _ in range(2))
    assert first == second


def test_watch_shows_what_bots_think() -> None:
    result = run("watch", "--seed", "2", "--speed", "0", "--bots", "search@20,normal", "--thoughts", typed="\n" * 12)
    assert result.exit_code == 0
    assert "Ada: Play a card" in result.output
    assert re.search(r"→ 0\.\d{3} +\d+x +\w+ on ", result.output)


def test_watch_keeps_thoughts_to_itself_unless_asked() -> None:
    result = run("watch", "--seed", "2", "--speed", "0", "--bots", "normal", typed="\n" * 6)
    assert result.exit_code == 0
    assert "→" not in result.output


@pytest.mark.parametrize(("bots", "says"), [("nobody", "nobody"), ("easy,easy,easy", "names 3 bots")])
def test_watch_needs_known_bots_one_for_all_or_one_per_seat(bots: str, says: str) -> None:
    result = run("watch", "--bots", bots)
    assert result.exit_code == 2
    assert says in result.output


def test_watch_refuses_an_unknown_edition() -> None:
    assert run("watch", "--edition", "1999").exit_code == 2


# ----------------------------------------------------------------------------------------------- replay
def test_replay_prints_a_whole_game(file: Path) -> None:
    game = saved(file)
    result = run("replay", file, "--all")
    assert result.exit_code == 0, result.output
    for line in game.log_for(None):
        assert line.text[:40] in result.output


def test_replay_steps_forwards_backwards_and_jumps(file: Path) -> None:
    saved(file)
    result = run("replay", file, typed="\n\nb\n7\nhm\nq\n")
    assert result.exit_code == 0, result.output
    places = [line.partition("]")[0] for line in result.output.splitlines() if "/12]" in line]
    assert places == [f"[{n}/12" for n in (0, 1, 2, 1, 7, 8)]


def test_replay_ends_at_the_end(file: Path) -> None:
    saved(file)
    assert run("replay", file, typed="99\n\n").exit_code == 0
    assert run("replay", file, typed="b\n").exit_code == 0


@pytest.mark.parametrize("content", [None, b"nonsense", b"\xff\xfe\x00", b"[]"])
def test_replay_refuses_what_is_not_a_game(file: Path, content: bytes | None) -> None:
    if content is not None:
        file.write_bytes(content)
    result = run("replay", file)
    assert result.exit_code == 2
    assert result.output.strip()


def test_replay_of_a_damaged_game(file: Path) -> None:
    saved(file)
    data = json.loads(file.read_text(encoding="utf-8"))
    data["answers"][2] = [999]
    file.write_text(json.dumps(data), encoding="utf-8")
    result = run("replay", file, typed="\n\n\n\n")
    assert result.exit_code in (0, 2)
    assert "Traceback" not in result.output


# ----------------------------------------------------------------------------------------------- cards
def test_a_card_is_shown_whole() -> None:
    result = run("cards", "buccaneer")
    assert result.exit_code == 0
    assert "4 minion" in result.output
    assert "Pirates" in result.output
    assert "Core Set" in result.output


@pytest.mark.parametrize(
    ("arguments", "inside", "outside"),
    [
        (["--faction", "Pirates", "--kind", "minion"], ["Buccaneer", "Cut Lass"], ["Cannon", "Tortuga"]),
        (["--kind", "base", "--set", "culture"], ["Cuzcu"], ["Tortuga"]),
        (["--power", "7"], ["King Rex"], ["Buccaneer"]),
        (["--text", "extra action", "--faction", "wizards"], ["Archmage"], ["Enchantress"]),
        (["microbot"], ["Microbot Alpha", "Microbot Fixer"], ["Zapbot"]),
        (["Ghosts"], ["Spectre", "The Dread Gazebo"], ["Zapbot"]),
        (["--kind", "titan", "--faction", "Innsmouth"], ["Dagon"], ["The Locals"]),
        (["--kind", "monster"], ["Bigfoot", "Web Troll"], ["Warbot"]),
        (["--kind", "fusion", "--set", "half"], ["fusion"], ["King Rex"]),
    ],
)
def test_cards_are_searched(arguments: list[str], inside: list[str], outside: list[str]) -> None:
    result = run("cards", *arguments)
    assert result.exit_code == 0, result.output
    for name in inside:
        assert name in result.output
    for name in outside:
        assert name not in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Bucaneer"], "Did you mean Buccaneer?"),
        (["qqqqqq"], "no card named 'qqqqqq'"),
        (["--faction", "Gosts"], "Did you mean Ghosts"),
        (["--set", "Core Sett"], "Did you mean Core Set"),
        (["--kind", "minyon"], "Did you mean minion"),
        (["--text", "no card says this"], "No card matches"),
    ],
)
def test_an_unknown_name_comes_with_the_nearest(arguments: list[str], message: str) -> None:
    result = run("cards", *arguments)
    assert result.exit_code == 2
    assert message in plain(result)


@pytest.mark.parametrize(
    ("arguments", "inside", "outside"),
    [
        (["--set", "munchkin"], ["Clerics", "Warriors", "8 factions"], ["Aliens"]),
        (["--search", "treasure"], ["Dwarves", "Thieves"], ["Innsmouth"]),
        (["--set", "core", "--difficulty", "easy"], ["Dinosaurs"], ["Ninjas"]),
    ],
)
def test_factions_are_listed(arguments: list[str], inside: list[str], outside: list[str]) -> None:
    result = run("factions", *arguments)
    assert result.exit_code == 0, result.output
    for name in inside:
        assert name in result.output
    for name in outside:
        assert name not in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "Core Sett"], "Did you mean Core Set"),
        (["--difficulty", "trickie"], "Did you mean tricky"),
        (["--search", "no faction says this"], "No faction matches"),
    ],
)
def test_factions_that_are_not_there(arguments: list[str], message: str) -> None:
    result = run("factions", *arguments)
    assert result.exit_code == 2
    assert message in plain(result)


def test_random_factions_can_be_of_some_sets_only() -> None:
    result = run("play", "--sets", "core", "--ban", "Aliens", "--seed", "1", "--players", "3", typed="q\n")
    assert result.exit_code == 0
    for faction in ("Aliens", "Ghosts", "Ignobles", "Warriors"):
        assert faction not in result.output
    few = run("play", "--sets", "goblins", typed="q\n")
    assert few.exit_code == 2
    assert "2 players need 4 more factions; 1 are left" in plain(few)


def test_untested_cards_are_listed(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(GOOD + "source: Ghost; Zapbot\n", encoding="utf-8")
    result = run("cards", "--untested", "--tests", tmp_path)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert "Buccaneer" in lines
    assert "Ghost" not in lines
    assert lines[-1].endswith(" untested")


def test_untested_needs_a_folder(tmp_path: Path) -> None:
    result = run("cards", "--untested", "--tests", tmp_path / "nowhere")
    assert result.exit_code == 2


# ----------------------------------------------------------------------------------------------- scenario
def test_scenarios_that_pass(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(f"{GOOD}---\n{GOOD}", encoding="utf-8")
    result = run("scenario", path)
    assert result.exit_code == 0
    assert result.output.splitlines() == ["pass   All is well", "pass   All is well", "2 passed, 0 failed"]


def test_scenarios_that_fail(tmp_path: Path) -> None:
    path = tmp_path / "mixed.yaml"
    path.write_text(f"{GOOD}---\n{BAD}---\n{BROKEN}", encoding="utf-8")
    result = run("scenario", path)
    assert result.exit_code == 1
    assert f"fail   {path}:17: All is lost" in result.output
    assert "power of A at Ninja Dojo: expected 3, found 2" in result.output
    assert f"error  {path}:24: Who is that" in result.output
    assert "There is no card or base named 'Gost'. Did you mean Ghost" in result.output
    assert result.output.splitlines()[-1] == "1 passed, 2 failed"
    assert "plays Ghost" not in result.output
    assert "A plays Ghost on Ninja Dojo" in run("scenario", "-v", path).output


def test_line_100_of_a_scenario_file_is_a_number(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text("#\n" * 91 + f"---\n{BAD}", encoding="utf-8")
    assert f"fail   {path}:100: All is lost" in run("scenario", path).output


def test_scenarios_of_several_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "one.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "deep" / "er" / "two.yml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "deep" / "notes.txt").write_text("no scenario", encoding="utf-8")
    (tmp_path / "three.yaml").write_text(GOOD, encoding="utf-8")
    result = run("scenario", tmp_path / "deep", tmp_path / "three.yaml")
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "3 passed, 0 failed"


def test_a_folder_without_scenarios_and_a_missing_file_are_errors(tmp_path: Path) -> None:
    result = run("scenario", tmp_path)
    assert result.exit_code == 1
    assert "no scenario file here" in result.output
    result = run("scenario", tmp_path / "missing.yaml")
    assert result.exit_code == 1
    assert "cannot be read" in result.output


def test_outcomes_for_a_ci_server(tmp_path: Path) -> None:
    path, junit = tmp_path / "mixed.yaml", tmp_path / "junit.xml"
    path.write_text(f"{GOOD}---\n{BAD}---\n{BROKEN}", encoding="utf-8")
    assert run("scenario", path, "--junit", junit).exit_code == 1
    suite = ET.parse(junit).getroot()
    assert {key: suite.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "3",
        "failures": "1",
        "errors": "1",
    }
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["All is well", "All is lost", "Who is that"]
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["error"]]
    assert f"{path}:17" in (cases[1][0].text or "")
    assert "Gost" in (cases[2][0].get("message") or "")


def test_a_ci_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD, encoding="utf-8")
    result = run("scenario", path, "--junit", tmp_path / "no" / "junit.xml")
    assert result.exit_code == 2
    assert "cannot be written" in plain(result)


def test_serving_without_the_server_extra_says_what_to_install() -> None:
    # In a process of its own: in this one, another test may have imported the server already, which would then start.
    main = "import sys; sys.modules['starlette'] = None; from basebash.cli import app; app()"
    result = subprocess.run(
        [sys.executable, "-c", main, "serve"], capture_output=True, text=True, check=False, timeout=120
    )
    assert result.returncode == 2
    assert "starlette is missing" in result.stdout
    assert "pip install 'basebash[server]'" in " ".join(result.stdout.split())
