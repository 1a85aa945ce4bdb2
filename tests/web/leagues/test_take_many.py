"""Many matches of a phone go into a league at once: looked at first, all or none, and out again as a whole."""

import re

import pytest
from flask import Flask

from scorekeeper.store.accounts import devices
from scorekeeper.store.leagues.log import apply, nights
from scorekeeper.store.leagues.log.access import Access, Who, find_access
from scorekeeper.store.leagues.log.refusals import NotThere, Refused
from scorekeeper.store.leagues.matches import assign_match, take_many
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import NAMES, SHORT, Club, new

PHONE = "p" * 43
OTHERS = ("Vera", "Georgi", "Mila", "Petar")


def play(*names: str, phone: str = PHONE) -> str:
    """A match of Kani outside any league, of this phone."""
    match = ledgers.open_match(session(), "kani", list(names), rules=SHORT, device=phone)
    devices.remember(session(), phone, match.public_id, "owner")
    return match.public_id


@pytest.fixture
def scorer(tuesday: Club) -> Access:
    """A scorer with a phone; the league knows the four."""
    with tuesday.app.app_context():
        tuesday.players(*NAMES)
        return tuesday.access("scorer", PHONE)


def names_in(tuesday: Club) -> list[str]:
    return sorted(one.name or "" for one in tuesday.list_players())


def test_all_of_them_come_in_and_a_new_name_is_one_guest(app: Flask, tuesday: Club, scorer: Access) -> None:
    with app.app_context():
        first, second = play(*NAMES[:3], "Petar"), play(*NAMES[:2], "Petar", "Mila")
        written = take_many.take_many(
            session(), scorer, uuid=new(), matches=[first, second], night="2026-11-19"
        )
        found = [tuesday.find_match(one) for one in (first, second)]
        assert [one.night for one in found if one] == ["2026-11-19"] * 2
        assert names_in(tuesday) == sorted([*NAMES, "Petar", "Mila"])
        [taking] = take_many.list_takings(session(), scorer)
        assert (taking.key, set(taking.matches)) == (written.event.body["import"], {first, second})


def test_the_same_request_again_is_the_same_taking(app: Flask, tuesday: Club, scorer: Access) -> None:
    with app.app_context():
        match, uuid = play(*NAMES), new()
        once, again = (
            take_many.take_many(session(), scorer, uuid=uuid, matches=[match]) for _time in range(2)
        )
        assert (once.repeated, again.repeated) == (False, True)


def test_what_cannot_come_in_says_why_and_then_none_does(app: Flask, tuesday: Club, scorer: Access) -> None:
    with app.app_context():
        [zlata], [vera] = tuesday.players("Zlata"), tuesday.list_players(search="Vera")
        player_changes.merge(session(), tuesday.access(), uuid=new(), key=zlata, into=vera.key)
        good, near, twice = play(*NAMES), play("Verra", *NAMES[1:]), play("Vera", "Zlata", *OTHERS[2:])
        placed = play(*NAMES)
        assign_match.adopt(session(), scorer, uuid=new(), public_id=placed, players=[None] * 4, names=OTHERS)
        foreign = play(*NAMES, phone="q" * 43)
        before = tuesday.access().league.seq
        looked = take_many.preview_many(session(), scorer, [good, near, twice, placed, foreign])
        assert [one.match.public_id for one in looked] == [good, near, twice, placed], "not another phone's"
        told = [one.why_not.msgid if one.why_not else None for one in looked]
        assert told[0] is None
        assert told[1] == "{names}: nearly the name of a player. Take it in by itself."
        assert told[2] == "One person cannot sit on two seats."
        assert told[3] is not None
        for wrong, error in (((good, near), Refused), ((good, foreign), NotThere), ((), Refused)):
            with pytest.raises(error):
                take_many.take_many(session(), scorer, uuid=new(), matches=wrong)
        assert tuesday.access().league.seq == before, "none came in"


