"""Belot's declarations, by article: what they bring, whose count, and what four hands cannot hold."""

from tests.cases import case, cases
from tests.games.belot.deals import belote, carre, premiums, score_deal, sequence
from tests.games.desk import Desk

DESK = Desk("belot")
SUITS = ["clubs", "diamonds", "hearts", "spades"]
FOUR_BELOTES = [belote(0, "clubs"), belote(0, "diamonds"), belote(2, "hearts"), belote(2, "spades")]


def list_refused(declarations, contract):
    found, good = score_deal(declarations, contract)
    assert not good, found
    start = "entries[0].declarations"
    assert all(error["path"].startswith(start) for error in found["errors"]), found
    return [(error["path"].removeprefix(start), error["code"]) for error in found["errors"]]


@cases(
    "declaration, points",
    case("belot 4.2: the lowest tierce", sequence(0, 3, "9"), 20),
    case("belot 4.2: a quarte", sequence(0, 4, "A"), 50),
    case("belot 4.2: a quinte", sequence(0, 5, "A"), 100),
    case("belot 4.2: six cards are a quinte", sequence(0, 6, "K", "clubs"), 100),
    case("belot 4.2: seven cards are a quinte", sequence(0, 7, "A"), 100),
    case("belot 4.2: a whole suit is a quinte", sequence(0, 8, "A"), 100),
    case("belot 4.3: tens", carre(0, "10"), 100),
    case("belot 4.3: T is read for 10", carre(0, "T"), 100),
    case("belot 4.3: queens", carre(0, "Q"), 100),
    case("belot 4.3: kings", carre(0, "K"), 100),
    case("belot 4.3: aces", carre(0, "A"), 100),
    case("belot 4.3: nines", carre(0, "9"), 150),
    case("belot 4.3: jacks", carre(0, "J"), 200),
    case("belot 4.9: belote", belote(0, "hearts"), 20),
)
def test_a_declaration_alone_counts(declaration, points):
    assert premiums([declaration]) == [points, 0]
    assert premiums([{**declaration, "player": 3}]) == [0, points]


@cases(
    "declarations, expected",
    case("belot 4.6: longer before higher", [sequence(0, 4, "10"), sequence(1, 3, "A")], [50, 0]),
    case("belot 4.6: the higher top card", [sequence(0, 3, "K"), sequence(1, 3, "A")], [0, 20]),
    case("belot 4.6: equal, none counts", [sequence(0, 3, "A"), sequence(1, 3, "A")], [0, 0]),
    case(
        "belot 4.6: equal highest take the lower ones with them",
        [sequence(0, 3, "A", "clubs"), sequence(1, 3, "A", "hearts"), sequence(3, 3, "J")],
        [0, 0],
    ),
    case(
        "belot 4.6: the side with the highest counts all of its own",
        [sequence(0, 3, "A"), sequence(1, 4, "A"), sequence(3, 3, "9"), sequence(3, 3, "9")],
        [0, 90],
    ),
    case("belot 4.6: partners do not compete", [sequence(0, 3, "A"), sequence(2, 3, "A")], [40, 0]),
    case("belot 4.7: jacks before nines", [carre(0, "J"), carre(1, "9")], [200, 0]),
    case("belot 4.7: nines before aces", [carre(0, "A"), carre(1, "9")], [0, 150]),
    case("belot 4.7: aces before tens", [carre(0, "A"), carre(1, "10")], [100, 0]),
    case("belot 4.7: tens before kings", [carre(0, "K"), carre(1, "10")], [0, 100]),
    case("belot 4.7: kings before queens", [carre(0, "K"), carre(1, "Q")], [100, 0]),
    case("belot 4.7: all of the side's carres", [carre(0, "Q"), carre(1, "A"), carre(2, "J")], [300, 0]),
    case("belot 4.7: carres and sequences are apart", [carre(0, "Q"), sequence(1, 5, "J")], [100, 100]),
    case("belot 4.7: each contest", [carre(0, "K"), sequence(1, 3, "9"), sequence(0, 3, "10")], [120, 0]),
    case(
        "belot 4.9: a belote is in no contest",
        [belote(1, "clubs"), belote(1, "spades"), sequence(0, 5, "A", "hearts"), sequence(1, 3, "9")],
        [100, 40],
    ),
    case(
        "belot 4.9: a belote counts when the sequences fall",
        [sequence(0, 3, "A"), sequence(1, 3, "A"), belote(0, "hearts"), belote(1, "spades")],
        [20, 20],
    ),
    case("nothing announced", [], [0, 0]),
)
def test_whose_declarations_count(declarations, expected):
    assert premiums(declarations) == expected


