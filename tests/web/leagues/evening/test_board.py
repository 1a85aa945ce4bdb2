"""The board of an evening: what stands on it when, and what it says of the next round."""

import re

from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import link
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import DATE, EIGHT, matches_of, plan, run, running, win
from tests.web.reading import Page, Phone
from tests.web.sheet_tables import BELOT


def look(club: Club, phone: Phone) -> Page:
    return phone.get(club.at(f"nights/{DATE}/board"))


def headings(page: Page) -> list[str]:
    return re.findall(r"<section data-turn><h2>([^<]+)</h2>", page.html)


def test_the_board_says_who_sits_where_until_all_play_and_then_how_they_stand(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    first, second = matches_of(running(tuesday, organiser, *EIGHT, "Mila"))
    page = look(tuesday, organiser)
    assert headings(page) == ["Who sits where"]
    assert len(re.findall(r'class="nm">', page.html)) == 9
    assert page.words.count("rests") == 1
    win(tuesday, first)
    page = look(tuesday, organiser)
    assert headings(page) == ["Who sits where", "Tables", "The standings of the evening"]
    assert "Round 2 follows once all tables are through." in page.words
    win(tuesday, second)
    page = look(tuesday, organiser)
    assert headings(page) == ["Tables", "The standings of the evening"]
    assert "Round 2 is drawn next." in page.words


def test_the_board_says_what_comes_before_the_first_round_and_after_the_last(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    plan(tuesday, organiser, *EIGHT)
    assert "The first round is not published yet." in look(tuesday, organiser).words
    organiser.get(run(tuesday, "plan"))
    organiser.press("Who is here?", rounds="1")
    organiser.press("Add", guest=", ".join(EIGHT))
    organiser.get(run(tuesday, "draw"))
    matches = matches_of(organiser.press("Publish round 1"))
    assert "This is the last round." in look(tuesday, organiser).words
    for match in matches:
        win(tuesday, match)
    assert "The last round is over." in look(tuesday, organiser).words
    organiser.get(run(tuesday, "end"))
    organiser.press("Close the evening")
    page = look(tuesday, organiser)
    assert "The evening is over." in page.words
    assert headings(page) == ["The standings of the evening"]


def test_the_second_round_says_from_which_table_people_come_and_how_places_moved(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    for match in matches_of(running(tuesday, organiser)):
        win(tuesday, match)
    organiser.get(run(tuesday, "draw"))
    matches = matches_of(organiser.press("Publish round 2"))
    page = look(tuesday, organiser)
    moved = re.findall(r"until now at table</span> (\d) →</small><b>(\d)</b>", page.html)
    assert moved
    assert all(before != now for before, now in moved)
    win(tuesday, matches[0])
    for shown in (organiser.get(tuesday.at(f"nights/{DATE}")), look(tuesday, organiser)):
        moves = re.findall(r"([▲▼])\d\D*?\d+ places? (up|down)", shown.words)
        assert moves
        assert set(moves) <= {("▲", "up"), ("▼", "down")}


def test_the_scores_of_a_table_stand_beside_those_who_made_them_after_people_changed_seats(
    tuesday: Club,
) -> None:
    organiser = tuesday.phone("organiser")
    match, *_others = matches_of(running(tuesday, organiser, *EIGHT[:4]))
    with tuesday.app.app_context():
        found = ledger.load(session(), match)
        before = found.seat_names
        first, second, *rest = found.players
        found = ledgers.write(session(), found, "seated", {"players": [second, first, *rest]})
        ledgers.write(session(), found, "recorded", {"entry": {**BELOT, "trick_points": [110, None]}})
    now = f"{before[1]}, {before[2]} – {before[0]}, {before[3]}"
    assert now in organiser.get(run(tuesday, "rounds")).words
    sides = re.findall(r'class="side\d"><span>(.*?)</span><b>(\d+)</b>', look(tuesday, organiser).html, re.S)
    shown = [(re.findall(r"\w+", re.sub(r"<[^>]+>", " ", names)), total) for names, total in sides]
    assert shown == [([before[1], before[2]], "11"), ([before[0], before[3]], "5")]
    page = organiser.get(run(tuesday, f"table/{match}"))
    assert f"Won by {before[0]}" in page.words, "a match is given to a side of the draw"


def test_a_total_under_nothing_has_a_minus_on_each_page(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    match, *_others = matches_of(running(tuesday, organiser, *EIGHT[:4]))
    penalty = {"kind": "adjustment", "scores": [-311, 0], "reason": "late"}
    with tuesday.app.app_context():
        found = ledger.load(session(), match)
        for entry in ({**BELOT, "trick_points": [110, None]}, penalty):
            found = ledgers.write(session(), found, "recorded", {"entry": entry})
        other = {**penalty, "scores": [-400, 0]}
        ledgers.write(session(), found, "protested", {"target": found.seq, "entry": other})
    sheet = link(tuesday.app, found, "score")
    pages = [
        *(run(tuesday, page) for page in ("rounds", f"table/{match}")),
        *(
            tuesday.at(page)
            for page in (f"nights/{DATE}/board", "matches", f"matches/{match}", f"nights/{DATE}")
        ),
        *(sheet + page for page in ("", "/print", "/tv", "/league", f"/protest/{found.seq + 1}")),
    ]
    for page in pages:
        words = organiser.get(page).words
        at = words.find("-300")
        assert ("−300" in words, words[max(0, at - 90) : at + 9] if at >= 0 else "") == (True, ""), page
