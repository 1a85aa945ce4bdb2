"""What a phone did besides its entries while it was away: what is not written after the server's is said.

So it is with the deal in progress: it is that of the table, also where the deals before it are left out.
"""

from typing import Any

from flask import Flask

from scorekeeper.store.match import drafts
from scorekeeper.web.site.database import session
from tests.cases import case, cases
from tests.phone.pocket import page, words
from tests.web.conftest import Phone, link
from tests.web.match.along.between import HEARTS, SPADES, Between, record, resolve
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


def enter(between: Between, **parts: Any) -> None:
    """Parts of the deal in progress on the phone, as its page sends them."""
    match = between.mine()
    with between.phone.app.app_context():
        for name, value in parts.items():
            writing = drafts.PartWriting(drafts.current(match), name, 0, (value,))
            drafts.put(session(), match.public_id, writing)


def entered(between: Between) -> dict[str, Any]:
    with between.phone.app.app_context():
        found = drafts.parts_of(session(), between.mine())
    return {name: part.value for name, part in found.items() if part.filled}


@cases(
    "theirs, undone, keep",
    case("a correction of points; the deal is left out", "adjustment", False, []),
    case("a correction of points; the deal was undone", "adjustment", True, []),
    case("a correction of points; the deal goes along", "adjustment", False, [MINE]),
    case("another deal of its number; it is left out", "deal", False, []),
    case("another deal of its number; it goes along", "deal", False, [MINE]),
)
def test_the_deal_in_progress_stays_and_none_that_is_left_out_comes_back_as_such(
    app: Flask, match: Any, between: Between, theirs: str, undone: bool, keep: list[int]
) -> None:
    other = Phone(app.test_client())
    other.get(link(app, match, "score", f"record/{theirs}"))
    points = {"scores-0": "-10", "scores-1": "0", "reason": "late"}
    other.press("Save", **(SPADES if theirs == "deal" else points))
    assert other.status == 200
    enter(between, contract="hearts")
    record(between.phone, between.here, HEARTS)
    if undone:
        add_event(between.phone.app, between.mine(), "undone", {"target": MINE})
    enter(between, declarer=3)
    assert between.fetch()["state"] == "parted"
    assert resolve(between, keep, shown=4).status == 303
    assert entered(between) == {"declarer": 3}
