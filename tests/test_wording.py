"""Every language says what card players say: the words of ``wording.toml``, and sentences made of several parts."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.disputes.slips import Slip, name_likeliest
from scorekeeper.core.rulebook import load_examples, load_rulebook, load_rulings
from scorekeeper.core.text import N, T, list_names, render
from scorekeeper.games import GAMES, rule, score
from scorekeeper.translations.catalogues import catalogue
from tools import catalogues

HERE = Path(__file__).parent
ROWS = [
    pytest.param(language, row["left"], row["right"], id=f"{language} {number}")
    for language, rows in tomllib.loads((HERE / "wording.toml").read_text(encoding="utf-8")).items()
    for number, row in enumerate(rows, 1)
]


@cache
def list_sentences(language: str) -> list[str]:
    """Every sentence of a language: the catalogue's, the rulebooks' and their examples'."""
    found: list[str] = []
    for message in catalogues.read(catalogues.po_file(catalogues.ROOT, language), language):
        if message.id:
            found += catalogues.forms(message)
    for slug in GAMES:
        for article in load_rulebook(slug, language).articles.values():
            found += (article.title, article.text)
        for example in (*load_examples(slug, language), *load_rulings(slug, language)):
            found.append(example.title)
    return found


@pytest.mark.parametrize(("language", "left", "right"), ROWS)
def test_players_find_their_own_words(language: str, left: str, right: str) -> None:
    said = list_sentences(language)
    assert [sentence for sentence in said if re.search(left, sentence, re.IGNORECASE)] == []
    assert any(right.casefold() in sentence.casefold() for sentence in said), said


# --- sentences made of several parts --------------------------------------------------------------

WON = N("Winner: %(names)s", "Winners: %(names)s", n=1)


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", ["Ana"], "Ana"),
        ("en", ["Ana", "Vera"], "Ana and Vera"),
        ("en", ["Ana", "Vera", "Jon"], "Ana, Vera and Jon"),
        ("bg", ["Иво", "Ана"], "Иво и Ана"),
        ("is", ["Anna", "Jón"], "Anna og Jón"),
        ("eu", ["Ane", "Iker"], "Ane eta Iker"),
        ("es", ["Ana", "Luis"], "Ana y Luis"),
        ("es", ["Ana", "Iker"], "Ana e Iker"),
        ("es", ["Ana", "Hilario"], "Ana e Hilario"),
        ("es", ["Ana", "Iosu"], "Ana y Iosu"),
    ],
)
def test_names_end_with_an_and(language: str, names: list[str], said: str) -> None:
    assert render(list_names(names), catalogue(language)) == said


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "Winner: Ana", "Winners: Ana and Luis"),
        ("bg", "Победител: Ana", "Победители: Ana и Luis"),
        ("is", "Sigurvegari: Ana", "Sigurvegarar: Ana og Luis"),
        ("eu", "Irabazlea: Ana", "Irabazleak: Ana eta Luis"),
        ("es", "Gana Ana", "Ganan Ana y Luis"),
    ],
)
def test_one_wins_and_several_win(language: str, one: str, several: str) -> None:
    words = catalogue(language)
    for names, said in ((["Ana"], one), (["Ana", "Luis"], several)):
        won = render(WON._replace(params={"n": len(names)}), words)
        assert won % {"names": render(list_names(names), words)} == said


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("bg", "Още липсва: Анонси", "Още липсват: Обява, Партньор"),
        ("is", "Óútfyllt: Sögn", "Óútfyllt: Sögn, Sagnhafi, Félagi"),
        ("eu", "Oraindik falta da: Eskaintza", "Oraindik falta dira: Eskaintza, Kidea"),
        ("es", "Todavía falta: Puja", "Todavía faltan: Puja, Compañero"),
    ],
)
def test_one_thing_is_missing_and_several_are(language: str, one: str, several: str) -> None:
    missing = N("Still missing: %(what)s", "Still missing: %(what)s", n=1)
    for said in (one, several):
        what = said.partition(": ")[2]
        text = render(missing._replace(params={"n": what.count(",") + 1}), catalogue(language))
        assert text % {"what": what} == said


