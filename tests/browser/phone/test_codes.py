"""What a phone alone gives to others: a match by QR codes, a ruling by its link, and no link that leads nowhere."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.core import frames
from tests.browser.phone.host import PLACE, WAKING, NewPhone, Window
from tests.browser.test_codes import CAMERA, DRAWN, PAUSE

MAY_SEE = "document.featurePolicy.allowsFeature('camera')"
READ = """async ([selector, reader]) => {
  const image = document.querySelector(selector);
  image.loading = "eager";
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 720;
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, 720, 720);
  const { decodeQR } = await import(reader);
  return decodeQR(pen.getImageData(0, 0, 720, 720));
}"""
"""What a camera reads off a picture of the page, by the reader of *Scan QR codes*."""
READER = f"/{PLACE}/app/static/vendor/qr-0.7.0/decode.js"
GIVEN = """() => [...document.querySelectorAll("a[href], code.address, img.qr")]
  .map((one) => one.href ?? one.src ?? one.textContent)"""
"""Every address that the page gives."""
SERVER = "it has to be on a server: its file can be brought in there."


@pytest.mark.left_to_soak
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


@pytest.mark.left_to_soak
def test_a_ruling_of_a_phone_alone_opens_on_another_by_its_link_and_its_code(
    window: Window, new_phone: NewPhone
) -> None:
    window.open("/desk/kinaskak/hand_points")
    window.inside.locator("[name=cards]").evaluate("(field) => { field.value = '5H AS JK'; }")
    window.tap("Get the verdict")
    counts = window.inside.get_by_text("This hand counts 75 points.")
    expect(counts).to_be_visible()
    window.inside.get_by_text("Send this ruling", exact=True).click()
    link = window.inside.locator("#send a.address").inner_text()
    assert link == f"{window.host.address}#{window.path}", "it is the window's own address"
    assert window.frame.evaluate(READ, ["#send img.qr", READER]) == link
    assert not [one for one in window.frame.evaluate(GIVEN) if "localhost" in one]

    other = Window(new_phone(), window.host)
    other.page.goto(link)  # it has no program yet
    other.wait()
    expect(other.inside.get_by_text("This hand counts 75 points.")).to_be_visible()
    assert other.page.url == link
    other.inside.get_by_text("Send this ruling", exact=True).click()
    other.inside.locator("#send a.address").click()  # leads back to the window, and not into its frame
    other.wait()
    expect(other.inside.get_by_text("This hand counts 75 points.")).to_be_visible()
    assert window.complaints == other.complaints == []


PAGES = {
    "more": "Take the league with you",
    "settings": SERVER,
    "export": SERVER,
    "invite": SERVER,
    "members": "Invite",
    "nights": "As a calendar (iCal)",
}
"""Pages of a league where its links stood, were it on a server, and what each says."""


@pytest.mark.left_to_soak
def test_the_links_of_a_league_on_a_phone_alone_say_what_they_need_and_lead_nowhere_false(
    window: Window,
) -> None:
    window.open("/leagues/new")
    window.inside.get_by_label("Name of the league").fill("Tuesdays")
    window.choose("access", "link")
    window.tap("Found the league")
    expect(window.inside.get_by_role("heading", level=1)).to_have_text("Table")
    home = window.path
    for page, says in PAGES.items():
        window.frame.goto(f"{window.host.address}app{home}/{page}")
        expect(window.inside.locator("body")).to_contain_text(says)
        assert not [one for one in window.frame.evaluate(GIVEN) if re.search("localhost|svg", one)], page
    with window.page.expect_download() as saved:
        window.tap("As a calendar (iCal)")
    text = Path(saved.value.path()).read_text()
    assert text.startswith("BEGIN:VCALENDAR")
    assert "http" not in text
    window.open("/leagues/join/a-token")
    expect(window.inside.locator("main")).to_contain_text(SERVER)
    assert window.complaints == []
