"""What a sheet says can be said in every language: its sentences are those that are translated, every place filled."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import polib
import pytest

from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.scores import PLACE
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.translations.catalogues import FOLDER
from tests.cases import cases


@cache
def translated() -> set[tuple[str, str, str]]:
    """The sentences of the catalogue: English, its plural, its context."""
    entries = polib.pofile(f"{FOLDER}/bg/LC_MESSAGES/messages.po")
    return {(entry.msgid, entry.msgid_plural, entry.msgctxt or "") for entry in entries if not entry.obsolete}


def list_texts(value: Any) -> Iterator[Text]:
    """A sentence, and those that stand in its places."""
    if isinstance(value, Text):
        yield value
        for inner in value.params.values():
            yield from list_texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from list_texts(inner)


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_sheet_is_a_translated_one_with_every_place_filled(game: str) -> None:
    said = 0
    for example in load_examples(game):
        report = Report()
        sheet = score_match(example.match, GAMES, report)
        lines = [line.text for row in sheet.entries for line in row.lines] if sheet else []
        because = [sheet.because.text] if sheet else []
        findings = [finding.text for finding in (*report.errors, *report.suspects)]
        for text in list_texts([*lines, *because, *findings]):
            said += 1
            key = (text.msgid, text.plural or "", text.context or "")
            assert key in translated() or not any(map(str.isalpha, PLACE.sub("", text.msgid))), text
            assert None not in text.params.values(), text
            assert {f"{{{name}}}" for name in text.params} >= set(PLACE.findall(text.msgid)), text
    assert said > 50


@cases(
    "game, option, words",
    ("belot", "capot_at_no_trumps", "the 90"),
    ("escoba", "few_cards", "ten cards"),
    ("escoba", "all_golds_value", "2 points"),
    ("escoba", "all_sevens_value", "3 points"),
    ("escoba", "opening", "the dealer"),
)
def test_no_option_says_what_another_option_sets(game: str, option: str, words: str) -> None:
    for name, rule in GAMES[game].options.list_options().items():
        texts = (rule.field.label, rule.sentence, *getattr(rule.field, "choices", {}).values())
        assert name == option or not [str(text) for text in texts if words in str(text)]


def test_no_sentence_says_a_word_of_documents_to_a_person_at_a_table() -> None:
    said = [sentence for sentence, _plural, _context in translated() if "null" in sentence.split(" ")]
    assert not said
