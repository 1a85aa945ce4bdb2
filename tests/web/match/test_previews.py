"""What moves the end, the dealers or the contracts, or makes a later deal impossible, is shown before it is saved."""

from typing import Any

import pytest

from scorekeeper.web.match.words import settings_words
from tests.cases import cases
from tests.web.match.test_playing import (
    BELOT,
    ESCOBA,
    KANI,
    KINASKAK,
    document,
    record,
    rows,
    start,
    start_kani_shared,
)
from tests.web.sheet_tables import add_event, open_match, words

pytestmark = pytest.mark.long

DEALS = {"belot": (4, BELOT), "kani": (4, KANI), "escoba": (2, ESCOBA), "kinaskak": (4, KINASKAK)}

# game, deals until the end, a correction of the first that takes the end away
ENDS = [
    ("belot", 13, {"trick_points-0": "60"}),
    ("kani", 12, {"tricks": "8"}),
    ("escoba", 3, {"escobas-0": "0", "seven_of_golds": "1"}),
]


def play(phone: Any, game: str, number: int) -> str:
    sheet = start_kani_shared(phone) if game == "kani" else start(phone, game, DEALS[game][0])
    for _number in range(number):
        record(phone, sheet, DEALS[game][1])
        assert phone.address == sheet, phone.page.words
    return sheet


def dealers(phone: Any, sheet: str) -> list[int]:
    return [entry["dealer"] for entry in document(phone, sheet)["sheet"]["entries"] if "dealer" in entry]


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(("game", "length", "correction"), ENDS)
def test_a_correction_that_takes_the_end_away_is_shown_before_it_is_saved(
    phone: Any, game: str, length: int, correction: dict[str, str]
) -> None:
    sheet = play(phone, game, length)
    assert document(phone, sheet)["sheet"]["status"] == "finished"
    seq = rows(phone, sheet)[0]
    phone.get(f"{sheet}/row/{seq}/correct")
    phone.press("Correct", why="miscounted", **correction)
    assert phone.status == 200
    assert "Look before you save" in phone.page.words
    assert "not over yet" in phone.page.words
    assert f"Deal {length}:" in phone.page.words
    assert document(phone, sheet)["sheet"]["status"] == "finished", "nothing is saved yet"
    phone.press("Save it so")
    assert document(phone, sheet)["sheet"]["status"] == "open"


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(("game", "length", "correction"), ENDS)
def test_deals_after_an_earlier_end_stay_and_count_again_when_it_moves_back(
    phone: Any, game: str, length: int, correction: dict[str, str]
) -> None:
    sheet = start_kani_shared(phone) if game == "kani" else start(phone, game, DEALS[game][0])
    record(phone, sheet, {**DEALS[game][1], **correction})
    for _number in range(length):
        record(phone, sheet, DEALS[game][1])
    assert document(phone, sheet)["sheet"]["status"] == "finished"
    phone.get(f"{sheet}/row/{rows(phone, sheet)[0]}/correct")
    phone.press("Correct", **DEALS[game][1])
    assert "comes after the end and does not count" in phone.page.words
    phone.press("Save it so")
    assert "after the end, not counted" in phone.page.words
    assert document(phone, sheet)["sheet"]["entries"][-1]["outcome"] == "after_end"
    phone.press("Undo")
    phone.press("Undo it")
    assert "after the end, not counted" not in phone.page.words


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", DEALS)
def test_a_deal_that_was_never_dealt_makes_the_others_move_up(phone: Any, game: str) -> None:
    sheet = play(phone, game, 3)
    first = rows(phone, sheet)[0]
    phone.get(f"{sheet}/row/{first}/strike")
    phone.press("See what changes", **{"as": "never_dealt", "reason": "written twice"})
    assert "2 other entries move with it" in phone.page.words
    assert "Player 2 → Player 1" in phone.page.words
    if game == "kinaskak":
        assert "contract: round 2 → round 1" in phone.page.words
    phone.press("Save it so")
    assert len(document(phone, sheet)["entries"]) == 2
    assert dealers(phone, sheet) == [0, 1]
    assert "1 entry struck out" in phone.page.words
    page = phone.get(f"{sheet}/row/{first}")
    assert "Struck out" in page.words
    assert "written twice" in page.words
    phone.click("Put it back")
    phone.press("Undo it")
    assert dealers(phone, sheet) == [0, 1, 2 % DEALS[game][0]]


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("game", DEALS)
@pytest.mark.parametrize(("redeal", "after"), [("yes", 0), ("no", 1)])
def test_a_deal_that_is_void_keeps_its_place(phone: Any, game: str, redeal: str, after: int) -> None:
    sheet = play(phone, game, 3)
    phone.get(f"{sheet}/row/{rows(phone, sheet)[0]}/strike")
    phone.press("See what changes", **{"as": "void", "redeal": redeal})
    phone.press("Save it so")
    assert [entry["kind"] for entry in document(phone, sheet)["entries"]] == ["void", "deal", "deal"]
    players = DEALS[game][0]
    assert dealers(phone, sheet) == [after, (after + 1) % players]
    if game == "kinaskak":
        assert [entry["round"] for entry in document(phone, sheet)["sheet"]["entries"]][1:] == [1, 2]
    assert "struck out" in phone.page.words
    assert "Void deal" in phone.page.words


