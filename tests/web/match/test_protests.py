"""At a match: a ruling pinned, an irregularity written down, a deal played under protest and decided."""

import re
from typing import Any

import pytest

from scorekeeper.store.match import kinds, ledger
from scorekeeper.web.match.current import match_of
from tests.cases import cases
from tests.documents import question_document
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import ESCOBA, add_event, open_match, words

pytestmark = pytest.mark.long

NAMES = ["Ana", "Boris", "Vera", "Georgi"]


def deal(points: int, declarer: int = 0) -> dict[str, Any]:
    return {
        "kind": "deal",
        "contract": "hearts",
        "declarer": declarer,
        "trick_points": [points, 162 - points],
    }


@pytest.fixture
def belot(app: Any) -> Any:
    """A match of Belot to 40 with two deals: 10–6 and 12–4 (rounded)."""
    return open_match(app, "belot", NAMES, [deal(100), deal(122)], target=40)


@pytest.fixture
def scorer(app: Any, phone: Phone, belot: Any) -> Phone:
    phone.get(link(app, belot, "score"))
    return phone


def find_now(app: Any, belot: Any) -> Any:
    with app.app_context():
        return match_of(belot.public_id)


def protest(app: Any, phone: Phone, belot: Any, seq: int, points: str, why: str = "") -> Any:
    phone.get(link(app, belot, "score", f"row/{seq}"))
    phone.click("Protest")
    return phone.press(
        "Play on under protest", **{"trick_points-0": points, "trick_points-1": "", "why": why}
    )


def test_a_deal_is_played_under_protest_and_the_sheet_shows_both_totals(app, scorer, belot):
    page = protest(app, scorer, belot, 2, "62", "the last trick")
    assert scorer.status == 200, page.words
    assert "Under protest" in page.words
    assert "under protest" in page.words
    assert "The open protests can change who is ahead." in page.words
    stood = find_now(app, belot)
    assert [version.sheet.totals for version in stood.versions] == [(22, 10), (12, 20)]
    assert stood.document()["entries"][0]["trick_points"] == [100, 62], (
        "what is written counts until it is decided"
    )


@cases("points, why, stands", ("100", "", False), ("100", "the last trick", True), ("62", "", True))
def test_a_protest_says_what_differs_or_what_it_is_about(app, scorer, belot, points, why, stands):
    scorer.get(link(app, belot, "score", "row/2"))
    scorer.click("Protest")
    page = scorer.press(
        "Play on under protest",
        **{"trick_points-0": points, "trick_points-1": "62", "why": why}
        | ({} if points == "100" else {"trick_points-1": ""}),
    )
    assert len(find_now(app, belot).protests) == stands
    assert ("This is what is written." in page.words) is not stands


def test_no_name_and_no_reason_is_in_the_log(app, scorer, belot):
    protest(app, scorer, belot, 2, "62", "Ana says so")
    assert "Ana" not in str(find_now(app, belot).events[-1].body)


@pytest.mark.parametrize(
    ("button", "keep", "points"),
    [("It stays as written", "stands", [100, 62]), ("The other version counts", "other", [62, None])],
)
def test_deciding_keeps_the_one_or_the_other_and_can_be_undone(app, scorer, belot, button, keep, points):
    protest(app, scorer, belot, 2, "62")
    raised = find_now(app, belot).protests[0].seq
    page = scorer.get(link(app, belot, "score", f"protest/{raised}"))
    words = next(words for words in page.forms[0].buttons if words.startswith(button))
    page = scorer.press(words, why="we counted again")
    if "Save it so" in (words for form in page.forms for words in form.buttons):
        page = scorer.press("Save it so")
    assert scorer.status == 200
    stood = find_now(app, belot)
    assert stood.protests == ()
    assert stood.document()["entries"][0]["trick_points"][0] == points[0]
    assert (stood.events[-1].kind, stood.events[-1].body["keep"]) == (kinds.RESOLVED, keep)
    scorer.get(link(app, belot, "score", "undo"))
    scorer.press("Undo it")
    if "Save it so" in (words for form in scorer.page.forms for words in form.buttons):
        scorer.press("Save it so")
    again = find_now(app, belot)
    assert len(again.protests) == 1
    assert again.document()["entries"][0]["trick_points"] == [100, 62]


