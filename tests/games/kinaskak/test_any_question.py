"""No question about Kínaskák breaks the desk: it is answered, or refused in words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games import rule
from tests.soak import examples

JSON = st.recursive(
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
NAMES = [
    "cards",
    "round",
    "melds",
    "meld",
    "card",
    "is_down",
    "own",
    "buys",
    "forehand_takes",
    "drawn",
    "hand",
    "hands",
    "acts",
    "counts",
    "answers",
    "players",
    "side",
]


@given(
    st.sampled_from(
        [
            "meld",
            "contract",
            "lay_off",
            "take_joker",
            "buy",
            "buy_dispute",
            "hand_points",
            "go_down",
            "mismatch",
            "deal",
            "irregularity",
        ]
    ),
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6),
)
@settings(max_examples=examples(200))
def test_any_question_is_answered_or_refused_in_words(question, fields):
    document, good = rule(
        {"format": "scorekeeper-question/1", "game": "kinaskak", "question": question, **fields}
    )
    assert good or all(error["message"] for error in document["errors"])
