"""No question about Kani breaks the desk: it is answered, or refused in words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.any_question import any_question, assert_answered_or_refused_in_words
from tests.games.kani.judge import ALL
from tests.soak import examples

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from([*ALL[:9], "hearts", "kani", "pass"]),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["pairs", "seats", "bid"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=examples(240), deadline=None)
@given(any_question("kani", ANYTHING))
def test_any_question_is_answered(question):
    assert_answered_or_refused_in_words(question)
