"""Results without deals: looked at again before they count, corrected in place, and listed once they are out."""

import re

import pytest

from scorekeeper.store.leagues.figures.reading import match_rows
from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import WON, Club, new, rows_in
from tests.web.leagues.test_sources import a_result

pytestmark = pytest.mark.long
ACCESS = "public"

BELOT = {"night": "2026-01-05", "game": "belot"}


def words(page: Page) -> str:
    return " ".join(page.words.split())


def list_results(tuesday: Club) -> list[tuple[str, str, list[int]]]:
    """Every result: the first side, the other one, and the totals."""
    with tuesday.app.app_context():
        session().rollback()
        names = {one.key: one.name or "" for one in tuesday.list_players()}
        found = []
        for row in tuesday.list_matches():
            result = row.result or {}
            sides = [" & ".join(names[row.players[seat]] for seat in seats) for seats in result["sides"]]
            found.append((sides[0], sides[1], result["totals"]))
        return found


def write(phone: Phone, tuesday: Club, **typed: str) -> Page:
    phone.get(tuesday.at("paper"))
    whole = {**BELOT, "side-1": "Vera", "total-1": "151", "side-2": "Ivan", "total-2": "98", **typed}
    return phone.press("Save", **whole)


# --- looked at again ------------------------------------------------------------------------------


