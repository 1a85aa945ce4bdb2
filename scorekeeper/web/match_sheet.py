"""The sheet: a column a side, a row an entry, what stands now and what comes next."""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from flask import Response, abort, current_app, g, make_response, render_template, request, url_for
from flask import session as cookie
from sqlalchemy import and_, bindparam, select

from scorekeeper.core.findings import Finding
from scorekeeper.core.scores import AFTER_END, Entry
from scorekeeper.core.sheet import FINISHED, sheet_document
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store import ledger
from scorekeeper.store.journal import Journal, Row
from scorekeeper.store.models import DeviceMatchRow, MatchRow
from scorekeeper.web.clock import zone_name
from scorekeeper.web.current import journal_of
from scorekeeper.web.database import session
from scorekeeper.web.devices import device
from scorekeeper.web.languages import catalogue, language, say
from scorekeeper.web.links import CAPABILITIES, SCORE, allows, capability_of
from scorekeeper.web.match_explain import problems
from scorekeeper.web.match_words import (
    first_to_play,
    numbers,
    outcome_words,
    row_facts,
    standing_words,
    table_of,
    told,
)  # fmt: skip

_AHEAD = (
    select(MatchRow.pulse, DeviceMatchRow.capability)
    .outerjoin(
        DeviceMatchRow,
        and_(DeviceMatchRow.match_id == MatchRow.id, DeviceMatchRow.device_id == bindparam("device")),
    )
    .where(MatchRow.public_id == bindparam("public_id"))
)


_TO = re.compile("(?<=[0-9])–(?=[0-9])")
"""``56–106`` is never broken at the end of a line."""


class Shown(NamedTuple):
    """A row of the sheet. ``number`` counts the deals; the other kinds of entries have none."""

    seq: int
    number: int | None
    told: str
    outcome: str
    points: list[tuple[str, int]]
    findings: tuple[Finding, ...]
    after_end: bool
    corrected: bool
    more: list[str]


def sheet(public_id: str, link: str) -> Any:
    """The sheet, or the word that it has not changed."""
    ahead = session().execute(_AHEAD, {"public_id": public_id, "device": device()}).first()
    journal = journal_of(public_id, ahead.pulse) if ahead is not None else None
    capability = capability_of(journal, link)
    if journal is None or ahead is None or capability is None:
        abort(404)
    g.match_address = {"public_id": public_id, "link": link}
    if ahead.capability is None or not allows(ahead.capability, capability):
        ledger.remember(session(), device(), public_id, capability)
    tag = etag(journal, capability)
    if tag and tag in request.if_none_match:
        response = Response(status=304)
    else:
        response = make_response(page(journal, capability))
    if tag:
        response.set_etag(tag)
    return response


def etag(journal: Journal, capability: str) -> str:
    """What the page depends on: match, pulse, language, link, phone, the program. One with notices is not kept."""
    if "_flashes" in cookie:
        return ""
    parts = (
        journal.public_id,
        journal.seq,
        journal.pulse,
        language(),
        capability,
        cookie.get("csrf_token", ""),
        device(),
        zone_name(),
    )
    return hashlib.sha256(f"{parts}{_program()}".encode()).hexdigest()[:24]


@lru_cache(maxsize=1)
def _program() -> str:
    """Which program this is: a newer one may show the same match differently."""
    folder = Path(current_app.root_path)
    files = sorted(file for kind in ("*.py", "*.html", "*.css", "*.mo") for file in folder.rglob(kind))
    said = "".join(f"{file.name}{file.stat().st_size}{file.stat().st_mtime_ns}" for file in files)
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def page(journal: Journal, capability: str) -> str:
    """The whole sheet."""
    game, table, sheet = GAMES[journal.game], table_of(journal), journal.scored.sheet
    sides = [table.side_name(side) for side in range(len(table.seating.sides))]
    return render_template(
        "matches/sheet.html",
        journal=journal,
        game=game,
        capability=capability,
        writing=allows(capability, SCORE) and not journal.binned,
        sides=sides,
        stacked=len(sides) > 3,
        columns=len(sides) + 1,
        row_address=url_for("match.row", seq=0)[:-1],
        totals=sheet.totals if sheet is not None else (),
        leaders=sheet.ranking[:1] if sheet is not None else (),
        rows=_rows(journal),
        struck=[_struck(row, journal) for row in journal.struck()],
        standing=_standing(journal),
        played_to=_played_to(journal),
        finished=sheet is not None and sheet.status == FINISHED,
        winners=[sides[side] for side in sheet.winners] if sheet is not None else [],
        problems=problems(journal),
        undoable=journal.undoable() is not None,
        redoable=journal.redoable() is not None,
        capabilities=CAPABILITIES,
    )


def _rows(journal: Journal) -> list[Shown]:
    """The rows in the reader's language, made once for a journal that several people look at."""
    made: dict[str, list[Shown]] = journal.__dict__.setdefault("_shown_rows", {})
    spoken = language()
    if spoken not in made:
        game, table, counted = GAMES[journal.game], table_of(journal), numbers(journal)
        pairs = zip_longest(journal.rows(), journal.scored.rows)
        made[spoken] = [_shown(row, entry, game, table, counted) for row, entry in pairs]
    return made[spoken]


def _shown(row: Row, entry: Entry | None, game: Any, table: Any, counted: dict[int, int]) -> Shown:
    said = _TO.sub("\u2060–\u2060", told(row.entry, game, table))
    more = [text for name in ("reason", "note") if (text := row.entry.get(name))]
    corrected = bool(row.history)
    number = counted.get(row.seq)
    if entry is None:
        return Shown(row.seq, number, said, "", [], (), False, corrected, more)
    after_end = entry.outcome == AFTER_END
    dealer = [say(T("dealer {name}", name=table.names[entry.dealer]))] if entry.dealer is not None else []
    return Shown(
        row.seq,
        number,
        said,
        outcome_words(game, entry.outcome),
        [(_signed(score, after_end), total) for score, total in zip(entry.scores, entry.totals, strict=True)],
        tuple(finding for finding in entry.findings if finding.code != AFTER_END),
        after_end,
        corrected,
        [*dealer, *row_facts(entry), *more],
    )


def _signed(score: int, after_end: bool) -> str:
    """What an entry wrote, as it stands on paper."""
    if after_end:
        return "–"
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def _struck(row: Row, journal: Journal) -> tuple[int, str]:
    return row.seq, told(row.entry, GAMES[journal.game], table_of(journal))


def _standing(journal: Journal) -> list[tuple[str, str]]:
    """Who deals and who begins, what hangs, which contract is played."""
    sheet, game = journal.scored.sheet, GAMES[journal.game]
    if sheet is None or sheet.next_dealer is None:
        return []
    said = [(say(T("Dealer")), sheet.table.names[sheet.next_dealer])]
    said.append(first_to_play(sheet.table, sheet.next_dealer, game))
    return [*said, *standing_words(game, sheet.facts)]


def _played_to(journal: Journal) -> int | None:
    sheet = journal.scored.sheet
    return getattr(sheet.rules.options, "target", None) if sheet is not None else None


def export(journal: Journal, capability: str) -> Response:
    """The match document with its sheet, to be kept or read by another program."""
    document = journal.document()
    found = journal.scored.sheet
    if found is not None:
        document["sheet"] = sheet_document(found, catalogue())
    text = json.dumps(document, ensure_ascii=False, indent=1)
    name = f"{journal.game}-{journal.opened_at.date().isoformat()}-{journal.public_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    return Response(text, mimetype="application/json", headers=headers)
