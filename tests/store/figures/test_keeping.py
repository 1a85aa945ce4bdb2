"""Deriving is interrupted and taken up again, by one process at a time, and by a process of its own."""

import json
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, select, text, update
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper import cli
from scorekeeper.cli import league as league_keeping
from scorekeeper.store.leagues import keeper
from scorekeeper.store.leagues.figures import derive, editions
from scorekeeper.store.leagues.figures.models import LEASE, MODEL, TAKEN
from scorekeeper.store.leagues.figures.reading import (
    change_log,
    match_rows,
    player_figures,
    ranked_rows,
    year_book,
)
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from tests.soak import DATABASES, on_both
from tests.store.figures.conftest import Club

pytestmark = pytest.mark.long


def busy(session: Session, matches: int = 40) -> Club:
    club = Club(session)
    for number in range(matches):
        club.play("abcdefgh"[number % 4 : number % 4 + 4], (number % 2,), (151, number), day=number)
    return club


@pytest.mark.left_to_soak(but_one_in=2)
def test_who_is_cut_off_anywhere_leaves_something_to_go_on_with(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After so many writes it is cut off, each time a little later: what comes out is what always comes out."""
    club, through = busy(session, 20), 0

    class CutOffError(Exception):
        pass

    real = editions.Lease.write

    def cut(self: Any, work: Any) -> Any:
        nonlocal through
        if through == 0:
            raise CutOffError
        through -= 1
        return real(self, work)

    monkeypatch.setattr(editions.Lease, "write", cut)
    for attempt in range(1, 30):
        through = attempt
        try:
            if not derive.step(session, club.id, 60.0).left:
                break
        except CutOffError:
            session.rollback()
    assert not ranked_rows.find_state(session, club.id).updating
    monkeypatch.undo()
    assert derive.rebuild(session, club.id) == 0


@pytest.mark.parametrize("migrated_url", DATABASES, indirect=True)
def test_documents_that_a_restore_wrote_with_other_blanks_are_the_same(session: Session) -> None:
    club = Club(session)
    club.play("abcd", (0,), (151, 90))
    derive.step(session, club.id, 60.0)
    facts = {row.match: json.dumps(row.facts, indent=1) for row in session.execute(select(TAKEN)).all()}
    for match, written in facts.items():
        there = text("UPDATE league_taken SET facts = CAST(:facts AS JSON) WHERE match = :match")
        if session.get_bind().dialect.name == "sqlite":
            there = text("UPDATE league_taken SET facts = :facts WHERE match = :match")
        session.execute(there, {"facts": written, "match": match})
    session.commit()
    assert facts
    assert derive.rebuild(session, club.id) == 0


@pytest.mark.left_to_soak
@pytest.mark.parametrize(
    ("migrated_url", "rules"), on_both([{}, {"preset": "club"}], [{}]), indirect=["migrated_url"]
)
def test_a_derivation_that_stops_after_every_step_comes_to_the_same(
    session: Session, monkeypatch: pytest.MonkeyPatch, rules: dict[str, Any]
) -> None:
    """Years that were over when it stopped are told whole, and corrected when it goes through them again."""
    monkeypatch.setattr(derive, "FIRST_BATCH", 3)
    club = Club(session, **rules)
    for number in range(30):
        club.play("abcdefgh"[number % 4 : number % 4 + 4], (number % 2,), (151, number), day=25 * number)
    for winner in (0, 1):
        club.correct("m1", winner)
        while (done := derive.step(session, club.id, 0.0)).left:
            assert done.worked, "another process works on it"
            session.commit()
        assert year_book.yearbook(session, club.id, 2026).matches == 15
        assert year_book.yearbook(session, club.id, 2026).players == 7
        assert derive.rebuild(session, club.id) == 0


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_rebuild_that_was_interrupted_goes_on_and_pages_show_the_old_figures(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derive, "FIRST_BATCH", 5)  # the batches grow with the speed of the machine
    club = busy(session)
    club.derive()
    before = ranked_rows.list_standings(session, club.id, "")
    deriver = derive.Deriver(session, club.id)
    with deriver.hold_lease() as ours:
        assert ours
        deriver.begin(anew=True)
        for _ in range(2):
            assert deriver.advance()
    state = ranked_rows.find_state(session, club.id)
    assert (state.updating, state.phase, state.total) == (True, "matches", 40)
    assert 0 < state.done < 40
    assert ranked_rows.list_standings(session, club.id, "") == before
    [current, built] = editions.list_models(session, club.id)
    club.correct("m1", 1, (3, 151))
    assert derive.rebuild(session, club.id) is not None
    [now] = editions.list_models(session, club.id)
    assert (now.id, now.current) == (built.id, True)
    assert current.id != now.id
    assert not ranked_rows.find_state(session, club.id).updating
    assert ranked_rows.list_standings(session, club.id, "") != before


def test_a_correction_stands_in_the_table_before_the_ratings_behind_it_have_followed(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed in between goes on, and the correction tells of every rating that moved."""
    monkeypatch.setattr(derive, "FIRST_BATCH", 7)
    monkeypatch.setattr(derive, "MAX_BATCH", 7)
    club = busy(session)
    club.derive()
    before = {one.player: one.rating for one in player_figures.list_ratings(session, club.id).items}
    club.correct("m3", 1, (3, 151))
    deriver = derive.Deriver(session, club.id)
    with deriver.hold_lease():
        deriver.advance()
        table = ranked_rows.list_standings(session, club.id, "")
        states = [ranked_rows.find_state(session, club.id)]
        deriver.advance()
        states.append(ranked_rows.find_state(session, club.id))
    assert [(one.updating, one.only_ratings, one.phase) for one in states] == [(True, True, "order")] * 2
    assert states[1].version > states[0].version
    assert states[1].done == 7
    club.derive()
    assert ranked_rows.list_standings(session, club.id, "") == table
    assert not ranked_rows.find_state(session, club.id).only_ratings
    after = {one.player: one.rating for one in player_figures.list_ratings(session, club.id).items}
    [revision] = change_log.revisions_of(session, club.id, "m3")
    moved = {player: (before[player].shown, after[player].shown) for player in before}
    assert revision.ratings == {player: pair for player, pair in moved.items() if pair[0] != pair[1]}
    assert derive.rebuild(session, club.id) == 0


def test_two_never_derive_the_same_league_and_a_dead_one_keeps_none_out(
    session: Session, sessions: sessionmaker[Session]
) -> None:
    club = busy(session, 4)
    with sessions() as other:
        holding = editions.Lease(other, club.id)
        assert holding.take()
        assert derive.step(session, club.id) == derive.Progress("", 0, 0, left=True, worked=False)
        assert derive.rebuild(session, club.id) is None
        past = editions.clock.now() - editions.LEASE_LASTS
        session.execute(update(LEASE).values(until=past))
        session.commit()
        assert not derive.step(session, club.id, 60.0).left
        with pytest.raises(editions.LeaseLostError):
            holding.write(lambda: None)


@pytest.mark.soak
@pytest.mark.parametrize("back", [timedelta(hours=3), timedelta(days=365)])
def test_a_clock_that_goes_back_does_not_lengthen_a_dead_one_s_lease(
    session: Session, sessions: sessionmaker[Session], back: timedelta
) -> None:
    club = busy(session, 1)
    with sessions() as other:
        assert editions.Lease(other, club.id, lambda: editions.clock.now() + back).take()
    assert editions.Lease(session, club.id).take()


@pytest.mark.left_to_soak(but_one_in=2)
def test_what_moves_on_while_it_is_worked_out_is_worked_out_again(
    session: Session, sessions: sessionmaker[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = busy(session, 6)
    club.derive()
    club.correct("m2", 1, (9, 151))
    real, meddled = derive.work_out, []

    def meddle(*given: Any) -> Any:
        found = real(*given)
        if not meddled:
            meddled.append(True)
            with sessions() as other:
                theirs = Club.__new__(Club)
                theirs.session, theirs.id = other, club.id
                Club.correct(theirs, "m2", 0, (151, 11))
        return found

    monkeypatch.setattr(derive, "work_out", meddle)
    club.derive()
    found = match_rows.find_result(session, club.id, "m2")
    assert found.totals == (151, 11)


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_request_leaves_long_work_to_the_keeper(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derive, "SMALL", 5)
    club = busy(session, 30)
    progress = derive.step(session, club.id, 60.0, small=True)
    assert progress.left
    club.derive()
    assert not derive.step(session, club.id).left


@pytest.mark.left_to_soak(but_one_in=2)
def test_other_rules_are_followed_by_a_new_model(session: Session) -> None:
    club = busy(session, 10)
    club.derive()
    first = editions.current_model(session, club.id)
    club.rules(win=3)
    assert ranked_rows.find_state(session, club.id).updating
    club.derive()
    second = editions.current_model(session, club.id)
    assert first.id != second.id
    rows = ranked_rows.list_standings(session, club.id, "").items
    assert rows[0].row.value == 3 * rows[0].row.counting.wins


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_model_of_another_edition_of_the_program_is_rebuilt(session: Session) -> None:
    club = busy(session, 4)
    club.derive()
    assert derive.leagues_to_derive(session) == []
    session.execute(update(MODEL).values(edition=0))
    session.commit()
    assert derive.leagues_to_derive(session) == [club.id]
    club.derive()
    [model] = editions.list_models(session, club.id)
    assert model.edition == editions.EDITION


def test_the_keeper_derives_all_that_waits_and_survives_what_cannot_be_derived(
    session: Session, sessions: sessionmaker[Session]
) -> None:
    broken, sound = busy(session, 2), busy(session, 2)
    session.execute(
        update(LeagueMatchRow).where(LeagueMatchRow.league_id == broken.id).values(result={"nonsense": True})
    )
    session.commit()
    stopped = threading.Event()
    thread = threading.Thread(target=keeper.keep, args=(sessions, stopped.is_set, stopped.wait))
    thread.start()
    try:
        until = time.monotonic() + 240
        while derive.leagues_to_derive(session) != [broken.id] and time.monotonic() < until:
            session.commit()
            time.sleep(0.02)
        assert derive.leagues_to_derive(session) == [broken.id]
    finally:
        stopped.set()
        thread.join()
    assert len(ranked_rows.list_standings(session, sound.id, "").items) == 5


@pytest.mark.left_to_soak(but_one_in=2)
def test_the_command_line_derives_and_rebuilds(
    session: Session,
    migrated_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", migrated_url)
    monkeypatch.setattr(league_keeping, "OFTEN", 0.0)  # as where every step takes longer than that
    club = busy(session, 5)
    assert cli.main(["league", "derive"]) == 0
    assert not ranked_rows.find_state(session, club.id).updating
    session.commit()
    capsys.readouterr()
    assert cli.main(["league", "rebuild"]) == 0
    assert "is rebuilt from its matches." in capsys.readouterr().out
    engine = create_engine(migrated_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE league_played SET shown = shown + 1")
    engine.dispose()
    assert cli.main(["league", "rebuild", "--hurry"]) == 0
    assert "rows are not as they were shown" in capsys.readouterr().out
    assert cli.main(["league", "rebuild", "nothing"]) == 1
    assert "nothing" in capsys.readouterr().err
