"""The files in `deploy/`, the Dockerfile and compose.yaml fit the repository, each other and the server's settings.

No Docker engine is needed: what they name must exist, and the proxies and units are run or verified where they are
installed.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner
from websockets.sync.client import connect
from websockets.typing import Origin

from basebash.cli import app
from basebash.server.configuration import read_configuration
from tests.server.helpers import PATIENCE, TWO_PEOPLE, Server, sqlite_url
from tools.servers import free_port, is_basebash, wait_for

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
UNITS = sorted((DEPLOY / "systemd").iterdir())


def stages() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the stages of the Dockerfile: base image and instructions."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in filter(None, lines):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            found.append((rest, []))
        else:
            found[-1][1].append((name, rest))
    return found


def arguments(instructions: list[tuple[str, str]], name: str) -> list[str]:
    return [rest for found, rest in instructions if found == name]


# ----------------------------------------------------------------------------------------------- the image
def test_everything_that_the_image_copies_exists_and_is_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = []
    for _, instructions in stages():
        for rest in arguments(instructions, "COPY"):
            if not rest.startswith("--from="):
                copied += rest.split()[:-1]
    assert len(copied) >= 10
    for name in copied:
        assert (ROOT / name).exists(), name
        assert any(Path(name).parts[0] == one or Path(name).match(one) for one in allowed), f"{name} is ignored"


def test_what_later_stages_copy_comes_from_earlier_ones() -> None:
    names: list[str] = []
    for base, instructions in stages():
        for rest in arguments(instructions, "COPY"):
            if rest.startswith("--from="):
                assert rest.split()[0].removeprefix("--from=") in names
        names.append(base.rpartition(" AS ")[2])
    assert names[:2] == ["web", "wheel"]


def test_the_image_is_small_and_runs_without_privileges() -> None:
    base, last = stages()[-1]
    assert base == stages()[1][0].partition(" AS ")[0], "the wheel is compiled for the Python of the first image"
    order = [name for name, _ in last]
    user = arguments(last, "USER")[0]
    assert user.isdecimal()
    assert f"--uid {user}" in arguments(last, "RUN")[0]
    assert order.index("USER") > max(at for at, name in enumerate(order) if name == "RUN")
    assert "/healthz" in arguments(last, "HEALTHCHECK")[0]
    assert not any("gcc" in rest or "npm" in rest for rest in arguments(last, "RUN"))


def test_the_health_check_of_the_image_works(tmp_path: Path) -> None:
    check = arguments(stages()[-1][1], "HEALTHCHECK")[0]
    python, *command = json.loads(check[check.index("CMD ") + 4 :])
    assert python == "python"
    server = Server(sqlite_url(tmp_path))
    environment = {"BASEBASH_PORT": server.url.rpartition(":")[2]}
    assert subprocess.run([sys.executable, *command], env=environment, check=False).returncode == 0
    server.stop()
    assert subprocess.run(
        [sys.executable, *command], env=environment, check=False, stderr=subprocess.DEVNULL
    ).returncode


def test_packages_are_installed_by_hash_alone() -> None:
    for _, instructions in stages():
        for rest in arguments(instructions, "RUN"):
            for command in re.findall(r"pip install[^&]*", rest):
                assert "--require-hashes" in command or "--no-index" in command, command
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lock = (ROOT / "requirements-server.lock").read_text()
    extras = needed["optional-dependencies"]
    for wanted in (*needed["dependencies"], *extras["server"], *extras["postgres"]):
        name = re.split(r"[\[<>=]", wanted)[0].lower()
        assert re.search(rf"^{re.escape(name)}==", lock, re.MULTILINE), name


def test_all_locks_have_the_same_versions() -> None:
    pinned = re.compile(r"^([\w.-]+)==([\w.+]+)", re.MULTILINE)
    locks = [dict(pinned.findall(file.read_text())) for file in ROOT.glob("requirements*.lock")]
    server = dict(pinned.findall((ROOT / "requirements-server.lock").read_text()))
    for lock in locks:
        assert {name: lock[name] for name in lock.keys() & server.keys()}.items() <= server.items()


# ----------------------------------------------------------------------------------------------- compose
def test_the_servers_of_compose_have_valid_settings() -> None:
    servers = [service for service in COMPOSE["services"].values() if service.get("build")]
    assert len(servers) == 2
    for server in servers:
        read = read_configuration({}, server["environment"])
        secret = next(iter(COMPOSE["secrets"]))
        assert read.launch.key == f"/run/secrets/{secret}"
        assert server["secrets"] == [secret]
        assert read.launch.database.partition("@")[2] == "db/basebash"
        subnet = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
        assert read.settings.proxies == (subnet,)


def test_compose_names_only_what_it_defines() -> None:
    services = COMPOSE["services"]
    volumes = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])]
    for name in volumes:
        assert (ROOT / name).exists() if name.startswith(".") else name in COMPOSE["volumes"]
    for service in services.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert set(service.get("depends_on", [])) <= set(services)
    upstreams = re.findall(r"(\S+):8000", (DEPLOY / "Caddyfile").read_text())
    assert sorted(upstreams) == sorted(name for name, service in services.items() if service.get("build"))
    published = [name for name, service in services.items() if service.get("ports")]
    assert published == ["proxy"]


# ----------------------------------------------------------------------------------------------- units and proxies
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_accepts_the_units(unit: Path, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    for other in UNITS:
        text = other.read_text().replace("/opt/basebash/bin/basebash", str(shutil.which("true")))
        (tmp_path / other.name).write_text(text)
    file = tmp_path / unit.name
    done = subprocess.run([program, "verify", "--man=no", file], capture_output=True, text=True, check=False)
    assert (done.returncode, unit.name in done.stderr) == (0, False), done.stderr


def test_units_run_commands_that_exist() -> None:
    start = re.compile(r"^ExecStart=\S+/basebash (.*)", re.MULTILINE)
    commands = {command for unit in UNITS for command in start.findall(unit.read_text())}
    settings = "--settings /etc/basebash/settings.toml"
    place = "/var/lib/basebash-backups/games-TIME.backup"
    assert commands == {f"serve {settings}", f"admin backup {settings} {place}"}


def test_the_settings_in_the_manual_are_valid(tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    files = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)
    assert len(files) == 2
    for number, text in enumerate(files):
        file = tmp_path / f"{number}.toml"
        file.write_text(text)
        assert read_configuration({}, {}, file).launch.database.split(":")[0] in ("sqlite", "postgresql")


def test_the_commands_in_the_manual_exist() -> None:
    manual = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    commands = {
        command for command in re.findall(r"\bbasebash (serve|admin [a-z-]+)", manual) if command != "admin works"
    }
    assert {"serve", "admin backup", "admin restore", "admin doctor"} <= commands
    for command in commands:
        result = CliRunner().invoke(app, [*command.split(), "--help"])
        assert result.exit_code == 0, command


def through_the_proxy(url: str, server: Server, trust: ssl.SSLContext | None = None) -> None:
    """Check that pages, the API and the WebSocket work through a proxy, and that metrics do not."""

    def ask(path: str, body: bytes | None = None) -> Any:
        request = urllib.request.Request(f"{url}{path}", body, {"Origin": url})
        return urllib.request.urlopen(request, timeout=PATIENCE, context=trust)

    with ask("/api/tables", json.dumps(TWO_PEOPLE).encode()) as answer:
        made = json.load(answer)
    with connect(url.replace("http", "ws", 1) + "/ws", origin=Origin(url), ssl=trust) as line:
        line.send('{"type":"hello","table":"' + made["table"] + '"}')
        assert '"type":"state"' in str(line.recv(timeout=PATIENCE))
    with pytest.raises(urllib.error.HTTPError) as error, ask("/metrics"):
        pass
    with error.value:
        assert error.value.code == 403
    assert made["table"] in server.registry.tables


def listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def test_nginx_forwards_everything(tmp_path: Path) -> None:
    program = shutil.which("nginx")
    if program is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    server = Server(sqlite_url(tmp_path))
    pem, key, port = tmp_path / "play.pem", tmp_path / "play.key", free_port()
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    subprocess.run([*make, "-keyout", key, "-out", pem], check=True, capture_output=True)
    config = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("/etc/ssl/play.example.pem", str(pem)),
        ("/etc/ssl/play.example.key", str(key)),
        ("443", str(port)),
        ("http://127.0.0.1:8000", server.url),
    ):
        assert old in config
        config = config.replace(old, new)
    places = "".join(
        f"{what}_temp_path {tmp_path}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}} http {{ access_log off; {places}\n{config} }}"
    )
    command = [program, "-c", str(file), "-p", str(tmp_path), "-e", str(tmp_path / "errors")]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    proxy = subprocess.Popen([*command, "-g", "daemon off;"])
    try:
        trust = ssl.create_default_context(cafile=pem)
        trust.check_hostname = False
        wait_for(lambda: listens(port))
        through_the_proxy(f"https://127.0.0.1:{port}", server, trust)
    finally:
        proxy.terminate()
        proxy.wait(10)
        server.stop()


def test_caddy_forwards_everything(tmp_path: Path) -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("caddy is not installed (Debian: apt-get install caddy)")
    server, port = Server(sqlite_url(tmp_path)), free_port()
    config = (DEPLOY / "Caddyfile").read_text()
    old = "server-1:8000 server-2:8000"
    assert old in config
    # One of the two is not there, as after a crash.
    config = config.replace(old, f"127.0.0.1:{free_port()} {server.url.removeprefix('http://')}")
    (tmp_path / "Caddyfile").write_text("{\n\tadmin off\n}\n" + config)
    environment = {"SITE_ADDRESS": f"http://127.0.0.1:{port}", "HOME": str(tmp_path), "PATH": "/usr/bin"}
    command = [program, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"]
    with (tmp_path / "log").open("w") as log:
        proxy = subprocess.Popen(command, env=environment, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(lambda: is_basebash(url))
        through_the_proxy(url, server)
    finally:
        proxy.terminate()
        proxy.wait(10)
        server.stop()
