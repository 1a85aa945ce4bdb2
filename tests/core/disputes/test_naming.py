"""Who sits where, in the sentences of rulings: seats from 1, or the names of the match."""

import pytest

from scorekeeper.core.disputes.adjudication import adjudicate, ruling_document
from scorekeeper.core.findings import Report
from scorekeeper.core.text import Player, Side, T, render
from scorekeeper.games import GAMES
from tests.cases import cases
from tests.documents import question_document

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


def ask(names=(), dealt_by=None, **question):
    report = Report()
    answered = adjudicate({"format": "scorekeeper-question/1", **question}, GAMES, report, names, dealt_by)
    return report, ruling_document(answered) if answered is not None else None


EXCHANGED = (
    "Either of two slips explains the difference. The likelier: The hands of {} changed places. "
    "To tell them apart: Which hand was whose?"
)


@cases(
    "question, unnamed, named",
    (
        {"game": "escoba", "question": "leftover", "last_capture": 1, "last_escoba": None},
        "Seat 2 takes the cards left on the table.",
        "Boris takes the cards left on the table.",
    ),
    (
        {
            "game": "belot",
            "question": "declarations",
            "contract": "hearts",
            "declarations": [{"player": 1, "kind": "sequence", "length": 3, "top": "A", "suit": "clubs"}],
        },
        "The declarations count 0 for seats 1 and 3 and 20 for seats 2 and 4.",
        "The declarations count 0 for Ana and Vera and 20 for Boris and Georgi.",
    ),
    (
        {
            "game": "kinaskak",
            "question": "mismatch",
            "counts": [{"hands": [75, 0, 20]}, {"hands": [20, 0, 75]}],
        },
        EXCHANGED.format("seat 1 and seat 3"),
        EXCHANGED.format("Ana and Vera"),
    ),
)
def test_sentences_count_seats_from_one_or_call_players_by_name(question, unnamed, named):
    (_, plain), (_, known) = ask(**question), ask(NAMES, **question)
    assert (plain["verdict"], known["verdict"]) == (unnamed, named)


def test_names_change_sentences_and_no_number():
    question = {
        "game": "belot",
        "question": "deal",
        "contract": "hearts",
        "declarer": 1,
        "hands": HANDS,
        "tricks": [["7D", "7C"]],
    }
    (_, plain), (_, known) = ask(**question), ask(NAMES, **question)
    assert plain["result"] == known["result"]
    assert known["verdict"] == plain["verdict"]


def test_what_cannot_be_is_told_with_names_too():
    question = {
        "game": "belot",
        "question": "deal",
        "contract": "hearts",
        "declarer": 1,
        "hands": HANDS,
        "tricks": [["7D", "AS"]],
    }
    report, document = ask(NAMES, **question)
    assert document is None
    assert "Boris" in str(report.errors[0].text)
    assert "seat 2" in str(ask(**question)[0].errors[0].text)


def test_a_seat_without_a_name_is_still_said():
    text = T(
        "{player} and {side} and {those}.",
        player=Player(4, opens=True),
        side=Side(1, T("side 2")),
        those=[Player(0), Player(1)],
    )
    assert render(text) == "Seat 5 and side 2 and seat 1, seat 2."


def test_who_calls_is_named_where_the_dealer_is_known():
    question = question_document("kani", "auction", calls=[7, "pass"])
    unnamed = adjudicate(question, GAMES, Report(), NAMES)
    named_ = adjudicate(question, GAMES, Report(), NAMES, 2)
    assert str(unnamed.ruling.verdict) == "7 by the first caller stands; the third caller is to call."
    assert str(named_.ruling.verdict) == "7 by Georgi stands; Boris is to call."
    assert unnamed.ruling.result == named_.ruling.result


def test_the_declarer_s_pair_is_named_where_its_seats_are():
    counts = {"pairs": [9, 5], "declarer": 1, "partner": 3}
    question = {"game": "kani", "question": "mismatch", "counts": counts}
    (_, plain), (_, known) = ask(**question), ask(NAMES, **question)
    told = [" ".join(reason["text"] for reason in one["reasons"]) for one in (plain, known)]
    assert "The declarer’s pair" in told[0]
    assert "Boris and Georgi" in told[1]
    assert "Ana and Vera" in told[1]
    assert "declarer’s pair" not in told[1]


