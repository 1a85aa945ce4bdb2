"""Players find a rule by their own words: sixty queries as people type them, and what each has to find."""

from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper.core.search import SoughtPage, describe, find, simplify
from scorekeeper.games import GAMES
from scorekeeper.web.site.find import pages_of, words_of
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import open_match

FIRST = 3
"""So many results are seen without rolling."""
QUERIES = {
    ("belot", "bg"): {
        "равни терци": "7.12",
        "кой раздава": "9.5",
        "kontra": "1.4",
        "вътре без броене": "7.16",
        "капо": "4.10",
        "висящи точки": "3.5",
        "излиза ли се с капо": "3.10",
        "каре на без коз": "7.15",
        "закръгляне на всичко коз": "5.2",
        "ръмжи трябва ли да цакам": "7.10",
        "коя карта мога да играя": "legal_cards",
        "teрца до дама": "4.2",
        "валат": "4.10",
        "удвояване на висящите": "7.9",
    },
    ("kani", "is"): {
        "hver á að byrja": "2.1",
        "hver a ad gefa": "9.5",
        "ma segja aftur eftir pass": "5.4",
        "hvad er tromp": "3.1",
        "spila einn an felaga": "5.3",
        "sogn fellur": "4.7",
        "yfirslagir": "5.2",
        "lagmarkssogn": "2.2",
    },
    ("kinaskak", "is"): {
        "kaupa fjórum sinnum": "5.4",
        "taka joker af bordinu": "4.3",
        "as i rod": "3.2",
        "jafnir i lokin": "6.8",
        "bunkin klarast": "6.7",
        "hvad kostar joker": "6.2",
        "nyr leikmadur": "9.7",
    },
    ("escoba", "es"): {
        "quien reparte": "9.5",
        "todos los oros": "5.4",
        "empate a sietes": "5.10",
        "cartas que sobran": "4.1",
        "ultima baza": "4.1",
        "menos de diez cartas": "5.8",
        "la setenta": "7.5",
        "quince de mano": "7.1",
        "es obligatorio recoger": "3.2",
        "a cuanto se juega": "6.1",
        "que coge esta carta": "captures",
        "obligado a coger": "3.2",
    },
    ("escoba", "eu"): {
        "nork banatzen du": "9.5",
        "urre guztiak": "5.4",
        "zazpi gehien": "5.6",
        "soberako kartak": "4.1",
        "hasierako hamabostekoa": "7.1",
        "berdinketa": "5.10",
        "hamar karta baino gutxiago": "5.8",
        "derrigorrez hartu": "3.2",
        "zenbat puntura jokatzen da": "6.1",
        "setenta": "7.5",
    },
    ("belot", "en"): {"equal sequences": "7.12", "contra": "1.4", "target": "3.9", "who was inside": "3.4"},
    ("kani", "en"): {"overtricks": "5.2", "minimum bid": "2.2"},
    ("kinaskak", "en"): {"final discard": "7.5", "concealed": "7.6"},
    # in languages that the rule text is not in
    ("belot", "is"): {"hver gefur": "9.5", "sidasti slagur": "3.1", "fern": "4.7", "sagnhafi": "1.3"},
    ("belot", "es"): {"quien reparte": "9.5"},
    ("belot", "eu"): {"nork banatzen du": "9.5", "azken hamar": "3.1", "kapo": "4.10"},
    ("kani", "bg"): {"кой раздава": "9.5", "чипове": "4.5"},
    ("kinaskak", "bg"): {"талон": "6.7", "zhoker": "6.2"},
}
ASKED = [
    (game, language, query, key) for (game, language), some in QUERIES.items() for query, key in some.items()
]


def test_there_are_ten_queries_in_each_language_of_a_rule_text() -> None:
    for language in ("bg", "is", "es", "eu"):
        assert sum(asked == language for _game, asked, _query, _key in ASKED) >= 10


@pytest.mark.parametrize(("game", "language", "query", "key"), ASKED)
def test_a_player_finds_it_among_the_first(game: str, language: str, query: str, key: str) -> None:
    found = find(pages_of(game, language), query)
    assert key in [one.key for one in found[:FIRST]], [(one.key, one.heading) for one in found[:6]]


