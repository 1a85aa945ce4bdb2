"""``scorekeeper verify`` on the matches of a server and on files: it names what was changed, and finds kept codes."""

import gzip
import json
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.cli import main
from scorekeeper.league.files.archive import archive_lines
from scorekeeper.store import instance
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.past import read_words, record_lines
from scorekeeper.store.match.record.transfer import export_document
from tests.store.conftest import Do, kani, read_again
from tests.store.match.test_privacy import full_match

pytestmark = pytest.mark.long


@pytest.fixture
def here(session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Session:
    """The database is the one that the command line finds."""
    url = session.get_bind().engine.url.render_as_string(hide_password=False)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "instance"))
    monkeypatch.setenv(instance.DATABASE_VARIABLE, url)
    return session


def record(session: Session, match: Match, file: Path) -> str:
    """The match as it stands, in a file."""
    session.rollback()
    now = read_again(session, match)
    body = "".join(record_lines(now, read_words(session, [now]), export_document(now))).encode()
    file.write_bytes(gzip.compress(body) if file.suffix == ".gz" else body)
    return str(file)


def code_of(session: Session, match: Match) -> str:
    session.rollback()
    now = read_again(session, match)
    assert now.code is not None
    return now.code


def change(session: Session, statement: str) -> None:
    session.execute(text(statement))
    session.commit()


def test_every_match_of_the_server_is_checked(
    here: Session, match: Match, do: Do, capsys: pytest.CaptureFixture[str]
) -> None:
    full_match(do, match)
    assert main(["verify"]) == 0
    assert "1 match checked, 0 disagreements." in capsys.readouterr().out
    change(here, "UPDATE event SET seat = 3 WHERE seq = 4")
    assert main(["verify"]) == 1
    told = capsys.readouterr().out
    assert f"{match.public_id}: event 4 (recorded): this was changed after it was recorded" in told
    assert "1 match checked, 1 disagreement." in told


def test_last_events_that_were_taken_away_are_missed(
    here: Session, match: Match, do: Do, capsys: pytest.CaptureFixture[str]
) -> None:
    for bid in (7, 8, 9):
        do("recorded", entry=kani(bid))
    change(here, "DELETE FROM event WHERE seq > 2")
    assert main(["verify"]) == 1
    told = capsys.readouterr().out
    assert "event 3: this is missing" in told
    assert "event 4: this is missing" in told


def test_a_code_that_was_kept_is_found_later(
    here: Session, match: Match, do: Do, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    do("recorded", entry=kani(7))
    kept = code_of(here, match)
    do("recorded", entry=kani(8))
    file = record(here, match, tmp_path / "record.jsonl.gz")
    for where in ([], [file]):
        assert main(["verify", "--code", kept.lower().replace("-", " "), *where]) == 0
        told = capsys.readouterr().out
        assert match.public_id in told
        assert f"The code {kept} is right: nothing was changed up to event 2." in told
        assert main(["verify", "--code", f"3{kept[1:]}", *where]) == 1
        assert "is that of no match here" in capsys.readouterr().out
    change(here, "UPDATE event SET seat = 3 WHERE seq = 2")
    assert main(["verify", "--code", kept]) == 1
    assert "event 2 (recorded): this was changed" in capsys.readouterr().out
    assert main(["verify", "--code", "17-ABCD"]) == 1
    assert "is no code" in capsys.readouterr().err


def test_a_record_is_verified_as_a_file(
    session: Session, match: Match, do: Do, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    full_match(do, match)
    file = record(session, match, tmp_path / "record.jsonl")
    assert main(["verify", file]) == 0
    assert "1 match re-scored, 0 disagreements." in capsys.readouterr().out
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    code = json.loads(lines[0])["code"]
    wrong = code[:-1] + ("B" if code.endswith("A") else "A")
    spoilt = {
        "events[3]: this was changed": [*lines[:3], lines[3].replace('"seat":1', '"seat":2'), *lines[4:]],
        "events[10]: this is missing": lines[:-1],
        "events[4]: this is missing": [*lines[:4], *lines[5:]],
        "the code of this match is not": [lines[0].replace(code, wrong), *lines[1:]],
    }
    for said, changed in spoilt.items():
        Path(file).write_text("\n".join(changed), encoding="utf-8")
        assert main(["verify", file]) == 1, said
        assert said in capsys.readouterr().out


def test_two_archives_of_one_match_are_compared(
    here: Session, match: Match, do: Do, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    do("recorded", entry=kani(7))
    do("recorded", entry=kani(8))
    kept = record(here, match, tmp_path / "kept.jsonl")
    do("recorded", entry=kani(9))
    later = record(here, match, tmp_path / "later.jsonl.gz")
    assert main(["verify", "--compare", kept, later]) == 0
    told = capsys.readouterr().out
    assert f"{match.public_id}: the same up to event 3, one of them goes on to event 4" in told
    assert "1 match is in both, 0 part." in told
    change(here, "UPDATE event SET seat = 3 WHERE seq = 2")
    assert main(["verify", "--compare", kept, record(here, match, tmp_path / "other.jsonl")]) == 1
    assert f"{match.public_id}: they part at event 2" in capsys.readouterr().out
    assert main(["verify", "--compare", kept]) == 1
    assert "Name two archives" in capsys.readouterr().err


def test_a_league_archive_whose_events_were_changed_is_named(
    session: Session, match: Match, do: Do, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Its own digest was made anew, so nothing else would notice."""
    full_match(do, match)
    head, *events = map(
        json.loads, Path(record(session, match, tmp_path / "r.jsonl")).read_text().splitlines()
    )
    events[3]["seat"] = 2
    players = [("player", {"id": f"p{seat}"}) for seat in range(4)]
    told = {name: value for name, value in head.items() if name not in ("format", "kind")}
    records = [*players, ("match", {**told, "players": [f"p{seat}" for seat in range(4)]})]
    records += [("event", {name: value for name, value in one.items() if name != "kind"}) for one in events]
    for name in ("a.jsonl", "a.jsonl.gz"):
        body = "".join(archive_lines({"id": "l", "name": "L", "rules": {}}, records)).encode()
        (tmp_path / name).write_bytes(gzip.compress(body) if name.endswith("gz") else body)
        assert main(["verify", str(tmp_path / name)]) == 1
        assert "events[4]: this was changed after it was recorded" in capsys.readouterr().out
