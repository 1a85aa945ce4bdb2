"""The line above *Save*, as JavaScript asks for it, where the deal is not the next one: corrections and insertions."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.match.match import Match
from tests.cases import cases
from tests.games.escoba.deals import by_most
from tests.web.conftest import Page, link
from tests.web.sheet_tables import add_event, open_match

TWO = ("Ana", "Boris")
BELOT = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [120, 42]}
KANI = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}
ESCOBA = by_most(0, 0, 0, 0, (3, 0), kind="deal")
KINASKAK = {"kind": "deal", "hands": [0, 10, 20, 30]}
GAMES = {
    "belot": (BELOT, 13, {}, {"trick_points-0": "120"}),
    "kani": (KANI, 12, {"tie_at_target": "shared"}, {"tricks": "10"}),
    "escoba": (ESCOBA, 3, {}, {"escobas-0": "3"}),
    "kinaskak": (KINASKAK, 8, {}, {"hands-1": "10"}),
}
TYPED = {
    "belot": {"contract": "hearts", "declarer": "0", "trick_points-0": "120"},
    "kani": {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10"},
    "escoba": {
        "most-cards": "0",
        "most-golds": "0",
        "most-sevens": "0",
        "seven_of_golds": "0",
        "escobas-0": "3",
        "escobas-1": "0",
    },
    "kinaskak": {"hands-0": "0", "hands-1": "10", "hands-2": "20", "hands-3": "30"},
}
WAYS = {"belot": "points", "kani": "bid", "escoba": "most", "kinaskak": "hands"}


def play(app: Flask, game: str, number: int | None = None, **rules: Any) -> Match:
    """A match of one deal over and over, to its end or of so many deals."""
    deal, whole, usual, _typed = GAMES[game]
    names = TWO if game == "escoba" else ("Ana", "Boris", "Vera", "Георги")
    return open_match(app, game, names, [deal] * (whole if number is None else number), **(usual | rules))


def preview(app: Flask, match: Match, where: str, **typed: str) -> tuple[str, bool]:
    """What stands above *Save* on the page that corrects or inserts, and whether the deal is complete."""
    client = app.test_client()
    page = client.get(link(app, match, "score", where)).get_data(as_text=True)
    form = next(form for form in Page(page).forms if form.attributes.get("id") == "form")
    token = client.get(link(app, match, "score", "draft.json")).get_json()["token"]
    inputs = {name: [value] for name, value in (TYPED[match.game] | typed).items()}
    body = {"draft": "", "form": WAYS[match.game], "inputs": inputs}
    address = form.attributes["data-preview"]
    answer = client.post(address, json=body, headers={"X-CSRFToken": token}).get_json()
    return " ".join(Page(answer["html"]).words.split()), answer["complete"]


def row(match: Match, place: int) -> int:
    return match.rows()[place].seq


# game, what each side writes by the second deal, and its total then
TOTALS = [
    ("belot", "Ana & Vera +12 → total 24 Boris & Георги +4 → total 8"),
    ("kani", "Ana +9 → total 18 Boris 0 → total 0 Vera +9 → total 18 Георги 0 → total 0"),
    ("escoba", "Ana +7 → total 14 Boris 0 → total 0"),
    ("kinaskak", "Ana 0 → total 0 Boris +10 → total 20 Vera +20 → total 40 Георги +30 → total 60"),
]


@pytest.mark.parametrize(("game", "line"), TOTALS)
def test_the_line_of_the_next_deal_says_each_total_as_it_will_be(app: Flask, game: str, line: str) -> None:
    said, complete = preview(app, play(app, game, 1), "record/deal")
    assert complete, said
    assert line in said


@cases(
    "hands, missing",
    (("", "", "", ""), "Still missing: Left in each hand"),
    (("0", "", "20", ""), "Still missing: Left in each hand: Boris, Георги"),
)
def test_what_all_still_have_to_say_is_named_once(app: Flask, hands: tuple[str, ...], missing: str) -> None:
    typed = {f"hands-{seat}": points for seat, points in enumerate(hands)}
    said, complete = preview(app, play(app, "kinaskak", 1), "record/deal", **typed)
    assert (said, complete) == (missing, False)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_an_earlier_deal_says_no_total_since_later_deals_move_it(app: Flask, game: str) -> None:
    match = play(app, game, 2)
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct")
    assert complete, said
    assert "→ total" not in said


# game, what is corrected of the first deal, its own line then, what else it says
UNENDS = [
    ("belot", {"trick_points-0": "60"}, "Boris & Георги +16", "Ana & Vera 156 → 144"),
    ("kani", {"tricks": "8"}, "Ana 0 Boris +9 Vera 0 Георги +9 failed", "Ana 108 → 99"),
    ("escoba", {"escobas-0": "0", "seven_of_golds": "1"}, "Ana +3", "Ana 21 → 17"),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "corrected", "line", "total"), UNENDS)
def test_a_correction_after_the_end_is_previewed_as_itself_and_takes_the_end_away(
    app: Flask, game: str, corrected: dict[str, str], line: str, total: str
) -> None:
    match = play(app, game)
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct", **corrected)
    assert complete, said
    assert line in said
    assert total in said
    assert "not over yet" in said
    assert "The match is over" not in said
    assert "This ends the match" not in said


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_correction_that_changes_nothing_says_so_and_ends_nothing(app: Flask, game: str) -> None:
    match = play(app, game)
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct")
    assert complete, said
    assert "No total changes, and no other entry." in said
    assert "This ends the match" not in said, "it is another deal that does"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_deal_that_ends_the_match_still_ends_it_when_it_is_corrected_a_little(
    app: Flask, game: str
) -> None:
    match = play(app, game)
    said, complete = preview(app, match, f"row/{row(match, -1)}/correct")
    assert complete, said
    assert said.count("This ends the match. Winner") == 1


def test_the_totals_that_a_correction_changes_stand_apart(app: Flask) -> None:
    match = play(app, "kani", 2)
    said, _complete = preview(app, match, f"row/{row(match, 0)}/correct", tricks="8")
    assert "Total: Ana 18 → 9 · Boris 0 → 9 · Vera 18 → 9 · Георги 0 → 9" in said


@pytest.mark.long
def test_a_correction_in_the_middle_of_kani_names_no_winner_of_a_match_that_is_open(app: Flask) -> None:
    match = play(app, "kani", 11)
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct", bid="9", tricks="9")
    assert complete, said
    assert "Winner" not in said
    assert "ends the match" not in said


def test_a_correction_in_the_last_round_of_kinaskak_is_held_to_its_own_round(app: Flask) -> None:
    match = play(app, "kinaskak")
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct", **{"hands-1": "5", "buys-1": "4"})
    assert complete, f"buying is allowed in the first round: {said}"
    assert "+205" in said
    assert "Boris 80 → 275" in said


def test_what_is_odd_about_a_deal_of_eskoba_stands_once(app: Flask) -> None:
    match = play(app, "escoba", 1)
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct", left="1O 2O")
    assert complete, said
    assert said.count("Cards left add up to 10, 25, 40 and so on, not 3") == 1, said


def test_a_correction_that_ends_the_match_earlier_says_after_which_deal(app: Flask) -> None:
    match = add_event(app, play(app, "escoba", 0), "recorded", {"entry": {**ESCOBA, "escobas": [0, 0]}})
    for _number in range(3):
        match = add_event(app, match, "recorded", {"entry": ESCOBA})
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct", **{"escobas-0": "9"})
    assert complete, said
    assert "Ana +13" in said
    assert "Over after: Deal 4" in said
    assert "→ Deal 3" in said
    assert "One other entry moves with it" in said


def test_a_void_deal_that_was_one_after_all_is_previewed_where_it_stands(app: Flask) -> None:
    match = add_event(app, play(app, "kinaskak", 0), "recorded", {"entry": {"kind": "void", "redeal": True}})
    for _number in range(8):
        match = add_event(app, match, "recorded", {"entry": KINASKAK})
    said, complete = preview(app, match, f"row/{row(match, 0)}/correct?kind=deal")
    assert complete, said
    assert "Ana went out" in said
    assert "Over after: Deal 8" in said, "the deals move up by one"


@cases(
    "game, reason",
    ("belot", "The defenders write the whole deal"),
    ("kani", "A bid of 9 is worth 9; 10 tricks taken: made"),
    ("escoba", "3 escobas; The most cards; The most golds; The seven of golds; The most sevens"),
)
def test_the_line_says_why_it_is_worth_so_much(app: Flask, game: str, reason: str) -> None:
    match = play(app, game, 1)
    typed = {"trick_points-0": "60"} if game == "belot" else {}
    said, _complete = preview(app, match, f"row/{row(match, 0)}/correct", **typed)
    assert reason in said


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_forgotten_deal_is_previewed_where_it_is_inserted(app: Flask, game: str) -> None:
    match = play(app, game)
    said, complete = preview(app, match, f"record/deal?before={row(match, 0)}")
    assert complete, said
    assert "The match is over" not in said
    assert "comes after the end" not in said
    assert "Over after: Deal" in said


@pytest.mark.long
def test_what_is_impossible_in_another_entry_then_is_named_with_that_entry(app: Flask) -> None:
    deals = [KINASKAK] * 7 + [{**KINASKAK, "hands": [0, 10, 20, 30]}]
    match = open_match(app, "kinaskak", ("Ana", "Boris", "Vera", "Георги"), deals, last_round_buys=False)
    seventh = row(match, 6)
    match = add_event(
        app, match, "corrected", {"target": seventh, "entry": {**KINASKAK, "buys": [1, 0, 0, 0]}}
    )
    said, complete = preview(app, match, f"record/deal?before={row(match, 0)}")
    assert not complete
    assert "This cannot be yet: first these have to be corrected" in said
    assert "Deal 8" in said


def test_what_cannot_be_read_yet_says_so_above_deals_that_depend_on_who_dealt(app: Flask, phone: Any) -> None:
    tierces = [{"player": player, "kind": "sequence", "length": 3, "top": "A"} for player in (1, 2)]
    match = open_match(
        app, "belot", entries=[BELOT, {**BELOT, "declarations": tierces}], equal_sequences="first"
    )
    phone.get(link(app, match, "score", "record/penalty?before=3&lang=en"))
    phone.press("Save")
    assert phone.status == 422
    assert "“Who committed the offence” is missing" in phone.page.words