def test_a_protest_shows_what_differs_and_the_totals_and_nothing_that_is_the_same(app, scorer, belot):
    protest(app, scorer, belot, 2, "62")
    raised = find_now(app, belot).protests[0].seq
    for address in (f"protest/{raised}", "row/2", ""):
        said = words(scorer.get(link(app, belot, "score", address)))
        _before, _caption, after = said.partition("What differs")
        heads = "as written other version"
        shown = (
            f"{heads} Points from tricks 100–62 62–100 Totals {heads} Ana & Vera 22 12 Boris & Georgi 10 20"
        )
        assert after.strip().startswith(shown), after[:200]
        assert "Declarer" not in after


@cases(
    "address",
    "",
    "row/2",
    "row/3",
    "row/2/strike",
    "row/2/correct",
    "row/2/protest",
    "undo",
    "protest/4",
    "record/deal?before=3",
)
def test_no_page_that_names_an_entry_breaks_a_score_at_its_dash(app, scorer, belot, address):
    match = add_event(app, belot, kinds.PROTESTED, {"target": 2, "entry": deal(62)})
    add_event(app, match, kinds.CORRECTED, {"target": 3, "entry": deal(90)})
    scorer.get(link(app, belot, "score", address))
    seen = re.sub(r"<(head|script|template)\b.*?</\1>|<[^>]*>", "|", scorer.page.html, flags=re.DOTALL)
    assert re.search(r"\d\u2060–\u2060\d", seen)
    assert re.findall(r"[^|]*\d–\d[^|]*", seen) == []


def test_a_version_under_which_the_match_is_over_already_says_so(app, scorer, belot):
    add_event(app, belot, kinds.SETTINGS, {"rules": {"target": 25}})
    page = protest(app, scorer, belot, 3, "162")
    assert "The open protests can change who wins." in page.words
    assert "Winners – Ana and Vera" in words(page)
    assert find_now(app, belot).scored.sheet.status == "open"


def test_the_card_of_the_winners_says_first_that_a_protest_is_open(app, scorer, belot):
    add_event(app, belot, kinds.SETTINGS, {"rules": {"target": 20}})
    protest(app, scorer, belot, 3, "40")
    page = scorer.get(link(app, belot, "score"))
    card = page.html.partition('class="winner"')[2].partition('class="told-of"')[0]
    assert "The open protests can change who wins." in card
    assert 'href="#protests"' in card
    assert 'id="protests"' in page.html
    assert "The open protests can change who wins." in scorer.get(link(app, belot, "score", "result")).words


def test_a_protest_that_changes_nothing_of_who_is_ahead_says_so(app, scorer, belot):
    assert "The side that is ahead stays ahead" in protest(app, scorer, belot, 2, "90").words


def test_the_other_version_has_to_be_possible(app, scorer, belot):
    protest(app, scorer, belot, 2, "500")
    assert scorer.status == 422
    assert find_now(app, belot).protests == ()


def test_an_entry_is_disputed_once_and_six_at_most(app, scorer, belot):
    match = add_event(app, belot, kinds.SETTINGS, {"rules": {"target": 1000}})
    for _ in range(6):
        match = add_event(app, match, kinds.RECORDED, {"entry": deal(90)})
    disputes = [{"target": row.seq, "entry": deal(70)} for row in match.rows()]
    match = add_event(app, match, kinds.PROTESTED, disputes[0])
    with pytest.raises(ledger.Refused):
        add_event(app, match, kinds.PROTESTED, disputes[0])
    for dispute in disputes[1:6]:
        match = add_event(app, match, kinds.PROTESTED, dispute)
    for dispute in disputes[6:]:
        with pytest.raises(ledger.Refused):
            add_event(app, match, kinds.PROTESTED, dispute)
    assert len(match.protests) == 6
    assert len(match.versions) == 64
    page = scorer.get(link(app, belot, "watch"))
    assert scorer.status == 200
    assert "Every outcome" in page.words


def test_who_may_only_watch_sees_a_protest_and_cannot_decide_it(app, scorer, another_phone, belot):
    protest(app, scorer, belot, 2, "62")
    raised = find_now(app, belot).protests[0].seq
    address = link(app, belot, "watch", f"protest/{raised}")
    page = another_phone.get(address)
    assert another_phone.status == 200
    assert not any("as written" in words for form in page.forms for words in form.buttons)
    another_phone.client.get("/")
    assert another_phone.client.post(address, data={"keep": "other"}).status_code in (400, 404)
    another_phone.get(link(app, belot, "watch", "row/2/protest"))
    assert another_phone.status == 404


