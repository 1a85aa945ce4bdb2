"""What a match knows of a quarrel stands in the form: the deal in progress, or the row that it was opened from."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.rulebook import load_examples
from scorekeeper.games import GAMES
from tests.web.conftest import Phone, link
from tests.web.match.test_in_play import enter
from tests.web.sheet_tables import ESCOBA, FOUR, KANI, KINASKAK, TIERCE, open_match, players

OTHER = {"kind": "deal", "contract": "clubs", "declarer": 3, "trick_points": [81, 81]}
SPADES = {
    "kind": "deal",
    "contract": "spades",
    "declarer": 1,
    "doubling": "contra",
    "trick_points": [100, 62],
    "declarations": [TIERCE],
}
PLAYED = {"contract": "spades", "declarer": "1", "doubling": "contra", "trick_points-0": "100"}
"""What the two deals before a quarrel are, for each game: the second is the row it is opened from."""

ROW: dict[str, tuple[list[dict[str, Any]], dict[str, dict[str, str]]]] = {
    "belot": (
        [OTHER, SPADES],
        {
            "legal_cards": {"contract": "spades"},
            "trick_winner": {"contract": "spades"},
            "declarations": {"contract": "spades", "declarations-0-player": "0", "declarations-0-top": "A"},
            "find_declarations": {"contract": "spades"},
            "belote": {"contract": "spades"},
            "auction": {"dealer": "1"},
            "score": {**PLAYED, "pending": "8", "declarations-0-length": "3"},
            "deal": {
                "contract": "spades",
                "declarer": "1",
                "doubling": "contra",
                "leader": "2",
                "pending": "8",
                "declarations-0-kind": "sequence",
            },
            "mismatch": {"counts-contract": "spades", "counts-trick_points-1": "62"},
        },
    ),
    "kani": (
        [KANI, KANI],
        {
            "legal_cards": {"trump": "hearts", "called": "AH"},
            "trick_winner": {"trump": "hearts", "called": "AH"},
            "auction": {},
            "partner_call": {"trump": "hearts"},
            "score": {"bid": "9", "declarer": "1", "partner": "3", "tricks": "10"},
            "deal": {"bid": "9", "declarer": "1", "trump": "hearts", "called": "AH", "partner": "3"},
            "mismatch": {"counts-bid": "9", "counts-declarer": "1", "counts-partner": "3"},
        },
    ),
    "escoba": (
        [ESCOBA, ESCOBA],
        {
            "captures": {},
            "opening_table": {},
            "leftover": {},
            "deal": {"players": "2", "dealer": "1"},
            "score": {
                "cards-0": "22",
                "cards-1": "18",
                "golds-0": "6",
                "golds-1": "4",
                "sevens-0": "3",
                "sevens-1": "1",
                "escobas-0": "2",
                "escobas-1": "1",
                "seven_of_golds": "0",
            },
            "mismatch": {
                "counts-cards-0": "22",
                "counts-cards-1": "18",
                "counts-golds-0": "6",
                "counts-golds-1": "4",
                "counts-escobas-0": "2",
                "counts-escobas-1": "1",
            },
        },
    ),
    "kinaskak": (
        [KINASKAK, KINASKAK],
        {
            "go_down": {"round": "2"},
            "meld": {},
            "contract": {"round": "2"},
            "lay_off": {},
            "take_joker": {},
            "buy": {"round": "2"},
            "buy_dispute": {},
            "hand_points": {},
            "score": {"hands-1": "10", **{f"buys-{seat}": str(seat) for seat in range(4)}},
            "deal": {"round": "2", "players": "4", **{f"buys-{seat}": str(seat) for seat in range(4)}},
            "mismatch": {
                "counts-0-hands-1": "10",
                **{f"counts-0-buys-{seat}": str(seat) for seat in range(4)},
            },
        },
    ),
}
"""What each question's form holds when it is opened from the second row. A question without anything asks for cards,
calls or plays alone, of which a row says nothing."""

ON_THE_WAY: dict[str, tuple[str, dict[str, list[str]], dict[str, dict[str, str]]]] = {
    "belot": (
        "points",
        {
            "contract": ["spades"],
            "declarer": ["1"],
            "doubling": ["contra"],
            "trick_points.0": ["100"],
            "trick_points.1": ["62"],
        },
        {
            "legal_cards": {"contract": "spades"},
            "auction": {"dealer": "0"},
            "score": {**PLAYED, "trick_points-1": "62", "pending": "0"},
            "deal": {"contract": "spades", "declarer": "1", "doubling": "contra", "leader": "1"},
            "mismatch": {"counts-contract": "spades", "counts-trick_points-0": "100"},
        },
    ),
    "kani": (
        "bid",
        {"bid": ["9"], "declarer": ["1"], "trump": ["hearts"], "called": ["AH"]},
        {
            "legal_cards": {"trump": "hearts", "called": "AH"},
            "partner_call": {"trump": "hearts"},
            "deal": {"bid": "9", "declarer": "1", "trump": "hearts", "called": "AH"},
        },
    ),
    "escoba": (
        "most",
        {"escobas.0": ["2"], "escobas.1": ["1"]},
        {"score": {"escobas-0": "2", "escobas-1": "1"}, "deal": {"players": "2", "dealer": "0"}},
    ),
    "kinaskak": ("hands", {}, {"go_down": {"round": "1"}, "buy": {"round": "1"}}),
}


def held(phone: Phone, address: str, names: Any) -> dict[str, str]:
    page = phone.get(address)
    form = next(form for form in page.forms if form.attributes.get("id") == "form")
    assert set(names) <= form.names, form.names
    return {name: form.value(name) for name in names}


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_in_the_table(game: str) -> None:
    assert [*ROW[game][1]] == [
        slug for slug in questions_of(GAMES[game]) if slug not in ("irregularity", "what_if")
    ]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(
    ("game", "question", "values"),
    [(game, question, values) for game, (_, asked) in ROW.items() for question, values in asked.items()],
)
def test_what_the_row_says_is_filled_in(
    app: Flask, phone: Phone, game: str, question: str, values: dict[str, str]
) -> None:
    match = open_match(app, game, players(game), ROW[game][0])
    row = match.rows()[1].seq
    assert held(phone, link(app, match, "score", f"desk/{question}?entry={row}"), values) == values


@pytest.mark.parametrize(
    ("game", "question", "values"),
    [
        (game, question, values)
        for game, (*_, asked) in ON_THE_WAY.items()
        for question, values in asked.items()
    ],
)
def test_what_is_in_of_the_deal_in_progress_is_filled_in(
    app: Flask, phone: Phone, game: str, question: str, values: dict[str, str]
) -> None:
    match = open_match(app, game, players(game))
    way, parts, _ = ON_THE_WAY[game]
    enter(app.test_client(), link(app, match, "score"), way, parts)
    assert held(phone, link(app, match, "score", f"desk/{question}"), values) == values


@pytest.mark.long
def test_who_only_watches_sees_in_a_form_what_all_at_the_table_know(app: Flask, phone: Phone) -> None:
    kani, belot = open_match(app, "kani", FOUR), open_match(app, "belot", FOUR)
    for match in (kani, belot):
        way, parts, _ = ON_THE_WAY[match.game]
        enter(app.test_client(), link(app, match, "score"), way, parts)
    assert held(phone, link(app, kani, "watch", "desk/legal_cards"), ["trump"]) == {"trump": "hearts"}
    assert held(phone, link(app, belot, "watch", "desk/legal_cards"), ["contract"]) == {"contract": ""}


def test_a_deal_entered_card_by_card_tells_who_captured_last(app: Flask, phone: Phone) -> None:
    played = next(one.match for one in load_examples("escoba") if "card by card" in one.title)
    example = played["entries"][0]
    match = open_match(app, "escoba", FOUR[: len(played["players"])], [example])
    address = link(app, match, "score", f"desk/leftover?entry={match.rows()[0].seq}")
    takers = [play["seat"] for play in example["plays"] if play.get("takes")]
    assert held(phone, address, ["last_capture"]) == {"last_capture": str(takers[-1])}
    captures = link(app, match, "score", f"desk/captures?entry={match.rows()[0].seq}")
    assert held(phone, captures, ["table"]) == {"table": ""}, "the opening table was another"
