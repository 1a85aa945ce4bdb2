"""Belot's questions about one moment, by article: what is answered, and what cannot be."""

import pytest

from tests.cases import case, cases
from tests.games.belot.deals import sequence
from tests.games.desk import Desk, texts

DESK = Desk("belot")
ruling, result, errors = DESK.ruling, DESK.result, DESK.errors


def cards(notation):
    return notation.split()


TIERCE = sequence(0, 3, "A")


@cases(
    "contract, hand, trick, legal, verdict",
    case(
        "belot 2.1: the nine cannot be beaten",
        "hearts",
        "7H JC",
        "AS 9H",
        "7H JC",
        "Any card may be played: 9♥ cannot be beaten.",
    ),
    case("belot 2.1: ruff", "hearts", "7H JC", "AS", "7H", "Only 7♥ may be played."),
    case("belot 2.1: overruff", "hearts", "JH AH JC", "AS 10H", "JH AH", "Only J♥ or A♥ may be played."),
    case(
        "belot 2.1: nothing but the suit led",
        "hearts",
        "7S 8S",
        "AS",
        "7S 8S",
        "Any card of this hand may be played.",
    ),
    case("belot 2.2: follow", "no_trumps", "7S AS TC", "9S", "7S AS", "Only 7♠ or A♠ may be played."),
    case("belot 2.3: raise", "all_trumps", "7S js AC", "9S", "JS", "Only J♠ may be played."),
)
def test_which_cards_may_be_played(contract, hand, trick, legal, verdict):
    document = ruling("legal_cards", contract=contract, hand=hand.split(), trick=trick.split())
    assert document["result"] == {"legal": legal.split()}
    assert document["verdict"] == verdict


@cases(
    "hand, trick, expected",
    case("twice in the hand", "7H JC 7H", "AS", [("hand", "card_twice")]),
    case("in both", "7H 9H", "9H 7H", [("trick[0]", "card_twice"), ("trick[1]", "card_twice")]),
    case("no hand", "", "AS", [("hand", "card_count")]),
    case("a whole trick", "7H", "AS KS QS JS", [("trick", "too_many")]),
    case("other cards", "2H 7H", "JK", [("hand[0]", "unknown_card"), ("trick[0]", "unknown_card")]),
    case("nine cards", "7H 8H 9H 10H JH QH KH AH 7S", "", [("hand", "too_many")]),
)
def test_a_hand_and_a_trick_that_cannot_be(hand, trick, expected):
    assert errors("legal_cards", contract="hearts", hand=hand.split(), trick=trick.split()) == expected


def test_belot_2_4_the_seat_that_takes_a_trick_is_counted_from_its_leader():
    for leader in range(4):
        found = result("trick_winner", contract="hearts", trick=cards("AS 10S 7H KS"), leader=leader)
        assert found == {"winner": (leader + 2) % 4, "card": "7H", "points": 25}
    assert result("trick_winner", contract="hearts", trick=cards("AS 10S 7H KS"))["winner"] == 2


def test_a_trick_is_said_to_be_taken_by_a_seat_once_it_is_known_who_led():
    trick = cards("AS 10S 7H KS")
    named = ruling("trick_winner", contract="hearts", trick=trick, leader=3)
    assert named["verdict"] == "Seat 2 takes the trick with 7♥."
    counted = ruling("trick_winner", contract="hearts", trick=trick)
    assert counted["verdict"] == "The third player takes the trick with 7♥."


def test_belot_3_2_a_trick_at_no_trumps_is_worth_its_points_before_they_are_doubled():
    document = ruling("trick_winner", contract="no_trumps", trick=cards("AS 10S 7H KS"))
    assert document["result"]["points"] == 25
    assert "At no trumps they are doubled when the deal is counted." in texts(document)


def test_a_trick_has_four_cards_each_once():
    assert errors("trick_winner", contract="hearts", trick=cards("AS 10S 7H")) == [("trick", "card_count")]
    assert errors("trick_winner", contract="hearts", trick=cards("AS 10S 7H AS")) == [("trick", "card_twice")]
    wrong = errors("trick_winner", contract="pass", trick=cards("AS 10S 7H 8H"), leader=4)
    assert wrong == [("contract", "unknown_choice"), ("leader", "unknown_seat")]


def test_belot_4_9_belote_without_a_suit_is_one_in_trumps():
    document = ruling("declarations", contract="hearts", declarations=[{"player": 1, "kind": "belote"}])
    assert document["result"] == {"counted": [0], "points": [0, 20], "refused": []}
    missing = errors("declarations", contract="all_trumps", declarations=[{"player": 1, "kind": "belote"}])
    assert missing == [("declarations[0].suit", "missing")]


