"""A ruling asked at a match calls the players by their names, also who calls, and keeps to the deal it was asked at."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.desk.ruling_links import decode
from tests.cases import cases
from tests.web.conftest import link
from tests.web.entry.test_drafts import Scorer
from tests.web.sheet_tables import FOUR, add_event, open_match

NINE = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}


def ask(app: Flask, phone: Any, match: Any, where: str, **typed: str | list[str]) -> str:
    """The verdict's page, as it is read."""
    phone.get(link(app, match, "score", where))
    return " ".join(phone.press("Get the verdict", **typed).words.split())


def test_who_is_to_call_is_said_by_name_and_stays_so(app: Flask, phone: Any) -> None:
    match = open_match(app, "kani", FOUR)
    said = ask(app, phone, match, "desk/auction", calls="7 pass")
    assert "7 by Boris stands; Георги is to call." in said, "Ana deals, so Boris calls first"
    assert "caller" not in said
    address = phone.address
    add_event(app, match, "recorded", {"entry": NINE})
    assert "7 by Boris stands" in " ".join(phone.get(address).words.split())


def test_a_ruling_about_an_entry_names_those_who_called_in_it(app: Flask, phone: Any) -> None:
    match = open_match(app, "kani", FOUR, [NINE, NINE])
    second = match.rows()[1].seq
    said = ask(app, phone, match, f"desk/auction?entry={second}", calls="7 pass")
    assert "7 by Vera stands; Ana is to call." in said, "Boris dealt the second deal"


def test_the_pair_of_a_miscount_is_named(app: Flask, phone: Any) -> None:
    match = open_match(app, "kani", FOUR, [NINE])
    typed = {"counts-pairs": "9 5", "counts-declarer": "1", "counts-partner": "3"}
    said = ask(app, phone, match, "desk/mismatch", **typed)
    assert "Boris and Георги" in said
    assert "declarer’s pair" not in said.partition("What was asked")[0]


@pytest.mark.long
def test_a_pinned_ruling_says_yes_or_no_before_its_sentence(app: Flask, phone: Any) -> None:
    hands = {"kind": "deal", "hands": [0, 5, 5, 5]}
    match = open_match(app, "kinaskak", FOUR, [hands])
    meld = {"meld-kind": "run", "meld-cards": "5H 6H 7H 8H", "card": "2C", "is_down": "y"}
    said = ask(app, phone, match, f"desk/lay_off?entry={match.rows()[0].seq}", **meld)
    assert "✗ No. This may not be laid off here: 2♣." in said
    phone.press("Pin it")
    page = " ".join(phone.get(link(app, match, "score", f"row/{match.rows()[0].seq}")).words.split())
    assert "✗ No. This may not be laid off here: 2♣." in page


def test_the_hands_of_a_whole_deal_are_asked_for_by_name(app: Flask, phone: Any) -> None:
    match = open_match(app, "kinaskak", FOUR)
    page = phone.get(link(app, match, "score", "desk/deal?way=lines"))
    hands = page.words.partition("Every hand before anybody lays down")[2].partition(
        "What was done, in order"
    )[0]
    assert not [name for name in FOUR if name not in hands]
    assert "Number 1" not in hands


@pytest.mark.parametrize("dealer", ["0", ""])
def test_the_callers_of_belot_are_named_whether_or_not_the_question_says_who_deals(
    app: Flask, phone: Any, dealer: str
) -> None:
    match = open_match(app, "belot", FOUR)
    said = ask(app, phone, match, "desk/auction", calls="hearts", dealer=dealer)
    assert "It stands at hearts by Boris; Vera is to call." in said, "Ana deals, so Boris calls first"


@cases(
    "game, answers, verdict",
    (
        "belot",
        "bidding insufficient",
        "The side at fault (Boris and Георги) pays 16; the deal is not counted.",
    ),
    ("kani", "play talk points", "The player at fault (Boris) loses the points that the table names;"),
    (
        "kinaskak",
        "out_of_turn points",
        "The points that the table names are added to the player’s total (Boris).",
    ),
)
def test_the_verdict_on_an_irregularity_names_the_side_that_was_asked_for(
    app: Flask, phone: Any, game: str, answers: str, verdict: str
) -> None:
    match = open_match(app, game, FOUR)
    steps = "&".join(f"a={answer}" for answer in answers.split())
    page = phone.get(link(app, match, "score", f"desk/irregularity?{steps}&side=1"))
    said = " ".join(page.words.split())
    assert verdict in said.partition("What was asked")[0]


