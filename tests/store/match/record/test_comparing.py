"""Two records are compared by what their events say, not by who wrote them, when, and under which numbers of rows."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from scorekeeper.store.match.record.comparing import count_common
from scorekeeper.store.match.record.incoming import CannotFollow, number_of_copy
from scorekeeper.store.match.refusals import Refused
from tests.cases import case, cases
from tests.store.match.record.evening import (
    LAST,
    LATER,
    NOTED,
    RENAMED,
    SEATED,
    Line,
    Spoil,
    play_evening,
    record_of,
)

MATCH = play_evening().match


def count_after(spoil: Spoil) -> int:
    item = record_of(play_evening())
    spoil(item["events"])
    return count_common(MATCH, item, LATER)


def under_other_rows(lines: list[Line]) -> None:
    """Names and texts have other numbers there, and the fields of an object stand in another order."""
    for line in lines:
        for words in ("texts", "names"):
            if words in line:
                line[words] = {str(int(row) - 700): said for row, said in line[words].items()}
        body = line["body"]
        if line["event"] == "opened":
            body["names"] = [row - 700 for row in body["names"]]
        if line["event"] == "renamed":
            body["name"] -= 700
        if "texts" in body:
            body["texts"] = {name: row - 700 for name, row in reversed(body["texts"].items())}


def with_other_people(lines: list[Line]) -> None:
    """The players have other numbers there."""
    for line in lines:
        if "player" in line["body"]:
            line["body"]["player"] -= 50
        if "players" in line["body"]:
            line["body"]["players"] = [person - 50 for person in line["body"]["players"]]


def written_elsewhere(lines: list[Line]) -> None:
    for line in lines:
        line |= {"at": "2020-01-01T00:00:00Z", "seat": 3, "content": "0" * 64, "chain": "1" * 64}


def without_words(lines: list[Line]) -> None:
    """Every name and text was erased there."""
    for line in lines:
        line |= {"names": None, "texts": None}


def say(seq: int, words: str, said: str) -> Spoil:
    """The first name or text of an event is another one."""

    def spoil(lines: list[Line]) -> None:
        told = lines[seq - 1][words]
        told[next(iter(told))] = said

    return spoil


@cases(
    "spoil, common",
    case("the same", lambda lines: None, LAST),
    case("other rows", under_other_rows, LAST),
    case("other people", with_other_people, LAST),
    case("written elsewhere", written_elsewhere, LAST),
    case("without words", without_words, LAST),
    case("shorter", lambda lines: lines.__delitem__(slice(4, None)), 4),
    case("longer, with what is no event", lambda lines: lines.append({"event": "x"}), LAST),
    case("another last one", lambda lines: lines[-1].update(event="binned"), LAST - 1),
    case("another number", lambda lines: lines[6].update(uuid=str(uuid4())), 6),
    case("in capitals", lambda lines: lines[6].update(uuid=lines[6]["uuid"].upper()), LAST),
    case("another deal", lambda lines: lines[6]["body"]["entry"].update(tricks=10), 6),
    case("another kind", lambda lines: lines[6].update(event="corrected"), 6),
    case("another first dealer", lambda lines: lines[0]["body"].update(first_dealer=3), 0),
    case("seats", lambda lines: lines[SEATED - 1]["body"]["players"].reverse(), SEATED - 1),
    case("another name at the opening", say(1, "names", "Eve"), 0),
    case("another new name", say(RENAMED, "names", "Eve"), RENAMED - 1),
    case("another note", say(NOTED, "texts", "dry"), NOTED - 1),
)
def test_events_are_one_as_long_as_they_say_the_same(spoil: Spoil, common: int) -> None:
    assert count_after(spoil) == common


def test_words_that_were_erased_here_are_no_difference() -> None:
    gone: dict[str, Any] = {words: dict.fromkeys(getattr(MATCH, words)) for words in ("names", "texts")}
    assert count_common(replace(MATCH, **gone), record_of(play_evening()), LATER) == LAST


def test_another_game_is_another_match() -> None:
    item = record_of(play_evening())
    item["document"]["game"] = "belot"
    assert count_common(MATCH, item, LATER) == 0


def test_a_copy_is_compared_under_the_numbers_of_a_copy() -> None:
    events = [event._replace(uuid=number_of_copy("own", event.uuid)) for event in MATCH.events]
    copy = replace(MATCH, events=tuple(events))
    assert count_common(copy, record_of(play_evening()), LATER._replace(own="own")) == LAST
    assert count_common(copy, record_of(play_evening()), LATER._replace(own="another")) == 0


@cases(
    "spoil",
    case("nothing", lambda lines: lines.clear()),
    case("no players", lambda lines: lines[0].update(body={})),
    case("no UUID", lambda lines: lines[0].update(uuid="1")),
    case("no names", lambda lines: lines[0]["body"].update(names=7)),
)
def test_without_an_opening_it_is_no_record(spoil: Spoil) -> None:
    with pytest.raises(Refused) as refused:
        count_after(spoil)
    assert not isinstance(refused.value, CannotFollow)
    assert [finding.code for finding in refused.value.findings] == ["not_one_match"]


@cases(
    "seq, spoil",
    case("no UUID", 5, lambda lines: lines[4].update(uuid="1")),
    case("no body", 5, lambda lines: lines[4].update(body=None)),
    case("a stranger", 2, lambda lines: lines[1]["body"].update(player=99)),
    case("a list of texts", 3, lambda lines: lines[2]["body"].update(texts=[1])),
)
def test_what_is_no_event_is_named_by_its_number(seq: int, spoil: Spoil) -> None:
    with pytest.raises(CannotFollow) as refused:
        count_after(spoil)
    error = refused.value
    assert (error.seq, error.kind, error.after) == (seq, "", None)
    assert [finding.code for finding in error.findings] == ["no_event"]
