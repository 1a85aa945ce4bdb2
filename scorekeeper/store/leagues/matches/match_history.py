"""The history of a match in its league (confirmed, contested, declined), for archives: written out, and read in again.

Reasons go along in words. The moment of each stays the one at which it was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.reading import quote
from scorekeeper.core.text import T
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.events import EVENT, LeagueEvent
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import LeagueEventRow
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.log.texts import add_text, read_texts
from scorekeeper.store.leagues.log.write import LeagueWrite
from scorekeeper.store.leagues.matches.confirmation import HOW

SAID = (event_kinds.CONFIRMED, event_kinds.CONTESTED, event_kinds.DECLINED)
MAX_SAID, MAX_SEAT, MAX_REASON = 200, 7, 500


def moment_of(event: LeagueEvent) -> datetime:
    """The moment of an event; for an event of an archive, the moment on the server that made it."""
    brought = event.body.get("moment")
    return datetime.fromisoformat(brought) if brought else event.at


def read_histories(session: Session, league: int, keys: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """What was said of each of these matches since it came in or was corrected, as an archive has it; since other
    players stand there, no more than that it is contested.
    """
    kinds = LeagueEventRow.kind.in_((*event_kinds.BEGINNINGS, event_kinds.MATCH_MOVED, *SAID))
    ours = LeagueEventRow.league_id == league, LeagueEventRow.subject.in_(list(keys))
    query = select(*EVENT).where(*ours, kinds)
    since: dict[str, list[LeagueEvent]] = {}
    for row in session.execute(query.order_by(LeagueEventRow.seq)):
        event = LeagueEvent(*row)
        if event.kind in event_kinds.BEGINNINGS:
            since[str(event.subject)] = []
        elif event.kind == event_kinds.MATCH_MOVED:
            if event.body.get("again"):
                since[str(event.subject)] = _find_contest(since.get(str(event.subject), []))
        else:
            since.setdefault(str(event.subject), []).append(event)
    texts = [event.body["text"] for events in since.values() for event in events if event.body.get("text")]
    reasons = read_texts(session, league, texts)
    return {
        key: [_history_line(event, reasons) for event in events] for key, events in since.items() if events
    }


def _find_contest(events: Sequence[LeagueEvent]) -> list[LeagueEvent]:
    """The contest that stands after these events, with no word of agreement."""
    contest: list[LeagueEvent] = []
    for event in events:
        if event.kind == event_kinds.CONTESTED:
            contest = [event]
        elif event.body.get("counts"):
            contest = []
    return contest


def _history_line(event: LeagueEvent, reasons: Mapping[int, str | None]) -> dict[str, Any]:
    line = {name: event.body.get(name) for name in ("version", "side", "seat", "how", "counts")}
    line |= {"said": event.kind, "reason": reasons.get(event.body.get("text") or 0)}
    line["at"] = moment_of(event).isoformat().replace("+00:00", "Z")
    return {name: value for name, value in line.items() if value is not None}


def write_history(write: LeagueWrite, key: str, history: Any, versions: range) -> bool:
    """Write what an archive has of it, in order; False where it has nothing. ``versions`` are those that there are.

    Raises Refused with all that is wrong, and writes nothing then.
    """
    if history in (None, []):
        return False
    if type(history) is not list or len(history) > MAX_SAID:
        raise make_refusal("history", "not_a_list", T("Write a list here."))
    form = FieldReader()
    read = [_read(line, f"history[{place}]", versions, form) for place, line in enumerate(history)]
    form.check()
    for kind, body, reason in read:
        kept = {} if reason is None else {"text": add_text(write.session, write.league.id, reason)}
        write.write(kind, key, {**body, **kept})
    return True


def _read(line: Any, at: str, versions: range, form: FieldReader) -> tuple[str, dict[str, Any], str | None]:
    fields: Mapping[str, Any] = line if type(line) is dict else {}
    kind = form.one_of(fields.get("said"), f"{at}.said", SAID)
    body = {
        "version": _number(fields.get("version"), f"{at}.version", versions, form),
        "side": _number(fields.get("side"), f"{at}.side", range(MAX_SEAT + 1), form, optional=True),
        "seat": _number(fields.get("seat"), f"{at}.seat", range(MAX_SEAT + 1), form, optional=True),
        "how": form.one_of(fields.get("how"), f"{at}.how", HOW),
        "moment": form.moment(fields.get("at"), f"{at}.at"),
    }
    if kind == event_kinds.CONFIRMED:
        body["counts"] = fields.get("counts") is True
    return kind, body, form.text(fields.get("reason"), f"{at}.reason", MAX_REASON)


def _number(
    value: Any, at: str, among: Sequence[int], form: FieldReader, *, optional: bool = False
) -> int | None:
    if optional and value is None:
        return None
    if type(value) is not int or value not in among:
        bounds = {"low": among[0], "high": among[-1], "value": quote(value)}
        text = T("Write a number from {low} to {high}; {value} is not possible here.", **bounds)
        form.report.error(at, "out_of_range", text)
        return None
    return value
