"""Enter, and the phone's “Go”, press the first button of a form: on every page it has to be the main one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import case
from tests.samples import sample_match
from tests.web.conftest import Form, Page, Phone, link
from tests.web.leagues.club import WON, club

pytestmark = pytest.mark.long

SILENT = {"hidden", "file"}
"""Kinds of inputs in which Enter sends nothing."""
PLAIN = (None, None, None)
"""What the main button does wherever something can be typed beside another one: it sends the form as it is."""
TELLING = {"slug", "game", "question", "kind", "form"}
"""What of an address makes another page of it, and not the same page of another match or entry."""


def press(button: dict[str, str]) -> tuple[str | None, ...]:
    """What pressing a button sends, and where to."""
    return tuple(button.get(name) for name in ("name", "value", "formaction"))


def wrong_at_enter(form: Form) -> bool:
    """Whether Enter in one of the inputs presses another button than the main one."""
    pressed = [given for given in form.buttons.values() if given.get("type") != "button"]
    main = [press(given) for given in pressed if "main" in given.get("class", "").split()]
    return len(pressed) > 1 and not form.kinds <= SILENT and {PLAIN, *main} != {press(pressed[0])}


def pages_from(app: Flask, phone: Phone, start: str) -> Iterator[tuple[str, Page]]:
    """Every page below the same first part of an address that links lead to; of pages alike the first."""
    addresses = app.url_map.bind("localhost")
    waiting, known, below = [start], set(), start[: start.index("/", 1) + 1]
    while waiting:
        parts = urlsplit(waiting.pop())
        if parts.netloc or not parts.path.startswith(below) or not addresses.test(parts.path, "GET"):
            continue
        endpoint, arguments = addresses.match(parts.path)
        told = {**arguments, **dict(parse_qsl(parts.query))}
        which = endpoint, *sorted((name, told[name]) for name in TELLING & told.keys())
        if which in known:
            continue
        known.add(which)
        with phone.client.get(parts.geturl()) as response:
            html = response.data.decode("utf-8", "replace")
        if response.mimetype == "text/html":
            page = Page(html)
            yield parts.geturl(), page
            waiting += [urljoin(parts.path, found) for found in page.links.values()]


def wrong_from(app: Flask, phone: Phone, start: str) -> tuple[set[str], int]:
    """Addresses with a form whose first button is not the main one, and how many forms were looked at."""
    forms = [(address, form) for address, page in pages_from(app, phone, start) for form in page.forms]
    return {address for address, form in forms if wrong_at_enter(form)}, len(forms)


def play_disputed(app: Flask, game: str) -> Match:
    """A match of one deal, which is disputed."""
    sample = sample_match(game)
    with app.app_context():
        match = ledgers.open_match(session(), game, sample["players"], rules=sample.get("rules", {}))
        written: dict[str, dict[str, Any]] = {
            "recorded": {"entry": sample["entries"][0]},
            "protested": {"target": 2, "entry": {"kind": "void", "redeal": True}},
        }
        for kind, body in written.items():
            match = ledgers.write(session(), match, kind, body)
        return match


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("slug", GAMES)
def test_enter_presses_the_main_button_on_every_page_of_a_match(app: Flask, phone: Phone, slug: str) -> None:
    wrong, looked_at = wrong_from(app, phone, link(app, play_disputed(app, slug), "owner"))
    assert wrong == set()
    assert looked_at > 20


@pytest.mark.parametrize("start", ["/desk/", *(f"/start/{slug}" for slug in GAMES)])
def test_enter_presses_the_main_button_where_there_is_no_match_yet(
    app: Flask, phone: Phone, start: str
) -> None:
    wrong, looked_at = wrong_from(app, phone, start)
    assert wrong == set()
    assert looked_at > (20 if start == "/desk/" else 0)


def test_enter_presses_the_main_button_on_every_page_of_a_league(app: Flask) -> None:
    made = club(app)
    match = made.match(WON, players=made.players("Vera", "Ane", "Jón", "Iñaki"))
    made.derive()
    wrong, looked_at = wrong_from(app, made.phone("owner"), made.at())
    assert wrong == set()
    assert looked_at > 20
    phone = made.phone("owner")
    assert f"League {made.league.name}" in " ".join(phone.get(link(app, match, "score")).words.split())
    assert made.league.name not in phone.get(link(app, match, "watch")).words
    assert "It is not right" in phone.get(link(app, match, "score", "league")).words
    assert not any(wrong_at_enter(form) for form in phone.page.forms)


def forms_with_summaries() -> list[Any]:
    """The templates that list above a form what is wrong with it."""
    root = Path(__file__).parents[3] / "templates"
    found = [(path, path.read_text()) for path in sorted(root.rglob("*.html"))]
    return [
        case(str(path.relative_to(root)), text)
        for path, text in found
        if re.search(r"(forms|parts)\.summary\(", text) and 'id="form"' in text
    ]


def test_a_box_to_tick_is_seen() -> None:
    """The box itself is transparent: what is beside it draws it."""
    root = Path(__file__).parents[3] / "templates"
    pills = [
        pill
        for path in root.rglob("*.html")
        for pill in re.findall(r'<label class="pill[^"]*">.*?</label>', path.read_text(), re.DOTALL)
    ]
    assert len(pills) > 15
    assert [pill for pill in pills if "<span" not in pill] == []


@pytest.mark.parametrize("template", forms_with_summaries())
def test_a_form_names_its_page_so_that_the_list_of_what_is_wrong_is_in_sight(template: str) -> None:
    """Without an action a browser keeps the place in the page to which the last link or button led."""
    assert not [
        tag for tag in re.findall(r'<form method="post" id="form"[^>]*>', template) if "action=" not in tag
    ]
