"""In any order of events the match stays whole, and every step can be taken back."""

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import propose
from tests.soak import examples
from tests.store.conftest import kani
from tests.store.match.test_match import open_match

seqs = st.integers(-1, 30)
deals = st.builds(
    kani, st.sampled_from([3, 7, 9, 12, "kani", "pass"]), st.integers(0, 3), st.sampled_from([2, 13])
)
entries = deals | st.sampled_from(
    [
        {"kind": "void"},
        {"kind": "adjustment", "scores": [5, 0, 0, 0], "reason": "x"},
        {"kind": "end"},
        {},
        None,
    ]
)
steps = st.one_of(
    st.tuples(st.just("recorded"), st.fixed_dictionaries({"entry": entries}, optional={"before": seqs})),
    st.tuples(st.just("corrected"), st.fixed_dictionaries({"target": seqs, "entry": entries})),
    st.tuples(
        st.just("struck"),
        st.fixed_dictionaries({"target": seqs, "as": st.sampled_from(["never_dealt", "void", None])}),
    ),
    st.tuples(st.just("undone"), st.fixed_dictionaries({"target": seqs})),
    st.tuples(
        st.just("seated"), st.fixed_dictionaries({"players": st.permutations([10, 11, 12, 13]).map(list)})
    ),
    st.tuples(
        st.just("settings"), st.fixed_dictionaries({"rules": st.builds(dict, target=st.integers(10, 60))})
    ),
    st.tuples(st.sampled_from(["closed", "binned", "restored"]), st.just({})),
)


def walk(start: Match, path: list[tuple[str, dict[str, Any]]]) -> list[Match]:
    matches = [start]
    for kind, body in path:
        proposal = propose(matches[-1], kind, body)
        if proposal.valid:
            matches.append(proposal.after)
    return matches


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(steps, max_size=25))
def test_the_match_is_valid_after_every_step_and_a_prefix_replays_to_the_same(path: list[Any]) -> None:
    matches = walk(open_match(), path)
    last = matches[-1]
    for match in matches:
        assert isinstance(match.sheet(), Sheet)
        replayed = Match("match", "kani", last.events[: len(match.events)], last.names, last.texts)
        assert replayed.document() == match.document()
        assert [row.place for row in match.rows()] == list(range(len(match.rows())))


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(steps, max_size=20))
def test_undoing_the_last_step_brings_back_what_stood_before_and_redoing_it_what_stood_after(
    path: list[Any],
) -> None:
    matches = walk(open_match(), path)
    for before, after in pairwise(matches):
        back = propose(after, "undone", {"target": after.seq})
        assert back.valid, back.errors
        assert back.after.document() == before.document()
        again = propose(back.after, "undone", {"target": back.after.seq})
        assert again.valid, again.errors
        assert again.after.document() == after.document()
