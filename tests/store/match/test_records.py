"""What a record says is read as it stands, and an older one is taken as it is."""

import json

from sqlalchemy.orm import Session

from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.archive import documents_in
from scorekeeper.store.match.record.transfer import import_document
from tests.store.conftest import NAMES, Do, kani
from tests.store.match.test_chain import past_of


def test_a_record_without_hashes_is_not_wrong_for_that(session: Session, match: Match, do: Do) -> None:
    """An older program wrote none."""
    do("recorded", entry=kani(9), texts={"note": "wet cards"})
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