@cases(
    "option, expected",
    case("belot 4.6: six cards to the king are longer", "by_length", [100, 0]),
    case("belot 4.6: one class, the ace is higher", "one_class", [0, 100]),
)
def test_two_quintes(option, expected):
    assert premiums([sequence(0, 6, "K"), sequence(1, 5, "A")], quinte_ranking=option) == expected


def test_belot_4_6_in_one_class_two_quintes_to_one_card_are_equal():
    declarations = [sequence(0, 6, "K"), sequence(1, 5, "K")]
    assert premiums(declarations, quinte_ranking="one_class") == [0, 0]
    assert premiums(declarations, quinte_ranking="by_length") == [100, 0]


@cases(
    "declarations, contract, expected",
    case("belot 4.2: tierce to the 8", [sequence(0, 3, "8")], "hearts", [("[0].top", "sequence_too_low")]),
    case("belot 4.2: eight to the king", [sequence(0, 8, "K")], "hearts", [("[0].top", "sequence_too_low")]),
    case("belot 4.2: two cards", [sequence(0, 2, "A")], "hearts", [("[0].length", "out_of_range")]),
    case("belot 4.2: nine cards", [sequence(0, 9, "A")], "hearts", [("[0].length", "out_of_range")]),
    case("belot 4.3: sevens", [carre(0, "7")], "hearts", [("[0].rank", "no_such_carre")]),
    case("belot 4.3: eights", [carre(0, "8")], "hearts", [("[0].rank", "no_such_carre")]),
    case("belot 4.3: jacks twice", [carre(0, "J"), carre(1, "J")], "hearts", [("[1]", "carre_twice")]),
    case("belot 4.3: in one hand", [carre(0, "J"), carre(0, "J")], "hearts", [("[1]", "carre_twice")]),
    case("belot 4.4: a carre", [carre(0, "A")], "no_trumps", [("[0]", "nothing_at_no_trumps")]),
    case("belot 4.4: a belote", [belote(0, "clubs")], "no_trumps", [("[0]", "nothing_at_no_trumps")]),
    case("belot 4.9: not in trumps", [belote(0, "clubs")], "hearts", [("[0].suit", "belote_not_trump")]),
    case("belot 4.9: in which suit?", [belote(0)], "all_trumps", [("[0].suit", "missing")]),
    case("belot 4.9: twice", [belote(0), belote(1)], "hearts", [("[1]", "belote_twice")]),
    case("belot 4.5: one hand", [carre(0, "K"), sequence(0, 3, "A")], "hearts", [("[1]", "cards_clash")]),
    case("belot 4.12: two hands", [sequence(1, 3, "A"), carre(0, "K")], "hearts", [("[1]", "cards_clash")]),
    case("belot 4.12: another's queens", [belote(0), carre(1, "Q")], "hearts", [("[1]", "cards_clash")]),
    case(
        "belot 4.12: another's sequence in trumps",
        [belote(0), sequence(1, 3, "K", "hearts")],
        "hearts",
        [("[1]", "cards_clash")],
    ),
    case(
        "belot 4.12: two sequences in one suit",
        [sequence(0, 3, "K", "clubs"), sequence(1, 3, "Q", "clubs")],
        "hearts",
        [("[1]", "cards_clash")],
    ),
    case(
        "belot 4.2: they are six in a row",
        [sequence(0, 3, "9", "clubs"), sequence(0, 3, "Q", "clubs")],
        "hearts",
        [("[1]", "sequences_meet")],
    ),
    case("belot 4.12: nine cards", [sequence(0, 5, "A"), carre(0, "9")], "hearts", [("[1]", "hand_too_big")]),
    case(
        "belot 4.12: three tierces",
        [sequence(0, 3, "9"), sequence(0, 3, "9"), sequence(0, 3, "9")],
        "hearts",
        [("[2]", "hand_too_big")],
    ),
    case(
        "belot 4.12: seven clubs, king and queen of hearts",
        [sequence(0, 7, "K", "clubs"), belote(0)],
        "hearts",
        [("", "cards_clash")],
    ),
    case(
        "belot 4.12: a whole suit has one belote",
        [
            sequence(0, 8, "A"),
            sequence(1, 8, "A"),
            sequence(2, 8, "A"),
            sequence(3, 8, "A"),
            belote(1, "clubs"),
            belote(1, "hearts"),
        ],
        "all_trumps",
        [("", "cards_clash")],
    ),
    case(
        "belot 4.12: no suit is left for the tierce",
        [
            sequence(0, 5, "A"),
            sequence(1, 5, "A"),
            sequence(2, 5, "A"),
            sequence(3, 5, "A"),
            sequence(0, 3, "9"),
            sequence(1, 3, "10"),
        ],
        "hearts",
        [("", "cards_clash")],
    ),
    case(
        "belot 4.12: every king and queen is in another hand",
        [*FOUR_BELOTES, sequence(1, 3, "K")],
        "all_trumps",
        [("", "cards_clash")],
    ),
    case(
        "belot 4.2: the fields of a carre",
        [{"player": 0, "kind": "sequence", "rank": "A"}],
        "hearts",
        [("[0].length", "missing"), ("[0].top", "missing"), ("[0].rank", "not_of_kind")],
    ),
    case(
        "belot 4.3: a carre has every suit",
        [{"player": 0, "kind": "carre", "rank": "A", "suit": "clubs"}],
        "hearts",
        [("[0].suit", "not_of_kind")],
    ),
    case(
        "two slips in one",
        [{"player": 9, "kind": "belot"}],
        "hearts",
        [("[0].player", "unknown_seat"), ("[0].kind", "unknown_choice")],
    ),
    case("more than four hands could hold", [carre(0, "A")] * 17, "hearts", [("", "too_many")]),
)
def test_what_cannot_be_is_refused(declarations, contract, expected):
    assert sorted(list_refused(declarations, contract)) == sorted(expected)


