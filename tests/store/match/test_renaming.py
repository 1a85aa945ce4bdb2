"""Several players are renamed at once: all of them or none, and no two ever have the same name on the way."""

from uuid import uuid4

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import propose
from tests.soak import examples
from tests.store.conftest import NAMES, Do, kani, read_again

LETTERS = st.sampled_from(["A", "a", "B", "b", "C", "D", "E", "№ 1", "№ 2", "ß", "ss"])
FOUR = st.lists(LETTERS, min_size=4, max_size=4)
DIFFERENT = FOUR.filter(lambda names: len({name_key(name) for name in names}) == 4)


@pytest.mark.long
@settings(max_examples=examples(300), deadline=None)
@given(DIFFERENT, DIFFERENT)
def test_no_player_has_the_name_of_another_while_names_change(names: list[str], wanted: list[str]) -> None:
    now = list(names)
    for seat, name in ledger.order_renaming(names, wanted):
        now[seat] = name
        assert len({name_key(name) for name in now}) == 4
    assert now == wanted


@pytest.mark.parametrize(
    ("wanted", "written"),
    [("ABCD", 0), ("aBCE", 2), ("BEFG", 4), ("BACD", 3), ("BCDA", 5), ("BADC", 6)],
    ids=["none", "two", "a chain", "two swapped", "a ring", "two rings"],
)
def test_no_player_is_renamed_more_often_than_needed(wanted: str, written: int) -> None:
    assert len(list(ledger.order_renaming("ABCD", wanted))) == written


@settings(max_examples=examples(100), deadline=None)
@given(DIFFERENT, FOUR)
@example(list("ABCD"), list("CCBD"))
def test_names_that_cannot_be_end_in_a_step_that_is_refused(names: list[str], wanted: list[str]) -> None:
    now = list(names)
    for seat, name in ledger.order_renaming(names, wanted):
        now[seat] = name
    assert now == wanted


def rename(session: Session, match: Match, names: list[str], uuid: str = "", seen: int = 1) -> None:
    called = dict(zip(match.players, names, strict=True))
    ledger.rename(session, match.public_id, seen=seen, uuid=uuid or str(uuid4()), names=called)


def test_names_go_round_the_table_and_every_step_of_it_can_be_taken_back(
    session: Session, match: Match, do: Do
) -> None:
    do("recorded", entry=kani())
    ana, thordis, inaki, _georgi = NAMES
    rename(session, match, [thordis, inaki, ana, "Гошо"], seen=2)
    table_match = read_again(session, match)
    assert table_match.seat_names == [thordis, inaki, ana, "Гошо"]
    for seq in range(2, table_match.seq + 1):
        assert isinstance(table_match.until(seq).sheet(), Sheet)
    for seq in range(table_match.seq, 2, -1):
        proposal = propose(table_match, "undone", {"target": seq})
        assert proposal.valid, proposal.errors
        table_match = proposal.after
    assert table_match.seat_names == NAMES


def test_of_names_that_cannot_all_be_none_is_written(session: Session, match: Match) -> None:
    for wrong in ("x" * 61, NAMES[3], ""):
        with pytest.raises(ledger.Refused):
            rename(session, match, ["Anna", "Þóra", wrong, NAMES[3]])
    with pytest.raises(ledger.Stale):
        rename(session, match, ["Anna", *NAMES[1:]], seen=0)
    with pytest.raises(ledger.NoSuchMatch):
        ledger.rename(session, "nowhere", seen=1, uuid=str(uuid4()), names={1: "Anna"})
    after = read_again(session, match)
    assert (after.events, after.names) == (match.events, match.names)


def test_a_form_with_names_that_is_sent_twice_is_written_once(session: Session, match: Match) -> None:
    uuid, swapped = str(uuid4()), [NAMES[1], NAMES[0], *NAMES[2:]]
    for _time in range(2):
        rename(session, match, swapped, uuid)
    table_match = read_again(session, match)
    assert (table_match.seat_names, table_match.seq) == (swapped, 4)
