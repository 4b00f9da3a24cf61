"""The server for the browser tests: the real one, but deterministic and without the pauses made for people.

`python -m tests.browser.server PORT DATABASE`
"""

from __future__ import annotations

import os
import sys
from random import Random
from types import SimpleNamespace
from typing import Any

import uvicorn
from msgspec.structs import replace

from basebash.server.app import create_app
from basebash.server.games import factions
from basebash.server.host import workers
from basebash.server.json_logs import log_as_json
from basebash.server.serving import server_config
from basebash.server.settings import Settings

SEED = 4
SETTINGS = Settings(
    bot_delay_seconds=0,
    secret_answer_delay_seconds=0,
    hard_bot_delay_seconds=0,
    requests_per_second=10_000,
    messages_per_second=10_000,
    messages_burst=10_000,
    tables_per_client_per_hour=10_000,
    people_per_client_per_hour=10_000,
    connections_per_client=1000,
    away_seconds=2,
    push_services=("http://127.0.0.1:*",),
    notice_delay_seconds=0.2,
)


def main(port: int, database: str) -> None:
    """Serve until killed. Games and bots always have the same seeds: the same clicks lead to the same game."""
    log_as_json()
    thinking: Any = workers
    thinking.secrets = SimpleNamespace(randbits=lambda _: SEED)
    drawing: Any = factions
    drawing.secrets = SimpleNamespace(SystemRandom=lambda: Random(1))  # random factions: no Madness with this seed
    settings = SETTINGS
    if "MAIL_PORT" in os.environ:
        settings = replace(
            SETTINGS,
            smtp_host="127.0.0.1",
            smtp_port=int(os.environ["MAIL_PORT"]),
            mail_from="table@club.example",
            public_url=f"http://127.0.0.1:{port}",
        )
    app = create_app(database, settings)
    app.state.registry.fixed_seeds = lambda: SEED
    uvicorn.Server(server_config(app, settings, host="127.0.0.1", port=port, timeout_graceful_shutdown=1)).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
