"""One problem hides no other: the readable parts of a wrong document are checked, and none is accused wrongly."""

from scorekeeper.games import score
from tests.cases import case, cases
from tests.documents import match_document

NAMES = ["Ana", "Boris", "Vera", "Georgi"]


def problems(game, deal, players=4, **rules):
    """Every problem of a match of one deal, as ``path:code``."""
    return problems_of(match_document(game, NAMES[:players], [{"kind": "deal", **deal}], rules=rules))


def problems_of(document):
    answer, good = score(document)
    assert good == ("errors" not in answer)
    found = [f"{error['path']}:{error['code']}" for error in answer.get("errors", ())]
    return sorted(one.removeprefix("entries[0].") for one in found)


HEARTS = {"contract": "hearts", "declarer": 0, "trick_points": [100, 62]}
NINE_LONG = {"player": 0, "kind": "sequence", "length": 9, "top": "A"}
JACKS = {"player": 0, "kind": "carre", "rank": "J"}


def announce(*declarations, **changed):
    return {**HEARTS, **changed, "declarations": list(declarations)}


@cases(
    "deal, expected",
    case(
        "a belote outside trumps after a sequence of nine",
        announce(NINE_LONG, {"player": 0, "kind": "belote", "suit": "spades"}),
        ["declarations[0].length:out_of_range", "declarations[1].suit:belote_not_trump"],
    ),
    case(
        "nothing at no trumps, even if it cannot be read",
        announce(NINE_LONG, JACKS, contract="no_trumps", trick_points=[100, 30]),
        [
            "declarations[0].length:out_of_range",
            "declarations[0]:nothing_at_no_trumps",
            "declarations[1]:nothing_at_no_trumps",
        ],
    ),
    case(
        "a carre twice, told by its own number",
        announce(NINE_LONG, JACKS, {**JACKS, "player": 2}),
        ["declarations[0].length:out_of_range", "declarations[2]:carre_twice"],
    ),
    case(
        "two problems of one declaration",
        announce({"player": 9, "kind": "belote", "suit": "spades"}),
        ["declarations[0].player:unknown_seat", "declarations[0].suit:belote_not_trump"],
    ),
    case(
        "a carre without rank or player",
        announce({"player": 9, "kind": "carre"}),
        ["declarations[0].player:unknown_seat", "declarations[0].rank:missing"],
    ),
    case(
        "a length that is no number, and of a carre",
        announce({"player": 0, "kind": "carre", "rank": "J", "length": "x"}),
        ["declarations[0].length:not_a_number", "declarations[0].length:not_of_kind"],
    ),
    case(
        "a misspelt rank is not missing",
        announce({"player": 0, "kind": "carre", "rnak": "J"}, 5),
        ["declarations[0].rnak:unknown_field", "declarations[1]:not_an_object"],
    ),
    case(
        "a carre twice in an unknown contract",
        announce(JACKS, JACKS, contract="harts"),
        ["contract:unknown_choice", "declarations[1]:carre_twice"],
    ),
    case(
        "belotes in unknown trumps",
        announce({"player": 0, "kind": "belote"}, {"player": 1, "kind": "belote"}, contract="harts"),
        ["contract:unknown_choice"],
    ),
    case(
        "more than all points for one side",
        {**HEARTS, "trick_points": ["x", 163]},
        ["trick_points:points_total", "trick_points[0]:not_a_number"],
    ),
    case(
        "points against a capot in an unknown contract",
        {**HEARTS, "contract": "harts", "trick_points": [None, 62], "capot": 0},
        ["contract:unknown_choice", "trick_points:capot_points"],
    ),
    case(
        "a wrong number in a list that is too long",
        {**HEARTS, "trick_points": [True, 62, 0]},
        ["trick_points:list_length", "trick_points[0]:not_a_number"],
    ),
)
def test_belot_names_every_problem(deal, expected):
    assert problems("belot", deal) == expected


TABLE = ["1O", "2O", "3O", "4O"]
COUNTS = {"escobas": [2, 1], "cards": [22, 18], "golds": [6, 4], "sevens": [3, 1], "seven_of_golds": 0}
MOST = {"most": {"cards": 0, "golds": 0, "sevens": 1}, "seven_of_golds": 0, "escobas": [0, 0]}


