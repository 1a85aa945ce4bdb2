"""Kani by its articles: every sentence of FORMATS.md about it has a row here."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import score
from scorekeeper.games.kani.play.bidding import CLOSED, OPEN, PASSED_OUT, auction

NAMES = ["Anna", "Þórdís", "Jón", "Sigga"]
CHIPS = {"settlement": "chips"}


def match(*entries, **rules):
    return {
        "format": "scorekeeper-match/1",
        "game": "kani",
        "rules": rules,
        "players": NAMES,
        "entries": list(entries),
    }


def deal(bid=9, declarer=0, partner=2, tricks=9, **more):
    return {"kind": "deal", "bid": bid, "declarer": declarer, "partner": partner, "tricks": tricks, **more}


PASSED = {"kind": "deal", "bid": "pass"}
FIFTY = deal("kani", 0, 1, 13)


def sheet(*entries, **rules):
    result, good = score(match(*entries, **rules))
    assert good, result
    return result


def row(entry, **rules):
    return sheet(entry, **rules)["entries"][0]


def errors(*entries, **rules):
    result, good = score(match(*entries, **rules))
    return [] if good else [(error["path"], error["code"]) for error in result["errors"]]


def test_who_plays_alone_for_chips_reads_why_it_is_three_times_the_value():
    lines = [line for line in row(deal(9, 2, None, 13), **CHIPS)["lines"] if line["side"] == 2]
    assert [(line["points"], line["code"], line["cites"]) for line in lines] == [
        (9, "made", ["kani 4.1", "kani 4.6", "kani 3.3"]),
        (18, "paid_by_three", ["kani 4.5", "kani 3.3"]),
    ]


# What a deal is worth (articles 4.1 to 4.8)


@pytest.mark.parametrize(
    ("entry", "rules", "scores", "outcome"),
    [
        pytest.param(deal(9, 0, 2, 9), {}, [9, 0, 9, 0], "made", id="4.6 as many as bid"),
        pytest.param(deal(9, 0, 2, 13), {}, [9, 0, 9, 0], "made", id="4.8 nothing for more tricks than bid"),
        pytest.param(deal(9, 0, 2, 8), {}, [0, 9, 0, 9], "failed", id="4.7 one too few"),
        pytest.param(deal(12, 3, 1, 0), {}, [12, 0, 12, 0], "failed", id="4.7 none at all"),
        pytest.param(deal("kani", 1, 2, 13), {}, [0, 50, 50, 0], "made", id="4.2 Kani made"),
        pytest.param(deal("kani", 1, 2, 12), {}, [50, 0, 0, 50], "failed", id="4.2 Kani failed"),
        pytest.param(
            deal("kani", 1, 2, 12), {"kani_value": 26}, [26, 0, 0, 26], "failed", id="4.2 Kani at 26"
        ),
        pytest.param(deal(7, 1, 2, 7), {"bid_value": "flat_10"}, [0, 10, 10, 0], "made", id="4.1 flat ten"),
        pytest.param(
            deal(12, 1, 2, 7), {"bid_value": "flat_10"}, [10, 0, 0, 10], "failed", id="4.1 flat ten lost"
        ),
        pytest.param(FIFTY, {"bid_value": "flat_10"}, [50, 50, 0, 0], "made", id="4.1 Kani is never flat"),
        pytest.param(deal(9, 2, None, 13), {}, [0, 0, 9, 0], "made", id="3.3 alone, a number bid"),
        pytest.param(deal("kani", 2, None, 13), {}, [0, 0, 50, 0], "made", id="3.3 alone, Kani bid"),
        pytest.param(deal(9, 0, 2, 9), CHIPS, [9, -9, 9, -9], "made", id="4.5 chips, made"),
        pytest.param(deal(9, 0, 1, 8), CHIPS, [-9, -9, 9, 9], "failed", id="4.5 chips, failed"),
        pytest.param(deal("kani", 0, None, 13), CHIPS, [150, -50, -50, -50], "made", id="4.5 chips, alone"),
        pytest.param(PASSED, CHIPS, [0, 0, 0, 0], "passed_out", id="4.5 chips, all passed"),
        pytest.param(PASSED, {}, [0, 0, 0, 0], "passed_out", id="2.4 all passed"),
        pytest.param(deal(8, 0, 1, [4, 4, 3, 2]), {}, [8, 8, 0, 0], "made", id="1.1 tricks of all four"),
        pytest.param(
            deal(8, 0, 1, [4, 3, 4, 2]), {}, [0, 0, 8, 8], "failed", id="1.1 tricks of all four, lost"
        ),
        pytest.param(
            deal(7, 3, None, [0, 0, 0, 13]), {}, [0, 0, 0, 7], "made", id="3.3 alone, tricks of all four"
        ),
    ],
)
def test_a_deal_is_worth(entry, rules, scores, outcome):
    found = row(entry, **rules)
    assert (found["scores"], found["outcome"]) == (scores, outcome)
    for seat in range(4):
        assert sum(line["points"] for line in found["lines"] if line["side"] == seat) == scores[seat]


@pytest.mark.parametrize(
    ("entry", "rules", "cites"),
    [
        pytest.param(deal(), {}, ["kani 4.1", "kani 4.6"], id="a bid made"),
        pytest.param(deal(tricks=3), {}, ["kani 4.1", "kani 4.7"], id="a bid failed"),
        pytest.param(FIFTY, {}, ["kani 4.2", "kani 4.6"], id="Kani made"),
        pytest.param(PASSED, {}, ["kani 2.4"], id="all passed"),
    ],
)
def test_a_line_cites_its_articles(entry, rules, cites):
    assert row(entry, **rules)["lines"][0]["cites"] == cites


def test_4_5_who_pays_is_told_so():
    lines = row(deal(9, 0, 1, 8), **CHIPS)["lines"]
    assert [(line["side"], line["points"], line["code"]) for line in lines] == [
        (2, 9, "failed"),
        (3, 9, "failed"),
        (0, -9, "pays"),
        (1, -9, "pays"),
    ]
    assert lines[2]["text"] == "Each of the losing side pays 9 chips"


# What cannot be (articles 1.1, 2.x, 3.2, 3.3)


@pytest.mark.parametrize(
    ("entry", "rules", "expected"),
    [
        pytest.param(deal(6), {}, [("bid", "bid_too_low")], id="2.2 six, from seven up"),
        pytest.param(deal(6), {"preset": "english"}, [], id="2.2 six in the English preset"),
        pytest.param(deal(5), {"preset": "english"}, [("bid", "bid_too_low")], id="2.2 five, from six up"),
        pytest.param(deal(1), {"min_bid": 1}, [], id="2.2 one, from one up"),
        pytest.param(deal(13, tricks=13), {}, [("bid", "say_kani")], id="2.5 thirteen"),
        pytest.param(deal(14), {}, [("bid", "out_of_range")], id="2.5 fourteen"),
        pytest.param(deal("kanni"), {}, [("bid", "unknown_choice")], id="2.5 a slip in Kani"),
        pytest.param(deal(True), {}, [("bid", "wrong_type")], id="2.2 true is no bid"),
        pytest.param(deal(tricks=14), {}, [("tricks", "out_of_range")], id="1.1 fourteen tricks"),
        pytest.param(
            deal(tricks=[3, 3, 3, 3]), {}, [("tricks", "tricks_total")], id="1.1 twelve tricks in all"
        ),
        pytest.param(deal(tricks=[13]), {}, [("tricks", "list_length")], id="1.1 the tricks of one"),
        pytest.param(deal(tricks=None), {}, [("tricks", "wrong_type")], id="1.1 no tricks"),
        pytest.param(deal(partner=0), {}, [("partner", "own_partner")], id="3.2 one's own partner"),
        pytest.param(
            deal(partner=None, tricks=12), {}, [("partner", "alone_without_all")], id="3.3 alone with twelve"
        ),
        pytest.param(deal(partner=4), {}, [("partner", "unknown_seat")], id="3.2 a fifth player"),
        pytest.param(deal(declarer=None), {}, [("declarer", "unknown_seat")], id="2.4 no declarer"),
        pytest.param(
            {"kind": "deal", "bid": 9},
            {},
            [("declarer", "missing"), ("partner", "missing"), ("tricks", "missing")],
            id="a bid alone",
        ),
        pytest.param(
            {"kind": "deal"},
            {},
            [(name, "missing") for name in ("bid", "declarer", "partner", "tricks")],
            id="nothing",
        ),
        pytest.param(
            {"kind": "deal", "bid": "pas"}, {}, [("bid", "unknown_choice")], id="perhaps passed out"
        ),
        pytest.param(
            deal("pass"),
            {},
            [(name, "passed_out") for name in ("declarer", "partner", "tricks")],
            id="2.4 passed, yet tricks",
        ),
        pytest.param(
            {**PASSED, "trump": "hearts"}, {}, [("trump", "passed_out")], id="2.4 passed, with trump"
        ),
        pytest.param(deal(trump="hearts", called="AH"), {}, [], id="3.2 the called card is a trump"),
        pytest.param(deal(called="AH"), {}, [], id="3.2 a called card, trump not written"),
        pytest.param(
            deal(trump="hearts", called="AS"), {}, [("called", "called_not_trump")], id="3.2 another suit"
        ),
        pytest.param(deal(trump="trumps"), {}, [("trump", "unknown_choice")], id="3.1 no such suit"),
        pytest.param(deal(called="JK"), {}, [("called", "unknown_card")], id="1.1 no jokers"),
        pytest.param(
            deal(partner=None, tricks=13, called="AS"),
            {},
            [("called", "called_without_partner")],
            id="3.3 alone, with a called card",
        ),
        pytest.param(deal(trick=9), {}, [("trick", "unknown_field")], id="a slip in a field"),
        pytest.param(
            deal(6, 0, 0, 9, trump="hearts", called="2S"),
            {},
            [("bid", "bid_too_low"), ("partner", "own_partner"), ("called", "called_not_trump")],
            id="several at once",
        ),
    ],
)
def test_what_cannot_be_is_named_at_its_place(entry, rules, expected):
    assert errors(entry, **rules) == [(f"entries[0].{path}", code) for path, code in expected]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"min_bid": 0}, [("rules.min_bid", "out_of_range")]),
        ({"min_bid": 13}, [("rules.min_bid", "out_of_range")]),
        ({"target": 0}, [("rules.target", "out_of_range")]),
        ({"target": "none"}, [("rules.target", "not_a_number")]),
        ({"preset": "danish"}, [("rules.preset", "unknown_preset")]),
        ({"settlement": "coins"}, [("rules.settlement", "unknown_choice")]),
    ],
)
def test_a_house_rule_that_cannot_be(rules, expected):
    assert errors(**rules) == expected


ICELANDIC = {
    "target": 100,
    "min_bid": 7,
    "bid_value": "bid",
    "kani_value": 50,
    "partner_call": "highest_missing",
    "first_lead": "trump",
    "settlement": "points",
    "tie_at_target": "play_on",
}
ENGLISH = {**ICELANDIC, "min_bid": 6, "partner_call": "any_missing", "first_lead": "any"}


@pytest.mark.parametrize(
    ("given_rules", "options"),
    [
        ({}, {"preset": "icelandic", **ICELANDIC}),
        ({"preset": "english"}, {"preset": "english", **ENGLISH}),
        (CHIPS, {"preset": "icelandic", **ICELANDIC, **CHIPS, "target": None}),
        ({**CHIPS, "target": 100}, {"preset": "icelandic", **ICELANDIC, **CHIPS}),
        ({"target": None}, {"preset": "icelandic", **ICELANDIC, "target": None}),
    ],
    ids=["icelandic", "english", "4.5 chips know no target", "4.5 chips up to a target", "4.3 no target"],
)
def test_the_presets_are_what_the_formats_say(given_rules, options):
    assert sheet(**given_rules)["rules"] == {"edition": 1, **options}


# The bidding (articles 2.1 to 2.5)


@pytest.mark.parametrize(
    ("calls", "state", "bid", "declarer", "turn"),
    [
        pytest.param([], OPEN, None, None, 0, id="2.1 the first caller begins"),
        pytest.param(["pass", "pass", "pass"], OPEN, None, None, 3, id="2.4 three passes, no bid yet"),
        pytest.param(["pass"] * 4, PASSED_OUT, None, None, None, id="2.4 all passed"),
        pytest.param([7, "pass", "pass"], OPEN, 7, 0, 3, id="2.4 two passes"),
        pytest.param([7, "pass", "pass", "pass"], CLOSED, 7, 0, None, id="2.4 three passes after a bid"),
        pytest.param(["pass", "pass", "pass", 7], CLOSED, 7, 3, None, id="2.4 a bid after three passes"),
        pytest.param([7, "pass", 8, "pass"], OPEN, 8, 2, 0, id="2.4 who passed is skipped"),
        pytest.param([7, "pass", 8, "pass", 9, "pass"], CLOSED, 9, 0, None, id="2.3 one may raise oneself"),
        pytest.param([7, "kani"], CLOSED, "kani", 1, None, id="2.5 Kani ends it"),
        pytest.param([12, "pass", "kani"], CLOSED, "kani", 2, None, id="2.5 only Kani is higher than twelve"),
    ],
)
def test_the_bidding_stands(calls, state, bid, declarer, turn):
    now = auction(calls, 7)
    assert (now.state, now.bid, now.declarer, now.turn, now.wrong) == (state, bid, declarer, turn, None)


@pytest.mark.parametrize(
    ("calls", "legal"),
    [
        pytest.param([], ["pass", 7, 8, 9, 10, 11, 12, "kani"], id="2.2 from seven up"),
        pytest.param([10], ["pass", 11, 12, "kani"], id="2.3 strictly higher"),
        pytest.param([12], ["pass", "kani"], id="2.5 over twelve"),
        pytest.param(["kani"], [], id="2.5 nothing after Kani"),
    ],
)
def test_the_calls_one_may_make(calls, legal):
    assert list(auction(calls, 7).legal(7)) == legal


@pytest.mark.parametrize(
    ("calls", "entry", "expected"),
    [
        pytest.param(
            [9, "pass", "pass", "pass"], deal(9, 1), [], id="2.1 the first call is the dealer's neighbour's"
        ),
        pytest.param(["pass", "pass", "pass", 9], deal(9, 0), [], id="2.1 the dealer calls last"),
        pytest.param(
            [9, "pass", "pass", "pass"], deal(9, 0), [("calls", "calls_declarer")], id="2.1 another seat"
        ),
        pytest.param([8, "pass", "pass", "pass"], deal(9, 1), [("calls", "calls_bid")], id="2.4 another bid"),
        pytest.param(["pass"] * 4, deal(9, 1), [("calls", "calls_bid")], id="2.4 all passed, yet a bid"),
        pytest.param([9, "pass"], deal(9, 1), [("calls", "bidding_open")], id="2.4 the bidding was open"),
        pytest.param([], deal(9, 1), [("calls", "bidding_open")], id="2.4 no calls at all"),
        pytest.param([9, 8], deal(9, 1), [("calls[1]", "call_not_allowed")], id="2.3 lower"),
        pytest.param([9, 9], deal(9, 1), [("calls[1]", "call_not_allowed")], id="2.3 level"),
        pytest.param([12, 12], deal(12, 1), [("calls[1]", "call_not_allowed")], id="2.5 level with twelve"),
        pytest.param(
            ["kani", "pass"], deal("kani", 1, 2, 13), [("calls[1]", "call_not_allowed")], id="2.4 after Kani"
        ),
        pytest.param([6], deal(9, 1), [("calls[0]", "call_not_allowed")], id="2.2 below the lowest bid"),
        pytest.param([9, 13], deal(9, 1), [("calls[1]", "call_not_allowed")], id="2.5 thirteen is said Kani"),
        pytest.param(["pass", "no"], deal(9, 1), [("calls[1]", "unknown_choice")], id="no such call"),
        pytest.param(["kani"], deal("kani", 1, 2, 13), [], id="2.5 Kani at once"),
    ],
)
def test_the_calls_agree_with_the_deal(calls, entry, expected):
    if entry["declarer"] == entry["partner"]:
        entry = {**entry, "partner": 3}
    assert errors({**entry, "calls": calls}) == [(f"entries[0].{path}", code) for path, code in expected]


@pytest.mark.parametrize(
    ("calls", "sentence", "cite"),
    [
        ([6], "The lowest bid at this table is 7.", "kani 2.2"),
        ([9, 8], "A bid must be higher than the one before it: here at least 10.", "kani 2.3"),
        ([9, 13], "A bid of all thirteen tricks is called Kani.", "kani 2.5"),
        ([12, 12], "Only Kani is higher now.", "kani 2.5"),
        (["kani", 9], "The bidding was already over.", "kani 2.4"),
    ],
)
def test_a_call_that_was_not_allowed_is_answered_with_what_would_be(calls, sentence, cite):
    result, _ = score(match(deal(9, 1, 2, calls=calls)))
    [error] = result["errors"]
    assert (error["message"], error["cites"]) == (sentence, [cite])


def test_2_4_all_passed_may_be_written_with_its_calls():
    assert row({**PASSED, "calls": ["pass"] * 4})["outcome"] == "passed_out"
    assert errors({**PASSED, "calls": [7, "pass", "pass", "pass"]}) == [("entries[0].calls", "calls_bid")]


def test_2_1_the_calls_begin_after_the_seat_that_really_dealt():
    calls = {"calls": [9, "pass", "pass", "pass"]}
    assert errors(deal(9, 3, **calls, dealer=2)) == []
    assert errors(deal(9, 1, **calls), deal(9, 2, 0, **calls)) == []


# The end (articles 4.3 and 4.4)


@pytest.mark.parametrize(
    ("entries", "rules", "winners"),
    [
        pytest.param([FIFTY], {}, [], id="4.3 fifty is not a hundred"),
        pytest.param([FIFTY, deal("kani", 0, 2, 13)], {}, [0], id="4.3 a hundred reached exactly"),
        pytest.param([deal(9)], {"target": 9}, [], id="4.4 partners are level: play on"),
        pytest.param(
            [deal(9)], {"target": 9, "tie_at_target": "shared"}, [0, 2], id="4.4 partners share the win"
        ),
        pytest.param([deal(9), deal(8, 2, 1, 8)], {"target": 9}, [2], id="4.4 until one leads"),
        pytest.param([FIFTY, FIFTY, deal(7, 2, 3, 7)], {}, [], id="4.4 still level, others score"),
        pytest.param([FIFTY] * 4, {"target": None}, [], id="4.3 no target, no end"),
        pytest.param([FIFTY] * 4, CHIPS, [], id="4.5 chips, no end"),
        pytest.param(
            [deal("kani", 3, None, 13)], {**CHIPS, "target": 100}, [3], id="4.5 chips up to a target"
        ),
    ],
)
def test_the_winners(entries, rules, winners):
    result = sheet(*entries, **rules)
    assert result["winners"] == winners
    assert result["status"] == ("finished" if winners else "open")


def test_9_2_an_adjustment_may_end_a_match_and_9_4_what_follows_does_not_count():
    adjustment = {"kind": "adjustment", "scores": [100, 0, 0, 0], "reason": "sátt"}
    result = sheet(adjustment, deal(9, 1, 2))
    assert (result["winners"], result["totals"]) == ([0], [100, 0, 0, 0])
    assert result["entries"][1]["outcome"] == "after_end"
    assert [finding["code"] for finding in result["entries"][1]["findings"]] == ["after_end"]


def test_9_5_the_deal_moves_on_also_when_all_passed():
    result = sheet(PASSED, deal(), deal(dealer=0), PASSED)
    assert [entry["dealer"] for entry in result["entries"]] == [0, 1, 0, 1]
    assert result["next_dealer"] == 2


def test_kani_knows_no_penalty_and_four_players():
    assert errors({"kind": "penalty", "side": 0}) == [("entries[0].kind", "unknown_kind")]
    result, good = score({**match(), "players": NAMES[:3]})
    assert not good
    assert [(error["path"], error["code"]) for error in result["errors"]] == [("players", "player_count")]


# Properties

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


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["pass", "kani", "AS"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=10,
)
FIELDS = ("bid", "declarer", "partner", "tricks", "trump", "called", "calls", "dealer", "note", "x")


@given(
    st.dictionaries(st.sampled_from(FIELDS), JSON),
    st.dictionaries(st.sampled_from(["preset", "target", "min_bid", "settlement", "edition"]), JSON),
)
def test_random_json_never_raises(entry, rules):
    result, good = score(match({**deal(), **entry}, {"kind": "deal", **entry}, **rules))
    assert good or result["errors"]
    json.dumps(result)


SEVERAL_PROBLEMS = {
    "too many tricks beside a wrong bid and partner": (
        {"bid": 13, "declarer": 0, "partner": 0, "tricks": 15},
        ["bid:say_kani", "partner:own_partner", "tricks:out_of_range"],
    ),
    "tricks that do not add up beside a low bid": (
        {"bid": 5, "declarer": 0, "partner": 2, "tricks": [1, 1, 1, 1]},
        ["bid:bid_too_low", "tricks:tricks_total"],
    ),
    "a slip in a field's name beside a partner of their own": (
        {"bid": 9, "declarer": 1, "partner": 1, "tricks": 9, "trumps": "hearts"},
        ["partner:own_partner", "trumps:unknown_field"],
    ),
    "no declarer beside wrong calls": (
        {"bid": 9, "partner": 1, "tricks": 9, "calls": [9, 8]},
        ["calls[1]:call_not_allowed", "declarer:missing"],
    ),
    "an unknown card beside no partner": (
        {"bid": 9, "declarer": 1, "partner": None, "tricks": 9, "called": "14H"},
        ["called:unknown_card", "partner:alone_without_all"],
    ),
    "no bid at all beside a wrong seat": (
        {"declarer": 4, "partner": 1, "tricks": 9},
        ["bid:missing", "declarer:unknown_seat"],
    ),
}


@pytest.mark.parametrize("what", SEVERAL_PROBLEMS)
def test_one_problem_hides_no_other(what):
    deal, expected = SEVERAL_PROBLEMS[what]
    answer, good = score(
        {
            "format": "scorekeeper-match/1",
            "game": "kani",
            "players": ["Anna", "Björn", "Þórdís", "Guðrún"],
            "entries": [{"kind": "deal", **deal}],
        }
    )
    assert not good
    found = [f"{error['path'].removeprefix('entries[0].')}:{error['code']}" for error in answer["errors"]]
    assert sorted(found) == sorted(expected)
