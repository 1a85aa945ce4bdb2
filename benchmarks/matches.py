"""The match that everything is measured with: twenty ordinary deals of Belot, as tables play them."""

from __future__ import annotations

from typing import Any

CONTRACTS = ("hearts", "all_trumps", "clubs", "no_trumps", "spades", "all_trumps", "diamonds")
TOTALS = {"no_trumps": 130, "all_trumps": 258}


def belot_match(deals: int = 20) -> dict[str, Any]:
    """A match of so many deals, none of them passed out; one in three carries declarations."""
    return {
        "format": "scorekeeper-match/1",
        "game": "belot",
        "players": ["Ана", "Борис", "Вера", "Георги"],
        "rules": {"target": 10_000},
        "entries": [_deal(number) for number in range(deals)],
    }


def _deal(number: int) -> dict[str, Any]:
    contract = CONTRACTS[number % len(CONTRACTS)]
    total = TOTALS.get(contract, 162)
    ours = 40 + (number * 37) % (total - 60)
    deal = {
        "kind": "deal",
        "contract": contract,
        "declarer": number % 4,
        "trick_points": [ours, total - ours],
    }
    if number % 3 == 0 and contract != "no_trumps":
        deal["declarations"] = [{"player": number % 4, "kind": "sequence", "length": 3, "top": "K"}]
    if number % 9 == 4:
        deal["doubling"] = "contra"
    return deal
