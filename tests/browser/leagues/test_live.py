"""A league's pages follow the matches that are being played, without being asked."""

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, expect

from scorekeeper.store.match.match import Match
from tests.browser.conftest import serving
from tests.browser.looking import look
from tests.web.leagues.club import NAMES, WON, Club, club

AGAIN = 10_000
"""Milliseconds after which a page of a league asks again what is being played."""
SOME = {**WON, "bid": 8, "tricks": 8}


@pytest.fixture
def playing(app: Flask) -> tuple[Club, Match]:
    """A public league, and a match in it of which a deal was recorded."""
    made = club(app, "public")
    match = made.match(SOME, players=made.players(*NAMES), rules={})
    made.derive()
    return made, match


def test_the_list_and_the_match_follow_the_score(
    context: BrowserContext, app: Flask, playing: tuple[Club, Match]
) -> None:
    made, match = playing
    context.clock.install()
    listed, one = context.new_page(), context.new_page()
    for server in serving(app):
        for page in (listed, one):
            page.set_viewport_size({"width": 360, "height": 640})
        listed.goto(f"{server}{made.at('matches')}")
        one.goto(f"{server}{made.at(f'matches/{match.public_id}')}")
        expect(listed.locator(".list li").first).to_contain_text("being played, deal 2")
        look(listed, "leagues", "a live match in the list")
        look(one, "leagues", "a live match")
        made.add_event(match, "recorded", {"entry": SOME})
        context.clock.fast_forward(AGAIN)
        for page in (listed, one):
            expect(page.locator("main")).to_contain_text("being played, deal 3")
            expect(page.locator("main")).to_contain_text("16")
