"""A name at a table that another phone has is asked at that phone; only a yes lets the second phone write."""

import re

from tests.web.conftest import Phone
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import codes, matches_of, run, running, scan


def ask(club: Club, organiser: Phone) -> tuple[Phone, str]:
    """A second phone asks for the name of who sits first at table 1; the phone, and the name."""
    second = club.phone("another guest")
    page = second.get(codes(organiser, club)["Table 1"])
    name = re.findall(r'name="seat"\s+value="0">([^<]+)<', page.html)[0]
    second.press(name)
    second.press("Ask that phone")
    return second, name


def send(phone: Phone, page: str, address: str, **values: str) -> None:
    """Send values that no key of a page sends, with the token of a page."""
    form = next(form for form in phone.get(page).forms if "csrf_token" in form.names)
    phone.post(address, [("csrf_token", form.value("csrf_token") or ""), *values.items()])


def test_the_phone_that_has_a_name_lets_another_one_write_too(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    match = matches_of(running(tuesday, organiser))[0]
    first = scan(tuesday, organiser, 1)
    sheet = first.address
    second, name = ask(tuesday, organiser)
    waiting = second.address
    assert f"The phone of {name} shows your question." in second.page.words
    assert "Ask the organiser" in second.page.words
    page = first.get(sheet)
    assert f"Another phone at this table wants to write as {name}." in page.words
    first.press("Let it")
    assert "Another phone" not in first.get(sheet).words
    second.get(waiting)
    second.press(f"Write as {name}")
    assert second.address.startswith(f"/m/{match}/s")


def test_a_no_and_silence_give_no_right_and_the_organiser_may_let_it_in(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    match = matches_of(running(tuesday, organiser))[0]
    first = scan(tuesday, organiser, 1)
    sheet = first.address
    second, name = ask(tuesday, organiser)
    waiting = second.address
    address, asked = waiting.split("?asked=")
    send(second, address, address, seat="0", asked=asked)
    assert "Ask that phone" in second.page.words, "silence is no yes"
    first.get(sheet)
    first.press("No")
    assert f"This phone may not write as {name}." in second.get(waiting).words
    send(second, address, address, seat="0", asked=asked)
    assert "Ask that phone" in second.page.words
    second.press("Ask that phone")
    waiting = second.address
    organiser.get(run(tuesday, f"table/{match}"))
    organiser.press("Let it")
    third = tuesday.phone("a third guest")
    send(third, address, address, seat="0", asked=waiting.split("?asked=")[1])
    assert "Ask that phone" in third.page.words, "the yes is for the phone that asked"
    second.get(waiting)
    second.press(f"Write as {name}")
    assert second.address.startswith(f"/m/{match}/s")


def test_a_phone_of_another_seat_cannot_answer(tuesday: Club, tonight: None, organiser: Phone) -> None:
    running(tuesday, organiser)
    scan(tuesday, organiser, 1)
    other = tuesday.phone("an opponent")
    page = other.get(codes(organiser, tuesday)["Table 1"])
    other.press(re.findall(r'name="seat"\s+value="1">([^<]+)<', page.html)[0])
    sheet = other.address
    second, _name = ask(tuesday, organiser)
    assert "Another phone at this table" not in other.get(sheet).words
    asked = second.address.split("?asked=")[1]
    base = sheet.partition("?")[0]
    send(other, f"{base}/phone", f"{base}/let", ask=asked, let="1")
    assert other.status == 200
    assert "shows your question" in second.get(second.address).words
