"""A match comes with its past to where it is new, known or another; a file opens nothing that a link did not."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.orm import Session

from scorekeeper.store import clock
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.match import statements
from scorekeeper.store.match.capabilities import OWNER, SCORE, WATCH
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record import origins
from scorekeeper.store.match.record.handover import take_log, take_record
from scorekeeper.store.match.record.incoming import CannotFollow, Diverged
from scorekeeper.store.match.refusals import NoSuchMatch, Refused
from tests.cases import case, cases
from tests.store.conftest import kani, open_kani, read_again
from tests.store.match.record.evening import (
    BEGAN,
    EVENING,
    LAST,
    WHOLE,
    Item,
    Line,
    like,
    record_of,
    say_all,
    uuid_of,
)

SOMEWHERE = statements.new_public_id()
"""What the match is called where the record comes from."""


def lines_of(item: Item, events: int = LAST) -> list[bytes]:
    """The file of a record with so many of its events."""
    head = {"format": "scorekeeper-record/1", "kind": "match", "id": SOMEWHERE, "document": item["document"]}
    lines = [{**line, "kind": "event", "match": SOMEWHERE} for line in item["events"][:events]]
    return [json.dumps(line).encode() for line in (head, *lines)]


WHOLE_FILE = lines_of(record_of(EVENING))


def bring(session: Session, may: str = OWNER, events: int = LAST) -> Match:
    """The phone brings the evening, or its beginning, and keeps a link that allows so much."""
    taken = take_record(session, lines_of(record_of(EVENING), events), "phone", None)
    remember(session, "phone", taken.match.public_id, may)
    return taken.match


def said_of(session: Session, match: Match) -> list[Any]:
    """What each event says, without its time and its number."""
    loaded = read_again(session, match)
    return [said[2:6] for said in say_all(loaded)]


def said_without_people(match: Match) -> list[Any]:
    return [(said[1], said[2], said[4], said[5], said[6]) for said in say_all(match)]


PEOPLE_APART = [(said[1], said[2], said[4], said[5], said[6]) for said in WHOLE]


def test_a_match_that_is_new_here_comes_whole_and_under_an_address_of_its_own(session: Session) -> None:
    taken = take_record(session, WHOLE_FILE, "phone", None)
    assert (taken.added, taken.may, taken.is_new) == (LAST, OWNER, True)
    loaded = read_again(session, taken.match)
    assert said_without_people(loaded) == PEOPLE_APART
    assert loaded.code == EVENING.match.code
    assert loaded.public_id != SOMEWHERE
    [origin] = origins.list_origins(session, loaded.id)
    assert (origin.public_id, origin.seq, origin.address) == (SOMEWHERE, LAST, None)


@pytest.mark.parametrize("may", [OWNER, SCORE])
def test_the_same_match_again_adds_what_is_missing_and_nothing_twice(session: Session, may: str) -> None:
    match = bring(session, may, events=6)
    rest = take_record(session, WHOLE_FILE, "phone", None)
    assert (rest.match.public_id, rest.added, rest.may) == (match.public_id, LAST - 6, may)
    assert not rest.is_new
    assert rest.match.code == EVENING.match.code
    assert said_without_people(rest.match) == PEOPLE_APART
    again = take_record(session, WHOLE_FILE, "phone", None)
    assert (again.match.public_id, again.added, again.may) == (match.public_id, 0, may)
    less = take_record(session, lines_of(record_of(EVENING), 3), "phone", None)
    assert (less.match.public_id, less.added) == (match.public_id, 0)
    assert [origin.seq for origin in origins.list_origins(session, match.id)] == [3]


@pytest.mark.parametrize("who", ["another phone", "phone"])
def test_a_phone_that_may_not_write_the_match_gets_a_copy_of_its_own(session: Session, who: str) -> None:
    """It looks on, or it never had a link."""
    match = bring(session, WATCH, events=6)
    copy = take_record(session, lines_of(record_of(EVENING), 8), who, None)
    assert copy.match.public_id != match.public_id
    assert (copy.added, copy.may) == (8, OWNER)
    more = take_record(session, WHOLE_FILE, who, None)
    assert (more.match.public_id, more.added, more.may) == (copy.match.public_id, LAST - 8, OWNER)
    assert said_without_people(more.match)[0][1:] == PEOPLE_APART[0][1:]
    assert {event.uuid for event in more.match.events} & {uuid_of(seq) for seq in range(1, LAST + 1)} == set()
    assert len(said_of(session, match)) == 6, "nothing was added to the other"


def with_event(kind: str, body: dict[str, Any], **more: Any) -> Callable[[], list[bytes]]:
    """The file of a match of six events that went on with this one; an older program wrote no hashes."""

    def write() -> list[bytes]:
        item = record_of(EVENING)
        line: Line = {
            "seq": 7,
            "uuid": str(uuid4()),
            "event": kind,
            "body": body,
            "at": "2026-11-20T20:00:00Z",
        }
        item["events"][6:] = [line | more]
        for one in item["events"]:
            one |= {"content": None, "chain": None}
        return lines_of(item)

    return write


@cases(
    "may, write, code",
    case("a deal", OWNER, with_event("recorded", {"entry": kani()}), None),
    case("a deal by a scorer", SCORE, with_event("recorded", {"entry": kani()}), None),
    case("thrown away by its owner", OWNER, with_event("binned", {}), None),
    case("thrown away by a scorer", SCORE, with_event("binned", {}), "not_allowed"),
    case("an undo by a scorer", SCORE, with_event("undone", {"target": 6}), None),
    case("nothing to undo", SCORE, with_event("undone", {"target": 9}), "unknown_target"),
    case("a number twice", OWNER, with_event("recorded", {"entry": kani()}, uuid=uuid_of(2)), "number_taken"),
)
def test_what_a_link_does_not_allow_a_file_does_not_either(
    session: Session, may: str, write: Callable[[], list[bytes]], code: str | None
) -> None:
    match = bring(session, may, events=6)
    if code is None:
        taken = take_log(session, match.public_id, write(), may, None)
        assert (taken.added, taken.may, taken.match.seq) == (1, may, 7)
        return
    with pytest.raises(CannotFollow) as refused:
        take_log(session, match.public_id, write(), may, None)
    error = refused.value
    assert (error.seq, [one.code for one in error.findings]) == (7, [code])
    assert (error.after is not None and error.after.seq) == (False if code == "unknown_target" else 7)
    session.rollback()
    assert len(said_of(session, match)) == 6


def test_a_number_that_another_match_has_is_taken(session: Session) -> None:
    match = bring(session, events=6)
    other = open_kani(session)
    write = with_event("recorded", {"entry": kani()}, uuid=other.events[0].uuid)
    with pytest.raises(CannotFollow) as refused:
        take_log(session, match.public_id, write(), OWNER, None)
    assert (refused.value.seq, refused.value.kind) == (7, "recorded")
    assert [one.code for one in refused.value.findings] == ["number_taken"]


@cases("entry, told", (kani(9), True), (kani(3), False), ids=["a deal that can be", "one that cannot"])
def test_where_both_went_on_each_is_shown_up_to_where_they_part(
    session: Session, entry: dict[str, Any], told: bool
) -> None:
    match = bring(session, events=8)
    with pytest.raises(Diverged) as refused:
        take_log(session, match.public_id, with_event("recorded", {"entry": entry})(), OWNER, None)
    parted = refused.value
    assert [(one.path, one.code, str(one.text)) for one in parted.findings] == [
        ("", "parted", "This match went on in two places")
    ]
    assert (parted.common, parted.here.seq, parted.here.events[-1].kind) == (6, 7, "recorded")
    assert (parted.there is not None) is told
    if parted.there is not None:
        assert (parted.there.seq, parted.there.events[-1].body["entry"]) == (7, entry)
    assert len(said_of(session, match)) == 8


def test_the_record_of_another_match_is_refused(session: Session) -> None:
    other = open_kani(session)
    with pytest.raises(Refused) as refused:
        take_log(session, other.public_id, WHOLE_FILE, OWNER, None)
    assert [one.code for one in refused.value.findings] == ["another_match"]
    with pytest.raises(NoSuchMatch):
        take_log(session, SOMEWHERE, WHOLE_FILE, OWNER, None)


def test_an_event_tells_when_it_was_written_and_when_it_came(session: Session) -> None:
    before = clock.now()
    match = bring(session)
    events = match.events
    assert [event.at for event in events] == [like(seq).at for seq in range(1, LAST + 1)]
    assert all(event.received is not None and event.received >= before for event in events)
    assert events[0].at > BEGAN
