"""What was handed in goes into a league: first somebody says who is who, then it goes in step by step.

Each step is one transaction, so that it can be interrupted at any moment and taken up again; what is there already is
left as it is, so that the same file twice is the same league. The whole of it can be undone.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Mapping
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store import events as match_kinds
from scorekeeper.store import ledger as matches_ledger
from scorekeeper.store import rows
from scorekeeper.store.engine import begin_write, in_one_write
from scorekeeper.store.leagues import access as doors
from scorekeeper.store.leagues import events as kinds
from scorekeeper.store.leagues import people, sources
from scorekeeper.store.leagues.access import ORGANISE, Access, Who
from scorekeeper.store.leagues.ledger import Pen, Written, in_league
from scorekeeper.store.leagues.putting_back import put_back
from scorekeeper.store.leagues.refusals import NotThere
from scorekeeper.store.leagues.rows import LeagueMatchRow
from scorekeeper.store.leagues.taking import Taking, key_of
from scorekeeper.store.leagues.upload_rows import LeagueUploadRow
from scorekeeper.store.opening import checked_uuid
from scorekeeper.store.refusals import LedgerError, Refused

NAMES, RUNNING, DONE, UNDONE = "names", "running", "done", "undone"
AT_ONCE = 20
"""How many items go in with one transaction: scores recorded elsewhere never wait long."""
MOST_PROBLEMS = MOST_TOLD = 100
NEW = ""
"""Stands for somebody who is not in the league yet."""


class Upload(NamedTuple):
    """Something that was handed in. ``people`` are those whom it names, ``plan`` what was decided and made.

    ``counts`` says how many of each kind of item there are; ``problems`` are sentences about single items.
    """

    id: int
    key: str
    kind: str
    state: str
    plan: dict[str, Any]
    problems: list[Any]
    done: int
    total: int
    at: datetime

    @property
    def people(self) -> list[dict[str, Any]]:
        """Everybody who is named: ``id``, ``name``, ``is``, the key of the player they are (empty: new), and
        ``near``, the keys of players with such a name.
        """
        found: list[dict[str, Any]] = self.plan["people"]
        return found

    @property
    def counts(self) -> dict[str, int]:
        """How many items of each kind."""
        found: dict[str, int] = self.plan["counts"]
        return found


_UPLOAD = tuple(getattr(LeagueUploadRow, name) for name in Upload._fields)


def receive(session: Session, access: Access, *, uuid: str, kind: str, body: bytes) -> str:
    """Read what was handed in and keep it; the key by which it goes on. Organisers. Nothing enters the league yet.

    Raises Refused with everything that is wrong, NotThere.
    """
    if not access.may(ORGANISE) or kind not in (sources.ARCHIVE, sources.BG_STATS, sources.PAPER):
        raise NotThere(access.league.public_id)
    found = sources.read(kind, body)
    if not found.good:
        raise Refused(tuple(one for one in found.findings if one.severity == "error")[:MOST_PROBLEMS])
    key = UUID(checked_uuid(uuid)).hex
    values = {
        "league_id": access.league.id,
        "key": key,
        "kind": kind,
        "account_id": access.who.account,
        "state": NAMES,
        "plan": _plan(session, access.league, found.items),
        "problems": [_said(one) for one in found.findings][:MOST_PROBLEMS],
        "items": _packed(found.items),
        "done": 0,
        "total": len(found.items),
        "at": rows.now(),
    }

    def work() -> str:
        if upload(session, access, key) is None:
            session.add(LeagueUploadRow(**values))
        return key

    return in_one_write(session, work)


def _plan(session: Session, league: doors.League, items: list[sources.Item]) -> dict[str, Any]:
    counts: dict[str, int] = {}
    for item in items:
        counts[item["kind"]] = counts.get(item["kind"], 0) + 1
    named = {str(one["id"]): one for one in sources.people_in(items)}
    keys = {id: key_of(league, "player", id) for id in named}
    there = people.meant(session, league.id, keys.values())
    known = {id: there[key] for id, key in keys.items() if key in there}
    strangers = {id: one["name"] for id, one in named.items() if id not in known and one.get("name")}
    near = dict(zip(strangers, people.alike_each(session, league.id, strangers.values()), strict=True))
    told = [_taken_for(one, known.get(id), near.get(id, [])) for id, one in named.items()]
    return {"people": told, "counts": counts, "made": {}, "matches": []}


def _taken_for(item: sources.Item, known: people.Player | None, near: list[people.Alike]) -> dict[str, Any]:
    """Who somebody is taken for as long as nobody says anything else."""
    same = known.key if known else next((one.player.key for one in near if one.same), NEW)
    return {
        "id": str(item["id"]), "name": item.get("name"), "is": same, "near": [one.player.key for one in near],
    }  # fmt: skip


def _said(finding: Finding) -> dict[str, Any]:
    """A finding as it is kept: its sentence is said in the reader's language when it is shown."""
    params = {name: str(value) for name, value in finding.text.params.items()}
    return {"path": finding.path, "code": finding.code, "text": finding.text.msgid, "params": params}


