"""The rulebooks as pages: every article has an address, every citation leads somewhere."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.core.rulebook import SCORED, load_examples, load_rulebook
from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES
from scorekeeper.web.prose import anchor, article_address, path_words

from .conftest import Phone


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_article_of_every_rulebook_is_there(phone: Phone, slug: str, language: str) -> None:
    page = phone.get(f"/rules/{slug}?lang={language}")
    assert phone.status == 200
    book = load_rulebook(slug, language)
    assert {anchor(number) for number in book.articles} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    for article in book.articles.values():
        assert article.title in page.words
    inside = [address for address in page.links.values() if address.startswith("#a")]
    assert {address[1:] for address in inside} <= set(page.ids)


@pytest.mark.parametrize("slug", GAMES)
def test_a_book_in_another_language_is_marked_and_said(phone: Phone, slug: str) -> None:
    for language in LANGUAGES:
        page = phone.get(f"/rules/{slug}?lang={language}")
        found = load_rulebook(slug, language).language
        assert ("h1", {"lang": found}) in page.attributes
        noted = any(given.get("class") == "odd" for _tag, given in page.attributes)
        assert noted is (found != language)


def test_an_article_has_an_address_of_its_own(phone: Phone) -> None:
    answer = phone.client.get("/rules/kani/4.1")
    assert answer.location == "/rules/kani#a4-1"
    assert phone.client.get("/rules/kani/77").status_code == 404
    assert phone.client.get("/rules/whist").status_code == 404


@pytest.mark.parametrize("slug", GAMES)
def test_scored_articles_are_listed_and_show_their_examples(phone: Phone, slug: str) -> None:
    page = phone.get(f"/rules/{slug}?lang=en")
    assert "counted by the program" in page.words
    scored = [a for a in load_rulebook(slug).articles.values() if a.status == SCORED]
    assert all(page.links.get(article.number) for article in scored if article.depth)
    for example in load_examples(slug):
        assert example.title in page.words


@pytest.mark.parametrize("slug", GAMES)
def test_every_house_rule_leads_to_its_article(application: Flask, slug: str) -> None:
    book = load_rulebook(slug)
    with application.test_request_context():
        for option in GAMES[slug].options.declared().values():
            assert article_address(option.cite).endswith("#" + anchor(option.cite.partition(" ")[2]))
            assert option.cite.partition(" ")[2] in book.articles


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", ""),
        ("entries[3]", "entry 4"),
        ("entries[0].declarations[1].top", "entry 1 › Declarations › 2 › Highest card"),
        ("players[0]", "players › 1"),
        ("rules.target", "house rules › Points to win"),
        ("entries[0].<b>", "entry 1 › <b>"),
    ],
)
def test_a_path_in_words(application: Flask, path: str, words: str) -> None:
    with application.test_request_context():
        assert path_words(path, GAMES["belot"]) == words
