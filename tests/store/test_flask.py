"""Flask's sessions and plain ones open the database the same way."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.store.db import db
from scorekeeper.store.match import ledger
from scorekeeper.store.migrate import upgrade
from tests import ledgers
from tests.store.conftest import NAMES, kani

pytestmark = pytest.mark.long


def test_requests_that_read_before_they_write_lose_nothing(database_url: str) -> None:
    upgrade(database_url)
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = database_url
    db.init_app(app)
    with app.app_context():
        match = ledgers.open_match(db.session(), "kani", NAMES)

    def request(_: int) -> int:
        tries = 0
        uuid = str(uuid4())
        while True:
            with app.app_context():
                session, tries = db.session(), tries + 1
                seen = ledger.seq_of(session, match.public_id)
                assert seen is not None
                try:
                    ledger.append(
                        session,
                        match.public_id,
                        seen=seen,
                        uuid=uuid,
                        kind="recorded",
                        body={"entry": kani("pass")},
                    )
                except ledger.Stale:
                    continue
                return tries

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(request, range(30)))
    with app.app_context():
        table_match = ledger.load(db.session(), match.public_id)
        assert [event.seq for event in table_match.events] == list(range(1, 32))
        if db.engine.dialect.name == "sqlite":
            with db.engine.connect() as connection:
                assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
                assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        db.engine.dispose()