# game, the deals before, a later one that depends on who dealt or what is played for, the page that would break it
BROKEN = [
    (
        "kani",
        [KANI],
        {**KANI, "bid": "9", "declarer": "2", "partner": "0", "calls": "9 pass pass pass"},
        "strike",
    ),
    ("kinaskak", [KINASKAK] * 6, {**KINASKAK, "buys-1": "1"}, "insert"),
]


@pytest.mark.parametrize(("game", "before", "later", "change"), BROKEN)
def test_what_would_make_a_later_deal_impossible_is_refused_by_its_name(
    phone: Any, game: str, before: list[dict[str, str]], later: dict[str, str], change: str
) -> None:
    sheet = start(phone, game, 4)
    for deal in (*before, later):
        record(phone, sheet, deal)
        assert phone.address == sheet, phone.page.words
    first = rows(phone, sheet)[0]
    stood = document(phone, sheet)
    if change == "strike":
        phone.get(f"{sheet}/row/{first}/strike")
        phone.press("See what changes", **{"as": "never_dealt"})
    else:
        phone.get(f"{sheet}/record/deal?before={first}")
        phone.press("Save", **before[0])
    assert phone.status == 409
    assert "first these have to be corrected" in phone.page.words
    assert not any("Save it so" in form.buttons for form in phone.page.forms)
    assert any(
        address.endswith(f"/row/{rows_last(stood, phone, sheet)}/correct")
        for address in phone.page.links.values()
    ), list(phone.page.links.values())
    assert document(phone, sheet) == stood


def rows_last(stood: dict[str, Any], phone: Any, sheet: str) -> int:
    """The lasting name of the last entry, without leaving the page."""
    shown = phone.page
    last = rows(phone, sheet)[-1]
    phone.page = shown
    assert stood["entries"]
    return last


@pytest.mark.parametrize("game", DEALS)
def test_another_first_dealer_shows_who_deals_then(phone: Any, game: str) -> None:
    sheet = play(phone, game, 2)
    phone.get(f"{sheet}/dealer")
    phone.press("See what changes", first_dealer="1")
    assert "dealer: Player 1 → Player 2" in phone.page.words
    phone.press("Save it so")
    assert document(phone, sheet)["first_dealer"] == 1
    phone.get(sheet)
    assert "Undo takes back: first dealer: Player 1 → Player 2" in phone.page.words


# game, what is chosen, a word of the preview, what an undo names
RULES = [
    ("belot", {"target": "20"}, "comes after the end and does not count", "Points to win: 151 → 20"),
    ("kani", {"settlement": "chips"}, "−9", "Settlement: "),
    ("escoba", {"target": "7"}, "Winner", "Points to win: 21 → 7"),
    ("kinaskak", {"deals_per_round": "2"}, "round 2 → round 1", "Deals to each contract: 1 → 2"),
]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("game", "chosen", "word", "named"), RULES)
def test_other_house_rules_show_the_totals_before_and_after(
    phone: Any, game: str, chosen: dict[str, str], word: str, named: str
) -> None:
    sheet = play(phone, game, 3 if game == "belot" else 2)
    stood = document(phone, sheet)
    phone.get(f"{sheet}/rules")
    phone.press("See what changes", why="agreed before", **chosen)
    assert "Look before you save" in phone.page.words, phone.page.words
    assert document(phone, sheet) == stood
    if word != "−9":
        assert word in phone.page.words
    phone.press("Save it so")
    now = document(phone, sheet)
    assert now["rules"] != stood["rules"]
    phone.press("Undo")
    assert named in phone.page.words
    phone.press("Undo it")
    assert document(phone, sheet) == stood


