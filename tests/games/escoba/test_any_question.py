"""No question about Eskoba breaks the desk: it is answered, or refused in words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.any_question import any_question, assert_answered_or_refused_in_words
from tests.games.escoba.judge import ALL
from tests.soak import examples

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


@settings(max_examples=examples(240), deadline=None)
@given(any_question("escoba", ANYTHING))
def test_any_question_is_answered(question):
    assert_answered_or_refused_in_words(question)
