"""No question about Eskoba breaks the desk: it is answered, or refused in words."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from tests.games.desk import Desk
from tests.games.escoba.judge import ALL
from tests.soak import examples

DESK = Desk("escoba")
ask = DESK.ask
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 45) | st.sampled_from([*ALL[:9], "12B", "x"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["cards", "golds", "seven_of_golds", "piles", "left", "seat", "card"]), inner
        )
    ),
    max_leaves=12,
)
FIELDS = {
    slug: [field.name for field in question.fields] for slug, question in GAMES["escoba"].questions.items()
}


@settings(max_examples=examples(120), deadline=None)
@given(slug=st.sampled_from(sorted(FIELDS)), data=st.data())
def test_any_question_is_answered(slug, data):
    fields = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS[slug], ANYTHING)))
    document, good = ask(slug, **fields)
    json.dumps(document)
    assert document["verdict"] if good else all(e["message"] and e["code"] for e in document["errors"])
