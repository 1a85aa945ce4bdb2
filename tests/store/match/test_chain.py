"""Every event has a hash, every match a chain of them; what was changed by hand is found, what was erased is not."""

import hashlib
import hmac
import json
import re
from base64 import b32encode
from collections.abc import Iterable
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.chain import CHANGED, MISSING, UNLINKED, check_record, parting
from scorekeeper.store.match.record.past import read_words, record_lines, record_of
from scorekeeper.store.match.record.transfer import export_document, import_document
from tests import ledgers
from tests.store.conftest import Do, erase_player, erase_text, kani, read_again
from tests.store.match.test_privacy import full_match


def past_of(session: Session, public_id: str) -> list[dict[str, Any]]:
    """The lines of a match's record, as a reader of the file alone has them."""
    match = ledger.load(session, public_id)
    assert match is not None
    return [
        json.loads(line) for line in record_lines(match, read_words(session, [match]), export_document(match))
    ]


def faults(session: Session, public_id: str) -> list[tuple[int, str]]:
    session.rollback()
    match = ledger.load(session, public_id)
    assert match is not None
    return [(fault.seq, fault.code) for fault in check_record(record_of(match, read_words(session, [match])))]


# --- another program: the standard library and docs/proof.md, nothing of ours ---------------


def written(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def recompute(lines: Iterable[dict[str, Any]]) -> tuple[list[tuple[str, str]], str]:
    """The content and the chain of each event, and the code of the last one, from the lines of a record."""
    head, *events = lines
    people = events[0]["body"]["players"]
    chain = hashlib.sha256(written(head["begun"])).hexdigest() if "begun" in head else ""
    found = []
    for event in events:
        words = event.get("names", {}) | event.get("texts", {})
        seals = {
            row: hmac.new(bytes.fromhex(event["salts"][row]), word.encode(), "sha256").hexdigest()
            for row, word in words.items()
        } | event.get("seals", {})
        body = dict(event["body"])
        if event["event"] == "opened":
            body["game"] = head["document"]["game"]
            body["names"] = [seals.get(str(row)) for row in body["names"]]
        if event["event"] == "renamed":
            body["player"], body["name"] = people.index(body["player"]), seals.get(str(body["name"]))
        if event["event"] in ("opened", "seated"):
            body["players"] = [people.index(player) for player in body["players"]]
        if "texts" in body:
            body["texts"] = {name: seals.get(str(row)) for name, row in body["texts"].items()}
        said = {
            "uuid": event["uuid"],
            "kind": event["event"],
            "at": event["at"],
            "seat": event.get("seat"),
            "body": body,
        }
        content = hashlib.sha256(written(said)).hexdigest()
        chain = hashlib.sha256(written([chain, event["seq"], content])).hexdigest()
        found.append((content, chain))
    letters = b32encode(bytes.fromhex(chain)[:10]).decode()
    return found, f"{len(events)}-{letters[:4]}-{letters[4:8]}-{letters[8:12]}-{letters[12:]}"


def hashes_of(lines: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(line["content"], line["chain"]) for line in lines[1:]]


@pytest.mark.long
def test_another_program_computes_every_hash_again_from_the_record(
    session: Session, match: Match, do: Do
) -> None:
    full_match(do, match)
    do("undone", target=10)
    do("seated", players=match.players[1:] + match.players[:1])
    do("accepted", seat=2)
    lines = past_of(session, match.public_id)
    found, code = recompute(lines)
    assert found == hashes_of(lines)
    assert lines[0]["code"] == code
    assert re.fullmatch(r"13(-[A-Z2-7]{4}){4}", code)
    loaded = read_again(session, match)
    assert loaded.code == code


@pytest.mark.long
def test_erasing_a_name_and_a_note_leaves_the_chain_as_it_was(session: Session, match: Match, do: Do) -> None:
    full_match(do, match)
    before = past_of(session, match.public_id)
    note = before[3]["body"]["texts"]["note"]
    erase_player(session, match.players[0])
    erase_text(session, note)
    after = past_of(session, match.public_id)
    assert hashes_of(after) == hashes_of(before)
    assert recompute(after)[0] == hashes_of(before)
    assert faults(session, match.public_id) == []
    told = json.dumps(after, ensure_ascii=False)
    gone = [before[3]["salts"][str(note)], before[2]["salts"][str(before[2]["body"]["name"])], "Boris", "Ana"]
    assert [word for word in gone if word in told] == []


@pytest.mark.long
@pytest.mark.parametrize("words", ["player_name SET name = NULL", "free_text SET text = NULL"])
def test_a_text_cannot_be_erased_without_its_salt(session: Session, match: Match, do: Do, words: str) -> None:
    full_match(do, match)
    with pytest.raises(Exception, match=r"CHECK|violates check"):
        session.execute(text(f"UPDATE {words}"))


CHANGES = {
    "body": "UPDATE event SET body = REPLACE(CAST(body AS TEXT), '\"tricks\": 9', '\"tricks\": 8'){json} WHERE seq = 3",
    "seat": "UPDATE event SET seat = 2 WHERE seq = 3",
    "writer taken away": "UPDATE event SET seat = NULL WHERE seq = 3",
    "kind": "UPDATE event SET kind = 'closed' WHERE seq = 3",
    "time": "UPDATE event SET at = '2026-01-01 00:00:00' WHERE seq = 3",
    "uuid": "UPDATE event SET uuid = '00000000-0000-4000-8000-000000000000' WHERE seq = 3",
    "note": "UPDATE free_text SET text = 'Vera cheated' WHERE text = 'Boris cheated'",
}


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_one_event_that_was_changed_by_hand_is_named(
    session: Session, match: Match, do: Do, change: str
) -> None:
    full_match(do, match)
    json_type = "::json" if session.get_bind().dialect.name == "postgresql" else ""
    changed: Any = session.execute(text(CHANGES[change].replace("{json}", json_type)))
    session.commit()
    assert changed.rowcount == 1
    assert faults(session, match.public_id) == [(3, CHANGED)]


def test_the_game_and_a_name_belong_to_the_opening(session: Session, match: Match, do: Do) -> None:
    do("recorded", entry=kani())
    session.execute(text("UPDATE player_name SET name = 'Eve' WHERE name = 'Ana'"))
    session.commit()
    assert faults(session, match.public_id) == [(1, CHANGED)]
    session.execute(text("UPDATE player_name SET name = 'Ana' WHERE name = 'Eve'"))
    session.commit()
    assert faults(session, match.public_id) == []
    session.execute(text("UPDATE match SET game = 'belot'"))
    session.commit()
    assert faults(session, match.public_id) == [(1, CHANGED)]


def test_an_event_that_was_taken_away_or_put_in_with_its_hash_is_named(
    session: Session, match: Match, do: Do
) -> None:
    for bid in (7, 8, 9):
        do("recorded", entry=kani(bid))
    session.execute(text("DELETE FROM event WHERE seq = 3"))
    session.commit()
    assert faults(session, match.public_id) == [(3, MISSING), (4, UNLINKED)]
    session.execute(text("UPDATE event SET seq = 3 WHERE seq = 4"))
    session.commit()
    assert faults(session, match.public_id) == [(3, UNLINKED)]


def test_a_request_that_is_sent_again_changes_no_hash(session: Session, match: Match) -> None:
    said: dict[str, Any] = {
        "kind": "recorded",
        "body": {"entry": kani()},
        "texts": {"note": "well"},
        "uuid": str(uuid4()),
    }
    first = ledger.append(session, match.public_id, seen=1, **said)
    ledgers.write(session, match, "recorded", {"entry": kani(8)}, seen=2)
    before = past_of(session, match.public_id)
    again = ledger.append(session, match.public_id, seen=1, **said)
    assert again.repeated
    assert again.event == first.event
    assert past_of(session, match.public_id) == before


@pytest.mark.long
def test_writers_at_once_make_one_chain(
    sessions: sessionmaker[Session], session: Session, match: Match
) -> None:
    def record_some() -> None:
        with sessions() as own:
            for _ in range(4):
                while True:
                    try:
                        seen = ledger.seq_of(own, match.public_id) or 0
                        own.rollback()
                        ledgers.write(own, match, "recorded", {"entry": kani("pass")}, seen=seen)
                        break
                    except ledger.Stale:
                        continue

    writers = [Thread(target=record_some) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    lines = past_of(session, match.public_id)
    assert len(lines) == 1 + 1 + 16
    assert recompute(lines)[0] == hashes_of(lines)


def test_two_records_of_one_match_tell_where_they_part(session: Session, match: Match, do: Do) -> None:
    for bid in (7, 8, 9):
        do("recorded", entry=kani(bid))
    loaded = read_again(session, match)
    kept = record_of(loaded, read_words(session, [loaded]))
    erase_player(session, match.players[0])
    do("recorded", entry=kani(10))
    later = read_again(session, match)
    assert parting(kept, record_of(later, read_words(session, [later]))) is None, "one goes on from the other"
    session.execute(text("UPDATE event SET seat = 3 WHERE seq = 3"))
    session.commit()
    changed = read_again(session, match)
    assert parting(kept, record_of(changed, read_words(session, [changed]))) == 3


def test_a_match_that_came_in_as_a_document_says_so_in_its_chain(
    session: Session, match: Match, do: Do
) -> None:
    do("recorded", {"note": "well"}, entry=kani())
    copy = import_document(session, export_document(do("described", {"place": "Plovdiv"})), "phone")
    lines = past_of(session, copy.public_id)
    begun = lines[0]["begun"]
    assert (begun["by"], begun["events"]) == ("import", 3)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", begun["on"])
    assert recompute(lines)[0] == hashes_of(lines)
    assert "begun" not in past_of(session, match.public_id)[0]
