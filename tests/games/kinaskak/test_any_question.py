"""No question about Kínaskák breaks the desk: it is answered, or refused in words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.any_question import any_question, assert_answered_or_refused_in_words
from tests.soak import examples

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.sampled_from(["JK", "4H", "run", "set", "draw", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["kind", "cards", "hands", "seat", "act", "on", "meld", "card"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=examples(240), deadline=None)
@given(any_question("kinaskak", ANYTHING))
def test_any_question_is_answered_or_refused_in_words(question):
    assert_answered_or_refused_in_words(question)
