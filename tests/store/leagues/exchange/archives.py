"""Archives of a league as lines, and how they come in."""

import json
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.league.files.archive import archive_lines
from scorekeeper.store.leagues.exchange import export, imports, sources, uploads
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import Access, Who, find_access
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from tests.store.leagues.conftest import Club, new


def lines(club: Club) -> list[dict[str, Any]]:
    club.session.rollback()
    return [json.loads(line) for line in export.export_archive(club.session, club.owner.league)]


def file_of(club: Club) -> bytes:
    return "".join(export.export_archive(club.session, club.owner.league)).encode()


def write_lines(records: list[dict[str, Any]]) -> bytes:
    """An archive of lines that were changed."""
    header = {name: value for name, value in records[0].items() if name not in ("kind", "format")}
    body = [({**one}, one["kind"]) for one in records[1:] if one["kind"] != "end"]
    told = archive_lines(header, [(kind, without([one], "kind")[0]) for one, kind in body])
    return "".join(told).encode()


def read(club: Club, key: str) -> Match:
    found = ledger.load(club.session, key)
    assert found is not None
    return found


def another(club: Club) -> Access:
    """An empty league of the same owner."""
    league = founding.found_league(
        club.session, Who(club.accounts["owner"]), uuid=new(), name="Copy", access="private"
    )
    access = find_access(club.session, league.public_id, Who(club.accounts["owner"]))
    assert access is not None
    return access


def bring_in(session: Session, access: Access, body: bytes, kind: str = sources.ARCHIVE) -> uploads.Upload:
    key = uploads.receive_upload(session, access, uuid=new(), kind=kind, body=body)
    imports.begin_import(session, access, key)
    found = imports.continue_import(session, access, key, budget=0)
    while found.state == uploads.RUNNING:
        found = imports.continue_import(session, access, key, budget=0)
    return found


def without(records: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [{name: value for name, value in one.items() if name not in names} for one in records]


def of_kind(records: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [one for one in records if one["kind"] == kind]


def past(records: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What happened to the matches and when; people and texts have other numbers on every server."""
    return [
        (
            one["event"],
            one["at"],
            one.get("seat"),
            sorted(one.get("names", {}).values()),
            one["body"].get("entry"),
        )
        for one in of_kind(records, "event")
    ]


def _many(number: int) -> str:
    rows = [f"2026-{1 + n // 28:02}-{1 + n % 28:02};Belot;A & B;{151 + n};C & D;90" for n in range(number)]
    return "date;game;side1;total1;side2;total2\n" + "\n".join(rows)
