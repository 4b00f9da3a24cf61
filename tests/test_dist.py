"""What `make dist` builds can be installed and played with, without Node.js and without a compiler.

The wheels go into an empty environment; only the packages of others that they need are lent by this one. The compiled
wheel is tried with a few small modules compiled, which takes seconds: that all of them compile and play is what
`test_compiled.py` sees to.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.test_compiled import why_not
from tools.dist import build_wheel
from tools.dist import run as run_python
from tools.servers import Running, free_port

ROOT = Path(__file__).parent.parent
FEW = """
import tempfile
from mypyc.build import mypycify
from setuptools import setup
with tempfile.TemporaryDirectory() as work:
    modules = ["basebash/engine/data/values.py", "basebash/engine/data/rare_zones.py"]
    made = mypycify(modules, opt_level="0", group_name="few", target_dir=work)
    setup(ext_modules=made, script_args=["-q", "build_ext", "--inplace", "--build-temp", work, "--build-lib", work])
"""


def install(wheel: Path, folder: Path) -> Path:
    """The folder of commands of an environment with nothing but this wheel."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    packages = Path(
        subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
    )
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "-qq", "--no-deps", "--no-index", wheel],
        check=True,
    )
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


def play_a_while(server: str, answers: int = 25) -> None:
    """Plays against a bot for this many questions: whole games take minutes at the pace of people."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
    request = urllib.request.Request(f"{server}/api/tables", json.dumps({"seats": seats}).encode())
    with urllib.request.urlopen(request, timeout=30) as response:
        place = json.load(response)
    answered = -1
    with connect(server.replace("http", "ws", 1) + "/ws") as socket:
        socket.send(json.dumps({"type": "hello", "table": place["table"], "token": place["token"]}))
        while answered < answers:
            message = json.loads(socket.recv(timeout=60))
            assert message["type"] != "error", message
            question = message["type"] == "state" and message["view"] and message["view"]["question"]
            if question and message["answers"] > answered:
                answered = message["answers"]
                picks = list(range(question["low"]))
                socket.send(json.dumps({"type": "answer", "number": answered, "picks": picks}))


def play(commands: Path, folder: Path) -> str:
    """Serves the table from there, looks at it and plays; the version that played."""
    alone = {"PATH": str(commands), "HOME": str(folder)}
    assert not any(shutil.which(tool, path=alone["PATH"]) for tool in ("node", "npm", "cc", "gcc"))

    def ask(*command: str | Path) -> str:
        done = subprocess.run(
            [*map(str, command)], check=False, env=alone, cwd=folder, capture_output=True, text=True, timeout=240
        )
        assert not done.returncode, done.stdout + done.stderr
        return done.stdout

    where = ask(commands / "python", "-c", "import basebash; print(basebash.__file__)")
    assert Path(where.strip()).is_relative_to(commands.parent)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    serve = [str(commands / "basebash"), "serve", "--port", str(port)]
    server = Running(serve, address, folder / "server.log", env=alone, cwd=folder)
    try:
        with urllib.request.urlopen(address, timeout=30) as page:
            text = page.read().decode()
        script = re.search(r'src="(/assets/[^"]+\.js)"', text)
        assert script, text
        with urllib.request.urlopen(f"{address}{script[1]}", timeout=30) as asset:
            assert len(asset.read()) > 10_000
        play_a_while(address)
    finally:
        server.end()
    return ask(commands / "basebash", "--version")


def test_the_wheel_for_every_platform(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path)
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        metadata = files.read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert "basebash/server/static/index.html" in names
    assert not [name for name in names if name.endswith(".so") or name.startswith("tools/")]
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    declared = {line.split(": ")[1].lower() for line in metadata.splitlines() if line.startswith("Requires-Dist")}
    assert {name.lower() for name in needed} <= declared
    commands = install(wheel, tmp_path / "environment")
    assert "(plain engine)" in play(commands, tmp_path)
    for arguments, output in (
        (["new", "wild_bees"], "cards.py"),
        (["check", "wild_bees", "--games", "1"], "All is well"),
    ):
        done = subprocess.run(
            [commands / "basebash", "pack", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, output in done.stdout) == (0, True), done.stdout


@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_the_wheel_with_the_compiled_engine(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path, lambda source: run_python(source, "-c", FEW))
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{tag}-{tag}-" in wheel.name
    assert os.uname().machine in wheel.name
    assert "(compiled engine)" in play(install(wheel, tmp_path / "environment"), tmp_path)
