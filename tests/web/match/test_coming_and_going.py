"""People who come and go, as pages write and show them."""

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.match import ledger
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.entry.test_drafts import Scorer
from tests.web.sheet_tables import BELOT, FOUR, KINASKAK, add_event, open_match, read_again, words

THREE = ("Anna", "Björn", "Þóra")
DEAL = {"kind": "deal", "hands": [0, 15, 40]}
JOIN = {"kind": "players", "join": "Nína", "total": 40}
SITS = {"kind": "players", "seat": 2, "name": "Nína"}
LEAVE = {"kind": "players", "leave": 1}
pytestmark = pytest.mark.long


def entries(app: Flask, match: ledger.Match) -> list[Any]:
    found: list[Any] = read_again(app, match).document()["entries"]
    return found


def evening(app: Flask) -> ledger.Match:
    """Nína has joined three, and Björn has left."""
    return open_match(app, "kinaskak", THREE, [DEAL, JOIN, LEAVE])


def test_another_player_sits_down_on_the_page_that_the_drawer_names(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    phone.get(link(app, match, "score", "more?lang=en"))
    phone.click("Another player sits down")
    assert "A player joins" not in phone.page.links, "four play Belot"
    phone.press("Save", seat="1", name="Nína")
    assert entries(app, match)[1] == {"kind": "players", "seat": 1, "name": "Nína"}
    assert "Nína sits down in the place of Boris" in phone.page.words
    phone.get(link(app, match, "score", "record/deal?lang=en"))
    assert "Boris" not in phone.page.words


def test_who_joins_is_offered_the_worst_total_and_the_average(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    phone.get(link(app, match, "score", "record/players?form=joins&lang=en"))
    assert "the worst: 40" in phone.page.words
    phone.press("the average: 18", join="Nína")
    phone.press("Save")
    assert entries(app, match)[1] == {"kind": "players", "join": "Nína", "total": 18}


def test_who_joined_before_a_deal_is_offered_the_totals_of_then(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, {"kind": "deal", "hands": [0, 15, 140]}])
    for before, keys in ((3, ("the worst: 40", "the average: 18")), (2, ("the worst: 0", "the average: 0"))):
        phone.get(link(app, match, "score", f"record/players?before={before}&form=joins&lang=en"))
        assert all(key in phone.page.words for key in keys), before


def test_the_television_shows_a_dash_for_who_had_left_as_the_sheet_does(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, LEAVE, {"kind": "deal", "hands": [0, None, 5]}])
    deals = words(phone.get(link(app, match, "score", "tv?lang=en"))).partition("The last deals")[2]
    assert "2 Anna went out: 0, 5 Anna 0 – +5" in deals


def test_what_is_wrong_is_said_and_what_was_typed_is_there_still(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    phone.get(link(app, match, "score", "record/players?form=joins&lang=en"))
    phone.press("Save", join="anna", total="5")
    assert phone.status == 422
    assert "Two players have the same name" in phone.page.words
    assert phone.page.forms[0].value("total") == "5"


def test_the_lists_of_a_phone_name_those_who_came_and_the_last_table_those_who_began(
    app: Flask, phone: Phone
) -> None:
    phone.get(link(app, evening(app), "owner"))
    page = phone.get("/?lang=en")
    assert "Anna, Björn, Þóra, Nína" in page.words
    assert "Anna, Björn, Þóra\n" in page.words, "they play when it is tapped"
    phone.get(link(app, open_match(app, "belot", FOUR, [BELOT, SITS]), "owner"))
    assert "Ana & Nína" in phone.get("/").words


def test_the_next_deal_asks_those_who_play(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "record/deal?form=points&lang=en"))
    assert "Björn" not in phone.page.words
    phone.press("Save", **{"hands-0": "0", "hands-2": "25", "hands-3": "35"})
    assert entries(app, match)[3] == {"kind": "deal", "hands": [0, None, 25, 35]}
    sheet = read_again(app, match).scored.sheet
    assert sheet.totals == (0, 15, 65, 75)


def test_what_cannot_be_is_said_at_the_hand_it_is_about(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "record/deal?form=points&lang=en"))
    phone.press("Save", **{"hands-0": "0", "hands-2": "25", "hands-3": "63"})
    assert phone.status == 422
    assert "Nína: No hand" in phone.page.words or "Nína’s" in phone.page.words or "Nína" in phone.page.words
    assert entries(app, match)[3:] == []


