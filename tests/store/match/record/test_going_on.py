"""A match is played on from its record in several places: each makes the same match, and names what cannot follow."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.store.match.opening import Opening
from scorekeeper.store.match.record.incoming import CannotFollow, Terms
from scorekeeper.store.match.record.playback import open_playback, play_on
from scorekeeper.store.match.record.records import TOLD
from tests.cases import case, cases
from tests.store.conftest import NAMES, kani
from tests.store.match.record.evening import (
    BEGAN,
    BEGUN,
    EVENING,
    HASHES,
    LAST,
    LATER,
    WHOLE,
    Line,
    Spoil,
    hashes_of,
    like,
    play_evening,
    record_of,
    say_all,
    spoiled,
    unchanged,
)

# --- a match that goes on -------------------------------------------------------------------------


@pytest.mark.parametrize("here", range(1, LAST + 1))
def test_wherever_a_match_goes_on_the_same_match_comes_out(here: int) -> None:
    played = play_on(EVENING.match.until(here), record_of(EVENING), LATER)
    assert say_all(played.match) == WHOLE
    assert hashes_of(played) == HASHES
    assert (played.stored, [event.seq for event in played.events]) == (here, list(range(here + 1, LAST + 1)))
    assert played.match.scored.sheet == EVENING.match.scored.sheet


def test_a_match_whose_chain_began_later_goes_on_with_it() -> None:
    began = EVENING.seal(keep=True, begun=BEGUN)
    own, copied = (play_on(began.match.until(6), record_of(began), terms) for terms in (LATER, COPIED))
    assert hashes_of(own) == hashes_of(began)
    assert (own.match.begun, copied.match.begun) == (BEGUN, BEGUN)


def test_a_record_that_knows_less_adds_nothing() -> None:
    item = spoiled(lambda lines: lines.__delitem__(slice(5, None)))
    played = play_on(EVENING.match, item, LATER)
    assert (list(played.events), played.match) == ([], EVENING.match)


COPIED = LATER._replace(own="own")
FAST = Terms(BEGAN - timedelta(hours=1))
"""The evening comes in an hour before it was: its clock goes fast."""


@cases(
    "spoil, terms, kept",
    case("as it was", unchanged, LATER, True),
    case("a fast clock", unchanged, FAST, False),
    case("a fast clock that is believed", unchanged, FAST._replace(trusted=True), True),
    case("a copy", unchanged, COPIED, False),
    case("it follows another hash", lambda lines: lines[5].update(chain="0" * 64), LATER, False),
    case("it follows no hash", lambda lines: lines[5].pop("chain"), LATER, False),
)
def test_the_seals_that_an_event_came_with_are_kept_where_it_follows_the_same_hash(
    spoil: Spoil, terms: Terms, kept: bool
) -> None:
    here = EVENING.match.until(6)
    played = play_on(here, spoiled(spoil), terms)
    assert (hashes_of(played) == HASHES) is kept
    assert played.match.events[:6] == here.events
    assert [said[2:5] for said in say_all(played.match)] == [said[2:5] for said in WHOLE]
    if not kept:
        again = record_of(play_evening())
        assert played.match.code != again["code"]
        assert all(event.chain for event in played.events)


def test_a_match_without_hashes_goes_on_with_hashes_of_this_place() -> None:
    here = EVENING.match.until(6)
    older = here.until(5).after(here.events[5]._replace(content=None, chain=None), {}, {})
    item = spoiled(lambda lines: [line.pop("chain") for line in lines])
    played = play_on(older, item, LATER)
    assert say_all(played.match) == WHOLE
    assert all(event.chain for event in played.events)


SPOILED: list[Any] = [
    case("another deal", lambda line: line["body"]["entry"].update(tricks=12), "changed", True),
    case("another hash", lambda line: line.update(chain="0" * 64), "changed", True),
    case("another content", lambda line: line.update(content="0" * 64), "changed", True),
    case("no hash", lambda line: line.update(content=None, chain=None), "unhashed", True),
    case("an empty hash", lambda line: line.update(chain=""), "unhashed", True),
    case("another number", lambda line: line.update(seq=9), "missing", False),
    case("no number", lambda line: line.pop("seq"), "no_event", False),
    case("a word", lambda line: line.update(body="x"), "no_event", False),
    case("no UUID", lambda line: line.update(uuid="x"), "no_event", False),
    case("words that nothing refers to", lambda line: line.update(texts=7), "unchanged", True),
    case("no kind", lambda line: line.pop("event"), "no_event", False),
    case("an unknown kind", lambda line: line.update(event="played"), "unknown_kind", False),
    case("14 tricks", lambda line: line["body"]["entry"].update(tricks=14), "out_of_range", False),
]
DEAL = 7
"""A deal of the evening without words."""


@pytest.mark.parametrize(("spoil", "code", "shown"), SPOILED)
def test_an_event_that_cannot_follow_is_named_and_shown_where_that_can_be(
    spoil: Callable[[Line], object], code: str, shown: bool
) -> None:
    item = spoiled(lambda lines: spoil(lines[DEAL - 1]))
    here = EVENING.match.until(DEAL - 2)
    if code == "unchanged":
        assert hashes_of(play_on(here, item, LATER)) == HASHES
        return
    with pytest.raises(CannotFollow) as refused:
        play_on(here, item, LATER)
    error = refused.value
    assert (error.seq, [finding.code for finding in error.findings]) == (DEAL, [code])
    if code in TOLD:
        assert [(one.path, str(one.text)) for one in error.findings] == [("", str(TOLD[code]))]
    assert error.kind == {"missing": "", "unknown_kind": "played"}.get(
        code, "None" if "event" not in item["events"][DEAL - 1] else "recorded"
    )
    assert (error.after is not None) is shown
    if error.after is not None:
        assert (error.after.seq, error.after.events[-1].kind) == (DEAL, "recorded")


def test_a_deal_after_the_end_is_refused_and_shown() -> None:
    playback = play_evening()
    with pytest.raises(CannotFollow) as refused:
        playback.add(like(LAST + 1)._replace(kind="recorded", body={"entry": kani()}), {})
    error = refused.value
    assert (error.seq, error.kind, [one.code for one in error.findings]) == (
        LAST + 1,
        "recorded",
        ["after_end"],
    )
    assert error.after.events[-1].body["entry"] == kani()
    assert playback.match.seq == LAST, "nothing was added"


def test_what_becomes_impossible_by_an_event_is_named_too() -> None:
    playback = open_playback(Opening("kani", {}, tuple(NAMES), 0), like(1))
    playback.add(like(2)._replace(kind="recorded", body={"entry": kani(7)}), {})
    with pytest.raises(CannotFollow) as refused:
        playback.add(like(3)._replace(kind="settings", body={"rules": {"min_bid": 8}}), {})
    error = refused.value
    assert (error.seq, error.kind) == (3, "settings")
    assert error.findings
    assert error.after is None
