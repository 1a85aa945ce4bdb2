"""Pages, scripts and styles are small on the wire."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import brotli
import pytest

from scorekeeper.web.site import joining
from scorekeeper.web.site.assets import asset, find_imports, module
from scorekeeper.web.site.files import TOGETHER
from tests.web.match.test_playing import start

UNPACKED: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "br": brotli.decompress}
PAGES = ["/", "/start/belot", "/rules/belot", "/import", "/about"]


def fetch(app: Any, address: str, encoding: str = "gzip") -> Any:
    return app.test_client().get(address, headers={"Accept-Encoding": encoding})


@pytest.mark.parametrize("way", ["gzip", "br"])
@pytest.mark.parametrize("address", PAGES)
def test_a_browser_gets_the_same_page_smaller_in_the_way_that_it_reads(
    app: Any, address: str, way: str
) -> None:
    plain, packed = fetch(app, address, "identity"), fetch(app, address, way)
    assert packed.headers["Content-Encoding"] == way
    assert "Content-Encoding" not in plain.headers
    assert len(packed.data) < len(plain.data) * 0.6
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert UNPACKED[way](packed.data)[:100] == plain.data[:100]


@pytest.mark.parametrize("address", ["/rules/belot", "style.css"])
def test_a_browser_that_reads_brotli_too_gets_it_because_it_is_smaller(app: Any, address: str) -> None:
    with app.test_request_context():
        address = address if address.startswith("/") else asset(address)
    both, one = fetch(app, address, "gzip, deflate, br, zstd"), fetch(app, address, "gzip, br;q=0")
    assert (both.headers["Content-Encoding"], one.headers["Content-Encoding"]) == ("br", "gzip")
    assert len(both.data) < len(one.data) * 0.92
    assert brotli.decompress(both.data) == gzip.decompress(one.data)


def test_the_first_view_takes_at_most_60_kilobytes_with_all_it_loads(app: Any) -> None:
    page = fetch(app, "/")
    html = gzip.decompress(page.data).decode()
    loaded = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html))
    assert loaded, "the page loads its style at least"
    total = len(page.data) + sum(len(fetch(app, address.replace("&amp;", "&")).data) for address in loaded)
    assert total <= 60_000


def test_a_static_file_is_compressed_and_still_kept_for_good(app: Any) -> None:
    html = fetch(app, "/", "identity").get_data(as_text=True)
    style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', html)
    answer = fetch(app, style[1].replace("&amp;", "&"))
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]


def test_scripts_that_load_one_another_are_all_kept_for_good(app: Any) -> None:
    with app.test_request_context():
        begun = asset("js/entry.js")
    waiting, read = [begun], set[str]()
    while waiting:
        address = waiting.pop()
        read.add(address)
        answer = fetch(app, address)
        assert answer.status_code == 200
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"], address
        text = gzip.decompress(answer.data).decode()
        beside = {
            urljoin(address, name)
            for name in re.findall(r'(?:^|;)import ?(?:[^"]*from)?"([^"]+)"', text, re.MULTILINE)
        }
        waiting += beside - read
    assert {address.rpartition("/")[2] for address in read} == {"entering.js", "install.js"}


def test_a_page_from_before_an_update_gets_the_scripts_of_today_and_does_not_keep_them(app: Any) -> None:
    answer = fetch(app, "/static/0123456789/js/net.js")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache", "nor does a network in between"
    assert fetch(app, "/static/icon.svg?v=0123456789").headers["Cache-Control"] == "no-cache"
    assert fetch(app, "/static/0123456789/js/no.js").status_code == 404
    assert fetch(app, "/static/0123456789/js/../style.css").status_code == 404


def test_a_page_names_all_that_a_script_imports_so_that_it_loads_in_one_wave(app: Any) -> None:
    with app.test_request_context():
        assert set(find_imports("games/belot/entry.js")) == {
            "games/belot/announcements.js",
            "js/entering.js",
            "js/install.js",
        }
        tags = str(module("games/kani/entry.js"))
        assert tags.index("entering.js") < tags.index("<script") < tags.index(asset("games/kani/entry.js"))
        assert tags.count("js/entering.js") == 1
        assert "modulepreload" not in module("js/entry.js"), "what is on its way is not named twice"


def test_styles_that_are_sent_as_one_are_all_in_it(app: Any) -> None:
    with app.test_request_context():
        for name, parts in TOGETHER.items():
            sent = fetch(app, asset(name), "identity").get_data(as_text=True)
            assert "/*" not in sent
            last = [
                re.sub(r"/\*.*?\*/", "", part_of(app, part), flags=re.DOTALL).split()[-1] for part in parts
            ]
            assert not [word for word in last if word not in sent]


def test_every_import_of_a_script_is_found(app: Any) -> None:
    root = Path(app.static_folder)
    with app.test_request_context():
        for file in (*root.glob("js/*.js"), *root.glob("games/*/*.js")):
            found = set(find_imports(file.relative_to(root).as_posix()))
            lines = [line for line in file.read_text().splitlines() if line.startswith("import ")]
            beside = {
                (file.parent / line.split('"')[1]).resolve().relative_to(root).as_posix() for line in lines
            }
            here = joining.sent_as(file.relative_to(root).as_posix())
            assert {joining.sent_as(name) for name in beside} - {here} <= found
            assert not [name for name in found if not (root / name).is_file() and name not in joining.JOINED]


def part_of(app: Any, name: str) -> str:
    return (Path(app.static_folder) / name).read_text()


def test_no_script_has_a_text_of_several_lines_which_would_lose_its_indentation(app: Any) -> None:
    for file in (Path(app.static_folder) / "js").rglob("*.js"):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            assert line.count("`") % 2 == 0 or line.lstrip().startswith("//"), f"{file.name}:{number}"


def test_a_sheet_that_has_not_changed_is_said_so_in_few_bytes(app: Any, phone: Any) -> None:
    sheet = start(phone, "belot", 4)
    known = {"Accept-Encoding": "gzip"}
    phone.client.get(sheet, headers=known)  # the notices of the start are told once
    page = phone.client.get(sheet, headers=known)
    text = gzip.decompress(page.data)
    assert text.lstrip().startswith(b"<!doctype html>"), "packed once"
    again = phone.client.get(sheet, headers={**known, "If-None-Match": page.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert "Content-Encoding" not in again.headers
    assert "Accept-Encoding" in again.headers["Vary"]


NESTED = re.compile(r"`[^`]*\$\{[^}`]*`")


def test_no_script_has_a_text_inside_a_text_which_would_lose_its_spaces(app: Any) -> None:
    assert NESTED.search("const sum = `${typed ? ` = ${total}` : 0}`;")
    assert not NESTED.search("const both = `${one} = ` + `${other}`;")
    for file in (Path(app.static_folder) / "js").rglob("*.js"):
        found = [
            number for number, line in enumerate(file.read_text().splitlines(), 1) if NESTED.search(line)
        ]
        assert found == [], f"{file.name}:{found}"
