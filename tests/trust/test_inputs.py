"""Too deep, too large, too slow, too clever: a clear sentence each time, never a failure, and nothing written."""

import gzip
import io
import json
import socket
import time
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.documents import match_document
from tests.trust.servers import Server, open_matches
from tests.trust.world import Visitor, World, address

pytestmark = pytest.mark.long

MATCH = match_document(
    "kani", ["Ana", "Þórdís", "Iñaki", "Георги"], [], rules={"preset": "icelandic"}, first_dealer=0
)
LONG = 30.0
"""Seconds: far more than anything here takes, far less than what it would take if it were tried."""
DEEP = "[" * 100_000
PATTERNS = (
    "a" * 50_000 + "!",
    " " * 50_000 + "x",
    "\t" * 50_000 + "x",
    "0" * 50_000 + "x",
    "-" * 50_000,
    "(" * 20_000,
    "é" * 20_000,
    "=" * 50_000 + "&",
    "7H " * 20_000,
    "\u0301" * 20_000,
    "١" * 5_000,
)


def zip_bomb() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("match.json", b"0" * 50_000_000)
    return target.getvalue()


def name_file(name: str) -> str:
    return json.dumps({**MATCH, "players": [name, "B", "C", "D"]})


DOCUMENTS: dict[str, str | bytes] = {
    "nested lists": DEEP,
    "nested lists in a match": json.dumps(MATCH)[:-1] + ', "note": ' + DEEP + "]" * 100_000 + "}",
    "nested objects": '{"a":' * 50_000,
    "a name of a megabyte": name_file("N" * 1_000_000),
    "a name of combining marks": name_file("a" + "\u0301" * 400_000),
    "a number of a megabyte": '{"first_dealer": ' + "9" * 1_000_000 + "}",
    "no number at all": '{"first_dealer": NaN}',
    "an infinite number": '{"first_dealer": 1e999999}',
    "a great many entries": json.dumps({**MATCH, "entries": [{"kind": "deal", "bid": "pass"}] * 40_000}),
    "a great many keys": json.dumps({**MATCH, **{f"k{n}": n for n in range(100_000)}}),
    "half a surrogate": '{"game": "\\ud800"}',
    "a nul": name_file("A\0na"),
    "half a document": json.dumps(MATCH)[:-20],
    "from the future": json.dumps({**MATCH, "format": "scorekeeper-match/2"}),
    "gzip": gzip.compress(json.dumps(MATCH).encode()),
    "a gzip bomb": gzip.compress(b"0" * 50_000_000),
    "a zip bomb": zip_bomb(),
    "another encoding": json.dumps(MATCH).encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
}


@pytest.fixture
def visitor(world: World) -> Visitor:
    world.put_back()
    return Visitor(world)


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_hostile_document_is_refused_in_words(world: World, visitor: Visitor, name: str) -> None:
    document, before, began = DOCUMENTS[name], world.contents(), time.monotonic()
    raw = document if isinstance(document, bytes) else document.encode("utf-8", "surrogatepass")
    taken = visitor.client.post(
        "/import", data={"csrf_token": visitor.token, "file": (io.BytesIO(raw), "match.json")}
    )
    assert taken.status_code in (413, 422), taken.status_code
    if isinstance(document, str):
        pasted = visitor.client.post("/import", data={"csrf_token": visitor.token, "document": document})
        assert pasted.status_code in (413, 422)
    scored = visitor.client.post("/api/v1/score", data=raw)
    assert scored.status_code in (400, 413, 422)
    errors = scored.get_json()["errors"]
    assert errors
    assert not [error for error in errors[:50] if not (error["message"] and len(error["message"]) < 1000)]
    assert len(scored.get_data()) < 2_000_000
    assert visitor.client.post("/api/v1/rulings", data=raw).status_code in (400, 413, 422)
    assert world.contents() == before
    assert time.monotonic() - began < LONG


def test_ten_megabytes_are_too_much_for_every_form(world: World, visitor: Visitor) -> None:
    before, large = world.contents(), "N" * 10_000_000
    for where in (
        "/import",
        "/start/kani",
        address(world, "POST match.names"),
        "/account/new",
        "/api/v1/score",
    ):
        answer = visitor.client.post(
            where, data={"csrf_token": visitor.token, "name": large, "name-0": large}
        )
        assert answer.status_code == 413, where
        said = answer.get_data(as_text=True)
        assert "too much at once" in said or "at most 4 megabytes" in said
    assert world.contents() == before


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("number", range(len(PATTERNS)))
def test_strings_that_would_keep_a_pattern_busy_do_not(world: World, visitor: Visitor, number: int) -> None:
    hostile, before, began = PATTERNS[number], world.contents(), time.monotonic()
    short = hostile[:3000]
    for name, fields in (
        ("POST match.names", ("name-0", "name-1")),
        ("POST match.describe", ("place", "note", "date")),
        ("POST match.record", ("bid", "tricks", "note", "called", "calls", "seen", "uuid")),
        ("POST starting.start", ("name-0", "target", "first_dealer")),
        ("POST accounts.new", ("name", "password")),
        ("POST accounts.recover", ("name", "code")),
        ("POST desk.ask", ("hand", "trick", "trump")),
    ):
        answer = visitor.ask(name, address(world, name), **dict.fromkeys(fields, hostile))
        assert answer.status_code < 500, name
    headers = {
        "Accept-Language": short,
        "Accept-Encoding": short,
        "If-None-Match": short,
        "Cookie": f"tz={short}",
    }
    try:
        assert visitor.client.get(address(world, "GET match.sheet"), headers=headers).status_code in (
            200,
            304,
        )
    except (UnicodeEncodeError, ValueError):
        assert not hostile.isascii() or "\t" in hostile or "\n" in hostile
    assert world.contents() == before
    assert time.monotonic() - began < LONG