def test_a_deal_of_before_is_corrected_among_those_who_played_it(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "row/2/correct?form=points&lang=en"))
    assert "Björn" in phone.page.words
    assert "Nína" not in phone.page.words.partition("Correct")[0]
    phone.press("Correct", **{"hands-1": "20"})
    if "Save it so" in phone.page.words:
        phone.press("Save it so")
    assert entries(app, match)[0] == {"kind": "deal", "hands": [0, 20, 40]}


def test_a_forgotten_deal_is_inserted_among_those_who_played_then(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "record/deal?before=3&form=points&lang=en"))
    page = (
        phone.press("See what changes", **{"hands-0": "5", "hands-1": "0", "hands-2": "5"})
        if ("See what changes" in phone.page.words)
        else phone.press("Save", **{"hands-0": "5", "hands-1": "0", "hands-2": "5"})
    )
    if "Save it so" in page.words:
        phone.press("Save it so")
    assert entries(app, match)[1] == {"kind": "deal", "hands": [5, 0, 5]}


def test_leaving_is_undone(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "undo?lang=en"))
    assert "Björn leaves" in phone.page.words
    phone.press("Undo it")
    sheet = read_again(app, match).scored.sheet
    assert sheet.left == ()


@cases(
    "later, change, said",
    (
        {"kind": "deal", "hands": [0, 15, 40], "buys": [0, 1, 0]},
        {"form": "joins", "join": "Nína", "total": "40"},
        "This is written for 3 sides; it has to be for 4.",
    ),
    (
        {"kind": "deal", "hands": [0, 15, 40], "buys": [0, 1, 0]},
        {"form": "leaves", "leave": "1"},
        "Who sat here has left: this place stays empty.",
    ),
)
def test_a_deal_that_others_played_is_named_once_in_plain_words(
    app: Flask, phone: Phone, later: Any, change: dict[str, str], said: str
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, later])
    form = change.pop("form")
    phone.get(link(app, match, "score", f"record/players?before=3&form={form}&lang=en"))
    phone.press("Save", **change)
    assert "Strike them out first" in phone.page.words
    assert phone.page.words.count(said) == 1
    assert entries(app, match) == [DEAL, later]


HANDS = {"hands-0": "0", "hands-2": "40"}


@cases(
    "entry, later, correction, again",
    (
        LEAVE,
        {"kind": "deal", "hands": [0, None, 40]},
        {"leave": "2"},
        ({"hands-0": "0", "hands-1": "15"}, {"kind": "deal", "hands": [0, 15, None]}),
    ),
    (LEAVE, {"kind": "deal", "hands": [0, None, 40]}, None, (HANDS | {"hands-1": "15"}, DEAL)),
    (JOIN, {"kind": "deal", "hands": [0, 15, 40, 5]}, None, (HANDS | {"hands-1": "15"}, DEAL)),
)
def test_who_left_or_joined_is_put_right_once_the_deals_since_are_struck_out(
    app: Flask, phone: Phone, entry: Any, later: Any, correction: Any, again: Any
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, entry, later])
    wrong = link(app, match, "score", f"row/3/{'strike' if correction is None else 'correct'}?lang=en")

    def put_right() -> None:
        phone.get(wrong)
        phone.press("See what changes" if correction is None else "Correct", **(correction or {}))

    put_right()
    assert "Strike them out first" in phone.page.words
    phone.click(next(link for link in phone.page.links if link.startswith("Deal 2")))
    phone.press("See what changes")
    phone.press("Save it so")
    put_right()
    if "Save it so" in phone.page.words:
        phone.press("Save it so")
    phone.get(link(app, match, "score", "record/deal?form=points&lang=en"))
    inputs, deal = again
    phone.press("Save", **inputs)
    changed = [] if correction is None else [{**entry, "leave": 2}]
    assert entries(app, match) == [DEAL, *changed, deal]


@pytest.mark.parametrize("over", [False, True])
def test_what_is_sent_of_a_match_says_who_plays_no_more(app: Flask, phone: Phone, over: bool) -> None:
    match = evening(app)
    if over:
        match = add_event(app, match, "closed", {"winners": [0]})
    phone.get(link(app, match, "watch", "result"))
    assert "Björn 15 (plays no more)" in phone.page.words
    drawn = phone.get(link(app, match, "watch", "picture.svg")).html
    assert ["× Björn" in drawn, "× Anna" in drawn] == [True, False]


