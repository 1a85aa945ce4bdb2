"""Can this hand go down? The solver against two slow judges who try everything, and against hostile hands."""

import random
import sys
from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

from scorekeeper.core.play.cards import JOKER, PACK_THREE, Card
from scorekeeper.games.kinaskak.disputes.contract import contract_flaws
from scorekeeper.games.kinaskak.options import CONTRACTS, Contract, KinaskakOptions
from scorekeeper.games.kinaskak.play import first_place
from scorekeeper.games.kinaskak.play.every_card import lay_everything
from scorekeeper.games.kinaskak.play.fewest_jokers import way_down
from tests.cases import case, cases
from tests.soak import in_soak, in_turn

pytestmark = [pytest.mark.soak, pytest.mark.long]

LIMITS = ("one_natural", "half", "two_naturals", "one")
WANTED = ((1, 1), (0, 2), (2, 0), (1, 2), (2, 1), (0, 3), (3, 0), (2, 2))
LADDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")
# Hands that a slow judge answers too, for each of the four limits: of any size, laid down whole, with real cards far
# apart, and of fourteen cards; besides 150 for the judge who deals every card to every meld.
ANY_SIZE, EVERYTHING, FAR_APART, FOURTEEN = in_soak((4_000, 600, 1_000, 800), (500, 200, 300, 120))


def cards(notation):
    return tuple(PACK_THREE.parse(card) for card in notation.split())


HALVES = {"joker_limit": "half"}

# --- By article -----------------------------------------------------------------------------------


@cases(
    "number, hand, rules, can",
    case("2.3 a run and a set", 1, "4H 5H 6H 7H 9C 9D 9S", {}, True),
    case("3.1 three in sequence and a gap", 1, "4H 5H 6H 9H 9C 9D 9S", {}, False),
    case("1.5 a joker makes the fourth", 1, "4H 5H 6H 9H 9C 9D 9S JK", {}, True),
    case("3.4 one seven is wanted twice", 1, "4H 5H 6H 7H 7C 7D 2S", {}, False),
    case("3.4 the run can do without the seven", 1, "4H 5H 6H 7H 3H 7C 7D", {}, True),
    case("3.4 two sets of one rank", 2, "7H 7H 7H 7C 7C 7C", {}, True),
    case("3.4 five of a rank are one set", 2, "7H 7H 7H 7C 7C 8C", {}, False),
    case("3.3 eight hearts are one run", 3, "4H 5H 6H 7H 8H 9H 10H JH", {}, False),
    case("3.3 two runs in two suits", 3, "4H 5H 6H 7H 8S 9S 10S JS", {}, True),
    case("3.2 an ace below and an ace above", 3, "AH 2H 3H 4H JS QS KS AS", {}, True),
    case("3.2 round the corner", 3, "QH KH AH 2H JS QS KS AS", {}, False),
    case("3.5 one real card each", 3, "4H 5S JK JK JK JK JK JK", {}, True),
    case("3.5 half of each at most", 3, "4H 5S JK JK JK JK JK JK", {"joker_limit": "half"}, False),
    case("3.5 a run of five", 3, "4H 8H JK JK JK 5S 6S 7S 8S", {"joker_limit": "two_naturals"}, True),
    case("3.5 three beside two", 3, "4H 8H JK JK JK 5S 6S 7S 8S", {"joker_limit": "half"}, False),
    case("3.5 a jack and an ace", 1, "JH AH JK JK 9C 9D 9S", {**HALVES, "run_length": 3}, True),
    case("3.5 a ten and an ace", 1, "10H AH JK JK JK 9C 9D 9S", {**HALVES, "run_length": 3}, False),
    case("3.5 two pairs far apart", 1, "2H 3H 8H 9H JK JK JK JK 9C 9D 9S", {**HALVES, "run_length": 6}, True),
    case("3.5 three sets out of three cards", 6, "2H JK JK 3H JK JK 4H JK JK", {}, True),
    case("3.5 one joker each", 6, "2H JK JK 3H JK JK 4H JK JK", {"joker_limit": "one"}, False),
    case("3.5 jokers alone are nothing", 6, "JK JK JK JK JK JK JK JK JK", {}, False),
    case("2.3 three runs", 7, "AC 2C 3C 4C AD 2D 3D 4D AH 2H 3H 4H", {}, True),
    case("4.4 fourteen cards", 8, "4H 5H 6H 7H AS 2S 3S 4S 9C 9D 9S KC KD KH", {}, True),
    case("4.4 thirteen are too few", 8, "4H 5H 6H 7H AS 2S 3S 4S 9C 9D 9S KC KD", {}, False),
    case(
        "4.4 a run of five is one card too many",
        8,
        "4H 8H JK JK JK AS 2S 3S 4S 9C 9D 9S KC KD KH",
        {"joker_limit": "two_naturals"},
        False,
    ),
    case(
        "4.4 sixteen after a buy",
        8,
        "4H 5H 6H 7H AS 2S 3S 4S 9C 9D 9S KC KD KH 9H 8H",
        {"last_round_buys": True},
        True,
    ),
    case(
        "4.4 a two that goes nowhere",
        8,
        "4H 5H 6H 7H AS 2S 3S 4S 9C 9D 9S KC KD KH 9H 2D",
        {"last_round_buys": True},
        False,
    ),
    case(
        "4.4 fifteen: the card is not drawn yet",
        8,
        "4H 5H 6H 7H AS 2S 3S 4S 9C 9D 9S KC KD KH 9H",
        {"last_round_buys": True},
        False,
    ),
    case("no hand at all", 1, "", {}, False),
)
def test_go_down(number, hand, rules, can):
    options = KinaskakOptions(**rules)
    way = way_down(cards(hand), number, options)
    assert (way is not None) is can
    if way is not None:
        assert_lays(way, cards(hand), number, options)


