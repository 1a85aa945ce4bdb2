"""Tables of a league for every eye and ear: who stands below the line, and what each table and sign is called."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.league.rules import LeagueRules
from scorekeeper.store.leagues.log import nights
from scorekeeper.store.leagues.log.access import find_league
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueRow
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Page, app_on
from tests.web.leagues.club import NAMES, Club, club, rows_in

pytestmark = pytest.mark.long

WORDS = re.compile(r"<[^>]+>")


@pytest.fixture(scope="module")
def app(migrated: Path) -> Iterator[Flask]:
    yield from app_on(migrated)


@pytest.fixture(scope="module")
def six_of_six(app: Flask) -> Club:
    """Vera and Georgi won six of six against two others; Ane and Jón played one match and won it."""
    made = club(app, "public")
    with app.app_context():
        keys = made.players(*NAMES, "Ane", "Jón")
        for _ in range(6):
            _write_win(made, keys[:4])
        _write_win(made, [keys[4], keys[5], keys[2], keys[3]])
        made.derive()
    return made


def _write_win(made: Club, keys: list[str]) -> None:
    """A result without deals: the first two beat the others."""
    ledgers.record_result(
        session(),
        made.access(),
        "belot",
        keys,
        [[0, 1], [2, 3]],
        nights.tonight(made.league),
        totals=[151, 60],
    )


def lines(page: Page) -> list[str]:
    """The rows of the page's last table in words."""
    table = re.findall(r"<table.*?</table>", page.html, re.S)[-1]
    found = re.findall(r"<tr.*?</tr>", table, re.S)
    return [" ".join(unescape(WORDS.sub(" ", one)).split()) for one in found]


def test_who_has_played_too_little_stands_below_a_line_that_says_why(six_of_six: Club) -> None:
    page = six_of_six.phone("visitor").get(six_of_six.at())
    told = lines(page)
    line = told.index("Below the line: fewer than 3 matches.")
    assert [one.split()[0] for one in told[1:line]] == ["1", "1", "3", "3"]
    assert not [one for one in told[line + 1 :] if "2 more matches for a place" not in one]
    assert sorted(rows_in(page)[-2:]) == ["Ane", "Jón"]


def test_a_pair_with_one_match_stands_below_one_with_six_wins_of_six(six_of_six: Club) -> None:
    page = six_of_six.phone("visitor").get(six_of_six.at("statistics?about=pair&season="))
    told = lines(page)
    line = told.index("Below the line: out of fewer than 3.")
    assert told[1].startswith("Георги & Vera 100 % 6/6") or told[1].startswith("Vera & Георги 100 % 6/6")
    assert "Ane" in told[line + 1]
    assert "1/1" in told[line + 1]


def test_an_older_league_has_the_line_too_and_its_events_stay_as_they_are(
    app: Flask, six_of_six: Club
) -> None:
    with app.app_context():
        founded = select(LeagueEventRow.body).where(
            LeagueEventRow.league_id == six_of_six.league.id, LeagueEventRow.kind == "founded"
        )
        body = session().execute(founded).scalar_one()
        old = {**body["rules"], "edition": 1, "least_matches": 0}
        session().execute(
            update(LeagueRow).where(LeagueRow.id == six_of_six.league.id).values(rules=old, rules_seq=1)
        )
        session().commit()
        six_of_six.derive()
        league = find_league(session(), six_of_six.league.id)
        assert league.rules["least_matches"] == 0
        assert league.options == LeagueRules(zone=league.options.zone)
        assert session().execute(founded).scalar_one() == body
    page = six_of_six.phone("visitor").get(six_of_six.at())
    assert "Below the line: fewer than 3 matches." in lines(page)
    owner = six_of_six.phone("owner")
    form = next(form for form in owner.get(six_of_six.at("rules")).forms if "least_matches" in form.names)
    assert dict(form.values)["least_matches"] == "3"
    owner.press("Save", least_matches="0")
    six_of_six.derive()
    page = six_of_six.phone("visitor").get(six_of_six.at())
    assert not any("Below the line" in one for one in lines(page))
    owner.get(six_of_six.at("rules"))
    owner.press("Save", least_matches="3")
    six_of_six.derive()


PAGES = (
    "",
    "ratings",
    "statistics",
    "matches/{match}",
    "players/{player}",
    "yearbook/{year}",
    "pair?a={player}&b={other}",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_table_has_a_caption_and_every_sign_its_word(six_of_six: Club, path: str) -> None:
    phone = six_of_six.phone("visitor")
    rows = phone.get(six_of_six.at()).links
    player, other = [
        where.partition("/table/")[2].partition("?")[0] for where in rows.values() if "/table/" in where
    ][:2]
    listed = phone.get(six_of_six.at("matches")).links.values()
    match = next(where.rpartition("/")[2] for where in listed if "/matches/" in where)
    with six_of_six.app.app_context():
        year = nights.tonight(six_of_six.league)[:4]
    page = phone.get(six_of_six.at(path.format(player=player, other=other, match=match, year=year)))
    tables = re.findall(r"<table.*?</table>", page.html, re.S)
    assert tables, path
    for table in tables:
        caption = re.search(r"<caption[^>]*>(.*?)</caption>", table, re.S)
        assert caption, table[:200]
        assert WORDS.sub("", caption[1]).strip()
        heard = re.sub(r'<span aria-hidden="true">.*?</span>', "", table)
        for head in re.findall(r'<th scope="col"[^>]*>(.*?)</th>', heard, re.S):
            assert WORDS.sub("", head).strip() not in ("", "#", "±"), head
        assert 'data-name="±"' not in table