@cases(
    "typed, other",
    ("контра", "kontra"),
    ("терца", "terca"),
    ("терца", "tertsa"),
    ("þrenna", "threnna"),
    ("röð", "rod"),
    ("Ás", "as"),
    ("señal", "senal"),
    ("жокер", "joker"),
    ("щик", "shtik"),
    ("четворка", "chetvorka"),
)
def test_script_and_accents_make_no_difference(typed: str, other: str) -> None:
    assert simplify(typed) == simplify(other)


def test_a_word_that_stands_in_the_rules_is_no_slip_for_another() -> None:
    keys = [one.key for one in find(pages_of("belot", "en"), "cannot follow suit")]
    assert keys[0] == "2.1"
    assert "4.10" not in keys, "a capot"


PAGES = (
    SoughtPage("article", "1", "Equal sequences", ("level tierces",), "Both sides have the same sequence."),
    SoughtPage("article", "2", "Capot", (), "All eight tricks, and the sequence of the cards."),
)


@cases(
    "query, keys",
    ("sequence", ["1", "2"]),
    ("sequense", ["1", "2"]),
    ("SEQUENCES", ["1", "2"]),
    ("capto", ["2"]),
    ("level tierce", ["1"]),
    ("xyzzy", []),
    ("", []),
    ("!?", []),
    ("a" * 500, []),
)
def test_one_letter_may_be_wrong_and_a_heading_comes_before_a_text(query: str, keys: list[str]) -> None:
    assert [one.key for one in find(PAGES, query)] == keys


LONG = (
    f"Раздава се обратно на часовника, {'после се наддава, ' * 10}а накрая се пишат „наказанията“, ако има."
)


@cases(
    "query, begins, ends",
    ("razdava", "Раздава се обратно", "наддава,…"),
    ("наказание", "…наддава, после", "„наказанията“, ако има."),
    ("четири", "Раздава се обратно", "наддава,…"),
)
def test_what_was_found_stands_in_the_excerpt_of_a_long_sentence(query: str, begins: str, ends: str) -> None:
    excerpt = describe(SoughtPage("article", "1", "", (), LONG), query)
    assert (excerpt[: len(begins)], excerpt[-len(ends) :], len(excerpt) <= 160) == (begins, ends, True)


@pytest.mark.parametrize("game", GAMES)
def test_every_key_that_has_players_words_is_there(game: str) -> None:

    keys = {page.key for page in pages_of(game, "en")}
    assert {key for some in words_of(game).values() for key in some} <= keys


@pytest.mark.parametrize("address", ["/rules/", "/rules/belot", "/desk/", "/desk/belot"])
def test_a_box_stands_on_every_page_of_rules_and_disputes(phone: Phone, address: str) -> None:
    page = phone.get(f"{address}?lang=bg")
    box = next(form for form in page.forms if "Търси" in form.buttons)
    asked = {**dict(box.values), "q": "равни терци", "lang": "bg"}
    phone.get(f"/find/?{urlencode(asked)}")
    assert "Равни поредици" in phone.page.links
    assert "/rules/belot/customs#a7-12" in phone.page.links["Равни поредици"]


def test_at_a_match_a_question_is_asked_about_that_match(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot")
    phone.get(link(app, match, "watch", "find?q=which+cards+may+I+play&lang=en"))
    assert "/m/" in phone.page.links["Which cards may I play?"]


@pytest.mark.parametrize("query", ["", "xyzzy", "<b>", "'" * 300, "\x00"])
def test_what_finds_nothing_says_so_and_breaks_nothing(phone: Phone, query: str) -> None:
    page = phone.get(f"/find/?{urlencode({'q': query, 'lang': 'en'})}")
    assert phone.status == 200
    assert ("Nothing was found" in page.words) is bool(query)


def test_a_game_that_is_not_here_is_not_found(phone: Phone) -> None:
    phone.get("/find/?game=whist")
    assert phone.status == 404
