"""One corpus, three doors: every worked question is answered the same by the shell, over HTTP, and on the desk.

The desk is used as a browser without JavaScript uses it: its pages are asked for, what they hold is changed and sent
with their token, links are followed; the ruling is what its address carries, and its verdict stands on the page.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.core.disputes.adjudication import FRAME, adjudicate
from scorekeeper.core.disputes.rulings import drop_sentences
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import STAND_INS, load_rulings
from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from scorekeeper.store.match import rulings
from scorekeeper.web.desk import ruling_links
from scorekeeper.web.entry.rules_forms import OptionsForm
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import case
from tests.fifth import FIFTH, program
from tests.web.conftest import Phone, link
from tests.web.filling import send_form

CORPUS = [case(f"{game}: {one.title}", game, one) for game in GAMES for one in load_rulings(game)]


@pytest.fixture(scope="module")
def house(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application, once for the whole corpus."""
    file = tmp_path_factory.mktemp("doors") / "scorekeeper.db"
    shutil.copy(migrated, file)
    made = create_app(
        {"SECRET_KEY": b"a key for tests", "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "TESTING": True}
    )
    yield made
    from scorekeeper.store.db import db

    with made.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def shell() -> dict[str, dict[str, Any]]:
    """The answers of ``scorekeeper adjudicate --jsonl`` to the whole corpus, in one process, by the question."""
    questions = [json.dumps(one.values[1].question) for one in CORPUS]
    command = [sys.executable, "-m", program(FIFTH), "adjudicate", "--jsonl"]
    done = subprocess.run(command, input="\n".join(questions).encode(), capture_output=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return dict(zip(questions, answers, strict=True))


def address(game: str, question: dict[str, Any], **more: str) -> str:
    """The page of a question, under the house rules that it names."""
    rules = {"rules": json.dumps(question["rules"])} if question.get("rules") else {}
    return f"/desk/{game}/{question['question']}?{urlencode({**rules, **more})}"


def ask_in_the_form(phone: Phone, game: str, question: dict[str, Any]) -> None:
    """The form comes filled in, as by “Change the question”, and is sent as it came."""
    given = {name: value for name, value in question.items() if name not in FRAME}
    again = ruling_links.encode([1, game, question["question"], question.get("rules", {}), given, None])
    phone.get(address(game, question, again=again))
    phone.press("Get the verdict")


def ask_by_taps(house: Flask, phone: Phone, game: str, question: dict[str, Any]) -> None:
    """A tap an answer; where it matters whose mistake it was, at a match, which knows who plays."""
    page = address(game, question)
    if "side" in question:
        page = link(house, _match(house, game, question), "score", "desk/irregularity")
    phone.get(page)
    for step, answer in enumerate(question["answers"], 1):
        phone.get(_forward(phone, "a", step, answer))
    if "side" in question and "/ruling/" not in phone.address:
        phone.get(_forward(phone, "side", 1, str(question["side"])))


def list_players(game: str, question: dict[str, Any]) -> list[str]:
    """The players of the match at which a question is asked."""
    return list(STAND_INS[: question.get("players", max(GAMES[game].players))])


def _match(house: Flask, game: str, question: dict[str, Any]) -> Any:
    with house.app_context():
        return ledgers.open_match(
            session(), game, list_players(game, question), rules=question.get("rules", {})
        )


def _forward(phone: Phone, name: str, number: int, last: str) -> str:
    """The link that gives one more answer."""
    for found in phone.page.links.values():
        values = parse_qs(urlsplit(found).query).get(name, [])
        if len(values) == number and values[-1] == last:
            return found
    raise AssertionError(f"no tap for {last} on {phone.address}: {phone.page.words}")


def ask_what_if(house: Flask, phone: Phone, game: str, question: dict[str, Any]) -> None:
    """The match is pasted, and the other rules are set one by one."""
    preset = question["other"].get("preset", next(iter(GAMES[game].presets)))
    with house.test_request_context():
        options = OptionsForm(
            GAMES[game], max(GAMES[game].players), preset, rules={**question["other"], "preset": preset}
        )
        typed = dict(send_form(options).lists())
    phone.get(address(game, question, preset=preset))
    if any("other rules" in button for form in phone.page.forms for button in form.buttons):
        phone.press_like("other rules")
    phone.press("Compare", match=json.dumps(question["match"]), **typed)


def ask_on_the_desk(house: Flask, game: str, question: dict[str, Any]) -> Phone:
    phone = Phone(house.test_client())
    if question["question"] == "irregularity":
        ask_by_taps(house, phone, game, question)
    elif question["question"] == "what_if":
        ask_what_if(house, phone, game, question)
    else:
        ask_in_the_form(phone, game, question)
    return phone


def read_carried(house: Flask, phone: Phone) -> Any:
    """The result that the ruling's address carries."""
    code = urlsplit(phone.address).path.rpartition("/")[2]
    with house.app_context():
        packed = rulings.find(session(), code[1:]) if code.startswith(".") else ruling_links.decode(code)
    return packed[-1]


def verdict_on_the_desk(game: str, question: dict[str, Any]) -> str:
    """The verdict in the words of the page: where a side is asked for, at a match, it has the players' names."""
    names = list_players(game, question) if "side" in question else []
    answered = adjudicate(question, GAMES, Report(), names)
    return render(answered.ruling.verdict, None)


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize(("game", "worked"), CORPUS)
def test_the_three_doors_answer_alike(house, shell, game, worked):
    question = worked.question
    at_the_shell = shell[json.dumps(question)]
    over_http = house.test_client().post("/api/v1/rulings", json=question)
    assert over_http.json == at_the_shell
    phone = ask_on_the_desk(house, game, question)
    if "errors" in worked.expect:
        assert over_http.status_code == 422
        if phone.status == 200 and {error["code"] for error in at_the_shell["errors"]} == {"list_length"}:
            # where each player has a box, a list is never too short: a box that was left blank is none
            assert f"Seat {max(len(question[name]) for name in ('hands', 'buys'))}" in phone.page.words
            return
        assert phone.status == 422
        if {(error["code"], error["path"]) for error in at_the_shell["errors"]} == {("too_few", "hands")}:
            # at least two have a box: the one that was left blank is a hand without cards
            assert f"Seat {len(question['hands']) + 1}: " in phone.page.words
            return
        for error in at_the_shell["errors"]:
            assert escape(error["message"]) in phone.page.html
        return
    assert (over_http.status_code, phone.status) == (200, 200), phone.page.words
    assert at_the_shell["result"] == worked.expect
    words = " ".join(phone.page.words.split())
    if at_the_shell["result"].get("asks"):
        assert at_the_shell["result"]["asks"] in words
        assert not [
            choice for choice in at_the_shell["result"]["choices"] if choice["text"] not in phone.page.links
        ]
        return
    answered = adjudicate(question, GAMES, Report())
    assert read_carried(house, phone) == drop_sentences(answered.ruling.result)
    assert "The answer is another today" not in words
    assert len(f"http://localhost{urlsplit(phone.address).path}") <= ruling_links.MAX_ADDRESS
    assert verdict_on_the_desk(game, question) in words


def test_the_corpus_has_every_kind_of_question_and_house_rules_too():
    asked = {one.values[1].question["question"] for one in CORPUS}
    assert {"irregularity", "what_if", "mismatch", "deal"} <= asked
    for game in GAMES:
        assert any(one.values[1].question.get("rules") for one in CORPUS if one.values[0] == game), game
