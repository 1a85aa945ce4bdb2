"""Names of long words and wide letters: none is broken inside a word, runs out of its key or pushes a key away."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HEIGHT, WIDTH
from tests.browser.looking import LANGUAGES
from tests.browser.shown import belot, dear, taken_in
from tests.games.escoba.deals import by_most
from tests.soak import in_turn

WIDE = ("Александър", "Álvaro", "Hrafnhildur", "Димитър")
LONGEST = "Hubertblaine" + "wolfeschlegelsteinhausen" + "bergerdorffwelch"[:13]
"""Of 49 letters, in one word."""
MATCHES: dict[str, dict[str, Any]] = {
    "belot": {"players": WIDE, "entries": [belot(n, 80 + n) for n in range(5)]},
    "kani": {
        "players": WIDE,
        "rules": {"target": 100},
        "entries": [{"kind": "deal", "bid": 9, "declarer": 0, "partner": 1, "tricks": 10}],
    },
    "escoba": {"players": WIDE[:3], "entries": [by_most(0, 1, 2, 0, (2, 1, 0), kind="deal")]},
    "kinaskak": {"players": WIDE[:3], "entries": [dear(n, 3) for n in range(2)]},
}
BROKEN = """(where) => [...document.querySelectorAll(where)].filter((one) => one.checkVisibility()).flatMap((one) => {
  const nodes = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.parentElement.closest(".hidden")) continue;
    for (const { index, 0: word } of node.textContent.matchAll(/[^\\s-]+-?/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word);
    }
  }
  return found;
})"""
"""Words that go on in a second line."""
SPILLED = """(where) => [...document.querySelectorAll(where)].filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => one.textContent.trim())"""
"""What is wider than its place."""


def bring(page: Page, server: str, game: str, **changed: Any) -> str:
    """A match of these names; its address."""
    given = {"format": "scorekeeper-match/1", "game": game, **MATCHES[game], **changed}
    return taken_in(page.context, server, json.dumps(given))


@pytest.mark.parametrize("game", list(MATCHES))
def test_no_name_is_broken_beside_what_is_still_needed(page: Page, server: str, game: str) -> None:
    sheet = bring(page, server, game)
    for language in LANGUAGES:
        page.goto(f"{sheet}?lang={language}")
        expect(page.locator(".needs")).to_be_attached()
        for width in (WIDTH, 320):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            assert page.evaluate(BROKEN, ".needs th, .strip .name, .legend") == [], (language, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, language


OUTSIDE = """() => [...document.querySelectorAll(".laying .players li")].filter((place) => {
  const words = document.createRange(), { left, right } = place.getBoundingClientRect();
  words.selectNodeContents(place.querySelector(".name"));
  const box = words.getBoundingClientRect();
  return box.left < left + 2 || box.right > right - 2;
}).map((place) => place.textContent.trim())"""
"""Players of a deal that is laid card by card whose name touches the edge of its place."""


@pytest.mark.parametrize("game", ["belot", "kani", "kinaskak"])
def test_a_name_stays_inside_its_place_at_a_deal_card_by_card(page: Page, server: str, game: str) -> None:
    sheet = bring(page, server, game, players=WIDE, entries=[])
    page.goto(f"{sheet}/desk/deal?lang=is")
    expect(page.locator(".laying .players li")).to_have_count(4)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(BROKEN, ".laying .players .name") == []


@pytest.mark.parametrize(("number", "game"), list(enumerate(MATCHES)))
def test_wide_letters_stay_inside_their_keys(page: Page, server: str, number: int, game: str) -> None:
    sheet = bring(page, server, game)
    for language in in_turn(LANGUAGES, number, len(LANGUAGES)):
        page.goto(f"{sheet}/record/deal?lang={language}")
        keys = ".key, .key .name, .box .whose, .tally .whose"
        assert page.evaluate(SPILLED, keys) == [], language
        assert page.evaluate(BROKEN, keys) == [], language


def test_a_name_of_forty_nine_letters_pushes_nothing_away_and_is_not_broken(page: Page, server: str) -> None:
    assert len(LONGEST) == 49
    sheet = bring(page, server, "belot", players=(LONGEST, *WIDE[1:]))
    page.goto(sheet)
    for where in (".legend", ".needs th", ".strip .name"):
        assert page.evaluate(BROKEN, where) == [], where
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    page.goto(f"{server}/start/belot")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport()
    assert page.evaluate(SPILLED, ".people") == []
    page.locator("#name-0").fill(LONGEST)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_foot_stay_on_their_keys_on_a_narrow_phone(
    page: Page, server: str, language: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{bring(page, server, 'belot')}?lang={language}")
    expect(page.locator(".foot .main")).to_be_visible()
    assert page.evaluate(SPILLED, ".foot :is(a, button)") == []


def test_names_at_the_desk_are_large_where_a_phone_is_held_sideways(page: Page, server: str) -> None:
    page.set_viewport_size({"width": HEIGHT, "height": WIDTH})
    page.goto(f"{bring(page, server, 'belot')}/desk/deal?lang=en")
    names = page.locator(".seat-keys .name:visible")
    sizes = names.evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert len(sizes) >= 4
    assert min(sizes) > 13
    assert page.evaluate(SPILLED, ".seat-keys .key > span") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_places_is_broken_on_a_narrow_phone(page: Page, server: str, language: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    for path in ("/", "/leagues/", "/desk/", "/more"):
        page.goto(f"{server}{path}?lang={language}")
        assert page.evaluate(BROKEN, ".places a") == [], path


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_what_saves_a_protest_is_broken(page: Page, server: str, language: str) -> None:
    page.goto(f"{bring(page, server, 'belot')}/row/2/protest?lang={language}")
    expect(page.locator(".keys .save")).to_be_visible()
    assert page.evaluate(BROKEN, ".keys .save") == []


@pytest.mark.parametrize("language", ["bg", "is"])
def test_the_goal_in_the_head_of_a_deal_is_not_broken(page: Page, server: str, language: str) -> None:
    names = {
        "players": ["Iñaki", "Ane"],
        "rules": {"target": 101},
        "entries": [by_most(0, 1, 0, 0, (2, 1), kind="deal")],
    }
    page.goto(f"{bring(page, server, 'escoba', **names)}/record/deal?lang={language}")
    assert "\N{NO-BREAK SPACE}101" in (page.locator("h1.deal").text_content() or "")
