"""The page "Your own faction" works as written: its commands in their order, with its cards and scenarios."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tools.servers import Running, free_port

PAGE = (Path(__file__).parents[2] / "docs" / "writing-factions.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
(CARD,) = re.findall(r"```python\n(class KeenScout.*?)```", PAGE, re.DOTALL)
(SCENARIOS,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
BASEBASH = [sys.executable, "-m", "basebash"]


def replace(file: Path, pattern: str, new: str) -> None:
    text, count = re.subn(pattern, lambda _: new, file.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert count == 1
    file.write_text(text, encoding="utf-8")


def do(folder: Path, command: str) -> str:
    """Run a command of the page; quit a game at once, and let the lab play fewer games."""
    fewer = re.sub(r"--games \d+", "--games 30 --bots random --players 2 --workers 1", command)
    arguments = [*BASEBASH, *shlex.split(fewer)[1:]]
    done = subprocess.run(arguments, cwd=folder, input="q\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def watch(folder: Path, command: str) -> str:
    """Start the watcher, and stop it with Ctrl-C once it waits for the next save."""
    arguments = [*BASEBASH, *shlex.split(command)[1:]]
    with subprocess.Popen(
        arguments, cwd=folder, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout is not None
        printed = ""
        while "Waiting for the next save" not in printed:
            line = process.stdout.readline()
            assert line, printed
            printed += line
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert process.returncode == 0
    return printed


def serve(folder: Path, command: str) -> str:
    """Start the server on a free port; return what it says about factions."""
    port = free_port()
    arguments = [*BASEBASH, *shlex.split(command)[1:], "--port", str(port)]
    server = Running(arguments, f"http://127.0.0.1:{port}", folder / "server.log", env=dict(os.environ), cwd=folder)
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/catalogue", timeout=60) as answer:
            return str(answer.read().decode())
    finally:
        server.end()


def test_the_page_leads_to_a_faction_that_is_checked_tested_played_and_measured(tmp_path: Path) -> None:
    assert COMMANDS[0] == 'pip install "basebash[server,lab]"'
    printed: dict[str, str] = {}
    for number, command in enumerate(COMMANDS[1:]):
        if " watch " in command:
            printed[command] = watch(tmp_path, command)
            replace(tmp_path / "wild_bees" / "cards.py", r"class KeenScout.*?(?=\n\n\n)", CARD.rstrip())
        elif " serve" in command:
            printed[command] = serve(tmp_path, command)
        else:
            if " pack test " in command:
                pattern = r"---\nscenario: A Scout draws a card.*?(?=---)"
                replace(tmp_path / "wild_bees" / "scenarios" / "cards.yaml", pattern, SCENARIOS)
            printed[f"{number} {command}"] = do(tmp_path, command)
    everything = "\n".join(f"{command}\n{output}" for command, output in printed.items())
    assert everything.count("wild_bees 0.1: Wild Bees (20 cards). All is well.") == 3  # new, watched, with the new card
    assert "11 passed, 0 failed" in everything
    assert '"Wild Bees"' in printed["basebash --pack wild_bees serve"]
    assert "Wild Bees + Pirates" in everything
    assert "Wild Bees beats an average opponent in" in everything
    assert "Keen Scout.power=1" in everything
    assert (tmp_path / "dist" / "basebash_pack_wild_bees-0.1-py3-none-any.whl").is_file()
    assert (tmp_path / "fairness-wild_bees" / "fairness.html").is_file()


def test_the_cards_that_the_page_names_are_in_the_example() -> None:
    folder = Path(__file__).parents[2] / "examples" / "packs" / "beekeepers"
    code = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    rows = re.findall(r"^\| .* \| `(.*)` \| (.*) \|$", PAGE, re.MULTILINE)
    assert len(rows) >= 10
    for _, names in rows:
        for name in names.split(", "):
            assert f"class {name.title().replace(' ', '')}(" in code, name