@cases(
    "declarations, card",
    case("suit said", [sequence(0, 3, "J", "hearts"), carre(1, "J")], "J♥"),
    case("suit said last", [carre(1, "J"), sequence(0, 3, "J", "hearts")], "J♥"),
    case("no suit said", [sequence(0, 3, "J"), carre(1, "J")], "jack"),
    case("belote", [belote(0), carre(1, "Q")], "Q♥"),
    case("two sequences", [sequence(0, 3, "K", "clubs"), sequence(1, 3, "Q", "clubs")], "Q♣"),
)
def test_belot_4_12_the_card_that_two_hands_would_share_is_named(declarations, card):
    found, _good = score_deal(declarations, "hearts")
    (error,) = found["errors"]
    assert error["cites"] == ["belot 4.12"]
    assert (
        error["message"]
        == f"The same card ({card}) would be in two hands: in this declaration and in number 1."
    )
    asked = {"contract": "hearts", "declarer": 0, "trick_points": [100, 62], "declarations": declarations}
    assert DESK.ask("score", **asked)[0]["errors"][0]["message"] == error["message"]


def test_belot_4_5_the_card_that_two_declarations_of_one_hand_share_counts_in_one():
    found, _good = score_deal([sequence(0, 3, "J", "hearts"), carre(0, "J")], "hearts")
    (error,) = found["errors"]
    assert error["cites"] == ["belot 4.5"]
    assert (
        error["message"]
        == "The same card (J♥) would be in this declaration and in number 1; a card counts in one."
    )


@cases(
    "declarations, contract",
    case("belot 4.5: belote within a sequence", [belote(0), sequence(0, 3, "K", "hearts")], "hearts"),
    case("belot 4.5: belote and one's own queens", [belote(0), carre(0, "Q")], "hearts"),
    case("belot 4.9: and jacks elsewhere", [belote(0), carre(1, "J")], "hearts"),
    case("belot 4.2: a card between", [sequence(0, 3, "9", "clubs"), sequence(0, 3, "K", "clubs")], "hearts"),
    case("belot 4.2: two hands", [sequence(0, 3, "9", "clubs"), sequence(1, 3, "Q", "clubs")], "hearts"),
    case("belot 4.12: two suits", [sequence(0, 3, "9"), sequence(0, 3, "9")], "hearts"),
    case("belot 4.12: in a suit of its own belote", [*FOUR_BELOTES, sequence(2, 3, "K")], "all_trumps"),
    case("belot 4.12: a suit each", [sequence(player, 3, "A") for player in range(4)], "hearts"),
    case("belot 4.12: whole suits", [sequence(player, 8, "A") for player in range(4)], "hearts"),
    case("belot 4.12: the belote is in the sequence", [sequence(0, 7, "K"), belote(0)], "hearts"),
    case("belot 4.12: two carres fill a hand", [carre(0, "J"), carre(0, "9"), belote(1)], "hearts"),
    case("belot 4.9: four", [belote(player, suit) for player, suit in enumerate(SUITS)], "all_trumps"),
)
def test_what_can_be_is_accepted(declarations, contract):
    found, good = score_deal(declarations, contract)
    assert good, found