def _packed(items: list[sources.Item]) -> bytes:
    return zlib.compress("\n".join(json.dumps(item, ensure_ascii=False) for item in items).encode())


def uploads(session: Session, access: Access) -> list[Upload]:
    """What was handed in, the latest :data:`MOST_TOLD` first; organisers."""
    if not access.may(ORGANISE):
        raise NotThere(access.league.public_id)
    query = select(*_UPLOAD).where(LeagueUploadRow.league_id == access.league.id)
    return [
        Upload(*row) for row in session.execute(query.order_by(LeagueUploadRow.id.desc()).limit(MOST_TOLD))
    ]


def upload(session: Session, access: Access, key: str) -> Upload | None:
    """One of them; None when there is none, or the asker does not organise the league."""
    ours = LeagueUploadRow.league_id == access.league.id, LeagueUploadRow.key == key
    found = session.execute(select(*_UPLOAD).where(*ours)).first() if access.may(ORGANISE) else None
    return None if found is None else Upload(*found)


def first(session: Session, found: Upload, limit: int = 10) -> list[dict[str, Any]]:
    """The first matches and results of what was handed in, as its file has them."""
    query = select(LeagueUploadRow.items).where(LeagueUploadRow.id == found.id)
    lines = zlib.decompress(session.execute(query).scalar_one()).decode().split("\n")
    items = (json.loads(line) for line in lines)
    return list(islice((item for item in items if item["kind"] in ("match", "result")), limit))


def waiting(session: Session) -> list[tuple[int, str, int | None]]:
    """Imports that are on their way in: league, key, and the account that began them."""
    columns = LeagueUploadRow.league_id, LeagueUploadRow.key, LeagueUploadRow.account_id
    query = select(*columns).where(LeagueUploadRow.state == RUNNING).order_by(LeagueUploadRow.id)
    return [(league, key, account) for league, key, account in session.execute(query)]


def go_on(session: Session, league: int, key: str, account: int | None, budget: float = 1.0) -> bool:
    """Take in some more for whoever began it; whether there is more. Nothing, once they organise the league no more."""
    access = doors.of_id(session, league, Who(account, None))
    if access is None or not access.may(ORGANISE):
        return False
    try:
        return step(session, access, key, budget).state == RUNNING
    except NotThere:
        return False


def _there(session: Session, access: Access, key: str, *states: str) -> Upload:
    found = upload(session, access, key)
    if found is None or found.state not in states:
        raise NotThere(key)
    return found


def choose(session: Session, access: Access, key: str, chosen: Mapping[str, str]) -> Upload:
    """Say who is who: the key of a player, or empty for somebody new, by the names' ids."""

    def work() -> Upload:
        found = _there(session, access, key, NAMES)
        said = {one["id"]: chosen.get(one["id"], one["is"]) for one in found.people}
        meant = people.meant(session, access.league.id, said.values())
        for one in found.people:
            one["is"] = meant[said[one["id"]]].key if said[one["id"]] in meant else NEW
        _put(session, found.id, plan=found.plan)
        return found

    return in_one_write(session, work)


def _put(session: Session, upload_id: int, **values: Any) -> None:
    session.execute(update(LeagueUploadRow).where(LeagueUploadRow.id == upload_id).values(**values))


