"""Belot at the table, by article: legal cards, tricks, belote, what a hand may announce, the bidding."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.play.cards import PACK_32
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play import belote, find_declarations, legal_cards, trick_winner
from scorekeeper.games.belot.play.bidding import auction
from tests.cases import case, cases
from tests.games.belot.judge import playable
from tests.soak import examples


def cards(notation):
    return tuple(PACK_32.parse(one) for one in notation.split())


def write_found(found):
    return " ".join(map(str, found))


USUAL = BelotOptions()
FREE, UNDER = USUAL.but(raise_over_partner=False), USUAL.but(undertrump=True)


@cases(
    "contract, hand, trick, legal",
    case("belot 2.1: any lead", "hearts", "7H JC AS", "", "7H JC AS"),
    case("belot 2.1: follow suit", "hearts", "7H JC AS", "9S", "AS"),
    case("belot 2.1: no raising outside trumps", "hearts", "7S AS", "9S", "7S AS"),
    case("belot 2.1: raise in trumps", "hearts", "7H QH JH", "KH", "JH"),
    case("belot 2.1: follow when no higher trump is held", "hearts", "7H QH", "9H", "7H QH"),
    case("belot 2.1: raise over the partner too", "hearts", "7H JH", "9H 8H", "JH"),
    case("belot 2.1: no trump to follow with", "hearts", "JC AD", "9H", "JC AD"),
    case("belot 2.1: ruff an opponent", "hearts", "7H JC", "AS", "7H"),
    case("belot 2.1: free, the partner holds the trick", "hearts", "7H JC", "AS 7S", "7H JC"),
    case("belot 2.1: an opponent holds it", "hearts", "7H JC", "7S AS", "7H"),
    case("belot 2.1: overruff", "hearts", "JH 7H JC", "AS 9H", "JH"),
    case("belot 2.1: the nine cannot be beaten", "hearts", "7H JC", "AS 9H", "7H JC"),
    case("belot 2.1: free, the partner's ruff holds the trick", "hearts", "7H JC", "AS 9H 8S", "7H JC"),
    case("belot 2.1: the partner's ruff was overruffed", "hearts", "JH JC", "7S 8H 9H", "JH"),
    case("belot 2.1: the partner holds it with a ruff", "hearts", "KH 7C", "AS 8H 7S", "KH 7C"),
    case("belot 2.1: neither suit nor trump", "hearts", "JC AD", "AS", "JC AD"),
    case("belot 2.2: no raising", "no_trumps", "7S AS", "9S", "7S AS"),
    case("belot 2.2: nothing to follow with", "no_trumps", "JC AD", "9S", "JC AD"),
    case("belot 2.3: raise", "all_trumps", "7S JS AC", "9S", "JS"),
    case("belot 2.3: raise over the partner too", "all_trumps", "7S JS", "9S 8S", "JS"),
    case("belot 2.3: no higher card", "all_trumps", "7S AS", "9S", "7S AS"),
    case("belot 2.3: only the suit led counts", "all_trumps", "7S AS", "KS JC 8S", "AS"),
    case("belot 2.3: nothing to follow with", "all_trumps", "JC AD", "9S", "JC AD"),
)
def test_legal_cards(contract, hand, trick, legal):
    assert write_found(legal_cards(contract, cards(hand), cards(trick), USUAL).cards) == legal


@cases(
    "rules, contract, hand, trick, legal, cite",
    case("the partner holds it", FREE, "all_trumps", "7S JS", "9S 8S", "7S JS", "7.10"),
    case("an opponent holds it", FREE, "all_trumps", "7S JS AC", "JC 9S 8S", "AC", "2.3"),
    case("an opponent has raised", FREE, "all_trumps", "7S JS", "8S 9S", "JS", "2.3"),
    case("in a suit trumps are raised", FREE, "hearts", "7H JH", "9H 8H", "JH", "2.1"),
    case("under the nine", UNDER, "hearts", "7H JC", "AS 9H", "7H", "7.10"),
    case("above it where one can", UNDER, "hearts", "JH 7H JC", "AS 9H", "JH", "2.1"),
    case("the partner's ruff holds it", UNDER, "hearts", "7H JC", "AS 9H 8S", "7H JC", "2.1"),
    case("without a trump", UNDER, "hearts", "JC AD", "AS 9H", "JC AD", "2.1"),
    case("no ruffing at all trumps", UNDER, "all_trumps", "JC AD", "9S", "JC AD", "2.3"),
)
def test_belot_7_10_a_custom_frees_or_binds_a_card(rules, contract, hand, trick, legal, cite):
    found = legal_cards(contract, cards(hand), cards(trick), rules)
    assert (write_found(found.cards), found.cite) == (legal, f"belot {cite}")


@cases(
    "calls, legal",
    ("spades", "pass no_trumps all_trumps contra"),
    ("spades contra", "pass recontra"),
    ("spades contra pass", "pass"),
    ("spades contra recontra", "pass"),
    ("spades pass", "pass no_trumps all_trumps"),
)
def test_belot_7_11_no_contract_is_called_after_contra(calls, legal):
    assert " ".join(auction(calls.split(), over_contra=False).legal) == legal


@cases(
    "calls, wrong, cite",
    ("hearts contra no_trumps", 2, "belot 7.11"),
    ("hearts contra recontra all_trumps", 3, "belot 7.11"),
    ("hearts contra clubs", 2, "belot 1.3"),
)
def test_belot_7_11_a_contract_after_contra_is_refused(calls, wrong, cite):
    now = auction(calls.split(), over_contra=False)
    assert (now.wrong, now.cite) == (wrong, cite)


@cases(
    "contract, trick, leader, winner, card, points",
    case("belot 2.4: a trump takes it", "hearts", "AS 10S 7H KS", 0, 2, "7H", 25),
    case("belot 2.4: jack and nine are the highest trumps", "hearts", "KH AH 9H JH", 1, 0, "JH", 49),
    case("belot 2.4: only the suit led can win", "no_trumps", "9S JS AC 10S", 3, 2, "10S", 23),
    case("belot 2.4: every suit ranks as trumps", "all_trumps", "AS 9S JC 10S", 2, 3, "9S", 55),
    case("belot 2.4: king over queen", "all_trumps", "7S 8S QS KS", 0, 3, "KS", 7),
)
def test_trick_winner(contract, trick, leader, winner, card, points):
    taken = trick_winner(contract, cards(trick), leader)
    assert (taken.winner, str(taken.card), taken.points) == (winner, card, points)


@cases(
    "contract, trick, card, valid",
    case("belot 4.9: leading", "hearts", "", "QH", True),
    case("belot 4.9: following", "hearts", "7H", "KH", True),
    case("belot 4.9: under a ruff", "hearts", "AS 9H", "QH", True),
    case("belot 4.9: not in trumps", "hearts", "", "QS", False),
    case("belot 4.9: not a jack", "hearts", "", "JH", False),
    case("belot 4.9: no trumps", "no_trumps", "", "QH", False),
    case("belot 4.9: following at all trumps", "all_trumps", "7S", "QS", True),
    case("belot 4.9: thrown off at all trumps", "all_trumps", "7S", "QH", False),
)
def test_belote_may_be_announced(contract, trick, card, valid):
    assert belote(contract, cards(trick), cards(card)[0]).valid is valid


@cases(
    "hand, contract, found",
    case("belot 4.2: two runs", "7S 8S 9S JS QS KS AS AH", "hearts", ["7S 8S 9S", "JS QS KS AS"]),
    case(
        "belot 4.2: a whole suit, with its belote",
        "7S 8S 9S 10S JS QS KS AS",
        "spades",
        ["7S 8S 9S 10S JS QS KS AS", "QS KS"],
    ),
    case("belot 4.9: two belotes", "QS KS QH KH 7C 8C 10C JC", "all_trumps", ["QH KH", "QS KS"]),
    case(
        "belot 4.5: what the carre leaves",
        "10S JS QS KS AS KC KD KH",
        "hearts",
        ["10S JS QS KS AS", "KC KD KH KS", "10S JS QS"],
    ),
    case("belot 4.3: sevens are no carre", "7S 8S 9S 7C 7D 7H 9C 9D", "hearts", ["7S 8S 9S"]),
    case("belot 4.4: nothing at no trumps", "10S JS QS KS AS KC KD KH", "no_trumps", []),
)
def test_what_a_hand_may_announce(hand, contract, found):
    assert [
        write_found(held.cards) for held in find_declarations(cards(hand), contract, BelotOptions())
    ] == found


@cases(
    "calls, state, contract, declarer, turn, doubling",
    case("belot 1.3: no call yet", "", "open", None, None, 0, None),
    case("belot 1.3: three passes are not four", "pass pass pass", "open", None, None, 3, None),
    case("belot 1.6: all pass", "pass pass pass pass", "passed_out", None, None, None, None),
    case("belot 1.3: three passes", "pass clubs pass pass pass", "closed", "clubs", 1, None, None),
    case("belot 1.3: the partner overbids", "clubs pass spades pass pass", "open", "spades", 2, 1, None),
    case("belot 1.4: contra", "hearts contra pass pass", "open", "hearts", 0, 0, "contra"),
    case("belot 1.4: recontra", "hearts contra recontra", "open", "hearts", 0, 3, "recontra"),
    case("belot 1.4: a bid wipes it out", "hearts contra no_trumps", "open", "no_trumps", 2, 3, None),
    case("belot 1.4: closed", "all_trumps contra pass pass pass", "closed", "all_trumps", 0, None, "contra"),
)
def test_the_bidding(calls, state, contract, declarer, turn, doubling):
    now = auction(calls.split())
    assert now.wrong is None
    assert (now.state, now.contract, now.declarer, now.turn, now.doubling) == (
        state,
        contract,
        declarer,
        turn,
        doubling,
    )
    assert bool(now.legal) == (turn is not None)


@cases(
    "calls, wrong, cite",
    case("belot 1.3: lower", "hearts diamonds", 1, "belot 1.3"),
    case("belot 1.3: the same", "hearts hearts", 1, "belot 1.3"),
    case("belot 1.4: contra to nothing", "contra", 0, "belot 1.4"),
    case("belot 1.4: contra to the partner", "hearts pass contra", 2, "belot 1.4"),
    case("belot 1.4: contra twice", "hearts contra pass contra", 3, "belot 1.4"),
    case("belot 1.4: recontra without contra", "hearts recontra", 1, "belot 1.4"),
    case("belot 1.4: recontra to oneself", "hearts contra pass recontra", 3, "belot 1.4"),
    case("belot 1.3: it was over", "pass pass pass pass clubs", 4, "belot 1.3"),
    case("belot 1.3: not a call", "kontra", 0, "belot 1.3"),
)
def test_a_call_that_is_not_allowed(calls, wrong, cite):
    now = auction(calls.split())
    assert (now.wrong, now.cite) == (wrong, cite)


@settings(max_examples=examples(120), deadline=None)
@given(
    st.sampled_from(["clubs", "hearts", "no_trumps", "all_trumps"]),
    st.permutations(PACK_32.cards),
    st.integers(1, 8),
    st.integers(0, 3),
)
def test_belot_2_legal_cards_agree_with_a_slow_judge(contract, pack, size, played):
    hand, trick = tuple(pack[:size]), tuple(pack[size : size + played])
    legal = legal_cards(contract, hand, trick, USUAL).cards
    assert list(map(str, legal)) == playable(contract, list(map(str, hand)), list(map(str, trick)))
    assert legal, "there is always a legal card"
