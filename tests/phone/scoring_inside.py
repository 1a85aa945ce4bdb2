"""Runs in the browser's Python: sheets and rulings of documents, each as the command line writes it, by its digest."""

import hashlib
import json
from typing import Any

from scorekeeper.core.documents import parse
from scorekeeper.games import rule, score
from scorekeeper.league.ratings import Ratings
from scorekeeper.league.results import About, result_without_deals
from scorekeeper.league.rules import read_league_rules
from scorekeeper.translations.catalogues import catalogue

ANSWERS = {"score": score, "rule": rule}
ENOUGH = 3
"""So many answers that differ are handed back in full."""


def answer(given: list[dict[str, Any]]) -> Any:
    """What each asked function says of everything it is given."""
    return [{"differing": differing, "ratings": rate}[one["asked"]](one["of"]) for one in given]


def differing(documents: list[list[str]]) -> dict[str, Any]:
    """How many were compared, and the first of those whose bytes are others than the digest says."""
    found = []
    for number, (how, language, raw, digest) in enumerate(documents):
        written = write(how, language, raw)
        if hashlib.sha256(written.encode()).hexdigest() != digest and len(found) < ENOUGH:
            found.append([number, written])
    return {"compared": len(documents), "found": found}


def write(how: str, language: str, raw: str) -> str:
    """The answer to a document as it was sent."""
    document, wrong = parse(raw.encode())
    assert wrong is None, wrong
    said, _good = ANSWERS[how](document, catalogue(language))
    return json.dumps(said, ensure_ascii=False, indent=2) + "\n"


def rate(won: list[tuple[str, list[str], list[int]]]) -> dict[str, Any]:
    """The ratings after matches of which only the night, the players and the winners are known."""
    from scorekeeper.core.findings import Report

    ratings = Ratings(read_league_rules({}, Report()).options)
    for number, (night, players, winners) in enumerate(won):
        about = About(f"m{number}", tuple(players), night=night)
        seats = tuple((seat,) for seat in range(len(players)))
        ratings.add(result_without_deals(about, "kinaskak", seats, winners, (), lowest_wins=True))
    return {
        "shown": ratings.shown(),
        "kept": {
            pool: {one: list(rating) for one, rating in known.items()}
            for pool, known in ratings.pools.items()
        },
    }
