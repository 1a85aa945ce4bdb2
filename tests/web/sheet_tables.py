"""Matches written straight into the ledger, for tests of what their pages show."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

from flask import Flask

from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.games.escoba.deals import make_deal

FOUR = ("Ana", "Boris", "Vera", "Георги")
BELOT = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [120, 42]}
HANGS = {"kind": "deal", "contract": "hearts", "declarer": 1, "doubling": "contra", "trick_points": [81, 81]}
TIERCE = {"player": 0, "kind": "sequence", "length": 3, "top": "A"}
KANI = {
    "kind": "deal",
    "bid": 9,
    "declarer": 1,
    "partner": 3,
    "tricks": 10,
    "trump": "hearts",
    "called": "AH",
}
ESCOBA = make_deal([2, 1], [22, 18], [6, 4], [3, 1], 0, kind="deal")
KINASKAK = {"kind": "deal", "hands": [0, 10, 15, 20], "buys": [0, 1, 2, 3]}
"""A deal of each game in which everything is said that a row can say."""


def players(game: str) -> tuple[str, ...]:
    """Two in Eskoba, four in the other games."""
    return FOUR[:2] if game == "escoba" else FOUR


def open_match(
    app: Flask,
    game: str,
    names: Sequence[str] = FOUR,
    entries: Sequence[dict[str, Any]] = (),
    before: Match | None = None,
    **rules: Any,
) -> Match:
    """A match with these entries; ``before`` is the one that it is a rematch of."""
    with app.app_context():
        match: Match = ledgers.open_match(
            session(),
            game,
            list(names),
            rules=rules,
            series=before.public_id if before else None,
            players=before.players if before else None,
        )
    for entry in entries:
        match = add_event(app, match, "recorded", {"entry": entry})
    return match


def add_event(app: Flask, match: Match, kind: str, body: dict[str, Any], **texts: str) -> Match:
    """The match with one more event."""
    with app.app_context():
        return ledgers.write(session(), match, kind, body, texts=texts)


def read_again(app: Flask, match: Match) -> Match:
    """The match as it stands in the database now."""
    with app.app_context():
        found = ledger.load(session(), match.public_id)
        assert found is not None
        return found


def hands(seats: int, out: int, each: int = 10) -> dict[str, Any]:
    """A deal of Kínaskák in which one went out and the others have so many points left, and five more a seat."""
    return {"kind": "deal", "hands": [0 if seat == out else each + 5 * seat for seat in range(seats)]}


def words(page: Any) -> str:
    """What a page says, every piece parted from the next by one space."""
    body = re.sub(r"<(head|script)\b.*?</\1>", " ", page.html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).replace("\u2060", "").split())