def test_who_may_buy_is_named(app: Flask, phone: Any) -> None:
    match = open_match(app, "kinaskak", FOUR)
    said = ask(app, phone, match, "desk/buy_dispute", drawn="KH AC 2S", claimants=["0", "2", "3"])
    assert "Vera drew the highest card, A♣, and may buy." in said


def test_numbers_of_sides_are_asked_for_under_their_names(app: Flask, phone: Any) -> None:
    match = open_match(app, "escoba", FOUR[:2])
    typed = {
        "escobas-0": "2",
        "escobas-1": "1",
        "cards-0": "22",
        "cards-1": "18",
        "golds-0": "6",
        "golds-1": "4",
    }
    sevens = {"sevens-0": "3", "sevens-1": "1", "seven_of_golds": "0"}
    said = ask(app, phone, match, "desk/score", **typed, **sevens)
    assert "Ana" in said.partition("What was asked")[0]
    counted = {"counts-cards-0": "22", "counts-cards-1": "17"}
    said = ask(app, phone, match, "desk/mismatch", **counted)
    assert "What was asked" in said


def test_without_a_match_how_many_play_is_tapped_first_and_what_is_typed_stays(phone: Any) -> None:
    page = phone.get("/desk/escoba/score?lang=en")
    keys = [words for form in page.forms for words in form.buttons if words.isdigit()]
    assert keys[:4] == ["2", "3", "4", "6"]
    assert ('name="cards-1"' in page.html, 'name="cards-2"' in page.html) == (True, False), "two play mostly"
    page = phone.press("3", **{"cards-0": "20", "cards-1": "12"})
    assert ('name="cards-2"' in page.html, "Seat 3" in page.words, "Seat 4" in page.words) == (
        True,
        True,
        False,
    )
    assert 'value="20"' in page.html
    given = {"cards-2": "8", "golds-0": "6", "golds-1": "4", "golds-2": "0", "seven_of_golds": "2"}
    page = phone.press("Get the verdict", **given, **{f"sevens-{side}": str(side + 1) for side in range(3)})
    assert "All sides together take 4 sevens, not 6." in page.words


@pytest.mark.parametrize("sides", [2, 3])
def test_a_ruling_that_is_asked_again_has_as_many_sides_as_before(phone: Any, sides: int) -> None:
    phone.get(f"/desk/escoba/mismatch?players={sides}&lang=en")
    phone.press("Get the verdict", **{f"counts-cards-{side}": "12" for side in range(sides)})
    page = phone.get(next(address for address in phone.page.links.values() if "again=" in address))
    assert (f"counts-cards-{sides - 1}" in page.html, f"counts-cards-{sides}" in page.html) == (True, False)


def test_a_declarer_is_asked_for_by_keys_in_the_colours_of_the_sides(app: Flask, phone: Any) -> None:
    match = open_match(app, "belot", FOUR)
    page = phone.get(link(app, match, "score", "desk/score?lang=en"))
    declarers = page.html.partition('id="declarer"')[2].partition("</fieldset>")[0]
    assert declarers.count('class="key side k0"') == 2


@pytest.mark.parametrize(("rule", "asked"), [("nobody", False), ("first", True)])
def test_belot_7_12_who_dealt_is_asked_only_where_it_decides(
    app: Flask, phone: Any, rule: str, asked: bool
) -> None:
    match = open_match(app, "belot", FOUR, equal_sequences=rule)
    for question in ("score", "declarations", "mismatch"):
        page = phone.get(link(app, match, "score", f"desk/{question}?lang=en"))
        assert ('name="dealer"' in page.html) is asked, question


def test_what_if_names_who_played_each_deal_and_its_link_names_no_one(app: Flask, phone: Any) -> None:
    entries = [
        {"kind": "deal", "hands": [0, 20, 30, 40]},
        {"kind": "players", "seat": 1, "name": "Nína"},
        {"kind": "players", "join": "Sindri", "total": 50},
        {"kind": "deal", "hands": [10, 0, 20, 30, 40]},
        {"kind": "players", "leave": 2},
        {"kind": "deal", "hands": [10, 20, None, 0, 40]},
    ]
    match = open_match(app, "kinaskak", FOUR, entries)
    phone.get(link(app, match, "score", "desk/what_if?preset=classic"))
    deals = " ".join(phone.press("Compare").words.split()).partition("Below them the totals.")[2]
    for line in ("Deal 1Ana went out: 0, 20, 30, 40", "Deal 2Nína went out:", "Deal 3Георги went out:"):
        assert line in deals
    with app.app_context():
        packed = decode(phone.address.partition("/ruling/")[2].partition("?")[0])
    assert not [name for name in (*FOUR, "Nína", "Sindri") if name in json.dumps(packed, ensure_ascii=False)]


