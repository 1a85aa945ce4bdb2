"""A match goes from a phone alone to another by QR codes, where no page but the one that reads them has a camera."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from scorekeeper.core import frames
from tests.browser.phone_host import WAKING, Host, NewPhone, Window
from tests.browser.test_codes import CAMERA, DRAWN, PAUSE

MAY_SEE = "document.featurePolicy.allowsFeature('camera')"


def test_a_match_goes_from_a_phone_alone_to_another_by_codes(host: Host, new_phone: NewPhone) -> None:
    first = Window(new_phone(), host).open()
    match = first.start_belot()
    first.record_deal()
    first.frame.goto(f"{host.address}app{match}/share")
    with first.page.expect_download() as saved:
        first.tap("Save as a file")
    assert saved.value.suggested_filename.endswith(".jsonl")
    first.tap("Show as QR codes")
    expect(first.inside.locator("figure.now")).to_be_visible()
    codes = first.frame.evaluate(DRAWN)

    reader = new_phone()
    other = Window(reader, host)
    shown = {"codes": codes, "ring": frames.ring(len(codes)), "missed": 3, "pause": PAUSE}
    reader.add_init_script(f"({CAMERA})({json.dumps(shown)})")
    other.open("/import")
    assert not other.frame.evaluate(MAY_SEE)
    other.tap("Scan QR codes")
    other.expect_path("/import/codes")
    assert other.frame.evaluate(MAY_SEE)
    expect(other.rows).to_have_count(1, timeout=WAKING)
    assert other.path.split("/")[2] != match.split("/")[2], "it is called anew there"
    assert first.complaints + other.complaints == []
