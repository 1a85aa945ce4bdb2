"""Any document is answered with a sheet or with all of its problems, never with a traceback."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.documents import MAX_BYTES, parse, parse_in_pieces
from scorekeeper.games import GAMES, score
from tests.cases import cases
from tests.documents import match_document
from tests.soak import examples

NOT_DOCUMENTS = {
    "nothing": (b"", "not_json"),
    "half a document": (b'{"format": ', "not_json"),
    "another encoding": ('{"format": "Плевен"}'.encode("cp1251"), "not_utf8"),
    "not a number": (b'{"a": NaN}', "not_json"),
    "infinity": (b"[Infinity]", "not_json"),
    "five thousand digits": (b"1" * 5000, "not_json"),
    "a name given twice": (b'{"a": 1, "a": 2}', "named_twice"),
    "a hundred thousand brackets": (b"[" * 100_000, "too_deep"),
    "five megabytes": (b" " * (MAX_BYTES + 1), "too_large"),
}


@pytest.mark.parametrize("what", NOT_DOCUMENTS)
def test_what_is_no_document_is_refused_with_a_reason(what):
    raw, code = NOT_DOCUMENTS[what]
    document, wrong = parse(raw)
    assert document is None
    assert wrong.code == code


def test_a_byte_order_mark_is_read_over():
    assert parse(b"\xef\xbb\xbf[1]") == ([1], None)


def in_pieces(raw):
    """The sizes of the pieces, and what came of them."""
    pieces, sizes = parse_in_pieces(raw), []
    while True:
        try:
            sizes.append(next(pieces))
        except StopIteration as end:
            return sizes, end.value


@cases(
    "raw, sizes",
    (b'{"a": [1, "two", {"b": [3, 4]}], "c": {"d": 5}}', [1, 5, 13, 8]),
    (b' { "a" : [ 1 , 2 ] } ', [1, 1]),
    (b'{"a": [], "b": [[]]}', [2]),
    (b"{}", []),
    (b'\xef\xbb\xbf{"a": [1]}', [1]),
    (b"[1, 2]", []),
    (b"{,}", []),
    (b'{"a": [1, 2,]}', [1, 1]),
    (b'{"a": [1 2]}', [1]),
    (b'{"a": [1]} x', [1]),
    (b'{"a": [1], "a": [2]}', [1, 1]),
    (b'{"a": [{"b": 1, "b": 2}]}', []),
    (b'{"a": [1', [1]),
    (b"{1: 2}", []),
    (b'{"a" 2}', []),
    (b'{"a": 1 "b": 2}', [1]),
    (b'{"a": [' + b"[" * 100_000, []),
)
def test_text_that_is_read_in_pieces_says_the_same(raw, sizes):
    value, wrong = parse(raw)
    found, (piecewise, wrong_too) = in_pieces(raw)
    assert (piecewise, code_of(wrong_too)) == (value, code_of(wrong))
    assert found == sizes


def code_of(finding):
    return finding and finding.code


@pytest.mark.long
@given(
    st.dictionaries(st.text(max_size=3), st.lists(st.recursive(st.integers(), st.lists, max_leaves=5))),
    st.data(),
)
def test_an_object_that_is_read_in_pieces_says_the_same(document, data):
    text = json.dumps(document)
    cut = data.draw(st.integers(0, len(text)))
    for raw in (text, text[:cut], text[:cut] + "," + text[cut:]):
        value, wrong = parse(raw.encode())
        piecewise, wrong_too = in_pieces(raw.encode())[1]
        assert (piecewise, code_of(wrong_too)) == (value, code_of(wrong))


WRONG_MATCHES = {
    "a list": ([], "", "not_an_object"),
    "no game": ({"format": "scorekeeper-match/1", "players": [], "entries": []}, "game", "unknown_game"),
    "another format": (
        {"format": "scorekeeper-match/2", "game": "kani", "players": list("abcd"), "entries": []},
        "format",
        "unknown_format",
    ),
}


def match(**changed):
    return match_document("kani", ["Anna", "Björn", "Þórdís", "Guðrún"], [], **changed)


WRONG_PARTS = {
    "three players": (match(players=["a", "b", "c"]), ["players:player_count"]),
    "the same name in capitals": (match(players=["Ana", "ANA ", "c", "d"]), ["players[1]:same_name"]),
    "the same name, its accent composed otherwise": (
        match(players=["Iñaki", "In\u0303aki", "c", "d"]),
        ["players[1]:same_name"],
    ),
    "a blank name": (match(players=["a", " ", "c", "d"]), ["players[1]:blank_name"]),
    "names of letters that show nothing": (
        match(players=["a", "\u3164", "\u2800", "d"]),
        ["players[1]:blank_name", "players[2]:blank_name"],
    ),
    "many unknown fields": (
        match(**{f"x{number}": 1 for number in range(60)}),
        [*(f"x{number}:unknown_field" for number in range(50)), ":unknown_field"],
    ),
    "an unknown game and two equal names": (
        match(game="bridge", players=["a", "A", "", "d"]),
        ["players[1]:same_name", "players[2]:blank_name", "game:unknown_game"],
    ),
    "a name of 61 letters": (match(players=["x" * 61, "b", "c", "d"]), ["players[0]:too_long"]),
    "a name with a NUL": (match(players=["a\0", "b", "c", "d"]), ["players[0]:unwritable"]),
    "a name with half a pair": (match(players=["a\ud800", "b", "c", "d"]), ["players[0]:unwritable"]),
    "a name on two lines": (match(players=["a\nb", "b", "c", "d"]), ["players[0]:unwritable"]),
    "a number for a name": (match(players=[1, "b", "c", "d"]), ["players[0]:not_a_text"]),
    "a slip in a field's name": (match(palyers=1), ["palyers:unknown_field"]),
    "an unknown preset": (match(rules={"preset": "danish"}), ["rules.preset:unknown_preset"]),
    "an unknown option": (match(rules={"targte": 5}), ["rules.targte:unknown_field"]),
    "an option out of range": (match(rules={"target": 0}), ["rules.target:out_of_range"]),
    "a second edition": (match(rules={"edition": 2}), ["rules.edition:unknown_edition"]),
    "a fifth seat deals first": (match(first_dealer=4), ["first_dealer:unknown_seat"]),
    "a first dealer of true": (match(first_dealer=True), ["first_dealer:unknown_seat"]),
    "a date without a day": (match(played="2026-11"), ["played:not_a_date"]),
    "a day of a week": (match(played="2026-W01-1"), ["played:not_a_date"]),
    "the thirtieth of February": (match(played="2026-02-30"), ["played:not_a_date"]),
    "entries that are no list": (match(entries={}), ["entries:not_a_list"]),
    "an entry that is no object": (
        match(entries=[5, None]),
        ["entries[0]:not_an_object", "entries[1]:not_an_object"],
    ),
    "an entry without a kind": (match(entries=[{}]), ["entries[0].kind:unknown_kind"]),
    "2001 entries": (match(entries=[{"kind": "void"}] * 2001), ["entries:too_many"]),
    "an adjustment without a reason": (
        match(entries=[{"kind": "adjustment", "scores": [1, 0, 0, 0]}]),
        ["entries[0].reason:missing"],
    ),
    "an adjustment for three": (
        match(entries=[{"kind": "adjustment", "scores": [1, 0, 0], "reason": "r"}]),
        ["entries[0].scores:list_length"],
    ),
    "something after the end": (
        match(entries=[{"kind": "end"}, {"kind": "void"}]),
        ["entries[0]:end_not_last"],
    ),
    "a winner named twice": (
        match(entries=[{"kind": "end", "winners": [1, 1]}]),
        ["entries[0].winners:side_twice"],
    ),
    "a game without penalties": (
        match(entries=[{"kind": "penalty", "side": 0}]),
        ["entries[0].kind:unknown_kind"],
    ),
    "several at once": (
        match(
            players=["a", "a", "c", "d"], first_dealer=9, entries=[{"kind": "deal", "bid": 5}, {"kind": "x"}]
        ),
        [
            "players[1]:same_name",
            "first_dealer:unknown_seat",
            "entries[0].declarer:missing",
            "entries[0].partner:missing",
            "entries[0].tricks:missing",
            "entries[0].bid:bid_too_low",
            "entries[1].kind:unknown_kind",
        ],
    ),
}


@pytest.mark.parametrize("what", WRONG_PARTS)
def test_every_problem_is_named_at_its_path(what):
    document, expected = WRONG_PARTS[what]
    answer, good = score(document)
    assert not good
    assert [f"{error['path']}:{error['code']}" for error in answer["errors"]] == expected
    assert not [error for error in answer["errors"] if not error["message"]]


@pytest.mark.parametrize("what", WRONG_MATCHES)
def test_what_is_no_match_says_so(what):
    document, path, code = WRONG_MATCHES[what]
    answer, good = score(document)
    assert not good
    assert (path, code) in [(error["path"], error["code"]) for error in answer["errors"]]


def test_names_of_every_script_are_kept_as_typed():
    names = ["Георги", "Þórdís", "Iñaki", "李 Ñ🃏"]
    sheet, good = score(match(players=[f"  {name} " for name in names]))
    assert good
    assert [side["name"] for side in sheet["sides"]] == names


FIELD_NAMES = (
    "format game rules players first_dealer entries kind note reason scores winners redeal dealer bid declarer "
    "partner tricks trump called calls contract doubling trick_points capot declarations player length top suit rank "
    "escobas cards golds sevens seven_of_golds piles table plays seat card takes most left hands buys"
)
KEYS = st.sampled_from(FIELD_NAMES.split())
WORDS = st.sampled_from(
    ["deal", "void", "end", "adjustment", "penalty", "pass", "kani", "hearts", "AS", "7O", "JK"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=6)
    ),
    max_leaves=20,
)
ENTRIES = st.lists(st.dictionaries(KEYS, VALUES, max_size=8) | VALUES, max_size=5)


@pytest.mark.long
@settings(max_examples=examples(150), deadline=None)
@given(
    game=st.sampled_from(list(GAMES)),
    rules=st.dictionaries(KEYS, VALUES, max_size=2) | VALUES,
    entries=ENTRIES,
    dealt=st.lists(st.dictionaries(KEYS, VALUES, max_size=8), max_size=4),
    players=st.integers(0, 9),
)
def test_random_json_never_raises(game, rules, entries, dealt, players):
    entries = [*entries, *({**deal, "kind": "deal"} for deal in dealt)]
    document = match(
        game=game, rules=rules, entries=entries, players=[f"p{number}" for number in range(players)]
    )
    answer, good = score(document)
    assert good == ("errors" not in answer)
    json.dumps(answer)


@pytest.mark.long
@settings(max_examples=examples(200), deadline=None)
@given(VALUES)
def test_random_values_in_place_of_a_match_never_raise(value):
    answer, good = score(value)
    assert not good
    assert answer["errors"]


def test_a_wrong_number_of_players_brings_no_second_false_error():
    document = match(game="escoba", players=["a", "b", "c", "d", "e"], rules={"partnerships": True})
    answer, _ = score(document)
    assert [error["code"] for error in answer["errors"]] == ["player_count"]
