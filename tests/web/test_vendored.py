"""Files of others: what they are is written beside them, and they are sent as they came."""

import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

from scorekeeper.web.site.assets import VENDORED, asset

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "static" / VENDORED
LIST = "vendored.toml"
KNOWN: dict[str, dict[str, str]] = tomllib.loads((FOLDER / LIST).read_text(encoding="utf-8"))


def test_every_file_of_others_is_listed_with_its_licence_and_is_the_one_that_is_listed() -> None:
    listed = {LIST, *KNOWN, *(one["licence_text"] for one in KNOWN.values())}
    assert {file.name for file in FOLDER.iterdir()} == listed
    for name, one in KNOWN.items():
        assert sha256((FOLDER / name).read_bytes()).hexdigest() == one["sha256"], name
        assert one["version"] in name, "a reader of the page sees its version"


def test_a_file_of_others_is_sent_byte_for_byte(app: Any) -> None:
    with app.test_request_context():
        addresses = {name: asset(VENDORED + name) for name in KNOWN}
    for name, address in addresses.items():
        assert app.test_client().get(address).data == (FOLDER / name).read_bytes()


def test_what_is_large_comes_only_with_a_page_that_uses_it(app: Any) -> None:
    large = [name for name in KNOWN if (FOLDER / name).stat().st_size > 20_000]
    fetched = app.test_client().get("/playing.json").get_data(as_text=True)
    assert large
    assert [name for name in large if name in fetched] == []


def test_contributors_read_which_files_are_of_others() -> None:
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert not [one for one in KNOWN.values() if f"**{one['name']}** {one['version']}" not in said]
