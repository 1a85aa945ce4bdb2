"""Files of others: what they are is written beside them, and they are sent as they came."""

import gzip
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.web.site.assets import asset
from scorekeeper.web.site.files import VENDORED

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "static" / VENDORED
LIST = "vendored.toml"
KNOWN: dict[str, dict[str, str]] = tomllib.loads((FOLDER / LIST).read_text(encoding="utf-8"))


def test_every_file_of_others_is_listed_with_its_licence_and_is_the_one_that_is_listed() -> None:
    listed = {LIST, *KNOWN, *(one["licence_text"] for one in KNOWN.values())}
    found = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*") if file.is_file()}
    assert found == listed
    for name, one in KNOWN.items():
        assert sha256((FOLDER / name).read_bytes()).hexdigest() == one["sha256"], name
        assert one["version"] in name, "a reader of the page sees its version"


def send(app: Any, name: str) -> bytes:
    """A file of others as a browser gets it."""
    with app.test_request_context():
        address = asset(VENDORED + name)
    sent: bytes = app.test_client().get(address).data
    return sent


@pytest.mark.parametrize("name", [name for name in KNOWN if name.endswith(".min.js")])
def test_a_file_that_its_authors_made_small_is_sent_byte_for_byte(app: Any, name: str) -> None:
    assert send(app, name) == (FOLDER / name).read_bytes()


@pytest.mark.parametrize("name", [name for name in KNOWN if not name.endswith(".min.js")])
def test_any_other_is_sent_without_comments_but_for_whose_it_is(app: Any, name: str) -> None:
    whole, sent = (FOLDER / name).read_text(encoding="utf-8"), send(app, name).decode()
    assert len(sent) < 0.7 * len(whole)
    assert "/**" in whole
    assert "/**" not in sent
    assert sent.startswith("/*!") == whole.startswith("/*!")


def test_what_is_large_comes_only_with_a_page_that_uses_it(app: Any) -> None:
    large = [name for name in KNOWN if (FOLDER / name).stat().st_size > 20_000]
    fetched = app.test_client().get("/playing.json").get_data(as_text=True)
    assert large
    assert [name for name in large if name in fetched] == []


def test_the_reader_of_codes_is_small_on_the_wire(app: Any) -> None:
    codes = [name for name in KNOWN if name.startswith("qr-")]
    assert codes
    assert sum(len(gzip.compress(send(app, name))) for name in codes) < 40_000


def test_contributors_read_which_files_are_of_others() -> None:
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert not [one for one in KNOWN.values() if f"**{one['name']}** {one['version']}" not in said]
