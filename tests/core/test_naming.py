"""Who sits where, in the sentences of rulings: seats from 1, or the names of the match."""

import pytest

from scorekeeper.core.adjudication import adjudicate, ruling_document
from scorekeeper.core.findings import Report
from scorekeeper.core.text import Player, Side, T, render
from scorekeeper.games import GAMES

HANDS = [
    hand.split()
    for hand in (
        "7H 8H JC 9C 7D 8D 7S 8S",
        "9H 10H JH QH KH AH 7C 8C",
        "10C QC KC AC 9D 10D JD QD",
        "KD AD 9S 10S JS QS KS AS",
    )
]
NAMES = ("Ana", "Boris", "Vera", "Georgi")


def asked(names=(), **question):
    report = Report()
    answered = adjudicate({"format": "scorekeeper-question/1", **question}, GAMES, report, names)
    return report, ruling_document(answered) if answered is not None else None


EXCHANGED = (
    "Either of two slips explains the difference. The likelier: The hands of {} changed places. "
    "To tell them apart: Which hand was whose?"
)


@pytest.mark.parametrize(
    ("question", "unnamed", "named"),
    [
        (
            {"game": "escoba", "question": "leftover", "last_capture": 1, "last_escoba": None},
            "Seat 2 takes the cards left on the table.",
            "Boris takes the cards left on the table.",
        ),
        (
            {"game": "belot", "question": "declarations", "contract": "hearts",
             "declarations": [{"player": 1, "kind": "sequence", "length": 3, "top": "A", "suit": "clubs"}]},
            "What was announced counts 0 for seats 1 and 3 and 20 for seats 2 and 4.",
            "What was announced counts 0 for Ana & Vera and 20 for Boris & Georgi.",
        ),
        (
            {"game": "kinaskak", "question": "mismatch", "counts": [{"hands": [75, 0, 20]}, {"hands": [20, 0, 75]}]},
            EXCHANGED.format("seat 1 and seat 3"),
            EXCHANGED.format("Ana and Vera"),
        ),
    ],
)  # fmt: skip
def test_sentences_count_seats_from_one_or_call_players_by_name(question, unnamed, named):
    (_, plain), (_, known) = asked(**question), asked(NAMES, **question)
    assert (plain["verdict"], known["verdict"]) == (unnamed, named)


def test_names_change_sentences_and_no_number():
    question = {"game": "belot", "question": "deal", "contract": "hearts", "declarer": 1, "hands": HANDS,
                "tricks": [["7D", "7C"]]}  # fmt: skip
    (_, plain), (_, known) = asked(**question), asked(NAMES, **question)
    assert plain["result"] == known["result"]
    assert known["verdict"] == plain["verdict"]


def test_what_cannot_be_is_told_with_names_too():
    question = {"game": "belot", "question": "deal", "contract": "hearts", "declarer": 1, "hands": HANDS,
                "tricks": [["7D", "AS"]]}  # fmt: skip
    report, document = asked(NAMES, **question)
    assert document is None
    assert "Boris" in str(report.errors[0].text)
    assert "seat 2" in str(asked(**question)[0].errors[0].text)


def test_a_seat_that_nobody_named_is_still_said():
    text = T("{player} and {side} and {those}.", player=Player(4, opens=True), side=Side(1, T("side 2")),
             those=[Player(0), Player(1)])  # fmt: skip
    assert render(text) == "Seat 5 and side 2 and seat 1, seat 2."


def test_who_calls_is_named_where_the_dealer_is_known():
    question = {
        "format": "scorekeeper-question/1",
        "game": "kani",
        "question": "auction",
        "calls": [7, "pass"],
    }
    unnamed = adjudicate(question, GAMES, Report(), NAMES)
    named_ = adjudicate(question, GAMES, Report(), NAMES, 2)
    assert str(unnamed.ruling.verdict) == "7 by the first caller stands; the third caller is to call."
    assert str(named_.ruling.verdict) == "7 by Georgi stands; Boris is to call."
    assert unnamed.ruling.result == named_.ruling.result


def test_the_declarer_s_pair_is_named_where_its_seats_are():
    counts = {"pairs": [9, 5], "declarer": 1, "partner": 3}
    question = {"game": "kani", "question": "mismatch", "counts": counts}
    (_, plain), (_, known) = asked(**question), asked(NAMES, **question)
    told = [" ".join(reason["text"] for reason in one["reasons"]) for one in (plain, known)]
    assert "The declarer’s pair" in told[0]
    assert "Boris & Georgi" in told[1]
    assert "Ana & Vera" in told[1]
    assert "declarer’s pair" not in told[1]
