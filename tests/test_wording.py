"""Every language says what card players say: the words of ``wording.toml``, and sentences made of several parts."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.disputes.slips import Slip, name_likeliest
from scorekeeper.core.play.cards import PACK_40, list_choices
from scorekeeper.core.rulebook import load_examples, load_rulebook, load_rulings
from scorekeeper.core.text import N, T, list_names, render
from scorekeeper.games import GAMES, rule, score
from scorekeeper.translations.catalogues import catalogue
from tests.cases import case, cases
from tests.documents import match_document, question_document
from tests.games.escoba.deals import make_deal
from tools import catalogues

HERE = Path(__file__).parent
ROWS = [
    case(f"{language} {number}", language, row["left"], row["right"])
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


@cases(
    "language, names, said",
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
)
def test_names_end_with_an_and(language: str, names: list[str], said: str) -> None:
    assert render(list_names(names), catalogue(language)) == said


@cases(
    "language, one, several",
    ("en", "Winner: Ana", "Winners: Ana and Luis"),
    ("bg", "Победител: Ana", "Победители: Ana и Luis"),
    ("is", "Sigurvegari: Ana", "Sigurvegarar: Ana og Luis"),
    ("eu", "Irabazlea: Ana", "Irabazleak: Ana eta Luis"),
    ("es", "Gana Ana", "Ganan Ana y Luis"),
)
def test_one_wins_and_several_win(language: str, one: str, several: str) -> None:
    words = catalogue(language)
    for names, said in ((["Ana"], one), (["Ana", "Luis"], several)):
        won = render(WON._replace(params={"n": len(names)}), words)
        assert won % {"names": render(list_names(names), words)} == said


@cases(
    "language, one, several",
    ("bg", "Още липсва: Анонси", "Още липсват: Обява, Партньор"),
    ("is", "Óútfyllt: Sögn", "Óútfyllt: Sögn, Sagnhafi, Félagi"),
    ("eu", "Oraindik falta da: Eskaintza", "Oraindik falta dira: Eskaintza, Kidea"),
    ("es", "Todavía falta: Puja", "Todavía faltan: Puja, Compañero"),
)
def test_one_thing_is_missing_and_several_are(language: str, one: str, several: str) -> None:
    missing = N("Still missing: %(what)s", "Still missing: %(what)s", n=1)
    for said in (one, several):
        what = said.partition(": ")[2]
        text = render(missing._replace(params={"n": what.count(",") + 1}), catalogue(language))
        assert text % {"what": what} == said


def lines(game: str, players: int, deal: dict[str, Any], language: str, **rules: Any) -> list[str]:
    """The sentences of the lines of one deal."""
    document = match_document(game, list("ABCDEF"[:players]), [{"kind": "deal", **deal}], rules=rules)
    answer, good = score(document, catalogue(language))
    assert good, answer
    return [line["text"] for line in answer["entries"][0]["lines"]]


TAKEN = {
    2: {"escobas": [0, 0], "cards": [33, 7], "golds": [8, 2], "sevens": [3, 1], "seven_of_golds": 0},
    3: make_deal([0, 0, 0], [30, 5, 5], [8, 1, 1], [2, 1, 1], 0),
}


@cases(
    "language, two, three",
    ("en", "The opponents took fewer than ten cards", "Every other side took fewer than ten cards"),
    ("bg", "Противниците имат под десет карти", "Всички други имат под десет карти"),
    ("is", "Andstæðingarnir tóku færri en tíu spil", "Öll hin liðin tóku færri en tíu spil"),
    ("eu", "Kontrakoek hamar karta baino gutxiago", "Beste guztiek hamar karta baino gutxiago"),
    ("es", "Los rivales se llevaron menos de diez", "Todos los demás se llevaron menos de diez"),
)
def test_one_opponent_is_not_all_the_others(language: str, two: str, three: str) -> None:
    for players, said in ((2, two), (3, three)):
        assert any(text.startswith(said) for text in lines("escoba", players, TAKEN[players], language)), (
            list(lines("escoba", players, TAKEN[players], language))
        )


@cases(
    "language, said",
    ("en", "No trumps doubles: 50 × 2 = 100"),
    ("bg", "на без коз се удвоява: 50 × 2 = 100"),
    ("is", "Grand tvöfaldar: 50 × 2 = 100"),
)
def test_no_trumps_says_what_is_doubled(language: str, said: str) -> None:
    deal = {"contract": "no_trumps", "declarer": 1, "trick_points": [50, 80]}
    assert said in lines("belot", 4, deal, language)


ONE_SUIT = ["2H", "2H", "2H", "3H", "3H", "3H", "4H", "4H", "4H", "6H", "6H", "6H", "8H"]


@cases(
    "language, round_number, said",
    ("is", 5, "Spilin duga ekki í tvær raðir og eina þrennu, sama hve margir jókerar bættust við."),
    ("is", 3, "Spilin duga ekki í tvær raðir, sama hve margir jókerar bættust við."),
    ("es", 3, "Sus cartas naturales no dan para dos escaleras, por muchos comodines que hubiera."),
)
def test_a_contract_stands_in_its_case(language: str, round_number: int, said: str) -> None:
    question = question_document("kinaskak", "go_down", round=round_number, hand=ONE_SUIT)
    answer, good = rule(question, catalogue(language))
    assert good, answer
    assert said in [reason["text"] for reason in answer["reasons"]]


def ruling(game: str, question: str, language: str, **asked: Any) -> list[str]:
    """The verdict on a question, and its reasons."""
    document = {"format": "scorekeeper-question/1", "game": game, "question": question, **asked}
    answer, good = rule(document, catalogue(language))
    assert good, answer
    return [answer["verdict"], *(reason["text"] for reason in answer["reasons"])]


@cases(
    "language, said",
    ("en", "One run and one set: the best way to lay it takes 2 jokers; this hand has 0."),
    ("is", "Ein röð og ein þrenna: til þess þarf minnst 2 jókera; á þessari hendi: 0."),
)
def test_a_contract_that_begins_a_sentence_has_a_capital(language: str, said: str) -> None:
    hand = ["2H", "3H", "4H", "6S", "6D", "8C", "9D", "QC", "KD", "2S", "AC", "10D", "7C"]
    assert said in ruling("kinaskak", "go_down", language, round=1, hand=hand)


@cases(
    "language, hand, said",
    ("en", "7H 9H AS", "Only 7♥ or 9♥ may be played."),
    ("bg", "7H 9H AS", "Можеш да дадеш 7♥ или 9♥."),
    ("bg", "7H 8H 9H AS", "Можеш да дадеш 7♥, 8♥ или 9♥."),
    ("bg", "7H AS", "Можеш да дадеш само 7♥."),
    ("es", "7H 9H AS", "Solo se puede jugar 7♥ o 9♥."),
    ("es", "9H 8H AS", "Solo se puede jugar 9♥ u 8♥."),
)
def test_one_card_of_several_is_played(language: str, hand: str, said: str) -> None:
    asked = {"contract": "spades", "hand": hand.split(), "trick": ["KH"]}
    assert ruling("belot", "legal_cards", language, **asked)[0] == said


def tierce(player: int, suit: str) -> dict[str, Any]:
    return {"player": player, "kind": "sequence", "length": 3, "top": "9", "suit": suit}


@cases(
    "language, declarations, said",
    (
        "en",
        [tierce(0, "hearts"), tierce(1, "clubs")],
        "No side writes for declarations: the tierces are level.",
    ),
    ("bg", [tierce(0, "hearts"), tierce(1, "clubs")], "Никой не пише за анонси: терците са равни."),
    ("en", [], "No side writes for declarations: nothing was announced."),
)
def test_where_nothing_counts_the_verdict_says_why(
    language: str, declarations: list[dict[str, Any]], said: str
) -> None:
    asked = {"contract": "spades", "declarations": declarations}
    assert ruling("belot", "declarations", language, **asked)[0] == said


@cases(
    "language, said",
    ("en", "7 of golds, jack of cups, horse of swords or king of clubs"),
    ("eu", "urrezko 7, kopazko txanka, ezpatazko zaldia edo bastoizko erregea"),
    ("es", "7 de oros, sota de copas, caballo de espadas o rey de bastos"),
)
def test_court_cards_have_their_names(language: str, said: str) -> None:
    cards = [PACK_40.parse(card) for card in ["7O", "10C", "11E", "12B"]]
    assert render(list_choices([card for card in cards if card]), catalogue(language)) == said


@cases(
    "language, one, two",
    ("en", "Side 1: 1 point – 1 escoba", "Side 2: 2 points – 2 escobas"),
    ("eu", "1. aldea, puntu bat: eskoba bat", "2. aldea, 2 puntu: 2 eskoba"),
)
def test_a_point_is_called_a_point(language: str, one: str, two: str) -> None:
    said = ruling("escoba", "score", language, **(TAKEN[2] | {"escobas": [1, 2]}))
    assert [one, two] == [text for text in said if "skoba" in text or "escoba" in text]


@cases(
    "language, one, two, three",
    (
        "bg",
        "1 грешка обяснява цялата разлика. X",
        "2 възможни грешки; всяка обяснява цялата разлика",
        "3 възможни грешки; всяка",
    ),
    (
        "is",
        "1 villa skýrir muninn. X",
        "Tvær villur koma til greina, hvor um sig",
        "3 villur koma til greina, hver",
    ),
    ("es", "1 solo error explica", "Hay dos errores", "Hay 3 errores"),
)
def test_two_slips_are_either_of_two(language: str, one: str, two: str, three: str) -> None:
    for number, said in enumerate((one, two, three), 1):
        slips = [Slip(rank, "counts", 1, 2, T("X"), ("belot 5",)) for rank in range(number)]
        assert said in render(name_likeliest(slips, {0: T("Y?")}, T("Z")), catalogue(language))
