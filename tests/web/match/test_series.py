"""Rematches form a series: its tally follows from its matches, best of so many or open."""

import re
from typing import Any

import pytest

from scorekeeper.store.match.feed import states
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.series import series_of
from scorekeeper.web.site.database import session
from tests.web.conftest import link
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match, words

LOST = {**BELOT, "trick_points": [42, 120]}


def play_series(app: Any, *deals: dict[str, Any]) -> list[Match]:
    """A match of one deal to 10 points for each deal, each the rematch of the one before."""
    matches: list[Match] = []
    for deal in deals:
        before = matches[-1] if matches else None
        matches.append(open_match(app, "belot", FOUR, [deal], before, target=10))
    return matches


# the deals, best of, the tally, who has won the series
TALLIES = [
    ([BELOT], None, "Ana & Vera 1 – Boris & Георги 0", False),
    ([BELOT, LOST], None, "Ana & Vera 1 – Boris & Георги 1", False),
    ([BELOT, LOST, BELOT], "3", "Ana & Vera 2 – Boris & Георги 1", True),
    ([BELOT, BELOT], "3", "Ana & Vera 2 – Boris & Георги 0", True),
    ([BELOT, BELOT], "5", "Ana & Vera 2 – Boris & Георги 0", False),
]


@pytest.mark.parametrize(("deals", "best_of", "tally", "won"), TALLIES)
def test_the_tally(app: Any, phone: Any, deals: Any, best_of: str | None, tally: str, won: bool) -> None:
    matches = play_series(app, *deals)
    address = link(app, matches[-1], "score")
    if best_of:
        phone.get(f"{address.rstrip('/')}/series")
        phone.press("Save", best_of=best_of)
        assert f"Best of {best_of}" in phone.page.words
    page = words(phone.get(address))
    if len(deals) > 1:
        number = (
            f"Match {len(deals)}, best of {best_of}: " if best_of else f"Match {len(deals)} of the series: "
        )
        assert number + tally in page
    assert ("The series is won: Ana & Vera" in page) is won


WON = [("0", "100.0"), ("1", "0.0")]
"""The bars of two sides, the first of which won one match and the other none: colour and length."""


@pytest.mark.parametrize(("target", "drawn"), [(10, True), (151, False)])
def test_a_chart_is_drawn_once_a_match_is_won(app: Any, phone: Any, target: int, drawn: bool) -> None:
    match = open_match(app, "belot", FOUR, [BELOT], target=target)
    page = phone.get(f"{link(app, match, 'watch').rstrip('/')}/series")
    assert ("Matches won" in page.words) is drawn
    assert re.findall(r'class="length k(\d)".*?h([\d.]+)v1', page.html, re.DOTALL) == WON * drawn


def test_a_correction_changes_the_tally(app: Any, phone: Any) -> None:
    first, second = play_series(app, BELOT, BELOT)
    add_event(app, first, "corrected", {"target": 2, "entry": {**LOST, "declarer": 1}})
    assert "Ana & Vera 1 – Boris & Георги 1" in words(phone.get(link(app, second, "watch")))


def test_a_match_in_the_bin_does_not_count(app: Any, phone: Any) -> None:
    first, second = play_series(app, BELOT, BELOT)
    add_event(app, first, "binned", {})
    told = words(phone.get(link(app, second, "watch")))
    assert "Match 1 of the series: Ana & Vera 1 – Boris & Георги 0" in told
    assert "Series of matches 1 – 0" in told, "the drawer says it too"


def test_sides_keep_their_wins_when_they_change_seats(app: Any, phone: Any) -> None:
    _first, second = play_series(app, BELOT, LOST)
    a, b, c, d = second.players
    add_event(app, second, "seated", {"players": [b, c, d, a]})
    told = words(phone.get(link(app, second, "watch")))
    assert "Ana & Vera 2" in told.replace("Vera & Ana", "Ana & Vera")


def test_the_series_lists_its_matches_and_leads_only_to_those_this_phone_has_opened(
    app: Any, phone: Any, another_phone: Any
) -> None:
    first, second = play_series(app, BELOT, LOST)
    phone.get(link(app, first, "watch"))
    addresses = phone.get(link(app, second, "watch", "series")).links.values()
    assert any(first.public_id in address for address in addresses), addresses
    stranger = another_phone.get(link(app, second, "watch", "series"))
    assert not any(first.public_id in address for address in stranger.links.values())
    assert "1. Ana & Vera" in words(stranger)


def test_only_those_who_keep_the_score_say_how_many_are_played(app: Any, phone: Any) -> None:
    (match,) = play_series(app, BELOT)
    page = phone.get(link(app, match, "watch", "series"))
    assert "How many matches are played?" not in page.words
    assert phone.client.post(link(app, match, "watch", "series"), data={"best_of": "3"}).status_code in (
        400,
        404,
    )


@pytest.mark.parametrize(("given", "kept"), [("3", 3), ("4", None), ("", None), ("x", None)])
def test_a_series_is_best_of_an_odd_number_or_open(
    app: Any, phone: Any, given: str, kept: int | None
) -> None:
    (match,) = play_series(app, BELOT)
    address = link(app, match, "score", "series")
    phone.get(address)
    token = phone.page.forms[-1].value("csrf_token")
    phone.post(address, [("csrf_token", token), ("best_of", given)])
    assert phone.status == 200
    with app.app_context():
        assert series_of(session(), match).best_of == kept


def test_best_of_is_kept_when_the_first_rematch_comes(app: Any, phone: Any) -> None:
    (first,) = play_series(app, BELOT)
    phone.get(link(app, first, "score", "series"))
    phone.press("Save", best_of="3")
    second = open_match(app, "belot", FOUR, [LOST], first, target=10)
    assert "Match 2, best of 3" in words(phone.get(link(app, second, "watch")))


def pulse(app: Any, match: Match) -> int:
    with app.app_context():
        return states(session(), [match.public_id])[match.public_id].pulse


def test_a_correction_of_an_older_match_reaches_the_pages_of_the_others(app: Any, phone: Any) -> None:
    first, second = play_series(app, BELOT, BELOT)
    before = pulse(app, second)
    first = add_event(app, first, "corrected", {"target": 2, "entry": {**LOST, "declarer": 1}})
    assert pulse(app, second) > before, "who won has changed"
    before = pulse(app, second)
    add_event(app, first, "described", {"played": "2026-11-20"})
    assert pulse(app, second) == before, "nothing that a series shows"