@pytest.mark.parametrize("page", ["", "print", "tv", "row/4", "row/2", "desk", "phone"])
def test_every_page_shows_who_plays_no_more(app: Flask, phone: Phone, page: str) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", page))
    assert phone.status == 200
    shown = phone.page.words
    assert ("Björn" in shown) is (page not in ("desk", "phone"))
    if page in ("", "tv"):
        assert "plays no more" in shown


def test_the_phone_of_who_joined_is_that_seat_s(app: Flask, phone: Phone) -> None:
    match = evening(app)
    phone.get(link(app, match, "score", "phone?lang=en"))
    phone.press("Nína")
    phone.get(link(app, match, "score", "phone?lang=en"))
    assert 'value="3" aria-pressed="true"' in phone.response.get_data(as_text=True)


def test_it_goes_out_as_a_file_and_comes_back(app: Flask, phone: Phone) -> None:
    match = evening(app)
    document = json.loads(phone.client.get(link(app, match, "score", "export.json")).get_data())
    assert document["entries"] == [DEAL, JOIN, LEAVE]
    assert document["sheet"]["entries"][1]["players"] == [*THREE, "Nína"]


def test_other_players_mean_other_seats_only_from_there_on(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", FOUR, [KINASKAK, {"kind": "players", "seat": 2, "name": "Nína"}])
    phone.get(link(app, match, "score", "row/2?lang=en"))
    assert "Vera" in phone.page.words


def test_a_page_that_was_open_when_a_player_left_means_the_same_people(
    app: Flask, phone: Phone, another_phone: Phone
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    phone.get(link(app, match, "score", "record/deal?form=points&lang=en"))
    another_phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    another_phone.press("Save", leave="1")
    phone.press("Save", **{"hands-0": "0", "hands-1": "20", "hands-2": "35"})
    assert [phone.page.forms[0].value(f"hands-{number}") for number in (0, 2)] == ["0", "35"]
    assert "hands-1" not in phone.page.forms[0].names
    assert "20 was entered for a player who left." in phone.page.words
    phone.press_like("Save")
    assert entries(app, match)[2] == {"kind": "deal", "hands": [0, None, 35]}


def test_a_hand_of_cards_that_a_page_of_before_has_is_said_and_not_counted(
    app: Flask, phone: Phone, another_phone: Phone
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    page = phone.get(link(app, match, "score", "record/deal?form=classes&lang=en"))
    hands = [name for name in page.forms[0].names if name.startswith("hands-1-")]
    another_phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    another_phone.press("Save", leave="1")
    phone.press("Save", **{hands[0]: "2", hands[-1]: "1"})
    assert "2, 1 was entered for a player who left." in phone.page.words
    assert [entry["kind"] for entry in entries(app, match)] == ["deal", "players"]


def test_what_was_entered_of_a_deal_stays_with_whom_it_is_of(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    scorer = Scorer(app, match)
    scorer.part("hands.1", {"hands-1": ["20"]}, form="points")
    scorer.part("hands.2", {"hands-2": ["35"]}, form="points")
    phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    phone.press("Save", leave="1")
    form = phone.get(link(app, match, "score", "record/deal?form=points&lang=en")).forms[0]
    assert form.value("hands-2") == "35"
    assert "hands-1" not in form.names
    assert scorer.look()["parts"]["hands.2"]["inputs"] == {"hands-2": ["35"]}


def test_a_side_that_is_named_in_a_draft_is_the_same_side_when_a_player_left(
    app: Flask, phone: Phone
) -> None:
    match = open_match(app, "escoba", THREE, [])
    scorer = Scorer(app, match)
    scorer.part("most.cards", {"most-cards": ["2"]}, form="most")
    scorer.part("seven_of_golds", {"seven_of_golds": ["1"]}, form="most")
    phone.get(link(app, match, "score", "record/players?form=leaves&lang=en"))
    phone.press("Save", leave="1")
    form = phone.get(link(app, match, "score", "record/deal?form=most&lang=en")).forms[0]
    assert form.value("most-cards") == "2"
    assert not form.value("seven_of_golds"), "who had it plays no more"
    phone.press(
        "Save",
        **{"most-golds": "0", "most-sevens": "2", "seven_of_golds": "2", "escobas-0": "1", "escobas-2": "0"},
    )
    deal = entries(app, match)[1]
    assert deal["most"] == {"cards": 2, "golds": 0, "sevens": 2}
    assert (deal["seven_of_golds"], deal["escobas"]) == (2, [1, None, 0])


@pytest.mark.parametrize("sent", ["preview", "part"])
def test_a_page_that_holds_nothing_in_an_input_is_answered_where_a_player_left(app: Flask, sent: str) -> None:
    scorer = Scorer(app, open_match(app, "kinaskak", THREE, [DEAL, LEAVE]))
    inputs: dict[str, list[str]] = (
        {"hands-0": [], "hands-2": ["35"]} if sent == "preview" else {"hands-0": []}
    )
    body = {"draft": scorer.state["draft"], "form": "", "part": "hands.0", "version": 0, "inputs": inputs}
    scorer.post(sent, body)
    assert scorer.status == 200


def test_whether_a_player_joined_or_another_left_is_played_under_protest(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, JOIN])
    phone.get(link(app, match, "score", "row/3/protest?form=leaves&lang=en"))
    phone.press("Play on under protest", leave="1")
    assert phone.status == 200
    for page in ("", "row/3", "protest/4", "live/sheet", "print", "tv"):
        phone.get(link(app, match, "score", page))
        assert phone.status == 200, page
    phone.get(link(app, match, "score", "protest/4?lang=en"))
    assert "Nína 40 –" in words(phone.page), "who did not join has no total"
    phone.press("The other version counts")
    assert entries(app, match) == [DEAL, LEAVE]


@pytest.mark.parametrize("deals", [2, 3])
def test_the_rematch_of_those_who_began_is_dealt_by_one_of_them(app: Flask, phone: Phone, deals: int) -> None:
    match = open_match(app, "kinaskak", THREE, [JOIN, *[{"kind": "deal", "hands": [0, 15, 40, 5]}] * deals])
    add_event(app, match, "closed", {})
    phone.get(link(app, match, "score", "") + "?lang=en")
    phone.press("Rematch, same seats")
    assert phone.status == 200
    assert ("◆ Þóra" if deals == 2 else "◆ Anna") in words(phone.page)


def test_one_who_stays_alone_still_asks_the_desk(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [LEAVE, {"kind": "players", "leave": 2}])
    for question in ("", "/deal", "/score", "/mismatch"):
        phone.get(link(app, match, "score", f"desk{question}"))
        assert phone.status == 200, question


def test_what_stood_on_paper_is_asked_of_those_who_began(app: Flask, phone: Phone) -> None:
    sits = {"kind": "players", "seat": 0, "name": "Petra"}
    match = open_match(app, "kinaskak", THREE, [DEAL, JOIN, sits, LEAVE])
    phone.get(link(app, match, "score", "paper?lang=en"))
    assert "Anna Björn Þóra The round" in words(phone.page)
    totals = {"totals-0": "5", "totals-1": "6", "totals-2": "7"}
    phone.press("See what changes", **totals, reason="begun on paper")
    phone.press("Save it so")
    assert read_again(app, match).scored.sheet.totals == (5, 21, 47, 40)


@pytest.mark.parametrize("name", ["Petra", "Nína"])
def test_who_did_not_begin_the_match_agrees_to_its_rules_for_no_one_else(
    app: Flask, phone: Phone, name: str
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, {"kind": "players", "seat": 1, "name": "Petra"}, JOIN])
    phone.get(link(app, match, "score", "phone?lang=en"))
    phone.press(name)
    phone.get(link(app, match, "score", "charter?lang=en"))
    assert not any("I agree" in form.buttons for form in phone.page.forms)
    phone.press("We all agree")
    phone.get(link(app, match, "score", "rules?lang=en"))
    phone.press("See what changes", max_buys="4")
    phone.press("Ask everybody on their phones")
    assert "It waits for: Anna, Þóra " in words(phone.page), "Petra sits in the place of Björn"
    assert "some entry would not be possible" not in words(phone.page)
    phone.press("We all agree, here at the table")
    assert phone.status == 200
    assert read_again(app, match).rules["max_buys"] == 4


@cases("entry", {"kind": "players", "leave": 1}, {"kind": "players", "seat": 1, "name": "Petra"})
def test_the_charter_asks_no_player_who_has_left(app: Flask, phone: Phone, entry: dict[str, Any]) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, entry])
    add_event(app, match, "accepted", {"seat": 0})
    phone.get(link(app, match, "score", "charter?lang=en"))
    assert "Þóra not agreed" in words(phone.page)
    assert "Björn" not in words(phone.page)
    phone.get(link(app, match, "score", "more?lang=en"))
    assert "agreed by 1 of 2" in words(phone.page)


