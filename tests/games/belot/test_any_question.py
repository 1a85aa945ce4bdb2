"""No question about Belot breaks the desk: it is answered, or refused at its place."""

import copy
import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.rulebook import load_rulings
from scorekeeper.games import GAMES, rule
from tests.soak import examples

WORKED = [worked.question for worked in load_rulings("belot")]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["hearts", "no_trumps", "pass", "contra", "AS", "KH", "T", "sequence", "carre", "K"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["contract", "player", "kind", "top", "raw", "rank"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


def places(value, path=()):
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from places(part, (*path, name))


@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_question_gets_a_ruling_or_errors_at_paths(data):
    question = copy.deepcopy(data.draw(st.sampled_from(WORKED)))
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from([path for path in places(question) if path]))
        holder = question
        for name in way:
            holder = holder[name]
        holder[last] = data.draw(JUNK)
    document, good = rule(question)
    json.dumps(document)
    if good:
        assert document["verdict"]
        assert not [reason for reason in document["reasons"] if not reason["cites"]]
    else:
        assert document["errors"]
        assert not [error for error in document["errors"] if not (error["message"] and error["code"])]


def test_every_question_is_asked_in_a_worked_ruling():
    assert {question["question"] for question in WORKED} >= set(questions_of(GAMES["belot"]))