# --- rulings at a match ---------------------------------------------------------------------------


def ask(app: Any, phone: Phone, belot: Any, entry: int | None = None) -> Any:
    phone.get(link(app, belot, "score", "desk" + (f"?entry={entry}" if entry else "")))
    phone.click("Which cards may I play?")
    return phone.press("Get the verdict", contract="hearts", hand="7H JC", trick="AS 9H")


def test_the_desk_at_a_match_knows_its_rules(app, scorer, belot):
    page = ask(app, scorer, belot)
    assert "Tournament, but:" in page.words


def test_a_ruling_is_pinned_to_an_entry_and_shown_there(app, scorer, belot):
    page = ask(app, scorer, belot, 2)
    select = page.html.partition('<select name="target"')[2]
    assert 'value="2" selected' in select
    uuid = next(form for form in page.forms if "uuid" in form.names)
    uuid.names.add("target")
    page = scorer.press("Pin it", target="2")
    assert "pinned" in page.words
    event = find_now(app, belot).rulings[0]
    assert event.body["target"] == 2
    assert event.body["result"] == {"legal": ["7H", "JC"]}
    assert "cannot be beaten" in page.words
    address = next(address for words, address in page.links.items() if words == "Which cards may I play?")
    page = scorer.get(address)
    assert "The answer is another today" not in page.words
    assert "ruling" in scorer.get(link(app, belot, "watch")).words


def test_a_ruling_with_a_name_in_it_is_refused_by_the_log(app, belot):
    match = {"players": NAMES, "entries": []}
    body = {"question": {"game": "belot", "question": "what_if", "match": match}, "result": {}}
    with pytest.raises(ledger.Refused):
        add_event(app, belot, kinds.RULING, body)


def test_what_if_at_a_match_needs_nothing_to_be_pasted(app, scorer, belot):
    scorer.get(link(app, belot, "score", "desk/what_if?preset=classic"))
    page = scorer.press("Compare")
    assert scorer.status == 200
    assert "by the other rules" in page.words
    assert "Ana & Vera" in page.words


def test_an_irregularity_is_written_into_the_match(app, scorer, belot):
    """Every leaf that leaves an entry: it is recorded by the ordinary form, its reason filled in."""
    from scorekeeper.games import rule

    def leaves(answers: tuple[str, ...] = ()) -> Any:
        document, _ = rule(question_document("belot", "irregularity", answers=list(answers)))
        if document["result"]["entry"]:
            yield answers, document["result"]["entry"]
        for way in document["result"]["choices"]:
            yield from leaves((*answers, way["choice"]))

    found = list(leaves())
    by_kind = {entry["kind"]: (answers, entry) for answers, entry in found}
    assert {"void", "penalty"} <= set(by_kind)
    for kind, (answers, entry) in by_kind.items():
        query = "&".join(f"a={answer}" for answer in answers)
        page = scorer.get(link(app, belot, "score", f"desk/irregularity?{query}"))
        if "Whose mistake was it?" in page.words:
            page = scorer.click("Boris & Georgi")
        scorer.click("Write it into the match")
        form = next(form for form in scorer.page.forms if "Save" in form.buttons)
        assert entry["reason"] in scorer.page.html.replace("&#39;", "'")
        typed = {
            name: "5" for name in sorted(form.names) if name.startswith("scores-") and not form.value(name)
        }
        scorer.press("Save", **typed)
        assert scorer.status == 200, scorer.page.words
        last = find_now(app, belot).rows()[-1].entry
        assert (last["kind"], last["reason"]) == (kind, entry["reason"])
        if kind == "penalty":
            assert last["side"] == 1


def test_belot_6_a_bid_that_was_too_low_is_ruled_by_name_and_written_into_the_match(app, scorer, belot):
    scorer.get(link(app, belot, "score", "desk/auction"))
    page = scorer.press("Get the verdict", calls="hearts, diamonds")
    assert "The bid “diamonds” (Ana) is invalid: it is not above hearts." in page.words
    assert (
        "the wronged side (Boris and Georgi) writes 16 points, and first to call next is Georgi" in page.words
    )
    scorer.click("Write it into the match")
    scorer.press("Save")
    assert scorer.status == 200, scorer.page.words
    match = find_now(app, belot)
    last = match.rows()[-1].entry
    assert (last["kind"], last["side"]) == ("penalty", 0)
    assert match.sheet().next_dealer == 2, "Vera deals again, so that Georgi calls first again"


