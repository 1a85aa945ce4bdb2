"""The tiles of those who are here, under a thumb: each key as large as a finger, and no name broken inside a word."""

from flask import Flask
from playwright.sync_api import Page

from scorekeeper.store.accounts import sign_ins
from scorekeeper.web.leagues.evening.tonight import tonight_address
from scorekeeper.web.site.database import session
from tests.browser.conftest import serving
from tests.browser.looking import SIZE, look
from tests.web.leagues.club import club
from tests.web.leagues.evening.conftest import tonight
from tests.web.leagues.evening.test_evening import plan, run, tick

__all__ = ["tonight"]

NAMES = ("Hrafnhildur Anna Sigurðardóttir", "Александър", "Georgi-Stefan", "Вера", "Иван", "Десислава")
FINGER = 44
SMALL = """finger => [...document.querySelectorAll(".person, .about-player")].map((one) => one.getBoundingClientRect())
  .filter(({ width, height }) => width < finger || height < finger).length"""
HIGHEST = """() => Math.max(...[...document.querySelectorAll(".person")].map((one) => one.offsetHeight))"""
BROKEN = """where => [...document.querySelectorAll(where)].filter((one) => {
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
        assert page.evaluate(BROKEN, ".person > span") == []
        page.get_by_role("link", name="More about Александър").click()
        for field, value in (("From round", "2"), ("Leaves after round", "3"), ("Always at table", "7")):
            page.get_by_label(field).fill(value)
        page.get_by_label("Always with").select_option(NAMES[0])
        page.get_by_role("button", name="Save").click()
        page.get_by_text("always at table 7").wait_for()
        assert page.evaluate(BROKEN, ".person small") == []
        assert page.evaluate(HIGHEST) < 2 * FINGER
        look(page, "club-evening", "who is here")


def test_the_own_seat_among_five_has_every_name_whole_and_is_read_in_both_themes(
    page: Page, app: Flask, tonight: None
) -> None:
    made = club(app, "public")
    organiser, five = made.phone("organiser"), NAMES[:5]
    plan(made, organiser, *five)
    organiser.get(run(made, "plan"))
    organiser.press("Who is here?", game="kinaskak", seats="single", size="5")
    tick(made, organiser, *five)
    organiser.press("Publish round 1")
    keys = {player.name: player.key for player in made.list_players()}
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    with app.test_request_context():
        mine = tonight_address(made.league)
    for server in serving(app):
        for name in five:
            page.goto(f"{server}{mine}/{keys[name]}")
            assert page.evaluate(BROKEN, ".around > li") == []
            look(page, "club-evening", "own seat among five")
