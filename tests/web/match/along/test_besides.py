"""What a phone did besides its entries while it was away: what is not written after the server's is said."""

from typing import Any

from flask import Flask

from tests.cases import case, cases
from tests.phone.pocket import page, words
from tests.web.match.along.between import HEARTS, Between, record
from tests.web.sheet_tables import BELOT, add_event

MINE = 4
"""The deal that the phone entered while it was away."""
RULING = {
    "question": {"format": "scorekeeper-question/1", "game": "belot", "question": "legal_plays"},
    "result": {},
}
OTHER_VERSION = {**BELOT, "trick_points": [100, 62]}


@cases(
    "events, said",
    case(
        "a dispute",
        [("protested", {"target": MINE, "entry": OTHER_VERSION})],
        ["played under protest: Deal 3: hearts by Ana"],
    ),
    case(
        "one that was decided is in the deal",
        [
            ("protested", {"target": MINE, "entry": OTHER_VERSION}),
            ("resolved", {"target": MINE + 1, "keep": "other"}),
        ],
        [],
    ),
    case("a ruling", [("ruling", {"target": MINE, **RULING})], ["a ruling pinned: Deal 3: hearts by Ana"]),
    case("an agreement to the rules", [("accepted", {"all": True})], ["agreed to the house rules"]),
    case("a correction is in the deal", [("corrected", {"target": MINE, "entry": OTHER_VERSION})], []),
)
def test_what_was_done_to_a_deal_of_the_phone_and_does_not_go_with_it_is_named(
    app: Flask, match: Any, between: Between, events: list[tuple[str, dict[str, Any]]], said: list[str]
) -> None:
    add_event(app, match, "recorded", {"entry": BELOT})
    record(between.phone, between.here, HEARTS)
    for kind, body in events:
        add_event(between.phone.app, between.mine(), kind, body)
    assert between.fetch()["state"] == "parted"
    shown = words(page(between.phone, f"/along/{between.listed['id']}"))
    assert shown.split("Totals")[0].count("by hand") == len(said)
    assert all(word in shown for word in said)
