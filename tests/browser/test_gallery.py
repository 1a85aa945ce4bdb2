"""The parts that screens are made of, each in every state: they fit, are read and are tapped in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.looking import LANGUAGES, look
from tests.gallery import PARTS
from tests.soak import in_soak

TARGET = 44
"""Pixels that a finger needs."""
SIZES = ((360, 640, 16), (390, 844, 16), (320, 640, 16), (360, 640, 32))
"""Width, height, and how large text is."""

TOO_SMALL = """(least) => [...document.querySelectorAll(".gallery :is(button, summary, .key, input.number, .button)")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden"))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width < least - .5 || box.height < least - .5)
  .map(([box, one]) => `${one.textContent.trim()} ${Math.round(box.width)} × ${Math.round(box.height)}`)"""

BROKEN = """() => [...document.querySelectorAll(".name")].filter((one) => one.checkVisibility()).flatMap((one) => {
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


def open_part(page: Page, server: str, part: str, language: str, size: tuple[int, int, int]) -> None:
    width, height, text = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server}/gallery/{part}?lang={language}")
    page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", text)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_fits_and_is_tapped_in_every_language(page: Page, server: str, part: str) -> None:
    for number, language in enumerate(LANGUAGES):
        for size in SIZES if in_soak(True, number == 0) else SIZES[:1]:
            open_part(page, server, part, language, size)
            look(page, "gallery", f"{part}-{language}-{size[0]}-{size[2]}", audit=number == 0)
            assert page.evaluate(TOO_SMALL, TARGET) == [], (part, language, size)
            assert page.evaluate(BROKEN) == [], (part, language, size)


@pytest.mark.parametrize("part", PARTS)
def test_what_is_chosen_is_seen_in_forced_colours(page: Page, server: str, part: str) -> None:
    page.emulate_media(forced_colors="active")
    open_part(page, server, part, "en", SIZES[0])
    for chosen in page.locator(
        ".gallery input:checked + span:visible, .gallery [aria-pressed=true]:visible"
    ).all():
        colour, ground = chosen.evaluate(
            "one => [getComputedStyle(one).backgroundColor, getComputedStyle(document.body).backgroundColor]"
        )
        thick = chosen.evaluate("one => parseFloat(getComputedStyle(one).borderTopWidth) >= 3")
        assert colour != ground or thick, chosen.inner_text()