def assert_lays(way, hand, number, options):
    """The melds come out of the hand and are the contract, runs in order."""
    laid = Counter(card for meld in way for card in meld.cards)
    assert laid <= Counter(hand)
    assert contract_flaws(number, way, options) == []
    assert not [meld for meld in way if meld.kind == "run" if not first_place(meld.cards)]


# --- A judge who deals every card to every meld ---------------------------------------------------


def lawful(group, kind, limit):
    """Whether these cards are such a meld, by trying every run there is."""
    real = [card for card in group if card != JOKER]
    jokers = len(group) - len(real)
    fits = {
        "one_natural": len(real) >= 1,
        "two_naturals": len(real) >= 2,
        "half": jokers <= len(real),
        "one": jokers <= 1,
    }[limit]
    if not fits or not real:
        return False
    if kind == "set":
        return len(group) >= 3 and len({card.rank for card in real}) == 1
    if len(group) < 4 or len({card.suit for card in real}) != 1:
        return False
    for start in range(15 - len(group)):
        left = Counter(LADDER[start : start + len(group)])
        if not Counter(card.rank for card in real) - left:
            return True
    return False


def tries_every_card(hand, runs, sets, limit):
    """Every card goes into one of the melds or stays in the hand: all the ways there are."""
    kinds = ["run"] * runs + ["set"] * sets
    for places in product(range(len(kinds) + 1), repeat=len(hand)):
        groups = [[card for card, at in zip(hand, places, strict=True) if at == i] for i in range(len(kinds))]
        if all(lawful(group, kind, limit) for group, kind in zip(groups, kinds, strict=True)):
            suits = [next(card.suit for card in group if card != JOKER) for group in groups[:runs]]
            if len(set(suits)) == runs:
                return True
    return False


def test_small_hands_agree_with_a_judge_who_deals_every_card_to_every_meld():
    chance = random.Random(31)
    found = Counter()
    for _ in range(150):
        number = chance.choice((1, 2))
        size = chance.choice((6, 7, 8))
        ranks = chance.sample(PACK_THREE.ranks, 2) if number == 2 else PACK_THREE.ranks[4:9]
        hand = some_hand(chance, size, chance.randrange(4), SUITS[:2], ranks)
        limit = chance.choice(LIMITS)
        can = way_down(hand, number, KinaskakOptions(joker_limit=limit)) is not None
        assert can == tries_every_card(hand, *WANTED[number - 1], limit), (number, limit, hand)
        found[can] += 1
    assert min(found.values()) > 20, found


