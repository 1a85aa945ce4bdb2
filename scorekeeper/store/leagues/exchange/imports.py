"""An upload goes into a league: first a person says who is who, then it goes in portion by portion.

Each step is one transaction, so that it can be interrupted at any moment and taken up again; what is there already is
left as it is, so that the same file twice is the same league. The whole of it can be undone.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.exchange.import_undo import put_back
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.exchange.take_items import Prepared, Taking, prepare_item
from scorekeeper.store.leagues.exchange.uploads import (
    DONE,
    MAX_PROBLEMS,
    NAMES,
    NEW,
    RUNNING,
    UNDONE,
    Upload,
    change_upload,
    expect_upload,
    find_upload,
    items_to_take,
    unpack_portion,
)
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.access import ORGANISE, Access, Who, find_access_by_id
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken
from scorekeeper.store.leagues.log.write import LeagueWrite, WrittenEvent, in_league
from scorekeeper.store.leagues.matches.listing import find_placed
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match import ledger, statements
from scorekeeper.store.match.kinds import BINNED
from scorekeeper.store.match.record.incoming import MovedMeanwhile, until_settled
from scorekeeper.store.match.refusals import LedgerError, Refused
from scorekeeper.store.transactions import begin_write, in_one_write

MAX_EVENTS_AT_ONCE = 1000
"""So many events of matches go in with one transaction, or those of one match."""


def running_imports(session: Session) -> list[tuple[int, str, int | None]]:
    """Imports that are on their way in: league, key, and the account that began them."""
    columns = LeagueUploadRow.league_id, LeagueUploadRow.key, LeagueUploadRow.account_id
    query = select(*columns).where(LeagueUploadRow.state == RUNNING).order_by(LeagueUploadRow.id)
    return [(league, key, account) for league, key, account in session.execute(query)]


def continue_for_account(
    session: Session, league: int, key: str, account: int | None, budget: float = 1.0
) -> bool:
    """Take in some more for the account that began it, as long as it organises the league; whether there is more."""
    access = find_access_by_id(session, league, Who(account, None))
    if access is None or not access.may(ORGANISE):
        return False
    try:
        return continue_import(session, access, key, budget).state == RUNNING
    except NotThere:
        return False


def choose_players(
    session: Session, access: Access, key: str, chosen: Mapping[str, str], left_out: Collection[int] = ()
) -> Upload:
    """Say who is who: by the id of each name the key of a player, or empty for a new one; and which of the lines
    or plays that there are remarks about stay out.
    """

    def store_choices() -> Upload:
        upload = expect_upload(session, access, key, NAMES)
        picked = {person["id"]: chosen.get(person["id"], person["is"]) for person in upload.people}
        meant = roster.find_current_players(session, access.league.id, picked.values())
        for person in upload.people:
            person["is"] = meant[picked[person["id"]]].key if picked[person["id"]] in meant else NEW
        numbers = {problem["number"] for problem in upload.problems if "number" in problem}
        upload.plan["left_out"] = sorted(numbers & set(left_out))
        change_upload(session, upload.id, plan=upload.plan)
        return upload

    return in_one_write(session, store_choices)


def begin_import(session: Session, access: Access, key: str) -> WrittenEvent:
    """Let it go in. From here on :func:`continue_for_account` does the work, as often as it is called."""
    upload = expect_upload(session, access, key, NAMES, RUNNING)
    values = items_to_take(session, access, upload) if upload.state == NAMES else {}

    def start_running(write: LeagueWrite) -> Any:
        now = expect_upload(session, write.access, key, NAMES, RUNNING)
        if any(now.plan.get(name) != upload.plan.get(name) for name in ("found", "left_out")):
            raise Overtaken(())  # another request read it in another way first, or left out others
        change_upload(session, upload.id, state=RUNNING, **(values if now.state == NAMES else {}))
        return write.write(event_kinds.IMPORTED, None, {"import": key, "kind": upload.kind})

    uuid, asked = str(UUID(key)), {"import": key}
    return in_league(session, access, ORGANISE, uuid, event_kinds.IMPORTED, start_running, asked)


def continue_import(session: Session, access: Access, key: str, budget: float = 1.0) -> Upload:
    """Take in what fits into so many seconds, in short transactions; how far it is then."""
    until = time.monotonic() + budget
    while True:
        before = expect_upload(session, access, key, RUNNING, DONE, UNDONE)
        if before.state != RUNNING:
            return before
        lines = unpack_portion(session, before)
        upload = until_settled(partial(_take_some, session, access, before, lines))
        if upload.state != RUNNING or time.monotonic() >= until:
            return upload


def _take_some(session: Session, access: Access, before: Upload, lines: list[str]) -> Upload:
    """Take in the first of these items: their matches are played before the lock, and written under it."""
    items = list(_choose_few(map(json.loads, lines)))
    prepared = [(item, prepare_item(session, access.league, item)) for item in items]
    return in_one_write(session, partial(_take_portion, session, access, before, prepared))


def _choose_few(items: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The first items, with no more events than are written in a moment; a match with more than that comes alone."""
    events = chosen = 0
    for item in items:
        document = item.get("document") if item["kind"] == "match" else None
        weight = max(len(item.get("events") or ()), len(document["entries"])) if document else 0
        if chosen and events + weight > MAX_EVENTS_AT_ONCE:
            return
        events, chosen = events + weight, chosen + 1
        yield item


