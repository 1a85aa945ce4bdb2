"""An event is played as if it had just been written: who is asked, what it may take, what is kept of its words."""

from typing import Any

import pytest

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.opening import Opening
from scorekeeper.store.match.record.incoming import CannotFollow
from scorekeeper.store.match.record.playback import (
    MAX_SECONDS,
    TooHeavy,
    open_playback,
    play_document,
    play_on,
    steps_of,
)
from scorekeeper.store.match.record.sealing import Sealed, seal_text
from scorekeeper.store.match.refusals import Refused
from tests.cases import case, cases
from tests.documents import match_document
from tests.store.conftest import NAMES, kani
from tests.store.match.record.evening import BEGAN, BEGUN, EVENING, LATER, like, record_of, say_all, uuid_of

# --- who asks, and how long it may take -----------------------------------------------------------


def test_each_event_is_asked_about_with_the_match_before_and_after_it() -> None:
    asked: list[tuple[int, int]] = []

    def check(before: Match, after: Match) -> None:
        asked.append((before.seq, after.seq))
        if after.seq == 12:
            raise Refused((Finding("", "not_allowed", T("Nothing was saved.")),))

    with pytest.raises(CannotFollow) as refused:
        play_on(EVENING.match.until(8), record_of(EVENING), LATER, check)
    error = refused.value
    assert asked == [(8, 9), (9, 10), (10, 11), (11, 12)]
    assert (error.seq, error.kind, [one.code for one in error.findings]) == (12, "accepted", ["not_allowed"])
    assert error.after.seq == 12


@cases(
    "kind, body, weighs",
    case("a deal at the end", "recorded", {"entry": kani()}, False),
    case("a deal between others", "recorded", {"entry": kani(), "before": 2}, True),
    case("a correction", "corrected", {"entry": kani(8), "target": 2}, True),
    case("an undo", "undone", {"target": 2}, True),
)
def test_only_what_has_the_match_scored_anew_counts_towards_the_time(
    kind: str, body: dict[str, Any], weighs: bool
) -> None:
    playback = open_playback(Opening("kani", {}, tuple(NAMES), 0), like(1))
    playback.add(like(2)._replace(kind="recorded", body={"entry": kani()}), {})
    playback.spent = MAX_SECONDS
    event = like(3)._replace(kind=kind, body=body)
    if not weighs:
        playback.add(event, {})
        assert (playback.spent, playback.match.seq) == (MAX_SECONDS, 3)
        return
    with pytest.raises(TooHeavy) as refused:
        playback.add(event, {})
    assert [(one.path, one.code) for one in refused.value.findings] == [("", "too_heavy")]
    assert "Nothing was saved" in str(refused.value)
    assert playback.match.seq == 2


def test_what_an_event_takes_adds_up() -> None:
    playback = open_playback(Opening("kani", {}, tuple(NAMES), 0), like(1))
    playback.add(like(2)._replace(kind="recorded", body={"entry": kani()}), {})
    spent = [playback.spent]
    for seq in (3, 4):
        playback.add(like(seq)._replace(kind="corrected", body={"target": 2, "entry": kani(6 + seq)}), {})
        spent.append(playback.spent)
    assert spent[0] == 0 < spent[1] < spent[2] < MAX_SECONDS


# --- words, by their rows -------------------------------------------------------------------------


def test_words_are_kept_under_a_seal_of_this_place_and_under_the_one_they_came_with() -> None:
    came = {seat: seal_text(name, "ab" * 16) for seat, name in enumerate(NAMES)}
    playback = open_playback(Opening("kani", {}, tuple(NAMES), 0), like(1), came)
    names = playback.match.events[0].body["names"]
    assert [playback.came[row] for row in names] == list(came.values())
    assert [playback.words[row].text for row in names] == NAMES
    note = Sealed("wet", "cd" * 16, "ef" * 32)
    event = like(2)._replace(kind="recorded", body={"entry": kani()})
    playback.add(event, {"note": "wet"}, {"note": note})
    row = playback.match.events[1].body["texts"]["note"]
    assert (playback.words[row].text, playback.came[row]) == ("wet", note)
    assert len(playback.came) == len(playback.words) == 5


# --- a match by its document ----------------------------------------------------------------------


DOCUMENT = match_document(
    "kani",
    [" Ana ", *NAMES[1:]],
    [
        {**kani(9), "note": "wet cards"},
        kani(8),
        {"kind": "end", "reason": "tired", "note": "again", "winners": [0]},
    ],
    rules={"target": 200},
    first_dealer=3,
    place="Plovdiv",
    note="a cold night",
    played="2026-11-20",
)


def test_a_document_is_an_opening_and_an_event_for_each_entry() -> None:
    more = like(1)._replace(device="phone", received=LATER.received)
    playback = play_document(DOCUMENT, lambda seq: uuid_of(seq + 100), BEGAN, more)
    match = playback.match
    assert [said[2:5] for said in say_all(match)] == [
        ("opened", {"rules": {"target": 200}, "players": [-1, -2, -3, -4], "first_dealer": 3}, NAMES),
        ("described", {"played": "2026-11-20"}, {"place": "Plovdiv", "note": "a cold night"}),
        ("recorded", {"entry": kani(9)}, {"note": "wet cards"}),
        ("recorded", {"entry": kani(8)}, {}),
        ("closed", {"winners": [0]}, {"reason": "tired", "note": "again"}),
    ]
    assert match.document() == {**DOCUMENT, "players": NAMES}
    for seq, event in enumerate(match.events, 1):
        assert event[0:2] == (seq, uuid_of(seq + 100))
        assert (event.device, event.at, event.received) == ("phone", BEGAN, LATER.received)
    assert (match.device, match.opened_at, match.changed_at) == ("phone", BEGAN, BEGAN)
    assert {row: one.text for row, one in playback.words.items()} == {**match.names, **match.texts}
    assert playback.seal(keep=False, begun=BEGUN).match.code is not None


@cases(
    "about, events",
    ({}, []),
    ({"played": "2026-11-20"}, [("described", {"played": "2026-11-20"}, {})]),
    ({"place": "Plovdiv"}, [("described", {}, {"place": "Plovdiv"})]),
    ({"note": "cold"}, [("described", {}, {"note": "cold"})]),
    ({"entries": [{"kind": "end"}]}, [("closed", {}, {})]),
    ({"entries": [kani()]}, [("recorded", {"entry": kani()}, {})]),
)
def test_what_a_document_does_not_say_is_no_event(about: dict[str, Any], events: list[Any]) -> None:
    assert list(steps_of({"entries": [], **about})) == events


def test_where_a_document_says_neither_rules_nor_dealer_the_first_player_deals_by_the_usual_ones() -> None:
    plain = {"game": "kani", "players": NAMES, "entries": []}
    body = play_document(plain, uuid_of, BEGAN, like(1)).match.events[0].body
    assert (body["rules"], body["first_dealer"]) == ({}, 0)
