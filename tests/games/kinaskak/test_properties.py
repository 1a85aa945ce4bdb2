"""What holds for every deal of Kínaskák."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.findings import Report
from scorekeeper.core.match import read_match
from scorekeeper.core.play.cards import PACK_THREE
from scorekeeper.core.scoring.fold import fold
from scorekeeper.games import GAMES
from scorekeeper.games.kinaskak.deal import CLASS_OF
from scorekeeper.games.kinaskak.options import KinaskakOptions
from tests.games.kinaskak.deals import deal, match, sheet

PACK = [str(card) for card in PACK_THREE.cards] * 3 + ["JK"] * 9


@st.composite
def deal_hands(draw, players):
    """Hands out of the three packs, one of them empty."""
    shuffled = draw(st.permutations(PACK))
    sizes = draw(st.lists(st.integers(1, 14), min_size=players, max_size=players))
    hands = [[shuffled.pop() for _ in range(size)] for size in sizes]
    hands[draw(st.integers(0, players - 1))] = []
    return hands


def as_counts(hand):
    held = [0, 0, 0, 0]
    for card in hand:
        held[CLASS_OF[PACK_THREE.parse(card).rank]] += 1
    return dict(zip(("jokers", "aces", "tens", "low"), held, strict=True))


@pytest.mark.long
@given(st.data())
def test_cards_counts_and_points_of_the_same_hands_score_the_same(data):
    hands = data.draw(deal_hands(3))
    by_cards = sheet(deal(*hands))
    by_counts = sheet(deal(*map(as_counts, hands)))
    assert by_counts == by_cards
    by_points = sheet(deal(*by_cards["totals"]))
    assert by_points["totals"] == by_cards["totals"]
    mixed = [data.draw(st.sampled_from([cards, as_counts(cards)])) for cards in hands]
    assert sheet(deal(*mixed)) == by_cards


@pytest.mark.long
@given(st.data())
def test_the_order_of_the_cards_in_a_hand_never_matters(data):
    hands = data.draw(deal_hands(2))
    shuffled = [data.draw(st.permutations(hand)) for hand in hands]
    assert sheet(deal(*shuffled), players=2) == sheet(deal(*hands), players=2)


@pytest.mark.long
@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(13, 20), st.integers(13, 40)), max_size=12),
    st.sampled_from([1, 2, "players"]),
    st.sampled_from(["shared", "play_off"]),
)
def test_lines_add_up_and_a_prefix_gives_the_same_first_rows(deals, per_round, tie):
    entries = []
    for out, low, high in deals:
        hands = [low * 5, high * 5]
        hands.insert(out, 0)
        entries.append(deal(*hands))
    rules = {"deals_per_round": per_round, "tie_at_end": tie}
    whole = sheet(*entries, **rules)
    for row in whole["entries"]:
        for seat in range(3):
            assert sum(line["points"] for line in row["lines"] if line["side"] == seat) == row["scores"][seat]
    for length in range(len(entries)):
        part = sheet(*entries[:length], **rules)
        assert part["entries"] == whole["entries"][:length]
    assert (whole["winners"] == []) == (whole["status"] == "open")
    assert not [seat for seat in whole["winners"] if whole["totals"][seat] != min(whole["totals"])]


@given(st.lists(st.integers(0, 200_000), min_size=8, max_size=8), st.integers(0, 20), st.data())
def test_hostile_points_are_answered(points, max_buys, data):
    values = data.draw(
        st.fixed_dictionaries({name: st.integers(0, 1000) for name in ("joker", "ace", "ten_to_king")})
    )
    report = Report()
    document = match(deal(*points, buys=[75] * 8), players=8, max_buys=max_buys, **values)
    fold(read_match(document, GAMES, report), report)
    assert not [finding for finding in report.errors if not finding.path.startswith("entries[0]")]


def test_the_classes_are_the_whole_pack():
    for index, size in enumerate(KinaskakOptions().class_sizes):
        assert sum(CLASS_OF[PACK_THREE.parse(card).rank] == index for card in PACK) == size
