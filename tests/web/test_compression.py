"""Pages, scripts and styles are small on the wire."""

import gzip
import re
from typing import Any

import pytest

PAGES = ["/", "/start/belot", "/rules/belot", "/import", "/about"]


def fetched(app: Any, address: str, encoding: str = "gzip") -> Any:
    return app.test_client().get(address, headers={"Accept-Encoding": encoding})


@pytest.mark.parametrize("address", PAGES)
def test_a_browser_that_reads_gzip_gets_the_same_page_smaller(app: Any, address: str) -> None:
    plain, packed = fetched(app, address, "identity"), fetched(app, address)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert len(packed.data) < len(plain.data) * 0.6
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data)[:100] == plain.data[:100]


def test_the_first_view_takes_at_most_60_kilobytes_with_all_it_loads(app: Any) -> None:
    page = fetched(app, "/")
    html = gzip.decompress(page.data).decode()
    loaded = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html))
    assert loaded, "the page loads its style at least"
    total = len(page.data) + sum(len(fetched(app, address.replace("&amp;", "&")).data) for address in loaded)
    assert total <= 60_000


def test_a_static_file_is_compressed_and_still_kept_for_good(app: Any) -> None:
    html = fetched(app, "/", "identity").get_data(as_text=True)
    style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', html)
    assert style is not None
    answer = fetched(app, style[1].replace("&amp;", "&"))
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
