"""What a real server writes down: every request by its route, every failure by its place, no name, no link."""

import http.client
import json
import socket
import sqlite3
import time
from pathlib import Path

import pytest

from scorekeeper.host import log_lines
from tests.cases import cases
from tests.trust.servers import NAMES, Opened, Phone, Server, open_matches

NOTE = "Ana owes Iñaki a beer"
PASSWORD = "lau karta eskuan"
TICKET = "Q" * 43


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("how", ["json", ""])
@pytest.mark.usefixtures("processes")
def test_a_real_run_writes_down_no_name_no_link_and_no_token(tmp_path: Path, how: str) -> None:
    url = f"sqlite:///{tmp_path}/scorekeeper.db"
    server = Server(tmp_path, url, workers=2, SCOREKEEPER_LOG=how).start()
    try:
        [match] = open_matches(url, server.key)
        cookies = visit(server, match)
        send_malformed(server.port, match)
        break_and_visit(tmp_path, server, match)
    finally:
        said = server.stop()
    secrets = [*NAMES, NOTE, "beer", PASSWORD, TICKET, match.public_id, *cookies, "Vera Ivanova"]
    secrets += [match.path(kind).rpartition("/")[2][1:] for kind in ("watch", "score", "owner")]
    assert [secret for secret in secrets if secret in said] == []
    callers = [
        line
        for line in said.splitlines()
        if "127.0.0.1" in line.replace(f"http://127.0.0.1:{server.port}", "")
    ]
    assert callers == [], "no address either"
    assert "Invalid request from ip=…: " in said
    assert "OperationalError" in said, "the failure is told"
    assert "/m/<public_id>/<link>" in said
    if how == "json":
        check_lines(said)
    else:
        assert "Traceback" not in said


def visit(server: Server, match: Opened) -> list[str]:
    """What people do, well and badly; the cookies that they were given."""
    phone = Phone(server.port, match)
    phone.open()
    assert phone.record(NOTE, "00000000-0000-4000-8000-000000000001", 1).status == 303
    for path in (
        f"{match.path('watch')}x",
        f"/account/in/{TICKET}",
        f"/nowhere/{TICKET}?name=Ana",
        "/?next=Ana",
    ):
        phone.ask("GET", path)
    said = f"csrf_token={phone.token}&name=Vera+Ivanova&password={PASSWORD.replace(' ', '+')}"
    assert phone.ask("POST", "/account/sign-in", said)[0] == 422
    phone.hang_up()
    return [value for value in phone.cookies.values() if len(value) > 10] + [phone.token]


def send_malformed(port: int, match: Opened) -> None:
    """Requests that the server beneath refuses by itself, with a link in them."""
    for line in (
        f"GET {match.path('owner')}\x01 HTTP/9.9\r\n\r\n",
        f"G{{}}T {match.path('owner')} HTTP/1.1\r\n\r\n",
        f"POST {match.path('owner')} HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        f"GET {match.path('owner')} HTTP/1.1\r\nHost : {NAMES[0]}\r\nBad\x00Header: {NOTE}\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
            connection.sendall(line.encode())
            connection.settimeout(10)
            try:
                connection.recv(1000)
            except OSError:
                continue


def break_and_visit(folder: Path, server: Server, match: Opened) -> None:
    """A failure inside, in the middle of a match: a column that the program reads is not there any more."""
    database = sqlite3.connect(folder / "scorekeeper.db", timeout=30)
    database.execute("ALTER TABLE event RENAME COLUMN kind TO sort")
    database.execute("UPDATE match SET pulse = pulse + 1")
    database.commit()
    database.close()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", match.path("watch"))
    assert connection.getresponse().status == 500
    connection.close()
    time.sleep(0)  # the line was written before the answer


def check_lines(said: str) -> None:
    """Every line after the address is JSON; requests and failures say what the docs promise."""
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    requests = [line for line in lines if line["event"] == "request"]
    recorded = next(
        line
        for line in requests
        if line["route"] == "/m/<public_id>/<link>/record/<kind>" and line["method"] == "POST"
    )
    assert set(recorded) == {"at", "level", "worker", "event", "method", "route", "status", "ms", "bytes"}
    assert recorded["status"] == 303
    assert any(line["route"] is None and line["status"] == 404 for line in requests), requests
    failure = next(line for line in lines if line["event"] == "failure")
    assert failure["route"] == "/m/<public_id>/<link>"
    assert any("match" in place or "ledger" in place for place in failure["where"]), failure["where"]


@cases(
    "said, shown",
    ("Error handling request /m/abcd/oXYZ/record/deal?x=Ana", "Error handling request /m/…?…"),
    ("at https://scores.example/account/in/abcdef now", "at /account/in/… now"),
    ("GET /leagues/abc/join/secret", "GET /leagues/…"),
    ("Booting worker with pid: 12", "Booting worker with pid: 12"),
    (
        "Invalid request from ip=192.0.2.1: Invalid HTTP request line",
        "Invalid request from ip=…: Invalid HTTP request line",
    ),
    ("Invalid request from ip=2001:db8::1: 'GET /m/abcd/oXYZ'", "Invalid request from ip=…: 'GET /m/…'"),
    ("/static/style.css", "/static/style.css"),
    ("/ruling/eJyrVkrLz1eyUkpKLFKqBQA", "/ruling/…"),
)
def test_what_others_say_is_masked(said: str, shown: str) -> None:
    assert log_lines.mask(said) == shown
