"""A mistake of the program itself: said in the one shape, noted with its traceback, never in the way of others."""

import json
import subprocess
import sys

import pytest

from tests.broken_game import BROKEN_MATCH, BROKEN_QUESTION, GOOD_MATCH, GOOD_QUESTION, broken_game
from tests.cases import cases

pytestmark = pytest.mark.long

WRONG_MATCH = {**GOOD_MATCH, "players": ["Anna"]}
WRONG_QUESTION = {**GOOD_QUESTION, "question": "which"}
MATCHES = {"good": GOOD_MATCH, "wrong": WRONG_MATCH, "broken": BROKEN_MATCH}
QUESTIONS = {"good": GOOD_QUESTION, "wrong": WRONG_QUESTION, "broken": BROKEN_QUESTION}


def scorekeeper(*arguments, given):
    return subprocess.run(
        [sys.executable, "-m", "tests.broken_game", *arguments],
        input=given.encode(),
        capture_output=True,
        check=False,
    )


def codes(document):
    return [error["code"] for error in document.get("errors", ())]


@pytest.mark.parametrize(("command", "lines"), [("score", MATCHES), ("adjudicate", QUESTIONS)])
@cases(
    "order, status",
    (("good", "broken", "good"), 1),
    (("broken", "wrong", "good"), 1),
    (("wrong", "broken"), 1),
    (("good", "wrong", "good"), 2),
    (("good", "good"), 0),
)
def test_a_line_that_the_program_fails_at_keeps_no_other_from_its_answer(command, lines, order, status):
    given = "".join(json.dumps(lines[kind]) + "\n" for kind in order)
    done = scorekeeper(command, "--jsonl", given=given)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(order), done.stderr.decode()
    for kind, answer in zip(order, answers, strict=True):
        assert codes(answer) == {"good": [], "broken": ["internal"]}.get(kind, codes(answer))
        assert ("errors" in answer) == (kind != "good")
        assert not [error for error in answer.get("errors", ()) if not error["message"]]
    assert done.returncode == status
    assert done.stderr.decode().count("ZeroDivisionError: which no test foresaw") == order.count("broken")


@pytest.mark.parametrize(("command", "lines"), [("score", MATCHES), ("adjudicate", QUESTIONS)])
def test_one_document_that_the_program_fails_at_is_answered_in_the_same_shape(command, lines):
    done = scorekeeper(command, "--json", given=json.dumps(lines["broken"]))
    assert codes(json.loads(done.stdout)) == ["internal"]
    assert b"ZeroDivisionError" in done.stderr
    assert done.returncode == 1
    assert scorekeeper(command, given=json.dumps(lines["broken"])).returncode == 1


def test_an_archive_that_the_program_fails_at_keeps_no_other_from_being_verified(tmp_path):
    file = tmp_path / "two.jsonl"
    file.write_text(f"{json.dumps(BROKEN_MATCH)}\n{json.dumps(GOOD_MATCH)}\n", encoding="utf-8")
    done = scorekeeper("verify", str(file), given="")
    said = done.stdout.decode()
    assert "two.jsonl:1: : The program made a mistake here" in said
    assert "two.jsonl:2: sheet: There is no sheet here" in said
    assert b"ZeroDivisionError" in done.stderr
    assert done.returncode == 1


def test_the_broken_game_is_gone_again():
    from scorekeeper.games import GAMES

    with broken_game():
        assert "broken" in GAMES
    assert "broken" not in GAMES
