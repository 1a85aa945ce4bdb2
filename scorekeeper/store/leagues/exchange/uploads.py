"""Uploads: files handed in to a league, how each was read, and which players the people in it are taken for.

What can be read in more than one way is kept as it was handed in until it goes in, so that a person can have it read
otherwise.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import accumulate, islice, pairwise
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Finding, Report
from scorekeeper.league.nights import night_of
from scorekeeper.store import clock
from scorekeeper.store.forgetting.archives import drop_in_archive
from scorekeeper.store.leagues.exchange import reading_apart, sources
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.exchange.packed_items import PackedItems, pack
from scorekeeper.store.leagues.exchange.sources import Item
from scorekeeper.store.leagues.exchange.take_items import key_of
from scorekeeper.store.leagues.exchange.without_forgotten import (
    AS_READ,
    FORGOTTEN,
    drop_names,
    list_forgotten_ids,
    make_anonymous,
)
from scorekeeper.store.leagues.log.access import ORGANISE, Access, League
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.matches.listing import list_keys
from scorekeeper.store.leagues.matches.repeats import EnteredResult, note_repeats
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match.opening import checked_uuid
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.transactions import in_one_write

NAMES, RUNNING, DONE, UNDONE = "names", "running", "done", "undone"
AT_ONCE = 20
"""How many items go in with one transaction: scores recorded elsewhere never wait long."""
MAX_PROBLEMS = MAX_TOLD = 100
PREVIEWED = 10
NEW = ""
"""Stands for a person who is not in the league yet."""


class Upload(NamedTuple):
    """A file handed in to a league. ``people`` are those that it names, ``plan`` says what was decided and made.

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
        """The people it names: ``id``, ``name``, ``is`` (the key of the player they are, empty for a new one), and
        ``near``, the keys of players with such a name.
        """
        return list(self.plan["people"])

    @property
    def left_out(self) -> list[int]:
        """The lines of a table, or the plays of an export, that stay out by a person's choice."""
        return list(self.plan.get("left_out", ()))

    @property
    def first(self) -> list[Item]:
        """The first matches and results, as the file has them."""
        return list(self.plan["first"])

    @property
    def counts(self) -> dict[str, int]:
        """How many items of each kind."""
        return dict(self.plan["counts"])


_UPLOAD = tuple(getattr(LeagueUploadRow, name) for name in Upload._fields)


def receive_upload(
    session: Session,
    access: Access,
    *,
    uuid: str,
    kind: str,
    body: bytes,
    choices: Mapping[str, Any] | None = None,
) -> str:
    """Read what was handed in and keep it; the key by which it goes on. Organisers. Nothing enters the league yet.

    ``choices`` say how it is to be read (:class:`sources.Read`). Raises Refused with everything that is
    wrong, NotThere.
    """
    if not access.may(ORGANISE) or kind not in (sources.ARCHIVE, sources.BG_STATS, sources.PAPER):
        raise NotThere(access.league.public_id)
    read, body = _read_without_forgotten(session, access, kind, body, choices or {})
    kept = zlib.compress(body) if kind in sources.CHOICES and AS_READ not in read.found else b""
    del body  # what was handed in, what was read and what is kept need not be in memory together
    key = UUID(checked_uuid(uuid)).hex
    values = {
        "league_id": access.league.id,
        "key": key,
        "kind": kind,
        "account_id": access.who.account,
        "state": NAMES,
        **_read_values(session, access, read, {}),
        "items": kept or pack_items(read.items),
        "done": 0,
        "at": clock.now(),
    }
    del read

    def store_upload() -> str:
        if find_upload(session, access, key) is None:
            session.add(LeagueUploadRow(**values))
        return key

    return in_one_write(session, store_upload)


