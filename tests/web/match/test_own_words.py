"""A deal bears the name that players of its game give it: in Icelandic *spil* is a card of Kínaskák, a deal is not."""

import re
from html import unescape

import pytest
from babel.messages.extract import extract_from_dir
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.translations.catalogues import LANGUAGES, GameCatalogue, catalogue
from tests.web.conftest import link
from tests.web.sheet_tables import KANI, KINASKAK, open_match, players
from tools import catalogues

DEALS = {"kinaskak": KINASKAK, "kani": KANI}
VOID = {"kind": "void"}

# a page of the match, what it says in Kínaskák and in Kani
PAGES = [
    ("", "Skrá umferð", "Skrá spil"),
    ("", "Ógild gjöf", "Ógilt spil"),
    ("", "Enn eru 6 umferðir eftir.", ""),
    ("", "Afturkallar skráningu: 2. gjöf", "Afturkallar skráningu: 2. spil"),
    ("/tv", "Síðustu umferðir", "Síðustu spil"),
    ("/record/deal", "Byrja þessa umferð upp á nýtt", "Byrja þetta spil upp á nýtt"),
    ("/record/deal", "Henda þessari umferð? Hún", "Henda þessu spili? Það"),
    ("/record/deal?before=2", "Bæta inn gleymdri umferð", "Bæta inn gleymdu spili"),
    ("/row/2/correct", "1. gjöf: ", "1. spil: "),
    ("/row/2", "Bæta gleymdri umferð á undan", "Bæta gleymdu spili á undan"),
    ("/row/3", "Gjöfin var gild eftir allt saman", "Spilið var gilt eftir allt saman"),
    ("/print", "Ógild gjöf", "Ógilt spil"),
    ("/dealer", "Hver gaf fyrst?", "Hver gaf fyrsta spilið?"),
]


def read(app: Flask, game: str, address: str) -> str:
    """A page of a match with two deals and a void one between them in Icelandic, with what its scripts will say."""
    match = open_match(app, game, players(game), [DEALS[game], VOID, DEALS[game]])
    client = app.test_client()
    client.set_cookie("lang", "is")
    answer = client.get(link(app, match, "owner") + address, follow_redirects=True)
    assert answer.status_code == 200, (address, answer.status_code)
    return " ".join(unescape(answer.text).split())


@pytest.mark.parametrize(("address", "in_kinaskak", "in_kani"), PAGES)
def test_a_page_of_a_match_calls_a_deal_as_its_players_do(
    app: Flask, address: str, in_kinaskak: str, in_kani: str
) -> None:
    said, elsewhere = read(app, "kinaskak", address), read(app, "kani", address)
    assert in_kinaskak in said
    assert in_kani in elsewhere
    assert in_kinaskak not in elsewhere
    assert not in_kani or in_kani not in said


def test_a_list_of_matches_calls_the_deals_of_each_as_its_players_do(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie("lang", "is")
    for game in (*DEALS, "kani"):  # the newest stands above the list, with its names alone
        client.get(link(app, open_match(app, game, players(game), [DEALS[game]] * 2), "owner"))
    said = " ".join(client.get("/").text.split())
    assert "2 umferðir" in said
    assert "2 spil" in said


PLACES = [
    "scorekeeper/store/match",
    "scorekeeper/web/entry",
    "scorekeeper/web/match",
    "templates/games/entry",
    "templates/games/preview",
    "templates/matches",
    "templates/parts",
]
"""Where sentences stand that every game says of its matches."""
DEAL = re.compile(r"\bdeals?\b(?! (?:next|first))", re.IGNORECASE)
SPIL = re.compile(r"\bspil(i|s|ið|inu|sins|a|um|in|unum|anna)?\b", re.IGNORECASE)


@pytest.mark.parametrize("place", PLACES)
def test_no_sentence_about_a_match_of_kinaskak_calls_a_deal_spil(place: str) -> None:
    found = extract_from_dir(
        catalogues.ROOT / place, catalogues.METHODS, catalogues.OPTIONS, keywords=catalogues.KEYWORDS
    )
    own = GameCatalogue(catalogue("is"), "kinaskak")
    said = {
        message: own.gettext(message) if isinstance(message, str) else own.ngettext(*message[:2], 2)
        for _name, _line, message, _comments, context in found
        if not context
    }
    faults = {
        message: words for message, words in said.items() if DEAL.search(str(message)) and SPIL.search(words)
    }
    assert faults == {}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_only_in_icelandic_and_only_in_kinaskak_a_deal_has_another_name(language: str) -> None:
    shared = catalogue(language)
    differ = set()
    for message in catalogues.read(catalogues.po_file(catalogues.ROOT, language), language):
        for game in GAMES:
            words = GameCatalogue(shared, game)
            if isinstance(message.id, str):
                same = words.gettext(message.id) == shared.gettext(message.id)
            else:
                same = all(
                    words.ngettext(*message.id[:2], n) == shared.ngettext(*message.id[:2], n) for n in (1, 2)
                )
            differ |= set() if same else {game}
    assert differ == ({"kinaskak"} if language == "is" else set())


def test_a_game_without_a_word_of_its_own_uses_the_shared_one() -> None:
    shared = catalogue("is")
    assert GameCatalogue(shared, "briscola").gettext("Record a deal") == "Skrá spil"
    assert GameCatalogue(shared, "kinaskak").gettext("Record a deal") == "Skrá umferð"