@cases("entry", {"kind": "players", "leave": 1}, {"kind": "players", "seat": 1, "name": "Petra"})
def test_a_change_of_rules_waits_for_no_player_who_has_gone(
    app: Flask, phone: Phone, entry: dict[str, Any]
) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL])
    for seat in (0, 1):
        match = add_event(app, match, "accepted", {"seat": seat})
    match = add_event(app, match, "recorded", {"entry": entry})
    phone.get(link(app, match, "score"))
    phone.press("Anna")
    phone.get(link(app, match, "score", "rules?lang=en"))
    phone.press("See what changes", max_buys="4")
    phone.press("Ask everybody on their phones")
    assert read_again(app, match).rules["max_buys"] == 4


def test_the_charter_keeps_the_agreement_of_a_player_who_has_left(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, LEAVE])
    add_event(app, match, "accepted", {"all": True})
    phone.get(link(app, match, "score", "charter?lang=en"))
    assert "Björn together with the table" in words(phone.page)


def test_the_first_page_lists_a_match_that_a_player_joined(app: Flask, phone: Phone) -> None:
    match = open_match(app, "kinaskak", THREE, [DEAL, JOIN, {"kind": "players", "seat": 0, "name": "Petra"}])
    phone.get(link(app, match, "score"))
    phone.get("/?lang=en")
    assert phone.status == 200
    assert "Petra, Björn, Þóra, Nína 0 – 15 – 40 – 40" in words(phone.page)
    assert "The last table again: Kínaskák Anna, Björn, Þóra" in words(phone.page), "a rematch is of those"