def _read_without_forgotten(
    session: Session, access: Access, kind: str, body: bytes, choices: Mapping[str, Any]
) -> tuple[sources.Read, bytes]:
    """What is in a file, and the file, without the names that the league has forgotten."""
    if kind == sources.ARCHIVE:
        read = _read_file(access, kind, body, choices)
        items = drop_in_archive(session, access.league.public_id, read.items)
        return (read if items is read.items else read._replace(items=PackedItems(map(pack, items)))), body
    gone = list_forgotten_ids(session, access.league)
    kept = make_anonymous(body, gone) if gone and kind == sources.BG_STATS else body
    read = _read_file(access, kind, kept, choices)
    if kept is not body:
        read = read._replace(findings=[*read.findings, FORGOTTEN])
    return (drop_names(read, gone) if kind == sources.PAPER else read), kept


def _read_file(access: Access, kind: str, body: bytes, choices: Mapping[str, Any]) -> sources.Read:
    """What is in a file, its plays in the nights of the league. Raises Refused with everything that is wrong."""
    read = reading_apart.read_file(kind, body, choices)
    errors = [finding for finding in read.findings if finding.severity == "error"]
    if errors:
        raise Refused(tuple(errors))
    if kind not in sources.CHOICES:
        return read
    return read._replace(items=[_in_time(access.league, item) for item in read.items])


def _in_time(league: League, item: Item) -> Item:
    """A result with the moment and the night that the ``clock`` beside it comes to where the league is."""
    clock = item.get("clock")
    if not clock:
        return item
    rules = league.options
    moment = datetime.fromisoformat(clock).replace(tzinfo=ZoneInfo(rules.zone)).astimezone(UTC)
    night = night_of(moment, rules.zone, rules.day_ends).isoformat()
    return {**item, "moment": moment.isoformat(), "date": night}


def _read_values(
    session: Session, access: Access, read: sources.Read, chosen: Mapping[str, str]
) -> dict[str, Any]:
    """The columns of what was read. ``chosen`` has the key of a player by the id of a name."""
    plan = _plan(session, access.league, read.items)
    for person in plan["people"]:
        person["is"] = chosen.get(person["id"], person["is"])
    repeats = _find_repeats(session, access.league, read.items, plan["people"]) if read.found else []
    numbered = {sources.path_of(item): sources.number_of(item) for item in read.items} if read.found else {}
    problems = [_remark_document(finding, numbered) for finding in (*read.findings, *repeats)[:MAX_PROBLEMS]]
    plan |= {"found": read.found, "first": _first(read.items)}
    return {"plan": plan, "problems": problems, "total": len(read.items)}


def _find_repeats(
    session: Session, league: League, items: Iterable[Item], people: Iterable[Mapping[str, Any]]
) -> list[Finding]:
    """What is odd about new results beside those that are in the league, as far as its players are known."""
    called = {str(person["id"]): str(person["name"] or "") for person in people}
    meant = {str(person["id"]): str(person["is"] or person["id"]) for person in people}
    results = [(key_of(league, "result", item["id"]), item) for item in items if item["kind"] == "result"]
    known_keys = list_keys(session, league.id, [key for key, _item in results])
    entered = [_tell(item, meant, called) for key, item in results if key not in known_keys]
    report = Report(sources.MAX_FINDINGS)
    note_repeats(session, league, entered, report)
    return report.list_all()


def _tell(item: Item, meant: Mapping[str, str], called: Mapping[str, str]) -> EnteredResult:
    players = [
        meant.get(str(player), str(player)) for player in item["players"]
    ]  # a stranger is not asked about
    names = dict(zip(players, (called.get(str(player), "") for player in item["players"]), strict=True))
    fields = (item["date"], item["game"], players, item["sides"], item.get("totals", ()), item["winners"])
    moment = datetime.fromisoformat(item["moment"]) if item.get("moment") else None
    return EnteredResult(sources.path_of(item), *fields, names, moment)


