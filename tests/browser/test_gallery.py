"""The parts that screens are made of, each in every state, and the main screens: they fit, are read and are tapped.

Each is opened as a phone of 360 pixels shows it in one or two languages, by turns. Wider and narrower, in large text,
in the dark and in the system's own colours the screens are opened by turns in five combinations, in which every two of
these meet; the soak tries all combinations of every screen in every language.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looking import LANGUAGES, THEMES, languages_of, look, soon
from tests.browser.shown import import_shown
from tests.gallery import PARTS
from tests.soak import SOAK, in_turn

TARGET = 44
"""Pixels that a finger needs."""


class Look(NamedTuple):
    """How a screen is shown: its width, how large text is, the theme, and whether the system chooses the colours."""

    width: int
    text: int
    theme: str
    forced: str


USUAL = Look(360, 16, "light", "none")
OTHERS = (
    Look(360, 32, "dark", "active"),
    Look(390, 16, "dark", "active"),
    Look(390, 32, "light", "none"),
    Look(320, 16, "light", "active"),
    Look(320, 32, "dark", "none"),
)
"""With the usual one: every two values of two dimensions meet in one of them."""
EVERY = tuple(Look(*one) for one in product((360, 390, 320), (16, 32), ("light", "dark"), ("none", "active")))
HEIGHT = 640
MAIN = {
    "home": (None, "/"),
    "sheet": ("belot", ""),
    "sheet-eight": ("kinaskak", ""),
    "end": ("belot_end", ""),
    "desk": ("belot", "/desk"),
    "desk-cards": ("belot", "/desk/legal_cards"),
    **{f"deal-{game}": (game, "/record/deal") for game in ("belot", "kani", "escoba", "kinaskak")},
}
"""The main screens: a match of those that are shown, and the page of it."""

OPENS = ".gallery [data-drawer], .gallery summary"
"""What opens a drawer or a fold."""
OPENING = ("small", "drawer", "calls", "counts", "ruling")
"""The parts that have any."""

TOO_SMALL = """(least) => [...document.querySelectorAll(
  ".gallery :is(button, summary, .key, input.number, .button), dialog[open] :is(a, button)")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden"))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width < least - .5 || box.height < least - .5)
  .map(([box, one]) => `${one.textContent.trim()} ${Math.round(box.width)} × ${Math.round(box.height)}`)"""

BROKEN = """() => [...document.querySelectorAll(".name, .top h1:not(:has(*))")].flatMap((one) => {
  if (!one.checkVisibility()) return [];
  const words = [...one.textContent.matchAll(/[^\\s-]+-?/g)];
  const lines = ({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(one.firstChild, index);
    range.setEnd(one.firstChild, index + word.length);
    return range.getClientRects().length;
  };
  return words.filter((word) => lines(word) > 1).map(([word]) => word);
})"""
"""Words of names that go on in a second line."""


def open_as(page: Page, address: str, language: str, look_of: Look) -> None:
    """A page as a look shows it."""
    page.emulate_media(color_scheme=look_of.theme, forced_colors=look_of.forced)  # type: ignore[arg-type]
    page.set_viewport_size({"width": look_of.width, "height": HEIGHT})
    shown = page.goto(f"{address}{'&' if '?' in address else '?'}lang={language}")
    assert shown.ok, (address, shown.status)  # a page that failed fits every phone, and hinders no one
    page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", look_of.text)


def usual_looks(number: int) -> list[tuple[str, Look]]:
    """The screen of that number as most phones show it, in one or two languages by turns; in the soak in all."""
    return [(language, USUAL) for language in languages_of(number)]


def looks_of(number: int) -> list[tuple[str, Look]]:
    """In which language which look is tried of the screen of that number, but for the usual one."""
    if SOAK:
        return [(language, one) for language in LANGUAGES for one in EVERY if one != USUAL]
    tried = in_turn(OTHERS, number, len(OTHERS))
    return [(LANGUAGES[(number + turn) % len(LANGUAGES)], one) for turn, one in enumerate(tried)]


def test_every_two_values_of_two_dimensions_meet_in_some_look() -> None:
    wanted = {pair for one in EVERY for pair in combinations(enumerate(one), 2)}
    assert {pair for one in (USUAL, *OTHERS) for pair in combinations(enumerate(one), 2)} == wanted
    assert {one for number in range(len(OTHERS)) for one in in_turn(OTHERS, number, len(OTHERS))} == set(
        OTHERS
    )


def test_screens_are_seen_in_each_language_by_turns() -> None:
    for screens in (PARTS, MAIN):
        seen = {language for turn in range(len(screens)) for language, _ in usual_looks(turn)}
        assert seen == set(LANGUAGES)


def open_in_turn(page: Page, *, folds: bool) -> Iterator[str]:
    """Tap each drawer, and each fold if these are wanted, open, one at a time; it is closed again before the next."""
    for number in range(page.locator(OPENS).count()):
        key = page.locator(OPENS).nth(number)
        fold = key.evaluate("one => one.localName === 'summary'")
        if not key.is_visible() or (fold and not folds):
            continue
        if fold and key.evaluate("one => one.parentElement.open"):
            key.tap()  # the page shows it open; what is looked at here is what a tap opens
        key.tap()
        opened = key.locator("xpath=..") if fold else page.locator("dialog[open]")
        expect(opened).to_have_attribute("open", "")
        yield f"open-{number}"
        if fold:
            key.tap()
        else:
            page.keyboard.press("Escape")
            soon(
                page,
                lambda: not page.evaluate("history.state?.drawer"),
                "the drawer is still in the history:",
            )
        expect(page.locator("dialog[open]")).to_have_count(0)


def check_part(page: Page, name: str, themes: tuple[str, ...], *, audit: bool) -> None:
    """It fits, it can be read and be tapped, and no name is broken."""
    look(page, "gallery", name, themes, audit=audit)
    assert page.evaluate(TOO_SMALL, TARGET) == [], name
    assert page.evaluate(BROKEN) == [], name


def check_opened(page: Page, name: str, themes: tuple[str, ...], *, audit: bool) -> Iterator[str]:
    """The same of each drawer while it is open, and of all folds once every one is; a tap opens each at first."""
    for opened in open_in_turn(page, folds=audit):
        drawn = page.locator("dialog[open]").count() > 0
        check_part(page, f"{name}-{opened}", themes, audit=audit and drawn)
        yield opened
    folds = page.locator(".gallery summary")
    if folds.count():
        folds.evaluate_all("all => all.forEach((one) => (one.parentElement.open = true))")
        check_part(page, f"{name}-open", themes, audit=audit)
        yield "open"


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
def test_a_part_fits_and_is_tapped(page: Page, server: str, part: str) -> None:
    turn = PARTS.index(part)
    for number, (language, one) in enumerate(usual_looks(turn) + looks_of(turn)):
        open_as(page, f"{server}/gallery/{part}", language, one)
        name = f"{part}-{language}-{'-'.join(map(str, one))}"
        # a hindrance is one in every language, so axe reads the first one alone, in both themes
        themes = THEMES if number == 0 else (one.theme,)
        check_part(page, name, themes, audit=number == 0)
        told = list(check_opened(page, name, themes, audit=number == 0))
        assert bool(told) == (part in OPENING), (name, told)


@pytest.fixture(scope="module")
def shown(browser: Browser, server: str) -> Iterator[dict[str, str]]:
    """The addresses of the main screens."""
    context = browser.new_context()
    matches = {
        match: import_shown(context, server, match) for match in {one for one, _ in MAIN.values() if one}
    }
    yield {name: (matches[match] if match else server) + path for name, (match, path) in MAIN.items()}
    context.close()


@pytest.mark.soak
@pytest.mark.parametrize("screen", MAIN)
def test_a_main_screen_fits(page: Page, shown: dict[str, str], screen: str) -> None:
    turn = list(MAIN).index(screen)
    for language, one in usual_looks(turn) + looks_of(turn):
        open_as(page, shown[screen], language, one)
        name = f"{screen}-{language}-{'-'.join(map(str, one))}"
        look(page, "main", name, (one.theme,), audit=False, clipped=one.text == USUAL.text)
        assert page.evaluate(BROKEN) == [], name


@pytest.mark.left_to_soak(but_one_in=7)
@pytest.mark.parametrize("part", PARTS)
def test_what_is_chosen_is_seen_in_forced_colours(page: Page, server: str, part: str) -> None:
    open_as(page, f"{server}/gallery/{part}", "en", USUAL._replace(forced="active"))
    for chosen in page.locator(
        ".gallery input:checked + span:visible, .gallery [aria-pressed=true]:visible"
    ).all():
        colour, ground = chosen.evaluate(
            "one => [getComputedStyle(one).backgroundColor, getComputedStyle(document.body).backgroundColor]"
        )
        thick = chosen.evaluate("one => parseFloat(getComputedStyle(one).borderTopWidth) >= 3")
        assert colour != ground or thick, chosen.inner_text()
