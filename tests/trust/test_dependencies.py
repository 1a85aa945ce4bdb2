"""What we depend on: every pinned version can be asked about, and each dependency is explained."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools import audit

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


def test_every_pin_of_the_locks_is_asked_about() -> None:
    pins = dict(audit.list_pins(ROOT))
    lines = [line for name in audit.LOCKS for line in (ROOT / name).read_text().splitlines() if "==" in line]
    names = {line.partition("==")[0].partition("[")[0] for line in lines if not line.startswith((" ", "#"))}
    assert set(pins) == names
    assert not [version for version in pins.values() if not version[0].isdigit()]
    assert len(audit.make_query(audit.list_pins(ROOT))["queries"]) == len(audit.list_pins(ROOT))


def test_an_advisory_is_told_with_its_package() -> None:
    pins = [("flask", "0.1"), ("jinja2", "3.1")]
    answer: dict[str, Any] = {"results": [{"vulns": [{"id": "PYSEC-2018-66"}]}, {}]}
    assert audit.report_advisories(pins, answer) == [
        "flask 0.1: PYSEC-2018-66  https://osv.dev/vulnerability/PYSEC-2018-66"
    ]


class Elsewhere(BaseHTTPRequestHandler):
    """A portal in a hotel: it answers every question with something else."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.server.said)  # type: ignore[attr-defined]

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def portal() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def run_audit(address: str) -> str:
    """What is said of an advisory database at this address; it ends well."""
    code = f"import tools.audit as audit; audit.ADVISORIES = {address!r}; raise SystemExit(audit.main())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/", "http://nowhere.invalid/"])
def test_without_a_network_one_sentence_says_that_nothing_was_checked(address: str) -> None:
    [said] = run_audit(address).splitlines()
    assert said.startswith("audit: nothing was checked, for api.osv.dev cannot be reached from here: ")
    assert "<" not in said


@pytest.mark.parametrize("said", [b"<html>Welcome!</html>", b"[]", b"{}", b'{"results": []}'])
def test_an_answer_that_is_none_is_not_taken_for_a_good_one(portal: HTTPServer, said: bytes) -> None:
    portal.said = said  # type: ignore[attr-defined]
    assert "nothing was checked" in run_audit(f"http://127.0.0.1:{portal.server_port}/")