def test_a_result_that_reaches_no_end_counts_at_the_second_tap(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    page = write(phone, tuesday, **{"total-1": "2", "total-2": "1"})
    assert phone.status == 422
    assert "No total reaches 151, where Belot ends." in words(page)
    assert list_results(tuesday) == []
    assert page.forms[0].value("total-1") == "2", "nothing that was typed is lost"
    page = phone.press("Save")
    assert "Written down. The next one?" in words(page)
    assert list_results(tuesday) == [("Vera", "Ivan", [2, 1])]


def test_a_change_to_what_looked_odd_is_asked_about_anew(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    write(phone, tuesday, **{"total-1": "2", "total-2": "1"})
    page = phone.press("Save", **{"total-1": "15"})
    assert "No total reaches 151, where Belot ends." in words(page)
    page = phone.press("Save", **{"total-1": "151", "won": "2"})
    assert "A side is said to have won that does not have the best total." in words(page)
    assert list_results(tuesday) == []
    page = phone.press("Save", won=[])
    assert "Written down. The next one?" in words(page)


@cases("game, first, second", ("kinaskak", "40", "90"), ("escoba", "21", "9"), ("belot", "", ""))
def test_a_result_as_any_other_is_in_with_one_tap(tuesday: Club, game: str, first: str, second: str) -> None:
    phone = tuesday.phone("scorer")
    page = write(phone, tuesday, **{"game": game, "total-1": first, "total-2": second, "won": "1"})
    assert "Written down. The next one?" in words(page)


@cases(
    "typed, said",
    ({"night": "2999-01-05"}, "This date lies ahead."),
    ({}, "The same result is written down already."),
    ({"side-1": "Ivan", "total-1": "98", "side-2": "Vera", "total-2": "151"}, "The same result"),
    ({"total-1": "151", "total-2": "151"}, "Level at the top: play goes on until one side leads."),
    ({"total-1": "1510"}, "Matches of Belot end with totals from 0 to 400; 1510 is unusual."),
)
def test_a_result_that_is_odd_beside_others_counts_at_the_second_tap(
    tuesday: Club, typed: dict[str, str], said: str
) -> None:
    phone = tuesday.phone("scorer")
    write(phone, tuesday)
    page = write(phone, tuesday, **typed)
    assert (phone.status, "Is this right?" in words(page)) == (422, True)
    assert said in words(page)
    assert len(list_results(tuesday)) == 1
    phone.press("Save")
    assert len(list_results(tuesday)) == 2


def test_sides_that_a_game_does_not_know_are_refused_however_often(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    page = write(phone, tuesday, **{"side-1": "Vera & Ana", "side-2": "Ivan"})
    page = phone.press("Save")
    assert phone.status == 422
    assert "Side 1: Sides that Belot knows: 2 against 2." in words(page)
    assert list_results(tuesday) == []


def test_every_problem_names_its_field_in_words_and_leads_there(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    wrong = {"game": "escoba", "total-1": "x", "side-3": "Bo", "total-3": "", "total-4": "7"}
    page = write(phone, tuesday, **wrong)
    assert re.findall(r'<a href="#([^"]+)">\s*([^<]+)</a>', page.html.split('id="problems"')[1])[:3] == [
        ("total-1", "Total of side 1: Write whole numbers up to a million."),
        ("total-3", "Total of side 3: Write a total for each side, or for none."),
        ("side-4", "Side 4: Write a name here."),
    ]
    assert not re.search(r"\b(total|side)-\d", words(page))


def test_a_minus_is_read_as_people_write_it(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    four = {f"side-{n}": name for n, name in enumerate(("Vera", "Ivan", "Ana", "Bo"), 1)}
    page = write(phone, tuesday, **four, game="kani", **{"total-2": "−3", "total-3": "-4", "total-4": "0"})
    assert "Written down. The next one?" in words(page)
    assert list_results(tuesday)[0][2] == [151, -3, -4, 0]


# --- who is who -----------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["Vera Ivanova", "Bera Ivanova", "Вера Иванова", "vera ivanovа"])
def test_a_name_that_is_nearly_a_player_s_asks_who_it_is(tuesday: Club, typed: str) -> None:
    [vera] = tuesday.players("Véra Ivanova")
    phone = tuesday.phone("scorer")
    page = write(phone, tuesday, **{"side-1": typed})
    assert phone.status == 422
    assert "these names are nearly those of players of the league" in words(page)
    assert list_results(tuesday) == []
    page = phone.press("Save")
    assert "these names are nearly those" in words(page), "an answer is not taken for granted"
    phone.press("Save", who=vera)
    assert list_results(tuesday) == [("Véra Ivanova", "Ivan", [151, 98])]


def test_a_new_person_becomes_a_guest(tuesday: Club) -> None:
    tuesday.players("Anna")
    phone = tuesday.phone("scorer")
    write(phone, tuesday, **{"side-1": "Ana"})
    phone.press("Save", who="new")
    assert list_results(tuesday) == [("Ana", "Ivan", [151, 98])]
    page = write(phone, tuesday, **{"side-1": "Ana", "total-2": "99"})
    assert "Written down. The next one?" in words(page), "and is known from then on"


def test_an_answer_belongs_to_its_name(tuesday: Club) -> None:
    anna, ivana = tuesday.players("Anna", "Ivana Petrova")
    phone = tuesday.phone("scorer")
    page = write(phone, tuesday, **{"side-1": "Ana", "side-2": "Ivana", "total-1": "2", "total-2": "1"})
    assert "No total reaches 151" in words(page)
    assert page.html.count('name="whose"') == 2
    page = phone.press("Save", who=[anna, ivana], **{"side-1": "Petar"})
    assert "No total reaches 151" in words(page), "another line is another question"
    assert page.forms[0].value("who") == ivana, "and what was answered stays"
    phone.press("Save")
    assert list_results(tuesday) == [("Petar", "Ivana Petrova", [2, 1])]


# --- corrected ------------------------------------------------------------------------------------


def derive(tuesday: Club) -> None:
    tuesday.derive()


def test_a_result_is_corrected_where_it_stands_and_what_follows_moves(tuesday: Club) -> None:
    with tuesday.app.app_context():
        sat = tuesday.players("Ana", "Boris", "Cvetan", "Dóra")
        key = a_result(tuesday, sat)
        later = a_result(tuesday, sat)
        tuesday.derive()
        before = [one.match for one in match_rows.list_matches(session(), tuesday.league.id).items]
    organiser = tuesday.phone("organiser")
    assert sorted(rows_in(organiser.get(tuesday.at()))[:2]) == ["Ana", "Cvetan"]
    organiser.get(tuesday.at(f"matches/{key}"))
    page = organiser.click("Correct the result")
    assert [page.forms[0].value(f"total-{n}") for n in (1, 2)] == ["151", "99"]
    page = organiser.press("Save", **{"total-1": "98", "total-2": "152", "won": "2"})
    assert organiser.address == tuesday.at(f"matches/{key}")
    assert "Corrected." in words(page)
    derive(tuesday)
    page = organiser.get(tuesday.at(f"matches/{key}"))
    assert "an organiser corrected 151:99 → 98:152" in words(page)
    assert "a match was corrected" in words(page)
    with tuesday.app.app_context():
        assert [one.match for one in match_rows.list_matches(session(), tuesday.league.id).items] == before
        row = tuesday.find_match(key)
        assert ((row.result or {})["winners"], row.confirmation) == ([1], "confirmed")
        assert later in before
    archive = organiser.client.get(tuesday.at("archive")).get_data(as_text=True)
    assert '"totals":[98,152]' in archive
    assert '"totals":[151,99]' in archive, "the other one stays as it was"


def test_a_correction_is_checked_as_a_result_is(tuesday: Club, organiser: Phone) -> None:
    with tuesday.app.app_context():
        key = a_result(tuesday, tuesday.players("Ana", "Boris", "Cvetan", "Dóra"))
    for typed, said in (
        ({"total-1": "x"}, "Write whole numbers up to a million."),
        ({"total-1": ""}, "Total of side 1: Write a total for each side, or for none."),
        ({"total-1": "151", "total-2": "151"}, "Level at the top: play goes on until one side leads."),
        ({"game": "kani"}, "Game: Sides that Kani knows: each alone (4 players)."),
        ({"total-1": "15"}, "No total reaches 151, where Belot ends."),
        ({"won": "2"}, "A side is said to have won that does not have the best total."),
    ):
        organiser.get(tuesday.at(f"matches/{key}/correct"))
        assert said in words(organiser.press("Save", **typed))
        assert organiser.status == 422
        assert (tuesday.find_match(key).result or {})["totals"] == [151, 99]  # type: ignore[union-attr]  # it is there
    organiser.get(tuesday.at(f"matches/{key}/correct"))
    organiser.press("Save", **{"total-1": "98", "won": "1"})
    page = organiser.press("Save")
    assert "Corrected." in words(page)


def test_of_two_who_correct_a_result_the_later_one_hears_of_it(tuesday: Club) -> None:
    with tuesday.app.app_context():
        key = a_result(tuesday, tuesday.players("Ana", "Boris", "Cvetan", "Dóra"))
    one, other = tuesday.phone("organiser"), tuesday.phone("owner")
    for phone in (one, other):
        phone.get(tuesday.at(f"matches/{key}/correct"))
    one.press("Save", **{"total-2": "100"})
    page = other.press("Save", **{"total-2": "101"})
    assert "Another person changed this while you were typing." in words(page)
    assert list_results(tuesday)[0][2] == [151, 100]


@pytest.mark.parametrize("who", ["scorer", "player", "visitor"])
def test_only_organisers_correct_results_and_see_what_was_taken_out(tuesday: Club, who: str) -> None:
    with tuesday.app.app_context():
        key = a_result(tuesday, tuesday.players("Ana", "Boris", "Cvetan", "Dóra"))
    for path in (f"matches/{key}/correct", "taken-out"):
        assert tuesday.phone("organiser").client.get(tuesday.at(path)).status_code == 200
        assert tuesday.phone(who).client.get(tuesday.at(path)).status_code == 404


def test_a_match_with_deals_is_corrected_on_its_sheet(tuesday: Club, organiser: Phone) -> None:
    match = tuesday.match(WON, players=tuesday.players("A", "B", "C", "D"))
    tuesday.derive()
    assert "Correct the result" not in words(organiser.get(tuesday.at(f"matches/{match.public_id}")))
    assert organiser.client.get(tuesday.at(f"matches/{match.public_id}/correct")).status_code == 404


# --- taken out ------------------------------------------------------------------------------------


def test_what_was_taken_out_is_listed_with_who_and_when_and_comes_in_again(tuesday: Club) -> None:
    with tuesday.app.app_context():
        sat = tuesday.players("Ana", "Boris", "Cvetan", "Dóra")
        key = a_result(tuesday, sat)
        match = tuesday.match(WON, players=sat)
        tuesday.derive()
        for one in (key, match.public_id):
            row = tuesday.find_match(one)
            assign_match.take_match_out(
                session(), tuesday.access("owner"), uuid=new(), key=one, seen=row.touched
            )
        tuesday.derive()
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("matches"))
    page = organiser.click("Taken out of the league")
    assert "Ana & Cvetan 151 – Boris & Dóra 99" in words(page)
    assert "Ana, Boris, Cvetan, Dóra" in words(page)
    assert words(page).count("taken out by Owner") == 2
    assert "Only the owner of its sheet can take it in again." in words(page)
    organiser.click("Take it in")
    page = organiser.press("Take it in")
    assert "The match is in the league." in words(page)
    page = organiser.get(tuesday.at("taken-out"))
    assert "Ana & Cvetan" not in words(page)


def test_the_list_of_what_was_taken_out_goes_on_by_pages(
    tuesday: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.web.leagues.matches import results

    monkeypatch.setattr(results, "AT_ONCE", 2)
    with tuesday.app.app_context():
        sat = tuesday.players("Ana", "Boris", "Cvetan", "Dóra")
        for _time in range(3):
            row = tuesday.find_match(a_result(tuesday, sat))
            assign_match.take_match_out(
                session(), tuesday.access(), uuid=new(), key=row.key, seen=row.touched
            )
    organiser = tuesday.phone("organiser")
    page = organiser.get(tuesday.at("taken-out"))
    assert words(page).count("Ana & Cvetan") == 2
    page = organiser.click("Next page →")
    assert words(page).count("Ana & Cvetan") == 1


@pytest.mark.parametrize("skip", ["-3", "x", "9" * 30])
def test_a_page_of_what_was_taken_out_that_is_none_is_the_first(tuesday: Club, skip: str) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at(f"taken-out?skip={skip}"))
    assert organiser.status == 200
