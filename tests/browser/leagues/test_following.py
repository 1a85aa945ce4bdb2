"""The board, the tables and a seat follow the evening by its stream, and nothing that is typed or opened is lost."""

import os
import re
import signal
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.browser.leagues.club_evening import (
    NAMES,
    ROUNDS,
    Evening,
    Phone,
    plan,
    publish,
    say,
    send_deals,
    sit_down,
    tick_everybody,
)
from tests.trust.test_sides import side_pid

FINGER = "kind => dispatchEvent(new PointerEvent(kind, { pointerId: 7, bubbles: true }))"
STREAM = re.compile("stream")
GUEST, SEEN = "Василена", 800
"""Who comes late, and the milliseconds after which a page takes a tap on what writes."""


def test_pages_of_an_evening_hear_of_deals_and_rounds_by_one_stream(evening: Evening) -> None:
    organiser = evening.organiser
    board, seat = evening.phone("organiser"), evening.phone()
    plan(organiser, evening)
    name_last_deal(organiser, evening)
    tick_everybody(organiser)
    board.open(evening.league.at(f"nights/{evening.date}/board"))
    board.reads("The first round is not published yet.")
    board.tap(board.page.locator(".clock button"))
    seat.open(evening.evenings_square)
    tables = {one.number: one for one in publish(evening, 1)}
    seat.open(evening.evenings_square)
    seat.press(tables[1].names[0])
    expect(seat.page.locator(".my-table")).to_contain_text("1")
    organiser.open(evening.run("/rounds"))
    asked = listen(organiser), listen(board), listen(seat)
    for phone in (organiser, board, seat):
        expect(phone.page.locator("html")).to_have_attribute("data-live", STREAM)
    organiser.page.locator("#say").fill("Супа")
    organiser.page.locator("#say").focus()

    sat = sit_down(evening, 1, tables[1])
    send_deals(sat, 0)

    card = organiser.page.locator(".tables li").first
    expect(card.locator(".sc")).to_contain_text("–")
    expect(board.page.locator(".halls b").first).to_be_attached()
    expect(board.page.locator("h1")).to_contain_text(
        say("Round %(number)s of %(rounds)s", number=1, rounds=ROUNDS)
    )
    expect(organiser.page.locator("#say")).to_have_value("Супа")
    assert organiser.page.evaluate("document.activeElement.id") == "say"
    expect(board.page.locator(".clock button")).to_have_attribute("aria-pressed", "true")

    before = card.locator(".sc").inner_text()
    organiser.page.evaluate(FINGER, "pointerdown")
    send_deals(sat, 1)
    expect(board.page.locator(".halls small").first).to_contain_text("3")
    assert card.locator(".sc").inner_text() == before, "nothing moves under a finger"
    organiser.page.evaluate(FINGER, "pointerup")
    expect(card.locator(".sc")).not_to_have_text(before)
    organiser.press("Say")
    for phone in (seat, board):
        expect(phone.page.locator("body")).to_contain_text("Супа")
    for phone, questions in zip((organiser, board, seat), asked, strict=True):
        assert questions == [], "a stream is enough"
        assert phone.wrong == [], phone.page.url


def test_ticks_of_another_organiser_and_of_a_phone_come_by_themselves_and_take_none_away(
    evening: Evening,
) -> None:
    organiser, second, guest = evening.organiser, evening.phone("owner"), evening.phone()
    plan(organiser, evening)
    expect(organiser.page.locator("#count")).to_have_text("0")
    second.open(evening.run("/here"))
    expect(organiser.page.locator("html")).to_have_attribute("data-live", STREAM)
    first, other, third = (
        organiser.page.locator(f'[name="here"][value="{evening.keys[name]}"]') for name in NAMES[:3]
    )
    organiser.tap(first)
    second.tap(second.page.get_by_role("checkbox", name=NAMES[1], exact=True))
    second.press("Save")
    expect(other).to_be_checked()
    expect(first).to_be_checked()
    guest.open(f"{evening.evenings_square}?q={NAMES[2]}")
    guest.press(NAMES[2])
    guest.reads("The first round is not published yet.")
    expect(third).to_be_checked()
    expect(organiser.page.locator("#count")).to_have_text("3")
    organiser.press("Save")
    expect(second.page.locator("#count")).to_have_text("3")
    for phone in (organiser, second, guest):
        assert phone.wrong == [], phone.page.url


