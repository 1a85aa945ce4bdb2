"""How a record is read: the times and numbers of its events, what is a record at all, and how often it is tried."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.store import clock
from scorekeeper.store.match.record.incoming import (
    MovedMeanwhile,
    Terms,
    first_number,
    is_record,
    number_of_copy,
    own_of_device,
    own_of_league,
    read_item,
    read_moment,
    terms_now,
    until_settled,
)
from scorekeeper.store.match.refusals import Refused
from tests.cases import case, cases
from tests.store.conftest import NAMES, kani

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
TIMES: list[Any] = [
    ("2026-11-20T11:00:00Z", NOON - HOUR),
    ("2026-11-20T12:00:00+00:00", NOON),
    ("2026-11-20T12:00:00+02:00", NOON - 2 * HOUR),
    ("2026-11-20T12:00:00", None),
    ("2026-11-20", None),
    ("noon", None),
    ("", None),
    (None, None),
    (12, None),
    ("0001-01-01T00:00:00Z", None),
    ("9999-12-31T23:59:59Z", None),
]


@pytest.mark.parametrize(("text", "read"), TIMES)
def test_a_moment_is_read_with_its_zone_or_not_at_all(text: Any, read: datetime | None) -> None:
    found = read_moment(text)
    assert found == read
    assert found is None or found.utcoffset() == timedelta()


@cases(
    "said, trusted, when, keeps",
    ("2026-11-20T11:00:00Z", False, NOON - HOUR, True),
    ("2026-11-20T12:00:00Z", False, NOON, True),
    ("2026-11-20T13:00:00Z", False, NOON, False),
    ("2026-11-20T13:00:00Z", True, NOON + HOUR, True),
    ("2026-11-20T11:00:00Z", True, NOON - HOUR, True),
    (None, False, NOON, False),
    (None, True, NOON, False),
)
def test_no_event_is_later_than_it_came_unless_its_server_is_believed(
    said: str | None, trusted: bool, when: datetime, keeps: bool
) -> None:
    terms = Terms(NOON, trusted=trusted)
    line = {} if said is None else {"at": said}
    assert (terms.when(line), terms.keeps_time(line)) == (when, keeps)


def test_what_comes_in_now_is_not_believed_and_keeps_its_numbers() -> None:
    before = clock.now()
    plain, copied = terms_now(), terms_now("own", trusted=True)
    assert before <= plain.received <= copied.received <= clock.now()
    assert (plain.own, plain.trusted) == (None, False)
    assert (copied.own, copied.trusted) == ("own", True)


def test_the_numbers_of_copies_stay_what_they_are() -> None:
    """They are stored: a copy that was made before is found by them."""
    given = "00000000-0000-4000-8000-000000000001"
    assert number_of_copy("own", given) == "b726d350-df6f-5c02-bec4-2cf08878a2b8"
    assert own_of_device("phone") == "record|phone"
    assert own_of_league("league", "match") == "league|match"
    loud = {"uuid": given.upper().replace("-", "")}
    assert Terms(NOON).number(loud) == given
    assert Terms(NOON, "own").number(loud) == number_of_copy("own", given)


@cases(
    "raw, is_one",
    (b'{"format": "scorekeeper-record/1"}', True),
    (b' \n\n{"format": "scorekeeper-record/1"}\nand more', True),
    (b'{"format": "scorekeeper-match/1"}', False),
    (b'{"kind": "event"}\n{"format": "scorekeeper-record/1"}', False),
    (b'["format"]', False),
    (b"", False),
    (b"seat,name", False),
)
def test_a_file_says_in_its_first_line_that_it_is_a_record(raw: bytes, is_one: bool) -> None:
    assert is_record(raw) is is_one


DOCUMENT = {"format": "scorekeeper-match/1", "game": "kani", "players": NAMES, "entries": [kani()]}
HEAD = {"kind": "match", "id": "m", "document": DOCUMENT}
EVENT = {"kind": "event", "match": "m", "seq": 1}


def lines_of(*said: Any) -> list[bytes]:
    return [json.dumps(one).encode() for one in said]


def test_the_one_match_of_a_record_is_read_with_its_past() -> None:
    begun = {"by": "import", "on": "2026-11-20", "events": 1}
    item = read_item(lines_of({**HEAD, "begun": begun}, EVENT, {**EVENT, "seq": 2}))
    assert item == {"id": "m", "document": DOCUMENT, "events": [EVENT, {**EVENT, "seq": 2}], "begun": begun}


@cases(
    "lines, code",
    case("nothing", [], "not_one_match"),
    case("no event", [HEAD], "not_one_match"),
    case("a code without an event", [{**HEAD, "code": "1-AAAA"}], "not_one_match"),
    case("no line of the match", [EVENT], "not_one_match"),
    case("no document", [{**HEAD, "document": [1]}, EVENT], "not_one_match"),
    case("two matches", [HEAD, EVENT, {**HEAD, "id": "n"}, {**EVENT, "match": "n"}], "not_one_match"),
    case("no bid of 3", [{**HEAD, "document": {**DOCUMENT, "entries": [kani(3)]}}, EVENT], "bid_too_low"),
)
def test_what_is_not_one_match_with_its_past_is_refused(lines: list[Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_item(lines_of(*lines))
    assert [finding.code for finding in refused.value.findings] == [code]


OPENING = "abcdef00-0000-4000-8000-00000000000a"


@cases(
    "item, number",
    ({"events": [{"uuid": "ABCDEF00-0000-4000-8000-00000000000A"}, {"uuid": "another"}]}, OPENING),
    ({"events": ["x"]}, ""),
    ({"events": []}, ""),
    ({"events": None}, ""),
    ({}, ""),
)
def test_copies_of_a_match_are_known_by_the_number_of_the_opening(item: dict[str, Any], number: str) -> None:
    assert first_number(item) == number


@pytest.mark.parametrize(("in_the_way", "tries"), [(0, 1), (1, 2), (19, 20), (20, None), (40, None)])
def test_others_who_write_meanwhile_are_waited_for_twenty_times(in_the_way: int, tries: int | None) -> None:
    tried = []

    def attempt() -> int:
        tried.append(None)
        if len(tried) <= in_the_way:
            raise MovedMeanwhile
        return len(tried)

    if tries is None:
        with pytest.raises(MovedMeanwhile):
            until_settled(attempt)
        assert len(tried) == 20
    else:
        assert until_settled(attempt) == tries == len(tried)
