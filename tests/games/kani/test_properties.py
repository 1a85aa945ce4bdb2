"""What holds for every deal of Kani."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.kani.play.bidding import auction
from tests.games.kani.deals import CHIPS, PASSED, deal, row, sheet

SEATS = st.integers(0, 3)


@st.composite
def deals(draw):
    """Any deal that the rules allow under the Icelandic preset."""
    bid = draw(st.sampled_from(["pass", 7, 8, 9, 10, 11, 12, "kani"]))
    if bid == "pass":
        return PASSED
    declarer = draw(SEATS)
    partner = draw(st.sampled_from([None, *(seat for seat in range(4) if seat != declarer)]))
    tricks = 13 if partner is None else draw(st.integers(0, 13))
    return deal(bid, declarer, partner, tricks)


@given(st.lists(deals(), max_size=15), st.sampled_from(["bid", "flat_10"]), st.integers(1, 1000))
def test_4_5_chips_always_sum_to_zero(entries, bid_value, kani_value):
    result = sheet(*entries, **CHIPS, bid_value=bid_value, kani_value=kani_value)
    for entry in result["entries"]:
        assert sum(entry["scores"]) == 0
        assert sum(entry["totals"]) == 0


@given(deals())
def test_4_5_who_wins_points_wins_chips(entry):
    points, chips = row(entry)["scores"], row(entry, **CHIPS)["scores"]
    assert [seat for seat in range(4) if points[seat] > 0] == [seat for seat in range(4) if chips[seat] > 0]


@given(
    st.lists(deals(), max_size=20), st.sampled_from(["play_on", "shared"]), st.sampled_from([10, 50, None])
)
def test_any_prefix_gives_the_same_first_rows(entries, tie, target):
    rules = {"tie_at_target": tie, "target": target}
    whole = sheet(*entries, **rules)
    for length in range(len(entries)):
        assert sheet(*entries[:length], **rules)["entries"] == whole["entries"][:length]
    assert not [seat for seat in whole["winners"] if whole["totals"][seat] != max(whole["totals"])]


@given(deals(), st.data())
def test_tricks_of_the_pair_and_of_each_seat_score_the_same(entry, data):
    if entry is PASSED:
        return
    pair = [seat for seat in (entry["declarer"], entry["partner"]) if seat is not None]
    others = [seat for seat in range(4) if seat not in pair]
    first = data.draw(st.integers(0, entry["tricks"])) if len(pair) == 2 else entry["tricks"]
    rest = 13 - entry["tricks"]
    each = [0, 0, 0, 0]
    each[pair[0]] = first
    each[pair[-1]] += entry["tricks"] - first
    each[others[0]] = rest
    assert row({**entry, "tricks": each}) == row(entry)


@given(st.lists(st.sampled_from(["pass", "kani", *range(1, 13)]), max_size=16), st.integers(1, 12))
def test_2_3_a_bidding_in_which_every_call_was_legal_is_never_refused(wishes, min_bid):
    calls = []
    for wish in wishes:
        now = auction(calls, min_bid)
        assert now.wrong is None
        if wish in now.legal(min_bid):
            calls.append(wish)
        elif now.turn is not None:
            refused = auction([*calls, wish], min_bid)
            assert refused.wrong == len(calls)
            assert refused.why is not None
    bids = [call for call in calls if call not in ("pass", "kani")]
    assert bids == sorted(set(bids))
    assert calls.count("pass") <= 4
