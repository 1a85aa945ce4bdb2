"""What is said of those who are here: pairs by two taps, rounds and tables, and the next evening begins with it."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import Phone
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import DATE, EIGHT, run

NEXT = "2026-12-03"


def come(club: Club, organiser: Phone, date: str = DATE) -> None:
    organiser.get(club.at("nights/plan"))
    organiser.press("Save", date=date)
    organiser.get(club.at(f"nights/{date}/run/plan"))
    organiser.press("Who is here?", seats="pairs")


def test_two_taps_make_a_pair_and_lose_no_tick(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    with tuesday.app.app_context():
        keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    first = [keys[name] for name in EIGHT[:4]]
    page = organiser.press("Draw round 1", here=first)
    assert "Without a partner: tap two who play together." in page.words
    page = organiser.press("Ana", here=[*first, keys["Desi"]])
    assert "Who plays with Ana?" in page.words
    assert "5 here" in page.words, "what was ticked meanwhile is kept"
    page = organiser.press("Georgi")
    assert "Without a partner: tap two who play together." in page.words
    assert len(re.findall(r"always with (Georgi|Ana)<", page.html)) == 2
    organiser.press("Boris")
    page = organiser.press("Vera")
    assert "Draw round 1" in page.words
    page = organiser.press("Draw round 1")
    assert "Publish round 1" in page.words, "one without a partner, who was seen, keeps no one from playing"
    assert {"Ana", "Georgi", "Boris", "Vera"} == set(re.findall(r'class="name"[^>]*>([^<]+)<', page.html))


def test_the_next_evening_begins_with_the_pairs_and_tables_of_last_time(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    with tuesday.app.app_context():
        keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    organiser.press("Save", here=list(keys.values())[:4])
    for one, other, table in (("Ana", "Boris", "3"), ("Vera", "Georgi", "")):
        organiser.get(run(tuesday, f"here/{keys[one]}"))
        organiser.press("Save", **{"with": keys[other], "table": table})
    come(tuesday, organiser, NEXT)
    assert "always with Boris" in organiser.page.words
    page = organiser.press("Save")
    assert "4 here" in page.words
    assert "Without a partner" not in page.words
    assert "always at table 3" in page.words


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"from": "abc"}, "Write a whole number here."),
        ({"until": "0"}, "from 1 to 20"),
        ({"table": "65"}, "from 1 to 64"),
        ({"from": "3", "until": "2"}, "A player can leave only after the round from which they are here."),
        ({"with": "nobody"}, "Choose"),
    ],
)
def test_what_cannot_be_said_of_a_player_is_told_at_its_field(
    tuesday: Club, typed: dict[str, str], said: str
) -> None:
    organiser = tuesday.phone("organiser")
    with tuesday.app.app_context():
        keys = tuesday.players("Ana", "Boris")
    come(tuesday, organiser)
    organiser.press("Save", here=keys)
    organiser.get(run(tuesday, f"here/{keys[0]}"))
    page = organiser.press("Save", **typed)
    assert organiser.status == 422
    assert said in page.words
    assert {name: page.forms[0].value(name) for name in typed if name != "with"} == {
        name: value for name, value in typed.items() if name != "with"
    }
    assert "2 here" in organiser.get(run(tuesday, "here")).words, "the evening goes on"