def test_a_ruling_that_unfolds_to_megabytes_is_no_page(world: World, visitor: Visitor) -> None:
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    bomb = squeezed.compress(b'["' + b"0" * 5_000_000 + b'"]') + squeezed.flush()
    code = urlsafe_b64encode(bomb).decode().rstrip("=")
    nested = urlsafe_b64encode(zlib.compress(b"[" * 4000, 9)[2:-4]).decode().rstrip("=")
    for said in (code, code[:3000], nested, "A" * 9000, ".", "." + "A" * 22, ".." * 50):
        assert visitor.client.get(f"/ruling/{said}").status_code == 404


HOSTS = (
    "..",
    "x" * 300,
    "a b",
    "[::1",
    "a:99999",
    'a"><script>alert(1)</script>',
    "é.example",
    "a:b:c",
    "",
    ".",
    "a\tb",
)


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_none_is_refused_or_ignored_but_never_a_failure(
    world: World, visitor: Visitor, host: str
) -> None:
    for name in (
        "GET match.share",
        "GET match.result",
        "GET match.qr",
        "GET home.home",
        "GET accounts.sign_in",
    ):
        answer = visitor.client.get(address(world, name), headers={"Host": host})
        assert answer.status_code in (200, 400, 421), name
        assert "<script>alert" not in answer.get_data(as_text=True)
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "alert" not in answer.headers["Content-Security-Policy"]


def test_json_for_our_own_scripts_is_bounded_too(world: World, visitor: Visitor) -> None:
    before = world.contents()
    headers = {"X-CSRFToken": visitor.token, "Content-Type": "application/json"}
    bodies: list[Any] = [
        DEEP,
        "null",
        "[]",
        '"x"',
        "{",
        '{"inputs": []}',
        '{"inputs": {"bid": "x"}}',
        '{"inputs": {"bid": [1]}}',
        json.dumps({"inputs": {f"n{n}": ["x"] for n in range(5000)}}),
        json.dumps({"inputs": {"bid": ["x" * 90_000]}}),
        '{"draft": 1}',
        '{"inputs": {"bid": ["7"]}, "version": -1, "part": "bid"}',
        "x" * 200_000,
        b"\xff\xfe",
        '{"inputs": {}, "part": "bid", "version": 1e99}',
        '{"inputs": {}, "draft": "' + "é" * 9000 + '"}',
    ]
    for name in ("part", "preview", "record", "empty", "aside"):
        where = address(world, f"POST match.draft_{name}")
        for body in bodies:
            answer = visitor.client.post(where, data=body, headers=headers)
            assert answer.status_code in (200, 303, 400, 409, 413, 422), (name, str(body)[:60])
    assert world.contents() == before


def test_uploads_that_are_cut_or_squeezed_are_told_so(world: World, visitor: Visitor) -> None:
    before = world.contents()
    line = "multipart/form-data; boundary=line"
    part = f'--line\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{visitor.token}\r\n'
    for body, kind in (
        (part + '--line\r\nContent-Disposition: form-data; name="document"\r\n\r\n{"game"', line),
        (part[:40], line),
        ("no boundary here", "multipart/form-data"),
        (part * 4000, line),
        ("&".join(f"a{n}=1" for n in range(9000)), "application/x-www-form-urlencoded"),
    ):
        answer = visitor.client.post("/import", data=body, content_type=kind)
        assert answer.status_code in (400, 413, 422), body[:60]
    squeezed = gzip.compress(json.dumps(MATCH).encode())
    answer = visitor.client.post("/api/v1/score", data=squeezed, headers={"Content-Encoding": "gzip"})
    assert answer.status_code == 400
    assert world.contents() == before


# --- slow ones, on a real server ------------------------------------------------------------------


def send_slowly(server: Server, text: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    connection.sendall(text.encode())
    return connection


SLOW: dict[str, Callable[[str], str]] = {
    "a body that does not come": lambda path: (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na=1"
    ),
    "a head that does not end": lambda path: f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n",
}


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_more_slow_callers_than_threads_do_not_keep_the_others_waiting_for_long(tmp_path: Path) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/scorekeeper.db", workers=2)
    server.before = "import scorekeeper.server.worker as worker; worker.PATIENCE = 1.0"
    server.start()
    held = []
    try:
        [match] = open_matches(server.url, server.key)
        for say in SLOW.values():
            held += [send_slowly(server, say("/import")) for _ in range(6)]
        began = time.monotonic()
        for connection in held[:4]:
            with suppress(ConnectionError):  # refused already
                connection.sendall(b"b")  # a byte now and then buys no time
        good = send_slowly(
            server, f"GET {match.path('watch')} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        assert good.recv(20).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - began < LONG
        for connection in held:
            answer = b""
            with suppress(ConnectionError):  # hung up on what was still being said
                answer = connection.recv(100)
            assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 3")), answer
        good.close()
    finally:
        for connection in held:
            connection.close()
        said = server.stop()
    assert "Traceback" not in said
    assert "failure" not in said
