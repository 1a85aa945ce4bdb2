"""What is done with hostile documents, by every way in: a function a way, which prepares the work and returns it."""

import io
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.cli import adjudicate, main, verify
from scorekeeper.cli import score as score_command
from scorekeeper.cli.answering import answer_lines, answer_raw
from scorekeeper.games import GAMES, rule, score
from scorekeeper.store.leagues.exchange import imports, uploads
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log.access import Who, find_access
from scorekeeper.web.site.database import session
from tests.trust.worst_documents import GOOD, match

PATIENCE = 200.0
"""Seconds for what comes before the work that is measured."""
LOADED = [list(GAMES.values()), adjudicate, verify, score_command]
"""What every process has before its work begins."""
Work = Callable[[], bytes]
FIRST = b"the first event"
"""Stands in a record for the UUID of the match's opening."""
PAGES = (
    "",
    "/print",
    "/print?size=a6",
    "/picture.svg",
    "/result",
    "/tv",
    "/export.json",
    "/row/2",
    "/more",
    "/proof",
    "/record.jsonl",
)
"""What is made from a match when it is looked at, its sheet first."""
SMALL = match("kani", GOOD["kani"], 2)


def prepare_scoring(given: bytes) -> Work:
    """The sheet of a match document, as ``scorekeeper score --json`` makes it."""
    return lambda: answer_raw(given, score, None)[0]


def prepare_ruling(given: bytes) -> Work:
    """The ruling on a question document."""
    return lambda: answer_raw(given, rule, None)[0]


def prepare_scoring_of_lines(given: bytes) -> Work:
    """The sheets of many match documents, one a line."""

    def score_lines() -> bytes:
        out = io.BytesIO()
        answer_lines(io.BytesIO(given), out, score)
        return out.getvalue()

    return score_lines


def prepare_verifying(given: bytes, ending: str) -> Work:
    """What ``scorekeeper verify`` says of a file whose name ends so."""
    file = Path(tempfile.mkdtemp(), f"file{ending}")
    file.write_bytes(given)

    def verify_file() -> bytes:
        said = sys.stdout = io.StringIO()
        main(["verify", str(file)])
        return said.getvalue().encode()

    return verify_file


def _client(database: str) -> tuple[FlaskClient, str]:
    """A browser at a server of its own, whose database is a copy of this file, and the token of its forms."""
    file = shutil.copy(database, tempfile.mkdtemp())
    url = f"sqlite:///{file}"
    app = create_app({"SECRET_KEY": b"k" * 32, "SQLALCHEMY_DATABASE_URI": url, "PROPAGATE_EXCEPTIONS": False})
    client = app.test_client(database)
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/start/kani").get_data(as_text=True))
    assert found
    return client, found[1]


def prepare_import(given: bytes, database: str) -> Work:
    """A match that is brought in: the page that follows, or the one that says what is wrong."""
    client, token = _client(database)

    def import_match() -> bytes:
        answer = client.post("/import", data={"csrf_token": token, "file": (io.BytesIO(given), "match.json")})
        assert answer.status_code in (303, 422), answer.status
        return answer.data

    return import_match


def prepare_page(given: bytes, database: str, path: str) -> Work:
    """A page of a match that was brought in."""
    client, token = _client(database)
    answer = client.post("/import", data={"csrf_token": token, "file": (io.BytesIO(given), "match.json")})
    assert answer.status_code == 303, answer.get_data(as_text=True)[-3000:]
    where = answer.headers["Location"].partition("?")[0] + path

    def open_page() -> bytes:
        answer = client.get(where, headers={"Accept-Language": "bg"})
        assert answer.status_code == 200, answer.status
        return answer.data

    return open_page


def prepare_proof(given: bytes, database: str) -> Work:
    """A record that is compared with a match of two deals."""
    client, token = _client(database)
    answer = client.post("/import", data={"csrf_token": token, "file": (io.BytesIO(SMALL), "match.json")})
    where = answer.headers["Location"].partition("?")[0] + "/proof"
    given = given.replace(FIRST, _first_event(client, where))

    def compare_record() -> bytes:
        answer = client.post(where, data={"csrf_token": token, "file": (io.BytesIO(given), "record.jsonl")})
        assert answer.status_code in (200, 413, 422), answer.status
        return answer.data

    return compare_record


def _first_event(client: FlaskClient, where: str) -> bytes:
    """The UUID by which a record is known to be of this match."""
    lines = client.get(where.removesuffix("proof") + "record.jsonl").data.splitlines()
    return str(json.loads(lines[1])["uuid"]).encode()


def prepare_post(given: bytes, database: str, path: str) -> Work:
    """A document sent to the API, answered in Bulgarian, whose letters take two bytes."""
    client, _token = _client(database)

    def post_document() -> bytes:
        answer = client.post(f"/api/v1{path}?lang=bg", data=given, content_type="application/json")
        assert answer.status_code in (200, 400, 413, 422), answer.status
        return answer.data

    return post_document


def prepare_address(given: bytes, database: str) -> Work:
    """An address that is asked for."""
    client, _token = _client(database)

    def open_address() -> bytes:
        answer = client.get(given.decode())
        assert answer.status_code < 500, answer.status
        return answer.data

    return open_address


def prepare_upload(given: bytes, database: str, page: str, account: str, kind: str) -> Work:
    """A file that an organiser hands in to a league, until its items are stored."""
    client, token = _client(database)
    client.set_cookie("account", account)

    def hand_in() -> bytes:
        values = {
            "csrf_token": token,
            "uuid": str(uuid4()),
            "kind": kind,
            "file": (io.BytesIO(given), "file"),
        }
        answer = client.post(page, data=values)
        assert answer.status_code in (303, 422), answer.status
        return answer.data

    return hand_in


def prepare_export(given: bytes, database: str, page: str, account: str, kind: str, path: str) -> Work:
    """What leaves a league at an address, after a file has come in and its tables are derived."""
    client, _token = _client(database)
    client.set_cookie("account", account)
    league = page.split("/")[2]
    with client.application.app_context():
        access = find_access(session(), league, Who(1))
        key = uploads.receive_upload(session(), access, uuid=str(uuid4()), kind=kind, body=given)
        imports.begin_import(session(), access, key)
        done = imports.continue_import(session(), access, key, budget=PATIENCE)
        assert done.state == uploads.DONE, (done.state, done.problems)
        while derive.step(session(), access.league.id, PATIENCE).left:
            continue

    def open_export() -> bytes:
        answer = client.get(f"/leagues/{league}/{path}")
        assert answer.status_code == 200, answer.status
        return answer.data

    return open_export
