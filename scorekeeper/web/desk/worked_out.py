"""The way from a row of the sheet to the desk: to the ruling on this deal, where the row tells everything it asks."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for

from scorekeeper.core.disputes.adjudication import adjudicate, questions_of
from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.findings import Report
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.web.desk.known import known_answers
from scorekeeper.web.desk.place import Place, dealer_in, frame
from scorekeeper.web.desk.ruling_links import short_code_of
from scorekeeper.web.match.at_table import playing

ABOUT_A_DEAL = ("score", "deal")
"""The questions about a whole deal, by what they ask of it; the first that the row answers is taken."""


class WorkedOut(NamedTuple):
    """What is asked about a deal, and the address of its ruling, or of the question with the row filled in."""

    title: Text
    address: str


def find_answer(match: Match, capability: str, row: EntryRow) -> WorkedOut | None:
    """The desk's answer about a deal; None where the entry is no deal."""
    if row.entry.get("kind") != "deal" or row.place is None:
        return None
    game = GAMES[match.game]
    rules = game.read_rules(match.rules, len(playing(match).names), Report())
    place, known = Place(game, rules, match, capability), questions_of(game)
    asked = [known[slug] for slug in ABOUT_A_DEAL if slug in known]
    for question in asked:
        code = _work_out(place, question, row.seq)
        if code is not None:
            return WorkedOut(question.title, url_for("match.ruling", code=code, entry=row.seq))
    return next(
        (WorkedOut(one.title, url_for("match.ask", question=one.slug, entry=row.seq)) for one in asked), None
    )


def _work_out(place: Place, question: Question, seq: int) -> str | None:
    """The ruling in letters; None where the row leaves something open, or where it is too long for an address."""
    assert place.match is not None, "a row belongs to a match"
    told = known_answers(question, place.table, place.match, seq)
    document = {**frame(place.game, question.slug, place.given), **told}
    answered = adjudicate(document, GAMES, Report(), place.names, dealer_in(place.match, seq))
    return short_code_of(answered, document) if answered is not None else None
