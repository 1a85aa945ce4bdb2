"""No question and no match breaks a game: it is answered or scored, or refused in words.

A worked document has some of its values replaced, or a document has any of its fields, each of any value. Values are
those of the game's other worked documents, and others of any kind.
"""

import copy
import json
from collections import defaultdict
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.rulebook import STAND_INS, load_examples, load_rulings
from scorekeeper.games import GAMES, rule, score
from tests.soak import examples

pytestmark = pytest.mark.long

KEPT = ("format", "game", "question")
"""What tells documents apart is kept: most others would be refused for it alone."""


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(240), deadline=None)
@given(st.data())
def test_any_question_is_answered_or_refused_in_words(game, data):
    asked = put_together(
        "question", {one.slug: one.fields for one in questions_of(GAMES[game]).values()}, game
    )
    document, good = rule(data.draw(replace_values("question", game) | asked))
    json.dumps(document)
    assert good or [error for error in document["errors"] if error["message"] and error["code"]]
    if good:
        assert document["verdict"]
        assert not [reason for reason in document["reasons"] if not reason["cites"]]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(240), deadline=None)
@given(st.data())
def test_any_match_is_scored_or_refused_in_words(game, data):
    deals = put_together(
        "kind", {"deal": [field for form in GAMES[game].forms for field in form.fields]}, game
    )
    rules = st.fixed_dictionaries(
        {},
        optional={
            name: any_value(game) for name in (*GAMES[game].options.list_options(), "preset", "edition")
        },
    )
    made = st.fixed_dictionaries(
        {
            "format": st.just("scorekeeper-match/1"),
            "game": st.just(game),
            "players": st.sampled_from([list(STAND_INS[:number]) for number in GAMES[game].players]),
            "entries": st.lists(deals | any_value(game), max_size=3),
        },
        optional={"rules": rules},
    )
    document, good = score(data.draw(replace_values("match", game) | made))
    json.dumps(document)
    assert good or [error for error in document["errors"] if error["message"] and error["code"]]


# --- documents ------------------------------------------------------------------------------------


@st.composite
def replace_values(draw, kind, game):
    """A worked document with one to three of its values replaced, at any depth."""
    document = copy.deepcopy(draw(st.sampled_from(worked(kind, game))))
    for _ in range(draw(st.integers(1, 3))):
        holder, last = draw(
            st.sampled_from([(holder, last) for holder, last, _value in list_places(document)])
        )
        others = known_values(game)[kind_of(last, holder[last])] or [None]
        holder[last] = draw(any_value(game) | st.sampled_from(others).map(copy.deepcopy))
    return document


@st.composite
def put_together(draw, name, kinds, game):
    """A question or an entry of one of these kinds, with any of its fields, each of any value."""
    kind, fields = draw(st.sampled_from(sorted(kinds.items())))
    frame = {"format": "scorekeeper-question/1", "game": game} if name == "question" else {}
    values = st.fixed_dictionaries({}, optional={field.name: any_value(game) for field in fields})
    return {**frame, name: kind, **draw(values)}


@cache
def any_value(game):
    """Any JSON, of words and names that the game's worked documents know, or of others."""
    known = [value for values in known_values(game).values() for value in values]
    words = sorted({value for value in known if isinstance(value, str)})
    names = sorted({name for name in known_values(game) if isinstance(name, str)})
    return st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-3, 300)
        | st.sampled_from([10**20, 0.5, float("inf")])
        | st.text(max_size=5)
        | st.sampled_from(words),
        lambda inner: (
            st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(names), inner, max_size=4)
        ),
        max_leaves=12,
    )


@cache
def worked(kind, game):
    """The questions or the matches that the game's book works out."""
    if kind == "question":
        return [ruling.question for ruling in load_rulings(game)]
    return [example.match for example in load_examples(game)]


def list_places(holder):
    """Every place of a value inside a document: what holds it, its name or number there, and the value."""
    parts = holder.items() if isinstance(holder, dict) else enumerate(holder)
    for last, value in parts:
        if last not in KEPT:
            yield holder, last, value
            if isinstance(value, dict | list):
                yield from list_places(value)


def kind_of(last, value):
    """Which values go where this one stands: those of its name, or in a list those of its type."""
    return last if isinstance(last, str) else type(value)


@cache
def known_values(game):
    """The values of all worked documents of the game, by their kind."""
    found = defaultdict(list)
    for document in (*worked("question", game), *worked("match", game)):
        for _holder, last, value in list_places(document):
            found[kind_of(last, value)].append(value)
    return found
