"""The picture that is sent has the look of the pages: their colours, their little cards, their strip and their cup."""

import re
from typing import Any
from xml.etree import ElementTree

from scorekeeper.store.match.match import Match
from scorekeeper.web.drawing import posters
from scorekeeper.web.site.folders import find_folder
from tests.web.conftest import link
from tests.web.sheet_tables import open_match

SVG = "{http://www.w3.org/2000/svg}"
FOUR = ("Ana", "Boris", "Vera", "Георги")


def deal(contract: str, points: int, **more: Any) -> dict[str, Any]:
    """A deal of Belot that Ana plays."""
    whole = {"no_trumps": 130, "all_trumps": 258}.get(contract, 162)
    return {
        "kind": "deal",
        "contract": contract,
        "declarer": 0,
        "trick_points": [points, whole - points],
        **more,
    }


DEALS = [
    deal("hearts", 100),
    deal("clubs", 90),
    deal("all_trumps", 150),
    deal("spades", 120, doubling="contra"),
]


def picture(app: Any, phone: Any, match: Match) -> ElementTree.Element:
    return ElementTree.fromstring(phone.client.get(link(app, match, "watch", "picture.svg")).data)


def words(drawn: ElementTree.Element) -> list[str]:
    return ["".join(node.itertext()) for node in drawn.iter(f"{SVG}text")]


def test_the_colours_of_a_picture_are_those_of_the_pages_by_day() -> None:
    day = (find_folder("static") / "tokens.css").read_text().partition("@media")[0]
    tokens = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]+)", day))
    names = {
        "felt": posters.FELT,
        "felt-deep": posters.FELT_DEEP,
        "felt-light": posters.FELT_LIGHT,
        "on-felt": posters.ON_FELT,
        "felt-soft": posters.FELT_SOFT,
        "deals": posters.GOLD,
        "paper": posters.PAPER,
        "card": posters.CARD,
        "ink": posters.INK,
        "soft": posters.SOFT,
        "hair": posters.HAIR,
        "red": posters.RED,
    }
    assert {name: tokens[name] for name in names} == names
    assert tuple(tokens[f"k{side}"] for side in range(8)) == posters.SIDES
    assert tuple(tokens[f"f{side}"] for side in range(8)) == posters.FELT_SIDES


def test_an_open_match_shows_its_totals_in_the_colours_of_the_sides_and_its_deals_with_their_cards(
    app: Any, phone: Any
) -> None:
    drawn = picture(app, phone, open_match(app, "belot", FOUR, DEALS))
    fills: dict[str, str | None] = {}
    for one in drawn.iter(f"{SVG}tspan"):
        fills.setdefault("".join(one.itertext()), one.get("fill"))
    assert (fills["66"], fills["24"]) == posters.FELT_SIDES[:2]
    cards = [(node.get("d"), node.get("fill")) for node in drawn.iter(f"{SVG}path")]
    assert (posters.SUITS["♥"], posters.RED) in cards
    assert (posters.SUITS["♣"], posters.INK) in cards
    assert {"AT", "+32"} <= set(words(drawn))
    assert [one for one in words(drawn) if "contra" in one]


def test_a_match_that_is_over_shows_cup_score_curve_and_what_is_told_of_it(app: Any, phone: Any) -> None:
    drawn = picture(app, phone, open_match(app, "belot", FOUR, DEALS, target=60))
    told = words(drawn)
    assert {"Ana and Vera", "66 – 24", "Boris and Георги", "Decided by: deal 1", "Over after: deal 4"} <= set(
        told
    )
    assert told.count("Ana and Vera") == 2, "the winners are called the same above the score and below it"
    assert not [one for one in told if "Ana &" in one]
    assert len(list(drawn.iter(f"{SVG}polyline"))) == 2
    assert [node for node in drawn.iter(f"{SVG}path") if node.get("stroke") == posters.GOLD]


def test_a_picture_without_deals_says_so(app: Any, phone: Any) -> None:
    assert "Nothing is recorded yet." in words(picture(app, phone, open_match(app, "belot", FOUR)))