def begin(session: Session, access: Access, key: str) -> Written:
    """Let it go in. From here on :func:`step` does the work, as often as it is called."""
    found = _there(session, access, key, NAMES, RUNNING)

    def work(pen: Pen) -> Any:
        _put(session, found.id, state=RUNNING)
        return pen.write(kinds.IMPORTED, None, {"import": key, "kind": found.kind})

    return in_league(session, access, ORGANISE, str(UUID(key)), kinds.IMPORTED, work, {"import": key})


def step(session: Session, access: Access, key: str, budget: float = 1.0) -> Upload:
    """Take in what fits into so many seconds, in short transactions; how far it is then."""
    until = time.monotonic() + budget
    while True:
        found = in_one_write(session, lambda: _portion(session, access, key))
        if found.state != RUNNING or time.monotonic() >= until:
            return found


def _portion(session: Session, access: Access, key: str) -> Upload:
    now = doors.of_id(session, access.league.id, access.who, lock=True)
    if now is None or not now.may(ORGANISE):
        raise NotThere(access.league.public_id)
    found = _there(session, now, key, RUNNING, DONE, UNDONE)
    if found.state != RUNNING:
        return found
    body = session.execute(select(LeagueUploadRow.items).where(LeagueUploadRow.id == found.id)).scalar_one()
    lines = zlib.decompress(body).decode().split("\n")[found.done : found.done + AT_ONCE]
    pen = Pen(session, now, str(uuid5(UUID(key), str(found.done))), "")
    taking = Taking(pen, key, found.plan, dated=found.kind != sources.ARCHIVE)
    problems = list(found.problems)
    for line in lines:
        item = json.loads(line)
        try:
            with pen.all_or_nothing():
                taking.take(item)
        except LedgerError as error:
            problems.append(_problem(item, error))
    problems += [_said(one) for one in taking.remarks]
    done = found.done + len(lines)
    state = DONE if done >= found.total else RUNNING
    kept: dict[str, Any] = {
        "plan": taking.plan,
        "problems": problems[:MOST_PROBLEMS],
        "done": done,
        "state": state,
    }
    _put(session, found.id, **kept)
    return found._replace(**kept)


def _problem(item: Mapping[str, Any], error: LedgerError) -> dict[str, Any]:
    findings = error.findings if isinstance(error, Refused) else ()
    text = T("This one could not be taken in.")
    finding = findings[0] if findings else Finding("", "not_taken", text)
    where = f"line {item['line']}" if item.get("line") else str(item.get("id", ""))[:40]
    return {**_said(finding), "path": f"{where} {finding.path}".strip()}


def undo(session: Session, access: Access, *, uuid: str, key: str) -> Written:
    """Take the whole of it out again: its matches go into the bin, its players and nights where nothing needs them.

    What it changed of what was there before is as it was, unless somebody has changed it since.
    """
    _there(session, access, key, RUNNING, DONE, UNDONE)

    def work(pen: Pen) -> Any:
        found = _there(session, pen.access, key, RUNNING, DONE, UNDONE)
        _put(session, found.id, state=UNDONE)
        event = pen.write(kinds.IMPORT_UNDONE, None, {"import": key})
        if found.state != UNDONE:
            put_back(pen, found.plan)
        return event

    written = in_league(session, access, ORGANISE, uuid, kinds.IMPORT_UNDONE, work, {"import": key})
    for public_id in _there(session, access, key, UNDONE).plan["matches"]:
        _bin(session, public_id)
    return written


def _bin(session: Session, public_id: str) -> None:
    journal = rows.load(session, public_id)
    if journal is None or journal.binned or _in_a_league(session, journal.id):
        return
    uuid = str(uuid5(UUID(journal.events[0].uuid), "import undone"))
    matches_ledger.append(
        session, public_id, seen=journal.seq, uuid=uuid, kind=match_kinds.BINNED, body={}, device=None
    )


def _in_a_league(session: Session, match: int) -> bool:
    query = select(LeagueMatchRow.id).where(LeagueMatchRow.match_id == match, LeagueMatchRow.out.is_(False))
    return session.execute(query).first() is not None


def throw_away(session: Session, access: Access, key: str) -> bool:
    """Forget something that was handed in and never began to go in."""
    begin_write(session)
    found = upload(session, access, key)
    if found is None or found.state != NAMES:
        session.rollback()
        return False
    session.delete(session.get(LeagueUploadRow, found.id))
    session.commit()
    return True