def test_belot_4_6_equal_sequences_all_fall_and_carres_stay():
    announced = [
        TIERCE,
        {**TIERCE, "player": 1},
        {**TIERCE, "player": 2, "top": "9"},
        {"player": 3, "kind": "carre", "rank": "J"},
    ]
    assert result("declarations", contract="hearts", declarations=announced) == {
        "counted": [3],
        "points": [0, 200],
        "refused": [],
    }


def test_what_cannot_be_announced_is_an_error_at_its_place():
    announced = [{**TIERCE, "top": "8"}, {"player": 1, "kind": "carre", "rank": "7"}]
    assert errors("declarations", contract="hearts", declarations=announced) == [
        ("declarations[0].top", "sequence_too_low"),
        ("declarations[1].rank", "no_such_carre"),
    ]
    assert errors("declarations", contract="no_trumps", declarations=[TIERCE, TIERCE]) == [
        ("declarations[0]", "nothing_at_no_trumps"),
        ("declarations[1]", "nothing_at_no_trumps"),
    ]
    shared = [{"player": 0, "kind": "carre", "rank": "A"}, {**TIERCE, "player": 0}]
    assert errors("declarations", contract="hearts", declarations=shared) == [
        ("declarations[1]", "cards_clash")
    ]


@cases(
    "shown, said",
    (["7H 8H 9H", "10C JC QC KC", "", ""], [(0, 3, "9"), (1, 4, "K")]),
    (["7H 8H 9H QS KS AS", "", "", "9D 10D JD QD KD"], [(0, 3, "9"), (0, 3, "A"), (3, 5, "K")]),
    (["QH KH AH", "QC KC AC", "", ""], [(0, 3, "A"), (1, 3, "A")]),
)
@pytest.mark.parametrize("contract", ["hearts", "all_trumps", "clubs"])
def test_belot_4_6_cards_that_are_shown_count_as_what_they_are_called(shown, said, contract):
    named = [{"player": seat, "kind": "sequence", "length": length, "top": top} for seat, length, top in said]
    by_name = ruling("declarations", contract=contract, declarations=named)
    cards = [one.split() for one in shown]
    assert (
        ruling("declarations", contract=contract, declarations=[], shown=cards)["result"] == by_name["result"]
    )


def test_belot_4_7_a_carre_that_is_shown_counts_beside_one_that_is_named():
    shown = [["JC", "JD", "JH", "JS"], [], [], []]
    announced = [{"player": 1, "kind": "carre", "rank": "9"}]
    assert result("declarations", contract="spades", declarations=announced, shown=shown) == {
        "counted": [1],
        "points": [200, 0],
        "refused": [],
    }


@cases(
    "shown, contract, found",
    (["7H 8H 9H KC"], "hearts", [("shown[0]", "not_declared")]),
    (["", "7H 8H"], "hearts", [("shown[1]", "not_declared")]),
    (["7C 7D 7H 7S"], "hearts", [("shown[0]", "not_declared")]),
    (["7H 8H 9H", "9H 10H JH"], "hearts", [("shown[1][0]", "card_twice")]),
    (["JC JD JH JS 10H 9H"], "hearts", [("shown[0]", "cards_clash")]),
    (["7H 8H 9H"], "no_trumps", [("declarations[0]", "nothing_at_no_trumps")]),
)
def test_what_cannot_be_shown_is_an_error_at_its_hand(shown, contract, found):
    cards = [one.split() for one in [*shown, *[""] * (4 - len(shown))]]
    assert errors("declarations", contract=contract, declarations=[], shown=cards) == found


def test_belot_4_1_nothing_announced_counts_nothing():
    assert result("declarations", contract="hearts", declarations=[]) == {
        "counted": [],
        "points": [0, 0],
        "refused": [],
    }


@cases(
    "contract, hand, verdict",
    case(
        "belot 4.9: a belote is beside the choice",
        "all_trumps",
        "KH KD KS KC QH JH 7C 7D",
        (
            "A card can be in one of these only, so the holder chooses: "
            "Tierce to the king of hearts (20), or Carre of kings (100)."
            " With either choice this hand may also announce: Belote in hearts."
        ),
    ),
    case(
        "belot 4.5: what is left of a sequence goes with the carre",
        "clubs",
        "KH KD KS KC QH JH 10H 9H",
        (
            "A card can be in one of these only, so the holder chooses: Quinte to the king of hearts (100),"
            " or Carre of kings and Quarte to the queen of hearts (150)."
        ),
    ),
    case(
        "belot 4.5: two sequences go together against a carre",
        "hearts",
        "JS QS KS JC QC KC JD JH",
        (
            "A card can be in one of these only, so the holder chooses: Carre of jacks (200),"
            " or Tierce to the king of clubs and Tierce to the king of spades (40)."
        ),
    ),
    case(
        "belot 4.5: nothing beside the choice",
        "clubs",
        "9H 9D 9S 9C 8H 10H JH 7D",
        (
            "A card can be in one of these only, so the holder chooses: "
            "Quarte to the jack of hearts (50), or Carre of nines (150)."
        ),
    ),
    case(
        "belot 4.5: a belote and its sequence are no choice",
        "hearts",
        "QH KH AH 9S 10S JS 7C 7D",
        "This hand may announce: Tierce to the ace of hearts, Tierce to the jack of spades, Belote in hearts.",
    ),
)
def test_only_declarations_that_share_a_card_are_a_choice(contract, hand, verdict):
    document = ruling("find_declarations", contract=contract, hand=hand.split())
    assert document["verdict"] == verdict
    beside = "A belote may use cards of its holder’s carre or sequence."
    assert (beside in texts(document)) == ("With either choice" in verdict)


