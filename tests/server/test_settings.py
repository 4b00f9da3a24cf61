"""Settings: flags, environment variables and a file, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from basebash.cli import app
from basebash.server.configuration import SETTINGS, BadSetting, read_configuration
from basebash.server.http.middleware.connections import ConnectionLimits
from basebash.server.limits import ConnectionCounts
from basebash.server.metrics import Metrics
from basebash.server.settings import Launch, Settings
from tools.settings_page import PAGE, page


def run(*arguments: str | Path, **environment: str) -> Result:
    variables = {"COLUMNS": "200", "NO_COLOR": "1", **environment}
    return CliRunner(env=variables).invoke(app, ["serve", *map(str, arguments)])


def written(folder: Path, text: str) -> Path:
    file = folder / "server.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_flags_win_over_variables_over_the_file_over_defaults(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 1\nworkers = 2\nmessages_burst = 3\n")
    environment = {"BASEBASH_PORT": "4", "BASEBASH_WORKERS": "5", "HOME": "/"}
    read = read_configuration({"port": "6"}, environment, file)
    assert (read.launch.port, read.launch.workers, read.settings.messages_burst) == (6, 5, 3)
    assert read.settings.replay_cost == Settings().replay_cost
    sources = {value.setting.name: value.source for value in read.values}
    assert sources["port"] == "--port"
    assert sources["workers"] == "BASEBASH_WORKERS"
    assert sources["messages_burst"] == f"{file}, line 3"
    assert sources["replay_cost"] == "default"


def test_every_setting_can_be_given_in_every_way(tmp_path: Path) -> None:
    texts = {"text": "some", "integer": "", "number": "", "list": "::1, 10.0.0.0/8"}
    for setting in SETTINGS.values():
        text = texts[setting.kind] or str(int(setting.high or 0))
        by_flag = read_configuration({setting.name: text}, {})
        by_variable = read_configuration({}, {setting.variable: text})
        quoted = f'"{text}"' if setting.kind == "text" else '["::1", "10.0.0.0/8"]' if not text.isdigit() else text
        by_file = read_configuration({}, {}, written(tmp_path, f"{setting.name} = {quoted}"))
        assert by_flag.launch == by_variable.launch == by_file.launch
        assert by_flag.settings == by_variable.settings == by_file.settings
        assert (by_flag.launch, by_flag.settings) != (Launch(), Settings())


def test_the_file_can_be_named_by_a_variable(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 7\n")
    assert read_configuration({}, {"BASEBASH_SETTINGS": str(file)}).launch.port == 7


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        (
            "BASEBASH_MESAGE_BYTES",
            "9999",
            "BASEBASH_MESAGE_BYTES is not a setting. Did you mean BASEBASH_MESSAGE_BYTES?",
        ),
        ("BASEBASH_PORT", "x", 'BASEBASH_PORT: port must be a whole number, not "x".'),
        ("BASEBASH_PORT", "65536", "BASEBASH_PORT: port must be from 0 to 65,535, not 65536."),
        ("BASEBASH_HELLO_SECONDS", "nan", "hello_seconds must be from 0.1 to 3,600, not nan."),
        ("BASEBASH_PROXIES", "caddy", "proxies must have addresses or networks such as 10.0.0.0/8, not 'caddy'."),
        ("BASEBASH_SETTINGS", "/none.toml", "The settings file /none.toml cannot be read: No such file or directory."),
    ],
)
def test_mistakes_in_variables_are_explained(variable: str, text: str, said: str) -> None:
    result = run("--show-settings", **{variable: text})
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("host = 'x'\n\nworkres = 2", "line 3: workres is not a setting. Did you mean workers?"),
        ("# limits\nport = '80'", 'line 2: port must be a whole number, not "80".'),
        ("port = true", "line 1: port must be a whole number, not true."),
        ("\nproxies = [1]", "line 2: proxies must be a list of strings, not [1]."),
        ("\n[limits]\nport = 3", "line 2: limits is not a setting."),
        ("port 3", "cannot be read: Expected '=' after a key in a key/value pair (at line 1, column 6)."),
        ("\noperator_token = 12345", "line 2: operator_token must be a string, not ***."),
    ],
)
def test_mistakes_in_the_file_are_explained_with_their_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSetting) as error:
        read_configuration({}, {}, written(tmp_path, text))
    assert said in str(error.value)
    assert "server.toml" in str(error.value)


def test_mistakes_in_flags_are_explained() -> None:
    assert "--port: port must be from 0 to 65,535, not 99999." in run("--port", "99999").output
    result = run("--mesage-bytes", "9999")
    assert result.exit_code == 2
    assert "--message-bytes" in result.output


def test_settings_are_shown_with_their_source_and_without_secrets() -> None:
    result = run(
        "--show-settings",
        *("--database", "postgresql://ann:tulips@db/games?sslpassword=roses"),
        BASEBASH_OPERATOR_TOKEN="lilies",
    )
    assert result.exit_code == 0
    lines = dict(line.split(" = ", 1) for line in result.output.splitlines())
    assert list(lines) == list(SETTINGS)
    assert lines["port"].split() == ["8000", "#", "default"]
    assert lines["database"].startswith('"postgresql://ann:***@db/games?sslpassword=%2A%2A%2A"')
    assert lines["database"].endswith("# --database")
    assert lines["operator_token"].split() == ['"***"', "#", "BASEBASH_OPERATOR_TOKEN"]
    assert not {"tulips", "roses", "lilies"} & set(result.output.replace("=", " ").split())


def test_what_is_shown_can_be_used_as_a_file(tmp_path: Path) -> None:
    shown = run("--show-settings", "--port", "9").output
    assert read_configuration({}, {}, written(tmp_path, shown)).launch == Launch(port=9)


def test_defaults_are_valid_and_every_setting_is_described() -> None:
    for kind in (Launch, Settings):
        data = msgspec.to_builtins(kind())
        assert msgspec.convert(data, kind) == kind()
    assert all(setting.description.endswith(".") for setting in SETTINGS.values())


def test_the_page_of_settings_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make settings"


def test_connections_of_a_proxys_network_are_not_counted_as_one_client() -> None:
    settings = Settings(connections_per_client=1, proxies=("10.1.0.0/16", "::1"))
    limits = ConnectionLimits(settings, ConnectionCounts(1), Metrics(), 100)
    assert all(limits.add(host) for host in ("10.1.2.3", "10.1.2.3", "::1", "::1", "10.2.0.1"))
    assert limits.add("10.2.0.1") is None