def lines(game: str, players: int, deal: dict[str, Any], language: str, **rules: Any) -> list[str]:
    """The sentences of the lines of one deal."""
    document = {
        "format": "scorekeeper-match/1",
        "game": game,
        "rules": rules,
        "players": list("ABCDEF"[:players]),
        "entries": [{"kind": "deal", **deal}],
    }
    answer, good = score(document, catalogue(language))
    assert good, answer
    return [line["text"] for line in answer["entries"][0]["lines"]]


TAKEN = {
    2: {"escobas": [0, 0], "cards": [33, 7], "golds": [8, 2], "sevens": [3, 1], "seven_of_golds": 0},
    3: {
        "escobas": [0, 0, 0],
        "cards": [30, 5, 5],
        "golds": [8, 1, 1],
        "sevens": [2, 1, 1],
        "seven_of_golds": 0,
    },
}


@pytest.mark.parametrize(
    ("language", "two", "three"),
    [
        ("en", "The opponents took fewer than ten cards", "Every other side took fewer than ten cards"),
        ("bg", "Противниците имат под десет карти", "Всички други имат под десет карти"),
        ("is", "Andstæðingarnir tóku færri en tíu spil", "Öll hin liðin tóku færri en tíu spil"),
        ("eu", "Kontrakoek hamar karta baino gutxiago", "Beste guztiek hamar karta baino gutxiago"),
        ("es", "Los rivales se llevaron menos de diez", "Todos los demás se llevaron menos de diez"),
    ],
)
def test_one_opponent_is_not_all_the_others(language: str, two: str, three: str) -> None:
    for players, said in ((2, two), (3, three)):
        assert any(text.startswith(said) for text in lines("escoba", players, TAKEN[players], language)), (
            list(lines("escoba", players, TAKEN[players], language))
        )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No trumps doubles: 50 × 2 = 100"),
        ("bg", "на без коз се удвоява: 50 × 2 = 100"),
        ("is", "Grand tvöfaldar: 50 × 2 = 100"),
    ],
)
def test_no_trumps_says_what_is_doubled(language: str, said: str) -> None:
    deal = {"contract": "no_trumps", "declarer": 1, "trick_points": [50, 80]}
    assert said in lines("belot", 4, deal, language)


ONE_SUIT = ["2H", "2H", "2H", "3H", "3H", "3H", "4H", "4H", "4H", "5H", "5H", "5H", "6H"]


@pytest.mark.parametrize(
    ("language", "round_number", "said"),
    [
        ("is", 5, "Spilin duga ekki í tvær raðir og eina þrennu, sama hve margir jókerar bættust við."),
        ("is", 3, "Spilin duga ekki í tvær raðir, sama hve margir jókerar bættust við."),
        ("es", 3, "Sus cartas naturales no dan para dos escaleras, por muchos comodines que hubiera."),
    ],
)
def test_a_contract_stands_in_its_case(language: str, round_number: int, said: str) -> None:
    question = {
        "format": "scorekeeper-question/1",
        "game": "kinaskak",
        "question": "go_down",
        "round": round_number,
        "hand": ONE_SUIT,
    }
    answer, good = rule(question, catalogue(language))
    assert good, answer
    assert said in [reason["text"] for reason in answer["reasons"]]


@pytest.mark.parametrize(
    ("language", "one", "two", "three"),
    [
        (
            "bg",
            "Разликата идва от 1 грешка. X",
            "Разликата може да дойде от две грешки",
            "може да дойде от 3 грешки",
        ),
        (
            "is",
            "1 villa skýrir muninn. X",
            "Tvær villur koma til greina, hvor um sig",
            "3 villur koma til greina, hver",
        ),
        ("es", "1 solo error explica", "Hay dos errores", "Hay 3 errores"),
    ],
)
def test_two_slips_are_either_of_two(language: str, one: str, two: str, three: str) -> None:
    for number, said in enumerate((one, two, three), 1):
        slips = [Slip(rank, "counts", 1, 2, T("X"), ("belot 5",)) for rank in range(number)]
        assert said in render(name_likeliest(slips, T("Y?"), T("Z")), catalogue(language))
