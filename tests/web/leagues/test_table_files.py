"""Tables as spreadsheets write them, and exports of BG Stats: how each was read is shown, and can be said otherwise."""

import json
import re
import time
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.exchange.game_names import known_game
from scorekeeper.store.leagues.exchange.workbooks import write_workbook
from scorekeeper.store.leagues.log import seasons
from scorekeeper.translations.catalogues import LANGUAGES
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import translations
from tests import ledgers
from tests.cases import cases
from tests.soak import in_soak
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import WON, Club, club, handed_in, rows_in, taken_in

pytestmark = pytest.mark.long
ACCESS = "public"

HEAD = "date;game;side1;total1;side2;total2\r\n"
CYRILLIC = (
    HEAD + "01.04.2025;Белот;Вера & Иван;151;Георги & Ани;98\r\n13.04.2025;Белот;Вера;151;Георги;98\r\n"
)
WESTERN = HEAD + "1/4/2025;Eskoba;Þórdís;21;Iñaki;18\r\n"


def read_choices(page: Page) -> dict[str, str]:
    """How the file was read, as its page says."""
    form = next(form for form in page.forms if "Read it again" in form.buttons)
    return {name: form.value(name) for name in form.names if name in ("separator", "encoding", "dates")}


def words(page: Page) -> str:
    return " ".join(page.words.split())


@cases(
    "text, encoding, told",
    (CYRILLIC, "cp1251", "Вера & Иван 151 – Георги & Ани 98"),
    (CYRILLIC, "utf-8-sig", "Вера & Иван 151 – Георги & Ани 98"),
    (CYRILLIC.replace(";", "\t"), "utf-16", "Вера & Иван 151 – Георги & Ани 98"),
    (CYRILLIC.replace(";", ","), "utf-8", "Вера & Иван 151 – Георги & Ани 98"),
    (WESTERN, "cp1252", "Þórdís 21 – Iñaki 18"),
    (WESTERN.replace("\r\n", "\n"), "utf-8", "Þórdís 21 – Iñaki 18"),
    (WESTERN.replace("\r\n", "\r"), "utf-16-le", "Þórdís 21 – Iñaki 18"),
)
def test_a_table_is_read_as_its_spreadsheet_wrote_it(
    tuesday: Club, text: str, encoding: str, told: str, organiser: Phone
) -> None:
    page = handed_in(tuesday, organiser, "paper", text.encode(encoding))
    assert told in words(page)
    assert "Apr 1, 2025" in words(page)
    known = {"utf-8-sig": "utf-8", "utf-16-le": "utf-16"}.get(encoding, encoding)
    separator = next(one for one in ";\t," if one in text)
    assert read_choices(page) == {"separator": separator, "encoding": known, "dates": "day_first"}
    taken_in(organiser)
    [*_others, first] = tuesday.list_matches()
    assert first.night == "2025-04-01"


