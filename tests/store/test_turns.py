"""Writers of an SQLite database take turns, and none waits for ever."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.store.engine import make_engine, tune_engine
from scorekeeper.store.transactions import begin_write, in_one_write
from scorekeeper.store.turns import SUFFIX, turn_of

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="a phone has one writer")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with one table."""
    file = tmp_path / "turns.db"
    engine = make_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE written (who INTEGER)"))
    engine.dispose()
    return file


@pytest.fixture
def engine(file: Path) -> Iterator[Engine]:
    """Its writers wait half a second."""
    engine = tune_engine(create_engine(f"sqlite:///{file}"), patience=500)
    yield engine
    engine.dispose()


def write(engine: Engine, who: int = 1) -> None:
    with Session(engine) as session:
        in_one_write(session, lambda: session.execute(text(f"INSERT INTO written VALUES ({who})")))


def is_free(file: Path, patience: float = 2.0) -> bool:
    """Whether the turn can be had; one who gave up waiting for it may have it for a moment."""
    try:
        with turn_of(file, patience):
            return True
    except sqlite3.OperationalError:
        return False


def test_a_turn_lasts_as_long_as_its_transaction(engine: Engine, file: Path) -> None:
    with Session(engine) as session:
        begin_write(session)
        assert not is_free_elsewhere(file)
        session.commit()
        assert is_free(file)
        begin_write(session)
        session.rollback()
        assert is_free(file)


def is_free_elsewhere(file: Path) -> bool:
    """Asked in another thread: this one has its turn."""
    found: list[bool] = []
    asking = threading.Thread(target=lambda: found.append(is_free(file, patience=0.0)))
    asking.start()
    asking.join()
    return found[0]


def test_who_only_reads_waits_for_no_one(engine: Engine, file: Path) -> None:
    with turn_of(file, 0.0), Session(engine) as session:
        assert session.execute(text("SELECT count(*) FROM written")).scalar() == 0


def test_a_turn_is_given_back_where_the_transaction_cannot_begin(engine: Engine, file: Path) -> None:
    with sqlite3.connect(file, isolation_level=None) as other:  # knows nothing of turns
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            write(engine)
        assert is_free(file)
    other.close()


def test_a_thread_does_not_wait_for_itself(engine: Engine) -> None:
    with Session(engine) as session:
        begin_write(session)
        with pytest.raises(RuntimeError, match="writes already"):
            write(engine)
        session.rollback()
    write(engine)


def hold(file: Path, ready: multiprocessing.synchronize.Event) -> None:
    with turn_of(file, 5.0):
        ready.set()
        time.sleep(60)


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(("sent", "comes"), [(signal.SIGSTOP, False), (signal.SIGKILL, True)])
def test_who_waits_for_a_process_that_stands_still_is_told_and_one_that_died_holds_nothing(
    engine: Engine, file: Path, sent: signal.Signals, comes: bool
) -> None:
    forking = multiprocessing.get_context("fork")
    ready = forking.Event()
    holder = forking.Process(target=hold, args=(file, ready))
    holder.start()
    assert ready.wait(10)
    assert holder.pid is not None
    os.kill(holder.pid, sent)
    try:
        if comes:
            write(engine)
        else:
            with pytest.raises(OperationalError, match="locked"):
                write(engine)
    finally:
        holder.kill()
        holder.join()
    write(engine)
    with Session(engine) as session:
        assert session.execute(text("SELECT count(*) FROM written")).scalar() == 1 + comes


def test_the_lock_of_a_connection_from_before_a_fork_is_the_parent_s(engine: Engine, file: Path) -> None:
    """A child that inherits a connection opens the lock anew."""
    write(engine)
    with Session(engine) as session:
        begin_write(session)
        child = os.fork()
        if child == 0:
            os._exit(0 if not is_free_elsewhere(file) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert not is_free_elsewhere(file), "the child that ended has not given the parent's turn back"


@pytest.mark.usefixtures("processes")
def test_eight_writers_of_two_processes_all_come_to_their_turn(engine: Engine, file: Path) -> None:
    def write_often(own: Engine) -> None:
        for number in range(20):
            write(own, number)

    def work() -> None:
        own = make_engine(f"sqlite:///{file}")
        threads = [threading.Thread(target=write_often, args=(own,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        own.dispose()

    forking = multiprocessing.get_context("fork")
    writers = [forking.Process(target=work) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with Session(engine) as session:
        assert session.execute(text("SELECT count(*) FROM written")).scalar() == 160
    assert file.with_name(file.name + SUFFIX).stat().st_mode & 0o077 == 0, "the owner's alone"
