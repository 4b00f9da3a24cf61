"""Leagues as clients see them."""

from __future__ import annotations

import msgspec

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.leagues.rows import StoredLeague


def league_view(league: StoredLeague, owner: Owner | None) -> messages.League:
    """Return a league as a person sees it. A bot that nobody has needed is not shown."""
    used = {number for game in league.pairings for number in (game.one, game.two)}
    members = [member for member in league.members if member.level is None or member.number in used]
    shown = {member.number for member in members}
    rounds = [
        messages.LeagueRound(
            number,
            [
                messages.LeagueGame(game.board, game.one, game.two, game.table_id, game.points, game.vp)
                for game in league.pairings
                if game.round == number
            ],
        )
        for number in range(league.round, 0, -1)
    ]
    return messages.League(
        league.id,
        league.name,
        league.status,
        league.round,
        league.rounds,
        league.rules,
        [
            messages.LeagueMember(
                member.number, member.name, round(member.rating), member.level, member.is_out, member.factions
            )
            for member in members
        ],
        [messages.LeagueLine(**msgspec.structs.asdict(line)) for line in league.standings if line.number in shown],
        rounds,
        next((one.number for one in members if owner is not None and one.person_id == owner.id), None),
        owner is not None and league.is_run_by(owner.id),
        league.maker is not None,
    )