ONE_ROUND = {"contracts": [{"runs": 1, "sets": 1}], "last_round_exact": False, "deals_per_round": 3}


def test_what_is_told_of_the_end_is_of_who_played_those_deals(app: Flask, phone: Phone) -> None:
    sits = [{"kind": "players", "seat": seat, "name": name} for seat, name in ((0, "Nína"), (2, "Petra"))]
    last = {"kind": "deal", "hands": [0, 10, 5]}
    match = open_match(app, "kinaskak", THREE, [DEAL, *sits, last, last], **ONE_ROUND)
    told = words(phone.get(link(app, match, "score") + "?lang=en"))
    assert "Went out most often Nína: 2" in told, "Anna went out once before"
    match = open_match(app, "belot", FOUR, [BELOT, {"kind": "players", "seat": 0, "name": "Nína"}])
    add_event(app, match, "closed", {})
    told = words(phone.get(link(app, match, "score") + "?lang=en"))
    assert "Most in one deal Ana and Vera +12" in told


def test_a_match_is_told_that_those_who_joined_played_to_its_end_alone(app: Flask, phone: Phone) -> None:
    join = {"kind": "players", "join": "Petra", "total": 5}
    left = [{"kind": "players", "leave": seat} for seat in (0, 1)]
    alone = {"kind": "deal", "hands": [None, None, 0, 15]}
    entries = [{"kind": "deal", "hands": [0, 15]}, JOIN, join, *left, alone, alone]
    match = open_match(app, "kinaskak", THREE[:2], entries, **ONE_ROUND)
    told = words(phone.get(link(app, match, "score") + "?lang=en"))
    assert "Decided by: Anna leaves" in told, "she had fewer points than Petra, who joined"


def test_a_deal_is_explained_by_the_names_of_those_who_played_it(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR, [BELOT, {"kind": "players", "seat": 0, "name": "Nína"}])
    written = words(phone.get(link(app, match, "score", "row/2?lang=en"))).partition("The sheet after it")[0]
    assert ("Ana & Vera" in written, "Nína" in written) == (True, False)
