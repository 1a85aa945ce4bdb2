"""A league of three seasons is brought in, read, corrected in the past and taken along, and nothing is lost."""

import gzip
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES
from scorekeeper.league.counting import show_fraction
from scorekeeper.league.results import About, Result, result_of, result_without_deals
from scorekeeper.league.rules import read_league_rules
from tests.league.fold import standings_on
from tests.soak import in_soak
from tests.web.conftest import Page
from tests.web.leagues.archive import A_NIGHT, address_of, archive_file, document_of
from tests.web.leagues.archive import ON_PAPER as A_SHEET
from tests.web.leagues.club import Club, archive_of, club, handed_in, taken_in

pytestmark = pytest.mark.long

A_SEASON = in_soak(100, 33)
NIGHTS = 3 * -(-A_SEASON // A_NIGHT)
ON_PAPER = len(range(0, 3 * A_SEASON, A_SHEET))
WITH_DEALS = 3 * A_SEASON - ON_PAPER
EARLY = 2
"""A match of Eskoba on the first night of all."""
Record = dict[str, Any]


@pytest.mark.soak
def test_a_league_of_three_seasons_comes_in_is_read_and_corrected_and_goes_on_elsewhere(
    app: Flask, elsewhere: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = bring_in(app, archive_file(A_SEASON))
    read_on_every_page(here)
    assert verify(archive_of(here), tmp_path, capsys) == f"{WITH_DEALS} matches re-scored, 0 disagreements."
    agrees_with_its_archive(here)
    corrected_in_the_past(here)
    packed = archive_of(here)
    assert verify(packed, tmp_path, capsys) == f"{WITH_DEALS} matches re-scored, 0 disagreements."
    agrees_with_its_archive(here)
    there = bring_in(elsewhere, packed)
    before, after = records_in(packed), records_in(archive_of(there))
    assert after[0]["rules"] == before[0]["rules"]
    assert after[1:-1] == before[1:-1]
    agrees_with_its_archive(there)


def bring_in(app: Flask, body: bytes) -> Club:
    """An empty league into which its owner brings an archive."""
    made = club(app, "public")
    owner = made.phone("owner")
    page = handed_in(made, owner, "archive", body)
    assert (
        f"3 seasons · 12 players · {NIGHTS} nights · {WITH_DEALS} matches · {ON_PAPER} results" in page.words
    )
    page = taken_in(owner)
    assert "remark" not in page.words
    follow(made)
    return made


def follow(made: Club) -> None:
    """The keeper has worked out all that follows."""
    made.derive()


def records_in(packed: bytes) -> list[Record]:
    """The lines of an archive."""
    return [json.loads(line) for line in gzip.decompress(packed).splitlines()]


def verify(packed: bytes, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What ``scorekeeper verify`` says of an archive that it finds to be right."""
    file = folder / "league.jsonl.gz"
    file.write_bytes(packed)
    assert main(["verify", str(file)]) == 0
    return capsys.readouterr().out.strip()


# --- read -----------------------------------------------------------------------------------------


def read_on_every_page(made: Club) -> None:
    """Every match is in the list once, and opens; the others show what they are about."""
    phone = made.phone("visitor")
    listed: set[str] = set()
    page = phone.get(made.at("matches"))
    while True:
        listed |= {where for where in page.links.values() if re.search(r"/matches/[^/?]+$", where)}
        if "Next page →" not in page.links:
            break
        page = phone.click("Next page →")
    assert len(listed) == 3 * A_SEASON
    shows = {
        f"matches/{address_of(EARLY)}": "Nekane Etxeberria",
        "players/player1": "Longest:",
        "statistics?season=&game=kani": "Kani",
        "?season=season1": "Season 2025",
        "seasons": "Season 2026",
        "pair?a=player1&b=player2": "Together",
        "nights/2024-01-02": "Eskoba",
        "records?season=season0": "Belot",
        "ratings": "Guðrún",
        "yearbook/2025": "Whose rating rose most",
    }
    for path, words in shows.items():
        page = phone.get(made.at(path))
        assert (phone.status, words in page.words) == (200, True), path
        assert "Updating" not in page.words, path


# --- the pages against the archive ----------------------------------------------------------------


def agrees_with_its_archive(made: Club) -> None:
    """The tables on the pages are what the arithmetic makes of the archive's documents, without any rows."""
    records = records_in(archive_of(made))
    rules = read_league_rules(records[0]["rules"], Report()).options
    names = {one["id"]: one["name"] for one in records if one["kind"] == "player"}
    results = [_result(one) for one in records if one["kind"] in ("match", "result")]
    assert len(results) == 3 * A_SEASON
    phone = made.phone("visitor")
    for scope in ("", "season0", "season1", "season2"):
        of_scope = [one for one in results if scope in ("", one.about.season)]
        expected = [
            [
                str(row.rank),
                names[row.unit],
                show_fraction(row.value),
                f"{show_fraction(row.counting.wins)} of {row.counting.matches}",
            ]
            for row in standings_on(of_scope, rules)
        ]
        assert table_on(phone.get(made.at(f"?season={scope}"))) == expected


def _result(record: Record) -> Result:
    about = About(
        record["id"],
        tuple(record["players"]),
        record["date"],
        confirmation=record["confirmation"],
        season=record["season"],
    )
    if record["kind"] == "result":
        return result_without_deals(
            about, record["game"], record["sides"], record["winners"], record["totals"]
        )
    sheet = score_match(record["document"], GAMES, Report())
    assert sheet is not None
    return result_of(record["document"], sheet, about)


def table_on(page: Page) -> list[list[str]]:
    """Rank, name, points, wins and matches of every row."""
    body = page.html.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = (re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("</tr>"))
    said = ([unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in cells if row)
    return [[rank, name, points, won] for rank, _moved, name, won, _difference, _latest, points in said]


# --- corrected ------------------------------------------------------------------------------------


def corrected_in_the_past(made: Club) -> None:
    """The organiser corrects a deal of the first night from the league's page and accepts it: another one won."""
    _loser, winner = document_of(EARLY)["players"]
    organiser = made.phone("organiser")
    before = organiser.get(made.at("ratings")).words
    where = made.at(f"matches/{address_of(EARLY)}")
    organiser.get(where)
    organiser.click("The sheet, deal by deal")
    sheet = organiser.address
    last = [name[1:] for name in organiser.page.ids if re.fullmatch(r"e\d+", name)][-1]
    organiser.get(f"{sheet}/row/{last}/correct")
    organiser.press("Correct", why="found on the back of the paper", **{"escobas-1": "7"})
    organiser.press("Save it so")
    page = organiser.get(where)
    assert re.search(r'"Counts now">7</td>\s*<td class="number" data-name="Would count">12</td>', page.html)
    organiser.press("Accept the correction")
    follow(made)
    page = organiser.get(made.at("changes?since=2024-02-01&season="))
    told = " ".join(page.words.partition("Corrections of older matches")[2].split())
    assert "a match was corrected (Jan 2, 2024)" in told
    assert re.search(rf"{winner} \d+ → \d+", told)
    assert organiser.get(made.at("ratings")).words != before, "June goes by January"
