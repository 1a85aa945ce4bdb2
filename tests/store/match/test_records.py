"""What a record says is compared by content, and read as it stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy.orm import Session

from scorekeeper.store.match import ledger
from scorekeeper.store.match.beside.privacy import forget_text
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.archive import documents_in
from scorekeeper.store.match.record.chain import begins_chain
from scorekeeper.store.match.record.comparing import count_common
from scorekeeper.store.match.record.incoming import CannotFollow, terms_now
from scorekeeper.store.match.record.playback import play_on
from scorekeeper.store.match.record.transfer import import_document
from tests.store.conftest import NAMES, Do, kani
from tests.store.match.test_chain import past_of
from tests.store.match.test_chain_moves import item_of

Line = dict[str, Any]


def played(do: Do) -> Match:
    do("recorded", entry=kani(9), texts={"note": "wet cards"})
    do("seated", players=[4, 1, 2, 3])
    return do("recorded", entry=kani(8))


def elsewhere(line: Line) -> None:
    """It was written at another time, by another hand, and hashes to something else."""
    line |= {"at": "2020-01-01T00:00:00Z", "seat": 3, "content": "0" * 64, "chain": "1" * 64}


def under_other_rows(line: Line) -> None:
    """Rows and people have other numbers there."""
    body = line["body"]
    if "texts" in body:
        rows = body["texts"]
        body["texts"] = {name: row + 70 for name, row in rows.items()}
        line["texts"] = {str(row + 70): line["texts"][str(row)] for row in rows.values()}
    if "players" in body:
        body["players"] = [person + 50 for person in body["players"]]


def without_note(line: Line) -> None:
    """The note was erased there."""
    line.pop("texts", None)


def with_other_note(line: Line) -> None:
    line["texts"] = dict.fromkeys(line.get("texts", {}), "dry cards")


def with_other_deal(line: Line) -> None:
    if "entry" in line["body"]:
        line["body"]["entry"]["tricks"] = 10


def with_other_kind(line: Line) -> None:
    line["event"] = "corrected" if line["event"] == "recorded" else line["event"]


def with_other_number(line: Line) -> None:
    if line["seq"] == 2:
        line["uuid"] = str(uuid4())


@pytest.mark.parametrize(
    ("change", "common"),
    [
        (elsewhere, 4),
        (under_other_rows, 4),
        (without_note, 4),
        (with_other_note, 1),
        (with_other_deal, 1),
        (with_other_kind, 1),
        (with_other_number, 1),
    ],
    ids=lambda one: one.__name__ if callable(one) else "",
)
def test_an_event_is_the_same_if_its_number_and_what_it_says_are(
    session: Session, match: Match, do: Do, change: Callable[[Line], None], common: int
) -> None:
    here = played(do)
    item = item_of(past_of(session, match.public_id))
    for line in item["events"]:
        change(line)
    assert count_common(here, item, terms_now()) == common


def test_a_note_that_was_erased_here_is_no_difference(session: Session, match: Match, do: Do) -> None:
    here = played(do)
    item = item_of(past_of(session, match.public_id))
    forget_text(session, match.public_id, here.events[1].body["texts"]["note"])
    now = ledger.load(session, match.public_id)
    assert now is not None
    assert count_common(now, item, terms_now()) == 4


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda lines: lines[3]["body"]["entry"].update(tricks=12), "changed"),
        (lambda lines: lines[3].update(content=None, chain=None), "unhashed"),
        (lambda lines: lines[3].update(seq=9), "missing"),
        (lambda lines: lines[3].update(body="x"), "no_event"),
        (lambda lines: lines[3]["body"]["entry"].update(tricks=14), "out_of_range"),
    ],
)
def test_an_event_that_cannot_follow_is_named(
    session: Session, match: Match, do: Do, spoil: Callable[[list[Line]], None], code: str
) -> None:
    here = played(do)
    item = item_of(past_of(session, match.public_id))
    spoil(item["events"])
    with pytest.raises(CannotFollow) as refused:
        play_on(here.until(2), item, terms_now())
    assert (refused.value.seq, refused.value.findings[0].code) == (4, code)


@pytest.mark.parametrize(
    ("begun", "good"),
    [
        ({"by": "import", "on": "2026-11-20", "events": 10}, True),
        ({"by": "import", "on": "yesterday", "events": 10}, False),
        ({"by": "import", "on": None, "events": 10}, False),
        ({"by": "somebody", "on": "2026-11-20", "events": 10}, False),
        ({"by": "import", "on": "2026-11-20", "events": 0}, False),
        ({"by": "import", "on": "2026-11-20"}, False),
        ("yesterday", False),
    ],
)
def test_what_a_match_may_say_of_how_its_chain_began(begun: Any, good: bool) -> None:
    assert begins_chain(begun) is good


def test_a_record_without_hashes_is_not_wrong_for_that(session: Session, match: Match, do: Do) -> None:
    """An older program wrote none."""
    played(do)
    head, *events = past_of(session, match.public_id)
    head = {"format": "scorekeeper-record/1", "kind": "match", **head}
    del head["code"]
    for event in events:
        del event["content"], event["chain"]
    lines = [json.dumps(line).encode() for line in (head, *({"kind": "event", **one} for one in events))]
    assert [wrong for _line, _document, wrong in documents_in(lines) if wrong is not None] == []


def test_the_first_player_deals_where_a_document_does_not_say_who(session: Session) -> None:
    document = {"format": "scorekeeper-match/1", "game": "kani", "players": NAMES, "entries": [kani(9)]}
    match = import_document(session, document, None)
    assert (match.first_dealer, match.events[0].body["first_dealer"]) == (0, 0)
