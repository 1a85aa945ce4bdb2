"""Files over HTTP to a real server: as much as a page says arrives, a little more is refused in words."""

import http.client
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from sqlalchemy import insert

from scorekeeper.core.documents import MAX_BYTES as MATCH
from scorekeeper.league.files.archive import archive_lines
from scorekeeper.store import clock
from scorekeeper.store.accounts import sign_ins
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.migrate import upgrade
from scorekeeper.web.leagues.exchange.imports import MAX_BYTES
from tests.copies import make_or_copy
from tests.databases import session_on
from tests.documents import match_document
from tests.trust.servers import PATIENCE, Server

pytestmark = pytest.mark.usefixtures("processes")


class Place(NamedTuple):
    """A server, the page of a league where files are handed in, and the cookie of one of its organisers."""

    server: Server
    imports: str
    account: str


def found_league(url: str) -> tuple[str, str]:
    """A league on a database, and the token with which its owner is signed in."""
    make_or_copy(url, upgrade)
    with session_on(url) as session:
        values = {
            "name": "Vera",
            "name_key": "vera",
            "handle": str(uuid4()),
            "codes_round": 0,
            "made_at": clock.now(),
        }
        account = session.execute(insert(AccountRow).values(**values).returning(AccountRow.id)).scalar_one()
        session.commit()
        league = founding.found_league(
            session, Who(account), uuid=str(uuid4()), name="Þriðjudagur", access="private"
        )
        token = sign_ins.begin(session, account, how="password", words="a phone")
        session.commit()
    return league.public_id, token


def place(folder: Path, before: str = "") -> Place:
    url = f"sqlite:///{folder}/scorekeeper.db"
    league, token = found_league(url)
    server = Server(folder, url, workers=1)
    server.before = before
    return Place(server.start(), f"/leagues/{league}/imports", token)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = place(tmp_path_factory.mktemp("uploads"))
    yield made
    said = made.server.stop()
    assert "Traceback" not in said
    assert "failure" not in said


class Browser:
    """Hands files in as a browser does: everything is said before an answer is heard."""

    def __init__(self, here: Place, account: str | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", here.server.port, timeout=PATIENCE)
        self.cookies = {"account": here.account if account is None else account}

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, str, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        self.connection.request(method, path, body, headers | ({"Content-Type": kind} if kind else {}))
        return self.hear()

    def hear(self) -> tuple[int, str, str]:
        answer = self.connection.getresponse()
        text = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), text

    def form(self, page: str, **values: str | bytes) -> tuple[bytes, str]:
        """The form of a page with these values, ready to be sent; bytes are a file."""
        _status, _where, text = self.ask("GET", page)
        token = re.search(r'name="csrf_token" value="([^"]+)"', text)
        assert token
        said: dict[str, str | bytes] = {"csrf_token": token[1], "uuid": str(uuid4()), **values}
        parts = [
            f'--edge\r\nContent-Disposition: form-data; name="{name}"'.encode()
            + (
                b'; filename="file"\r\n\r\n' + value
                if isinstance(value, bytes)
                else b"\r\n\r\n" + value.encode()
            )
            for name, value in said.items()
        ]
        return b"\r\n".join(parts) + b"\r\n--edge--\r\n", "multipart/form-data; boundary=edge"

    def hand_in(self, page: str, **values: str | bytes) -> tuple[int, str, str]:
        return self.ask("POST", page, *self.form(page, **values))


SEASONS = 40


def archive(size: int) -> bytes:
    """An archive of so many bytes: its seasons have long stories to tell."""

    def lines(story: int, last: int) -> bytes:
        told = [story] * (SEASONS - 1) + [last]
        seasons = (
            ("season", {"id": f"s{n:02}", "name": f"S{n}", "story": "x" * much})
            for n, much in enumerate(told)
        )
        return "".join(archive_lines({"id": "a" * 12, "name": "Copy", "rules": {}}, seasons)).encode()

    much, rest = divmod(size - len(lines(0, 0)), SEASONS)
    return lines(much, much + rest)


def bg_stats(size: int) -> bytes:
    document = {
        "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Boris"}],
        "games": [{"id": 1, "name": "Belot"}],
        "plays": [
            {
                "uuid": "p",
                "gameRefId": 1,
                "playDate": "2026-11-03 20:00:00",
                "playerScores": [
                    {"playerRefId": 1, "score": "151", "winner": True},
                    {"playerRefId": 2, "score": "98", "winner": False},
                ],
            }
        ],
    }
    return pad(document, size)


