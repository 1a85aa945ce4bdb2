"""Who sat down or joined during a match is forgotten as anybody is: no name and word is left, and none comes again."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorekeeper.store.forgetting import forget, record
from scorekeeper.store.forgetting.record import OPENING, SEAT, Forgotten
from scorekeeper.store.match import ledger, rule_proposals, seat_holders
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.conftest import Do, kani
from tests.store.forgetting.test_coming_again import bring, record_of
from tests.store.forgetting.test_forgetting import names_in, texts_in
from tests.store.match.test_chain_moves import forget_everything

pytestmark = pytest.mark.long

OPENED = ["Ana", "Þórdís", "Iñaki", "Георги"]


def sit_down(match: Match, do: Do) -> Match:
    """Nína sits down on Iñaki's chair by the third event, is misspelt at first, and writes; then Jón sits there."""
    do("recorded", entry=kani())
    do("recorded", {"name": "Nina B"}, entry={"kind": "players", "seat": 2})
    do("corrected", {"name": "Nína"}, target=3, entry={"kind": "players", "seat": 2})
    do("recorded", {"note": "so said nína"}, entry=kani())
    do("recorded", {"note": "of Iñaki"}, entry=kani())
    return do("recorded", {"name": "Jón"}, entry={"kind": "players", "seat": 2})


def write_in_seat(session: Session, match: Match, seen: int, note: str) -> None:
    """A deal with a note, from the phone of who sits on Iñaki's chair."""
    body = {"entry": kani()}
    ledgers.write(session, match, "recorded", body, seen=seen, texts={"note": note}, device="phone", seat=2)


def say_who_sat_where(match: Match) -> list[Any]:
    return [row.entry["name"] for row in match.rows() if row.entry["kind"] == "players"]


def load(session: Session, match: Match) -> Match:
    session.rollback()
    found = ledger.load(session, match.public_id)
    assert found is not None
    return found


def test_the_name_in_every_spelling_and_the_words_go_and_everybody_else_stays(
    session: Session, match: Match, do: Do
) -> None:
    before = sit_down(match, do)
    written = ledgers.write(
        session,
        match,
        "recorded",
        {"entry": kani()},
        seen=before.seq,
        texts={"note": "Jón's own"},
        device="phone",
        seat=2,
    )
    assert forget.forget_seat(session, match.public_id, -3)
    after = load(session, match)
    assert say_who_sat_where(after) == ["№ +4", "Jón"]
    assert texts_in(session) == {"of Iñaki", "Jón", "Jón's own"}
    assert after.seat_names == OPENED
    assert after.scored.sheet.totals == written.scored.sheet.totals
    assert record.read_rows(session) == {
        Forgotten(SEAT, match.public_id, "-3"),
        Forgotten(OPENING, "", f"{match.events[0].uuid} -3"),
    }


def test_what_was_written_from_the_seat_meanwhile_goes_too(session: Session, match: Match, do: Do) -> None:
    sit_down(match, do)
    for seat, note in ((2, "mine"), (1, "another's")):
        ledgers.write(
            session,
            match,
            "recorded",
            {"entry": kani()},
            seen=load(session, match).seq,
            texts={"note": note},
            device="phone",
            seat=seat,
        )
    assert forget.forget_seat(session, match.public_id, -7)
    assert texts_in(session) == {"Nina B", "Nína", "so said nína", "of Iñaki", "another's"}


def test_what_another_wrote_who_sat_down_in_the_place_of_a_person_stays(
    session: Session, match: Match, do: Do
) -> None:
    write_in_seat(session, match, sit_down(match, do).seq, "by Jón")
    assert forget.forget_seat(session, match.public_id, 2)
    assert texts_in(session) == {"Nina B", "Nína", "so said nína", "Jón", "by Jón"}


@pytest.mark.parametrize("seat", [2, -8])
def test_a_person_who_came_back_is_one_and_all_that_they_wrote_goes(
    session: Session, match: Match, do: Do, seat: int
) -> None:
    sit_down(match, do)
    back = do("recorded", {"name": OPENED[2]}, entry={"kind": "players", "seat": 2})
    again = do("recorded", {"name": OPENED[2].upper()}, entry={"kind": "players", "seat": 2})
    write_in_seat(session, match, again.seq, "by who came back")
    assert back.seq == -seat or seat > 0
    assert forget.forget_seat(session, match.public_id, seat)
    assert texts_in(session) == {"Nina B", "Nína", "so said nína", "Jón"}


@pytest.mark.parametrize(("seat", "left"), [(0, "I would rather"), (-2, None)])
def test_what_one_who_joined_offered_is_theirs_alone(session: Session, seat: int, left: str | None) -> None:
    match = ledgers.open_match(session, "kinaskak", OPENED[:3], device="phone")
    joins = {"entry": {"kind": "players", "join": "Nína", "total": 5}}
    match = ledgers.write(session, match, "recorded", joins, texts={"join": "Nína"}, device="phone", seat=0)
    seat_holders.hold(session, match.id, "her phone", 3, None)
    rule_proposals.make(session, match, {}, "I would rather", "her phone", 3)
    assert forget.forget_seat(session, match.public_id, seat)
    offer = rule_proposals.current(session, match.id)
    assert offer is not None
    assert offer.why == left