def some_hand(chance, size, jokers, suits, ranks):
    pack = [card for card in PACK_THREE.cards if card.suit in suits and card.rank in ranks] * 3
    jokers = max(jokers, size - len(pack))
    return (*chance.sample(pack, size - jokers), *(JOKER,) * jokers)


# --- A judge who lists every run of every length, for hands of any size ---------------------------


def every_run(held, jokers, limit, longest):
    """All ways to make a run of these counts by rank: the ranks it takes and the jokers it needs."""
    return runs_of(frozenset(+held), jokers, limit, longest)


@cache
def runs_of(held, jokers, limit, longest):
    """Such a run is at most seven cards long, so that no rank is in it twice: it is enough to know which are held."""
    found = set()
    for length in range(4, longest + 1):
        for start in range(15 - length):
            there = sorted(held.intersection(LADDER[start : start + length]))
            for real in range(max(1, length - jokers), len(there) + 1):
                if fair(real, length - real, limit):
                    found.update((taken, length - real) for taken in combinations(there, real))
    return frozenset(found)


def fair(real, jokers, limit):
    if limit == "one":
        return jokers <= 1 and real > 0
    return real >= {"one_natural": 1, "two_naturals": 2, "half": max(1, jokers)}[limit]


def every_set_way(limit):
    """Whether counts by rank and so many jokers hold so many sets, memoised over the search of one limit."""

    @cache
    def sets_come_out(counts, jokers, sets):
        if sets == 0:
            return True
        for index, count in enumerate(counts):
            for real in range(1, count + 1):
                for added in range(jokers + 1):
                    if 3 <= real + added <= 5 and fair(real, added, limit):
                        left = tuple(sorted((*counts[:index], count - real, *counts[index + 1 :])))
                        if sets_come_out(left, jokers - added, sets - 1):
                            return True
        return False

    return sets_come_out


SETS = {limit: every_set_way(limit) for limit in LIMITS}


def lists_every_run(hand, runs, sets, limit, longest):
    held = {suit: Counter(card.rank for card in hand if card.suit == suit) for suit in SUITS}
    ranks = Counter(card.rank for card in hand if card != JOKER)
    jokers = sum(card == JOKER for card in hand)
    ways = {suit: every_run(held[suit], jokers, limit, longest) for suit in SUITS} if runs else {}
    for suits in combinations(SUITS, runs):
        for chosen in product(*(ways[suit] for suit in suits)):
            spent = sum(needed for _, needed in chosen)
            if spent > jokers:
                continue
            left = ranks.copy()
            for taken, _ in chosen:
                left.subtract(taken)
            if SETS[limit](tuple(sorted(left[rank] for rank in ranks)), jokers - spent, sets):
                return True
    return False


@pytest.mark.parametrize("limit", LIMITS)
def test_hands_of_any_size_agree_with_a_judge_who_lists_every_run(limit):
    chance = random.Random(f"runs {limit}")
    options, found = KinaskakOptions(joker_limit=limit), Counter()
    for _ in range(ANY_SIZE):
        number = chance.randrange(1, 8)
        wanted = WANTED[number - 1]
        least = 4 * wanted[0] + 3 * wanted[1]
        size = chance.randrange(least, 21 if chance.random() < 0.25 else 15)
        suits, ranks = chance.choice((SUITS, SUITS[:2], SUITS[1:])), PACK_THREE.ranks
        ranks = chance.choice((ranks, ranks[:6], ranks[-5:], ranks[3:11]))
        hand = some_hand(chance, size, chance.randrange(4), suits, ranks)
        way = way_down(hand, number, options)
        assert (way is not None) == lists_every_run(hand, *wanted, limit, 5), (number, hand)
        found[way is not None] += 1
        if way is not None:
            assert_lays(way, hand, number, options)
    assert min(found.values()) > 20, found


