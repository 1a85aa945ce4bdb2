"""The end of an evening: who stands on the podium, what is told of the evening, and what is sent to others."""

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from flask import Flask

from scorekeeper.league.evening.standings import POINTS, EveningRow
from scorekeeper.web.leagues.evening.ending import say_decided
from scorekeeper.web.leagues.words import number_words
from tests.cases import cases
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import DATE, EIGHT, matches_of, plan, run, running, tick, win
from tests.web.reading import Page, Phone

CAPOT = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [162, 0], "capot": 0}
SVG = "{http://www.w3.org/2000/svg}"


def read_podium(page: Page) -> list[tuple[str, str]]:
    """Each step of the podium: the place, and all that stands on it."""
    steps = re.findall(r'<li role="listitem" class="place(\d)">(.*?)</li>', page.html, re.S)
    return [(place, " ".join(re.sub(r"<[^>]+>", " ", words).split())) for place, words in steps]


def read_rows(page: Page) -> list[str]:
    rows = re.findall(r"<tr>.*?</tr>", page.html, re.S)[1:]
    return [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows]


def test_four_who_share_the_first_place_stand_on_one_step(tuesday: Club, organiser: Phone) -> None:
    page = running(tuesday, organiser)
    assert read_podium(organiser.get(run(tuesday, "end"))) == [], (
        "no one stands there before a table is through"
    )
    for match in matches_of(page):
        win(tuesday, match)
    ((place, words),) = read_podium(organiser.get(run(tuesday, "end")))
    assert (place, sum(name in words for name in EIGHT), words[-11:]) == ("1", 4, "points: 1 1")


def test_of_six_who_share_the_first_place_three_are_named_and_three_counted(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser, *EIGHT, "Mila", "Nikola", "Petya", "Stefan")
    for match in matches_of(page):
        win(tuesday, match)
    ((_place, words),) = read_podium(organiser.get(run(tuesday, "end")))
    assert "and 3 more level" in words


def test_what_is_told_of_an_evening_says_what_every_number_is_of(tuesday: Club, organiser: Phone) -> None:
    first, second = matches_of(running(tuesday, organiser))
    win(tuesday, first)
    organiser.get(run(tuesday, f"table/{second}"))
    organiser.press("That is how it ended", **{"total-0": "30", "total-1": "160"})
    words = organiser.get(run(tuesday, "end")).words
    assert "Best pair" not in words, "no two have played together twice"
    assert re.search(r"Greatest win: difference \+130, \w+ & \w+ in round 1 at table 2", words)
    assert "capots" not in words, "no one had one"


def test_who_had_most_capots_is_told(tuesday: Club, organiser: Phone) -> None:
    first, _second = matches_of(running(tuesday, organiser))
    win(tuesday, first, CAPOT)
    words = organiser.get(run(tuesday, "end")).words
    assert re.search(r"Most capots: \w+ and \w+ ×1", words), "both of the pair that had them"


def pairs(club: Club) -> Page:
    """A first round of fixed pairs is over; the page of its end."""
    organiser = club.phone("organiser")
    plan(club, organiser, *EIGHT)
    organiser.get(run(club, "plan"))
    organiser.press("Who is here?", seats="pairs")
    tick(club, organiser, *EIGHT)
    for match in matches_of(pair_up(club, organiser)):
        win(club, match)
    return organiser.get(run(club, "end"))


def pair_up(club: Club, organiser: Phone) -> Page:
    """Each who is here plays with the next one; the first round of these pairs."""
    keys = re.findall(r'name="here"\s+value="([^"]+)" checked', organiser.get(run(club, "here")).html)
    for one, other in zip(keys[::2], keys[1::2], strict=True):
        organiser.get(run(club, f"here/{one}"))
        organiser.press("Save", **{"with": other})
    organiser.get(run(club, "draw"))
    return organiser.press("Publish round 1")


