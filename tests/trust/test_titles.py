"""Every page has a title of its own, in the reader's language: who hears tabs or a history knows the page by it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape

import pytest

from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES
from tests.trust import league_routes
from tests.trust.routes import ACCOUNT, ANYBODY, KNOWN, OWNER, PROVED, ROUTES, SCORE, TICKET, WATCH
from tests.trust.test_league_doors import NIGHT, Leagues, leagues
from tests.trust.test_league_doors import address as league_address
from tests.trust.world import Visitor, World, address

pytestmark = pytest.mark.long

__all__ = ["leagues"]

SAME_PAGE = {
    "match.keep": "match.share",
    "starting.full": "starting.begin",
    "match.ask": "desk.ask",
    "match.desk": "desk.questions",
    "match.ruling": "desk.ruling",
}
"""One page at two addresses: the desk of a match, and the address that older notes know."""
OUTSIDE = {"leagues.index", "leagues.new", "leagues.join"}
"""Pages for those who are in no league yet."""
ONLY_NAMES = {"home.home", "match.sheet", "leagues.player", "rule_sets.show"}
"""Pages that are called by names alone, which are the same in every language."""
FOOTLESS = {
    "printing.pad",
    "starting.begin",
    "starting.full",
    "leagues.plan_evening",
    "leagues.here",
    "leagues.draw",
    "leagues.rounds",
    "leagues.evening_end",
    "leagues.board",
}
"""Pages outside a match whose foot is another: paper, the key that starts, the key of a step of an evening."""
REFUSED = (
    ("POST match.names", {"name-0": "x" * 500}),
    ("POST match.record", {}),
    ("POST importing.take", {"text": "{"}),
    ("POST desk.ask", {}),
)
"""Forms sent with something in them that has to be put right."""


def title_of(html: str) -> str:
    found = re.search(r"<title>(.*?)</title>", html, re.DOTALL)
    return unescape(" ".join(found[1].split())) if found else ""


SHOWN: dict[str, str] = {}
"""The pages that were read, as they came last."""


def titles(visitor: Visitor, where: dict[str, str], language: str) -> Iterator[tuple[str, str]]:
    """The pages that open at these addresses, each with its title."""
    visitor.client.set_cookie("lang", language)
    for name, at in where.items():
        response = visitor.client.get(at)
        html = response.get_data(as_text=True) if response.mimetype == "text/html" else ""
        response.close()  # two that go out in portions would end in each other's context
        if response.status_code == 200 and "<html" in html:
            SHOWN[name.partition(" ")[2]] = html
            yield name.partition(" ")[2], title_of(html)


def pages(world: World, *needs: str) -> dict[str, str]:
    """The address of every page that these rights open."""
    return {
        name: address(world, name)
        for name, need in ROUTES.items()
        if name.startswith("GET") and need in needs
    }


READ: dict[tuple[str, str], dict[str, str]] = {}
"""The titles of every page that were read already, in and outside leagues, by language."""


def everywhere(world: World, language: str) -> dict[str, str]:
    """The title of every page that belongs to no league."""
    if ("everywhere", language) not in READ:
        READ["everywhere", language] = read_everywhere(world, language)
    return READ["everywhere", language]


def read_everywhere(world: World, language: str) -> dict[str, str]:
    """The same, from the pages."""
    world.put_back()
    found = dict(titles(Visitor(world), pages(world, ANYBODY, WATCH, SCORE, OWNER, TICKET), language))
    return found | dict(titles(Visitor(world, "proved"), pages(world, ACCOUNT, KNOWN, PROVED), language))


def in_league(leagues: Leagues, language: str) -> dict[str, str]:
    """The title of every page of a league that its owner can open."""
    if ("in a league", language) not in READ:
        READ["in a league", language] = read_in_league(leagues, language)
    return READ["in a league", language]


def read_in_league(leagues: Leagues, language: str) -> dict[str, str]:
    """The same, from the pages."""
    leagues.world.put_back()
    more = {"unit": leagues.values["player"], "token": leagues.invitation}
    where = {
        name: league_address(leagues, name, **more) for name in league_routes.ROUTES if name.startswith("GET")
    }
    return dict(titles(Visitor(leagues.world, "owner"), where, language))


def alike(found: dict[str, str]) -> dict[str, list[str]]:
    """The titles that several pages have."""
    by_title = defaultdict(list)
    for page, title in found.items():
        if SAME_PAGE.get(page) not in found:
            by_title[title].append(page)
    return {title: shared for title, shared in by_title.items() if len(shared) > 1}


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_pages_share_a_title(world: World, language: str) -> None:
    found = everywhere(world, language)
    assert len(found) > 50
    assert "" not in found.values()
    assert alike(found) == {}


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_pages_of_a_league_share_a_title_and_each_names_the_league(
    leagues: Leagues, language: str
) -> None:
    found = in_league(leagues, language)
    assert len(found) > 25
    assert alike(found) == {}
    inside = {page: title for page, title in found.items() if page not in OUTSIDE}
    assert [page for page, title in inside.items() if not title.endswith("– Þriðjudagur")] == []


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_titles_are_in_the_readers_language(world: World, leagues: Leagues, language: str) -> None:
    for found in (everywhere, in_league):
        of = world if found is everywhere else leagues
        english, own = found(of, "en"), found(of, language)  # type: ignore[arg-type]
        assert english.keys() == own.keys()
        same = {page for page, title in own.items() if title == english[page]}
        assert same <= ONLY_NAMES


def test_a_title_says_page_and_game_or_league_or_that_something_went_wrong(
    world: World, leagues: Leagues
) -> None:
    found, league = everywhere(world, "en"), in_league(leagues, "en")
    assert found["home.about"] == "Help – Scorekeeper"
    assert found["match.seats"] == "Kani: Seats"
    assert found["match.sheet"] == "Kani: Ana – Þórdís – Iñaki – Георги"
    assert found["desk.ask"] == "Kani: Which cards may I play?"
    assert found["desk.ruling"].startswith("Ruling: ")
    assert league["leagues.statistics"] == "Statistics · Autumn – Þriðjudagur"
    assert league["leagues.night"].startswith("Tuesday")
    assert NIGHT[:4] in league["leagues.night"]


def test_every_page_outside_a_match_has_the_same_four_places_at_its_foot(
    world: World, leagues: Leagues
) -> None:
    everywhere(world, "en"), in_league(leagues, "en")
    outside = [page for page in SHOWN if not page.startswith("match.") and page not in FOOTLESS]
    feet = {page: re.findall(r'<nav class="places".*?</nav>', SHOWN[page], re.DOTALL) for page in outside}
    assert len(feet) > 60
    assert {page: found for page, found in feet.items() if len(found) != 1} == {}
    assert [page for page in outside if feet[page][0].count("<a ") != 4] == []


def test_no_page_shows_the_languages_in_a_row(world: World, leagues: Leagues) -> None:
    everywhere(world, "en"), in_league(leagues, "en")
    behind = re.compile(r'</summary>\s*<nav class="languages"')
    rows = {
        page: html.count('<nav class="languages"') - len(behind.findall(html)) for page, html in SHOWN.items()
    }
    assert {page: found for page, found in rows.items() if found} == {}, "they are behind a key"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_says_so_first(world: World, language: str) -> None:
    visitor = Visitor(world)
    visitor.client.set_cookie("lang", language)
    error = title_of(visitor.client.get("/nowhere").get_data(as_text=True)).partition(":")[0]
    assert error == {"en": "Error", "bg": "Грешка", "is": "Villa", "eu": "Errorea", "es": "Error"}[language]
    for name, given in REFUSED:
        world.put_back()
        answer = visitor.ask(name, address(world, name), **given)
        told = title_of(answer.get_data(as_text=True))
        assert (answer.status_code, told.partition(":")[0]) == (422, error), name
        assert told.removeprefix(f"{error}:").replace("– Scorekeeper", "").strip(), "the page is named too"


@pytest.mark.parametrize("slug", GAMES)
def test_the_pages_before_a_match_say_which_game(world: World, slug: str) -> None:
    client = Visitor(world).client
    told = [title_of(client.get(f"/{place}/{slug}").get_data(as_text=True)) for place in ("rules", "start")]
    assert told[0] != told[1]
    assert not [title for title in told if not title.startswith(f"{GAMES[slug].name}: ")]