@pytest.mark.parametrize("number", [1, 3])
def test_3_5_two_real_cards_far_apart_agree_with_the_judge_too(number):
    chance = random.Random(f"far {number}")
    options, found = KinaskakOptions(joker_limit="two_naturals"), Counter()
    for _ in range(FAR_APART):
        hand = (*chance.sample(PACK_THREE.cards, 5), *(JOKER,) * chance.randrange(3, 6))
        can = way_down(hand, number, options) is not None
        assert can == lists_every_run(hand, *WANTED[number - 1], "two_naturals", 7), hand
        found[can] += 1
    assert len(found) == 2, found


def fewest_of_a_run(suit_cards, options):
    """The fewest jokers of a run out of these cards of a suit, by every window of places; None without one."""
    fewest = []
    for length in range(options.run_length, 15):
        for window in zip(*(LADDER[start:] for start in range(length)), strict=False):
            real = sum((Counter(window) & Counter(card.rank for card in suit_cards)).values())
            jokers = length - real
            fits = {"half": jokers <= real, "two_naturals": real >= 2}[options.joker_limit]
            fewest += [jokers] if fits else []
    return min(fewest, default=None)


@pytest.mark.parametrize("limit", ["half", "two_naturals"])
@pytest.mark.parametrize("length", [3, 5, 6, 7])
def test_7_2_runs_of_another_length_agree_with_a_judge_who_lists_every_window(limit, length):
    chance, found = random.Random(f"{limit} {length}"), Counter()
    rules = {"joker_limit": limit, "run_length": length, "contracts": (Contract(1, 0), Contract(1, 0))}
    options = KinaskakOptions(**rules)
    for _ in range(FAR_APART):
        real = chance.sample([Card(rank, "hearts") for rank in PACK_THREE.ranks], 4)
        jokers = chance.randrange(7)
        least = fewest_of_a_run(real, options)
        can = way_down((*real, *(JOKER,) * jokers), 1, options) is not None
        assert can == (least is not None and least <= jokers), (real, jokers)
        found[can] += 1
    assert len(found) == 2, found


# --- The eighth round -----------------------------------------------------------------------------


def built_hand(chance, size, spoiled):
    """A hand made of two runs and two sets, some cards replaced by jokers, some by cards that do not belong."""
    suits = chance.sample(SUITS, 2)
    lengths = [4, 4]
    hand = []
    for suit, length in zip(suits, lengths, strict=True):
        start = chance.randrange(15 - length)
        hand += [PACK_THREE.parse(rank + suit[0]) for rank in LADDER[start : start + length]]
    for rank in chance.choices(PACK_THREE.ranks, k=2):
        hand += [PACK_THREE.parse(rank + chance.choice(SUITS)[0]) for _ in range(3)]
    while len(hand) < size:
        rank, suit = chance.choice([(card.rank, card.suit) for card in hand])
        step = chance.choice((-1, 0, 0, 1))
        ranks = PACK_THREE.ranks
        hand.append(PACK_THREE.parse(ranks[(ranks.index(rank) + step) % 13] + suit[0]))
    for _ in range(chance.randrange(5)):
        hand[chance.randrange(size)] = JOKER
    for _ in range(spoiled):
        hand[chance.randrange(size)] = chance.choice(PACK_THREE.cards)
    return tuple(hand)


def uses_every_card(hand, limit):
    """Whether two runs and two sets use up the hand: every pair of runs of any length, then every pair of sets."""
    held = {suit: Counter(card.rank for card in hand if card.suit == suit) for suit in SUITS}
    ranks = Counter(card.rank for card in hand if card != JOKER)
    jokers = sum(card == JOKER for card in hand)
    ways = {suit: every_run_at_all(held[suit], jokers, limit) for suit in SUITS}
    for one, other in combinations(SUITS, 2):
        for first, second in product(ways[one], ways[other]):
            spare = jokers - first[1] - second[1]
            if spare >= 0:
                left = ranks.copy()
                left.subtract(first[0])
                left.subtract(second[0])
                if two_sets(+left, spare, limit):
                    return True
    return False


