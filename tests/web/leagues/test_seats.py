"""People change seats in a match of a league: what they said, what a correction changes, what they won stays theirs."""

import re

import pytest

from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests.web.conftest import Page, link
from tests.web.leagues.club import NAMES, Club, new
from tests.web.leagues.test_matches import confirm, in_league, sit, word

pytestmark = pytest.mark.long

HEARTS = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}


def swap_seats(tuesday: Club, match: Match, one: int, other: int) -> None:
    """Two people change places."""
    with tuesday.app.app_context():
        now = ledger.load(session(), match.public_id)
    players = list(now.players)
    players[one], players[other] = players[other], players[one]
    tuesday.add_event(match, "seated", {"players": players}, seat=0)


def corrections(page: Page) -> list[tuple[str, str, str]]:
    """The rows of the table that says what a correction would change."""
    row = r'<th scope="row">([^<]+)</th>\s*<td[^>]*"Counts now">([^<]*)</td>\s*<td[^>]*"Would count">([^<]*)<'
    return re.findall(row, page.html)


def test_what_a_player_said_stays_under_their_name(tuesday: Club, over: Match) -> None:
    word(sit(tuesday, over, "Þórdís"), tuesday, over, 2, "The result is right")
    swap_seats(tuesday, over, 2, 3)
    page = tuesday.phone("player").get(in_league(tuesday, over))
    assert "confirmed by Þórdís" in page.words
    assert "confirmed by Iñaki" not in page.words


def test_a_change_of_seats_says_by_person_what_it_would_change(tuesday: Club, over: Match) -> None:
    confirm(tuesday, over)
    swap_seats(tuesday, over, 1, 2)
    page = tuesday.phone("organiser").get(in_league(tuesday, over))
    assert corrections(page) == [
        ("Vera", "12", "12"),
        ("Þórdís", "0", "12"),
        ("Георги", "12", "0"),
        ("Iñaki", "0", "0"),
    ]


def belot(tuesday: Club) -> Match:
    """A match of Belot that was just started in the league."""
    with tuesday.app.app_context():
        return assign_match.start_match(
            session(),
            tuesday.access("scorer", "w" * 43),
            uuid=new(),
            game="belot",
            rules={},
            players=tuesday.players(*NAMES),
            names=list(NAMES),
            first_dealer=0,
        )


def test_a_player_who_changed_sides_and_wrote_the_end_has_agreed_for_the_new_side(tuesday: Club) -> None:
    match = belot(tuesday)
    phones = {name: sit(tuesday, match, name) for name in NAMES}
    sheet = link(tuesday.app, match, "score")
    people_of = {f"seat-{seat}": str(match.players[one]) for seat, one in enumerate((1, 0, 2, 3))}
    phones["Vera"].get(f"{sheet}/seats")
    phones["Vera"].press("Save", **people_of)
    phones["Vera"].get(f"{sheet}/record/deal")
    phones["Vera"].press("Save", contract="hearts", declarer="0", **{"trick_points-0": "120"})
    phones["Vera"].get(f"{sheet}/stop")
    phones["Vera"].press("Stop here")
    for name, own in (("Vera", []), ("Iñaki", []), ("Георги", ["0"]), ("Þórdís", ["2"])):
        page = phones[name].get(f"{sheet}/league")
        asked = {form.value("seat"): form.value("how") for form in page.forms if form.value("seat")}
        assert set(asked) == set(own or ["0"]), "Vera and Iñaki are one side now, and Vera wrote"
        assert [seat for seat, how in asked.items() if how == "device"] == own, name


def test_of_pairs_too_a_change_of_seats_says_by_person_what_it_would_change(tuesday: Club) -> None:
    match = belot(tuesday)
    tuesday.add_event(match, "recorded", {"entry": HEARTS}, seat=0)
    sheet = tuesday.add_event(match, "closed", {}, seat=0).scored.sheet
    ours, theirs = (str(total) for total in sheet.totals)
    confirm(tuesday, match)
    organiser = tuesday.phone("organiser")
    swap_seats(tuesday, match, 0, 1)
    assert corrections(organiser.get(in_league(tuesday, match))) == [
        ("Георги", theirs, ours),
        ("Vera", ours, theirs),
        ("Þórdís", ours, ours),
        ("Iñaki", theirs, theirs),
    ]


# --- moving ---------------------------------------------------------------------------------------


def move_match(tuesday: Club, match: Match, **typed: str | list[str]) -> Page:
    """What the organiser sees who saves the page of a match's season, night and players."""
    organiser = tuesday.phone("organiser")
    organiser.get(f"{in_league(tuesday, match)}/move")
    return organiser.press("Save", night="2026-01-06", **typed)


def winners(tuesday: Club, match: Match) -> list[str]:
    """Who won the match, as its page says."""
    tuesday.derive()
    page = tuesday.phone("player").get(in_league(tuesday, match))
    return sorted(re.findall(r">([^<>]+)</a> ✓", page.html))


def test_a_match_that_moves_to_another_night_keeps_its_players_where_they_sat(
    tuesday: Club, over: Match
) -> None:
    swap_seats(tuesday, over, 1, 2)
    confirm(tuesday, over)
    assert winners(tuesday, over) == ["Vera", "Þórdís"]
    page = move_match(tuesday, over)
    assert "Jan 6, 2026" in page.words
    assert winners(tuesday, over) == ["Vera", "Þórdís"]


def test_who_really_played_is_said_of_a_person_on_any_seat(tuesday: Club, over: Match) -> None:
    swap_seats(tuesday, over, 1, 2)
    confirm(tuesday, over)
    row = tuesday.find_match(over.public_id)
    assert row is not None
    ana = tuesday.players("Ana")[0]
    move_match(tuesday, over, player=[*row.players[:2], ana, row.players[3]])
    assert winners(tuesday, over) == ["Ana", "Vera"]


def test_a_match_of_a_player_who_was_merged_moves_and_keeps_who_it_was(tuesday: Club, over: Match) -> None:
    confirm(tuesday, over)
    with tuesday.app.app_context():
        row = tuesday.find_match(over.public_id)
        vera, ana, kata = row.players[0], *tuesday.players("Ana", "Kata")
        tuesday.organise(player_changes.merge, key=vera, into=ana)
    assert "Jan 6, 2026" in move_match(tuesday, over).words
    assert winners(tuesday, over) == ["Ana", "Георги"]
    move_match(tuesday, over, player=[ana, *row.players[1:3], kata])
    with tuesday.app.app_context():
        player_changes.unmerge(session(), tuesday.access(), uuid=new(), key=vera)
        now = tuesday.find_match(over.public_id)
        assert now.players == (*row.players[:3], kata), "only the player who was changed is another"
