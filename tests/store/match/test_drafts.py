"""Many phones at one deal in progress, on both databases: parts never hinder one another, and none is lost."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store.match import drafts, ledger
from scorekeeper.store.match.drafts import (
    DraftDeal,
    DraftPart,
    DraftRecorded,
    PartsNewer,
    PartStale,
    PartWriting,
)
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import propose
from tests import ledgers
from tests.cases import case, cases
from tests.store.conftest import kani, read_again

pytestmark = pytest.mark.long

Sessions = sessionmaker[Session]
PHONES, TURNS = 8, 4


def parts(sessions: Sessions, match: Match) -> dict[str, DraftPart]:
    with sessions() as session:
        return drafts.parts_of(session, read_again(session, match))


def put(session: Session, match: Match, name: str, version: int, *given: Any, seat: int = 0) -> DraftPart:
    draft = drafts.current(match)
    return drafts.put(
        session, match.public_id, PartWriting(draft, name, version, given, f"phone {seat}", seat)
    )


def record(sessions: Sessions, match: Match, entry: Any, known: dict[str, DraftPart]) -> ledger.Appended:
    with sessions() as session:
        versions = {name: part.version for name, part in known.items()}
        says = {"tricks": (entry.get("tricks"),)}
        deal = DraftDeal(drafts.current(match), says, versions, match.seq, (), "phone 0", 0)
        return record_deal(session, match, deal, entry)


def record_deal(session: Session, match: Match, deal: DraftDeal, entry: Any = None) -> ledger.Appended:
    proposal = propose(match, "recorded", {"entry": entry or kani()})
    return drafts.record(session, proposal, deal, drafts.parts_of(session, match))


def at_once(sessions: Sessions, *works: Callable[[Session], Any]) -> list[Any]:
    """What each of these gave or raised, all begun at the same moment, each in a session of its own."""
    gate = Barrier(len(works))

    def do(work: Callable[[Session], Any]) -> Any:
        with sessions() as session:
            session.connection()  # opened beforehand: it takes longer than all the rest
            session.rollback()
            gate.wait(120)
            try:
                return work(session)
            except ledger.LedgerError as refused:
                return refused

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(do, works))


def test_writers_of_different_parts_never_conflict(sessions: Sessions, match: Match) -> None:
    def phone(seat: int) -> Callable[[Session], list[int]]:
        name = f"hands.{seat}"
        return lambda session: [
            put(session, match, name, turn, seat * 100 + turn, seat=seat).version for turn in range(TURNS)
        ]

    versions = at_once(sessions, *map(phone, range(PHONES)))
    assert versions == [list(range(1, TURNS + 1))] * PHONES
    written = {part.name: (part.value, part.device, part.seat) for part in parts(sessions, match).values()}
    assert written == {
        f"hands.{seat}": (seat * 100 + TURNS - 1, f"phone {seat}", seat) for seat in range(PHONES)
    }
    with sessions() as session:
        now = read_again(session, match)
    assert (now.seq, now.pulse - match.pulse) == (match.seq, PHONES * TURNS)


@pytest.mark.parametrize("seen", [0, 1], ids=["a part that is not written", "a part that stands"])
def test_of_writers_of_one_part_one_is_first_and_the_others_see_what_it_wrote(
    sessions: Sessions, match: Match, seen: int
) -> None:
    if seen:
        with sessions() as session:
            put(session, match, "bid", 0, "pass")

    def phone(seat: int) -> Callable[[Session], Any]:
        return lambda session: put(session, match, "bid", seen, 7 + seat, seat=seat)

    answers = at_once(sessions, *map(phone, range(PHONES)))
    (first,) = (answer for answer in answers if isinstance(answer, DraftPart))
    late = [answer for answer in answers if isinstance(answer, PartStale)]
    assert len(late) == PHONES - 1
    assert {(one.part.version, one.part.value, one.part.seat) for one in late} == {
        (seen + 1, first.value, first.seat)
    }
    assert parts(sessions, match)["bid"].value == first.value


def test_writers_of_the_same_value_are_one_writer(sessions: Sessions, match: Match) -> None:
    answers = at_once(sessions, *[lambda session: put(session, match, "bid", 0, 9)] * PHONES)
    assert [answer.version for answer in answers] == [1] * PHONES


def test_a_part_that_came_since_the_deal_was_put_together_stops_it(sessions: Sessions, match: Match) -> None:
    with sessions() as session:
        put(session, match, "tricks", 0, 9)
    known = parts(sessions, match)
    with sessions() as session:
        put(session, match, "tricks", 1, 12)
    with pytest.raises(PartsNewer):
        record(sessions, match, kani(), known)
    assert parts(sessions, match)["tricks"].value == 12
    assert record(sessions, match, kani(tricks=12), parts(sessions, match)).event.seq == match.seq + 1


@cases(
    "kind, body, texts, stops",
    case("a place was noted", "described", {}, {"place": "Vík"}, False),
    case("the rules were agreed to", "accepted", {"all": True}, {}, False),
    case("the first dealer changed", "settings", {"first_dealer": 1}, {}, True),
    case("a void deal was entered", "recorded", {"entry": {"kind": "void"}}, {}, True),
)
def test_a_deal_is_stopped_by_what_it_follows_and_by_nothing_else(
    sessions: Sessions, match: Match, kind: str, body: Any, texts: Any, stops: bool
) -> None:
    deal = DraftDeal(drafts.current(match), {}, {}, match.seq)
    uuid = "00000000-0000-4000-8000-0000000000bb"
    with sessions() as session:
        ledger.append(session, match.public_id, seen=match.seq, uuid=uuid, kind=kind, body=body, texts=texts)
    with sessions() as session:
        if not stops:
            assert record_deal(session, match, deal).event.seq == match.seq + 2
            return
        with pytest.raises(ledger.Stale) as stale:
            record_deal(session, match, deal)
        assert [event.kind for event in stale.value.since] == [kind]


@cases("phone, stops", ("phone 0", False), ("phone 1", True), (None, True))
def test_a_deal_is_not_stopped_by_the_one_before_that_its_phone_has_recorded_itself(
    sessions: Sessions, match: Match, phone: str | None, stops: bool
) -> None:
    """Another page of the phone sent it; this one goes on under the next name and has not heard the number."""
    before = DraftDeal(drafts.current(match), {}, {}, match.seq, (), phone)
    after = DraftDeal(drafts.name_following(match)[0], {}, {}, match.seq, (), "phone 0")
    with sessions() as session:
        record_deal(session, match, before)
        if stops:
            with pytest.raises(ledger.Stale):
                record_deal(session, read_again(session, match), after, kani(tricks=12))
        else:
            assert (
                record_deal(session, read_again(session, match), after, kani(tricks=12)).event.seq
                == match.seq + 2
            )


def test_a_deal_is_stopped_by_one_that_its_phone_has_recorded_elsewhere(
    sessions: Sessions, match: Match
) -> None:
    """It was not the deal in progress that was recorded: both may be the same deal."""
    deal = DraftDeal(drafts.current(match), {}, {}, match.seq, (), "phone 0")
    with sessions() as session:
        ledgers.write(session, match, "recorded", {"entry": kani()}, device="phone 0")
        with pytest.raises(ledger.Stale):
            record_deal(session, read_again(session, match), deal)


@cases("keep, stops", ("stands", False), ("other", True))
def test_a_deal_is_stopped_by_a_dispute_that_another_version_won(
    sessions: Sessions, match: Match, keep: str, stops: bool
) -> None:
    with sessions() as session:
        first = ledgers.write(session, match, "recorded", {"entry": kani()})
        disputed = {"target": first.seq, "entry": kani(tricks=12)}
        protested = ledgers.write(session, first, "protested", disputed, texts={"why": "counted anew"})
        deal = DraftDeal(drafts.current(protested), {}, {}, protested.seq)
        ledgers.write(session, protested, "resolved", {"target": protested.seq, "keep": keep})
        if not stops:
            assert record_deal(session, protested, deal).event.seq == protested.seq + 2
            return
        with pytest.raises(ledger.Stale) as stale:
            record_deal(session, protested, deal)
        assert [event.kind for event in stale.value.since] == ["resolved"]


def sent_twice(sessions: Sessions, match: Match, entries: Sequence[Any]) -> list[Any]:
    return at_once(
        sessions, *[lambda _session, entry=entry: record(sessions, match, entry, {}) for entry in entries]
    )


def test_a_draft_recorded_by_every_phone_at_once_is_one_deal(sessions: Sessions, match: Match) -> None:
    done = sent_twice(sessions, match, [kani()] * PHONES)
    assert {one.event.seq for one in done} == {match.seq + 1}
    assert sorted(one.repeated for one in done) == [False] + [True] * (PHONES - 1)


def test_a_draft_recorded_with_different_deals_at_once_is_the_first_and_the_rest_is_told(
    sessions: Sessions, match: Match
) -> None:
    done = sent_twice(sessions, match, [kani(tricks=7 + number) for number in range(4)])
    (first,) = (one for one in done if isinstance(one, ledger.Appended))
    refused = [one for one in done if isinstance(one, ledger.UuidReused)]
    assert [one.event.body for one in refused] == [first.event.body] * 3
    with sessions() as session:
        assert len(read_again(session, match).rows()) == 1


def test_a_part_written_while_the_deal_is_recorded_is_in_it_or_refused_in_sight(
    sessions: Sessions, match: Match
) -> None:
    """Twelve deals, each recorded at the moment at which another phone changes a part of it."""
    for _deal in range(12):
        with sessions() as session:
            match = read_again(session, match)
            put(session, match, "tricks", 0, 9)
        known, before = parts(sessions, match), match
        recorded, changed = at_once(
            sessions,
            lambda _session, known=known, before=before: record(sessions, before, kani(tricks=9), known),
            lambda session, before=before: put(session, before, "tricks", 1, 12),
        )
        if isinstance(recorded, ledger.Appended):
            assert isinstance(changed, DraftRecorded), "the late writer is told"
            assert changed.event.body["entry"]["tricks"] == 9
        else:
            assert isinstance(recorded, PartsNewer)
            assert isinstance(changed, DraftPart)
            record(sessions, match, kani(tricks=12), parts(sessions, match))
    with sessions() as session:
        assert len(read_again(session, match).rows()) == 12


def test_a_match_in_the_bin_takes_no_part_until_it_is_out_again(sessions: Sessions, match: Match) -> None:
    with sessions() as session:
        put(session, match, "tricks", 0, 9)
        binned = ledgers.write(session, match, "binned", {}, seen=match.seq)
        with pytest.raises(ledger.Refused) as refused:
            put(session, match, "tricks", 1, 10)
        assert [one.code for one in refused.value.findings] == ["binned"]
        ledgers.write(session, match, "restored", {}, seen=binned.seq)
        assert put(session, match, "tricks", 1, 10).version == 2


def test_the_next_deal_begins_with_no_part_of_the_last_which_tells_who_entered_it(
    sessions: Sessions, match: Match
) -> None:
    with sessions() as session:
        put(session, match, "bid", 0, 9)
    record(sessions, match, kani(), parts(sessions, match))
    with sessions() as session:
        after = read_again(session, match)
        assert drafts.parts_of(session, after) == {}
        assert put(session, after, "bid", 0, 8, seat=2).version == 1
        recorded = drafts.parts_of(session, after, drafts.current(match))
    assert [(part.name, part.value, part.seat) for part in recorded.values()] == [("bid", 9, 0)]