@pytest.mark.parametrize("seat", [-1, -2, -4, -8, -99])
def test_an_event_by_which_no_one_sat_down_is_no_person(
    session: Session, match: Match, do: Do, seat: int
) -> None:
    sit_down(match, do)
    assert not forget.forget_seat(session, match.public_id, seat)
    assert record.read_rows(session) == set()


def test_one_who_was_undone_is_forgotten_too(session: Session, match: Match, do: Do) -> None:
    sit_down(match, do)
    do("undone", target=7)
    assert forget.forget_seat(session, match.public_id, -7)
    do("undone", target=8)
    assert say_who_sat_where(load(session, match)) == ["Nína", "№ +7"]


def test_an_older_record_brings_no_name_back_and_its_hashes_stay_right(
    session: Session, match: Match, do: Do
) -> None:
    before = sit_down(match, do)
    lines = record_of(session, match)
    forget.forget_seat(session, match.public_id, -3)
    forget_everything(session)  # a server that never saw the match, but the record of the forgotten
    again = bring(session, lines)
    assert again.code == before.code
    assert say_who_sat_where(again) == ["№ +4", "Jón"]
    assert texts_in(session) == {"of Iñaki", "Jón"}
    assert sorted(names_in(session)) == sorted(OPENED)


@pytest.mark.parametrize("seat", [2, -8])
def test_what_a_person_wrote_who_came_back_comes_in_with_no_record(
    session: Session, match: Match, do: Do, seat: int
) -> None:
    sit_down(match, do)
    back = do("recorded", {"name": OPENED[2]}, entry={"kind": "players", "seat": 2})
    write_in_seat(session, match, back.seq, "by who came back")
    lines = record_of(session, match)
    forget.forget_seat(session, match.public_id, seat)
    forget_everything(session)
    bring(session, lines)
    assert texts_in(session) == {"Nina B", "Nína", "so said nína", "Jón"}


def test_what_one_who_joined_wrote_is_theirs_in_a_record_too(session: Session) -> None:
    match = ledgers.open_match(session, "kinaskak", OPENED[:3], device="phone")
    for body, texts, seat in (
        ({"entry": {"kind": "players", "join": "Nína", "total": 5}}, {"join": "Nína"}, 0),
        ({"entry": {"kind": "void", "redeal": True}}, {"note": "by the one who joined"}, 3),
    ):
        match = ledgers.write(session, match, "recorded", body, texts=texts, device="phone", seat=seat)
    lines = record_of(session, match)
    forget.forget_seat(session, match.public_id, -2)
    assert texts_in(session) == set()
    forget_everything(session)
    again = bring(session, lines)
    assert (again.code, again.events[2].seat) == (match.code, 3)
    assert texts_in(session) == set()


def test_what_was_written_from_a_seat_goes_with_who_joined_there_and_not_with_one_undone_before(
    session: Session,
) -> None:
    match = ledgers.open_match(session, "kinaskak", OPENED[:3], device="phone")
    join = {"entry": {"kind": "players", "total": 5}}
    for kind, body, texts, seat in (
        ("recorded", join, {"join": "Nína"}, 0),
        ("undone", {"target": 2}, {}, 0),
        ("recorded", join, {"join": "Jón"}, 0),
        ("recorded", {"entry": {"kind": "void", "redeal": True}}, {"note": "mine"}, 3),
    ):
        match = ledgers.write(session, match, kind, body, texts=texts, device="phone", seat=seat)
    forget.forget_seat(session, match.public_id, -2)
    assert texts_in(session) == {"Jón", "mine"}
    forget.forget_seat(session, match.public_id, -4)
    assert texts_in(session) == set()


def test_who_began_is_forgotten_without_the_words_of_who_sat_down_there_later(
    session: Session, match: Match, do: Do
) -> None:
    ledgers.write(session, match, "recorded", {"entry": kani()}, texts={"note": "my own"}, seat=2)
    for name, note in (("Nína", "another's"), ("Iñaki", "mine again")):
        seen = load(session, match).seq
        sits = {"entry": {"kind": "players", "seat": 2}}
        after = ledgers.write(session, match, "recorded", sits, seen=seen, texts={"name": name})
        ledgers.write(session, after, "recorded", {"entry": kani()}, texts={"note": note}, seat=2)
    assert forget.forget_seat(session, match.public_id, 2)
    assert texts_in(session) == {"Nína", "another's"}


@pytest.mark.parametrize("undone", [False, True])
def test_a_record_of_who_began_keeps_the_words_of_who_sat_down_there_unless_that_was_undone(
    session: Session, match: Match, do: Do, undone: bool
) -> None:
    sits = do("recorded", {"name": "Nína"}, entry={"kind": "players", "seat": 2})
    write_in_seat(session, match, sits.seq, "another's")
    if undone:
        do("undone", target=sits.seq)
    lines = record_of(session, match)
    forget.forget_seat(session, match.public_id, 2)
    left = texts_in(session)
    assert left == ({"Nína"} if undone else {"Nína", "another's"})
    forget_everything(session)
    bring(session, lines)
    assert texts_in(session) == left
