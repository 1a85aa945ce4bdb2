"""What the start asks first, and the other house rules by subject."""

from collections import Counter

import pytest

from scorekeeper.games import GAMES
from scorekeeper.web.entry.rules_forms import load_composing
from scorekeeper.web.site.languages import LANGUAGES
from tests.cases import cases

MOST = 5
SETS = [(game, preset) for game in GAMES for preset in GAMES[game].presets]


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_one_subject_and_every_word_each_language(game: str) -> None:
    composing = load_composing(game, next(iter(GAMES[game].presets)))
    named = Counter(name for subject in composing.subjects for name in subject.options)
    assert named == Counter(GAMES[game].options.list_options().keys())
    assert 1 < len(composing.asked) <= MOST
    said = [one.title for one in composing.subjects]
    said += [words for one in composing.asked for words in (one.question, one.deal)]
    assert all(words.keys() == set(LANGUAGES) and all(words.values()) for words in said)


@pytest.mark.parametrize(("game", "preset"), SETS)
def test_the_deal_of_a_question_ends_otherwise_by_each_answer(game: str, preset: str) -> None:
    for asked in load_composing(game, preset).asked:
        assert len({str(end) for end in asked.ends.values()}) == len(asked.ends) > 1, asked.option


@cases(
    "game, option, ends",
    ("belot", "equal_sequences", {"nobody": "10 : 6", "first": "10 : 8", "trump": "12 : 6"}),
    ("belot", "hanging_rounding", {"down": "0 : 12", "nearest": "0 : 13", "all": "0 : 0"}),
    (
        "kani",
        "failed_bid",
        {"opponents_gain": "0 · 9 · 0 · 9", "declarer_loses": "−9 · 0 · −9 · 0", "both": "−9 · 9 · −9 · 9"},
    ),
    ("escoba", "setenta", {0: "2 : 0", 1: "3 : 0"}),
    ("kinaskak", "max_buys", {2: "0 : 425", 3: "0 : 225", 4: "0 : 25"}),
)
def test_a_deal_ends_as_the_rules_say(game: str, option: str, ends: dict[object, str]) -> None:
    asked = {one.option: one for one in load_composing(game, next(iter(GAMES[game].presets))).asked}
    assert asked[option].ends == ends