def every_run_at_all(held, jokers, limit):
    """As above, for runs of up to fourteen cards: whole windows in which only held ranks may be real."""
    found = set()
    for length in range(4, 15):
        for start in range(15 - length):
            window = LADDER[start : start + length]
            there = [rank for rank in window if held[rank]]
            for size in range(max(1, length - jokers), len(there) + 1):
                for taken in combinations(there, size):
                    short = any(held[rank] < count for rank, count in Counter(taken).items())
                    if not short and fair(size, length - size, limit):
                        found.add((tuple(sorted(taken)), length - size))
    return found


def two_sets(left, jokers, limit):
    if len(left) > 2 or not left:
        return False
    counts = list(left.values())
    splits = [counts] if len(counts) == 2 else [(cut, counts[0] - cut) for cut in range(1, counts[0])]
    return any(
        fair(one, added, limit)
        and fair(other, jokers - added, limit)
        and one + added >= 3 <= other + jokers - added
        for one, other in splits
        for added in range(jokers + 1)
    )


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("limit", LIMITS)
def test_4_4_everything_laid_agrees_with_a_judge_who_tries_every_pair_of_runs(limit):
    chance = random.Random(f"all {limit}")
    options, found = KinaskakOptions(joker_limit=limit, last_round_buys=True), Counter()
    for number in range(EVERYTHING):
        hand = built_hand(chance, chance.choice((14, 16, 18)), number % 3)
        way = lay_everything(hand, CONTRACTS[7], KinaskakOptions(joker_limit=limit))
        assert (way is not None) == uses_every_card(hand, limit), hand
        found[way is not None] += 1
        if way is not None:
            assert Counter(card for meld in way for card in meld.cards) == Counter(hand)
            assert_lays(way, hand, 8, options)
    assert min(found.values()) > 20, found


@cases("aces, laid", case("from ace to ace", "AH AH", True), case("one ace", "AH AS", False))
def test_3_2_twenty_four_cards_are_laid_with_a_run_from_ace_to_ace(aces, laid):
    hand = cards(f"{aces} 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH 4C 5C 6C 7C 9D 9S 9C JD JS JC")
    way = lay_everything(hand, CONTRACTS[7], KinaskakOptions())
    assert (way is not None) == laid
    if way is not None:
        assert sorted(len(meld.cards) for meld in way) == [3, 3, 4, 14]


@pytest.mark.parametrize("limit", LIMITS)
def test_4_4_fourteen_cards_are_laid_alike_by_both_ways_of_solving(limit):
    chance = random.Random(f"fourteen {limit}")
    options = KinaskakOptions(joker_limit=limit)
    for number in range(FOURTEEN):
        hand = built_hand(chance, 14, number % 3)
        whole = lay_everything(hand, CONTRACTS[7], options)
        assert (way_down(hand, 8, options) is None) == (whole is None), hand


# --- Time -----------------------------------------------------------------------------------------


def hostile_hands():
    """Hands with as much to try as can be: long suits, pairs everywhere, jokers that never quite suffice."""
    chance = random.Random(50)
    for jokers in range(10):
        for suits in (SUITS[:1], SUITS[:2], SUITS[:3], SUITS):
            yield some_hand(chance, 20, jokers, suits, PACK_THREE.ranks)
            yield some_hand(chance, 20, jokers, suits, PACK_THREE.ranks[::2])
            by_rank = [card for rank in PACK_THREE.ranks for card in PACK_THREE.cards if card.rank == rank]
            spread = [card for card in by_rank if card.suit in suits]
            yield ((spread * 3)[: 20 - jokers] + [JOKER] * jokers)


MAX_CALLS = 60_000
"""So many calls of functions are a twentieth of a second on a small machine; `make bench` measures the time itself."""


def calls_of(work):
    """How many functions a piece of work calls: the same on every machine, however busy it is."""
    counted = 0

    def count(_frame, event, _argument):
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


def test_the_solver_answers_hostile_hands_without_trying_everything():
    hands = list(hostile_hands())
    for number in range(1, 9):
        for limit in LIMITS:
            for buys in (False, True):
                options = KinaskakOptions(joker_limit=limit, last_round_buys=buys)
                for hand in in_turn(hands, number, 3):
                    calls = calls_of(lambda: way_down(hand, number, options))  # noqa: B023 - called at once
                    assert calls < MAX_CALLS, (number, limit, hand)
