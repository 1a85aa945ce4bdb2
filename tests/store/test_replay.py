"""Whatever people do in whatever order, the match stays whole and every step can be taken back."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.sheet import Sheet
from scorekeeper.store.match.match import Journal
from scorekeeper.store.match.proposal import propose
from tests.store.conftest import kani
from tests.store.test_journal import opened

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


def walk(start: Journal, path: list[tuple[str, dict[str, Any]]]) -> list[Journal]:
    journals = [start]
    for kind, body in path:
        proposal = propose(journals[-1], kind, body)
        if proposal.valid:
            journals.append(proposal.after)
    return journals


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=25))
def test_the_match_is_valid_after_every_step_and_a_prefix_replays_to_the_same(path: list[Any]) -> None:
    journals = walk(opened(), path)
    last = journals[-1]
    for journal in journals:
        assert isinstance(journal.sheet(), Sheet)
        replayed = Journal("match", "kani", last.events[: len(journal.events)], last.names, last.texts)
        assert replayed.document() == journal.document()
        assert [row.place for row in journal.rows()] == list(range(len(journal.rows())))


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=20))
def test_undoing_the_last_step_brings_back_what_stood_before_and_redoing_it_what_stood_after(
    path: list[Any],
) -> None:
    journals = walk(opened(), path)
    for before, after in pairwise(journals):
        back = propose(after, "undone", {"target": after.seq})
        assert back.valid, back.errors
        assert not back.needs_preview
        assert back.after.document() == before.document()
        again = propose(back.after, "undone", {"target": back.after.seq})
        assert again.valid, again.errors
        assert again.after.document() == after.document()
