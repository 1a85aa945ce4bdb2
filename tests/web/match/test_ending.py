"""The card at the end of a match names the winners, tells facts and payments, and offers the next step."""

import re
from typing import Any

import pytest

from tests.cases import cases
from tests.games.escoba.deals import make_deal
from tests.web.conftest import link
from tests.web.sheet_tables import BELOT, FOUR, hands, open_match, words

INSIDE = {**BELOT, "trick_points": [20, 142]}
KANI = {"kind": "deal", "declarer": 0, "bid": 9, "partner": 2, "tricks": 9}

# game, players, entries, options, what the card says
TOLD = [
    ("belot", FOUR, [BELOT] * 3, {"target": 35}, "Declarer most often Ana: 3"),
    ("belot", FOUR, [INSIDE, BELOT, BELOT, BELOT], {"target": 35}, "Most in one deal Boris and Георги +16"),
    (
        "belot",
        FOUR,
        [BELOT, {**BELOT, "declarer": 2}, *[BELOT, {**BELOT, "declarer": 2}]],
        {"target": 48},
        "Declarer most often Ana and Vera: 2",
    ),
    ("belot", FOUR, [BELOT] * 3, {"target": 35}, "Time 3 deals"),
    ("kani", FOUR, [*[KANI] * 3, {**KANI, "partner": 1}], {"target": 35}, "Declarer most often Ana: 4"),
    ("kani", FOUR, [*[KANI] * 3, {**KANI, "partner": 1}], {"target": 35}, "Most in one deal Ana and Vera +9"),
    (
        "belot",
        FOUR,
        [{"kind": "deal", "decided": [25, 30], "reason": "five deals on paper"}, BELOT],
        {"target": 35},
        "Most in one deal Ana and Vera +12",
    ),
    ("kinaskak", FOUR, [hands(4, 0)] * 8, {}, "Went out most often Ana: 8"),
]


@pytest.mark.parametrize(("game", "names", "entries", "rules", "told"), TOLD)
def test_the_card_tells_what_the_match_was_like(
    app: Any, phone: Any, game: str, names: Any, entries: Any, rules: Any, told: str
) -> None:
    match = open_match(app, game, names, entries, **rules)
    assert told in words(phone.get(link(app, match, "watch")))


def test_a_pair_has_one_name_in_the_card_of_the_end_and_in_what_is_sent(app: Any, phone: Any) -> None:
    match = open_match(app, "belot", ("Iñaki", "Ane", "Xabier", "Jon"), [BELOT] * 3, target=35)
    card = phone.get(link(app, match, "watch") + "?lang=eu").html.partition('class="winner"')[2]
    card = card.partition("</section>")[0].partition('class="told-of"')[0]
    assert "Iñaki eta Xabier" in card
    assert "&amp;" not in card
    sent = phone.get(link(app, match, "watch", "result") + "?lang=eu").html.partition("<textarea")[2]
    sent = sent.partition("</textarea>")[0]
    assert "\nIñaki eta Xabier 36\nAne eta Jon 12" in sent, sent


def test_at_most_four_facts_are_told(app: Any, phone: Any) -> None:
    behind = {**BELOT, "trick_points": [50, 112]}
    match = open_match(app, "belot", FOUR, [behind, BELOT, BELOT, BELOT], target=35)
    page = phone.get(link(app, match, "watch"))
    assert page.html.partition('class="told-of"')[2].partition("</ul>")[0].count("<li") == 4


def test_chips_are_paid_at_the_end_with_the_fewest_payments(app: Any, phone: Any) -> None:
    match = open_match(app, "kani", FOUR, [KANI, KANI], settlement="chips")
    phone.get(link(app, match, "score", "stop"))
    phone.press("Stop here", winners=["0", "2"])
    page = phone.get(link(app, match, "watch"))
    assert "Boris pays Ana: 18 Георги pays Vera: 18" in words(page), words(page)


def test_points_that_come_to_nothing_are_paid_in_no_chips(app: Any, phone: Any) -> None:
    match = open_match(app, "kani", FOUR, [{**KANI, "tricks": 8}], failed_bid="both")
    phone.get(link(app, match, "score", "stop"))
    phone.press("Stop here", winners=["1", "3"])
    page = phone.get(link(app, match, "watch"))
    assert "Winners" in words(page)
    assert "pays" not in words(page)


# link, what the card offers, what it does not
WAYS = [
    ("owner", ("Rematch, same seats", "Undo", "Send the result", "See the sheet"), ()),
    ("score", ("Rematch, same seats", "Undo", "Send the result", "See the sheet"), ()),
    ("watch", ("Send the result", "See the sheet"), ("Rematch, same seats", "Undo")),
]


@pytest.mark.parametrize(("capability", "offered", "kept_back"), WAYS)
def test_the_card_leads_on_as_far_as_the_link_goes(
    app: Any, phone: Any, capability: str, offered: tuple[str, ...], kept_back: tuple[str, ...]
) -> None:
    match = open_match(app, "belot", FOUR, [BELOT] * 3, target=35)
    card = (
        phone.get(link(app, match, capability)).html.partition('class="winner"')[2].partition("</section>")[0]
    )
    assert [way for way in offered if way not in card] == []
    assert [way for way in kept_back if way in card] == []


NONE_LEFT = make_deal([0, 0], [40, 0], [10, 0], [4, 0], 0, kind="deal")
NO_ESCOBA = make_deal([0, 0], [22, 18], [6, 4], [3, 1], 0, kind="deal")


@cases(
    "deals, rules, told",
    ([NO_ESCOBA] * 3, {"target": 10}, "Decided by deal 1: 4 – 0"),
    ([NO_ESCOBA, NONE_LEFT], {}, "Decided by deal 2: ∅"),
    ids=["no escoba is no reason", "won by no cards"],
)
def test_what_decided_a_match_is_never_what_was_not(
    app: Any, phone: Any, deals: Any, rules: Any, told: str
) -> None:
    match = open_match(app, "escoba", ("Iñaki", "Ane"), deals, **rules)
    said = words(phone.get(link(app, match, "watch")))
    assert told in said
    assert "0 escobas" not in said.partition("Entry")[0]


def test_a_shared_win_makes_both_totals_bold(app: Any, phone: Any) -> None:
    rounds = [{"kind": "deal", "hands": [10, 0, 60] if n % 2 else [0, 10, 60]} for n in range(8)]
    match = open_match(app, "kinaskak", ("Þórdís", "Anna", "Jón"), rounds)
    page = phone.get(link(app, match, "watch")).html
    assert re.findall(r'<b class="won" data-count="(\d+)"', page) == ["40", "40"]


def test_the_reasons_of_a_deal_break_at_no_score(app: Any, phone: Any) -> None:
    match = open_match(app, "escoba", ("Iñaki", "Ane"), [NO_ESCOBA])
    page = phone.get(f"{link(app, match, 'watch')}/row/{match.rows()[0].seq}").html
    said = page.partition('<ul class="whys">')[2].partition("</ul>")[0]
    assert "22\u2060–\u206018" in said
    assert not re.search("[0-9]–[0-9]", said)
