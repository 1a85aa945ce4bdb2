"""Every event has a hash of what it says and one of all that stands before it; texts have a salt and a seal.

What was written before gets its hashes now, and its match says so with the day. The form of what is hashed stands in
docs/proof.md; it is repeated here, so that this migration does the same for ever.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

AT_ONCE = 5000
EVENT = sa.table(
    "event",
    *(sa.column(name) for name in ("id", "match_id", "seq", "uuid", "kind", "seat", "content", "chain")),
    sa.column("body", sa.JSON),
    sa.column("at", sa.DateTime(timezone=True)),
)
MATCH = sa.table("match", sa.column("id"), sa.column("game"), sa.column("seq"), sa.column("begun", sa.JSON))
NAME = sa.table("player_name", *(sa.column(name) for name in ("id", "name", "salt", "seal")))
TEXT = sa.table("free_text", *(sa.column(name) for name in ("id", "text", "salt", "seal")))


def upgrade() -> None:
    op.add_column("event", sa.Column("content", sa.String(length=64), nullable=True))
    op.add_column("event", sa.Column("chain", sa.String(length=64), nullable=True))
    op.add_column("match", sa.Column("begun", sa.JSON(none_as_null=True), nullable=True))
    for table, text in (("player_name", "name"), ("free_text", "text")):
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN salt VARCHAR(32) CHECK (salt IS NULL OR {text} IS NOT NULL)"
        )
        op.add_column(table, sa.Column("seal", sa.String(length=64), nullable=True))
    seal_all(NAME, NAME.c.name)
    seal_all(TEXT, TEXT.c.text)
    today, last = datetime.now(UTC).date().isoformat(), 0
    while matches := some_matches(last):
        last = matches[-1].id
        hash_matches(matches, today)


def write(statement: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        op.get_bind().execute(statement, rows)


def seal_all(table: Any, text: Any) -> None:
    """A salt and a seal for every text that is still there."""
    change = sa.update(table).where(table.c.id == sa.bindparam("key"))
    change = change.values(salt=sa.bindparam("_salt"), seal=sa.bindparam("_seal"))
    last = 0
    while (
        found := op.get_bind()
        .execute(sa.select(table.c.id, text).where(table.c.id > last).order_by(table.c.id).limit(AT_ONCE))
        .all()
    ):
        last, rows = found[-1][0], []
        for key, words in found:
            if words is not None:
                salt = secrets.token_bytes(16)
                seal = hmac.new(salt, words.encode("utf-8", "surrogatepass"), hashlib.sha256)
                rows.append({"key": key, "_salt": salt.hex(), "_seal": seal.hexdigest()})
        write(change, rows)


def some_matches(last: int) -> list[Any]:
    """The next matches, with about so many events as are read at once."""
    query = sa.select(MATCH.c.id, MATCH.c.game, MATCH.c.seq).where(MATCH.c.id > last).order_by(MATCH.c.id)
    found: list[Any] = []
    for match in op.get_bind().execute(query.limit(AT_ONCE // 10)):
        found.append(match)
        if sum(one.seq for one in found) >= AT_ONCE:
            break
    return found


def hash_matches(matches: Sequence[Any], today: str) -> None:
    """The hashes of all events of these matches, and the mark at each match."""
    ids = [match.id for match in matches]
    said: dict[int, list[Any]] = {key: [] for key in ids}
    query = sa.select(EVENT).where(EVENT.c.match_id.in_(ids)).order_by(EVENT.c.match_id, EVENT.c.seq)
    for event in op.get_bind().execute(query):
        said[event.match_id].append(event)
    events = [event for some in said.values() for event in some]
    names = seals_in(NAME, (row for event in events for row in name_rows(event)))
    texts = seals_in(TEXT, (row for event in events for row in event.body.get("texts", {}).values()))
    marks: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    for match in matches:
        begun = {"by": "upgrade", "on": today, "events": len(said[match.id])}
        marks.append({"key": match.id, "_begun": begun})
        rows += hashes(match.game, said[match.id], names, texts, digest(begun))
    change = sa.update(EVENT).where(EVENT.c.id == sa.bindparam("key"))
    write(change.values(content=sa.bindparam("_content"), chain=sa.bindparam("_chain")), rows)
    mark = sa.update(MATCH).where(MATCH.c.id == sa.bindparam("key"))
    write(mark.values(begun=sa.bindparam("_begun", type_=sa.JSON)), marks)


def name_rows(event: Any) -> list[int]:
    if event.kind == "opened":
        return list(event.body["names"])
    return [event.body["name"]] if event.kind == "renamed" else []


def seals_in(table: Any, wanted: Iterable[int]) -> dict[int, str | None]:
    rows = sorted(set(wanted))
    found: dict[int, str | None] = {}
    for at in range(0, len(rows), 500):
        query = sa.select(table.c.id, table.c.seal).where(table.c.id.in_(rows[at : at + 500]))
        found.update((key, seal) for key, seal in op.get_bind().execute(query))
    return found


def hashes(
    game: str, events: Sequence[Any], names: Mapping[int, Any], texts: Mapping[int, Any], before: str
) -> Iterator[dict[str, Any]]:
    people = events[0].body["players"] if events else []
    for event in events:
        body = dict(event.body)
        if event.kind == "opened":
            body |= {"game": game, "names": [names.get(row) for row in body["names"]]}
        if event.kind == "renamed":
            body |= {"player": people.index(body["player"]), "name": names.get(body["name"])}
        if event.kind in ("opened", "seated"):
            body["players"] = [people.index(player) for player in body["players"]]
        if "texts" in body:
            body["texts"] = {name: texts.get(row) for name, row in body["texts"].items()}
        at = event.at if event.at.tzinfo else event.at.replace(tzinfo=UTC)
        said = {"at": at.astimezone(UTC).isoformat().replace("+00:00", "Z"), "body": body}
        content = digest({**said, "kind": event.kind, "seat": event.seat, "uuid": event.uuid})
        before = digest([before, event.seq, content])
        yield {"key": event.id, "_content": content, "_chain": before}


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
