"""The television that stands upright, and a phone that shows the same: nothing lies over anything."""

import pytest

from tests.browser.conftest import Phone
from tests.browser.shown import import_shown
from tests.cases import cases

COVERED = """() => {
  const box = (one) => one.getBoundingClientRect(), range = document.createRange();
  const written = (one) => { range.selectNodeContents(one); return range.getBoundingClientRect(); };
  const heads = [...document.querySelectorAll(".tv-deals thead th")].filter((one) => one.checkVisibility());
  const sides = [...document.querySelectorAll(".tv-sides li")];
  const above = (one, other) => one && other && one.textContent.trim() && written(one).bottom > box(other).top + 1;
  return [
    ...sides.filter((one) => above(one.querySelector(".needs"), one.querySelector(".way"))),
    ...sides.filter((one) => box(one.querySelector(".name")).top < box(one).top),
    ...heads.filter((one, at) => heads[at + 1] && written(one).right > written(heads[at + 1]).left),
  ].map((one) => one.innerText);
}"""
"""What is still needed under the bar, a name above its box, and names above the columns that meet."""


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1080, 1920)])
@cases("name", "belot", "escoba_four", "kinaskak_three", "kani")
def test_nothing_lies_over_anything(phone: Phone, name: str, size: tuple[int, int]) -> None:
    width, height = size
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.open(f"{import_shown(phone.page.context, phone.server, name)}/tv?lang=eu")
    assert phone.page.evaluate(COVERED) == []