def test_fixed_pairs_are_one_place_and_not_two_people(tuesday: Club) -> None:
    page = pairs(tuesday)
    assert "8 players, 1 round" in page.words
    rows = read_rows(page)
    assert [row.split()[0] for row in rows] == ["1", "1", "3", "3"]
    assert all(" &amp; " in row for row in rows)
    assert [place for place, _words in read_podium(page)] == ["1", "3"]
    winners = [" ".join(row.split()[1:4]).replace("&amp;", "&") for row in rows[:2]]
    assert f"Best pair: {winners[0]} and {winners[1]}, points: 1" in page.words


@pytest.mark.parametrize("who", ["organiser", "player"])
def test_one_picture_and_one_text_are_sent_by_all_who_read_the_league(tuesday: Club, who: str) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser)
    reader = tuesday.phone(who)
    reader.get(run(tuesday, "end/send"))
    assert reader.status == 404, "nothing is to be sent before a table is through"
    for match in matches_of(page):
        win(tuesday, match)
    reader.get(run(tuesday, "end"))
    page = reader.click("Send the result")
    (text,) = re.findall(r"<textarea[^>]*>\s*(.*?)</textarea>", page.html, re.S)
    lines = text.strip().split("\n")
    assert lines[0] == "Þriðjudagur · Thursday, November 26, 2026"
    assert lines[1:5] == ["8 players, 1 round", "The evening is not over yet.", "", "Points of the evening:"]
    assert [line.partition(" ")[0] for line in lines[5:13]] == ["1."] * 4 + ["5."] * 4
    (address,) = re.findall(r'id="picture" src="([^"]+)"', page.html)
    picture = ElementTree.fromstring(reader.client.get(address.replace("&amp;", "&")).data)
    drawn = " | ".join("".join(node.itertext()) for node in picture.iter(f"{SVG}text"))
    assert all(name in drawn for name in ("Þriðjudagur", "November 26, 2026", *EIGHT))
    assert f"{DATE}.png" in page.html


@cases(
    "number, words",
    (Fraction(2), "2"),
    (Fraction(1, 2), "½"),
    (Fraction(-7, 2), "−3½"),
    (Fraction(8, 3), "2.7"),
    (Fraction(-1, 4), "−0.2"),
)
def test_points_are_written_whole_with_a_half_or_with_one_digit(
    app: Flask, number: Fraction, words: str
) -> None:
    with app.test_request_context():
        assert number_words(number) == words


def test_points_that_are_written_alike_and_differ_say_by_what(app: Flask) -> None:
    above = EveningRow("a", 1, (), Fraction(7, 10), Fraction(0), Fraction(0), POINTS)
    below = above._replace(unit="b", points=Fraction(27, 40))
    with app.test_request_context():
        assert say_decided(below, above) == "points 27/40\u00a0<\u00a07/10"
        assert say_decided(below._replace(points=Fraction(1, 2)), above) == ""


def test_a_key_says_to_send_the_result_once_the_evening_is_closed(tuesday: Club, organiser: Phone) -> None:
    for match in matches_of(running(tuesday, organiser)):
        win(tuesday, match)
    organiser.get(run(tuesday, "end"))
    page = organiser.press("Close the evening")
    assert re.findall(r'class="button main"[^>]*>([^<]+)<', page.html) == ["Send the result"]
    assert "Open the evening again" in page.words


def test_no_round_is_published_once_the_evening_is_closed_until_it_is_opened_again(tuesday: Club) -> None:
    organiser, second = tuesday.phone("organiser"), tuesday.phone("owner")
    running(tuesday, organiser)
    second.get(run(tuesday, "draw"))
    page = organiser.get(run(tuesday, "end"))
    assert "1 round · 2 tables play" in page.words
    page = organiser.press("Close the evening")
    page = second.press("Publish round 2")
    assert "The evening is over." in page.words
    page = second.get(run(tuesday, "rounds"))
    assert "Round 1 of 4" in page.words
    assert "Draw round 2" not in page.words
    assert "Last deal" not in page.words
    organiser.press("Open the evening again")
    organiser.get(run(tuesday, "draw"))
    assert "Round 2 of 4" in organiser.press("Publish round 2").words
