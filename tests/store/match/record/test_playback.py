"""A match that is new here comes out of its record as it was written, with its hashes or without them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.store.match.record.chain import MatchRecord, check_record
from scorekeeper.store.match.record.incoming import CannotFollow, number_of_copy
from scorekeeper.store.match.record.playback import keep_hashes, play_item
from scorekeeper.store.match.record.sealing import Sealed
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.match.timeline import FORGOTTEN
from tests.cases import case, cases
from tests.store.match.record.evening import (
    BEGAN,
    BEGUN,
    EVENING,
    HASHES,
    LATER,
    NOTED,
    OPENED,
    RENAMED,
    WHOLE,
    Item,
    Line,
    Spoil,
    hashes_of,
    play_evening,
    record_of,
    say_all,
    spoiled,
)

# --- a match that is new here ---------------------------------------------------------------------


def test_a_match_that_is_new_here_is_the_one_that_was_written() -> None:
    item = record_of(EVENING)
    played, seats = play_item(item, LATER)
    assert say_all(played.match) == WHOLE
    assert seats == [0, 1, 2, 3]
    kept = keep_hashes(played, item)
    assert hashes_of(kept) == HASHES
    assert (kept.match.code, kept.stored, kept.match.document()) == (
        EVENING.match.code,
        0,
        EVENING.match.document(),
    )
    assert {event.received for event in kept.events} == {LATER.received}
    assert (kept.match.opened_at, kept.match.public_id) == (BEGAN + timedelta(minutes=1), "")
    assert all(row < 0 for row in (*kept.match.names, *kept.match.texts))


def test_people_of_the_item_are_found_at_the_seats_of_the_opening() -> None:
    item = record_of(EVENING)
    first = item["events"][0]["body"]["players"]
    assert play_item({**item, "people": first[::-1]}, LATER)[1] == [3, 2, 1, 0]
    assert play_item({**item, "people": []}, LATER)[1] == [0, 1, 2, 3]


def test_a_copy_has_numbers_of_its_own() -> None:
    played, _seats = play_item(record_of(EVENING), LATER._replace(own="own"))
    assert [event.uuid for event in played.events] == [
        number_of_copy("own", event.uuid) for event in EVENING.match.events
    ]


@cases(
    "spoil",
    case("no events", lambda lines: lines.clear()),
    case("no UUID", lambda lines: lines[0].update(uuid="1")),
    case("no players", lambda lines: lines[0]["body"].pop("players")),
    case("three players", lambda lines: lines[0]["body"]["players"].pop()),
    case("no names", lambda lines: lines[0]["body"].update(names=None)),
)
def test_a_record_without_an_opening_is_refused_at_its_first_event(spoil: Spoil) -> None:
    with pytest.raises(CannotFollow) as refused:
        play_item(spoiled(spoil), LATER)
    error = refused.value
    assert (error.seq, error.kind, error.after) == (1, "opened", None)
    assert [finding.code for finding in error.findings] == ["no_event"]


def test_an_opening_that_cannot_be_is_refused_by_its_rule() -> None:
    with pytest.raises(Refused) as refused:
        play_item(spoiled(lambda lines: lines[0]["body"].update(first_dealer=4)), LATER)
    assert [(one.path, one.code) for one in refused.value.findings] == [("first_dealer", "unknown_seat")]


def test_names_that_were_erased_are_numbers_that_no_other_player_is_called() -> None:
    def change(lines: list[Line]) -> None:
        rows = [str(row) for row in lines[0]["body"]["names"]]
        lines[0]["names"] = dict(zip(rows, ["Ana", "№ 1", "№ 4"], strict=False))
        lines[RENAMED - 1]["names"] = None

    played, _seats = play_item(spoiled(change), LATER)
    assert played.match.until(OPENED).seat_names == ["Ana", "№ 1", "№ 4", "№ 4′"]
    assert played.match.until(RENAMED).seat_names == ["№ 1′", "№ 1", "№ 4", "№ 4′"]


def test_an_event_tells_its_seat_time_and_words_as_they_came() -> None:
    def change(lines: list[Line]) -> None:
        lines[0]["seat"] = 0
        for line, seat in zip(lines[1:], [3, 0, -1, 4, "2", True, 1.0, None], strict=False):
            line["seat"] = seat
        del lines[NOTED - 1]["texts"]

    played, _seats = play_item(spoiled(change), LATER)
    assert [event.seat for event in played.events[:9]] == [None, 3, 0, None, None, None, None, None, None]
    note = played.events[NOTED - 1].body["texts"]["note"]
    assert played.match.texts[note] == FORGOTTEN
    assert {event.device for event in played.events} == {None}


# --- what a record keeps of its hashes ------------------------------------------------------------


def with_beginning(begun: Any) -> Item:
    """The record of the evening, whose hashes follow from what its chain began with."""
    return record_of(EVENING.seal(keep=True, begun=begun)) | {"begun": begun}


def test_a_chain_that_began_later_is_kept_with_its_beginning() -> None:
    item = with_beginning(BEGUN)
    kept = keep_hashes(play_item(item, LATER)[0], item)
    assert kept.match.begun == BEGUN
    assert hashes_of(kept) == [(line["content"], line["chain"]) for line in item["events"]] != HASHES


@cases(
    "spoil",
    case("the last has no hash", lambda item: item["events"][-1].pop("chain")),
    case("one has no hash", lambda item: item["events"][4].pop("chain")),
    case("one says something else", lambda item: item["events"][4].update(content="0" * 64)),
    case("one follows another", lambda item: item["events"][4].update(chain="0" * 64)),
    case("another beginning", lambda item: item.update(begun=BEGUN)),
    case("no beginning", lambda item: item.update(begun="yesterday")),
    case("a text without its salt", lambda item: item["events"][NOTED - 1].pop("salts")),
    case(
        "salts that are none",
        lambda item: item["events"][0].update(salts=dict.fromkeys(item["events"][0]["salts"], "salt")),
    ),
)
def test_hashes_are_kept_as_a_whole_or_not_at_all(spoil: Callable[[Item], object]) -> None:
    item = record_of(EVENING)
    spoil(item)
    assert keep_hashes(play_item(item, LATER)[0], item) is None


def test_a_beginning_that_no_match_can_have_is_not_kept_though_its_hashes_agree() -> None:
    item = with_beginning({"by": "play"})
    assert keep_hashes(play_item(item, LATER)[0], item) is None


def erase(lines: list[Line]) -> None:
    """Every name and text is gone with its salt; their seals are left."""
    for line, event in zip(lines, EVENING.match.events, strict=True):
        rows = [*event.body.get("names", ()), *event.body.get("texts", {}).values()]
        rows += [event.body["name"]] if event.kind == "renamed" else []
        line |= {"names": None, "texts": None, "salts": None}
        line["seals"] = {str(row): EVENING.words[row].seal for row in rows}


def test_what_was_erased_keeps_its_seal_and_the_hashes() -> None:
    item = spoiled(erase)
    played, _seats = play_item(item, LATER)
    kept = keep_hashes(played, item)
    assert hashes_of(kept) == HASHES
    assert set(kept.match.names.values()) | set(kept.match.texts.values()) == {None}
    fresh = played.seal(keep=False, begun=None)
    assert set(fresh.match.names.values()) > {"№ 1", "№ 2", "№ 3", "№ 4"}
    assert hashes_of(fresh) != HASHES


@pytest.mark.parametrize("given", [None, {}, "not hexadecimal", 7])
def test_a_seal_that_is_none_is_not_taken(given: Any) -> None:
    def spoil(lines: list[Line]) -> None:
        erase(lines)
        lines[NOTED - 1]["seals"] = dict.fromkeys(lines[NOTED - 1]["seals"], given) if given != {} else None

    item = spoiled(spoil)
    if given == 7:
        with pytest.raises(CannotFollow) as refused:
            play_item(item, LATER)
        assert (refused.value.seq, refused.value.kind) == (NOTED, "recorded")
    else:
        assert keep_hashes(play_item(item, LATER)[0], item) is None


def test_a_seal_that_is_none_is_not_taken_though_its_hashes_agree() -> None:
    """Hashes can be computed over anything; what is stored as a seal is one."""
    played = play_evening()
    row = played.match.event(NOTED).body["texts"]["note"]
    played.words[row] = Sealed(None, None, "wet cards")
    item = record_of(played.seal(keep=False, begun=None))
    assert item["events"][NOTED - 1]["seals"] == {str(row): "wet cards"}
    assert check_record(MatchRecord("m", "kani", None, item["events"])) == []
    assert keep_hashes(play_item(item, LATER)[0], item) is None


def test_without_its_own_seals_a_match_gets_hashes_over_seals_of_this_place() -> None:
    played, _seats = play_item(record_of(EVENING), LATER)
    fresh = played.seal(keep=False, begun=BEGUN)
    assert say_all(fresh.match) == WHOLE
    assert (fresh.match.begun, fresh.words) == (BEGUN, played.words)
    assert {one.salt for one in fresh.words.values()} & {one.salt for one in EVENING.words.values()} == set()
    again = record_of(fresh)
    assert keep_hashes(play_item(again, LATER)[0], again) is not None
