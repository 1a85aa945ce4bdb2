"""Text of twice its size, and a phone held sideways: nothing is cut off, nothing covers anything, all of it works."""

import pytest
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from tests.browser.conftest import HEIGHT, WIDTH, Phone
from tests.browser.looking import LANGUAGES, look, soon
from tests.browser.sheet.test_sheet import bring
from tests.browser.shown import import_shown
from tests.cases import cases

TOO_WIDE = """() => {
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  // What is only said, never shown, is clipped away.
  const said = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || said(one.parentElement));
  const shown = (one) => seen(one) && !one.closest(".skip, svg") && !said(one);
  const style = (one) => getComputedStyle(one);
  const out = (one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1;
  const cut = (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
    && style(one).display !== "inline" && style(one).overflowX !== "auto";
  const lines = "input[type=text]:not(.number), textarea";
  const scrolls = (one) => one.closest(".wide, .chips") !== null || one.matches(lines);
  return [...document.querySelectorAll("body *")].filter(shown).filter((one) => !scrolls(one) && (out(one) || cut(one)))
    .map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`);
}"""
"""What is wider than its place, or than the phone."""

OVER_ONE_ANOTHER = """() => {
  const parts = ["button", ".pill", ".button", "input.number", "summary", "label:not(.pill)"];
  const tapped = (one) => getComputedStyle(one).pointerEvents !== "none";
  const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0 && tapped(one);
  const all = [...document.querySelectorAll(parts.map((one) => `main ${one}`).join())]
    .filter((one) => shown(one) && !one.closest(".act, .hidden"))
    .map((one) => ({ one, box: one.getBoundingClientRect() }));
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const within = (a, b) => a.contains(b) || b.contains(a);
  return all.flatMap((a, index) => all.slice(index + 1).filter((b) => !within(a.one, b.one) && !apart(a.box, b.box))
    .map((b) => `${a.one.textContent} / ${b.one.textContent}`));
}"""
"""Controls that cover one another; what sticks to the edge of the screen may, and what lets a finger through."""

BROKEN = r"""() => {
  const found = new Set(), range = document.createRange(), room = innerWidth - 40;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts, { parentElement: one } = text;
    if (!one.checkVisibility() || one.closest("svg, option, .hidden, code, .address")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const width = lines.reduce((sum, line) => sum + line.width, 0);
      if (lines.length > 1 && lines.at(-1).top > lines[0].top + 4 && width < room) found.add(word);
    }
  }
  return [...found];
}"""
"""Words that are broken though a line of the phone has room for them."""

PAGES = [
    *((game, page) for game in GAMES for page in ("", "/record/deal")),
    ("escoba", "/record/deal?form=counts"),
    ("escoba", "/record/deal?form=piles"),
    ("belot_end", ""),
    ("belot_long", ""),
    ("belot", "/desk"),
    ("kani", "/desk"),
]
"""A match, and a page of it."""

UNCOVERED = """one => {
  const box = one.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight
    && one.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 2));
}"""


