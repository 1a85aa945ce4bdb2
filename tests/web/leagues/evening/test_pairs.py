"""Fixed pairs among those who are here: two taps make one, and the next evening begins with them."""

from __future__ import annotations

import re

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
    assert "With whom does Ana play?" in page.words
    assert "5 here" in page.words, "what was ticked meanwhile is kept"
    page = organiser.press("Georgi")
    assert "Without a partner: tap two who play together." in page.words
    assert len(re.findall(r"always with (Georgi|Ana)<", page.html)) == 2
    organiser.press("Boris")
    page = organiser.press("Vera")
    assert "Draw round 1" in page.words
    page = organiser.press("Draw round 1")
    assert "Publish round 1" in page.words, "one without a partner, who was seen, keeps nobody from playing"
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