def read_upload_again(session: Session, access: Access, key: str, how: Mapping[str, Any]) -> Upload:
    """Read a file in another way; names that stay keep the players they were taken for.

    Raises Refused with everything that is wrong then, and what was read before stands; NotThere.
    """
    before = expect_upload(session, access, key, NAMES)
    before_how = before.plan.get("found")
    if before.kind not in sources.CHOICES or before_how is None or AS_READ in before_how:
        raise NotThere(key)
    body = _file_of(session, before)
    read, _kept = _read_without_forgotten(session, access, before.kind, body, how)
    chosen = {person["id"]: person["is"] for person in before.people}
    values = _read_values(session, access, read, chosen)
    if AS_READ in read.found:
        values["items"] = pack_items(read.items)

    def replace_items() -> Upload:
        now = expect_upload(session, access, key, NAMES)
        values["plan"]["left_out"] = now.left_out
        change_upload(session, now.id, **values)
        return expect_upload(session, access, key, NAMES)

    return in_one_write(session, replace_items)


def _file_of(session: Session, upload: Upload) -> bytes:
    query = select(LeagueUploadRow.items).where(LeagueUploadRow.id == upload.id)
    return unpack_whole(session.execute(query).scalar_one())


def _unpack_items(body: bytes) -> list[Item]:
    return [json.loads(line) for line in body.decode().split("\n")]


def items_to_take(session: Session, access: Access, upload: Upload) -> dict[str, Any]:
    """The columns that let what was handed in go in item by item, without the lines that were left out."""
    if upload.kind not in sources.CHOICES or "found" not in upload.plan:
        return {}
    how, body = upload.plan["found"], _file_of(session, upload)
    read = _read_file(access, upload.kind, body, how).items if AS_READ not in how else _unpack_items(body)
    items = [item for item in read if sources.number_of(item) not in upload.left_out]
    problems = [problem for problem in upload.problems if problem.get("number") not in upload.left_out]
    return {"items": pack_items(items), "total": len(items), "problems": problems}


def _remark_document(finding: Finding, numbered: Mapping[str, int | None]) -> dict[str, Any]:
    """A remark as it is kept, with the ``number`` of the line or play that it is about, where that can stay out."""
    number = numbered.get(finding.path.partition(".")[0])
    return sources.finding_document(finding) | ({} if number is None else {"number": number})


def _plan(session: Session, league: League, items: Iterable[sources.Item]) -> dict[str, Any]:
    counts = dict(Counter(item["kind"] for item in items))
    named = {str(person["id"]): person for person in sources.people_in(items)}
    keys = {id: key_of(league, "player", id) for id in named} | recall_players(session, league.id, named)
    current = roster.find_current_players(session, league.id, keys.values())
    known_players = {id: current[key] for id, key in keys.items() if key in current}
    strangers = {
        id: person["name"] for id, person in named.items() if id not in known_players and person.get("name")
    }
    near = dict(zip(strangers, roster.find_alike_each(session, league.id, strangers.values()), strict=True))
    people = [_guess_player(person, known_players.get(id), near.get(id, [])) for id, person in named.items()]
    return {"people": people, "counts": counts, "made": {}, "matches": []}


def recall_players(session: Session, league: int, ids: Iterable[str]) -> dict[str, str]:
    """The players that these ids were in what came in before, the latest first: exports of other programs grow, and
    what was answered once is not asked again.
    """
    wanted, recalled = set(ids), dict[str, str]()
    ours = LeagueUploadRow.league_id == league, LeagueUploadRow.state != NAMES
    query = select(LeagueUploadRow.plan).where(*ours).order_by(LeagueUploadRow.id.desc()).limit(MAX_TOLD)
    for plan in session.execute(query).scalars():
        made = plan.get("made", {})
        recalled = {id: made[f"player {id}"] for id in wanted if f"player {id}" in made} | recalled
        if recalled.keys() == wanted:
            break
    return recalled


