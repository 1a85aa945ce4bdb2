"""The picture of an evening: its words stand within its margins and beside each other, with any names of players."""

from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import serving
from tests.browser.sheet.test_picture import MARGIN, SIZE, WRITTEN, overlap
from tests.cases import cases
from tests.web.leagues.club import Club, club
from tests.web.leagues.evening.test_end import pair_up
from tests.web.leagues.evening.test_evening import matches_of, plan, run, running, tick, win

LONG = ("Hrafnhildur Anna Sigurðardóttir", "Александър Константинов", "Стефания Стоянова-Петрова", "Щ" * 30)


def start(made: Club, people: int, *, pairs: bool) -> list[str]:
    """The matches of a first round."""
    organiser = made.phone("organiser")
    names = [f"{LONG[number % len(LONG)]} {number // len(LONG)}" for number in range(people)]
    if not pairs:
        return matches_of(running(made, organiser, *names))
    plan(made, organiser, *names)
    organiser.get(run(made, "plan"))
    organiser.press("Who is here?", seats="pairs")
    tick(made, organiser, *names)
    return matches_of(pair_up(made, organiser))


@cases("people, pairs, over", (8, False, 1), (24, False, 6), (64, False, 16), (16, True, 4), (24, True, 6))
def test_the_words_of_the_picture_stand_within_its_margins(
    page: Page, app: Flask, people: int, pairs: bool, over: int
) -> None:
    made = club(app, "public")
    for match in start(made, people, pairs=pairs)[:over]:
        win(made, match)
    for server in serving(app):
        page.set_viewport_size({"width": SIZE, "height": SIZE})
        page.goto(f"{server}{run(made, 'end/picture.svg')}")
        texts = page.evaluate(WRITTEN)
        assert len(texts) > 5
        assert [
            one
            for one in texts
            if one["left"] < MARGIN or one["right"] > SIZE - MARGIN or one["bottom"] > SIZE
        ] == []
        crossed = [
            (one["words"], two["words"])
            for at, one in enumerate(texts)
            for two in texts[:at]
            if overlap(one, two)
        ]
        assert crossed == []
