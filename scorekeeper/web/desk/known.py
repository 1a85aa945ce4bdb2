"""What a match knows already about a quarrel: its forms come filled in with it, and everything can be changed.

Where a row of the sheet tells everything that a question about its deal asks, the way leads to the ruling.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import url_for

from scorekeeper.core.disputes.adjudication import adjudicate, questions_of
from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.fields import Group, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.web.desk.place import Place, dealer_in, place_at
from scorekeeper.web.desk.ruling_links import frame, short_code_of
from scorekeeper.web.entry.in_progress import known_so_far
from scorekeeper.web.match.at_table import as_seats, next_seat, playing, table_at

ABOUT_A_DEAL = ("score", "deal")
"""The questions about a whole deal, by what they ask of it; the first that the row answers is taken."""


def known_answers(
    question: Question, table: Table, match: Match, seq: int | None, *, writing: bool = False
) -> dict[str, Any]:
    """The fields of a question that the match answers: by what stands on its sheet, and by the entry quarrelled about.

    ``seq`` names the entry; without one it is the deal in progress, all of it for those who are ``writing`` it.
    """
    facts = {**_deal_so_far(match, seq, writing=writing), "players": len(table.names)}
    return _values(question.fields, question.known(facts, table), table)


def _deal_so_far(match: Match, seq: int | None, *, writing: bool) -> dict[str, Any]:
    """Where the match stands; with an entry, what was written there and where the match stood before it."""
    row = match.find_row(seq)
    if row is None or row.place is None:
        sheet = match.scored.sheet
        if sheet is None:
            return {}
        facts = as_seats(match, known_so_far(match, everything=writing), playing(match))
        return {**sheet.facts, **_dealt_by(next_seat(sheet)), **facts}
    scored = match.scored.rows
    scored_row, before = scored[row.place], scored[row.place - 1] if row.place else None
    left = GAMES[match.game].facts_left
    carried = (
        {name: before.facts[name] for name in left if name in before.facts} if before is not None else {}
    )
    facts = (
        {}
        if scored_row is None
        else {name: scored_row.facts[name] for name in scored_row.facts if name not in left}
    )
    entry = as_seats(match, row.entry, table_at(match, row.place))
    return {**facts, **carried, **_dealt_by(dealer_in(match, row.seq)), **entry}


def _dealt_by(dealer: int | None) -> dict[str, Any]:
    return {} if dealer is None else {"dealer": dealer}


def _values(fields: tuple[Field, ...], facts: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """Every field whose name is told with a value that it takes; a group, or the first line of a list, by its parts."""
    values: dict[str, Any] = {}
    for field in fields:
        if field.name in facts:
            report = Report()
            field.read(facts[field.name], field.name, report, table)
            if not report.errors:
                values[field.name] = facts[field.name]
        elif isinstance(field, Group) and (inside := _values(field.fields, facts, table)):
            values[field.name] = inside
        elif isinstance(field, Repeated) and isinstance(field.of, Group):
            line = _values(field.of.fields, facts, table)
            if line:
                values[field.name] = [line]
    return values


class WorkedOut(NamedTuple):
    """What is asked about a deal, and the address of its ruling, or of the question with the row filled in."""

    title: Text
    address: str


def find_answer(match: Match, capability: str, row: EntryRow) -> WorkedOut | None:
    """The desk's answer about a deal; None where the entry is no deal."""
    if row.entry.get("kind") != "deal" or row.place is None:
        return None
    place, by_slug = place_at(match, capability), questions_of(GAMES[match.game])
    questions = [by_slug[slug] for slug in ABOUT_A_DEAL if slug in by_slug]
    for question in questions:
        code = _work_out(place, question, row.seq)
        if code is not None:
            return WorkedOut(question.title, url_for("match.ruling", code=code, entry=row.seq))
    return next(
        (
            WorkedOut(open_question.title, url_for("match.ask", question=open_question.slug, entry=row.seq))
            for open_question in questions
        ),
        None,
    )


def _work_out(place: Place, question: Question, seq: int) -> str | None:
    """The ruling in letters; None where the row leaves something open, or where it is too long for an address."""
    assert place.match is not None, "a row belongs to a match"
    facts = known_answers(question, place.table, place.match, seq)
    document = {**frame(place.game.slug, question.slug, place.given), **facts}
    answered = adjudicate(document, GAMES, Report(), place.names, dealer_in(place.match, seq))
    return short_code_of(answered, document) if answered is not None else None
