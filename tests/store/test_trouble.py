"""What PostgreSQL cannot do just now, and machines that change places under the server."""

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorekeeper.store.engine import make_engine, session_factory
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.trouble import BUSY, FULL, GONE, trouble
from tests import ledgers
from tests.cases import case, cases
from tests.databases import connect

pytestmark = pytest.mark.long


@cases(
    "state, kind",
    case("its disk is full", "53100", FULL),
    case("its connections have run out", "53300", BUSY),
    case("it is being stopped", "57P01", BUSY),
    case("a statement took too long", "57014", BUSY),
    case("it only reads", "25006", BUSY),
    case("a transaction waited too long for its next statement", "25P03", BUSY),
    case("a transaction took too long", "25P04", BUSY),
    case("two writers waited for each other", "40P01", BUSY),
    case("its disk fails", "58030", GONE),
    case("a page of it is damaged", "XX001", GONE),
    case("a mistake of ours", "42601", None),
)
def test_what_postgresql_cannot_do_just_now_is_no_mistake_of_the_program(
    postgres_url: str, state: str, kind: str | None
) -> None:
    engine = make_engine(postgres_url)
    with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(text(f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$"))
    engine.dispose()
    assert trouble(raised.value) == kind


def test_a_machine_that_only_reads_by_now_is_left_for_the_one_in_its_place(
    fresh_postgres_database: str, postgres_url: str
) -> None:
    url = fresh_postgres_database
    upgrade(url)
    name = url.rpartition("/")[2].partition("?")[0]
    sessions = session_factory(url)

    def write() -> Any:
        with sessions() as session:
            return ledgers.open_match(session, "kani", ["Ana", "Eva", "Ina", "Ona"])

    with connect(postgres_url) as admin:
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        with pytest.raises(DBAPIError) as raised:
            write()
        assert trouble(raised.value) == BUSY
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
    assert write().public_id
    sessions.kw["bind"].dispose()


def test_a_machine_that_is_gone_without_a_word_is_not_waited_for_without_end(postgres_url: str) -> None:
    own = f"{postgres_url}&connect_timeout=3"
    for url, seconds in ((postgres_url, "10"), (own, "3")):
        engine = make_engine(url)
        with engine.connect() as connection:
            told = connection.connection.driver_connection.info.get_parameters()  # type: ignore[union-attr]
        engine.dispose()
        assert (told["connect_timeout"], told["tcp_user_timeout"]) == (seconds, "60000")