@cases(
    "game, answers, side, general, seats, names",
    (
        "belot",
        "bidding insufficient",
        1,
        "The side at fault pays 16; the deal is not counted.",
        "The side at fault (seats 2 and 4) pays 16; the deal is not counted.",
        "The side at fault (Boris and Georgi) pays 16; the deal is not counted.",
    ),
    (
        "kani",
        "play talk points",
        2,
        "The player at fault loses the points that the table names; write them as an adjustment.",
        "The player at fault (seat 3) loses the points that the table names; write them as an adjustment.",
        "The player at fault (Vera) loses the points that the table names; write them as an adjustment.",
    ),
    (
        "escoba",
        "play looked_in_pile point",
        0,
        "The side at fault loses one point; write it as an adjustment.",
        "The side at fault (seat 1) loses one point; write it as an adjustment.",
        "The side at fault (Ana) loses one point; write it as an adjustment.",
    ),
    (
        "kinaskak",
        "buy too_many yes",
        3,
        "Correct the deal, or add 200 to the player’s total.",
        "Correct the deal, or add 200 to the player’s total (seat 4).",
        "Correct the deal, or add 200 to the player’s total (Georgi).",
    ),
    (
        "kinaskak",
        "out_of_turn points",
        3,
        "Play goes on as it is. The points that the table names are added to the player’s total.",
        "Play goes on as it is. The points that the table names are added to the player’s total (seat 4).",
        "Play goes on as it is. The points that the table names are added to the player’s total (Georgi).",
    ),
)
def test_a_verdict_names_the_side_at_fault_once_the_table_has_said_it(
    game, answers, side, general, seats, names
):
    question = {"game": game, "question": "irregularity", "answers": answers.split(), "players": 4}
    verdicts = [
        ask(given, **question, **of)[1]["verdict"]
        for given, of in (((), {}), ((), {"side": side}), (NAMES, {"side": side}))
    ]
    assert verdicts == [general, seats, names]


def test_while_it_is_open_how_many_play_no_side_is_named():
    question = {"game": "escoba", "question": "irregularity", "answers": ["play", "looked_in_pile", "point"]}
    assert ask(**question, side=1)[1]["verdict"] == (
        "The side at fault loses one point; write it as an adjustment."
    )


@pytest.mark.parametrize("mode", ["credit", "deduct"])
@pytest.mark.parametrize("calls", [["hearts"], ["hearts", "clubs"]])
def test_the_callers_of_belot_are_named_with_and_without_a_dealer_in_the_question(mode, calls):
    question = {"game": "belot", "question": "auction", "calls": calls, "rules": {"penalty_mode": mode}}
    (_, plain), (_, given), (_, known) = (
        ask(**question),
        ask(NAMES, **{**question, "dealer": 2}),
        ask(NAMES, 2, **question),
    )
    assert "caller" in plain["verdict"]
    assert known["verdict"] == given["verdict"]
    assert "caller" not in known["verdict"]


def test_the_dealer_of_the_question_goes_before_the_dealer_of_the_match():
    _, document = ask(NAMES, 0, game="belot", question="auction", calls=["hearts"], dealer=2)
    assert document["verdict"] == "It stands at hearts by Georgi; Ana is to call."


@cases(
    "names, claimants, verdict",
    ((), {}, "The player who drew A♣ may buy: claimant 3 of 3."),
    ((), {"claimants": [3, 0, 2]}, "Seat 3 drew the highest card, A♣, and may buy."),
    (NAMES, {"claimants": [3, 0, 2]}, "Vera drew the highest card, A♣, and may buy."),
)
def test_who_may_buy_is_named_where_the_claimants_are(names, claimants, verdict):
    _, document = ask(names, game="kinaskak", question="buy_dispute", drawn=["KH", "2S", "AC"], **claimants)
    assert (document["verdict"], document["result"]) == (verdict, {"winner": 2})
