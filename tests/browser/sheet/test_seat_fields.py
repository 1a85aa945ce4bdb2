"""The table seen from above, where names are typed: a long name is read whole in its field, on narrow phones too."""

import pytest
from playwright.sync_api import Page

from tests.browser.looking import look
from tests.browser.shown import LONG_NAMES
from tests.cases import cases

CUT = """() => [...document.querySelectorAll(".table input[type=text]")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"""
"""The names that are wider than their fields."""


@pytest.mark.left_to_soak(but_one_in=6)
@cases("game, players", ("belot", 4), ("kani", 4), ("escoba", 2), ("escoba", 6), ("kinaskak", 8))
def test_a_long_name_is_read_whole_where_it_is_typed(
    page: Page, server: str, game: str, players: int
) -> None:
    for width, text in ((360, 16), (320, 16), (360, 32)):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(f"{server}/start/{game}?players={players}&lang=bg")
        page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", text)
        for seat in range(players):
            page.locator(f"#name-{seat}").fill(LONG_NAMES[seat])
        assert page.evaluate(CUT) == [], (width, text)
        look(
            page,
            "seats",
            f"{game}-{players}-{width}-{text}",
            ("light",),
            audit=text == 16,
            clipped=text == 16,
        )
