"""The log takes each event once, in order, from writers who saw the last one."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.accounts.devices import recent, remember
from scorekeeper.store.match import ledger
from scorekeeper.store.match.feed import raise_generation
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import EventRow, MatchRow
from scorekeeper.store.match.proposal import propose
from tests.cases import cases
from tests.store.conftest import NAMES, Do, kani, open_kani, read_again

FIRST = str(uuid4())


def record(session: Session, match: Match, seen: int, uuid: str, **more: Any) -> ledger.Appended:
    entry = more.pop("entry", kani())
    return ledger.append(
        session, match.public_id, seen=seen, uuid=uuid, kind="recorded", body={"entry": entry}, **more
    )


def test_of_two_writers_who_saw_the_same_the_second_is_refused_with_what_the_first_wrote(
    session: Session, match: Match
) -> None:
    record(session, match, 1, str(uuid4()), entry=kani(8))
    with pytest.raises(ledger.Stale) as refused:
        record(session, match, 1, str(uuid4()), entry=kani(9))
    assert [event.body["entry"]["bid"] for event in refused.value.since] == [8]
    assert refused.value.match.seq == 2
    assert ledger.seq_of(session, match.public_id) == 2


def test_a_writer_who_saw_what_is_not_there_is_refused(session: Session, match: Match) -> None:
    with pytest.raises(ledger.Stale) as refused:
        record(session, match, 7, str(uuid4()))
    assert refused.value.since == ()


def test_the_same_uuid_twice_is_one_event_even_when_others_wrote_meanwhile(
    session: Session, match: Match
) -> None:
    first = record(session, match, 1, FIRST, texts={"note": "loud"})
    record(session, match, 2, str(uuid4()))
    again = record(session, match, 1, FIRST.upper(), texts={"note": " loud "})
    assert (first.repeated, again.repeated) == (False, True)
    assert again.event.seq == first.event.seq == 2
    assert again.match.seq == 3


@cases(
    "other",
    {"entry": kani(8)},
    {"entry": kani(), "texts": {"note": "quiet"}},
    {"entry": kani()},
    {"entry": {**kani(), "tricks": 9.0}, "texts": {"note": "loud"}},
    ids=["another deal", "another note", "no note", "a number of another type"],
)
def test_the_same_uuid_with_other_content_is_refused(
    session: Session, match: Match, other: dict[str, Any]
) -> None:
    record(session, match, 1, FIRST, entry=kani(), texts={"note": "loud"})
    with pytest.raises(ledger.UuidReused) as refused:
        record(session, match, 2, FIRST, **other)
    assert refused.value.event.seq == 2
    assert ledger.seq_of(session, match.public_id) == 2


def test_a_uuid_of_another_match_is_refused(session: Session, match: Match) -> None:
    other = open_kani(session, device=None)
    record(session, other, 1, FIRST)
    with pytest.raises(ledger.UuidReused):
        record(session, match, 1, FIRST)
    assert ledger.seq_of(session, match.public_id) == 1


def test_opening_twice_with_one_uuid_opens_one_match(session: Session) -> None:
    def opening(**changed: Any) -> Match:
        given = {"game": "kani", "rules": {}, "names": NAMES, "first_dealer": 0, **changed}
        return ledger.open_match(session, uuid=FIRST, device=None, **given)

    assert opening().public_id == opening().public_id
    for other in ({"names": NAMES[::-1]}, {"rules": {"target": 50}}, {"first_dealer": 2}):
        with pytest.raises(ledger.UuidReused):
            opening(**other)


@cases(
    "given, path",
    ({"names": ["Ana", "ana", "B", "C"]}, "players[1]"),
    ({"names": ["Ana", "B\x00", "C", "D"]}, "players[1]"),
    ({"names": ["Ana"]}, "players"),
    ({"game": "bridge"}, "game"),
    ({"rules": {"target": "many"}}, "rules.target"),
    ({"first_dealer": 4}, "first_dealer"),
    ({"players": [99999, None, None, None]}, "players"),
    ({"uuid": "one"}, "uuid"),
)
def test_a_match_that_cannot_be_is_not_opened(session: Session, given: dict[str, Any], path: str) -> None:
    whole = {"game": "kani", "rules": {}, "names": NAMES, "first_dealer": 0, "uuid": FIRST, **given}
    with pytest.raises(ledger.Refused) as refused:
        ledger.open_match(session, device=None, **whole)
    assert path in [finding.path for finding in refused.value.findings]
    assert session.execute(select(MatchRow.id)).first() is None


@cases(
    "entry, path",
    (kani(3), "bid"),
    (kani(tricks=14), "tricks"),
    ({"kind": "end"}, "kind"),
    ({"kind": "deal", "bid": "pass", "note": "\x00"}, "note"),
    ({"kind": "adjustment", "scores": [1, 0, 0, 0], "reason": ""}, "reason"),
    ({"kind": "feast"}, "kind"),
    ("a deal", ""),
)
def test_an_entry_that_cannot_be_is_refused_with_paths_inside_it(
    session: Session, match: Match, entry: Any, path: str
) -> None:
    with pytest.raises(ledger.Refused) as refused:
        record(session, match, 1, str(uuid4()), entry=entry)
    assert path in [finding.path for finding in refused.value.findings]
    assert ledger.seq_of(session, match.public_id) == 1


def test_what_was_proposed_is_worked_out_anew_after_another_writer(session: Session, match: Match) -> None:
    """A correction while the match went on, and an undo of what was undone meanwhile."""
    first = record(session, match, 1, str(uuid4())).match
    proposal = propose(first, "corrected", {"target": 2, "entry": kani(9, tricks=10)})
    second = record(session, first, 2, str(uuid4())).match
    seen_all: dict[str, Any] = {"seen": 2, "check": lambda now: None}
    appended = ledger.append_proposed(session, proposal, uuid=str(uuid4()), **seen_all)
    assert appended.event.seq == 4
    sheet = appended.match.scored.sheet
    assert sheet is not None
    assert len(sheet.entries) == 2
    assert [event.seq for event in second.events] == [1, 2, 3]
    assert read_again(session, match).scored.sheet == sheet
    undo = propose(appended.match, "undone", {"target": 3})
    ledger.append(session, match.public_id, seen=4, uuid=str(uuid4()), kind="undone", body={"target": 3})
    with pytest.raises(ledger.Refused):
        ledger.append_proposed(session, undo, uuid=str(uuid4()), **seen_all)


def test_nothing_is_written_to_a_match_that_is_not_there(session: Session, match: Match) -> None:
    with pytest.raises(ledger.NoSuchMatch):
        ledger.append(session, "nowhere", seen=1, uuid=FIRST, kind="binned", body={})
    assert ledger.load(session, "nowhere") is None


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.long
def test_eight_writers_at_once_lose_and_double_nothing(sessions: sessionmaker[Session], match: Match) -> None:
    each = 12

    def writer(number: int) -> list[str]:
        written = []
        for _ in range(each):
            uuid, seen = str(uuid4()), 1
            while True:
                with sessions() as session:
                    try:
                        record(session, match, seen, uuid, entry=kani("pass"), device=f"phone {number}")
                    except ledger.Stale as stale:
                        seen = stale.match.seq
                    else:
                        written.append(uuid)
                        break
            with sessions() as session:
                assert record(session, match, 1, uuid, entry=kani("pass")).repeated
        return written

    with ThreadPoolExecutor(8) as pool:
        written = [uuid for uuids in pool.map(writer, range(8)) for uuid in uuids]
    with sessions() as session:
        table_match = read_again(session, match)
        assert [event.seq for event in table_match.events] == list(range(1, 8 * each + 2))
        assert {event.uuid for event in table_match.events[1:]} == set(written)
        assert len(table_match.document()["entries"]) == 8 * each
        assert ledger.seq_of(session, match.public_id) == table_match.seq


@pytest.mark.long
def test_eight_retries_of_one_opening_at_once_open_one_match(sessions: sessionmaker[Session]) -> None:
    def opening(_: int) -> str:
        with sessions() as session:
            return open_kani(session, uuid=FIRST, device=None).public_id

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(opening, range(8)))) == 1


def test_what_was_written_is_what_is_loaded(session: Session, match: Match, do: Do) -> None:
    written = do("recorded", {"note": "Þetta var Ana"}, entry=kani(10))
    loaded = read_again(session, match)
    assert loaded.events == written.events
    assert loaded.document() == written.document()
    assert loaded.document()["entries"] == [{**kani(10), "note": "Þetta var Ana"}]
    event = loaded.events[-1]
    assert (event.device, event.seat, event.at.tzinfo is not None) == ("phone", 1, True)


def test_a_device_finds_its_matches_newest_first_with_the_best_it_may(
    session: Session, do: Do, match: Match
) -> None:
    other = open_kani(session, ["A", "B", "C", "D"], uuid=FIRST, device=None, series=match.public_id)
    do("recorded", entry=kani(9))
    for public_id, capability in [
        (match.public_id, "score"),
        (other.public_id, "watch"),
        (match.public_id, "watch"),
    ]:
        remember(session, "phone", public_id, capability)
    remember(session, "phone", "nowhere", "owner")
    first, second = recent(session, "phone", 10)
    assert (first.names, first.totals, first.capability, first.deals) == (NAMES, [9, 9, 0, 0], "score", 1)
    assert (second.public_id, second.capability, second.totals) == (other.public_id, "watch", [0, 0, 0, 0])
    session.execute(update(MatchRow).values(summary=None))
    assert recent(session, "phone", 10) == [first, second]
    assert recent(session, "another") == []


def test_a_rematch_belongs_to_the_series_of_its_first_match(session: Session, match: Match) -> None:
    again = match
    for _ in range(2):
        again = open_kani(session, device=None, series=again.public_id, players=match.players)
    assert again.series == match.id
    assert again.players == match.players
    assert again.name_rows == match.name_rows


def test_withdrawing_links_of_one_kind_leaves_the_others(session: Session, match: Match) -> None:
    assert raise_generation(session, match.public_id, "score") == 2
    loaded = read_again(session, match)
    assert loaded.generations == (1, 2, 1)


def test_binned_and_restored_show_in_the_list(session: Session, match: Match, do: Do) -> None:
    remember(session, "phone", match.public_id, "owner")
    for kind, lies_there in [("binned", True), ("restored", False), ("binned", True)]:
        do(kind)
        assert recent(session, "phone")[0].binned is lies_there
    with pytest.raises(ledger.Refused):
        do("recorded", entry=kani())
    do("undone", target=4)
    assert not recent(session, "phone")[0].binned


def test_the_log_itself_is_never_changed(session: Session, match: Match, do: Do) -> None:
    query = select(EventRow.seq, EventRow.kind, EventRow.body).order_by(EventRow.seq)
    do("recorded", entry=kani())
    before = session.execute(query).all()
    do("corrected", target=2, entry=kani(10))
    do("struck", target=2, **{"as": "void"})
    do("undone", target=4)
    assert session.execute(query).all()[:2] == before
