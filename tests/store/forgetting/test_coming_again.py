"""An older record of a match with a person who was forgotten brings no name, no note and no draft of theirs back."""

import json
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.forgetting import forget, record
from scorekeeper.store.forgetting.forget import apply_record
from scorekeeper.store.match.capabilities import OWNER
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.handover import take_record
from scorekeeper.store.match.record.offline_copy import DIVERGED, SAME, download, look
from scorekeeper.store.match.record.origins import find_along
from scorekeeper.store.match.seat_holders import holders
from tests import ledgers
from tests.store.conftest import NAMES, Do, kani, read_again
from tests.store.forgetting.test_forgetting import names_in, played, texts_in
from tests.store.match.test_chain import past_of
from tests.store.match.test_chain_moves import forget_everything

GONE = {"Þórdís", "Tóta"}


def record_of(session: Session, match: Match) -> list[bytes]:
    """The file that was saved of a match."""
    head, *events = past_of(session, match.public_id)
    head = {"format": "scorekeeper-record/1", "kind": "match", **head}
    return [json.dumps(line).encode() for line in (head, *({"kind": "event", **one} for one in events))]


def bring(session: Session, lines: list[bytes], device: str = "another phone") -> Match:
    taken = take_record(session, lines, device, None)
    remember(session, device, taken.match.public_id, OWNER)
    session.commit()
    return taken.match


def test_an_older_record_comes_without_the_forgotten_and_its_hashes_stay_right(
    session: Session, match: Match, do: Do
) -> None:
    before = played(session, match, do)
    lines = record_of(session, match)
    forget.forget_seat(session, match.public_id, 1)
    told = record.read_rows(session)
    forget_everything(session)  # a server that never saw the match, but the record of the forgotten
    assert record.read_rows(session) == told
    again = bring(session, lines)
    assert (again.code, again.public_id != match.public_id) == (before.code, True)
    assert again.seat_names == ["Ana", "№ 2", "Iñaki", "Георги"]
    assert GONE.isdisjoint(names_in(session))
    assert texts_in(session) == {"mine, Ana"}
    assert again.scored.sheet.totals == before.scored.sheet.totals


def test_a_record_that_goes_on_brings_no_name_of_the_forgotten(
    session: Session, match: Match, do: Do
) -> None:
    old = record_of(session, match)
    played(session, match, do)
    whole = record_of(session, match)
    forget_everything(session)
    here = bring(session, old, "phone")
    forget.forget_seat(session, here.public_id, 1)
    again = bring(session, whole, "phone")
    assert again.public_id == here.public_id
    assert again.seq == 8
    assert GONE.isdisjoint(names_in(session))
    assert texts_in(session) == {"mine, Ana"}


def take_along(session: Session, match: Match, do: Do) -> tuple[Match, list[bytes], str]:
    """The match as a phone took it along, what the server has of it later, and the link there."""
    old, address = record_of(session, match), f"/m/{match.public_id}/o-secret"
    played(session, match, do)
    whole = record_of(session, match)
    forget_everything(session)
    return download(session, old, address).match, whole, address


def test_a_phone_that_forgot_someone_gets_no_name_back_from_the_server(
    session: Session, match: Match, do: Do
) -> None:
    here, whole, address = take_along(session, match, do)
    forget.forget_seat(session, here.public_id, 1)
    came = download(session, whole, address)
    assert (came.state, came.match.seq) == (SAME, 8)
    assert GONE.isdisjoint(names_in(session))
    assert texts_in(session) == {"mine, Ana"}


def test_what_a_server_has_that_went_on_in_another_way_names_no_one_who_is_forgotten(
    session: Session, match: Match, do: Do
) -> None:
    here, whole, address = take_along(session, match, do)
    ledgers.write(session, here, "recorded", {"entry": kani(8)}, device="phone", seat=0)

    def theirs() -> str:
        assert download(session, whole, address).state == DIVERGED
        origin = find_along(session, here.id)
        return json.dumps([json.loads(line) for line in str(origin.theirs).splitlines()], ensure_ascii=False)

    assert "Tóta" in theirs()
    forget.forget_seat(session, here.public_id, 1)
    origin = find_along(session, here.id)
    assert origin.theirs is None
    told = theirs()
    assert [name for name in GONE if name in told] == []
    both = look(session, here.public_id)
    assert both.theirs.seat_names == ["Ana", "№ 2", "Iñaki", "Георги"]


def test_a_copy_that_was_handed_on_counts_as_that_person_s_too(
    session: Session, match: Match, do: Do
) -> None:
    played(session, match, do)
    copy = bring(session, record_of(session, match))
    copy_of_copy = bring(session, record_of(session, copy), "a third phone")
    assert len({match.public_id, copy.public_id, copy_of_copy.public_id}) == 3
    forget.forget_seat(session, match.public_id, 1)
    assert GONE.isdisjoint(names_in(session))
    assert texts_in(session) == {"mine, Ana"}
    for one in (copy, copy_of_copy):
        found = read_again(session, one)
        assert found.seat_names == ["Ana", "№ 2", "Iñaki", "Георги"]


def with_id(lines: list[bytes], public_id: str) -> list[bytes]:
    """A record that says it is another match's."""
    head, *events = map(json.loads, lines)
    said: list[dict[str, Any]] = [{**head, "id": public_id}, *({**one, "match": public_id} for one in events)]
    return [json.dumps(line).encode() for line in said]


def test_what_a_file_says_of_where_it_comes_from_erases_no_one(
    session: Session, match: Match, do: Do
) -> None:
    """Who owns a match cannot make another's match a copy of it."""
    played(session, match, do)
    remember(session, "phone", match.public_id, OWNER)
    own = ledgers.open_match(session, "kani", NAMES, device="eve")
    do("recorded", entry=kani(8))
    bring(session, with_id(record_of(session, match), own.public_id), "phone")
    forget.forget_seat(session, own.public_id, 0)
    found = read_again(session, match)
    assert found.seat_names[0] == "Ana"


def test_an_older_backup_knows_the_person_by_the_opening(session: Session, match: Match, do: Do) -> None:
    played(session, match, do)
    opening = record.Forgotten(record.OPENING, "", f"{match.events[0].uuid} 1")
    assert apply_record(session, [opening]) == 1
    session.commit()
    assert GONE.isdisjoint(names_in(session))
    assert holders(session, match.id) is not None
