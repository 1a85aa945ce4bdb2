"""The desk answers any request or says what is wrong with it: every game, every question, under every option.

The worked questions are bent a little or a lot: wrong types, huge numbers, cards twice or of no pack, empty lists and
endless ones, fields left out or added, structures in the place of values.
"""

import json
import random

import pytest

from scorekeeper.cli.answering import answer_raw
from scorekeeper.core.rulebook import load_examples, load_rulings
from scorekeeper.games import GAMES, rule, score
from tests.bending import any_rules, bent, values_of
from tests.cases import cases

CHANGES = 400


@pytest.mark.parametrize("strength", [0.02, 0.1])
@pytest.mark.parametrize("game", GAMES)
def test_a_bent_question_is_answered_or_refused_in_words(game, strength):
    chance = random.Random(f"{game} {strength}")
    worked = [ruling.question for ruling in load_rulings(game)]
    answered = 0
    for _ in range(CHANGES):
        question = bent(chance, chance.choice(worked), strength)
        if isinstance(question, dict) and chance.random() < 0.5:
            question["rules"] = any_rules(chance, game)
        document, good = rule(question)
        assert good or all(error["message"] and error["code"] for error in document["errors"]), question
        json.dumps(document, ensure_ascii=False).encode()
        answered += good
    assert answered > CHANGES / 20, "some are still questions"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_bent_match_is_scored_or_refused_in_words(game):
    chance = random.Random(game)
    worked = [example.match for example in load_examples(game)]
    for _ in range(CHANGES):
        match = bent(chance, chance.choice(worked), 0.03)
        document, good = score(match)
        assert good or all(error["message"] and error["code"] for error in document["errors"]), match
        json.dumps(document, ensure_ascii=False).encode()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_worked_question_is_answered_under_every_rule_or_refused_in_words(game):
    for name, option in GAMES[game].options.list_options().items():
        for value in values_of(option):
            for ruling in load_rulings(game):
                if ruling.question["question"] == "what_if":
                    continue  # it brings its own rules
                document, good = rule({**ruling.question, "rules": {name: value}})
                assert good or all(error["message"] for error in document["errors"]), (name, value)
                assert not good or all(reason["text"] and reason["cites"] for reason in document["reasons"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("deep", [50, 500, 950])
def test_structures_in_structures_are_refused_in_words(game, deep):
    for ruling in load_rulings(game):
        for name in ruling.question:
            given = json.dumps({**ruling.question, name: "HERE"}).replace('"HERE"', "[" * deep + "]" * deep)
            written, status = answer_raw(given.encode(), rule, None)
            assert (status, "errors" in json.loads(written)) == (2, True), name


@cases(
    "raw",
    b"[" * 100_000,
    b'{"a":' * 5000,
    b"9" * 100_000,
    b"\xff",
    b'"\\ud800"',
    b"{}",
    b"null",
    b"[]",
    b"1e999",
    b"true",
)
@pytest.mark.parametrize("answer", [rule, score])
def test_what_is_no_document_is_refused_in_words(raw, answer):
    written, status = answer_raw(raw, answer, None)
    assert status == 2
    assert not [error for error in json.loads(written)["errors"] if not error["message"]]