def test_a_hand_that_may_announce_has_eight_cards():
    assert errors("find_declarations", contract="hearts", hand=cards("7H 8H JC 9C 7D")) == [
        ("hand", "card_count")
    ]


@cases(
    "contract, trick, card, valid",
    case("belot 4.9: leading", "hearts", "", "KH", True),
    case("belot 4.9: the queen lies there", "hearts", "QH", "KH", False),
    case("belot 4.9: not in trumps", "hearts", "AS", "KS", False),
    case("belot 4.4: no trumps", "no_trumps", "", "KS", False),
    case("belot 4.9: following", "all_trumps", "AS 7H", "KS", True),
    case("belot 4.9: thrown off", "all_trumps", "AH 7S", "KS", False),
    case("belot 4.9: under a ruff", "hearts", "AS JH", "QH", True),
)
def test_when_belote_may_be_announced(contract, trick, card, valid):
    assert result("belote", contract=contract, trick=trick.split(), card=card) == {"valid": valid}


def test_the_card_that_announces_belote_is_not_in_the_trick():
    assert errors("belote", contract="hearts", trick=["KH"], card="KH") == [("card", "card_twice")]


def test_belot_1_3_the_first_call_that_is_not_allowed_is_named():
    assert errors("auction", calls=["clubs", "pass", "contra"]) == [("calls[2]", "call_not_allowed")]
    assert errors("auction", calls=["pass"] * 5) == [("calls[4]", "call_not_allowed")]
    assert errors("auction", calls=["kontra"]) == [("calls[0]", "unknown_choice")]
    assert errors("auction", calls=["pass"] * 61) == [("calls", "too_many")]


@cases(
    "calls, offender, deals_again",
    case("belot 6: hearts, then diamonds from the other side", ["hearts", "diamonds"], 1, True),
    case("as high is not above", ["hearts", "hearts"], 1, True),
    case("the bidder’s own partner", ["hearts", "pass", "clubs"], 2, False),
    case("what came after is void", ["pass", "pass", "hearts", "contra", "diamonds", "pass"], 0, False),
)
@pytest.mark.parametrize("dealer", range(4))
def test_belot_6_a_bid_that_is_too_low_costs_16_and_the_first_call(calls, offender, deals_again, dealer):
    document = ruling("auction", calls=calls, dealer=dealer)
    found = document["result"]
    side = (dealer + 1 + offender) % 2
    assert (found["state"], found["contract"], found["turn"], found["legal"]) == ("void", "hearts", None, [])
    assert (found["penalty"], found["wronged"]) == (16, [1 - offender % 2, 3 - offender % 2])
    assert found["entry"] == {
        "kind": "penalty",
        "side": side,
        "reason": "a bid that was not above the one before it",
    }
    assert "is invalid" in document["verdict"]
    assert "16 points" in document["verdict"]
    assert ["seats 2 and 4", "seats 1 and 3"][side] in document["verdict"], "the wronged side"
    cited = {cite for reason in document["reasons"] for cite in reason["cites"]}
    assert {"belot 1.3", "belot 6.1", "belot 6.2"} <= cited
    sheet = DESK.sheet(found["entry"], first_dealer=dealer)
    assert sheet["totals"][1 - side] == 16
    assert sheet["next_dealer"] == (dealer if deals_again else (dealer + 1) % 4)
    first = (sheet["next_dealer"] + 1) % 4
    assert f"first to call next is seat {first + 1}" in document["verdict"]
    assert (dealer + 1 + found["first_call"]) % 4 == first


def test_belot_6_without_a_dealer_the_callers_are_told_by_their_turn():
    document = ruling("auction", calls=["hearts", "diamonds"])
    assert document["verdict"] == (
        "The bid “diamonds” (the second caller) is invalid: it is not above hearts. The deal is void; the wronged "
        "side (the first and the third caller) writes 16 points, and first to call next is the first caller."
    )
    assert document["result"]["entry"]["side"] is None


