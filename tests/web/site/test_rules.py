"""The rulebooks as pages: every article has an address, every citation leads somewhere."""

import re
import tomllib
from collections.abc import Collection
from html.parser import HTMLParser
from importlib import resources
from urllib.parse import unquote

import pytest
from flask import Flask

from scorekeeper.core.rulebook import Article, Rulebook, load_examples, load_rulebook
from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES
from scorekeeper.games.coverage import SCORED, coverage
from scorekeeper.web.site.prose import anchor, article_address, path_words
from tests.cases import cases
from tests.samples import rulebook_languages
from tests.web.conftest import Page, Phone, link
from tests.web.sheet_tables import BELOT, open_match

pytestmark = pytest.mark.long


BOOK_PAGES = [
    (slug, part)
    for slug in GAMES
    for part in ("", "/customs")
    if any(one.custom is bool(part) for one in load_rulebook(slug).articles.values())
]
"""The pages of the rulebooks: the customs that a table may choose have one of their own."""


def list_articles(book: Rulebook, part: str) -> list[Article]:
    return [one for one in book.articles.values() if one.custom is bool(part)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "part"), BOOK_PAGES)
def test_every_article_of_every_rulebook_is_there(phone: Phone, slug: str, part: str, language: str) -> None:
    page = phone.get(f"/rules/{slug}{part}?lang={language}")
    assert phone.status == 200
    book = load_rulebook(slug, language)
    articles = list_articles(book, part)
    assert {anchor(article.number) for article in articles} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    for article in articles:
        assert article.title in page.words
    inside = [address for address in page.links.values() if address.startswith("#a")]
    assert {address[1:] for address in inside} <= set(page.ids)


class Spoken(HTMLParser):
    """What of a page a screen reader reads aloud in each language."""

    SINGLE = frozenset(("meta", "link", "input", "img", "br"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self._languages = [""]
        self._heard: dict[str, list[str]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.SINGLE:
            self._languages.append(dict(attrs).get("lang") or self._languages[-1])

    def handle_endtag(self, tag: str) -> None:
        self._languages.pop()

    def handle_data(self, data: str) -> None:
        self._heard.setdefault(self._languages[-1], []).append(data)

    def in_language(self, language: str) -> str:
        """All that is read in one of them."""
        return " ".join("".join(self._heard.get(language, [])).split())


def find_unmarked(page: Page, book: Rulebook, articles: Collection[Article]) -> list[str]:
    """Numbers of articles of which something is read in another language than the book's."""
    heard = Spoken(page.html).in_language(book.language)
    # A house rule, which stands in backquotes, is named in the reader's language; what is quoted is in its own.
    pieces = {
        one.number: [one.title, *(part.partition("`")[0] for part in one.text.split("\n\n"))]
        for one in articles
    }
    quoted = {one.number: "|".join(map(re.escape, one.quoted)) or "(?!)" for one in articles}
    return [
        number
        for number, parts in pieces.items()
        if any(
            one.strip() not in heard
            for part in parts
            for one in re.split(quoted[number], " ".join(part.split()))
        )
    ]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("slug", "part"), BOOK_PAGES)
def test_a_book_in_another_language_is_marked_and_said(phone: Phone, slug: str, part: str) -> None:
    for language in LANGUAGES:
        page = phone.get(f"/rules/{slug}{part}?lang={language}")
        book = load_rulebook(slug, language)
        assert ("h1", {"lang": book.language}) in page.attributes
        assert find_unmarked(page, book, list_articles(book, part)) == []
        noted = any(given.get("class") == "odd" for _tag, given in page.attributes)
        assert noted is (book.language != language)


def test_an_article_that_a_deal_rests_on_is_read_in_the_language_it_is_written_in(
    app: Flask, phone: Phone
) -> None:
    match = open_match(app, "belot", entries=[BELOT])
    for language in LANGUAGES:
        page = phone.get(link(app, match, "watch", f"row/2?lang={language}"))
        book = load_rulebook("belot", language)
        cited = [one for one in book.articles.values() if f"§ {one.number} {one.title}" in page.words]
        assert "3.1" in [one.number for one in cited]
        assert find_unmarked(page, book, cited) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [slug for slug, part in BOOK_PAGES if part])
def test_a_custom_says_where_on_the_web_it_is_written_and_the_page_leads_nowhere_else(
    phone: Phone, slug: str, language: str
) -> None:
    customs = list_articles(load_rulebook(slug, language), "/customs")
    page = phone.get(f"/rules/{slug}/customs?lang={language}")
    places = [
        unquote(part.partition("://")[2]).removesuffix("/")
        for one in customs
        for part in one.source.split("; ")
        if "://" in part
    ]
    assert [(place, page.words.count(f" {place}.")) for place in places] == [
        (place, places.count(place)) for place in places
    ]
    assert "://" not in page.words
    assert not [address for address in page.links.values() if "://" in address]


def test_an_article_has_an_address_of_its_own(phone: Phone) -> None:
    answer = phone.client.get("/rules/kani/4.1")
    assert answer.location == "/rules/kani#a4-1"
    assert phone.client.get("/rules/kani/5.1").location == "/rules/kani/customs#a5-1"
    assert "/rules/kani/customs" in phone.get("/rules/kani").links.values()
    assert "/rules/kani" in phone.get("/rules/kani/customs").links.values()
    assert phone.client.get("/rules/kani/77").status_code == 404
    assert phone.client.get("/rules/whist").status_code == 404


@pytest.mark.parametrize(("slug", "part"), BOOK_PAGES)
def test_scored_articles_are_listed_and_show_their_examples(phone: Phone, slug: str, part: str) -> None:
    page = phone.get(f"/rules/{slug}{part}?lang=en")
    assert "counted by the program" in page.words
    here = list_articles(load_rulebook(slug), part)
    scored = [one for one in dict(coverage(load_rulebook(slug)))[SCORED] if one in here]
    assert not [article for article in scored if article.depth if not page.links.get(article.number)]
    cited = {article.citation for article in here}
    for example in load_examples(slug):
        assert example.title in page.words or not cited.intersection(example.cites)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "part"), BOOK_PAGES)