@cases(
    "deal, expected",
    case(
        "an unknown card among plays out of turn",
        {"table": TABLE, "plays": [{"seat": 0, "card": "5O", "takes": ["1O"]}, {"seat": 0, "card": "8O"}]},
        [
            "plays:cards_missing",
            "plays[0].seat:wrong_first",
            "plays[0].takes:not_fifteen",
            "plays[1].card:unknown_card",
            "plays[1].seat:out_of_turn",
        ],
    ),
    case(
        "the unknown card of the table may be the one taken",
        {
            "table": [*TABLE[:3], "8O"],
            "plays": [
                {"seat": 1, "card": "7C", "takes": ["5C", "3O"]},
                {"seat": 0, "card": "3O"},
                {"seat": 1, "card": "12C", "takes": ["3O", "2O"]},
            ],
        },
        ["plays:cards_missing", "plays[1].card:card_twice", "table[3]:unknown_card"],
    ),
    case(
        "a card that was taken before is gone even if the unknown one was another",
        {
            "table": TABLE,
            "plays": [
                {"seat": 1, "card": "12C", "takes": ["1O", "4O"]},
                {"seat": 0, "card": "9X"},
                {"seat": 1, "card": "11C", "takes": ["2O", "4O"]},
                {"seat": 0, "card": "8O", "takes": ["7C"]},
            ],
        },
        [
            "plays:cards_missing",
            "plays[1].card:unknown_card",
            "plays[2].takes[1]:not_on_table",
            "plays[3].card:unknown_card",
        ],
    ),
    case(
        "the seven of golds in two piles beside an unknown card",
        {"escobas": [0, 30], "piles": [["7O", "9X"], ["7O"]]},
        ["escobas[1]:out_of_range", "piles[0][1]:unknown_card", "piles[1][0]:card_twice"],
    ),
    case(
        "two escobas with two cards, one of them unknown",
        {"escobas": [2, 0], "piles": [["7O", "9X"], "7O"]},
        ["escobas[0]:escobas_above_cards", "piles[0][1]:unknown_card", "piles[1]:not_a_list"],
    ),
    case(
        "counts of which some cannot be read",
        {**COUNTS, "escobas": [None, 1], "golds": ["x", 11], "sevens": [2, 1]},
        ["escobas[0]:not_a_number", "golds[0]:not_a_number", "golds[1]:out_of_range", "sevens:sevens_total"],
    ),
    case(
        "more golds and escobas than cards beside an unreadable number",
        {**COUNTS, "cards": ["x", 2], "escobas": [0, 2]},
        ["cards[0]:not_a_number", "escobas[1]:escobas_above_cards", "golds[1]:golds_above_cards"],
    ),
    case(
        "more golds than cards, and the seven of golds without a seven",
        {
            **COUNTS,
            "cards": [38, 2],
            "golds": [7, 3],
            "sevens": [4, 0],
            "seven_of_golds": 1,
            "escobas": [0, 0],
        },
        ["golds[1]:golds_above_cards", "seven_of_golds:seven_of_golds"],
    ),
    case(
        "whose the seven of golds is decides whether the pile is large enough",
        {
            **COUNTS,
            "cards": [37, 3],
            "golds": [8, 2],
            "sevens": [2, 2],
            "seven_of_golds": 9,
            "escobas": [0, 0],
        },
        ["seven_of_golds:unknown_side"],
    ),
    case(
        "all golds without the seven of golds beside unknown sides",
        {**MOST, "most": {"cards": 0, "golds": 7, "sevens": 1}, "all_golds": 1, "under_ten": [1, 1, 9]},
        [
            "most.golds:unknown_side",
            "seven_of_golds:all_golds_seven",
            "under_ten:side_twice",
            "under_ten[2]:unknown_side",
        ],
    ),
    case(
        "a side without cards has nothing, even if an unknown side took none either",
        {**MOST, "no_cards": ["x", 0]},
        [
            "most.cards:no_cards_but",
            "most.golds:no_cards_but",
            "no_cards[0]:unknown_side",
            "seven_of_golds:no_cards_but",
        ],
    ),
)
def test_eskoba_names_every_problem(deal, expected):
    assert problems("escoba", deal, players=2) == expected