def _take_portion(
    session: Session, access: Access, before: Upload, items: Sequence[tuple[Mapping[str, Any], Prepared]]
) -> Upload:
    """Take these items in, unless another step has done so. One that has to be prepared anew waits for the next."""
    key, now = before.key, find_access_by_id(session, access.league.id, access.who, lock=True)
    if now is None or not now.may(ORGANISE):
        raise NotThere(access.league.public_id)
    upload = expect_upload(session, now, key, RUNNING, DONE, UNDONE)
    if (upload.state, upload.done) != (RUNNING, before.done):
        return upload
    write = LeagueWrite(session, now, str(uuid5(UUID(key), str(upload.done))), "")
    taking = Taking(write, key, upload.plan, dated=upload.kind != sources.ARCHIVE)
    problems, done = list(upload.problems), upload.done
    for item, prepared in items:
        try:
            with write.all_or_nothing():
                taking.take(item, prepared)
        except MovedMeanwhile:
            if done == upload.done:
                raise
            break
        except LedgerError as error:
            problems.append(_problem_document(item, error))
        done += 1
    problems += [sources.finding_document(finding) for finding in taking.remarks]
    kept: dict[str, Any] = {
        "plan": taking.plan,
        "problems": sorted(problems, key=lambda problem: not problem.get("failed"))[:MAX_PROBLEMS],
        "done": done,
        "state": DONE if done >= upload.total else RUNNING,
    }
    change_upload(session, upload.id, **kept)
    return upload._replace(**kept)


def _problem_document(item: Mapping[str, Any], error: LedgerError) -> dict[str, Any]:
    findings = error.findings if isinstance(error, Refused) else ()
    text = T("This one could not be taken in.")
    finding = findings[0] if findings else Finding("", "not_taken", text)
    where = sources.path_of(item) or str(item.get("id", ""))[:40]
    return {**sources.finding_document(finding), "path": f"{where} {finding.path}".strip(), "failed": True}


def undo_import(session: Session, access: Access, *, uuid: str, key: str) -> WrittenEvent:
    """Take the whole of it out again: its matches go into the bin, its players and nights where nothing needs them.

    What it changed in the league is as it was before, unless it was changed again since.
    """
    expect_upload(session, access, key, RUNNING, DONE, UNDONE)

    def write_undo(write: LeagueWrite) -> Any:
        upload = expect_upload(session, write.access, key, RUNNING, DONE, UNDONE)
        change_upload(session, upload.id, state=UNDONE)
        event = write.write(event_kinds.IMPORT_UNDONE, None, {"import": key})
        if upload.state != UNDONE:
            put_back(write, upload.plan)
        return event

    asked = {"import": key}
    written = in_league(session, access, ORGANISE, uuid, event_kinds.IMPORT_UNDONE, write_undo, asked)
    for public_id in expect_upload(session, access, key, UNDONE).plan["matches"]:
        _bin_match(session, public_id)
    return written


def _bin_match(session: Session, public_id: str) -> None:
    match = statements.load(session, public_id)
    if match is None or match.binned or find_placed(session, [public_id]):
        return
    uuid = str(uuid5(UUID(match.events[0].uuid), "import undone"))
    ledger.append(session, public_id, seen=match.seq, uuid=uuid, kind=BINNED, body={}, device=None)


def discard_upload(session: Session, access: Access, key: str) -> bool:
    """Forget something that was handed in and never began to go in."""
    begin_write(session)
    upload = find_upload(session, access, key)
    if upload is None or upload.state != NAMES:
        session.rollback()
        return False
    session.delete(session.get(LeagueUploadRow, upload.id))
    session.commit()
    return True
