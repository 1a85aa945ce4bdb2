"""One more entry, scored from where the match stands, comes to the same as the whole match scored anew."""

import pytest

from scorekeeper.core.rulebook import load_examples
from scorekeeper.games import GAMES
from scorekeeper.store.match.scored import score_one_more, score_whole


@pytest.mark.parametrize("game", GAMES)
def test_entry_by_entry_is_the_same_as_all_at_once(game):
    compared = 0
    for example in load_examples(game):
        entries = example.match["entries"]
        for number in range(len(entries)):
            before = score_whole({**example.match, "entries": entries[:number]})
            if number and entries[number - 1]["kind"] == "end":
                continue  # nothing is added behind a closing
            stood = before.scored
            again = score_one_more(before, entries[number])
            whole = score_whole({**example.match, "entries": entries[: number + 1]}).scored
            assert again.scored.rows == whole.rows
            assert again.scored.errors == whole.errors
            assert again.scored.ended == whole.ended
            assert (again.scored.sheet is None) == (whole.sheet is None)
            if whole.sheet is not None:
                assert again.scored.sheet[3:] == whole.sheet[3:]
            assert before.scored == stood
            compared += 1
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_where_an_entry_before_cannot_be_the_whole_is_scored_anew(game):
    example = load_examples(game)[0].match
    before = score_whole({**example, "entries": [{"kind": "no such"}]})
    assert before.scored.sheet is None
    assert score_one_more(before, example["entries"][0]) is None
