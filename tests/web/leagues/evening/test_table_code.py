"""The code of a table leads to who sits there now, also where people came, went or changed seats."""

import re
from typing import Any

from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import case, cases
from tests.web.conftest import Phone
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import (
    EIGHT,
    JOINS,
    LEAVES,
    codes,
    matches_of,
    plan,
    run,
    running,
    tick,
)

SITS = {"kind": "players", "seat": 0, "name": "Petko"}


def open_kinaskak(club: Club, organiser: Phone) -> str:
    """The match of the one table of four who play each alone."""
    plan(club, organiser, *EIGHT[:4])
    organiser.get(run(club, "plan"))
    organiser.press("Who is here?", game="kinaskak", seats="single")
    tick(club, organiser, *EIGHT[:4])
    (match,) = matches_of(organiser.press("Publish round 1"))
    return match


def write(club: Club, match: str, kind: str = "recorded", **body: Any) -> None:
    with club.app.app_context():
        seen = ledger.load(session(), match).seq
        ledgers.write(session(), match, kind, body, seen=seen, device="phone", seat=0)


def read_seats(page: Any) -> dict[str, str]:
    return {name: seat for seat, name in re.findall(r'name="seat"\s+value="(\d)"[^>]*>([^<]+)<', page.html)}


@cases(
    "changes, gone, came",
    case("one joined", [JOINS], [], {"Zlatka": "4"}),
    case("one left", [LEAVES], ["1"], {}),
    case("another sat down by the sheet", [SITS], ["0"], {"Petko": "0"}),
    case("one left, and one joined", [LEAVES, JOINS], ["1"], {"Zlatka": "4"}),
)
def test_who_came_later_is_behind_the_code_and_who_left_is_not(
    tuesday: Club, tonight: None, changes: list[dict[str, Any]], gone: list[str], came: dict[str, str]
) -> None:
    organiser = tuesday.phone("organiser")
    match = open_kinaskak(tuesday, organiser)
    address = codes(organiser, tuesday)["Table 1"]
    before = read_seats(tuesday.phone("guest").get(address))
    for entry in ({"kind": "deal", "hands": [0, 15, 5, 5]}, *changes):
        write(tuesday, match, entry=entry)
    phone = tuesday.phone("guest")
    assert read_seats(phone.get(address)) == {
        **{name: seat for name, seat in before.items() if seat not in gone},
        **came,
    }
    for name, seat in came.items():
        phone.press(name)
        assert phone.address.startswith(f"/m/{match}/s")
        second = tuesday.phone("another guest")
        second.get(address)
        second.press(name)
        assert f"held by {name}" in second.page.words
        second.press("Ask that phone")
        assert f"The phone of {name} shows your question." in second.page.words
        assert f"wants to write as {name}." in phone.get(phone.address).words
        assert name in organiser.get(run(tuesday, f"table/{match}")).words
        assert seat in before.values() or seat == "4"


def test_the_code_says_who_deals_first_until_a_deal_is_recorded(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    match = open_kinaskak(tuesday, organiser)
    phone, address = tuesday.phone("guest"), codes(organiser, tuesday)["Table 1"]
    assert "Deals first:" in phone.get(address).words
    write(tuesday, match, entry={"kind": "deal", "hands": [0, 15, 5, 5]})
    page = phone.get(address)
    assert "this phone may write this match" in page.words
    assert "Deals first:" not in page.words


def test_who_changed_seats_is_at_the_table_under_the_own_name(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    match = matches_of(running(tuesday, organiser))[0]
    address = codes(organiser, tuesday)["Table 1"]
    before = read_seats(tuesday.phone("guest").get(address))
    with tuesday.app.app_context():
        people = list(ledger.load(session(), match).players)
    write(tuesday, match, "seated", players=[people[1], people[0], *people[2:]])
    swapped = {"0": "1", "1": "0"}
    phone = tuesday.phone("guest")
    assert read_seats(phone.get(address)) == {name: swapped.get(seat, seat) for name, seat in before.items()}
    name = next(name for name, seat in before.items() if seat == "0")
    phone.press(name)
    second = tuesday.phone("another guest")
    second.get(address)
    second.press(name)
    assert f"held by {name}" in second.page.words
