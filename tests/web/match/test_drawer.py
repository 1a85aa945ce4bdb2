"""The drawer over the sheet is drawn once for all who see the same, so nothing in it may follow from anything else."""

from flask import Flask
from jinja2 import meta

from scorekeeper.web.site.folders import find_folder
from tests.web.conftest import Phone, link


def test_the_lines_follow_from_their_facts_alone(app: Flask) -> None:
    text = (find_folder("templates") / "matches" / "drawer.html").read_text()
    asked = meta.find_undeclared_variables(app.jinja_env.parse(text))
    assert asked - {"url_for", "gettext", "_"} == {"facts"}


def test_each_link_and_language_has_a_drawer_of_its_own(app: Flask, phone: Phone, kani_match: object) -> None:
    found = {}
    for kind in ("watch", "score", "owner"):
        for language in ("en", "is"):
            page = phone.get(link(app, kani_match, kind, f"more?lang={language}"))
            assert all(f"/{kind[0]}" in address for address in page.links.values() if "/m/" in address)
            found[kind, language] = page.words
    assert len(set(found.values())) == len(found)
    assert "Throw into the bin" in found["owner", "en"]
    assert "Throw into the bin" not in found["score", "en"]
    assert "Names, seats, who deals" not in found["watch", "en"]


def test_a_line_says_how_things_stand_now(app: Flask, phone: Phone, kani_match: object) -> None:
    address = link(app, kani_match, "owner", "more")
    assert "not agreed" in phone.get(address).words
    phone.get(link(app, kani_match, "owner", "charter"))
    phone.press("We all agree")
    assert "not agreed" not in phone.get(address).words
