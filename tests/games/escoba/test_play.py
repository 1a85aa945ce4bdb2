"""Eskoba's captures, its opening table and what is left, without a deal around them."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.play.cards import PACK_40
from scorekeeper.games.escoba.play import captures, leftover_taker, opening_table
from tests.cases import case, cases
from tests.games.escoba.judge import worth


@cases(
    "last_capture, last_escoba, option, taker",
    (1, 0, "last_capture", 1),
    (1, 0, "last_escoba", 0),
    (1, None, "last_escoba", 1),
    (None, None, "last_capture", None),
    (None, None, "last_escoba", None),
)
def test_4_1_who_takes_what_is_left(last_capture, last_escoba, option, taker):
    assert leftover_taker(last_capture, last_escoba, option) == taker


def cards(text):
    return tuple(PACK_40.parse(card) for card in text.split())


@cases(
    "card, table, sets, escoba",
    case("3.3 all of it: an escoba", "7O", "5C 3B", ["5C 3B"], True),
    case("3.1 not all of it", "7O", "5C 3B 1E", ["5C 3B"], False),
    case("1.2 a king is worth ten", "12O", "5C", ["5C"], True),
    case("1.2 a horse is worth nine", "11O", "6C", ["6C"], True),
    case("1.2 a jack is worth eight", "10O", "7C", ["7C"], True),
    case("3.5 two ways", "5O", "12C 4E 6B", ["12C", "4E 6B"], False),
    case("3.1 in table order", "1O", "4C 12E 7B 7C", ["4C 12E", "7B 7C"], False),
    case("3.5 one card or two", "7O", "10C 1E 7B", ["10C", "1E 7B"], False),
    case("3.1 nothing makes fifteen", "7O", "12C 11E", [], False),
    case("3.4 an empty table", "7O", "", [], False),
)
def test_captures(card, table, sets, escoba):
    found = captures(cards(card)[0], cards(table))
    assert list(found.sets) == [cards(part) for part in sets]
    assert found.escoba is escoba


@cases(
    "table, total, two_fifteens",
    case("15", "1O 2C 5E 7B", 1, 1),
    case("14", "1O 2C 3E 10B", 0, 0),
    case("10+5 8+7", "12O 5C 10E 7B", 2, 2),
    case("the same, otherwise laid", "12O 10E 7B 5C", 2, 2),
    case("9+6 10+5", "12O 11C 5E 6B", 2, 2),
    case("10+10+7+3", "12O 12C 7E 3B", 2, 0),
    case("10+9+8+3", "12O 11C 10E 3B", 2, 0),
    case("40", "12O 12C 12E 12B", 0, 0),
)
def test_2_3_the_opening_table(table, total, two_fifteens):
    assert opening_table(cards(table), "total") == total
    assert opening_table(cards(table), "two_fifteens") == two_fifteens


@given(st.permutations([str(card) for card in PACK_40.cards]), st.integers(0, 12))
def test_3_1_captures_are_all_the_subsets_that_make_fifteen_once_each(pack, size):
    card, table = pack[0], pack[1 : size + 1]
    found = captures(cards(card)[0], cards(" ".join(table)))
    plain = [
        chosen for n in range(size + 1) for chosen in combinations(table, n) if worth([card, *chosen]) == 15
    ]
    assert sorted(tuple(map(str, chosen)) for chosen in found.sets) == sorted(plain)
    assert found.escoba == any(len(chosen) == size for chosen in plain)


def test_3_1_the_largest_table_is_searched_quickly():
    assert len(captures(PACK_40.cards[0], PACK_40.cards[1:]).sets) == 6405