def test_where_the_dealer_was_taken_out_the_side_at_fault_is_asked_for(app, scorer, belot):
    scorer.get(link(app, belot, "score", "desk/auction"))
    scorer.press("Get the verdict", calls="hearts, diamonds", dealer="")
    scorer.click("Write it into the match")
    page = scorer.press("Save")
    assert len(find_now(app, belot).rows()) == 2, page.words
    scorer.press("Save", side="1")
    assert find_now(app, belot).rows()[-1].entry["side"] == 1


# --- what the match knows already -------------------------------------------------------------------


def test_why_an_entry_is_written_so_is_asked_without_typing_anything(app, phone):
    level = {"kind": "deal", "contract": "all_trumps", "declarer": 0, "trick_points": [129, 129]}
    match = open_match(app, "belot", NAMES, [level, deal(100)])
    row = find_now(app, match).rows()[1]
    phone.get(link(app, match, "score", f"desk/score?entry={row.seq}"))
    page = phone.press("Get the verdict")
    assert phone.status == 200, page.words
    scores = find_now(app, match).scored.rows[1].scores
    assert f"Ana and Vera write {scores[0]}, Boris and Georgi write {scores[1]}." in page.words
    assert scores[0] > 10, "what hung before it is in it"


def test_the_round_is_known_from_the_sheet(app, phone):
    hands = [[["AS"], []], [[], ["AS"]]]
    match = open_match(
        app, "kinaskak", ["Anna", "Björn"], [{"kind": "deal", "hands": one, "buys": [0, 0]} for one in hands]
    )
    phone.get(link(app, match, "score", "desk/go_down"))
    form = next(form for form in phone.page.forms if "hand" in form.names)
    assert form.value("round") == "3"
    first = find_now(app, match).rows()[0]
    phone.get(link(app, match, "score", f"desk/go_down?entry={first.seq}"))
    form = next(form for form in phone.page.forms if "hand" in form.names)
    assert form.value("round") == "1"


def test_the_version_that_is_written_stands_in_the_form_of_counts_that_differ(app, phone):
    match = open_match(app, "escoba", ["Ane", "Jon"], [ESCOBA])
    row = find_now(app, match).rows()[0]
    phone.get(link(app, match, "score", f"desk/mismatch?entry={row.seq}"))
    form = next(form for form in phone.page.forms if "Get the verdict" in form.buttons)
    assert "22" in dict(form.values).values() or any("22" in value for _name, value in form.values)
    page = phone.press("Get the verdict")
    assert "The counts fit together." in page.words


def test_what_an_entry_cannot_tell_is_left_blank(app, phone):
    """A hand that was only counted is no list of cards; nothing of it is put where it does not belong."""
    from scorekeeper.core.disputes.adjudication import questions_of
    from scorekeeper.games import GAMES

    match = open_match(
        app, "kani", NAMES, [{"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": [4, 3, 5, 1]}]
    )
    row = find_now(app, match).rows()[0]
    for question in questions_of(GAMES["kani"]):
        phone.get(link(app, match, "score", f"desk/{question}?entry={row.seq}"))
        assert phone.status == 200, question


def test_a_protest_about_a_penalty_has_the_keys_of_the_penalty_and_a_void_is_written_there_too(
    app, scorer, belot
):
    add_event(app, belot, kinds.RECORDED, {"entry": {"kind": "penalty", "side": 0}})
    scorer.get(link(app, belot, "score", "row/4/protest"))
    assert 'data-value="a lead out of turn"' in scorer.page.html
    scorer.press("Play on under protest", side="1", why="it was theirs")
    scorer.get(link(app, belot, "score", "row/3/protest?kind=void"))
    assert "Another result" in scorer.page.words
    scorer.press("Play on under protest", redeal="yes")
    assert [one.entry for one in find_now(app, belot).protests] == [
        {"kind": "penalty", "side": 1},
        {"kind": "void", "redeal": True},
    ]
