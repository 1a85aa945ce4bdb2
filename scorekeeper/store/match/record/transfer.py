"""Match documents in and out of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import sheet_document
from scorekeeper.store.match import kinds, statements
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.opening import (
    Opening,
    checked_uuid,
    event_of,
    find_repeated,
    open_rows,
)
from scorekeeper.store.match.proposal import separate_texts
from scorekeeper.store.match.record.chain import IMPORT
from scorekeeper.store.match.record.sealing import Sealed, seal_text, tell_beginning
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.match.scored import score_entries
from scorekeeper.store.match.writing import add_event
from scorekeeper.store.transactions import in_one_write


def export_document(match: Match) -> dict[str, Any]:
    """The match document with its sheet: an archive that ``scorekeeper verify`` accepts."""
    document = match.document()
    sheet = match.scored.sheet
    return document if sheet is None else {**document, "sheet": sheet_document(sheet)}


def import_document(session: Session, document: Any, device: str | None, uuid: str | None = None) -> Match:
    """A new match from a document: one event opens it, one records each entry. Its sheet is not believed.

    The same ``uuid`` twice is one match.
    """
    findings = score_entries(document).errors
    if findings:
        raise Refused(findings)
    names = tuple(name.strip() for name in document["players"])
    opening = Opening(document["game"], document.get("rules", {}), names, document.get("first_dealer", 0))
    uuid = str(uuid4()) if uuid is None else checked_uuid(uuid)

    def find_or_write() -> Match:
        known = event_of(session, uuid)
        if known is not None:
            return find_repeated(session, opening, known)
        return _write_match(session, document, opening, uuid, device)

    return in_one_write(session, find_or_write)


def _write_match(
    session: Session, document: dict[str, Any], opening: Opening, uuid: str, device: str | None
) -> Match:
    steps = steps_of(document)
    begun = tell_beginning(IMPORT, statements.now(), len(steps) + 1)
    match = open_rows(session, opening, uuid, device, begun=begun)
    for kind, body, texts in steps:
        match = add_unchecked(
            session, match, Event(0, str(uuid4()), kind, body, device, None, statements.now()), texts
        )
    statements.move_on(session, match)
    return match


def steps_of(document: dict[str, Any]) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
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


def add_unchecked(
    session: Session,
    match: Match,
    wanted: Event,
    texts: dict[str, Any],
    kept: Mapping[str, Sealed] | None = None,
) -> Match:
    """The match with one more event, written within a transaction that has checked it; its ``seq`` is the next.

    ``kept`` are texts that come with their seals.
    """
    body, texts = separate_texts(wanted.kind, wanted.body, texts)
    sealed = {name: seal_text(text) for name, text in texts.items()} | dict(kept or {})
    return add_event(session, match, wanted._replace(body=body), sealed)
