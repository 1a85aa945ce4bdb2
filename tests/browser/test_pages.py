"""Every page in every language on a phone of 360 × 640: nothing is wider, nothing is cut off, nothing hinders anybody.

Each page is loaded in one language by turns, and in the soak in every one. A hindrance is one in every language, so
axe reads each page in one of them, in one theme by turns and in the soak in both; the parts that pages are made of are
read in both (test_gallery).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper import create_app
from scorekeeper.games import GAMES
from tests.browser.conftest import HEIGHT, UNKEPT, WIDTH
from tests.browser.looking import (
    CLIPPED,
    COLOURS,
    LANGUAGES,
    MAX_WAIT,
    PICTURES,
    SCREENSHOTS,
    THEMES,
    WHOLE,
    hindrances,
    in_turns,
)
from tests.browser.shown import MATCHES, import_shown
from tests.soak import in_turn

OUTSIDE = (
    "/",
    "/about",
    "/bin",
    "/import",
    "/import/codes",
    "/more",
    "/nowhere",
    "/pads",
    "/pads/kinaskak?players=8&size=a6",
    "/rules/",
    "/find/?q=joker",
    "/account/sign-in",
    "/account/new",
    "/account/recover",
    "/desk/",
    *(f"/start/{game}" for game in GAMES),
    *(f"/rules/{game}" for game in GAMES),
    *(f"/desk/{game}" for game in GAMES),
    # every kind of input that a question at the desk has
    "/desk/belot/legal_cards",
    "/desk/kani/auction",
    "/desk/belot/deal",
    "/desk/kinaskak/lay_off",
    "/desk/escoba/deal",
    "/desk/escoba/deal?way=lines",
    "/desk/escoba/leftover",
    "/desk/belot/mismatch",
    "/desk/kinaskak/mismatch",
    "/desk/escoba/irregularity",
    "/desk/kani/what_if",
    "/desk/belot/rules",
)

INSIDE = {
    "belot": (
        "",
        "names",
        "dealer",
        "seats",
        "rules",
        "charter",
        "share",
        "keep",
        "phone",
        "stop",
        "undo",
        "bin",
        "print?size=a6",
        "tv",
        "desk",
        "find?q=terca",
        "record/players",
        "row/2",
        "row/2/correct",
        "row/2/strike",
        "row/2/protest",
        "league",
        "more",
        "forget/1",
        "proof",
        "paper",
        "call",
        "codes",
        "record/deal",
        "record/deal?before=2",
        "record/penalty",
        "record/void",
        "record/adjustment",
    ),
    "belot_end": ("", "result", "series", "about", "seats"),
    "escoba": ("", "row/2", "record/deal?form=most", "record/deal?form=counts", "record/deal?form=piles"),
    "kani": ("", "row/2", "print?size=a6", "record/deal"),
    "kinaskak": (
        "",
        "record/players?form=joins",
        "record/players?form=leaves",
        "row/2",
        "record/deal?form=hands",
        "record/deal?form=points",
    ),
    "kinaskak_end": ("", "result", "series", "print?size=a6", "print", "tv"),
}

ADDRESSES = (
    *((None, page) for page in OUTSIDE),
    *((name, page) for name, pages in INSIDE.items() for page in pages),
)

ELSEWHERE = {
    "redo": "only after an undo",
    "dispute": "only with a protest",
    "ruling": "only with a ruling",
    "record_ruling": "only with a ruling",
    "ask": "as outside a match",
    "live": "the middle of a page",
    "draft": "data",
    "log": "data",
    "export": "data",
    "picture": "a picture",
    "qr": "a picture",
    "proof_qr": "a picture",
    "record_file": "data",
}
"""What the table can't show by an address alone; other tests come to it."""


@pytest.fixture(scope="session")
def matches(browser: Browser, server: str) -> Iterator[dict[str | None, str]]:
    """The addresses of the matches that are shown."""
    context = browser.new_context()
    found: dict[str | None, str] = {name: import_shown(context, server, name) for name in MATCHES}
    yield {**found, None: server}
    context.close()


@pytest.fixture
def phone(browser: Browser, server: str, language: str) -> Iterator[Page]:
    """A phone that speaks one language and allows no motion."""
    size: Any = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(
        viewport=size, has_touch=True, is_mobile=True, locale="en-GB", reduced_motion="reduce", **UNKEPT
    )
    context.set_default_timeout(MAX_WAIT)
    page = context.new_page()
    page.goto(f"{server}/?lang={language}")
    yield page
    context.close()


SEEN = f"() => [({CLIPPED})(), document.documentElement.scrollWidth, document.documentElement.lang]"


LOW = """() => [...document.querySelectorAll("main :is(.list > li > a, h2 > a, h3 > a)")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
  .map((one) => `low: ${one.textContent}`)"""
"""What is tapped in a list or a heading and is lower than a finger."""


def wrong_with(page: Page, name: str, language: str, themes: Sequence[str]) -> list[Any]:
    """Everything that is wrong with the page that is open."""
    found, width, spoken = page.evaluate(SEEN)
    found += [f"{width} wide"] if width > WIDTH else []
    found += page.evaluate(LOW)
    found += [f"in {spoken}"] if spoken != language else []
    for number, theme in enumerate(themes):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        if PICTURES:
            page.screenshot(path=SCREENSHOTS / "pages" / f"{name}-{theme}.png", full_page=True)
        found += hindrances(page, COLOURS if number else WHOLE)
    if themes:
        page.emulate_media(color_scheme="light")
    return found


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(phone: Page, matches: dict[str | None, str], language: str) -> None:
    wrong: dict[str, list[Any]] = {}
    refused: list[str] = []
    phone.on("console", lambda said: refused.append(said.text) if "Content" in said.text else None)
    for number, (match, page) in enumerate(ADDRESSES):
        if not in_turns(language, number):
            continue
        address = f"{matches[match]}/{page}" if match and page else f"{matches[match]}{page}"
        answer = phone.goto(address)
        name = f"{match or 'outside'}{page}".replace("/", "-").replace("?", "-")
        if answer.status != (404 if page == "/nowhere" else 200):
            wrong[name] = [answer.status]
            continue
        audited = number % len(LANGUAGES) == LANGUAGES.index(language)
        themes = in_turn(THEMES, number // len(LANGUAGES), len(THEMES)) if audited else ()
        found = wrong_with(phone, name, language, themes)
        wrong |= {name: found} if found else {}
    assert wrong == {}
    assert refused == []


def test_every_page_of_a_match_has_its_line() -> None:
    """A page that is added is looked at, or says where else."""
    app = create_app({"SECRET_KEY": b"a key", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    pages = {
        rule.endpoint.partition(".")[2]
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("match.") and "GET" in (rule.methods or ())
    }
    urls = app.url_map.bind("localhost")
    seen = {
        urls.match(f"/m/abcdefghjkmn/x/{page.partition('?')[0]}".rstrip("/"))[0].partition(".")[2]
        for each in INSIDE.values()
        for page in each
    }
    assert pages - seen - ELSEWHERE.keys() == set()
