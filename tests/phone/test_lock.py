"""What a phone gets of others is what servers get: the same versions, and files that both locks know."""

import json
import re
from pathlib import Path

import pytest

from tests.cases import cases
from tools.phone import choosing, fetching, lightening, packing

ROOT = Path(__file__).resolve().parents[2]
PINNED = dict(fetching.PIN.findall((ROOT / "requirements.lock").read_text(encoding="utf-8")))
DIGEST = re.compile(r"^([A-Za-z0-9._-]+)==\S+ \\\n    --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)


@pytest.mark.parametrize("name", choosing.CHOICES["packages"])
def test_a_package_of_the_phone_has_the_version_of_the_server(name: str) -> None:
    assert fetching.pins()[name] == PINNED[name]


@pytest.mark.parametrize(("name", "digest"), DIGEST.findall(fetching.LOCK.read_text(encoding="utf-8")))
def test_the_file_of_a_package_is_one_that_the_servers_lock_knows(name: str, digest: str) -> None:
    assert digest in (ROOT / "requirements.lock").read_text(encoding="utf-8"), name


def test_what_only_servers_and_accounts_need_stays_away() -> None:
    absent = {
        "argon2-cffi",
        "openpyxl",
        "defusedxml",
        "webauthn",
        "cryptography",
        "psycopg",
        "psycopg-binary",
        "brotli",
        "gunicorn",
    }
    assert absent & set(fetching.pins()) == set()


@cases(
    "name, wanted",
    ("babel/locale-data/eu.dat", True),
    ("babel/locale-data/fr.dat", False),
    ("babel/locale-data/root.dat", True),
    ("tzdata/zoneinfo/Europe/Sofia", True),
    ("tzdata/zoneinfo/UTC", True),
    ("tzdata/zoneinfo/US/Pacific", False),
    ("markupsafe/_speedups.cpython-311-x86_64-linux-gnu.so", False),
    ("scorekeeper/cli/serve.py", False),
    ("scorekeeper/core/fold.py", True),
    ("scorekeeper/translations/is/LC_MESSAGES/messages.mo", True),
    ("scorekeeper/translations/is/LC_MESSAGES/messages.po", False),
)
def test_a_phone_gets_what_it_opens(name: str, wanted: bool) -> None:
    assert choosing.is_wanted(name) is wanted


@cases(
    "name, wanted",
    ("timeit.py", True),  # Mako's, without which no migration runs
    ("xml/sax/saxutils.py", True),  # segno's, without which there is no QR code
    ("xml/etree/ElementTree.py", False),
    ("unittest/case.py", False),
)
def test_a_phone_gets_of_the_standard_library_what_its_packages_load(name: str, wanted: bool) -> None:
    assert choosing.is_wanted_of_stdlib(name) is wanted


def test_a_traceback_that_is_written_in_another_way_stops_the_build() -> None:
    before = f"    {lightening.NEXT}\n".encode()
    assert b"(None,) * 4)" in lightening.lighten("traceback.py", before)
    with pytest.raises(SystemExit, match="lightening"):
        lightening.lighten("traceback.py", b"def walk_tb(tb): ...")


def test_a_runtime_that_has_changed_stops_the_build() -> None:
    with pytest.raises(SystemExit, match="lightening"):
        lightening.lighten("pyodide.asm.mjs", b"function ___syscall_fdatasync(fd){return 0}")


def test_many_files_become_one_and_are_told_apart_again() -> None:
    files = {"b/two.txt": b"", "a/one.txt": b"first", "c.pyc": bytes(range(256))}
    joined = packing.join(files)
    length = int.from_bytes(joined[:4], "little")
    at, found = 4 + length, {}
    for name, size in json.loads(joined[4:at]):
        found[name] = joined[at : at + size]
        at += size
    assert found == files
    assert at == len(joined)
