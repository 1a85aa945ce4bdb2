"""Why an entry is worth what it is: every line with its article, and the history of the entry."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from flask_babel import gettext as _

from scorekeeper.core.reading import Table
from scorekeeper.core.rulebook import Article
from scorekeeper.core.scoring.scores import RAW, WRITTEN, Entry, Line
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.web.desk.known import find_answer
from scorekeeper.web.entry.in_progress import entered_by
from scorekeeper.web.match.at_table import entry_at, table_at, table_of
from scorekeeper.web.match.holding import writer_of
from scorekeeper.web.match.links import WATCH, pages, show_page
from scorekeeper.web.match.words import entry_line, more_of, say_when, standing_words, title_of
from scorekeeper.web.site.languages import bind_dashes, language, say
from scorekeeper.web.site.pages import require
from scorekeeper.web.site.rules import cached_book

SOON = timedelta(minutes=10)
"""What comes here so soon after it was written is said to have been written then."""


class ExplainedPart(NamedTuple):
    """A side's lines of one unit, which add up to ``sum``."""

    side: str
    lines: list[Line]
    sum: int


class Why(NamedTuple):
    """Why sides wrote what they did: their names, each with its points, and the sentences with their articles."""

    sides: list[str]
    lines: list[Line]


class Past(NamedTuple):
    """One step of an entry's history: what was done, when, from where, why, and what the entry was until then."""

    what: str
    when: str
    who: str
    why: str
    was: str


@pages.add("/row/<int:seq>", may=WATCH, name="row")
def explain(match: Match, capability: str, seq: int) -> str:
    """One entry with its reasons and its past."""
    row = require(next((row for row in (*match.rows(), *match.list_struck()) if row.seq == seq), None))
    game, table = GAMES[match.game], table_of(match)
    scored = entry_at(match, row.place)
    table_then = table_at(match, row.place)
    return show_page(
        "matches/row.html",
        match,
        capability,
        row=row,
        title=title_of(row, match),
        short_title=title_of(row, match, short=True),
        entry=scored,
        **(_explain_scored(match, scored, table_then) if scored is not None else {}),
        worked_out=find_answer(match, capability, row) if scored is not None else None,
        book_language=cached_book(game.slug, language()).language,
        sides=[table.side_name(side) for side in range(len(table.seating.sides))],
        past=_past(match, row),
        changeable=row.event.kind == kinds.RECORDED and row.place is not None,
        struck_by=row.history[-1].event if row.place is None and row.history else None,
    )


def _explain_scored(match: Match, entry: Entry, table_then: Table) -> dict[str, Any]:
    game, table = GAMES[match.game], table_of(match)
    return {
        "dealer": table_then.names[table_then.seating.seat_of(entry.dealer)]
        if entry.dealer is not None
        else "",
        "outcome": more_of(game, entry),
        "standing": standing_words(game, entry.facts, table.options),
        "counted": _parts(entry, RAW, table),
        "whys": _whys(_parts(entry, WRITTEN, table), [line for line in entry.lines if line.shared]),
        "articles": _articles(game.slug, entry),
    }


def _parts(entry: Entry, unit: str, table: Table) -> list[ExplainedPart]:
    parts = []
    for side in range(len(entry.scores)):
        lines = [line for line in entry.lines if (line.unit, line.side, line.shared) == (unit, side, False)]
        if lines:
            parts.append(
                ExplainedPart(entry.side_name(side, table), lines, sum(line.points for line in lines))
            )
    return parts


def _whys(parts: list[ExplainedPart], shared: list[Line]) -> list[Why]:
    """The sides that wrote something, those with the same reasons together; then the reasons that are no side's."""
    whys: dict[Any, Why] = {}
    for part in parts:
        several = len(part.lines) > 1
        alike = tuple((line.points if several else None, say(line.text), line.cites) for line in part.lines)
        whys.setdefault(alike, Why([], part.lines)).sides.append(f"{part.side} {part.sum}")
    return [*whys.values(), *(Why([], [line]) for line in shared)]


def _articles(game: str, entry: Entry) -> list[Article]:
    cited = {cite for line in entry.lines for cite in line.cites}
    cited |= {cite for finding in entry.findings for cite in finding.cites}
    book = cached_book(game, language())
    return [article for article in book.articles.values() if article.citation in cited]


def _past(match: Match, row: EntryRow) -> list[Past]:
    game, table = GAMES[match.game], table_at(match, row.place)
    event = row.event
    label = _("Entered") if event.kind == kinds.RECORDED else _("Stopped here")
    past = [Past(label, _when(event), writer_of(match, event), entered_by(match, event), "")]
    for change in row.history:
        labels = {
            kinds.CORRECTED: _("Corrected"),
            kinds.RESOLVED: _("Protest decided: the other version counts"),
        }
        label = labels.get(change.event.kind) or _("Struck out")
        was = bind_dashes(entry_line(change.entry, game, table))
        past.append(Past(label, _when(change.event), writer_of(match, change.event), change.why or "", was))
    return past


def _when(event: Event) -> str:
    """When something was written; where that was elsewhere and came here later, also when it came."""
    written, came = say_when(event.at), event.received
    if came is None or came - event.at < SOON:
        return written
    return _("%(said)s, here since %(came)s", said=written, came=say_when(came))


def problems(match: Match) -> list[str]:
    """What is wrong with a match that cannot be scored."""
    sheet = match.sheet()
    return [] if isinstance(sheet, Sheet) else [say(finding.text) for finding in sheet]