def pad(document: dict[str, object], size: int) -> bytes:
    return json.dumps(document).encode().ljust(size)


def table(size: int) -> bytes:
    line = b"2026-11-03;Belot;Ana & Vera;151;Boris & Ivan;98;" + b" " * 4000 + b"\n"
    head = b"date;game;side1;total1;side2;total2;winner\n"
    return (head + line * (size // len(line))).ljust(size)


FILES = {sources.ARCHIVE: archive, sources.BG_STATS: bg_stats, sources.PAPER: table}
CALLED = {sources.ARCHIVE: "An archive", sources.BG_STATS: "An export of BG Stats", sources.PAPER: "A table"}


@pytest.mark.left_to_soak
@pytest.mark.parametrize("kind", FILES)
def test_a_file_of_the_stated_size_is_read_and_one_byte_more_is_refused(here: Place, kind: str) -> None:
    most, page = MAX_BYTES[kind], here.imports
    browser = Browser(here)
    stated = browser.ask("GET", page)[2]
    assert f"at most {most // 1_000_000} MB" in stated
    body = FILES[kind](most)
    assert len(body) == most
    status, where, text = browser.hand_in(page, file=body)
    assert (status, "/imports/" in where) == (303, True), text[-3000:]
    status, _where, text = browser.hand_in(page, file=body + b"\n")
    assert status == 422
    assert f"{CALLED[kind]} may have {most // 1_000_000} MB; this one has more." in text


@pytest.mark.parametrize("how", ["file", "document"])
def test_a_match_document_of_the_stated_size_is_read_and_one_byte_more_is_refused(
    here: Place, how: str
) -> None:
    document = match_document("kani", ["A", "B", "C", "D"], [])
    body = pad(document, MATCH)
    browser = Browser(here, "")

    def send_document(raw: bytes) -> str | bytes:
        return raw if how == "file" else raw.decode()

    assert "at most 4 MB" in browser.ask("GET", "/import")[2]
    status, where, text = browser.hand_in("/import", **{how: send_document(body)})
    assert (status, "/m/" in where) == (303, True), text[-3000:]
    status, _where, text = browser.hand_in("/import", **{how: send_document(body + b"\n")})
    assert status == 422
    assert "at most 4 megabytes" in text


@pytest.mark.parametrize("much", [67_000_000, 90_000_000])
def test_a_file_that_is_far_too_large_is_refused_by_what_it_is(here: Place, much: int) -> None:
    status, _where, text = Browser(here).hand_in(here.imports, kind=sources.ARCHIVE, file=b"0" * much)
    assert status == 413
    assert "An archive of a league: at most 64 MB." in text
    assert "Nothing was saved." in text
    status, _where, text = Browser(here, "").hand_in("/import", file=b"0" * 9_000_000)
    assert status == 413
    assert "A match document has at most 4 MB." in text


def test_who_may_hand_nothing_in_has_no_more_room_than_any_form(here: Place) -> None:
    stranger = Browser(here, "")
    body, kind = stranger.form("/import", kind=sources.ARCHIVE, file=b"0" * 9_000_000)
    status, _where, text = stranger.ask("POST", here.imports, body, kind)
    assert status == 413
    assert "A form takes at most 4 MB." in text


@pytest.mark.left_to_soak
def test_a_large_file_may_come_slowly_from_those_alone_who_may_hand_it_in(tmp_path: Path) -> None:
    slow = place(tmp_path, "import scorekeeper.server.worker as worker; worker.PATIENCE = 1.0")
    try:
        with ThreadPoolExecutor(2) as both:
            organiser = both.submit(send_slowly, slow, Browser(slow), slow.imports)
            stranger = both.submit(send_slowly, slow, Browser(slow, ""), "/import")
            assert organiser.result() == 303
            assert stranger.result() in (0, 400)
    finally:
        slow.server.stop()


def send_slowly(slow: Place, browser: Browser, page: str) -> int:
    """Hand in a file over three seconds, with the form of this page; the status, or 0 when the server hung up."""
    body, kind = browser.form(page, kind=sources.PAPER, file=table(3_000_000))
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    headers = {"Cookie": cookies, "Content-Type": kind, "Content-Length": str(len(body))}
    connection, piece = browser.connection, len(body) // 4
    connection.putrequest("POST", slow.imports)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    try:
        for at in range(0, len(body), piece):
            connection.send(body[at : at + piece])
            time.sleep(0.6)
        return browser.hear()[0]
    except OSError:
        return 0