def _guess_player(
    item: sources.Item, known_player: roster.LeaguePlayer | None, near: list[roster.Alike]
) -> dict[str, Any]:
    """The player that a name is taken for until a person chooses another."""
    same = known_player.key if known_player else next((alike.player.key for alike in near if alike.same), NEW)
    keys = [alike.player.key for alike in near]
    return {"id": str(item["id"]), "name": item.get("name"), "is": same, "near": keys}


def pack_items(items: Iterable[Item]) -> bytes:
    """Items in portions that can be unpacked one without the others: where each ends stands before them."""
    lines, portions = map(json.dumps, items), []
    while portion := _pack_portion(islice(lines, AT_ONCE)):
        portions.append(portion)
    ends = json.dumps(list(accumulate(map(len, portions)))).encode()
    return b"".join((b"%012d" % len(ends), ends, *portions))


def _pack_portion(lines: Iterable[str]) -> bytes:
    """Lines packed one after the other, for together they may be long; nothing where there is none."""
    packer, parts, between = zlib.compressobj(), [], b""
    for line in lines:
        parts.append(packer.compress(between + line.encode()))
        between = b"\n"
    return b"".join([*parts, packer.flush()]) if parts else b""


def unpack_portion(session: Session, upload: Upload) -> list[str]:
    """The items that go in next: what is left of a portion."""
    query = select(LeagueUploadRow.items).where(LeagueUploadRow.id == upload.id)
    parts, at = split_portions(session.execute(query).scalar_one()), upload.done // AT_ONCE
    if at >= len(parts):
        return []
    return zlib.decompress(parts[at]).decode().split("\n")[upload.done % AT_ONCE :]


def split_portions(body: bytes) -> list[bytes]:
    """The portions of items, each still packed."""
    start = 12 + int(body[:12])
    ends = [0, *json.loads(body[12:start])]
    return [body[start + begin : start + end] for begin, end in pairwise(ends)]


def unpack_whole(body: bytes) -> bytes:
    """All that was packed, in portions or a file as it was handed in; what is not packed as it is."""
    with suppress(zlib.error, ValueError):
        parts = split_portions(body) if body[:12].isdigit() else [body]
        return b"\n".join(map(zlib.decompress, parts))
    return body


def list_uploads(session: Session, access: Access) -> list[Upload]:
    """What was handed in, the latest :data:`MAX_TOLD` first; organisers."""
    if not access.may(ORGANISE):
        raise NotThere(access.league.public_id)
    query = select(*_UPLOAD).where(LeagueUploadRow.league_id == access.league.id)
    latest = session.execute(query.order_by(LeagueUploadRow.id.desc()).limit(MAX_TOLD))
    return [Upload(*row) for row in latest]


def find_upload(session: Session, access: Access, key: str) -> Upload | None:
    """One of them; None when there is none, or the asker does not organise the league."""
    ours = LeagueUploadRow.league_id == access.league.id, LeagueUploadRow.key == key
    row = session.execute(select(*_UPLOAD).where(*ours)).first() if access.may(ORGANISE) else None
    return None if row is None else Upload(*row)


def _first(items: Iterable[Item]) -> list[Item]:
    """The first few, without their deals."""
    first = list(islice((item for item in items if item["kind"] in ("match", "result")), PREVIEWED))
    for place, item in enumerate(first):
        if item["kind"] == "match":
            first[place] = {**item, "document": {"game": item["document"]["game"]}, "events": []}
    return first


def expect_upload(session: Session, access: Access, key: str, *states: str) -> Upload:
    """What was handed in under this key, if it is in one of these states; NotThere otherwise."""
    upload = find_upload(session, access, key)
    if upload is None or upload.state not in states:
        raise NotThere(key)
    return upload


def change_upload(session: Session, upload_id: int, **values: Any) -> None:
    """Change columns of what was handed in."""
    session.execute(update(LeagueUploadRow).where(LeagueUploadRow.id == upload_id).values(**values))
