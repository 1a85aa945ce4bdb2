"""A match goes from a phone alone to another by QR codes, where no page but the one that reads them has a camera."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from scorekeeper.core import frames
from tests.browser.phone.host import WAKING, Window
from tests.browser.test_codes import CAMERA, DRAWN, PAUSE

MAY_SEE = "document.featurePolicy.allowsFeature('camera')"


def test_a_match_goes_from_a_phone_alone_to_another_by_codes(window: Window) -> None:
    match = window.open().start_belot()
    window.record_deal()
    window.frame.goto(f"{window.host.address}app{match}/share")
    with window.page.expect_download() as saved:
        window.tap("Save as a file")
    assert saved.value.suggested_filename.endswith(".jsonl")
    window.tap("Show as QR codes")
    expect(window.inside.locator("figure.now")).to_be_visible()
    codes = window.frame.evaluate(DRAWN)

    window.forget_everything()  # which is another phone
    shown = {"codes": codes, "ring": frames.ring(len(codes)), "missed": 3, "pause": PAUSE}
    window.page.add_init_script(f"({CAMERA})({json.dumps(shown)})")
    window.open("/import")
    assert not window.frame.evaluate(MAY_SEE)
    window.tap("Scan QR codes")
    window.expect_path("/import/codes")
    assert window.frame.evaluate(MAY_SEE)
    expect(window.rows).to_have_count(1, timeout=WAKING)
    assert window.path.split("/")[2] != match.split("/")[2], "it is called anew there"
    assert window.complaints == []
