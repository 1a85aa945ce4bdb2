"""“Send to BG Stats”: one match as the link by which that program takes a play.

The format is published at bgstatsapp.com, “Push plays to BG Stats from other apps or websites”: JSON in the address,
times in UTC, ids that stay the same so that a play, a game or a person sent again is recognised.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from scorekeeper.league.results import Result

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
"""Part of the key by which BG Stats remembers games and people: it must not change."""

MAX_LINK = 8000
"""What browsers and phones hand on without cutting it off."""


def play_document(
    result: Result, names: Mapping[str, str], game_name: str, ended: datetime
) -> dict[str, Any]:
    """The play. ``winner`` and ``startPlayer`` are always said: the Android program refuses a player without them."""
    return {
        "sourceName": SOURCE,
        "sourcePlayId": result.match,
        "playDate": f"{ended.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": game_name,
            "sourceGameId": result.game,
            "highestWins": not result.lowest_wins,
            "noPoints": not result.totals,
        },
        "players": [_player(result, seat, names) for seat in range(len(result.players))],
    }


def _player(result: Result, seat: int, names: Mapping[str, str]) -> dict[str, Any]:
    player, side = result.players[seat], result.side_of(seat)
    document: dict[str, Any] = {
        "name": names.get(player, player),
        "sourcePlayerId": player,
        "winner": side in result.winners,
        "startPlayer": seat == _first_seat(result),
        "rank": result.placements[side],
    }
    if result.totals:
        document["score"] = result.totals[side]
    if len(result.members(side)) > 1:
        document["team"] = chr(ord("A") + side)
    return document


def _first_seat(result: Result) -> int | None:
    """The seat after the first dealer, among those who played that deal; None where no deal is known."""
    if not result.deals:
        return None
    deal = result.deals[0]
    seats = [seat for seat in range(len(result.people_at(deal))) if seat not in deal.left]
    return next((seat for seat in seats if seat > deal.dealer), seats[0])


def play_link(document: Mapping[str, Any]) -> str | None:
    """The address that opens BG Stats with this play; None when it would be too long to arrive whole."""
    link = ADDRESS + quote(json.dumps(document, ensure_ascii=False, separators=(",", ":")), safe="")
    return link if len(link) <= MAX_LINK else None
