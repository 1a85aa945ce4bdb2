"""No question about Belot breaks the desk: it is answered, or refused at its place."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.games import GAMES
from tests.games.any_question import any_question, assert_answered_or_refused_in_words, worked_questions
from tests.soak import examples

ANYTHING = st.recursive(
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


@settings(max_examples=examples(240), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_question("belot", ANYTHING))
def test_any_question_gets_a_ruling_or_errors_at_paths(question):
    assert_answered_or_refused_in_words(question)


def test_every_question_is_asked_in_a_worked_ruling():
    assert {question["question"] for question in worked_questions("belot")} >= set(
        questions_of(GAMES["belot"])
    )
