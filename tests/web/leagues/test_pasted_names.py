"""Names that are pasted as one text: into the league, and to those who are here."""

import re
from pathlib import Path

import pytest

from scorekeeper.web.leagues.people.who_is_who import MAX_PASTED, read_pasted
from tests.cases import cases
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import plan, run
from tests.web.reading import Page, Phone

LIST = """
1. Ana
2) Boris
3. Вера
- Георги 1
– Георги 2
* Þórdís Jónsdóttir
• Iñaki
Desi; Elena, Ivan	Kalina

Ana
ANA
Mila 7
Nikola
Ognyan
Petya
Radoslav
Stefan
Teodora
Филип
Христо
Цветан
Юлия
Яна
Rafael
24 karata
"""
NAMES = (
    *("Ana", "Boris", "Вера", "Георги 1", "Георги 2", "Þórdís Jónsdóttir", "Iñaki", "Desi", "Elena", "Ivan"),
    *("Kalina", "Mila 7", "Nikola", "Ognyan", "Petya", "Radoslav", "Stefan", "Teodora", "Филип", "Христо"),
    *("Цветан", "Юлия", "Яна", "Rafael", "24 karata"),
)


def players(club: Club) -> list[str | None]:
    return [one.name for one in club.list_players()]


def paste_here(club: Club, organiser: Phone, names: str) -> Page:
    organiser.get(run(club, "here"))
    return organiser.press("Add", guest=names)


def paste_into_league(club: Club, organiser: Phone, names: str) -> Page:
    organiser.get(club.at("players/new"))
    return organiser.press("Add", several=names)


def test_a_list_loses_its_marks_and_a_number_behind_a_name_belongs_to_it() -> None:
    assert tuple(dict.fromkeys(read_pasted(LIST, "guest"))) == (*NAMES[:11], "ANA", *NAMES[11:])


def test_a_pasted_list_is_here_each_name_once(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser)
    page = paste_here(tuesday, organiser, LIST)
    assert f"{len(NAMES)} here" in page.words
    assert sorted(map(str, players(tuesday))) == sorted(NAMES)
    assert f"{len(NAMES)} here" in paste_here(tuesday, organiser, LIST).words, "a second time adds no one"
    assert len(players(tuesday)) == len(NAMES)


def test_a_pasted_list_goes_into_the_league_and_known_players_stay(tuesday: Club, organiser: Phone) -> None:
    tuesday.players("Ana", "Boris")
    paste_into_league(tuesday, organiser, LIST)
    assert sorted(map(str, players(tuesday))) == sorted(NAMES)


@pytest.mark.parametrize("paste", [paste_here, paste_into_league])
def test_a_name_in_another_script_is_asked_about_and_nothing_is_lost(tuesday: Club, paste: object) -> None:
    organiser = tuesday.phone("organiser")
    plan(tuesday, organiser, "Борис")
    assert callable(paste)
    page = paste(tuesday, organiser, "Boris\nMila")
    assert "Who is who?" in page.words
    assert players(tuesday) == ["Борис"], "nothing is written before it is answered"
    form = next(form for form in page.forms if "Add" in form.buttons and "who" in dict(form.values))
    box = "guest" if paste is paste_here else "several"
    assert form.value(box).split() == ["Boris", "Mila"]
    [boris] = tuesday.list_players()
    organiser.press("Add", who=boris.key)
    assert players(tuesday) == ["Mila", "Борис"]


@cases(
    "names, said",
    ("Ana\n" + "x" * 61, f"“{'x' * 61}”:"),
    ("Ana, Boris, " * 400, f"At most {MAX_PASTED} characters at a time, and these are 4800"),
)
@pytest.mark.parametrize("paste", [paste_here, paste_into_league])
def test_what_is_wrong_with_a_list_is_said_at_it_and_nothing_is_lost(
    tuesday: Club, paste: object, names: str, said: str, organiser: Phone
) -> None:
    plan(tuesday, organiser)
    assert callable(paste)
    page = paste(tuesday, organiser, names)
    assert organiser.status == 422
    wrong = re.findall(r'class="error"[^>]*>([^<]+)<', page.html)
    assert [said in " ".join(one.split()) for one in wrong] == [True]
    assert names.strip() in page.html
    assert players(tuesday) == []


def test_the_box_cuts_nothing_off_by_itself() -> None:
    templates = Path(__file__).parents[3] / "templates" / "leagues"
    box = (templates / "parts.html").read_text().partition("macro pasted_names")[2].partition("endmacro")[0]
    assert "<textarea" in box
    assert "maxlength" not in box
