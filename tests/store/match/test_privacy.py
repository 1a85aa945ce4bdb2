"""The log holds no name and no free text, so both can be taken back."""

from uuid import uuid4

from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from tests.store.conftest import NAMES, Do, erase_player, erase_text, kani, open_kani, read_again

WORDS = [
    "Boris",
    "cheated",
    "a bad day",
    "Plovdiv",
    "tired",
    "misdeal",
    "typo",
    "unfair",
    "changed our minds",
]


def dump(session: Session, table: str) -> str:
    return "\n".join(str(tuple(row)) for row in session.execute(text(f'SELECT * FROM "{table}"')))


def full_match(do: Do, match: Match) -> Match:
    do("renamed", {"name": "Boris"}, player=match.players[0])
    do("recorded", entry={**kani(), "note": "Boris cheated"})
    do("recorded", entry={"kind": "adjustment", "scores": [1, 0, 0, 0], "reason": "unfair"})
    do("corrected", {"why": "typo"}, target=3, entry={**kani(8), "note": "a bad day"})
    do("described", {"place": "Plovdiv"}, played="2026-11-20")
    do("recorded", entry=kani(8))
    do("struck", {"reason": "misdeal"}, target=7, **{"as": "void"})
    do("settings", {"why": "changed our minds"}, rules={"target": 200})
    return do("closed", {"reason": "tired"})


def test_the_log_holds_no_name_note_or_reason(session: Session, match: Match, do: Do) -> None:
    full_match(do, match)
    log = dump(session, "event") + dump(session, "match")
    assert [word for word in [*NAMES, *WORDS] if word in log or ascii(word)[1:-1] in log] == []
    beside = dump(session, "player_name") + dump(session, "free_text")
    assert [word for word in [*NAMES, *WORDS] if word not in beside] == []


def test_an_erased_player_is_a_number_and_the_scores_stay(session: Session, match: Match, do: Do) -> None:
    before = full_match(do, match)
    log, totals = dump(session, "event"), before.scored.sheet and before.scored.sheet.totals
    erase_player(session, match.players[0])
    assert dump(session, "event") == log
    names = dump(session, "player_name")
    assert "Ana" not in names
    assert "Boris" not in names
    loaded = read_again(session, match)
    assert loaded.seat_names == ["№ 1", *NAMES[1:]]
    assert loaded.scored.sheet.totals == totals


def test_the_stand_in_of_an_erased_name_differs_from_every_name(session: Session) -> None:
    names = ["Ana", "№ 1", "C", "D"]
    match = open_kani(session, names, device=None)
    erase_player(session, match.players[0])
    loaded = read_again(session, match)
    assert len(set(loaded.seat_names)) == 4
    assert loaded.scored.errors == ()


def test_what_was_written_can_be_forgotten(session: Session, match: Match, do: Do) -> None:
    table_match, log = full_match(do, match), dump(session, "event")
    for event in table_match.events:
        for reference in event.body.get("texts", {}).values():
            erase_text(session, reference)
    assert dump(session, "event") == log
    assert [word for word in WORDS[1:] if word in dump(session, "free_text")] == []
    loaded = read_again(session, match)
    assert loaded.scored.errors == ()
    assert loaded.document()["entries"] == [
        kani(8),
        {"kind": "adjustment", "scores": [1, 0, 0, 0], "reason": "—"},
        {"kind": "void", "redeal": True},
        {"kind": "end"},
    ]


def test_a_retry_after_an_erasure_is_still_the_same_event(session: Session, match: Match) -> None:
    uuid = str(uuid4())
    for _ in range(2):
        done = ledger.rename(session, match.public_id, seen=1, uuid=uuid, names={match.players[0]: "Boris"})
        erase_player(session, match.players[0])
    assert [written.repeated for written in done] == [True]
