"""Matches to look at, imported once: their pages are what a table shows, and every address is an owner's."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext

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


MATCHES: dict[str, dict[str, Any]] = {
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
        "entries": [
            {
                "kind": "deal",
                "escobas": [2, 1],
                "cards": [22, 18],
                "golds": [6, 4],
                "sevens": [3, 1],
                "seven_of_golds": 0,
            }
        ],
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