def test_one_undo_takes_back_exactly_that(app: Flask, tuesday: Club, scorer: Access) -> None:
    with app.app_context():
        off = tuesday.organise(nights.plan_night, date="2026-11-12").event
        found = nights.find_night(session(), tuesday.league.id, "2026-11-12")
        nights.update_night(
            session(),
            tuesday.access(),
            uuid=new(),
            seen=found.touched,
            key=str(off.subject),
            date=found.date,
            starts=None,
            place="",
            season=None,
            cancelled=True,
        )
        stays = play(*NAMES)
        assign_match.adopt(session(), scorer, uuid=new(), public_id=stays, players=[None] * 4, names=OTHERS)
        before = names_in(tuesday)
        on_new, on_off = play(*NAMES[:3], "Petya"), play(*NAMES)
        one = take_many.take_many(session(), scorer, uuid=new(), matches=[on_new], night="2026-11-19")
        other = take_many.take_many(session(), scorer, uuid=new(), matches=[on_off], night="2026-11-12")
        for written in (one, other):
            take_many.undo_taking(session(), scorer, uuid=new(), key=written.event.body["import"])
        left = [row.key for row in tuesday.list_matches()]
        assert left == [stays]
        assert names_in(tuesday) == before
        assert nights.find_night(session(), tuesday.league.id, "2026-11-19") is None
        called_off = nights.find_night(session(), tuesday.league.id, "2026-11-12")
        assert called_off.cancelled
        assert ledger.load(session(), on_new) is not None, "the match itself stays"
        take_many.take_many(session(), scorer, uuid=new(), matches=[on_new, on_off])
        assert apply.rebuild_and_compare(session(), tuesday.league.id) == 0, "the log alone says all of it"


def test_another_scorer_takes_nothing_back_and_an_organiser_may(
    app: Flask, tuesday: Club, scorer: Access
) -> None:
    with app.app_context():
        key = take_many.take_many(session(), scorer, uuid=new(), matches=[play(*NAMES)]).event.body["import"]
        stranger = find_access(session(), tuesday.league.public_id, Who(tuesday.accounts["player"]))
        assert stranger is not None
        with pytest.raises(NotThere):
            take_many.undo_taking(session(), stranger, uuid=new(), key=key)
        tuesday.organise(take_many.undo_taking, key=key)
        assert take_many.list_takings(session(), tuesday.access()) == []


@pytest.fixture
def phone(tuesday: Club, scorer: Access) -> Phone:
    """The scorer's phone, which wrote two matches of the same four and one with a name that is nearly known."""
    phone = tuesday.phone("scorer")
    for names in (NAMES, (*NAMES[:3], "Petar"), ("Verra", *NAMES[1:])):
        phone.get("/start/kani")
        phone.press("Start", **{f"name-{seat}": name for seat, name in enumerate(names)})
    return phone


def ticks_in(page: Page) -> list[str]:
    """The matches that a page lets one choose."""
    return [given.get("value", "") for _tag, given in page.attributes if given.get("name") == "match"]


def test_on_the_page_many_are_ticked_looked_at_taken_in_and_out_again(tuesday: Club, phone: Phone) -> None:
    page = phone.get(tuesday.at("take-in"))
    every = ticks_in(page)
    assert len(every) == 3
    page = phone.press("What will come in?", match=every)
    assert "2 matches come in" in page.words
    assert phone.status == 200
    assert "Verra: nearly the name of a player." in page.words
    assert "New players become guests: Petar." in page.words
    page = phone.press("Take them in")
    assert "2 matches are in the league." in page.words
    page = phone.press("Take all of it out again")
    assert "All of them are out of the league again." in page.words
    assert len(ticks_in(page)) == 3


@cases("typed, said", ({"match": []}, "Choose between one and 60"), ({"night": "soon"}, "date"))
def test_what_is_wrong_with_a_choice_is_said_and_the_ticks_stay(
    tuesday: Club, phone: Phone, typed: dict[str, str | list[str]], said: str
) -> None:
    page = phone.get(tuesday.at("take-in"))
    every = ticks_in(page)
    page = phone.press("What will come in?", **{"match": every, **typed})
    assert phone.status == 422
    assert said in page.words
    assert len(re.findall(r'name="match" value="\w+" checked', page.html)) == len(typed.get("match", every))