def test_a_board_whose_own_clock_is_wrong_counts_down_by_the_server_s(evening: Evening) -> None:
    organiser, board = evening.organiser, evening.phone("organiser")
    plan(organiser, evening)
    name_last_deal(organiser, evening)
    board.page.clock.install(time=datetime.now(UTC) + timedelta(minutes=25))
    board.open(evening.league.at(f"nights/{evening.date}/board"))
    expect(board.page.locator(".clock span")).to_have_text(re.compile(r"\b(59|60)\b"))
    assert board.wrong == []


def test_a_table_more_is_published_once_by_two_hasty_organisers_while_the_streams_are_gone(
    evening: Evening,
) -> None:
    organiser, second, board = evening.organiser, evening.phone("owner"), evening.phone("organiser")
    plan(organiser, evening)
    tick_everybody(organiser)
    publish(evening, 1)
    before = evening.count_matches()
    second.open(evening.run("/rounds"))
    board.open(evening.league.at(f"nights/{evening.date}/board"))
    for phone in (organiser, second, board):
        expect(phone.page.locator("html")).to_have_attribute("data-live", STREAM)
    elsewhere = evening.league.phone("organiser")
    elsewhere.get(evening.run("/here"))
    elsewhere.press("Add", guest=GUEST)
    expect(second.key("+ table")).to_be_visible()
    evening.kills += 1  # from here on a browser may say that the streams do not answer
    os.kill(side_pid(evening.server, "live"), signal.SIGKILL)
    for phone in (organiser, second):
        phone.press("+ table")
        expect(phone.key("Publish round %(number)s", number=1)).to_be_visible()
        phone.page.wait_for_timeout(SEEN)
        phone.page.evaluate("localStorage.setItem('hand', 'rests')")  # the page that comes takes no late tap
    keys = [phone.key("Publish round %(number)s", number=1).bounding_box() for phone in (organiser, second)]
    draws = [phone.page.url for phone in (organiser, second)]
    for _tap in range(6):
        for phone, key, draw in zip((organiser, second), keys, draws, strict=True):
            if phone.page.url == draw:  # a hand stops once it sees another page
                phone.page.mouse.click(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    for phone in (organiser, second):  # a late tap may have gone on to the next draw
        expect(phone.page.locator("h1")).not_to_contain_text(say("drawn again"))
        phone.page.wait_for_load_state()
        phone.open(evening.run("/rounds"))
        phone.heads("Round %(number)s of %(rounds)s", number=1, rounds=ROUNDS)
        expect(phone.page.locator(".tables > li")).to_have_count(before + 1)
    assert evening.count_matches() == before + 1
    expect(board.page.locator("#board")).to_contain_text(GUEST)
    for phone in (organiser, second, board):
        expect(phone.page.locator("html")).to_have_attribute("data-live", STREAM)
        assert phone.wrong == [], phone.page.url


def name_last_deal(organiser: Phone, evening: Evening) -> None:
    """The last deal is to be called in an hour, so that there is a clock to hear."""
    expect(organiser.page.locator("#count")).to_be_attached()
    organiser.open(evening.run("/plan"))
    organiser.tap(organiser.page.locator("summary").filter(has_text=say("Length")))
    at = datetime.now(ZoneInfo(evening.league.league.options.zone)) + timedelta(hours=1)
    organiser.page.locator("input[name=last_deal]").fill(f"{at:%H:%M}")
    organiser.press("Who is here?")


def listen(phone: Phone) -> list[str]:
    """The questions of this page whether the evening has moved, from now on."""
    asked: list[str] = []
    phone.page.on("request", lambda one: re.search(r"/nights/.*/live/", one.url) and asked.append(one.url))
    return asked
