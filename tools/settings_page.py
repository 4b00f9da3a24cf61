"""Write docs/settings.md, the table of all settings of the server (`make settings`)."""

from __future__ import annotations

from pathlib import Path

from basebash.server.configuration import SETTINGS, Setting, format_number

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
_HEAD = """\
# Settings

Every setting of `basebash serve` can be given in three places; an earlier one wins:

1. a flag: `basebash serve --port 9000`,
2. an environment variable: `BASEBASH_PORT=9000`,
3. a line of a TOML file: `port = 9000`, with `basebash serve --settings FILE.toml` or `BASEBASH_SETTINGS=FILE.toml`.

Lists are separated by commas in flags and variables, and are TOML lists in a file. The server does not start with an
unknown name or an invalid value, and says where it found it. `basebash serve --show-settings` prints all settings and
where each comes from; passwords and tokens are masked.

A client is an IPv4 address or an IPv6 /64 network; an IPv6 /48 network may do four times as much. Each
process counts for itself.

| setting | type | default | range | description |
|---|---|---|---|---|
"""


def page() -> str:
    """Return the page."""
    return _HEAD + "".join(f"{_row(setting)}\n" for setting in SETTINGS.values())


def _row(setting: Setting) -> str:
    """Return a setting's row of the table."""
    default = ", ".join(f"`{one}`" for one in setting.default) if setting.kind == "list" else ""
    if setting.kind == "text" and setting.default:
        default = f"`{setting.default}`"
    elif setting.kind in {"integer", "number"}:
        default = format_number(setting.default)
    limits = (
        ""
        if setting.low is None or setting.high is None
        else " to ".join(map(format_number, (setting.low, setting.high)))
    )
    return f"| `{setting.name}` | {setting.kind} | {default or 'none'} | {limits} | {setting.description} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
