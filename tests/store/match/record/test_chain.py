"""What the events of a match hash to: computed again by another program, and held against what a record says."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from scorekeeper.store.match.record.chain import (
    MatchRecord,
    begins_chain,
    canonical,
    chains,
    check_record,
    code_of,
    contents,
    first_link,
    moment,
    parting,
    read_code,
    seal,
    sha256,
)
from tests.cases import case, cases
from tests.store.match.record.evening import (
    BEGUN,
    LAST,
    NOTED,
    Line,
    Spoil,
    play_evening,
    record_of,
    unchanged,
)
from tests.store.match.test_chain import recompute

EVENING = record_of(play_evening())


def told(spoil: Spoil, **more: Any) -> MatchRecord:
    """The evening as an archive tells it, spoiled."""
    item = record_of(play_evening())
    item["events"] = [{**line} for line in EVENING["events"]]
    for line in item["events"]:
        line["body"] = {**line["body"]}
    spoil(item["events"])
    return MatchRecord("m", more.get("game", "kani"), more.get("begun"), item["events"])


def test_another_program_comes_to_the_same_hashes_and_the_same_code() -> None:
    found, code = recompute([EVENING, *EVENING["events"]])
    record = told(unchanged)
    assert contents(record) == [content for content, _chain in found]
    assert chains(record) == [chain for _content, chain in found]
    assert code == EVENING["code"] == code_of(LAST, found[-1][1])
    assert check_record(record) == []


def test_a_chain_that_began_later_hangs_on_its_beginning() -> None:
    found, _code = recompute([{**EVENING, "begun": BEGUN}, *EVENING["events"]])
    record = told(unchanged, begun=BEGUN)
    assert chains(record) == [chain for _content, chain in found]
    assert [fault[:2] for fault in check_record(record)] == [(1, "unlinked")]
    assert (first_link(None), first_link(BEGUN)) == ("", sha256(BEGUN))


FAULTS: list[Any] = [
    case("body", lambda lines: lines[4]["body"].update(entry={}), [(5, "changed", "corrected")]),
    case("seat", lambda lines: lines[4].update(seat=9), [(5, "changed", "corrected")]),
    case("time", lambda lines: lines[4].update(at="x"), [(5, "changed", "corrected")]),
    case("number", lambda lines: lines[4].update(uuid="x"), [(5, "changed", "corrected")]),
    case("kind", lambda lines: lines[4].update(event="struck"), [(5, "changed", "struck")]),
    case(
        "note",
        lambda lines: lines[NOTED - 1].update(texts=dict.fromkeys(lines[NOTED - 1]["texts"], "dry")),
        [(NOTED, "changed", "recorded")],
    ),
    case(
        "names",
        lambda lines: lines[0].update(names=dict.fromkeys(lines[0]["names"], "Eve")),
        [(1, "changed", "opened")],
    ),
    case("no body", lambda lines: lines[4].pop("body"), [(5, "changed", "corrected")]),
    case(
        "content",
        lambda lines: lines[4].update(content="0" * 64),
        [(5, "changed", "corrected"), (5, "unlinked", "corrected")],
    ),
    case(
        "chain",
        lambda lines: lines[4].update(chain="0" * 64),
        [(5, "unlinked", "corrected"), (6, "unlinked", "described")],
    ),
    case("no chain", lambda lines: lines[4].pop("chain"), [(5, "unhashed", "corrected")]),
    case("no content", lambda lines: lines[4].update(content=""), [(5, "unhashed", "corrected")]),
    case("one is missing", lambda lines: lines.pop(4), [(5, "missing", ""), (6, "unlinked", "described")]),
    case(
        "two are missing",
        lambda lines: lines.__delitem__(slice(4, 6)),
        [(5, "missing", ""), (7, "unlinked", "recorded")],
    ),
    case("the last is missing, which its code tells", lambda lines: lines.pop(-1), []),
    case(
        "one stands twice",
        lambda lines: lines.insert(4, lines[3]),
        [(5, "missing", ""), (4, "unlinked", "recorded")],
    ),
    case("a number in letters", lambda lines: lines[4].update(seq="5"), [(5, "missing", "")]),
    case("no number", lambda lines: lines[4].pop("seq"), [(5, "missing", "")]),
    case(
        "without players",
        lambda lines: [line["body"].pop("players", None) for line in lines[:1]],
        [
            (seq, "changed", kind)
            for seq, kind in ((1, "opened"), (2, "renamed"), (9, "seated"), (10, "renamed"))
        ],
    ),
    case("nothing", lambda lines: lines.clear(), []),
]


@pytest.mark.parametrize(("spoil", "faults"), FAULTS)
def test_every_event_that_does_not_agree_with_its_hashes_is_named(
    spoil: Spoil, faults: list[tuple[int, str, str]]
) -> None:
    assert [tuple(fault) for fault in check_record(told(spoil))] == faults


def test_the_game_belongs_to_the_opening() -> None:
    assert [tuple(fault) for fault in check_record(told(unchanged, game="belot"))] == [
        (1, "changed", "opened")
    ]


@pytest.mark.parametrize(("seal_there", "faults"), [(True, []), (False, ["changed"])])
def test_a_note_that_was_erased_is_known_by_its_seal(seal_there: bool, faults: list[str]) -> None:
    def erase(lines: list[Line]) -> None:
        line = lines[NOTED - 1]
        [(row, text)] = line.pop("texts").items()
        sealed = seal(text, line.pop("salts")[row])
        line["seals"] = {row: sealed} if seal_there else None

    assert [fault.code for fault in check_record(told(erase))] == faults


def test_from_a_line_that_is_no_event_on_nothing_can_be_computed() -> None:
    record = told(lambda lines: lines[4].pop("body"))
    assert [content is None for content in contents(record)] == [seq == 4 for seq in range(LAST)]
    assert [chain is None for chain in chains(record)] == [seq >= 4 for seq in range(LAST)]


@cases(
    "one, other, seq",
    case("the same", unchanged, unchanged, None),
    case("one is longer", unchanged, lambda lines: lines.__delitem__(slice(4, None)), None),
    case("another seat", unchanged, lambda lines: lines[4].update(seat=9), 5),
    case("one is no event", unchanged, lambda lines: lines[4].pop("body"), 5),
    case("neither is", lambda lines: lines[4].pop("body"), lambda lines: lines[4].pop("body"), 5),
)
def test_two_records_part_where_their_events_first_differ(one: Spoil, other: Spoil, seq: int | None) -> None:
    assert parting(told(one), told(other)) == seq
    assert parting(told(other), told(one)) == seq


def test_a_match_is_known_by_the_number_of_its_opening() -> None:
    assert told(unchanged).first == EVENING["events"][0]["uuid"]
    assert told(lambda lines: lines.clear()).first == ""


# --- what is hashed, in its one writing -----------------------------------------------------------


@cases(
    "value, written",
    ({"b": [1, None, True], "a": "Þórdís"}, b'{"a":"\\u00de\\u00f3rd\\u00eds","b":[1,null,true]}'),
    ("\ud800", b'"\\ud800"'),
    ([], b"[]"),
)
def test_a_value_is_written_in_one_way(value: Any, written: bytes) -> None:
    assert canonical(value) == written


def test_what_json_does_not_know_is_not_hashed() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


def test_a_moment_is_hashed_in_universal_time() -> None:
    here = timezone(timedelta(hours=2))
    assert moment(datetime(2026, 11, 20, 21, 30, tzinfo=here)) == "2026-11-20T19:30:00Z"
    assert moment(datetime(2026, 11, 20, 19, 30, 0, 5, tzinfo=UTC)) == "2026-11-20T19:30:00.000005Z"


def test_a_text_can_be_sealed_even_if_half_a_letter_is_missing() -> None:
    assert seal("\ud800", "00") != seal("\ud801", "00")


@cases(
    "change, good",
    (lambda begun: None, True),
    (lambda begun: begun.update(by="upgrade"), True),
    (lambda begun: begun.update(events=1), True),
    (lambda begun: begun.update(events=5000), True),
    (lambda begun: begun.update(events=5001), False),
    (lambda begun: begun.update(events=0), False),
    (lambda begun: begun.update(events=True), False),
    (lambda begun: begun.update(events="5"), False),
    (lambda begun: begun.update(by="play"), False),
    (lambda begun: begun.update(by=None), False),
    (lambda begun: begun.update(on=20261120), False),
    (lambda begun: begun.update(on="20261120"), False),
    (lambda begun: begun.update(on="2026-11-20 "), False),
    (lambda begun: begun.update(on="٢٠٢٦-١١-٢٠"), False),
    (lambda begun: begun.update(why="x"), False),
    (lambda begun: begun.pop("on"), False),
)
def test_a_beginning_says_by_what_on_which_day_and_for_how_many_events(
    change: Callable[[dict[str, Any]], object], good: bool
) -> None:
    begun = dict(BEGUN)
    change(begun)
    assert begins_chain(begun) is good
    assert begins_chain(tuple(begun)) is False


@cases(
    "typed, read",
    ("17-ABCD-EFGH-IJKL-MNOP", (17, "17-ABCD-EFGH-IJKL-MNOP")),
    (" 17 abcd efgh ijkl mnop ", (17, "17-ABCD-EFGH-IJKL-MNOP")),
    ("17ABCDEFGHIJKLMNOP", (17, "17-ABCD-EFGH-IJKL-MNOP")),
    ("7–22AA–0188–2222–7777", (7, "7-22AA-OIBB-2222-7777")),
    ("ABCD-EFGH-IJKL-MNOP", None),
    ("0-ABCD-EFGH-IJKL-MNOP", None),
    ("17-ABCD-EFGH-IJKL-MNO", None),
    ("17-ABCD-EFGH-IJKL-MNO9", None),
    ("", None),
    ("999999-ABCD-EFGH-IJKL-MNOP", (999999, "999999-ABCD-EFGH-IJKL-MNOP")),
    ("1000000-ABCD-EFGH-IJKL-MNOP", None),
    ("007-ABCD-EFGH-IJKL-MNOP", (7, "7-ABCD-EFGH-IJKL-MNOP")),
    ("٧-ABCD-EFGH-IJKL-MNOP", None),
    ("7_abcd_efgh_ijkl_mnop", (7, "7-ABCD-EFGH-IJKL-MNOP")),
    ("7ABCD-EFGH-IJKL-MNOP", (7, "7-ABCD-EFGH-IJKL-MNOP")),
    ("7-ABCD-EFGH-IJKL-MNOPQ", None),
    ("7", None),
    ("x", None),
)
def test_a_code_is_read_however_it_is_typed(typed: str, read: tuple[int, str] | None) -> None:
    assert read_code(typed) == read