@cases(
    "deal, expected",
    case(
        "more than thirteen tricks beside an unreadable number",
        {"bid": 7, "declarer": 0, "partner": 2, "tricks": ["x", 9, 5, 0]},
        ["tricks:tricks_total", "tricks[0]:not_a_number"],
    ),
    case(
        "the unreadable number may be the one trick that is left",
        {"bid": 7, "declarer": 0, "partner": 2, "tricks": ["x", 9, 3, 0]},
        ["tricks[0]:not_a_number"],
    ),
    case(
        "a bid that is too low before an unreadable call",
        {"bid": 7, "declarer": 0, "partner": 2, "tricks": 7, "calls": [7, 6, "x"]},
        ["calls[1]:call_not_allowed", "calls[2]:unknown_choice"],
    ),
    case(
        "after an unreadable call the bid is unknown",
        {"bid": 8, "declarer": 0, "partner": 2, "tricks": 8, "calls": [7, "x", "pass", "pass"]},
        ["calls[1]:unknown_choice"],
    ),
    case(
        "the calls begin after an unknown dealer",
        {"bid": 7, "declarer": 2, "partner": 0, "tricks": 7, "dealer": 9, "calls": [7, *["pass"] * 3]},
        ["dealer:unknown_seat"],
    ),
)
def test_kani_names_every_problem(deal, expected):
    assert problems("kani", deal) == expected


@cases(
    "deal, expected",
    case(
        "points that no hand gives among hands that cannot be read",
        {"hands": [["9X", "AS"], {"jokers": "x", "aces": 30}, 7, []], "buys": [0, 0, "x", 0]},
        [
            "buys[2]:not_a_number",
            "hands[0][0]:unknown_card",
            "hands[1].aces:out_of_range",
            "hands[1].jokers:not_a_number",
            "hands[2]:points_impossible",
        ],
    ),
    case(
        "two empty hands beside an unreadable one",
        {"hands": ["x", [], {}, 5]},
        ["hands:two_empty", "hands[0]:wrong_type"],
    ),
    case(
        "a hand of one unknown card is not empty",
        {"hands": [["9X"], 5, 5, 5]},
        ["hands:nobody_out", "hands[0][0]:unknown_card"],
    ),
    case("the unreadable hand may be empty", {"hands": ["x", 5, 5, 5]}, ["hands[0]:wrong_type"]),
    case(
        "four aces of spades in one hand and another beside an unknown card",
        {"hands": [["AS"] * 4, [], ["AS", "9X"], 5]},
        ["hands:too_many_copies", "hands[0]:card_twice", "hands[2][1]:unknown_card"],
    ),
    case(
        "more cards than there can be, and jokers that cannot be read",
        {"hands": [{"low": 21, "jokers": "x"}, [], 5, 5], "buys": [0, 0, 0, 0]},
        ["hands[0].jokers:not_a_number", "hands[0]:too_many_cards"],
    ),
    case(
        "misspelt buys may have been many",
        {"hands": [{"low": 22}, [], 5, 5], "byus": [4, 0, 0, 0], "stock_run_out": True},
        ["byus:unknown_field", "stock_run_out:unknown_field"],
    ),
)
def test_kinaskak_names_every_problem(deal, expected):
    assert problems("kinaskak", deal) == expected


def test_cards_of_a_pile_that_are_twice_in_it_are_all_named():
    found = problems(
        "escoba", {"escobas": [0, 0], "piles": [["7O", "7O", "1C", "1C", "7O"], ["7O"]]}, players=2
    )
    assert found == ["piles[0]:card_twice", "piles[0]:card_twice", "piles[1][0]:card_twice"]


def test_winners_that_cannot_be_read_hide_none_that_is_named_twice():
    end = {"kind": "end", "winners": [0, "x", "y", 0]}
    document = {"format": "scorekeeper-match/1", "game": "kani", "players": NAMES, "entries": [end]}
    assert problems_of(document) == [
        "winners:side_twice",
        "winners[1]:unknown_side",
        "winners[2]:unknown_side",
    ]
