"""Lists of a league that are longer than a page go on, or say that they are not whole, and lose no player."""

import pytest
from flask import Flask

from scorekeeper.store.leagues.figures.reading import player_figures
from scorekeeper.web.leagues import index
from scorekeeper.web.leagues.matches import shown
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import NAMES, Club, club, handed_in, taken_in, title

pytestmark = pytest.mark.long
ACCESS = "public"

PEOPLE = ("Ana", "Boris", "Cvetan", "Dóra", "Eneko", "Fjóla")


def list_ticked(page: Page) -> set[str]:
    """Whom a page has ticked."""
    boxes = [given for tag, given in page.attributes if tag == "input" and given.get("name") == "came"]
    return {given["value"] for given in boxes if "checked" in given}


def test_who_came_loses_no_player_who_is_not_offered(tuesday: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MAX_OFFERED", 3)
    ana, *_others, fjola = tuesday.players(*PEOPLE)
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date="2026-01-06")
    came = tuesday.at("nights/2026-01-06/came")
    page = organiser.get(came)
    assert "Ana" in page.words
    assert "Fjóla" not in page.words
    assert "look for the others by name" in page.words
    organiser.get(f"{came}?q=fj")
    organiser.press("Save", came=[fjola])
    assert list_ticked(organiser.get(came)) == {fjola}
    organiser.press("Save", came=[ana, fjola])
    assert {"Ana", "Fjóla"} <= set(organiser.get(tuesday.at("nights/2026-01-06")).links)
    organiser.get(came)
    organiser.press("Save", came=[ana])
    assert list_ticked(organiser.get(came)) == {ana}


def test_public_leagues_come_in_pages(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "SHOWN", 2)
    made = [club(app, "public") for _ in range(3)]
    phone, seen = made[0].phone("visitor"), set[str]()
    page = phone.get("/leagues/")
    while True:
        seen |= {at for words, at in page.links.items() if words == "Þriðjudagur"}
        seen |= {
            given["href"]
            for tag, given in page.attributes
            if tag == "a" and given.get("href") in addresses(made)
        }
        if "Next page →" not in page.links:
            break
        page = phone.click("Next page →")
    assert seen == addresses(made)


def addresses(made: list[Club]) -> set[str]:
    return {one.at() for one in made}


def results(tuesday: Club, keys: list[str], number: int, night: str = "") -> None:
    """So many results of two players, an organiser's, each on a night of its own or all on one."""
    with tuesday.app.app_context():
        for day in range(1, number + 1):
            ledgers.record_result(
                session(),
                tuesday.access(),
                "escoba",
                keys,
                [[0], [1]],
                night or f"2026-02-{day:02}",
                totals=[7, 3],
            )
        tuesday.derive()


def test_from_a_player_and_from_two_of_them_one_comes_to_all_their_matches(
    tuesday: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, boris, cvetan = tuesday.players(*PEOPLE[:3])
    results(tuesday, [ana, boris], 11)
    results(tuesday, [boris, cvetan], 1)
    visitor = tuesday.phone("visitor")
    assert "All matches" not in visitor.get(tuesday.at(f"players/{cvetan}")).links
    visitor.get(tuesday.at(f"players/{ana}"))
    page = visitor.click("All matches")
    assert title(page) == "Matches · Ana"
    assert page.html.count("<li><a href") == 11
    assert page.forms[0].value("player") == ana, "another choice keeps the player"
    monkeypatch.setattr(player_figures, "MET", 6)
    first = visitor.get(tuesday.at(f"pair?a={ana}&b={boris}")).html.count("<li><a href")
    second = visitor.click("Next page →")
    assert (first, second.html.count("<li><a href")) == (6, 5)
    assert "Next page →" not in second.links


def test_a_night_of_more_matches_than_a_page_says_whom_it_names(tuesday: Club) -> None:
    ana, boris, cvetan = tuesday.players(*PEOPLE[:3])
    results(tuesday, [boris, cvetan], 50, "2026-01-06")
    said = "only those who played in the ones above are named"
    visitor = tuesday.phone("visitor")
    assert said not in visitor.get(tuesday.at("nights/2026-01-06")).words
    results(tuesday, [ana, boris], 1, "2026-01-06")
    first = visitor.get(tuesday.at("nights/2026-01-06"))
    second = visitor.click("Next page →")
    assert said in first.words
    assert said in second.words
    assert {*first.links, *second.links} & set(PEOPLE) == {"Ana", "Boris", "Cvetan"}
    assert len(set(second.links) & set(PEOPLE)) == 2, "one match, of two"


def test_who_is_who_offers_those_of_such_a_name_in_a_large_league(
    tuesday: Club, monkeypatch: pytest.MonkeyPatch, organiser: Phone
) -> None:
    table = b"date;game;side1;total1;side2;total2\n2026-01-06;Eskoba;Ana;7;Fjola;3"
    fjola = tuesday.players(*PEOPLE)[-1]
    page = handed_in(tuesday, organiser, "paper", table)
    assert "Boris" in page.words
    assert "look for the others by name" not in page.words
    monkeypatch.setattr(shown, "MAX_OFFERED", 2)
    page = organiser.get(organiser.address)
    assert "Boris" not in page.words
    assert "Fjóla" in page.words
    assert "look for the others by name" in page.words
    taken_in(organiser, **{"is-1": fjola})
    tuesday.derive()
    assert "Fjóla" in organiser.get(tuesday.at("matches")).words


def test_an_old_result_of_six_who_each_play_for_themselves_is_written_down(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    page = organiser.get(tuesday.at("paper"))
    assert "More sides" in page.words
    sides = {f"side-{n}": name for n, name in enumerate((*NAMES, "Ane", "Иван"), 1)}
    totals = {f"total-{n}": str(20 * n) for n in range(1, 7)}
    page = organiser.press("Save", game="kinaskak", **sides, **totals)
    assert "Written down. The next one?" in page.words