def test_the_game_comes_first_and_what_the_program_does_with_it_last(
    phone: Phone, slug: str, part: str, language: str
) -> None:
    page, book = phone.get(f"/rules/{slug}{part}?lang={language}"), load_rulebook(slug, language)
    here = list_articles(book, part)
    game, _, program = page.html.partition('<section class="program"')
    assert all(f'id="{anchor(article.number)}"' in game for article in here)
    if not part:
        assert f'href="/desk/{slug}"' in program
        assert page.words.index(book.summary) < page.words.index(book.articles["1.1"].title)
    told = [article for _status, articles in coverage(book) for article in articles if article in here]
    links = re.findall(r'<a lang="\w+" href="#([\w-]+)">([\d.]+) ', program)
    assert links == [(anchor(article.number), article.number) for article in told]


@pytest.mark.parametrize("slug", GAMES)
def test_every_house_rule_leads_to_its_article(application: Flask, slug: str) -> None:
    book = load_rulebook(slug)
    with application.test_request_context():
        for option in GAMES[slug].options.list_options().values():
            assert article_address(option.cite).endswith("#" + anchor(option.cite.partition(" ")[2]))
            assert option.cite.partition(" ")[2] in book.articles


@cases(
    "game, path, words",
    ("kinaskak", "entries[1].join", "entry 2 › Who joins"),
    ("kinaskak", "entries[1].leave", "entry 2 › Who leaves"),
    ("escoba", "entries[0].decided[1]", "entry 1 › Points that the table wrote › 2"),
    ("kani", "entries[0].winners", "entry 1 › Winners"),
    ("kani", "start.totals", "Go on from paper › Totals on paper"),
    ("belot", "entries[2].points", "entry 3 › Points"),
)
def test_a_path_of_an_entry_that_is_no_played_deal_in_words(
    application: Flask, game: str, path: str, words: str
) -> None:
    with application.test_request_context():
        assert path_words(path, GAMES[game]) == words


@cases(
    "path, words",
    ("", ""),
    ("entries[3]", "entry 4"),
    ("entries[0].declarations[1].top", "entry 1 › Declarations › 2 › Highest card"),
    ("players[0]", "players › 1"),
    ("rules.target", "house rules › Points to win"),
    ("entries[0].<b>", "entry 1 › <b>"),
    ("line 3.total2", "line 3 › total2"),
)
def test_a_path_in_words(application: Flask, path: str, words: str) -> None:
    with application.test_request_context():
        assert path_words(path, GAMES["belot"]) == words


BOOKS = [(game, language) for game in GAMES for language in rulebook_languages(game)]
OWN = {"en": r"[a-zA-Z]", "es": r"[a-zA-ZáéíóúñüÁÉÍÓÚÑ]"}
"""Letters of languages whose books quote others."""


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_words_of_another_language_say_which_it_is(phone: Phone, game: str, language: str) -> None:
    """What a book quotes is marked; and no word with letters that its own language lacks is without a mark."""
    html = "".join(
        phone.get(f"/rules/{game}{part}?lang={language}").html for slug, part in BOOK_PAGES if slug == game
    )
    articles = " ".join(re.findall(rf'<div lang="{language}">(.*?)</div>', html, re.S))
    marked = {
        " ".join(words.split()): own
        for own, words in re.findall(r'<span lang="(\w+)">(.*?)</span>', articles, re.S)
    }
    assert language not in marked.values()
    for article in load_rulebook(game, language).articles.values():
        assert article.quoted.items() <= marked.items()
    if language in OWN:
        plain = re.sub(r"<span lang.*?</span>", "", articles, flags=re.S)
        foreign = [
            word for word in re.findall(r"[^\W\d_]+", plain) if not re.fullmatch(f"{OWN[language]}+", word)
        ]
        assert set(foreign) <= {"Kínaskák", "½"}


def test_every_word_that_a_book_quotes_is_in_it() -> None:
    for game, language in BOOKS:
        file = resources.files(f"scorekeeper.games.{game}") / f"rulebook/{language}.toml"
        listed = {
            word
            for words in tomllib.loads(file.read_text("utf-8")).get("quoted", {}).values()
            for word in words
        }
        used = {
            word for article in load_rulebook(game, language).articles.values() for word in article.quoted
        }
        assert used == listed, (game, language)
