"""What cannot be read is a hole: it hides nothing, and nothing is said that hangs on what it may have been."""

import json
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.rulebook import load_examples
from scorekeeper.games import GAMES, score
from tests.cases import case
from tests.soak import examples

# Deals without a fault, in every way to write them.
GOOD = [
    case(f"{game} {number}.{index}", game, example.match, index)
    for game in GAMES
    for number, example in enumerate(load_examples(game))
    if "errors" not in example.expect
    for index, entry in enumerate(example.match["entries"])
    if entry["kind"] == "deal"
]


def leaves(value, path=()):
    """The place of every value in a document that holds no others."""
    inside = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    found = [place for name, part in inside for place in leaves(part, (*path, name))]
    return found if inside else [path]


def unreadable(document, *places):
    """The document with nonsense in these places."""
    broken = deepcopy(document)
    for *way, last in places:
        here = broken
        for step in way:
            here = here[step]
        here[last] = -0.5
    return broken


def write_place(place):
    return "".join(f"[{step}]" if type(step) is int else f".{step}" for step in place).lstrip(".")


@pytest.mark.parametrize(("game", "match", "index"), GOOD)
def test_what_cannot_be_read_accuses_nothing_else(game, match, index):
    """Every value of every deal in turn: with one that cannot be read, that one is the only problem."""
    for place in leaves(match["entries"][index], ("entries", index)):
        if place[-1] in ("kind", "note") and len(place) == 3:
            continue
        answer, good = score(unreadable(match, place))
        assert not good
        assert [error["path"] for error in answer["errors"]] == [write_place(place)], answer


@pytest.mark.long
@settings(max_examples=examples(300), deadline=None)
@given(st.data())
def test_two_values_that_cannot_be_read_are_both_named(data):
    _game, match, index = data.draw(st.sampled_from([one.values for one in GOOD]))
    places = [place for place in leaves(match["entries"][index], ("entries", index)) if place[-1] != "kind"]
    two = (
        data.draw(st.lists(st.sampled_from(places), min_size=2, max_size=2, unique=True))
        if places[1:]
        else places
    )
    answer, good = score(unreadable(match, *two))
    assert not good
    assert sorted(error["path"] for error in answer["errors"]) == sorted(map(write_place, two)), json.dumps(
        answer
    )


@pytest.mark.long
@settings(max_examples=examples(500), deadline=None)
@given(st.data())
def test_what_is_said_beside_a_value_that_cannot_be_read_holds_for_any_value(data):
    """Nothing is said beside an unreadable value that is not true of the wrong deal it was in before."""
    _game, match, index = data.draw(st.sampled_from([one.values for one in GOOD]))
    places = [place for place in leaves(match["entries"][index], ("entries", index)) if place[-1] != "kind"]
    wrong = deepcopy(match)
    for one, other in data.draw(st.lists(st.tuples(*[st.sampled_from(places)] * 2), min_size=1, max_size=3)):
        put(wrong, one, value_at(match, other))
    hidden = data.draw(st.sampled_from(places))
    try:
        value_at(wrong, hidden)
    except (KeyError, IndexError, TypeError):
        return
    before = name_document(wrong)
    if (write_place(hidden), "card_twice") in before:
        return  # A card that is there already is not noticed while another one cannot be read.
    told = [error for error in name_document(unreadable(wrong, hidden)) if error[0] != write_place(hidden)]
    assert set(told) <= set(before)


def name_document(document):
    answer, _good = score(document)
    return [(error["path"], error["code"]) for error in answer.get("errors", ())]


def value_at(document, place):
    for step in place:
        document = document[step]
    return document


def put(document, place, value):
    value_at(document, place[:-1])[place[-1]] = value
