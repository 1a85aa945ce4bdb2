"""Documents go in and out of the ledger unchanged, and an archive that was tampered with is found out."""

import copy
import json
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.rulebook import load_examples
from scorekeeper.games import GAMES, score
from scorekeeper.store.match import ledger
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.match.record.archive import verify_document
from scorekeeper.store.match.record.transfer import export_document, import_document
from tests.cases import cases
from tests.documents import match_document
from tests.store.conftest import NAMES, kani, read_again

EXAMPLES = [
    (game, number, example.match)
    for game in GAMES
    for number, example in enumerate(load_examples(game))
    if score(example.match)[1]
]
WHOLE = match_document(
    "kani",
    NAMES,
    [
        {**kani(9), "note": "the cards were wet"},
        {"kind": "void", "reason": "14 cards", "redeal": False},
        {**kani(8), "dealer": 2},
        {"kind": "adjustment", "scores": [0, 0, 1, 0], "reason": "late"},
        {"kind": "end", "reason": "the bar closed", "winners": [2], "note": "again on Tuesday"},
    ],
    rules={"preset": "english", "target": 9},
    first_dealer=3,
    played="2026-11-20",
    place="Plovdiv",
    note="a cold night",
)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_survives_the_way_in_and_out(session: Session, game: str) -> None:
    documents = [match for slug, _, match in EXAMPLES if slug == game]
    if not documents:
        pytest.skip(f"{game} has no worked examples yet")
    for document in documents:
        out = export_document(import_document(session, document, "phone"))
        again = export_document(import_document(session, out, "phone"))
        assert again == out
        assert out["entries"] == document["entries"]
        assert verify_document(json.loads(json.dumps(out))) == []


def test_everything_a_document_says_survives(session: Session) -> None:
    match = import_document(session, WHOLE, "phone")
    loaded = read_again(session, match)
    assert loaded.document() == WHOLE
    assert [event.kind for event in loaded.events] == [
        "opened",
        "described",
        "recorded",
        "recorded",
        "recorded",
        "recorded",
        "closed",
    ]
    assert loaded.events == match.events
    assert ledger.seq_of(session, match.public_id) == 7


def test_an_imported_match_goes_on_like_any_other(session: Session) -> None:
    match = import_document(session, WHOLE, "phone")
    undone = ledger.append(
        session, match.public_id, seen=7, uuid=str(uuid4()), kind="undone", body={"target": 7}
    )
    assert [entry["kind"] for entry in undone.match.document()["entries"]][-1] == "adjustment"


def test_a_document_sent_twice_with_one_uuid_is_one_match(session: Session) -> None:
    uuid = str(uuid4())
    first, again = (import_document(session, WHOLE, "phone", uuid) for _ in range(2))
    assert first.public_id == again.public_id
    with pytest.raises(ledger.UuidReused):
        import_document(session, {**WHOLE, "first_dealer": 1}, "phone", uuid)


@cases(
    "document, path",
    (None, ""),
    ({}, "format"),
    ({**WHOLE, "players": ["A"]}, "players"),
    ({**WHOLE, "entries": [kani(3)]}, "entries[0].bid"),
    ({**WHOLE, "format": "scorekeeper-match/2"}, "format"),
)
def test_a_document_that_is_not_valid_leaves_nothing_behind(
    session: Session, document: Any, path: str
) -> None:
    with pytest.raises(ledger.Refused) as refused:
        import_document(session, document, "phone")
    assert path in [finding.path for finding in refused.value.findings]
    assert session.execute(select(func.count(MatchRow.id))).scalar() == 0


# --- verify ---------------------------------------------------------------------------------------


def archive() -> dict[str, Any]:
    sheet, _ = score(WHOLE)
    return {**copy.deepcopy(WHOLE), "sheet": sheet}


def test_an_archive_that_is_right_says_nothing() -> None:
    told = archive()
    told["sheet"]["entries"][0]["lines"][0]["text"] = "said differently"
    assert verify_document(told) == []


@cases(
    "path, value",
    ("sheet.totals", [9, 8, 1, 1]),
    ("sheet.status", "open"),
    ("sheet.winners", []),
    ("sheet.pending", 3),
    ("sheet.entries[0].scores", [0, 9, 9, 0]),
    ("sheet.entries[0].scores", [9.0, 9, 0, 0]),
    ("sheet.entries[0].outcome", "failed"),
    ("sheet.entries[2].dealer", 0),
    ("sheet.entries[3].totals", None),
    ("sheet.entries[0].raw", [1, 2]),
)
def test_a_number_that_was_changed_is_found_with_its_place(path: str, value: Any) -> None:
    told = archive()
    *way, last = path.replace("[", ".").replace("]", "").split(".")
    place: Any = told
    for step in way:
        place = place[int(step) if step.isdigit() else step]
    place[last] = value
    found = verify_document(told)
    assert [(one.path, one.severity) for one in found] == [(path, "suspect")]
    assert "a fresh score" in str(found[0].text)


@cases(
    "document, path",
    ({**WHOLE, "sheet": None}, "sheet"),
    ({**WHOLE, "sheet": []}, "sheet"),
    ({**WHOLE, "sheet": {**archive()["sheet"], "entries": []}}, "sheet.entries"),
    ({**WHOLE, "sheet": {**archive()["sheet"], "entries": [1] * 5}}, "sheet.entries[4].scores"),
    ({**archive(), "entries": [kani(3)]}, "entries[0].bid"),
    ([], ""),
)
def test_what_cannot_be_compared_is_said(document: Any, path: str) -> None:
    assert path in [one.path for one in verify_document(document)]