def usual_size(page: Page, standard: int) -> None:
    """The size of text that a player has chosen for the whole browser."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": standard}})


def assert_fits(page: Page, what: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, what
    assert page.evaluate(TOO_WIDE) == [], what
    assert page.evaluate(OVER_ONE_ANOTHER) == [], what


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.parametrize("game", sorted({game for game, _page in PAGES}))
def test_text_may_be_twice_as_large(phone: Phone, game: str) -> None:
    sheet, page = bring(phone, game), phone.page
    for path in (path for name, path in PAGES if name == game):
        page.goto(sheet + path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert_fits(page, path)
        if "/record/" in path:
            page.locator("#entry-status[data-shown]").wait_for()
            look(
                page,
                "large-text",
                f"{game}{path.replace('/', '-').replace('?', '-')}",
                ("light",),
                audit=False,
                clipped=False,
            )
            open_keypad(page)
            assert_fits(page, f"{path} with the keypad")


@cases(
    "game, path",
    ("belot", "/more"),
    ("escoba", "/record/deal?form=counts"),
    ("kinaskak", "/record/deal?form=hands"),
    (None, "/desk/kani/what_if"),
    (None, "/desk/belot/rules"),
    (None, "/start/belot"),
)
def test_no_word_is_broken_in_large_text(phone: Phone, game: str | None, path: str) -> None:
    phone.open("/?lang=bg")
    phone.open(f"{import_shown(phone.page.context, phone.server, game) if game else ''}{path}")
    phone.page.locator("main details").evaluate_all("folds => folds.forEach((one) => { one.open = true; })")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert phone.page.evaluate(BROKEN) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def open_keypad(page: Page) -> None:
    """Open the keypad; all of it is on the screen, and so is what is typed."""
    number = page.locator("input.number:not(.tally *):visible")
    if not number.count():
        return
    number.first.click()
    for one in (
        ".keys [data-key='1']",
        ".keys [data-key='0']",
        ".keys [data-key='back']",
        ".act .main:visible",
    ):
        box = page.locator(one).bounding_box()
        assert box is not None, f"{one} is not on the page"
        assert box["y"] >= 0, one
        assert box["y"] + box["height"] <= page.viewport_size["height"], one  # type: ignore[index]
        assert min(box["width"], box["height"]) >= 48, one
    soon(page, lambda: number.first.evaluate(UNCOVERED), "the number that is typed is covered")


@pytest.mark.left_to_soak
def test_the_browser_s_own_size_of_text_may_be_twice_as_large(phone: Phone) -> None:
    sheet, page = bring(phone, "belot"), phone.page
    usual_size(page, 32)
    for path in (sheet, f"{sheet}/record/deal", "/start/belot", "/"):
        phone.open(path)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert_fits(page, path)


BROKEN = """() => {
  const lines = (one) => {
    const within = document.createRange();
    within.selectNodeContents(one);
    return new Set([...within.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.bottom))).size;
  };
  return [...document.querySelectorAll(".strip .totals b, .sheet .score, .sheet .total")]
    .filter((one) => lines(one) > 1).map((one) => one.textContent);
}"""
"""Figures that take more than one line."""

STAYING = """() => Math.max(0, ...[...document.querySelectorAll("body > .top, .strip")]
  .filter((one) => getComputedStyle(one).position === "sticky").map((one) => one.getBoundingClientRect().height))"""
"""How much of the screen the names and totals take that stay above the deals."""


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("game", ["belot_long", "kani", "escoba", "kinaskak"])
def test_a_sheet_is_read_with_long_names_and_text_of_twice_the_size(phone: Phone, game: str) -> None:
    page = bring(phone, game) and phone.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(STAYING) < HEIGHT / 3
    assert page.evaluate(BROKEN) == []
    totals = page.locator(".strip .totals b").all_inner_texts()
    assert len(totals) > 1
    look(page, "large-text", f"{game}-read", ("light",), audit=False, clipped=False)


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_held_sideways_shows_the_form_beside_the_keypad(phone: Phone, game: str) -> None:
    sheet, page = bring(phone, game), phone.page
    page.set_viewport_size({"width": HEIGHT, "height": WIDTH})
    page.goto(f"{sheet}/record/deal")
    page.locator("#entry-status[data-shown]").wait_for()
    form, foot = page.locator("#form > .part, #form fieldset").first, page.locator("#form > .act")
    beside, below = form.bounding_box(), foot.bounding_box()
    assert below["x"] >= beside["x"] + beside["width"], "the foot takes room from the form"
    open_keypad(page)
    look(page, "sideways", game, ("light", "dark"), audit=False, clipped=False)


BEYOND_THE_KEY = """() => [...document.querySelectorAll(".act .keys .main")].filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_reaches_beyond_its_key_where_a_phone_is_held_sideways(phone: Phone, language: str) -> None:
    sheet, page = bring(phone, "kinaskak"), phone.page
    page.set_viewport_size({"width": HEIGHT, "height": WIDTH})
    page.goto(f"{sheet}/record/deal?lang={language}")
    page.locator("#entry-status[data-shown]").wait_for()
    assert page.evaluate(BEYOND_THE_KEY) == []
