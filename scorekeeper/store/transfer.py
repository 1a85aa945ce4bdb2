"""Match documents in and out of the ledger."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from sqlalchemy.orm import Session

from scorekeeper.core.sheet import sheet_document
from scorekeeper.store import events as kinds
from scorekeeper.store import rows
from scorekeeper.store.engine import in_one_write
from scorekeeper.store.journal import Event, Journal
from scorekeeper.store.opening import Opening, checked_uuid, event_of, open_rows, repeated
from scorekeeper.store.proposals import referring, separate
from scorekeeper.store.refusals import Refused
from scorekeeper.store.scored import score_entries


def export_document(journal: Journal) -> dict[str, Any]:
    """The match document with its sheet: an archive that ``scorekeeper verify`` accepts."""
    document = journal.document()
    sheet = journal.scored.sheet
    return document if sheet is None else {**document, "sheet": sheet_document(sheet)}


def import_document(session: Session, document: Any, device: str | None, uuid: str | None = None) -> Journal:
    """A new match from a document: one event opens it, one records each entry. Its sheet is not believed.

    The same ``uuid`` twice is one match.
    """
    findings = score_entries(document).errors
    if findings:
        raise Refused(findings)
    names = tuple(name.strip() for name in document["players"])
    opening = Opening(document["game"], document.get("rules", {}), names, document.get("first_dealer", 0))
    uuid = str(uuid4()) if uuid is None else checked_uuid(uuid)

    def work() -> Journal:
        known = event_of(session, uuid)
        if known is not None:
            return repeated(session, opening, known)
        return _written(session, document, opening, uuid, device)

    return in_one_write(session, work)


def _written(
    session: Session, document: dict[str, Any], opening: Opening, uuid: str, device: str | None
) -> Journal:
    journal = open_rows(session, opening, uuid, device)
    for kind, body, texts in _steps(document):
        journal = _added(session, journal, kind, body, texts, device)
    rows.move_on(session, journal)
    return journal


def _steps(document: dict[str, Any]) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The events that make a document, after its opening."""
    steps: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
    texts = {name: document[name] for name in kinds.TEXTS[kinds.DESCRIBED] if name in document}
    played = {"played": document["played"]} if "played" in document else {}
    if texts or played:
        steps.append((kinds.DESCRIBED, played, texts))
    for entry in document["entries"]:
        if entry["kind"] == "end":
            texts = {name: entry[name] for name in kinds.ENTRY_TEXTS if name in entry}
            steps.append((kinds.CLOSED, {name: entry[name] for name in ("winners",) if name in entry}, texts))
        else:
            steps.append((kinds.RECORDED, {"entry": entry}, {}))
    return steps


def _added(
    session: Session,
    journal: Journal,
    kind: str,
    body: dict[str, Any],
    texts: dict[str, Any],
    device: str | None,
) -> Journal:
    body, texts = separate(kind, body, texts)
    references = rows.add_texts(session, journal.id, texts)
    event = Event(
        journal.seq + 1, str(uuid4()), kind, referring(kind, body, references), device, None, rows.now()
    )
    rows.add_event(session, journal.id, event)
    return journal.after(event, {}, {references[name]: text for name, text in texts.items()})