def test_what_if_says_that_the_match_ends_at_the_deal_before_an_arbiter_adjusted_it(
    app: Flask, phone: Any
) -> None:
    deal = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [120, 42]}
    adjusted = {"kind": "adjustment", "scores": [0, -3], "reason": "so"}
    match = open_match(app, "belot", FOUR, [deal, adjusted], target=10)
    phone.get(link(app, match, "score", "desk/what_if?preset=classic&target=10&lang=en"))
    rows = phone.press("Compare").html.split("<tr")
    assert ["Adjustment" in row for row in rows if "the match ends here" in row] == [False]


def test_what_if_says_what_other_rules_ask_without_a_path(app: Flask, phone: Any) -> None:
    counts = {"escobas": [2, 1], "cards": [22, 18], "golds": [6, 4], "sevens": [3, 1], "seven_of_golds": 0}
    deals = [{"kind": "deal", **counts}, {"kind": "void"}, {"kind": "deal", **counts}]
    match = open_match(app, "escoba", FOUR[:2], deals)
    phone.get(link(app, match, "score", "desk/what_if?preset=eskoba&lang=en"))
    asked = " ".join(phone.press("Compare", setenta="1").words.split())
    assert "Deal 1: Say who has the best setenta" in asked
    assert "Deal 2: Say who has the best setenta" in asked
    assert "The match:" not in asked, "no match was pasted"
    phone.get(link(app, match, "score", "desk/what_if?preset=eskoba&lang=en"))
    page = phone.press("Compare", setenta="9")
    assert '<a href="#setenta">Is the setenta played for? Write a number from 0 to 3' in page.html
    assert "other ›" not in page.words


NINA = {"kind": "players", "seat": 1, "name": "Nína"}


def test_a_ruling_about_an_entry_names_those_who_played_it_and_stays_so(app: Flask, phone: Any) -> None:
    match = open_match(app, "kani", FOUR)
    ask(app, phone, match, "desk/auction", calls="7 pass")
    asked_before = phone.address
    for entry in (NINE, NINA):
        match = add_event(app, match, "recorded", {"entry": entry})
    first, called = match.rows()[0].seq, "7 by Boris stands; Георги is to call."
    assert called in ask(app, phone, match, f"desk/auction?entry={first}", calls="7 pass")
    phone.press("Pin it")
    for address in (asked_before, link(app, match, "score", f"row/{first}")):
        assert called in " ".join(phone.get(address).words.split())


def test_a_deal_after_a_player_left_is_explained_by_those_who_played_it(app: Flask, phone: Any) -> None:
    deals = [{"kind": "deal", "hands": [0, 15, 40, 5]}, {"kind": "deal", "hands": [0, None, 10, 20]}]
    entries = [deals[0], {"kind": "players", "leave": 1}, deals[1]]
    match = open_match(app, "kinaskak", FOUR, entries)
    told = []
    for row in (match.rows()[0], match.rows()[2]):
        phone.get(link(app, match, "score", f"row/{row.seq}?lang=en"))
        told.append(" ".join(phone.click("Why is the deal written like this?").words.split()))
    assert all("Get the verdict" not in one for one in told), "the row tells everything"
    for one, points in zip(
        told, (["Boris: 15", "Vera: 40", "Георги: 5"], ["Vera: 10", "Георги: 20"]), strict=True
    ):
        assert re.findall(r"([A-ZГ][a-zа-я]+: \d+) points – The cards left", one) == points
    assert "Boris" not in told[1].partition("Pin it")[0]


def test_what_a_draft_says_of_a_player_is_asked_of_the_same_one_where_another_left(
    app: Flask, phone: Any
) -> None:
    match = open_match(app, "escoba", FOUR[:3], [{"kind": "players", "leave": 1}], partnerships=False)
    scorer = Scorer(app, match)
    scorer.part("seven_of_golds", {"seven_of_golds": ["2"]}, form="most")
    phone.get(link(app, match, "score", "desk/score?lang=en"))
    form = next(form for form in phone.page.forms if "Get the verdict" in form.buttons)
    assert form.value("seven_of_golds") == "1", "Vera, the second of those who play"


@pytest.mark.long
def test_a_deal_of_kinaskak_that_cannot_be_names_whose_hand_it_is(app: Flask, phone: Any) -> None:
    match = open_match(app, "kinaskak", FOUR, [])
    fifteen = " ".join(f"{rank}{suit}" for suit in "HS" for rank in (2, 3, 4, 5, 6, 7, 8, 9))
    said = ask(app, phone, match, "desk/score", **{"hands-0": "0", "hands-1": fifteen, "buys-1": "0"})
    assert "Boris can hold at most 14 cards after these buys; here are 16." in said
