"""Matches to look at, imported once: their pages are what a table shows, and every address is an owner's."""

import json
import re
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext

from tests.games.escoba.deals import by_most, make_deal
from tests.samples import sample_match

FOUR = ("Ana", "Boris", "Vera", "Георги")
EIGHT = (
    "Margrét Jónsdóttir",
    "Magnús",
    "Magnea Ósk",
    "Sigurður",
    "Sigríður",
    "Þórdís",
    "Jón Þór",
    "Guðbjörg",
)
LONG_NAMES = (
    "Hrafnhildur Anna",
    "Александър",
    "Georgi-Stefan",
    "Maximiliane",
    "Guðmundur",
    "Iñaki",
    "Björn",
    "Ли",
)
"""Names that have hardly any room: of two words, joined, in wide letters; and short ones beside them."""


def belot(number: int, points: int = 120) -> dict[str, Any]:
    """A deal of Belot."""
    taken = [points, 162 - points]
    return {"kind": "deal", "contract": "hearts", "declarer": number % 4, "trick_points": taken}


def kinaskak(number: int) -> dict[str, Any]:
    """A round of Kínaskák with eight players, so dear that totals have four figures."""
    return {"kind": "deal", "hands": [0 if seat == number else 60 * seat + 5 * number for seat in range(8)]}


def dear(number: int, players: int) -> dict[str, Any]:
    """A round of Kínaskák in which one player bought too often."""
    hands = [0 if seat == number % players else 60 * seat + 5 for seat in range(players)]
    buys = [4 if seat == (number + 1) % players else 0 for seat in range(players)]
    return {"kind": "deal", "hands": hands, "buys": buys}


def escoba(number: int, sides: int) -> dict[str, Any]:
    """A deal of Eskoba: of two sides one that marks all it can, of more one that is written without counts."""
    if sides == 2:
        return by_most(0, 0, 0, 0, (number % 2, 0), kind="deal") | (
            {} if number else {"all_golds": 0, "all_sevens": 0}
        )
    most = {"cards": number % sides, "golds": (number + 1) % sides, "sevens": None}
    swept = [(number + side) % 2 for side in range(sides)]
    return {"kind": "deal", "escobas": swept, "most": most, "seven_of_golds": number % sides}


def declared(number: int) -> dict[str, Any]:
    """A deal of Belot with all that is marked: contra, a capot, declarations of both sides."""
    runs = [{"player": player, "kind": "sequence", "length": 3, "top": "A"} for player in (0, 2)]
    marked = {
        "contract": "all_trumps",
        "declarer": 0,
        "trick_points": [258, 0],
        "capot": 0,
        "doubling": "contra",
    }
    return {"kind": "deal", **marked, "declarations": runs[: number % 2 + 1]}


MATCHES: dict[str, dict[str, Any]] = {
    "belot_marked": {
        "players": LONG_NAMES[:4],
        "rules": {"target": 1001},
        "entries": [declared(n) for n in range(7)],
    },
    "escoba_marked": {
        "players": ["Iñaki", "Ane"],
        "rules": {"target": 101},
        "entries": [escoba(n, 2) for n in range(7)],
    },
    "escoba_four": {"players": ["Iñaki", *LONG_NAMES[:3]], "entries": [escoba(n, 4) for n in range(7)]},
    "kinaskak_three": {"players": LONG_NAMES[:3], "entries": [dear(n, 3) for n in range(7)]},
    "kinaskak_dear": {"players": EIGHT, "entries": [dear(n, 8) for n in range(7)]},
    "belot": {"players": FOUR, "entries": [belot(n, 70 + 7 * n) for n in range(10)]},
    "belot_long": {
        "players": ["Георги", "Мария-Антоанета", "Станимир", "Радостина Иванова"],
        "entries": [belot(n, 70 + 7 * n) for n in range(6)],
    },
    "belot_end": {
        "players": FOUR,
        "rules": {"target": 30},
        "entries": [belot(0, 50), belot(0), belot(0), belot(0)],
    },
    "escoba": {
        "players": ["Iñaki", "Ane"],
        "entries": [make_deal([2, 1], [22, 18], [6, 4], [3, 1], 0, kind="deal")],
    },
    "kani": {
        "players": ["Guðmundur Hallgrímsson", "Þórdís", "Iñaki", "Guðrún Ósk"],
        "entries": [
            {"kind": "deal", "bid": 9, "declarer": n % 4, "partner": (n + 1) % 4, "tricks": 10}
            for n in range(7)
        ],
    },
    "kani_last": {
        "players": ["Ana", "Þórdís", "Iñaki", "Георги"],
        "rules": {"target": 40},
        "entries": [
            {"kind": "deal", "bid": 9, "declarer": n % 4, "partner": (n + 1) % 4, "tricks": 10}
            for n in range(7)
        ],
    },
    "kinaskak": {"players": EIGHT, "entries": [kinaskak(n) for n in range(7)]},
    "kinaskak_end": {"players": EIGHT, "entries": [kinaskak(n) for n in range(8)]},
}


def document(name: str) -> str:
    """A match as a file: one of these, or the sample of a game that has none here."""
    if name not in MATCHES:
        return json.dumps(sample_match(name))
    return json.dumps({"format": "scorekeeper-match/1", "game": name.partition("_")[0], **MATCHES[name]})


def import_shown(context: BrowserContext, server: str, name: str) -> str:
    """Import one of these matches without a page; its address."""
    return taken_in(context, server, document(name))


def taken_in(context: BrowserContext, server: str, text: str) -> str:
    """Import a match from the text of its file; its address."""
    token = re.search(
        r'name="csrf_token"[^>]*value="([^"]+)"', context.request.get(f"{server}/import").text()
    )
    assert token
    form: dict[str, str | float | bool] = {"csrf_token": token[1], "document": text}
    answer = context.request.post(f"{server}/import", form=form, max_redirects=0)
    assert answer.status == 303, answer.text()
    address = urljoin(server, answer.headers["location"])
    return address.partition("#")[0].partition("?")[0].removesuffix("/phone")
