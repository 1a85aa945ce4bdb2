"""The ruling card at a match: verdict, two sentences, articles in place, and its keys in one row under the thumb."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.shown import import_shown, taken_in

AROUND_THE_ACE = {
    "format": "scorekeeper-match/1",
    "game": "kinaskak",
    "players": ["Anna", "Björn", "Þóra"],
    "rules": {"around_ace": True},
    "entries": [],
}
EDGES = """() => {
  const card = document.querySelector(".ruling"), { left, right } = card.getBoundingClientRect();
  const words = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  const touching = [];
  while (words.nextNode()) {
    const shown = document.createRange();
    shown.selectNodeContents(words.currentNode);
    const box = shown.getBoundingClientRect();
    const seen = words.currentNode.data.trim() && words.currentNode.parentElement.checkVisibility() && box.width > 1;
    if (seen && (box.left < left + 10 || box.right > right - 5)) touching.push(words.currentNode.data.trim());
  }
  return touching;
}"""
"""The words of a ruling that touch the edge of its card."""

REVOKE = "desk/irregularity?a=play&a=revoke&a=later"


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("language", ["bg", "is"])
def test_pin_send_and_write_are_keys_of_one_row(phone: Phone, language: str) -> None:
    match = import_shown(phone.page.context, phone.server, "belot_long")
    phone.open(f"{match}/{REVOKE}&side=0&lang={language}")
    keys = phone.page.locator(".ruling .in-a-row > :is(button, a)")
    expect(keys).to_have_count(3)
    boxes = [box for key in keys.all() if (box := key.bounding_box())]
    assert len({round(box["y"]) for box in boxes}) == 1
    assert all(box["height"] >= 44 and box["width"] >= 88 for box in boxes)
    assert phone.page.locator(".ruling > .reasons > li").count() <= 2
    phone.look(f"card-{language}")


def test_the_link_of_a_ruling_is_a_tap_away(phone: Phone) -> None:
    phone.open("/desk/belot/irregularity?a=play&a=revoke&a=later&lang=en")
    expect(phone.page.locator(".in-a-row > *")).to_have_count(1)  # no match to write into, none to pin it to
    phone.tap("Link and QR")
    expect(phone.page.locator("#send .qr")).to_be_in_viewport()
    expect(phone.page.locator("#send .address")).to_contain_text("/ruling/")


def test_no_word_of_a_ruling_touches_the_edge_of_its_card(phone: Phone) -> None:
    match = taken_in(phone.page.context, phone.server, json.dumps(AROUND_THE_ACE))
    phone.open(f"{match}/desk/meld?lang=en")
    for card in ("QS", "KS", "AS", "2S"):
        phone.page.locator(f".fan [data-card='{card}']").click()
    phone.tap("Get the verdict")
    expect(phone.page.locator(".by-custom")).to_contain_text(
        "By this table’s custom: A run may go over the ace: yes."
    )
    assert phone.page.evaluate(EDGES) == []
    phone.look("custom")


def test_a_ruling_is_pinned_by_one_tap_to_the_row_it_was_asked_from(phone: Phone) -> None:
    match = import_shown(phone.page.context, phone.server, "belot")
    phone.open(match)
    row = (phone.page.locator("tbody[id^=e]").nth(3).get_attribute("id") or "")[1:]
    phone.open(f"{match}/{REVOKE}&side=0&entry={row}&lang=en")
    expect(phone.page.locator("#target")).to_have_value(row)
    phone.taps = 0
    phone.tap("Pin it")
    phone.page.wait_for_url(f"**/row/{row}")
    expect(phone.page.locator(".pinned")).to_have_count(1)
    assert phone.taps == 1


def test_a_score_asked_at_the_table_is_written_by_three_taps(phone: Phone) -> None:
    match = import_shown(phone.page.context, phone.server, "belot")
    phone.open(f"{match}/desk/score?lang=en")
    phone.page.evaluate("""() => {
      document.querySelector("[name=contract][value=hearts]").checked = true;
      document.querySelector("[name=declarer][value='1']").checked = true;
      document.querySelector("[name='trick_points-0']").value = "62";
      document.querySelector("[name='trick_points-1']").value = "100";
    }""")
    phone.tap("Get the verdict")
    deals = phone.page.context.request.get(f"{match}/export.json").json()["entries"]
    phone.taps = 0
    phone.tap("Write it into the match")
    expect(phone.page.locator("[name='trick_points-1']")).to_have_value("100")
    phone.tap("Save")
    expect(phone.page.get_by_role("heading", name="Look before you save")).to_be_visible()
    assert phone.page.context.request.get(f"{match}/export.json").json()["entries"] == deals
    phone.look("card-look-first")
    phone.tap("Save it so")
    phone.page.wait_for_url(f"{match}#*")
    entries = phone.page.context.request.get(f"{match}/export.json").json()["entries"]
    assert entries[-1] == {"kind": "deal", "contract": "hearts", "declarer": 1, "trick_points": [62, 100]}
    assert phone.taps == 3