def test_a_remark_about_a_line_is_said_in_the_readers_language(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "paper", (HEAD + "13.04.2025;Белот;Вера;2;Георги;1\r\n").encode())
    assert "line 2, total1: No total reaches 151, where Belot ends." in words(page)
    page = organiser.get(f"{organiser.address}?lang=bg")
    assert "ред 2, total1: Никой не е събрал 151, а Белот свършва на толкова." in words(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_known_by_its_name_in_every_language(slug: str, language: str) -> None:
    catalogue = None if language == "en" else translations(language)
    assert known_game(render(GAMES[slug].name, catalogue)) == slug


@pytest.mark.parametrize("skip", ["-3", "x", "9" * 30])
def test_a_page_of_names_that_is_none_is_the_first(tuesday: Club, skip: str, organiser: Phone) -> None:
    handed_in(tuesday, organiser, "paper", CYRILLIC.encode())
    page = organiser.get(f"{organiser.address}?skip={skip}")
    assert organiser.status == 200
    assert "Who is who?" in page.words
    organiser.press("Only keep the names for now")
    assert organiser.status == 200


def test_a_file_that_is_refused_has_to_be_chosen_again_and_the_page_says_so(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    page = handed_in(tuesday, organiser, "paper", b"hello,world\r\n1,2\r\n")
    assert organiser.status == 422
    assert "Choose the file again: a browser keeps none that was refused." in words(page)
    assert "Choose the file again" not in organiser.get(tuesday.at("imports")).words


@cases(
    "game, first, second, told",
    ("Белот", "Вера и Иван", "Георги и Ани", "Вера & Иван 151 – Георги & Ани 98"),
    ("Belot", "Þórdís og Jón", "Ana y Bo", "Þórdís & Jón 151 – Ana & Bo 98"),
    ("Eskoba", "Ane eta Iñaki", "Bo", "Ane eta Iñaki 151 – Bo 98"),
)
def test_partners_joined_by_a_word_are_two_where_a_pair_plays(
    tuesday: Club, game: str, first: str, second: str, told: str
) -> None:
    table = f"{HEAD}13.04.2025;{game};{first};151;{second};98\r\n"
    assert told in words(handed_in(tuesday, tuesday.phone("organiser"), "paper", table.encode()))


def test_a_table_is_read_otherwise_when_a_person_says_so(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "paper", WESTERN.encode("cp1252"))
    page = organiser.press("Read it again", dates="month_first", encoding="cp1251")
    assert "Юуrdнs 21" in words(page), "the preview shows what that reading makes of it"
    assert "Jan 4, 2025" in words(page)
    assert read_choices(page)["encoding"] == "cp1251"
    page = organiser.press("Read it again", encoding="cp1252")
    assert "Þórdís 21 – Iñaki 18" in words(page)
    taken_in(organiser)
    [found] = tuesday.list_matches()
    assert found.night == "2025-01-04", "it comes in as it was shown last"


def test_a_way_in_which_a_table_cannot_be_read_is_refused_and_the_other_one_stands(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    handed_in(tuesday, organiser, "paper", CYRILLIC.encode("cp1251"))
    for said in ({"separator": ","}, {"encoding": "utf-8"}, {"dates": "month_first"}):
        page = organiser.press("Read it again", **said)
        assert "The file cannot be read in this way." in words(page)
        assert read_choices(page) == {"separator": ";", "encoding": "cp1251", "dates": "day_first"}
        assert "Вера & Иван 151" in words(page)


def test_a_line_with_a_remark_is_left_out_by_a_tick_and_the_others_come_in(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    lines = (
        *["03.11.2025;Eskoba;Ana;21;Boris;9"] * 3,
        "04.11.2025;Eskoba;Ana;21;Boris;9",
        "05.11.2999;Eskoba;Ana;21;Boris;9",
    )
    page = handed_in(tuesday, organiser, "paper", (HEAD + "\r\n".join(lines)).encode())
    assert re.findall(r'name="out" value="(\d+)"', page.html) == ["3", "4", "6"]
    page = organiser.press("Read it again", out="3")
    assert re.findall(r'name="out" value="(\d+)" checked', page.html) == ["3"]
    assert words(page).count("Ana 21 – Boris 9") == 4, "what comes in is shown without it"
    for nonsense in ("2", "x", "9" * 30):  # a line without a remark cannot be left out
        organiser.press("Only keep the names for now", out=nonsense)
    taken_in(organiser, out="6")
    found = tuesday.list_matches()
    assert sorted(one.night for one in found) == ["2025-11-03"] * 3 + ["2025-11-04"]
    assert "ahead" not in organiser.page.words


def test_a_play_with_a_remark_is_left_out_by_a_tick_in_the_same_way(tuesday: Club, organiser: Phone) -> None:
    export = json.loads(plays("Belotte", "Wingspan", "Eskoba"))
    for one in export["plays"]:
        one["playDate"] = one["playDate"].replace("2026", "2999")
    export["plays"].append({"gameRefId": export["plays"][0]["gameRefId"], "playDate": "never"})
    page = handed_in(tuesday, organiser, "bg_stats", json.dumps(export).encode())
    ticks = r'name="out" value="(\d+)"( checked)?'
    assert sorted(re.findall(ticks, page.html)) == [("1", ""), ("3", "")], "what does not come in has none"
    assert "play 4: This play has no day" in words(page)
    page = organiser.press("Read it again", out="3", **{"game-2": "="})
    assert sorted(re.findall(ticks, page.html)) == [("1", ""), ("2", ""), ("3", " checked")]
    assert come_in(tuesday, organiser)[0] == ["Wingspan", "belot"]


def test_who_a_name_is_stays_when_a_table_is_read_again(tuesday: Club, organiser: Phone) -> None:
    [vera] = tuesday.players("Vera")
    handed_in(tuesday, organiser, "paper", CYRILLIC.encode("cp1251"))
    page = organiser.press("Read it again", **{"is-1": vera})
    form = next(form for form in page.forms if "Bring them in" in form.buttons)
    assert form.value("is-1") == vera


def test_a_table_that_is_found_out_wrongly_can_be_described_before_it_is_read(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("imports"))
    body = b"date\tgame;x;y,side1\tside2\twinner\n11/20/2026\tKani\tAna\tBo\t1"
    page = handed_in(tuesday, organiser, "paper", body)
    assert organiser.status == 422
    assert "The first line names the columns: date, game, side1, total1, side2, total2." in words(page)


# --- a table that a league gave out ---------------------------------------------------------------


def say_results(made: Club) -> list[tuple[Any, ...]]:
    """What a table says of each match; within an application context."""
    found = [(one, one.result or {}) for one in made.list_matches()]
    return [(one.night, one.game, said["totals"], said["winners"], bool(one.season)) for one, said in found]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("kind", ["wide", "tidy"])
@pytest.mark.parametrize("separator", [",", ";", "a workbook"])
def test_a_table_that_a_league_gave_out_comes_in_again(
    app: Flask, tuesday: Club, kind: str, separator: str
) -> None:
    with app.app_context():
        vera, ivan, ana, bo = tuesday.players("Vera", "=Иван & Co", "Ana", "Boris")
        season = str(tuesday.organise(seasons.add_season, name="Haust; 2026").event.subject)
        tuesday.match(WON, players=[vera, ivan, ana, bo])
        said: Any = {"winners": [1], "totals": [98, 151], "season": season}
        sat: Any = [vera, ivan, ana, bo], [[0, 2], [1, 3]], "2026-01-05"
        ledgers.record_result(session(), tuesday.access(), "belot", *sat, **said)
        tuesday.derive()
    table = tuesday.phone("visitor").client.get(tuesday.at(f"sheets/{kind}.csv")).get_data()
    assert season.encode() not in table, "a season is called by its name"
    assert b"Haust; 2026" in table
    if separator == ";":  # as a spreadsheet of these countries saves it again
        import csv
        import io

        text = io.StringIO()
        csv.writer(text, delimiter=";").writerows(csv.reader(io.StringIO(table.decode("utf-8-sig"))))
        table = text.getvalue().encode("cp1251")
    if separator == "a workbook":
        table = tuesday.phone("visitor").client.get(tuesday.at(f"sheets/{kind}.xlsx")).get_data()
    other = club(app, "public")
    organiser = other.phone("organiser")
    page = handed_in(other, organiser, "paper", table)
    assert "1 season · 4 players · 2 results without deals" in words(page)
    assert "Vera & Ana 98 – =Иван & Co & Boris 151" in words(page)
    taken_in(organiser)
    with app.app_context():
        other.derive()
        assert [one.name for one in seasons.list_seasons(session(), other.league.id)] == ["Haust; 2026"]
        assert say_results(other) == say_results(tuesday)
    page = handed_in(tuesday, organiser := tuesday.phone("organiser"), "paper", table)
    page = taken_in(organiser)
    assert "remark" not in words(page)
    assert len(tuesday.list_matches()) == 2, "what is there already comes in no second time"
    assert len(tuesday.list_players()) == 4


def test_a_line_that_says_something_else_than_the_league_is_left_and_told(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    tuesday.players("Ana", "Boris")
    handed_in(tuesday, organiser, "paper", (HEAD + "2026-11-03;Belot;Ana;151;Boris;98").encode())
    taken_in(organiser)
    tuesday.derive()
    table = organiser.client.get(tuesday.at("sheets/wide.csv")).get_data().replace(b"151", b"153")
    handed_in(tuesday, organiser, "paper", table)
    page = taken_in(organiser)
    assert "line 2: It is in the league already with other figures, and was left as it is." in words(page)


def test_the_table_of_deals_says_which_one_comes_in(tuesday: Club, organiser: Phone) -> None:
    tuesday.match(WON, players=tuesday.players("Vera", "Ivan", "Ana", "Bo"))
    tuesday.derive()
    table = organiser.client.get(tuesday.at("sheets/deals.csv")).get_data()
    page = handed_in(tuesday, organiser, "paper", table)
    assert organiser.status == 422
    assert "Bring in the one that has a line for each match." in words(page)


# --- BG Stats -------------------------------------------------------------------------------------


def plays(*games: str, **more: Any) -> bytes:
    """An export with a play of each of these games; who plays Wingspan plays nothing else. Kani is played by four."""
    people_ = [{"id": n, "name": name} for n, name in enumerate(("Ana", "Boris", "Robin", "Wren"))]
    seats_of = {"Wingspan": (2, 3), "Kaninn": (0, 1, 2, 3)}
    found = [
        {
            "uuid": f"p{number}",
            "gameRefId": number,
            "playDate": f"2026-11-03 2{number % 4}:{number % 60:02}:00",
            **more,
            "playerScores": [
                {"playerRefId": seat, "score": 151 - side, "winner": side == 0}
                for side, seat in enumerate(seats_of.get(game, (0, 1)))
            ],
        }
        for number, game in enumerate(games)
    ]
    listed = [{"id": number, "name": game} for number, game in enumerate(games)]
    return json.dumps({"players": people_, "games": listed, "plays": found}).encode()


def come_in(tuesday: Club, organiser: Phone) -> tuple[list[str], list[str | None], list[str]]:
    """The games that came in, who is in the league, and who is in its table."""
    if "Bring them in" in organiser.page.words:
        taken_in(organiser)
    tuesday.derive()
    games = sorted(one.game for one in tuesday.list_matches())
    names = [one.name for one in tuesday.list_players()]
    return games, names, sorted(rows_in(organiser.get(tuesday.at())))


@cases(
    "name, game",
    ("Belot", "belot"),
    ("belote", "belot"),
    ("Belotte", "belot"),
    ("Белот", "belot"),
    ("BELOTTE ", "belot"),
    ("Escoba", "escoba"),
    ("Eskoba", "escoba"),
    ("Escoba de Quince", "escoba"),
    ("Kani", "kani"),
    ("Kaninn", "kani"),
    ("Kínaskák", "kinaskak"),
    ("Kinaskak", "kinaskak"),
)
def test_our_games_are_known_by_their_common_names(name: str, game: str) -> None:
    assert known_game(name) == game


def test_plays_of_our_games_come_in_by_their_common_names(tuesday: Club, organiser: Phone) -> None:
    handed_in(tuesday, organiser, "bg_stats", plays("BELOTTE ", "Eskoba", "Kaninn", "Kinaskak"))
    assert come_in(tuesday, organiser)[0] == ["belot", "escoba", "kani", "kinaskak"]


def test_other_games_stay_out_unless_they_are_wanted(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "bg_stats", plays("Belotte", "Wingspan", "Belot Royale"))
    assert "Which games come in?" in words(page)
    assert "Robin" not in words(page), "the page does not ask about a person who played nothing that comes in"
    assert come_in(tuesday, organiser) == (["belot"], ["Ana", "Boris"], ["Ana", "Boris"])


def test_a_game_that_is_wanted_comes_in_and_counts_in_no_table(tuesday: Club, organiser: Phone) -> None:
    handed_in(tuesday, organiser, "bg_stats", plays("Belotte", "Wingspan"))
    page = organiser.press("Read it again", **{"game-1": "="})
    assert "Robin 151 – Wren 150" in words(page)
    games, names, table = come_in(tuesday, organiser)
    assert (games, names) == (["Wingspan", "belot"], ["Ana", "Boris", "Robin", "Wren"])
    assert table == ["Ana", "Boris"]
    page = organiser.get(tuesday.at("matches"))
    assert "It is kept here, but counts in no table" in words(page)


def test_what_was_chosen_otherwise_is_shown_before_it_goes_in(tuesday: Club, organiser: Phone) -> None:
    handed_in(tuesday, organiser, "bg_stats", plays("Belotte", "Wingspan"))
    page = organiser.press("Bring them in", **{"game-1": "="})
    assert "Robin 151 – Wren 150" in words(page)
    assert "Bring them in" in words(page), "it is not on its way yet"
    assert come_in(tuesday, organiser)[0] == ["Wingspan", "belot"]


def test_a_game_of_another_name_is_ours_when_a_person_says_so(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "bg_stats", plays("Bridge with Granny"))
    assert "Bring them in" not in words(page)
    assert "choose which games do" in words(page)
    organiser.press("Read it again", **{"game-0": "belot"})
    assert come_in(tuesday, organiser)[0] == ["belot"]


def test_a_play_that_is_marked_as_ignored_stays_out(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "bg_stats", plays("Belot", ignored=True))
    assert "There is nothing in it that a league could take in." in words(page)


def four(*winners: str, **more: Any) -> bytes:
    """An export with a play of Belot by four people without teams for each of these; a letter stands for who won."""
    people_ = [{"id": n, "uuid": name, "name": name} for n, name in enumerate("ABCD")]
    found = [
        {
            "uuid": f"p{number}",
            "gameRefId": 1,
            "playDate": f"2026-01-0{number + 1} 20:00:00",
            "usesTeams": False,
            "playerScores": [
                {"playerRefId": n, "score": 151 if name in won else 98, "winner": name in won}
                for n, name in enumerate("ABCD")
            ],
            **more,
        }
        for number, won in enumerate(winners)
    ]
    return json.dumps({"players": people_, "games": [{"id": 1, "name": "Belot"}], "plays": found}).encode()


def sides_in(tuesday: Club) -> list[list[str]]:
    """The sides of every result, in the order of their nights."""
    with tuesday.app.app_context():
        session().rollback()
        names = {one.key: one.name or "" for one in tuesday.list_players()}
        return [
            ["".join(names[one.players[seat]] for seat in side) for side in (one.result or {})["sides"]]
            for one in reversed(tuesday.list_matches())
        ]


def test_belot_without_teams_is_asked_who_played_with_whom(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "bg_stats", four("AC", "AD"))
    form = next(form for form in page.forms if "Bring them in" in form.buttons)
    assert form.value("with-0") == "won", "those who won together were partners"
    taken_in(organiser)
    assert sides_in(tuesday) == [["AC", "BD"], ["AD", "BC"]]


def test_who_played_with_whom_is_never_guessed(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "bg_stats", four("A", "AC"))
    form = next(form for form in page.forms if "Bring them in" in form.buttons)
    assert form.value("with-0") == "won"
    assert "play 1: Who played with whom is not known; it is left out." in words(page)
    way = re.search(r'value="(\d)">(?:A & D|D & A|B & C|C & B) –', page.html.replace("&amp;", "&"))
    assert way
    page = organiser.press("Read it again", **{"with-0": way[1]})
    assert "is not known" not in words(page)
    taken_in(organiser)
    assert sorted(sorted(sides) for sides in sides_in(tuesday)) == [["AD", "BC"], ["AD", "BC"]]


@cases(
    "more, said",
    ({"playerScores": [{"playerRefId": 1, "score": 3}]}, "play 1: One person played this alone"),
    ({"playerScores": []}, "play 1: This play has no players"),
    ({"playDate": "never"}, "play 1: This play has no day"),
    (
        {"playerScores": [{"playerRefId": n} for n in range(3)]},
        "play 1: Sides that Belot knows: 2 against 2.",
    ),
)
def test_a_play_that_cannot_come_in_has_a_true_remark(tuesday: Club, more: dict[str, Any], said: str) -> None:
    organiser = tuesday.phone("organiser")
    page = handed_in(tuesday, organiser, "bg_stats", four("AC", **more))
    assert said in words(page)
    assert "Bring them in" not in words(page)


def test_all_other_games_stay_out_in_one_line_behind_which_each_is_asked(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    page = handed_in(tuesday, organiser, "bg_stats", plays("Belotte", *(f"Game {n}" for n in range(331))))
    assert "331 other games stay out" in words(page)
    assert page.html.index('name="game-0"') < page.html.index("331 other games") < page.html.index("game-331")
    organiser.press("Read it again", **{"game-331": "="})
    assert len(come_in(tuesday, organiser)[0]) == 2


# --- hostile files --------------------------------------------------------------------------------

LINE = "2026-11-03;Belot;Ana;151;Boris;98\n"
MANY = in_soak(1_000_000, 100_000)
HOSTILE: dict[str, bytes] = {
    "ten megabytes of one line": b"x" * 10_000_000,
    "ten megabytes of one cell": (HEAD + "2026-11-03;Belot;" + "x" * 10_000_000).encode(),
    "a quote without end": (HEAD + '2026-11-03;Belot;"Ana;151;Boris;98\n' + LINE * (MANY // 25)).encode(),
    "quotes alone": (HEAD + '"' * 100_001).encode(),
    "nuls": (HEAD + "2026-11-03;Belot;A\0na;151;Boris;98\n").encode(),
    "nuls alone": b"\0" * 100_000,
    "a great many short lines": (HEAD + "a\n" * MANY).encode(),
    "a great many good lines": (HEAD + "1.4.25;Eskoba;A;1;B;2\n" * (MANY * 3 // 4)).encode(),
    "a thousand columns": (
        ";".join(["date", "game", "side1", "side2", *"x" * 1000]) + "\n" + ";" * 2000
    ).encode(),
    "half an emoji": HEAD.encode() + b"2026-11-03;Belot;\xf0\x9f;151;Boris;98",
    "mixed encodings": HEAD.encode() + "Вера".encode("cp1251") + "Þórdís".encode() + b"\x98\x81",
    "utf-16 cut in half": CYRILLIC.encode("utf-16")[:-1],
    "half surrogates": (HEAD + "2026-11-03;Belot;Ana;151;Boris;98").encode("utf-16") + b"\x00\xd8",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 100,
    "numbers beyond all bounds": (HEAD + "2026-11-03;Belot;Ana;" + "9" * 100_000 + ";Boris;98").encode(),
    "dates of spaces": (HEAD + "1.4.2025" + " " * 100_000 + "x;Belot;Ana;151;Boris;98").encode(),
    "json": b'{"plays": [' + b"[" * 100_000,
    "surrogates in json": (
        b'{"players":[{"id":1,"name":"\\ud800"},{"id":2,"name":"B\\u0000"}],"games":[{"id":1,"name":"\\ud800Belot"}],'
        b'"locations":[{"id":1,"name":"a\\u0000\\udfff"}],"plays":[{"gameRefId":1,"locationRefId":1,'
        b'"playDate":"2026-11-03","playerScores":[{"playerRefId":1,"score":"151","winner":1},'
        b'{"playerRefId":2,"score":"9"}]}]}'
    ),
}
LONG = 30.0


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_answered_in_words_and_soon(tuesday: Club, name: str) -> None:
    organiser, began = tuesday.phone("organiser"), time.monotonic()
    handed_in(tuesday, organiser, sources.kind_of(HOSTILE[name]), HOSTILE[name])
    assert organiser.status in (200, 422)
    if organiser.status == 200 and "Bring them in" in organiser.page.words:
        organiser.press("Bring them in")
        assert organiser.status == 200
    assert time.monotonic() - began < LONG


def test_names_that_could_be_run_come_in_as_they_are_and_go_out_marked(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    body = (HEAD + "2026-11-03;Eskoba;=cmd|' \\C calc'!A0;21;@SUM(A1);9").encode()
    handed_in(tuesday, organiser, "paper", body)
    taken_in(organiser)
    tuesday.derive()
    for kind in ("wide", "tidy"):
        table = organiser.client.get(tuesday.at(f"sheets/{kind}.csv")).get_data(as_text=True)
        assert "\"'=cmd" in table
        assert "\"'@SUM" in table


def test_a_workbook_goes_in_as_a_table_does_and_its_template_too(tuesday: Club, organiser: Phone) -> None:
    made = organiser.client.get(tuesday.at("imports/results.xlsx"))
    assert "attachment" in made.headers["Content-Disposition"]
    page = handed_in(tuesday, organiser, "paper", made.get_data())
    assert "A table of old results" in page.words
    assert "Vera & Ivan" in page.words
    assert "Between two columns" not in page.words
    assert "in the league" in taken_in(organiser).words


@pytest.mark.parametrize("who", ["player", "visitor"])
def test_the_template_is_for_organisers(tuesday: Club, who: str) -> None:
    assert tuesday.phone(who).client.get(tuesday.at("imports/results.xlsx")).status_code == 404


def test_a_table_is_pasted_and_stays_in_its_box_where_it_is_wrong(tuesday: Club, organiser: Phone) -> None:
    organiser.get(tuesday.at("imports"))
    page = organiser.press("Read it", pasted="Rank\tName\r\n1\tVera")
    assert organiser.status == 422
    assert page.forms[0].value("pasted").split() == ["Rank", "Name", "1", "Vera"]
    page = organiser.press("Read it", pasted=CYRILLIC.replace(";", "\t"))
    assert "Вера & Иван 151 – Георги & Ани 98" in words(page)
    assert "in the league" in taken_in(organiser).words


@cases("heading", "Team;Points;Team;Points", "Отбор 1;Точки;Отбор 2;Точки", "pair;pair;total;total")
def test_sides_without_numbers_have_the_points_of_their_order(tuesday: Club, heading: str) -> None:
    organiser = tuesday.phone("organiser")
    apart = heading.startswith("pair")
    line = "Vera & Ivan;Georgi & Ani;151;98" if apart else "Vera & Ivan;151;Georgi & Ani;98"
    page = handed_in(tuesday, organiser, "paper", f"Date;Game;{heading}\n1.4.2025;Belot;{line}\n".encode())
    assert "Vera & Ivan 151 – Georgi & Ani 98" in words(page)


def test_two_sides_with_one_column_of_points_are_asked_who_won(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(
        tuesday, organiser, "paper", b"Date;Game;Team;Team;Points\n1.4.2025;Belot;Vera;Ivan;151\n"
    )
    assert "say which side won" in page.words


OWN = "Кога;Един;Друг;Трети;Четвърти;Наши;Ваши;Бележка\r\n13.04.2025;Вера;Иван;Георги;Ани;151;98;у Вера\r\n"
"""A club's own headings, each partner in a column, and all of it Belot."""
MEANT = ["date", "side1", "side1", "side2", "side2", "total1", "total2", ""]


def as_workbook(table: str) -> bytes:
    header, *rows = [line.split(";") for line in table.split()]
    return b"".join(write_workbook(header, rows))


@pytest.mark.parametrize("how", ["pasted", "text", "workbook"])
def test_headings_that_are_not_known_are_asked_about_column_by_column(tuesday: Club, how: str) -> None:
    organiser = tuesday.phone("organiser")
    own = OWN.replace("у Вера", "у-Вера")

    def hand_in(**said: Any) -> Page:
        if how == "pasted":
            return organiser.press("Read it", pasted=own, **said)
        body = as_workbook(own) if how == "workbook" else own.encode()
        return handed_in(tuesday, organiser, "paper", body, **said)

    organiser.get(tuesday.at("imports"))
    page = hand_in()
    assert organiser.status == 422
    assert "Which column is which?" in page.words
    assert [name in page.words for name in ("Кога", "Четвърти", "Бележка")] == [True] * 3
    page = hand_in(column=MEANT)
    assert organiser.status == 422, "no column says which game it was"
    assert [value for name, value in page.forms[0].values if name == "column"] == MEANT
    page = hand_in(column=MEANT, all_of="belot")
    assert "Вера & Иван 151 – Георги & Ани 98" in words(page)
    page = organiser.press("Read it again", dates="day_first")
    assert "Вера & Иван 151 – Георги & Ани 98" in words(page), "what was said stays"
    assert "in the league" in taken_in(organiser).words
    organiser.press("Take all of it out again")


def test_what_was_said_of_columns_stays_where_something_else_is_wrong(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("imports"))
    organiser.press("Read it", pasted=OWN)
    for wrong, column in ((OWN, ["total1", *MEANT[1:]]), (OWN.replace("13.04", "soon"), MEANT)):
        page = organiser.press("Read it", pasted=wrong, column=column, all_of="belot")
        assert organiser.status == 422
        assert [value for name, value in page.forms[0].values if name == "column"] == column
        assert page.forms[0].value("all_of") == "belot"
        assert "Четвърти" in page.words
    page = organiser.press("Read it", pasted=OWN)
    assert "Вера & Иван 151 – Георги & Ани 98" in words(page), "it is read as it was said last"


@pytest.mark.parametrize(
    "column", [["date"], ["side1"] * 8, ["date", "side1", "side2", "game", "", "", "", "nothing"], [""] * 900]
)
def test_what_is_said_of_columns_that_makes_no_table_is_asked_again(tuesday: Club, column: list[str]) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("imports"))
    organiser.press("Read it", pasted=OWN)
    page = organiser.press("Read it", pasted=OWN, column=column)
    assert organiser.status == 422
    assert page.forms[0].value("pasted").startswith("Кога")