def test_belot_6_the_table_s_own_penalty_is_ruled():
    rules = {"penalty_points": 26, "penalty_mode": "deduct"}
    document = ruling("auction", rules, calls=["hearts", "diamonds"], dealer=0)
    assert document["result"]["penalty"] == 26
    assert "the side at fault (seats 1 and 3) loses 26 points" in document["verdict"]


def test_belot_1_3_a_known_dealer_names_the_callers():
    assert (
        ruling("auction", calls=["hearts"], dealer=1)["verdict"]
        == "It stands at hearts by seat 3; seat 4 is to call."
    )


def test_belot_1_3_the_longest_bidding_there_is_can_be_asked_about():
    calls = ["pass"] * 3
    for bid in ("clubs", "diamonds", "hearts", "spades", "no_trumps", "all_trumps"):
        calls += [bid, "pass", "pass", "contra", "pass", "pass", "recontra", "pass", "pass"]
    assert result("auction", calls=[*calls, "pass"])["state"] == "closed"


@cases(
    "answers, silent, entry, cite",
    case("belot 6.1: hearts, then diamonds", "bidding insufficient", False, "penalty", "belot 6.1"),
    case("belot 6.2: first call", "bidding out_of_turn", False, "penalty", "belot 6.2"),
    case("belot 1.4: contra", "bidding wrong_contra", False, "penalty", "belot 1.4"),
    case("belot 6.1: a revoke found later", "play revoke later", False, "penalty", "belot 2.3"),
    case("a revoke put right", "play revoke before_next_trick corrected", True, None, "belot 2.1"),
    case("an exposed card", "play exposed_card must_play", True, None, "belot 6"),
    case("a card turned up", "dealing exposed_card redeal", True, "void", "belot 9.1"),
    case("seven cards", "dealing wrong_number before_play redeal", True, "void", "belot 9.1"),
    case("belot 1.1: a card is missing", "dealing pack_not_whole", False, "void", "belot 1.1"),
    case("belot 9.5: the wrong dealer", "dealing wrong_dealer in_play", False, None, "belot 9.5"),
    case("the last card is dealt", "dealing wrong_dealer before_play stands", True, None, "belot 9.5"),
    case("noticed in time", "dealing wrong_dealer before_play right_dealer", True, None, "belot 6"),
    case("belot 1.2: five at once", "dealing wrong_order before_play redeal", True, "void", "belot 1.2"),
    case("noticed in the play", "dealing wrong_order in_play stands", True, None, "belot 1.5"),
    case("belot 1.2: a sixth card", "dealing sixth_card redeal", True, "void", "belot 1.2"),
    case("a sixth card costs", "dealing sixth_card penalty", True, "penalty", "belot 6.1"),
    case("a claim with its order", "play claim order_said as_said", True, None, "belot 6"),
    case("a claim without", "play claim order_unsaid against_claimer", True, None, "belot 6"),
    case("a claim that did not hold", "play claim order_unsaid penalty", True, "penalty", "belot 6.1"),
    case("belot 4.9: belote is out", "play claim belote_out counts_open", True, None, "belot 4.9"),
    case("belot 4.1: before its turn", "announcing too_early struck", True, None, "belot 4.1"),
    case("belot 4.8: the top card", "announcing named_too_early stands", True, None, "belot 4.8"),
    case("belot 4.1: too late", "announcing too_late", False, None, "belot 4.1"),
    case("belot 4.4: at no trumps", "announcing at_no_trumps", False, None, "belot 4.4"),
    case("belot 4.5: one card, one declaration", "announcing one_card_twice", False, None, "belot 4.5"),
    case("a false declaration", "announcing false penalty", True, "penalty", "belot 6.1"),
    case("belot 5: the counts differ", "counting counts_differ", False, None, "belot 5"),
    case("belot 9.2: an arbiter", "counting tricks_mixed adjusted", True, "adjustment", "belot 9.2"),
)
def test_what_to_do_when_something_went_wrong(answers, silent, entry, cite):
    document = ruling("irregularity", answers=answers.split(), side=1)
    assert document["result"]["asks"] is None
    assert document["result"]["silent"] is silent
    assert (document["result"]["entry"] or {}).get("kind") == entry
    assert cite in {cited for reason in document["reasons"] for cited in reason["cites"]}


def test_belot_6_the_penalty_that_the_tree_names_is_written_and_moves_the_first_call():
    entry = result("irregularity", answers=["bidding", "insufficient"], side=0)["entry"]
    sheet = DESK.sheet(entry, first_dealer=1)
    assert sheet["totals"] == [0, 16]
    assert sheet["next_dealer"] == 2, "seat 3 of the wronged side has first call"
