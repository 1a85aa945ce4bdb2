"""Rulings kept under a short link, and what the log takes of rulings and protests, on both databases."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorekeeper.store.match import kinds, ledger, rulings
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.cases import cases
from tests.store.conftest import read_again

PACKED = [1, "kani", "what_if", {"edition": 1}, {"match": {"players": ["№ 1"]}}, {"totals": [[1], [2]]}]


def test_the_same_ruling_has_the_same_short_link(session: Session) -> None:
    key = rulings.keep(session, PACKED)
    assert rulings.keep(session, PACKED) == key == rulings.key_of(PACKED)
    assert len(key) == rulings.KEY_LENGTH
    assert rulings.find(session, key) == PACKED
    assert rulings.find(session, "nothing") is None


def test_what_is_far_too_long_is_not_kept(session: Session) -> None:
    with pytest.raises(rulings.TooLong):
        rulings.keep(session, [1, "x" * rulings.MAX_BYTES])


def write_event(session: Session, match: Match, kind: str, body: dict[str, Any], **texts: str) -> Match:
    return ledgers.write(session, match, kind, body, texts=texts)


@pytest.fixture
def kani(session: Session) -> Match:
    """A match of Kani with two deals, events 2 and 3."""
    match = ledgers.open_match(
        session, "kani", ["Ana", "Jón", "Iñaki", "Vera"], rules={"target": 18, "tie_at_target": "shared"}
    )
    for tricks in (9, 8):
        entry = {"kind": "deal", "bid": 8, "declarer": 0, "partner": 2, "tricks": tricks}
        match = write_event(session, match, kinds.RECORDED, {"entry": entry})
    return match


OTHER = {"kind": "deal", "bid": 10, "declarer": 0, "partner": 2, "tricks": 10, "note": "Ana bid ten"}


def test_a_protest_keeps_both_versions_until_it_is_resolved(session: Session, kani: Match) -> None:
    match = write_event(session, kani, kinds.PROTESTED, {"target": 2, "entry": OTHER}, why="Vera heard eight")
    assert "Ana" not in str(match.events[-1].body)
    assert "heard" not in str(match.events[-1].body)
    again = read_again(session, match)
    assert again.protests[0].entry == OTHER
    assert again.protests[0].why == "Vera heard eight"
    assert again.document()["entries"][0]["bid"] == 8
    assert [version.over for version in again.versions] == [False, True]
    decided = write_event(session, again, kinds.RESOLVED, {"target": 4, "keep": kinds.OTHER})
    assert decided.protests == ()
    assert decided.document()["entries"][0] == OTHER
    assert decided.row(2).history[0].entry["bid"] == 8
    undone = write_event(session, decided, kinds.UNDONE, {"target": 5})
    assert undone.document()["entries"][0]["bid"] == 8
    assert len(undone.protests) == 1


@cases(
    "kind, body",
    (kinds.PROTESTED, {"target": 9, "entry": OTHER}),
    (kinds.PROTESTED, {"target": 2, "entry": {"kind": "end"}}),
    (kinds.PROTESTED, {"target": 2, "entry": {"kind": "deal", "bid": 3}}),
    (kinds.PROTESTED, {"target": 2}),
    (kinds.RESOLVED, {"target": 2, "keep": "other"}),
    (kinds.RESOLVED, {"target": 99, "keep": "stands"}),
    (kinds.RESOLVED, {"keep": "both"}),
    (kinds.RULING, {"target": 9, "question": {"game": "kani"}, "result": {}}),
    (kinds.RULING, {"question": {"game": "belot"}, "result": {}}),
    (kinds.RULING, {"question": "legal_cards", "result": {}}),
    (kinds.RULING, {"question": {"game": "kani", "x": "x" * 200_000}, "result": {}}),
)
def test_what_makes_no_sense_is_refused(
    session: Session, kani: Match, kind: str, body: dict[str, Any]
) -> None:
    with pytest.raises(ledger.Refused):
        write_event(session, kani, kind, body)


def test_a_struck_entry_takes_its_protest_along_and_brings_it_back(session: Session, kani: Match) -> None:
    match = write_event(session, kani, kinds.PROTESTED, {"target": 2, "entry": OTHER})
    struck = write_event(session, match, kinds.STRUCK, {"target": 2, "as": kinds.NEVER_DEALT})
    assert (struck.protests, struck.versions) == ((), ())
    assert len(write_event(session, struck, kinds.UNDONE, {"target": 5}).protests) == 1


def test_a_pinned_ruling_can_be_undone(session: Session, kani: Match) -> None:
    body = {"target": 2, "question": {"game": "kani", "question": "legal_cards"}, "result": {"legal": []}}
    match = write_event(session, kani, kinds.RULING, body)
    assert [event.body["target"] for event in match.rulings] == [2]
    assert write_event(session, match, kinds.UNDONE, {"target": 4}).rulings == ()
