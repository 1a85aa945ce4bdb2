"""“May not” never looks like “may”: yes and no differ in sign, word, frame and ground, also in forced colours."""

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from scorekeeper.web.desk.ruling_links import encode
from tests.browser.conftest import Phone
from tests.cases import cases

LOOK = """(one) => {
  const { backgroundColor, color, borderTopStyle, borderTopColor } = getComputedStyle(one);
  return [backgroundColor, color, borderTopStyle, borderTopColor];
}"""
WORDS = {
    "en": ("Yes", "No"),
    "bg": ("Да", "Не"),
    "is": ("Já", "Nei"),
    "eu": ("Bai", "Ez"),
    "es": ("Sí", "No"),
}


def ruling(card: str) -> str:
    """The address of a ruling on whether a card may be laid off."""
    given = {"meld": {"kind": "run", "cards": ["5H", "6H", "7H", "8H"]}, "card": card, "is_down": True}
    return "/ruling/" + quote(encode([1, "kinaskak", "lay_off", {}, given, {"legal": card == "9H"}]))


def look(phone: Phone, card: str, **media: Any) -> list[str]:
    phone.open(ruling(card))
    phone.page.emulate_media(**media)
    return [*phone.page.locator("#verdict .answer").evaluate(LOOK)]


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.parametrize("language", WORDS)
def test_a_verdict_begins_with_yes_or_no(phone: Phone, language: str) -> None:
    for card, sign, word in zip(("9H", "2C"), "✓✗", WORDS[language], strict=True):
        phone.open(f"{ruling(card)}?lang={language}")
        expect(phone.page.locator("#verdict .answer")).to_have_text(f"{sign} {word}.")


@pytest.mark.left_to_soak(but_one_in=3)
@cases(
    "media",
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"forced_colors": "active", "color_scheme": "dark"},
    ids=["light", "dark", "forced colours"],
)
def test_yes_and_no_share_no_look(phone: Phone, media: dict[str, Any]) -> None:
    yes, no = look(phone, "9H", **media), look(phone, "2C", **media)
    assert yes[0] != no[0], "the ground"
    assert yes[1] != no[1], "the letters"
    assert yes[2] != no[2], "the frame"


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(("points", "sign"), [([81, 81], "level"), ([70, 92], "info"), ([92, 70], "info")])
def test_only_a_level_result_has_the_sign_of_equality(phone: Phone, points: list[int], sign: str) -> None:
    given = {"contract": "hearts", "declarer": 0, "trick_points": points, "pending": 0}
    phone.open("/ruling/" + quote(encode([1, "belot", "score", {}, given, {}])))
    expect(phone.page.locator("#verdict > .glyph")).to_have_count(1)
    expect(phone.page.locator(f"#verdict > .glyph.{sign}")).to_be_visible()


def test_cards_that_may_be_played_are_no_level_result(phone: Phone) -> None:
    given = {"contract": "hearts", "hand": ["9H", "AS"], "trick": ["7H"]}
    phone.open("/ruling/" + quote(encode([1, "belot", "legal_cards", {}, given, {}])))
    expect(phone.page.locator("#verdict > .glyph.info")).to_be_visible()
