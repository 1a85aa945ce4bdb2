"""A verdict that is a yes or a no says so before its sentence, and never looks like the other."""

import io
from typing import Any

import pytest

from scorekeeper.cli.console import print_ruling
from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.disputes.rulings import NO, YES
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_rulings
from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from scorekeeper.translations.catalogues import LANGUAGES, catalogue

NOT_THE_VERDICT = {"silent", "over", "escoba"}
"""Flags of a result that say something besides: what the rulebook says nothing of, a deal that is over, a sweep."""


@pytest.mark.parametrize("game", GAMES)
def test_every_flag_of_a_result_is_a_yes_or_a_no_or_known_to_be_neither(game: str) -> None:
    decided: dict[str, set[bool | None]] = {}
    for worked in load_rulings(game):
        answered = adjudicate(worked.question, GAMES, Report())
        if answered is None:
            continue
        flags = {name for name, value in answered.ruling.result.items() if type(value) is bool}
        if flags - NOT_THE_VERDICT:
            assert answered.yes is not None, f"{game} {answered.question.slug}: {flags}"
        decided.setdefault(answered.question.slug, set()).add(answered.yes)
    assert not [said for said in decided.values() if not (None not in said or said == {None})]


YES_OR_NO = ("Is ", "Was ", "May ", "Can ", "Does ")


@pytest.mark.parametrize(
    ("game", "slug"),
    [
        (game, slug)
        for game in GAMES
        for slug, question in GAMES[game].questions.items()
        if str(question.title).startswith(YES_OR_NO)
    ],
)
def test_a_question_that_asks_for_yes_or_no_is_answered_so(game: str, slug: str) -> None:
    asked = [worked for worked in load_rulings(game) if worked.question["question"] == slug]
    found = [adjudicate(worked.question, GAMES, Report()) for worked in asked]
    answers = [answered.yes for answered in found if answered is not None]
    assert answers
    assert None not in answers


@pytest.mark.parametrize("game", [game for game in GAMES if "deal" in GAMES[game].questions])
def test_a_deal_with_a_card_that_was_not_allowed_was_not_played_by_the_rules(game: str) -> None:
    answers: dict[str, bool | None] = {}
    for worked in load_rulings(game):
        answered = adjudicate(worked.question, GAMES, Report())
        if worked.question["question"] == "deal" and answered is not None:
            wrong = len(answered.ruling.result["irregularities"]) + len(
                answered.ruling.result.get("refused", ())
            )
            answers["wrong" if wrong else "right"] = answered.yes
    assert answers == {"wrong": False, "right": True}, "each game shows a deal of both kinds"


def answered_with(question: dict[str, Any]) -> Any:
    found = adjudicate({"format": "scorekeeper-question/1", "game": "kinaskak", **question}, GAMES, Report())
    assert found is not None
    return found


BUYS = [(0, True), (3, False)]


@pytest.mark.parametrize(("buys", "yes"), BUYS)
def test_a_buy_that_costs_a_penalty_is_against_the_rule(buys: int, yes: bool) -> None:
    found = answered_with({"question": "buy", "round": 2, "buys": buys, "forehand_takes": False})
    assert found.ruling.result["legal"]
    assert found.yes is yes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_says_yes_or_no_first(language: str) -> None:
    words = catalogue(language) if language != "en" else None
    for yes, card in ((True, "8H"), (False, "2H")):
        out = io.StringIO()
        meld = {"kind": "run", "cards": ["4H", "5H", "6H", "7H"]}
        print_ruling(
            answered_with({"question": "lay_off", "meld": meld, "card": card, "is_down": True}), words, out
        )
        assert out.getvalue().startswith(render(YES if yes else NO, words) + ". ")
