"""The tiles of those who are here, under a thumb: each key as large as a finger, and no name broken inside a word."""

from flask import Flask
from playwright.sync_api import Page

from scorekeeper.store.accounts import sign_ins
from scorekeeper.web.site.database import session
from tests.browser.conftest import serving
from tests.browser.looking import SIZE, look
from tests.web.leagues.club import club
from tests.web.leagues.evening.test_evening import plan, run

NAMES = ("Hrafnhildur Anna Sigurðardóttir", "Александър", "Georgi-Stefan", "Вера", "Иван", "Десислава")
FINGER = 44
SMALL = """finger => [...document.querySelectorAll(".person, .about-player")].map((one) => one.getBoundingClientRect())
  .filter(({ width, height }) => width < finger || height < finger).length"""
BROKEN = """() => [...document.querySelectorAll(".person > span")].filter((one) => {
  const range = document.createRange();
  const text = one.firstChild;
  return [...text.data.matchAll(/[^ -]+/g)].some(({ index, 0: word }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  });
}).map((one) => one.textContent)"""


def test_every_tile_has_room_for_a_finger_and_for_the_name(page: Page, app: Flask) -> None:
    made = club(app, "public")
    plan(made, made.phone("organiser"), *NAMES)
    with app.app_context():
        token = sign_ins.begin(session(), made.accounts["organiser"], how="password", words="a phone")
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    for server in serving(app):
        page.context.add_cookies([{"name": "account", "value": token, "url": server}])
        page.goto(f"{server}{run(made, 'here')}")
        for name in NAMES:
            page.get_by_label(name).check()
        page.get_by_role("button", name="Save").click()
        page.locator(".about-player").nth(len(NAMES) - 1).wait_for()
        assert page.evaluate(SMALL, FINGER) == 0
        assert page.evaluate(BROKEN) == []
        look(page, "club-evening", "who is here")