GO_ALONG = "what was recorded for a seat goes to the player who sits there."
# game, deals, who sits where then, what the preview says of everybody's totals and of the winner, what the undo says
SEATS = [
    (
        "kani",
        1,
        (1, 0, 2, 3),
        "Player 2 0 9 Player 1 9 0 Player 3 9 9 Player 4 0 0",
        "Player 1 0 9 Player 2 9 0 Player 3 9 9 Player 4 0 0",
    ),
    (
        "belot",
        1,
        (1, 0, 2, 3),
        "Player 2 4 12 Player 1 12 4 Player 3 12 12 Player 4 4 4",
        "Player 1 4 12 Player 2 12 4 Player 3 12 12 Player 4 4 4",
    ),
    (
        "belot",
        1,
        (2, 1, 0, 3),
        "Player 3 12 12 Player 2 4 4 Player 1 12 12 Player 4 4 4",
        "Player 1 12 12 Player 2 4 4 Player 3 12 12 Player 4 4 4",
    ),
    (
        "escoba",
        3,
        (1, 0),
        "Player 2 0 21 Player 1 21 0 Winner Player 1 Player 2",
        "Player 1 0 21 Player 2 21 0 Winner Player 2 Player 1",
    ),
    (
        "belot",
        13,
        (2, 1, 0, 3),
        "Player 3 156 156 Player 2 52 52 Player 1 156 156 Player 4 52 52",
        "Player 1 156 156 Player 2 52 52 Player 3 156 156 Player 4 52 52",
    ),
]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("game", "deals", "sit", "moves", "moves_back"), SEATS)
def test_other_seats_show_whose_the_totals_and_the_win_become(
    phone: Any, game: str, deals: int, sit: tuple[int, ...], moves: str, moves_back: str
) -> None:
    sheet = play(phone, game, deals)
    before = document(phone, sheet)["players"]
    phone.get(f"{sheet}/seats")
    people = [phone.page.forms[0].value(f"seat-{seat}") for seat in range(len(sit))]
    phone.press("See what changes", **{f"seat-{seat}": people[who] for seat, who in enumerate(sit)})
    said = words(phone.page)
    assert "Look before you save" in said
    assert f"{GO_ALONG} What changes before after {moves} Save it so" in said
    phone.press("Save it so")
    assert document(phone, sheet)["players"] == [before[who] for who in sit]
    phone.get(f"{sheet}/undo")
    assert f"{GO_ALONG} What changes before after {moves_back} Undo it" in words(phone.page)


def test_who_undoes_a_change_of_seats_before_the_first_deal_reads_that_nothing_else_moves(phone: Any) -> None:
    sheet = start(phone, "escoba", 2)
    phone.get(f"{sheet}/seats")
    first, second = (phone.page.forms[0].value(f"seat-{seat}") for seat in range(2))
    phone.press("Save", **{"seat-0": second, "seat-1": first})
    assert phone.address == sheet
    phone.get(f"{sheet}/undo")
    assert "No total changes, and no other entry. Undo it" in words(phone.page)


def test_the_undo_page_names_what_it_undoes(phone: Any) -> None:
    sheet = play(phone, "belot", 1)
    phone.get(f"{sheet}/undo")
    words = " ".join(phone.page.words.split())
    assert "Deal 1: hearts by Player 1: 120–42 (12 – 4), entered" in words
    assert "this phone" in words


@cases(
    "rules, named",
    ({"target": 101}, "Points to win: 151 → 101"),
    ({"target": 101, "penalty_points": 20}, "Points to win: 151 → 101; "),
    (
        {"target": 101, "penalty_points": 20, "capot_ends_match": True, "hanging_ends_match": True},
        "Points to win: 151 → 101; ",
    ),
    ({}, "house rules chosen anew, none of them different"),
    ids=["one", "two", "more", "none"],
)
def test_a_change_of_house_rules_names_what_it_changed(app: Any, rules: dict[str, Any], named: str) -> None:
    match = add_event(app, open_match(app, "belot"), "settings", {"rules": rules})
    with app.test_request_context():
        said = settings_words(match, match.events[-1])
    assert said.startswith(named)
    assert ("; and " in said) is (len(rules) > 2), said


def test_a_deal_that_ends_the_match_on_something_odd_is_shown_before_it_is_saved(phone: Any) -> None:
    sheet = play(phone, "kinaskak", 7)
    record(phone, sheet, KINASKAK)
    assert "Look before you save" in phone.page.words
    assert "still holds all cards dealt; another number: Player 2, Player 3 and Player 4." in phone.page.words
    assert document(phone, sheet)["sheet"]["status"] == "open", "nothing is saved yet"
    phone.press("Save it so")
    assert document(phone, sheet)["sheet"]["status"] == "finished"
